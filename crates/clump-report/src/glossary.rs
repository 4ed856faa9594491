//! The terms of the trade in one sentence each. Wherever a figure stands, its sentence stands beside it, and it is taken
//! from here: one term, one meaning, in all views and on the terminal.
//!
//! Sentences say "owner"; [`Noun::say`](crate::Noun::say) puts in what owners are called.

/// A word that a reader may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Owners who are published alike.
    Group,
    /// Who knows the row of somebody.
    Prosecutor,
    /// Who wants to find anyone.
    Marketer,
    /// Who does not know who is in the data.
    Journalist,
    /// Whom known items single out.
    Unique,
    /// What is left of counts with noise.
    Noise,
    /// The attack by known items.
    Linkage,
    /// Groups that hide nothing.
    Homogeneous,
    /// The attack by known queries.
    KnownQueries,
    /// Which rows are of one owner.
    Reassociation,
    /// Guesses from a log of others.
    Reference,
    /// Guesses from the taxonomy.
    Closeness,
    /// Guesses of rare rows.
    Rarity,
    /// The control of those who know nothing.
    Size,
    /// The control by chance.
    Chance,
    /// How much more than by chance.
    Lift,
    /// Labels that make others certain.
    CertainLabels,
    /// How much is published under them.
    CertainShare,
    /// Sensitive things that a known word gives away.
    SensitiveCertain,
    /// Bits of single words.
    InformationKept,
    /// Bits of words together.
    LinksKept,
    /// The most bits that any release keeps.
    Ceiling,
    /// The paper's loss, per item.
    LossPerItem,
    /// The loss in bits.
    Bits,
    /// What no grouping can do better.
    Floor,
    /// He and Naughton's loss.
    Ncp,
    /// Items of a row.
    MeanLength,
    /// Depth of an item.
    MeanLevel,
    /// The question that analysts ask most.
    CountQuery,
    /// Counts of the most frequent words.
    TopWords,
    /// Counts of the most frequent queries.
    TopQueries,
    /// Counts of the most frequent rows.
    TopRows,
    /// Items that go together.
    Itemset,
    /// Items that follow from others.
    Rule,
    /// How many rows hold a pair.
    PairSupport,
    /// Owners with like rows.
    LikeOwners,
    /// How far two distributions are apart.
    ItemDistance,
}

impl Term {
    /// What it is called above a figure.
    pub fn name(self) -> &'static str {
        match self {
            Term::Group => "Groups",
            Term::Prosecutor => "Prosecutor, highest",
            Term::Marketer => "Prosecutor and marketer, mean",
            Term::Journalist => "Journalist",
            Term::Unique => "Unique",
            Term::Noise => "Kept with noise",
            Term::Linkage => "Linkage",
            Term::Homogeneous => "Homogeneous groups",
            Term::KnownQueries => "Linkage by queries",
            Term::Reassociation => "Rows of one owner",
            Term::Reference => "A log of others",
            Term::Closeness => "Closeness in the taxonomy",
            Term::Rarity => "Rarity",
            Term::Size => "Common rows",
            Term::Chance => "Chance",
            Term::Lift => "Lift",
            Term::CertainLabels => "Labels that make another certain",
            Term::CertainShare => "Published under such labels",
            Term::SensitiveCertain => "Sensitive things that a known word makes certain",
            Term::InformationKept => "Information kept",
            Term::LinksKept => "Links kept",
            Term::Ceiling => "Ceiling",
            Term::LossPerItem => "The paper's loss (GGD)",
            Term::Bits => "Bits lost",
            Term::Floor => "Floor",
            Term::Ncp => "NCP",
            Term::MeanLength => "Mean length",
            Term::MeanLevel => "Mean level",
            Term::CountQuery => "COUNT query",
            Term::TopWords => "Error of top words",
            Term::TopQueries => "Error of top queries",
            Term::TopRows => "Error of top rows",
            Term::Itemset => "Itemset",
            Term::Rule => "Association rule",
            Term::PairSupport => "Error of pair supports",
            Term::LikeOwners => "Like owners kept",
            Term::ItemDistance => "Distance of items",
        }
    }

    /// What it means.
    pub fn sentence(self) -> &'static str {
        match self {
            Term::Group => "Owners whose published rows are equal, so that nobody can tell them apart.",
            Term::Prosecutor => {
                "The chance that an attacker finds an owner who is known to be in the data, and whose published row is \
                 known: one in the number of owners that share the row. The highest of all owners."
            }
            Term::Marketer => {
                "The same chance, on average over all owners. Also what an attacker achieves who wants to find as many as \
                 possible (a marketer)."
            }
            Term::Journalist => {
                "The same chance for an attacker who does not know who is in the data, only the population they come from."
            }
            Term::Unique => {
                "Share of the owners whose row is the only one that holds some of their items, drawn at random."
            }
            Term::Noise => {
                "Share of all pairs of an owner and an item whose item would be published, on average, in a table of counts \
                 with differential privacy."
            }
            Term::Linkage => {
                "An attacker knows some items of an owner and takes the row that explains them best: how often that row is \
                 the owner's."
            }
            Term::Homogeneous => {
                "Groups whose published row shows something sensitive: whoever knows that an owner is in such a group knows \
                 it."
            }
            Term::KnownQueries => {
                "An attacker knows some whole queries of an owner, of those that k owners typed, and takes the row that has the \
                 text of one, or else explains their words best: how often that row is the owner's, and how often it stands for the owner among others."
            }
            Term::Reassociation => {
                "Rows of one owner are not linked. An attacker has one row of an owner and guesses another: how often that row \
                 stands for the same owner. Controls do not look at the row; what an attack finds beyond them is what the row \
                 gives away."
            }
            Term::Reference => {
                "Rows whose words go together with those of the given row in a log of other people: the half of the owners \
                 that is not attacked."
            }
            Term::Closeness => {
                "Rows with a word that is close to one of the given row. The taxonomy stands in for vectors of words, which \
                 might find more."
            }
            Term::Rarity => "The rows of fewest owners.",
            Term::Size => {
                "The rows of most owners, whatever row is given: what can be guessed of anyone. An attack that finds no more \
                 has learned nothing from the row."
            }
            Term::Chance => "Rows drawn in proportion to their owners.",
            Term::Lift => "How many times as often as by chance.",
            Term::CertainLabels => {
                "Every published row with the label has another one, too: whoever knows that an owner has the first knows the \
                 second. Mostly phrases."
            }
            Term::CertainShare => {
                "The share of all published labels that make another certain, counted for each owner."
            }
            Term::SensitiveCertain => {
                "Owners of whom one known word that is not sensitive makes something sensitive certain, with the data as they \
                 are and with the release."
            }
            Term::InformationKept => {
                "How much the published words still tell of all that was typed, in bits: a word tells the more, the rarer it \
                 is, and the top of the taxonomy tells nothing. It compares releases in one taxonomy, never taxonomies."
            }
            Term::LinksKept => {
                "The same of pairs of words that one row of the data has: a pair is kept as far as both words are published \
                 in one row."
            }
            Term::Ceiling => {
                "No release in which every row stands for as many owners keeps more of the information in words, however it is \
                 made."
            }
            Term::LossPerItem => {
                "Group generalization distortion, of the items that were grouped: 0 % tells all, 100 % tells nothing. It \
                 counts how many words an ancestor may stand for, not how many words are exact."
            }
            Term::Bits => {
                "The share of what the items tell that is lost. A label tells the more bits the fewer of all items are at or \
                 below it. Bits compare methods on one taxonomy, never taxonomies: with its words shuffled, one may do better."
            }
            Term::Floor => {
                "A lower bound, proved on these data: no grouping into groups of k owners loses less."
            }
            Term::Ncp => {
                "Normalised certainty penalty: the share of all words that a published item may stand for, on average."
            }
            Term::MeanLength => "Items of a published row, on average.",
            Term::MeanLevel => "Level of a published item in the taxonomy, on average. The root is level 1.",
            Term::CountQuery => {
                "How many rows hold all of some words? The relative error is how far the answer from the release is from \
                 the true one, as a share of the true one. Words are drawn from one row, or uniformly from all."
            }
            Term::TopWords => {
                "How far the number of rows that hold a word is off, on average over the most frequent words. A published \
                 node counts evenly for the words below it."
            }
            Term::TopQueries => {
                "How far the number of owners who asked a query is off, on average over the queries that most owners asked. Only \
                 a text that is published word for word tells it."
            }
            Term::TopRows => {
                "How far the number of owners with a row is off, on average over the most frequent rows that several owners \
                 have; only rows that are published word for word count. Where the unit is a query, a row is a query."
            }
            Term::Itemset => {
                "Items that many rows hold together. Items are lifted to a level of the taxonomy (the root is level 1), or \
                 taken as they are."
            }
            Term::Rule => {
                "Who has a also has b: in at least 0.5 % of the rows, and in half of those with a. A rule of the data is kept \
                 if the release has it with a confidence that is off by at most 0.1; a rule of the release that does not \
                 hold in the data so is spurious."
            }
            Term::PairSupport => {
                "How far the number of rows that hold a pair of items is off, on average over the most frequent pairs."
            }
            Term::LikeOwners => {
                "Of the ten owners with the most similar rows, weighted by rare items (tf-idf), the share that is still \
                 among the ten."
            }
            Term::ItemDistance => {
                "How far the frequencies of items moved (Jensen-Shannon distance): 0 is alike, 1 has nothing in common."
            }
        }
    }
}
