//! `clump verify`: does this release keep its promise?

use std::path::PathBuf;

use clap::Args;
use clump::core::verify::Counted;
use clump::report::count;
use clump::{Checked, ReleaseFile};

use crate::flags::SourceFlags;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Checks the promise of a release: from its rows alone, or, with `--audit` and `--input`, that k counts owners and
/// that every row generalizes the transaction it stands for.
///
/// Exit code 0: the promise holds. 1: it does not. k, format and layout come from the certificate beside the release
/// unless they are given.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump verify release.tsv\n  clump verify release.tsv --k 5 --audit audit.tsv --input examples/queries.tsv"
)]
pub struct Verify {
    #[command(flatten)]
    release: ReleaseFlags,
    /// The audit that was written with the release
    #[arg(long, value_name = "FILE", requires = "input")]
    audit: Option<PathBuf>,
    /// The input of the release; repeat for several files
    #[arg(long, value_name = "FILE", requires = "audit")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    /// Prints the verdicts as one JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// Which release, and how to read it.
#[derive(Debug, Args)]
pub struct ReleaseFlags {
    /// The release
    #[arg(value_name = "RELEASE")]
    pub release: PathBuf,
    /// Least number of owners behind every published row; by default what the certificate says
    #[arg(long, short)]
    pub k: Option<usize>,
    /// Format of the release; by default what the certificate or the extension says
    #[arg(long, value_name = "FORMAT", value_parser = ["tsv", "jsonl"])]
    pub to: Option<String>,
    /// Layout of the release; by default what the certificate says, else rows
    #[arg(long, value_name = "LAYOUT", value_parser = ["rows", "groups"])]
    pub layout: Option<String>,
}

impl ReleaseFlags {
    pub fn read(&self) -> anyhow::Result<ReleaseFile> {
        fn parse<T: serde::de::DeserializeOwned>(word: Option<&String>) -> anyhow::Result<Option<T>> {
            Ok(word.map(|word| serde_json::from_value(word.as_str().into())).transpose()?)
        }
        Ok(ReleaseFile::read(&self.release, self.k, parse(self.to.as_ref())?, parse(self.layout.as_ref())?)?)
    }
}

pub fn run(command: Verify) -> anyhow::Result<Answer> {
    let release = command.release.read()?;
    let checked = match &command.audit {
        None => release.check()?,
        Some(audit) => {
            let job = command.source.job(&command.input, [])?;
            let data = clump::Data::read(&job, &Bars::new())?;
            release.check_against(audit, &data)?
        }
    };
    tell(&checked);
    if command.json {
        output::json(&checked)?;
    }
    Ok(if checked.holds { Answer::Yes } else { Answer::No })
}

fn tell(checked: &Checked) {
    let verdict = checked.verdict();
    let what = match verdict.counted {
        Counted::Rows => "identical rows",
        Counted::Stated => "owners, as the release states",
        Counted::Owners => "owners, from the audit",
    };
    say!(
        "{}  {} rows in {} groups; the smallest has {} {what}",
        if checked.holds { "Holds   " } else { "Broken  " },
        count(verdict.rows),
        count(verdict.groups),
        count(verdict.smallest_group),
    );
    if verdict.groups_below_k > 0 {
        say!("          {} groups are too small", count(verdict.groups_below_k));
    }
    if !checked.alone.holds && checked.originals.is_some() {
        say!(
            "          the rows alone do not show it: {} groups are too small",
            count(checked.alone.groups_below_k)
        );
    }
    if let Some(originals) = &checked.originals {
        say!("          {} rows do not generalize their transaction", count(originals.not_generalized));
        if originals.unaccounted > 0 {
            say!(
                "          {} lines do not stand for the transactions the audit names",
                count(originals.unaccounted)
            );
        }
    } else if verdict.counted == Counted::Rows {
        say!("          rows were counted; that k counts owners shows only with --audit and --input");
    }
}
