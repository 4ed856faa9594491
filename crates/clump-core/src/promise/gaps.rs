//! Gaps of several properties, said once.

/// Two releases are not one.
pub(super) const REPEATED: &str =
    "Two releases that cover the same people can be combined; the promise is about one.";

/// Nothing is known of what is absent.
pub(super) const ABSENT: &str = "That a row lacks an item does not say that its owner never asked for it.";

/// Information in the number of items. True of all methods on whole rows: none adds items, and a least common generalization
/// has as many as the shortest transaction of the group.
pub const LENGTH: &str =
    "The number of items of a published row can tell nearly exactly how many items its owner had.";

/// Gap of exact numbers of owners.
pub(super) const COUNTED: &str = "How many owners a fact has is published: who knows all of them but one learns that there is one more, and who can add \
     owners can lift a rare fact over the threshold.";

/// Gap of the least label, besides what it says.
pub const MINIMAL: &str = "A label is the most exact one that its owners share, so they do not all share something more exact: who knows that, and what people \
     usually have, can conclude more than the label says. Only noise on counts is a proof against that.";
