//! A target for complete runs on small logs: every release is verified, and the same log in another form
//! gives the same files.

use std::io::Write;
use std::path::Path;

use clump::core::facts::FactKind;
use clump::io::release::ReleaseLayout;
use clump::io::taxonomy::TaxonomySource;
use clump::io::{Input, Stream, Unit};
use clump::{Counts, Data, Job, Method, MethodName, ReleaseFile, Stated, run as run_job};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::choices::Choices;
use crate::folder::Folder;

/// Maximum number of owners; `ROWS` is that of rows of an owner.
const OWNERS: usize = 10;
const ROWS: usize = 4;
/// Items or words of queries. They are codes whose prefixes can be nodes of a tree.
const WORDS: [&str; 7] = ["a1", "a2", "a3", "b1", "b2", "c", "b"];

/// Content of the rows of a log.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Items,
    Queries,
}

/// A small log: each row has an owner, and an item or a query.
struct Log {
    kind: Kind,
    rows: Vec<(usize, String)>,
}

/// A form in which the same log can be written to files.
struct Spelling {
    extension: &'static str,
    line_end: &'static str,
    is_reversed: bool,
    is_packed: bool,
    /// Index of the row at which the second file begins.
    cut: usize,
}

/// Runs a job on a log. The run must publish nothing, or a release that verifies alone and against the log.
/// With the log in another form, it must publish the same bytes.
pub fn run(bytes: &[u8]) -> bool {
    let mut choices = Choices::new(bytes);
    let setup = Setup::of(&mut choices);
    let usual = Spelling { extension: "csv", line_end: "\n", is_reversed: false, is_packed: false, cut: 0 };
    let other = Spelling::of(&mut choices, setup.log.rows.len());
    let folders = [Folder::new(), Folder::new()];
    let is_published = setup.publish(&usual, &folders[0]);
    assert_eq!(setup.publish(&other, &folders[1]), is_published, "both spellings are published, or none");
    if is_published {
        let certificate = format!("{}.certificate.json", setup.release);
        for name in [&setup.release, &certificate] {
            let [first, second] = [0, 1].map(|folder: usize| std::fs::read(folders[folder].path(name)));
            assert!(
                first.expect("it was published") == second.expect("it was published"),
                "{name} is the same"
            );
        }
    }
    is_published
}

/// A log and the settings of its run.
struct Setup {
    log: Log,
    method: MethodName,
    k: usize,
    unit: Unit,
    taxonomy: TaxonomySource,
    layout: Option<ReleaseLayout>,
    fact: FactKind,
    /// File name of the release; its extension selects the format.
    release: String,
}

impl Setup {
    fn of(choices: &mut Choices<'_>) -> Setup {
        let kind = choices.of([Kind::Items, Kind::Queries]);
        let of_rows = [
            MethodName::Nearest,
            MethodName::Clump,
            MethodName::Partition,
            MethodName::Apriori,
            MethodName::Coherence,
            MethodName::Pieces,
            MethodName::Counts,
        ];
        let of_lines = [MethodName::DropRare, MethodName::Share];
        let methods = match kind {
            Kind::Items => of_rows.to_vec(),
            Kind::Queries => [&of_rows[..], &of_lines].concat(),
        };
        let method = methods[choices.below(methods.len())];
        let extension = if of_lines.contains(&method) {
            "tsv"
        } else {
            choices.of(["tsv", "csv", "jsonl", "parquet", "arrow", "tsv.gz", "jsonl.zst"])
        };
        Setup {
            method,
            k: 2 + choices.below(2),
            unit: if kind == Kind::Queries && choices.coin() { Unit::Query } else { Unit::Owner },
            taxonomy: if choices.coin() { prefixes() } else { TaxonomySource::Flat },
            layout: choices.of([None, Some(ReleaseLayout::Rows), Some(ReleaseLayout::Groups)]),
            fact: match kind {
                Kind::Items => choices.of([FactKind::Item, FactKind::ItemPair]),
                Kind::Queries => choices.of([FactKind::Query, FactKind::Word, FactKind::WordPair]),
            },
            release: format!("release.{extension}"),
            log: Log::of(choices, kind),
        }
    }

    fn is_of_rows(&self) -> bool {
        !matches!(self.method, MethodName::Counts | MethodName::DropRare | MethodName::Share)
    }

    fn job(&self, spelling: &Spelling, folder: &Path) -> Job {
        let mut inputs = self.log.inputs(spelling).into_iter();
        let first = inputs.next().expect("a log is at least one file");
        let method = match self.method {
            MethodName::Counts => Counts::default().table(vec![self.fact.into()]).into(),
            name => Method::seeded(name, Some(7)),
        };
        let mut job =
            Job::anonymize(first).owner("owner").k(self.k).method(method).output(folder.join(&self.release));
        for input in inputs {
            job = job.and(input);
        }
        if self.is_of_rows() {
            job = job.taxonomy(self.taxonomy.clone()).unit(self.unit).audit(folder.join("audit.tsv"));
            job.words.accept_loss = true;
            if let Some(layout) = self.layout {
                job = job.layout(layout);
            }
        }
        if self.method == MethodName::Coherence {
            job = job.sensitive(["a1", "c"]);
        }
        job
    }

    /// Runs the job. Returns true if it publishes a release, after verifying that release.
    fn publish(&self, spelling: &Spelling, folder: &Folder) -> bool {
        let job = self.job(spelling, &folder.path(""));
        let is_published = run_job(&job, &()).is_ok_and(|outcome| outcome.checked.holds);
        assert_eq!(folder.path(&self.release).exists(), is_published, "what does not hold is not published");
        if !is_published {
            return false;
        }
        let file = ReleaseFile::read(&folder.path(&self.release), None, None, None)
            .expect("what is published is read");
        let checked = file.check(Stated::default()).expect("what is published is checked");
        assert!(checked.holds, "what is published holds");
        if self.is_of_rows() {
            let data = Data::read(&job, &()).expect("what was read is read again");
            let against = file.check_against(Stated::default(), &folder.path("audit.tsv"), &data);
            assert!(
                against.expect("what is published is checked").holds,
                "what is published holds for the originals"
            );
        }
        true
    }
}

/// A taxonomy that is made of the prefixes of all codes.
fn prefixes() -> TaxonomySource {
    TaxonomySource::Prefix { lengths: Vec::new() }
}

impl Log {
    fn of(choices: &mut Choices<'_>, kind: Kind) -> Log {
        let mut rows = Vec::new();
        for owner in 0..1 + choices.below(OWNERS) {
            for _ in 0..1 + choices.below(ROWS) {
                let words = match kind {
                    Kind::Items => 1,
                    Kind::Queries => 1 + choices.below(3),
                };
                let words: Vec<&str> = (0..words).map(|_| choices.of(WORDS)).collect();
                rows.push((owner, words.join(" ")));
            }
        }
        Log { kind, rows }
    }

    /// Writes the log in the form `spelling`, and returns its files.
    fn inputs(&self, spelling: &Spelling) -> Vec<Input> {
        let mut rows: Vec<&(usize, String)> = self.rows.iter().collect();
        if spelling.is_reversed {
            rows.reverse();
        }
        let (first, second) = rows.split_at(spelling.cut.min(rows.len()));
        let files = [first, second].into_iter().filter(|rows| !rows.is_empty()).enumerate();
        files.map(|(number, rows)| self.file(number, rows, spelling)).collect()
    }

    fn file(&self, number: usize, rows: &[&(usize, String)], spelling: &Spelling) -> Input {
        let column = match self.kind {
            Kind::Items => "item",
            Kind::Queries => "query",
        };
        let line = |owner: &str, text: &str| match spelling.extension {
            "csv" => format!("{owner},\"{text}\""),
            "tsv" => format!("{owner}\t{text}"),
            _ => serde_json::json!({ "owner": owner, column: text }).to_string(),
        };
        let header = (spelling.extension != "jsonl").then(|| line("owner", column));
        let rows = rows.iter().map(|(owner, text)| line(&format!("p{owner}"), text));
        let text: String = header.into_iter().chain(rows).map(|line| line + spelling.line_end).collect();
        let name = format!("log{number}.{}", spelling.extension);
        Stream::of_bytes(name, if spelling.is_packed { packed(&text) } else { text.into_bytes() }).into()
    }
}

impl Spelling {
    fn of(choices: &mut Choices<'_>, rows: usize) -> Spelling {
        Spelling {
            extension: choices.of(["csv", "tsv", "jsonl"]),
            line_end: choices.of(["\n", "\r\n"]),
            is_reversed: choices.coin(),
            is_packed: choices.coin(),
            cut: choices.below(rows + 1),
        }
    }
}

fn packed(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes()).expect("memory takes all");
    packer.finish().expect("memory takes all")
}
