//! `clump verify`: does this release keep its promise?

use std::path::PathBuf;

use clap::Args;
use clump::core::verify::Counted;
use clump::report::counted;
use clump::{Checked, ReleaseFile};

use crate::flags::{self, SourceFlags};
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
    /// Least number of owners behind every published row; by default what the certificate says
    #[arg(long, short, value_parser = flags::whole_number, allow_negative_numbers = true)]
    k: Option<usize>,
    /// The audit that was written with the release
    #[arg(long, value_name = "FILE", requires = "input")]
    audit: Option<PathBuf>,
    /// The input of the release; repeat for several files
    #[arg(long, value_name = "FILE", requires = "audit")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    /// Prints the verdicts as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

/// Which release, and how to read it.
#[derive(Debug, Args)]
pub struct ReleaseFlags {
    /// The release
    #[arg(value_name = "RELEASE")]
    pub release: PathBuf,
    /// Format of the release; by default what the certificate or the extension says
    #[arg(long, value_name = "FORMAT", value_parser = ["tsv", "jsonl"])]
    pub to: Option<String>,
    /// Layout of the release; by default what the certificate says, else rows
    #[arg(long, value_name = "LAYOUT", value_parser = ["rows", "groups"])]
    pub layout: Option<String>,
}

impl ReleaseFlags {
    pub fn read(&self, k: Option<usize>) -> anyhow::Result<ReleaseFile> {
        fn parse<T: serde::de::DeserializeOwned>(word: Option<&String>) -> anyhow::Result<Option<T>> {
            Ok(word.map(|word| serde_json::from_value(word.as_str().into())).transpose()?)
        }
        Ok(ReleaseFile::read(&self.release, k, parse(self.to.as_ref())?, parse(self.layout.as_ref())?)?)
    }
}

pub fn run(command: Verify) -> anyhow::Result<Answer> {
    let release = command.release.read(command.k)?;
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
    let answer = if checked.holds { "Holds " } else { "Broken" };
    if verdict.rows == 0 {
        say!("{answer}    the release is empty: nobody is hidden in it");
        return;
    }
    let smallest = match verdict.counted {
        Counted::Rows => counted(verdict.smallest_group, "identical row", "identical rows"),
        Counted::Stated => counted(verdict.smallest_group, "owner", "owners") + ", as the release states",
        Counted::Owners => counted(verdict.smallest_group, "owner", "owners") + ", from the audit",
    };
    let rows = match verdict.counted {
        Counted::Stated => counted(verdict.rows, "owner", "owners"),
        Counted::Rows | Counted::Owners => counted(verdict.rows, "row", "rows"),
    };
    say!("{answer}    {rows} in {}; the smallest has {smallest}", counted(verdict.groups, "group", "groups"));
    if verdict.groups_below_k > 0 {
        say!("          too small: {}", counted(verdict.groups_below_k, "group", "groups"));
    }
    match checked.certified {
        Some(true) => say!("          the certificate beside it is about these very bytes"),
        Some(false) => {
            say!("          the certificate beside it is about other bytes: the release was changed")
        }
        None => say!("          there is no certificate beside it"),
    }
    match &checked.originals {
        None if verdict.counted == Counted::Rows => {
            say!("          rows were counted; that k counts owners shows only with --audit and --input");
        }
        None => {}
        Some(originals) => {
            match originals.not_generalized {
                0 => say!("          every row generalizes its transaction"),
                wrong => {
                    say!("          not generalizing their transaction: {}", counted(wrong, "row", "rows"))
                }
            }
            if originals.unaccounted > 0 {
                let lines = counted(originals.unaccounted, "line", "lines");
                say!("          not standing for the transactions that the audit names: {lines}");
            }
        }
    }
}
