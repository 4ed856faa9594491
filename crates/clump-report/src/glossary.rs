//! The terms of the trade in one sentence each. Wherever a figure stands, its sentence stands beside it, and it is taken
//! from here: one term, one meaning, in all views and on the terminal.
//!
//! Sentences say "owner"; [`Noun::say`](crate::Noun::say) puts in the word for owners.

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
        "Owners whose published rows are equal, so that nobody can tell them apart.";
    Prosecutor, "Prosecutor, highest",
        "The chance that an attacker finds an owner who is known to be in the data, and whose published row is known: one \
        in the number of owners that share the row. The highest of all owners.";
    Marketer, "Prosecutor and marketer, mean",
        "The same chance, on average over all owners. Also what an attacker achieves who wants to find as many as \
        possible (a marketer).";
    Journalist, "Journalist",
        "The same chance for an attacker who does not know who is in the data, only the population they come from.";
    Unique, "Unique",
        "Share of the owners whose row is the only one that holds some of their items, drawn at random.";
    Noise, "Kept with noise",
        "Share of all pairs of an owner and an item whose item would be published, on average, in a table of counts with \
        differential privacy.";
    Linkage, "Linkage",
        "An attacker knows some items of an owner and takes the row that explains them best: how often that row is the \
        owner's.";
    Homogeneous, "Homogeneous groups",
        "Groups whose published row shows something sensitive: whoever knows that an owner is in such a group knows it.";
    KnownQueries, "Linkage by queries",
        "An attacker knows some whole queries of an owner, of those that k owners typed, and takes the row that has the \
        text of one, or else explains their words best: how often that row is the owner's, and how often it stands for \
        the owner among others.";
    Reassociation, "Rows of one owner",
        "Rows of one owner are not linked. An attacker has one row of an owner and guesses another: how often that row \
        stands for the same owner. Controls do not look at the row; what an attack finds beyond them is what the row \
        gives away.";
    Reference, "A log of others",
        "Rows whose words go together with those of the given row in a log of other people: the half of the owners that \
        is not attacked.";
    Closeness, "Closeness in the taxonomy",
        "Rows with a word that is close to one of the given row. The taxonomy stands in for vectors of words, which might \
        find more.";
    Rarity, "Rarity",
        "The rows of fewest owners.";
    Size, "Common rows",
        "The rows of most owners, whatever row is given: what can be guessed of anyone. An attack that finds no more has \
        learned nothing from the row.";
    Chance, "Chance",
        "Rows drawn in proportion to their owners.";
    Lift, "Lift",
        "How many times as often as by chance.";
    CertainLabels, "Labels that make another certain",
        "Every published row with the label has another one, too: whoever knows that an owner has the first knows the \
        second. Mostly phrases.";
    CertainShare, "Published under such labels",
        "The share of all published labels that make another certain, counted for each owner.";
    SensitiveCertain, "Sensitive things that a known word makes certain",
        "Owners of whom one known word that is not sensitive makes something sensitive certain, with the data as they are \
        and with the release.";
    InformationKept, "Information kept",
        "How much the published words still tell of all that was typed, in bits: a word tells the more, the rarer it is, \
        and the top of the taxonomy tells nothing. It compares releases in one taxonomy, never taxonomies.";
    LinksKept, "Links kept",
        "The same of pairs of words that one row of the data has: a pair is kept as far as both words are published in \
        one row.";
    Ceiling, "Ceiling",
        "No release in which every row stands for as many owners keeps more of the information in words, however it is \
        made.";
    LossPerItem, "The paper's loss (GGD)",
        "Group generalization distortion, of the items that were grouped: 0 % tells all, 100 % tells nothing. It counts \
        how many words an ancestor may stand for, not how many words are exact.";
    Bits, "Bits lost",
        "The share of what the items tell that is lost. A label tells the more bits the fewer of all items are at or \
        below it. Bits compare methods on one taxonomy, never taxonomies: with its words shuffled, one may do better.";
    Floor, "Floor",
        "A lower bound, proved on these data: no grouping into groups of k owners loses less.";
    Ncp, "NCP",
        "Normalised certainty penalty: the share of all words that a published item may stand for, on average.";
    MeanLength, "Mean length",
        "Items of a published row, on average.";
    MeanLevel, "Mean level",
        "Level of a published item in the taxonomy, on average. The root is level 1.";
    CountQuery, "COUNT query",
        "How many rows hold all of some words? The relative error is how far the answer from the release is from the true \
        one, as a share of the true one. Words are drawn from one row, or uniformly from all.";
    TopWords, "Error of top words",
        "How far the number of rows that hold a word is off, on average over the most frequent words. A published node \
        counts evenly for the words below it.";
    TopQueries, "Error of top queries",
        "How far the number of owners who asked a query is off, on average over the queries that most owners asked. Only \
        a text that is published word for word tells it.";
    TopRows, "Error of top rows",
        "How far the number of owners with a row is off, on average over the most frequent rows that several owners have; \
        only rows that are published word for word count. Where the unit is a query, a row is a query.";
    Itemset, "Itemset",
        "Items that many rows hold together. Items are lifted to a level of the taxonomy (the root is level 1), or taken \
        as they are.";
    Rule, "Association rule",
        "Who has a also has b: in at least 0.5 % of the rows, and in half of those with a. A rule of the data is kept if \
        the release has it with a confidence that is off by at most 0.1; a rule of the release that does not hold in the \
        data so is spurious.";
    PairSupport, "Error of pair supports",
        "How far the number of rows that hold a pair of items is off, on average over the most frequent pairs.";
    LikeOwners, "Like owners kept",
        "Of the ten owners with the most similar rows, weighted by rare items (tf-idf), the share that is still among the \
        ten.";
    ItemDistance, "Distance of items",
        "How far the frequencies of items moved (Jensen-Shannon distance): 0 is alike, 1 has nothing in common.";
}
