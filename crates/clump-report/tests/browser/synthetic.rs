//! A page as large as that of a log of 53,058 owners, made of invented words. Always the same.

use std::collections::BTreeMap;

use clump_core::fate::{Fate, MOST_NAMED};
use clump_core::information::InformationKept;
use clump_core::inspect::TaxonomySize;
use clump_core::measure::Measures;
use clump_core::promise::KAnonymity;
use clump_core::risk::{
    GuessedBy, Homogeneous, Implication, Linkage, PieceCertainty, PieceRisk, Proportion, Reassociation, Risk,
    SensitiveCertainty, UniqueShare,
};
use clump_core::taxonomy::PricedIn;
use clump_core::utility::{CountError, ItemSource, ItemsetsKept, RulesKept, TopCounts, Utility};
use clump_core::verify::{Counted, Verdict};
use clump_report::page::{GroupRow, Page, TreeNode};
use clump_report::{
    Assessment, Certificate, CertifiedPromise, CertifiedProperty, ComparedRun, Cost, Figures, FloorAt, Kind,
    LeftOut, Noun, OwnersRead, PublishedFigures, ReleaseFacts, RowFigures, RowsOfAnOwner, Runs, Sample,
    SampleRow, TaxonomyFacts, Words, not_covered,
};

const K: usize = 5;
const MEAN_LENGTH: usize = 21;

/// How large a page is.
#[derive(Clone, Copy)]
pub struct Size {
    pub owners: usize,
    pub nodes: usize,
    pub items: usize,
    pub groups: usize,
}

/// A report of 53,058 owners in WordNet.
pub const REPORT: Size = Size { owners: 53_058, nodes: 26_565, items: 18_612, groups: 10_000 };

/// Numbers that look random: an additive generator with a mixed output.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }
}

/// All views with something in them.
pub fn page(size: Size) -> Page {
    let mut dice = Dice(1);
    let mut tree = tree(size, &mut dice);
    let groups = groups(size, &mut tree, &mut dice);
    let fates = fates(size, &tree, &mut dice);
    let words = words(&fates);
    Page {
        title: "Query log of 53,058 owners".to_owned(),
        notes: vec!["The log is generated; its words are invented.".to_owned()],
        skipped: None,
        noun: Noun::default(),
        date: Some("2026-01-31".parse().expect("a date")),
        certificate: Some(certificate(size, groups.len())),
        sample: Some(sample(&groups, &tree)),
        figures: Some(figures(size, words, groups.len())),
        facts: Vec::new(),
        certain: None,
        assessment: Some(assessment()),
        comparison: Some(comparison()),
        advice: Vec::new(),
        fates,
        tree,
        groups,
    }
}

/// A tree whose last `items` nodes are the items; node 0 is the root.
fn tree(size: Size, dice: &mut Dice) -> Vec<TreeNode> {
    (0..size.nodes)
        .map(|node| TreeNode {
            name: if node == 0 { "entity".to_owned() } else { word(node, dice) },
            parent: (node > 0).then(|| (node as f64 * (0.08 + 0.3 * dice.unit())) as u32),
            before: 0,
            after: 0,
        })
        .collect()
}

/// A word that no other node has: its number in syllables, and some more.
fn word(mut number: usize, dice: &mut Dice) -> String {
    const STARTS: [&str; 14] = ["b", "d", "f", "gr", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v"];
    const ENDS: [&str; 8] = ["a", "e", "en", "i", "o", "or", "u", "ai"];
    let mut word = String::new();
    while number > 0 {
        word += STARTS[number % STARTS.len()];
        number /= STARTS.len();
        word += ENDS[dice.below(ENDS.len())];
    }
    // The number can be read back from the consonants, which none of these ends with.
    word + ["", "", "xia", "xter ware"][dice.below(4)]
}

/// Groups of owners with Zipfian items, published as ancestors. Counts what the tree holds on the way.
fn groups(size: Size, tree: &mut [TreeNode], dice: &mut Dice) -> Vec<GroupRow> {
    let first_item = size.nodes - size.items;
    let mut groups = Vec::new();
    for group in 0..size.groups {
        let rows = size.owners * (group + 1) / size.groups - size.owners * group / size.groups;
        let mut row = || -> Vec<u32> {
            let length = 1 + dice.below(2 * MEAN_LENGTH);
            (0..length)
                .map(|_| (first_item + (size.items as f64).powf(dice.unit()) as usize - 1) as u32)
                .collect()
        };
        let originals: Vec<Vec<u32>> = (0..rows).map(|_| row()).collect();
        originals.iter().flatten().for_each(|&item| tree[item as usize].before += 1);
        let shortest = originals.iter().min_by_key(|row| row.len()).cloned().unwrap_or_default();
        let items: Vec<u32> = shortest
            .into_iter()
            .map(|item| (0..dice.below(3)).fold(item, |node, _| above(tree, node)))
            .collect();
        items.iter().for_each(|&item| tree[item as usize].after += rows as u64);
        groups.push(GroupRow { owners: rows, items, originals });
    }
    groups
}

fn above(tree: &[TreeNode], node: u32) -> u32 {
    tree[node as usize].parent.unwrap_or(0)
}

fn fates(size: Size, tree: &[TreeNode], dice: &mut Dice) -> Vec<Fate> {
    (size.nodes - size.items..size.nodes)
        .map(|item| {
            let occurrences = tree[item].before as usize;
            let exact = (occurrences as f64 * 0.2 * dice.unit()) as usize;
            let generalized = ((occurrences - exact) as f64 * dice.unit()) as usize;
            let (mut became, mut ancestor, mut left) = (Vec::new(), item as u32, generalized);
            while left > 0 && became.len() < MOST_NAMED {
                ancestor = above(tree, ancestor);
                let times = left.div_ceil(2);
                became.push((tree[ancestor as usize].name.clone(), times));
                left -= times;
            }
            let suppressed = occurrences - exact - generalized;
            Fate { item: tree[item].name.clone(), occurrences, exact, generalized, suppressed, became }
        })
        .collect()
}

/// The first ten groups.
fn sample(groups: &[GroupRow], tree: &[TreeNode]) -> Sample {
    let label = |&node: &u32| tree[node as usize].name.clone();
    let row = |group: &GroupRow| SampleRow {
        number: None,
        text: None,
        owners: Some(group.owners),
        cells: group.items.iter().map(label).collect(),
    };
    Sample { of: groups.len(), rows: groups.iter().take(10).map(row).collect() }
}

/// What became of the items, and of 40,000 words that no item stands for.
fn words(fates: &[Fate]) -> Words {
    let sum = |figure: fn(&Fate) -> usize| fates.iter().map(figure).sum::<usize>();
    let left_out = LeftOut { unknown: 40_000, dropped: 0 };
    Words::new(sum(|fate| fate.occurrences), sum(|fate| fate.exact), sum(|fate| fate.generalized), left_out)
        .with_information(InformationKept { information_kept: Some(0.412), links_kept: Some(0.087) })
}

/// What the publisher alone sees.
fn figures(size: Size, words: Words, groups: usize) -> Figures {
    Figures::Rows {
        words,
        owners: OwnersRead { owners_read: size.owners + 17, owners_dropped: 17 },
        pieces: None,
        taxonomy: TaxonomySize { nodes: size.nodes, leaves: size.items, levels: 12 },
        measures: Measures {
            rows: size.owners,
            owners: size.owners,
            groups,
            smallest_group: K,
            loss_per_item: 0.361,
            ncp: 0.142,
            mean_length: 12.4,
            mean_level: 7.31,
            ..Measures::default()
        },
        floor: None,
        bits: None,
        sensitive_items: None,
        applied: None,
    }
}

fn certificate(size: Size, groups: usize) -> Certificate {
    let verdict = Verdict {
        holds: true,
        counted: Counted::Owners,
        rows: size.owners,
        sets: groups,
        smallest: K,
        violations: 0,
        first: None,
    };
    let property = CertifiedProperty::new(KAnonymity { k: K }.into(), verdict);
    let promise = CertifiedPromise::try_from(vec![property]).expect("one property");
    Certificate {
        tool: "clump".to_owned(),
        version: "0.1.0".to_owned(),
        sensitive_items: Vec::new(),
        owner_is: "column AnonID".to_owned(),
        certain: None,
        method: "nearest".to_owned(),
        parameters: BTreeMap::from([("effort".to_owned(), "normal".into()), ("k".to_owned(), K.into())]),
        published: PublishedFigures::Rows(RowFigures {
            rows: size.owners,
            groups,
            smallest_group: K,
            mean_length: 12.4,
            whole_queries: None,
        }),
        release: ReleaseFacts {
            format: "tsv".to_owned(),
            layout: "rows".to_owned(),
            blake3: "9f1c".repeat(16),
            tables: Vec::new(),
        },
        taxonomy: Some(TaxonomyFacts {
            source: "wordnet".to_owned(),
            blake3: Some("07ab".repeat(16)),
            overrides: false,
        }),
        not_covered: not_covered(&promise.promise(), RowsOfAnOwner::One, &BTreeMap::new())
            .into_iter()
            .map(str::to_owned)
            .collect(),
        promise,
    }
}

fn assessment() -> Assessment {
    let of = |unique: [f64; 5], row: [f64; 5], group: [f64; 5], highest: f64| Risk {
        prosecutor_highest: highest,
        prosecutor_mean: 0.97 * highest,
        journalist: Some(highest / 2.0),
        unique: (1..)
            .zip(unique)
            .map(|(known, share)| UniqueShare { known, attacked: 1_000, share })
            .collect(),
        linkage: (1..)
            .zip(row.into_iter().zip(group))
            .map(|(known, (row, group))| Linkage {
                known,
                attacked: 1_000,
                right_row: proportion(row),
                right_group: proportion(group),
            })
            .collect(),
        homogeneous: Some(Homogeneous { groups: (1000.0 * highest) as usize, owners: 1_204 }),
    };
    let before = [0.021, 0.344, 0.781, 0.942, 0.988];
    let linked = [0.034, 0.401, 0.812, 0.955, 0.991];
    Assessment {
        before: of(before, linked, linked, 1.0),
        after: of([0.0; 5], [0.002, 0.021, 0.058, 0.089, 0.108], [0.011, 0.104, 0.284, 0.441, 0.552], 0.2),
        pieces: None,
        utility: utility(),
        sensitive_items: None,
        classification: None,
    }
}

/// What pieces give away.
pub fn piece_risk() -> PieceRisk {
    let linked = |(known, share): (usize, f64)| Linkage {
        known,
        attacked: 1_000,
        right_row: proportion(share / 6.0),
        right_group: proportion(share),
    };
    let guessed = |(by, [one, ten]): (GuessedBy, [f64; 2])| Reassociation {
        by,
        attacked: 1_000,
        at_one: proportion(one),
        at_ten: proportion(ten),
        lift_at_one: Some(one / 0.021),
        lift_at_ten: Some(ten / 0.184),
    };
    let shares = [[0.214, 0.702], [0.038, 0.201], [0.0, 0.001], [0.187, 0.688], [0.021, 0.184]];
    let implied = |(known, certain, occurrences): (&str, &str, u64)| Implication {
        known: known.to_owned(),
        certain: certain.to_owned(),
        occurrences,
    };
    PieceRisk {
        linkage_by_query: (1..).zip([0.62, 0.71, 0.74, 0.78, 0.81]).map(linked).collect(),
        reassociation: GuessedBy::ALL.into_iter().zip(shares).map(guessed).collect(),
        certainty: PieceCertainty {
            labels: 4_396,
            certain_labels: 19,
            share: 0.002,
            shown: [("francisco", "san", 41), ("hut", "pizza", 17)].map(implied).to_vec(),
            sensitive: vec![SensitiveCertainty {
                node: "<illness>".to_owned(),
                owners_before: 1_204,
                owners: 12,
            }],
        },
    }
}

fn proportion(share: f64) -> Proportion {
    let reach = 1.96 * (share * (1.0 - share) / 1000.0).sqrt();
    Proportion { share, low: (share - reach).max(0.0), high: (share + reach).min(1.0) }
}

fn utility() -> Utility {
    let workload = |drawn, errors: [f64; 4]| {
        (1..).zip(errors).map(move |(items, mean_error)| CountError {
            drawn,
            items,
            queries: 1_000,
            mean_error,
            median_error: 0.7 * mean_error,
        })
    };
    let levels = [Some(3), Some(5), Some(7), Some(9), None];
    Utility {
        count_queries: workload(ItemSource::Data, [0.41, 0.66, 0.79, 0.86])
            .chain(workload(ItemSource::Uniform, [0.12, 0.05, 0.01, 0.004]))
            .collect(),
        top_words: TopCounts { top: 100, mean_error: 0.23 },
        top_rows: TopCounts { top: 41, mean_error: 0.64 },
        frequent_itemsets: (levels.into_iter().zip([97usize, 88, 71, 52, 38]))
            .flat_map(|(level, kept)| {
                (1..=3).map(move |size| ItemsetsKept { level, size, top: 100, kept: kept - 9 * (size - 1) })
            })
            .collect(),
        rules: (levels.into_iter().zip([45usize, 31, 22, 12, 9]))
            .map(|(level, kept)| RulesKept { level, rules: 50, kept, published: 70, spurious: 70 - kept })
            .collect(),
        pair_support_error: 0.527,
        item_distance: 0.31,
        neighbour_overlap: Some(0.44),
    }
}

fn comparison() -> Runs {
    let ks = [2, 5, 7, 10, 15];
    let methods = [
        ("nearest", [0.19, 0.361, 0.412, 0.46, 0.51]),
        ("clump, r = 10", [0.42, 0.69, 0.74, 0.79, 0.83]),
        ("clump, sets", [0.45, 0.71, 0.76, 0.81, 0.84]),
        ("partition", [0.61, 0.8, 0.83, 0.86, 0.89]),
        ("apriori, m = 2", [0.88, 0.885, 0.9, 0.91, 0.93]),
    ];
    let cell = |method: &str, k: usize, loss: f64| {
        let share = 0.5 / k as f64;
        let cost = Cost {
            as_typed_share: Some(0.1 * (1.0 - loss)),
            generalized_share: Some(0.9 * (1.0 - loss)),
            gone_share: Some(loss),
            information_kept: Some(0.7 * (1.0 - loss)),
            links_kept: Some(0.3 * (1.0 - loss)),
            loss_per_item: Some(loss),
            ncp: Some(loss / 3.0),
            mean_length: Some(20.0 * (1.0 - loss)),
            mean_level: Some(9.0 - 3.0 * loss),
            count_error: Some(loss / 1.2),
            top_words_error: Some(loss / 2.0),
            top_rows_error: Some(loss),
            rules_kept: Some(1.0 - loss),
            linkage: Some(Proportion { share, low: share / 2.0, high: share * 2.0 }),
            ..Cost::default()
        };
        ComparedRun {
            holds: Some(true),
            seconds: Some(0.3 + loss),
            cost: Some(cost),
            ..ComparedRun::new(method, Kind::Rows, Some(k), KAnonymity { k }.into())
        }
    };
    let floors = ks.iter().zip([0.171, 0.342, 0.385, 0.424, 0.47]);
    Runs {
        cells: methods
            .iter()
            .flat_map(|(method, losses)| ks.iter().zip(losses).map(|(&k, &loss)| cell(method, k, loss)))
            .collect(),
        floors: floors.map(|(&k, loss)| FloorAt::new(k, PricedIn::Lm, loss, false)).collect(),
        ..Runs::default()
    }
}
