//! The glossary: each term in one sentence. Every view with a figure shows its sentence, and takes it from
//! here: one term, one meaning, in all views and on the terminal.
//!
//! Sentences say "owner"; [`Noun::say`](crate::Noun::say) replaces it by the word for owners.

macro_rules! terms {
    ($($term:ident, $name:literal, $sentence:literal;)*) => {
        /// A word that a reader may not know.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Term {
            $(#[doc = $sentence] $term,)*
        }

        impl Term {
            /// The name above a figure.
            pub fn name(self) -> &'static str {
                match self {
                    $(Term::$term => $name,)*
                }
            }

            /// The meaning.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Term::$term => $sentence,)*
                }
            }
        }
    };
}

terms! {
    Group, "Groups",
        "Owners whose published rows are equal, so no reader can tell them apart.";
    Prosecutor, "Prosecutor, highest",
        "An attacker knows that an owner is in the data, and knows the published row. The chance to pick the right owner \
        is one in the number of owners who share the row. This is the highest chance of all owners.";
    Marketer, "Prosecutor and marketer, mean",
        "The same chance, on average over all owners. A marketer, who wants to find as many owners as possible, finds \
        this share.";
    Journalist, "Journalist",
        "The same chance for an attacker who does not know who is in the data, only the population they come from.";
    Unique, "Unique",
        "Share of owners who alone have a few items, drawn at random from their row.";
    Noise, "Kept with noise",
        "Share of all pairs of an owner and an item whose item is published in a table of counts with differential \
        privacy, on average.";
    Linkage, "Linkage",
        "An attacker knows some items of an owner and takes the row that explains them best. Share of attempts in which \
        that row is the owner's.";
    Homogeneous, "Homogeneous groups",
        "Groups whose published row shows something sensitive. Knowing that an owner is in such a group reveals it.";
    KnownQueries, "Linkage by queries",
        "An attacker knows some whole queries of an owner that k owners typed, and takes the row that matches best. Share \
        of attempts in which that row is the owner's, and in which it is shared by the owner.";
    Reassociation, "Rows of one owner",
        "Rows of one owner are not linked. An attacker has one row of an owner and guesses another: share of guesses that \
        belong to the same owner. Controls ignore the given row, so the difference is what the row reveals.";
    Reference, "A log of others",
        "Rows whose words occur together with those of the given row in a log of other people. That log is the half of \
        the owners that is not attacked.";
    Closeness, "Closeness in the taxonomy",
        "Rows with a word that is close to one of the given row in the taxonomy. An attack with word vectors might find \
        more.";
    Rarity, "Rarity",
        "The rows of fewest owners.";
    Size, "Common rows",
        "The rows of most owners, the same guess for every given row. An attack that finds no more has learned nothing \
        from the row.";
    Chance, "Chance",
        "Rows drawn in proportion to their owners.";
    Lift, "Lift",
        "Number of times as often as by chance.";
    CertainLabels, "Labels that make another certain",
        "Every published row with the label has another one too. Knowing that an owner has the first reveals the second. \
        Mostly phrases.";
    CertainShare, "Published under such labels",
        "Share of all published labels that make another certain, counted for each owner.";
    SensitiveCertain, "Sensitive things that a known word makes certain",
        "Owners about whom one known word that is not sensitive reveals something sensitive: with the original data, and \
        with the release.";
    InformationKept, "Information kept",
        "Information of the published words as a share of the information of all words, in bits. A rare word has more \
        information than a frequent one, and the root of the taxonomy has none. It compares releases in one taxonomy.";
    LinksKept, "Links kept",
        "The same for pairs of words of one row of the data. A pair is kept if both words are published in one row.";
    UpperBound, "Upper bound",
        "The most information in words that any release can keep if as many owners share each row.";
    LossPerItem, "The paper's loss (GGD)",
        "Group generalization distortion of the items that were grouped: 0 % is no loss, 100 % is nothing left. An \
        ancestor loses more if it has more leaves.";
    Bits, "Bits lost",
        "Share of the information in items that is lost. A label has more bits if fewer items are at or below it. Bits \
        compare methods on one taxonomy, never taxonomies.";
    LowerBound, "Lower bound",
        "No grouping of these data into groups of k owners loses less. This is proved.";
    Ncp, "NCP",
        "Normalised certainty penalty: share of all leaves that are below a published item, on average.";
    MeanLength, "Mean length",
        "Items of a published row, on average.";
    MeanLevel, "Mean level",
        "Level of a published item in the taxonomy, on average. The root is level 1.";
    CountQuery, "COUNT query",
        "The question \"how many rows have all of these words?\". The relative error is the difference of the answers \
        from release and data, as a share of the true answer. Words are drawn from one row, or from all words.";
    TopWords, "Error of top words",
        "Relative error of the number of rows with a word, on average over the most frequent words. A category is \
        divided evenly among the words below it.";
    TopQueries, "Error of top queries",
        "Relative error of the number of owners of a query, on average over the queries with most owners. Only whole \
        queries that are published count.";
    TopRows, "Error of top rows",
        "Relative error of the number of owners with a row, on average over the most frequent rows of several owners. \
        Only rows that are published without generalization count.";
    Itemset, "Itemset",
        "Items that many rows have together. Items are lifted to a level of the taxonomy (the root is level 1), or taken \
        as they are.";
    Rule, "Association rule",
        "Rows with a also have b: in at least 0.5 % of all rows, and in half of the rows with a. A rule of the data is \
        kept if its confidence in the release differs by at most 0.1. A rule of the release that does not hold in the \
        data is spurious.";
    PairSupport, "Error of pair supports",
        "Relative error of the number of rows with a pair of items, on average over the most frequent pairs.";
    LikeOwners, "Like owners kept",
        "Each owner has ten owners with the most similar rows (tf-idf). Share of them that is still among the ten.";
    ItemDistance, "Distance of items",
        "Change of the frequencies of items (Jensen-Shannon distance): 0 is equal, 1 is nothing in common.";
}
