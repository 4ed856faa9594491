//! Tables I and II: the paper's five baskets of food, made 2-anonymous.

use clump_core::release::Release;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_report::number;
use clump_report::reproduction::{Cell, Claim, Column, Exhibit, ExhibitData, Held, Table};

use super::grid;
use super::grid::Share;
use super::setting::{Algorithm, Setting};
use super::source::Subset;
use super::trial::{self, Trial};

/// The taxonomy of Figure 1, as pairs of a child and its parent.
const FOOD: [(&str, &str); 11] = [
    ("fruit", "food"),
    ("meat", "food"),
    ("dairy", "food"),
    ("apple", "fruit"),
    ("orange", "fruit"),
    ("banana", "fruit"),
    ("chicken", "meat"),
    ("beef", "meat"),
    ("milk", "dairy"),
    ("butter", "dairy"),
    ("cheese", "dairy"),
];

/// For t1 to t5, the purchases, and the rows that the paper prints for Partition and for Clump.
const BASKETS: [[&str; 3]; 5] = [
    ["orange, chicken, beef", "fruit, meat", "fruit, beef, food"],
    ["banana, beef, cheese", "food", "fruit, beef, food"],
    ["chicken, milk, butter", "food", "chicken, food"],
    ["apple, chicken", "fruit, meat", "chicken, food"],
    ["chicken, beef", "food", "chicken, food"],
];

/// Losses that the paper states for these rows.
const PARTITION_LOSS: f64 = 8.85;
const CLUMP_LOSS: f64 = 6.57;

/// The release of one algorithm for the five baskets.
struct Published {
    rows: Vec<String>,
    trial: Trial,
    /// Exact loss, multiplied by `scale` to get a whole number.
    units: f64,
    scale: u32,
}

/// Makes Tables I and II, and returns them with the releases that they show.
pub(super) fn exhibits() -> (Vec<Exhibit>, Vec<Trial>) {
    let [partition, clump, ours] =
        [Algorithm::Partition, Algorithm::Clump1, Algorithm::Nearest].map(Published::by);
    let exhibits = vec![table_1(&partition), table_2(&partition, &clump, &ours)];
    (exhibits, vec![partition.trial, clump.trial, ours.trial])
}

fn table_1(partition: &Published) -> Exhibit {
    let claims = vec![
        partition.prints_the_papers_rows(
            "Partition publishes t1 and t4 as fruit and meat, the others as food.",
            1,
        ),
        Claim {
            here: format!(
                "{}. The paper's own terms, [2 (2/7 + 1/7) + 1] + [3 + 5], add up to the same; its total leaves \
                 out a suppressed item.",
                partition.told_loss()
            ),
            ..partition.loses("Partition loses 8.85 (Section IV.B).", PARTITION_LOSS)
        },
    ];
    Exhibit {
        id: "table-1".to_owned(),
        title: "Table I: five baskets and Partition".to_owned(),
        data: ExhibitData::Baskets,
        about: vec![
            "The motivating example, with the taxonomy of the paper's Figure 1, at k = 2.".to_owned(),
        ],
        claims,
        charts: Vec::new(),
        table: table(&[("Partition", partition)]),
    }
}

fn table_2(partition: &Published, clump: &Published, ours: &Published) -> Exhibit {
    let less = Share::count([clump.units < partition.units]);
    let claims = vec![
        clump.prints_the_papers_rows(
            "Clump publishes t1 and t2 as fruit, beef and food, the others as chicken and food.",
            2,
        ),
        clump.loses("Clump loses 6.57.", CLUMP_LOSS),
        Claim {
            paper: "Clump loses less than Partition.".to_owned(),
            verdict: grid::of_share(less),
            here: format!("{} against {}.", clump.told_loss(), partition.told_loss()),
        },
    ];
    Exhibit {
        id: "table-2".to_owned(),
        title: "Table II: the same baskets and Clump".to_owned(),
        data: ExhibitData::Baskets,
        about: vec!["The paper's complete example, at k = 2, with our own method beside it.".to_owned()],
        claims,
        charts: Vec::new(),
        table: table(&[("Partition", partition), ("Clump", clump), ("ours", ours)]),
    }
}

impl Published {
    fn by(algorithm: Algorithm) -> Published {
        let subset = baskets();
        let setting = Setting::new(algorithm, BASKETS.len(), 2);
        let (trial, release) = trial::run(setting, &subset, &()).expect("five owners can be 2-anonymous");
        let rows = (0..BASKETS.len()).map(|row| words(&release, row, &subset.taxonomy)).collect();
        let scale = subset.taxonomy.scale();
        Published { rows, trial, units: (trial.loss * f64::from(scale)).round(), scale }
    }

    /// Makes the claim that the rows equal column `column` of [`BASKETS`].
    fn prints_the_papers_rows(&self, paper: &str, column: usize) -> Claim {
        let equal = Share::count(self.rows.iter().zip(BASKETS).map(|(here, paper)| here == paper[column]));
        Claim {
            paper: paper.to_owned(),
            verdict: grid::of_share(equal),
            here: format!("{} of {} rows are the paper's.", equal.hold, equal.of),
        }
    }

    /// Makes the claim that the loss is `claimed`. The paper truncates losses to two decimals.
    fn loses(&self, paper: &str, claimed: f64) -> Claim {
        let is_equal = (self.trial.loss - claimed).abs() < 0.01;
        Claim {
            paper: paper.to_owned(),
            verdict: if is_equal { Held::Yes } else { Held::No },
            here: format!("{}.", self.told_loss()),
        }
    }

    /// The loss as a fraction and as a number, such as `46/7 = 6.571`.
    fn told_loss(&self) -> String {
        format!("{}/{} = {}", self.units, self.scale, number(self.trial.loss, 3))
    }
}

fn baskets() -> Subset {
    let taxonomy = Taxonomy::from_pairs(FOOD).expect("Figure 1 is a tree");
    let item = |name| taxonomy.find(name).expect("baskets hold what Figure 1 has");
    let transactions = Transactions::one_per_owner(
        BASKETS.map(|[bought, ..]| bought.split(", ").map(item).collect::<Vec<_>>()),
    );
    Subset { transactions, taxonomy }
}

/// The items of a row as the paper orders them: in preorder of the taxonomy, with root items last.
fn words(release: &Release, row: usize, taxonomy: &Taxonomy) -> String {
    let (roots, others): (Vec<Node>, Vec<Node>) =
        release.get(row).iter().partition(|&&item| item == Node::ROOT);
    let names: Vec<&str> = others.into_iter().chain(roots).map(|item| taxonomy.name(item)).collect();
    names.join(", ")
}

fn table(algorithms: &[(&str, &Published)]) -> Table {
    let text = |text: &str| Cell::Text(text.to_owned());
    let mut columns = vec![Column::text("basket"), Column::text("bought")];
    columns.extend(algorithms.iter().map(|(name, _)| Column::text(*name)));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (row, [bought, ..]) in BASKETS.iter().enumerate() {
        let mut cells = vec![Cell::Text(format!("t{}", row + 1)), text(bought)];
        cells.extend(algorithms.iter().map(|(_, published)| text(&published.rows[row])));
        rows.push(cells);
    }
    let mut losses = vec![text("loss"), Cell::None];
    losses.extend(algorithms.iter().map(|(_, published)| Cell::Text(published.told_loss())));
    rows.push(losses);
    Table { columns, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_rows_and_losses_come_out_but_for_its_misprint() {
        let (exhibits, trials) = exhibits();
        let verdicts: Vec<Vec<Held>> = exhibits
            .iter()
            .map(|exhibit| exhibit.claims.iter().map(|claim| claim.verdict).collect())
            .collect();
        assert_eq!(verdicts, [vec![Held::Yes, Held::No], vec![Held::Yes; 3]]);
        let losses: Vec<&Cell> = exhibits[1].table.rows[5].iter().skip(2).collect();
        let expected =
            ["69/7 = 9.857", "46/7 = 6.571", "44/7 = 6.286"].map(|loss| Cell::Text(loss.to_owned()));
        assert_eq!(losses, expected.iter().collect::<Vec<_>>());
        assert!(trials.iter().all(|trial| trial.verified));
    }
}
