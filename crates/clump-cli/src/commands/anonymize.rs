//! `clump anonymize`: makes a release of a log.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use clump::keys::{CostKeys, MethodKeys, ParameterKeys};
use clump::report::{Figures, Noun, PublishedFigures, count, counted, summary};
use clump::{Checked, Job, MethodName, Outcome, Published, RunFigures};

use crate::failure::UsageError;
use crate::flags::{RunFlags, SourceFlags};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Makes a release of your data, and checks its promise: by default k-anonymity.
///
/// Reads the input and maps its words to the taxonomy. The method then makes the release, and clump writes it
/// to a file without a name. The file gets its name and a certificate only if the promise holds for it.
/// Otherwise clump removes it, and the exit code is 1.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump anonymize examples/queries.tsv --k 5 --output release.csv\n  clump anonymize sales.csv --owner customer --items product --taxonomy products.csv --k 5 -o r.csv\n\n\
                  `--help` lists all flags but those of single methods. `clump methods NAME` explains the flags of a\n\
                  method, for example `clump methods counts`."
)]
pub struct Anonymize {
    /// Files to read, for example `log.tsv.gz` or 'logs/*.gz'; `-` is standard input
    ///
    /// Files are plain, .gz or .zst.
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    flags: RunFlags,
    #[command(flatten)]
    method: MethodKeys,
    #[command(flatten)]
    parameters: ParameterKeys,
    #[command(flatten)]
    cost: CostKeys,
    /// Prints the measures as one JSON object on stdout
    ///
    /// Private: they are computed from the input.
    #[arg(long, help_heading = "Report (private)", hide_short_help = true)]
    json: bool,
}

pub fn run(command: Anonymize) -> anyhow::Result<Answer> {
    let Anonymize { flags, method, parameters, cost, .. } = command;
    let given = [flags.into(), method.into(), parameters.into(), cost.into()];
    let job = command.source.job(&command.input, given)?;
    refuse_nonsense(&job, command.json)?;
    if let Some(config) = command.source.config() {
        keep_config(config, &job)?;
    }
    let decided = job.decided()?;
    let outcome = clump::run(&decided, &Bars::new())?;
    say!("{}", method_line(&decided, job.method.is_open()));
    tell_outcome(&outcome, &decided, command.json)
}

/// The line on the method: its name, the reason, and other methods if the user did not choose one.
fn method_line(job: &Job, is_decided: bool) -> String {
    let name = job.method.name();
    let why = match (name, is_decided) {
        (_, false) => "",
        (MethodName::Pieces, true) => {
            ": publishes what k owners share, word for word (whole rows: --method nearest)"
        }
        (_, true) => ": publishes whole rows (what k owners share, item by item: --method pieces)",
    };
    job.report.noun.say(&format!("Method    {}{why}", name.word()))
}

/// Prints the outcome of a run, and the measures as JSON if `json` is true.
pub(super) fn tell_outcome(outcome: &Outcome, job: &Job, json: bool) -> anyhow::Result<Answer> {
    let noun = &outcome.read.noun(&job.report.noun);
    let read = match job.privacy() {
        None => super::read_lines(&outcome.read, noun),
        // With noise, the exact size of the input appears only in the private report.
        Some(_) => vec![format!("{:9} {}", noun.say("Owners"), outcome.read.owner_is)],
    };
    for line in read {
        say!("{line}");
    }
    let Some(published) = &outcome.published else {
        tell_broken(&outcome.checked, noun);
        return Ok(Answer::No);
    };
    if let (true, Some(release)) = (is_to_stdout(job), &published.release) {
        output::write_as_is(|out| release.copy_to(out).map(drop))?;
    }
    tell(published, job, noun);
    if json {
        output::json(&RunFigures::from(&published.report))?;
    }
    Ok(Answer::Yes)
}

fn breaks(number: usize) -> &'static str {
    if number == 1 { "breaks it" } else { "break it" }
}

/// Prints each broken property with its remedy.
fn tell_broken(checked: &Checked, noun: &Noun) {
    let is_listed = checked.listed.as_ref().is_some_and(|listed| !listed.holds);
    if is_listed {
        say!(
            "Verified  no: the release contains a term of the list of excluded words, so nothing was written"
        );
        say!("          add the words that lead to this term to the list");
    } else if checked.broken().next().is_none() {
        say!("Verified  no: the release does not keep its promise, so nothing was written");
    }
    for broken in checked.broken() {
        let property = &broken.property;
        say!("{}", noun.say(&format!("Verified  no: {property} does not hold, so nothing was written")));
        if let Some(verdict) = broken.verdict() {
            let [one, many] = property.looked_at();
            if verdict.sets == 0 {
                say!(
                    "{}",
                    noun.say("          no row can be published: nothing is shared by so many owners")
                );
                continue;
            }
            let all = counted(verdict.sets, one, many);
            say!("          {} of {all} {}", count(verdict.violations), breaks(verdict.violations));
        }
        say!("{}", noun.say(&format!("          {}", property.remedy())));
    }
}

pub(super) fn refuse_nonsense(job: &Job, json: bool) -> Result<(), UsageError> {
    if job.input.files.is_empty() {
        return Err(UsageError::new(
            "no input was given",
            "name a log, for example `clump anonymize log.tsv --k 5 --output release.tsv`",
        ));
    }
    if job.output.release.is_none() && !job.report.is_assessed() && !json {
        return Err(UsageError::new(
            "no output was given",
            "name the release with `--output release.tsv`, or pass `--json` to see only the measures",
        ));
    }
    if job.output.release.is_none() && job.report.audit.is_some() {
        return Err(UsageError::new(
            "an audit needs a release, and no release is named",
            "add `--output release.tsv`",
        ));
    }
    let to_stdout = is_to_stdout(job);
    if to_stdout && !job.tables_in_folder().is_empty() {
        return Err(UsageError::new(
            "several tables cannot go to standard output",
            "name a folder, for example `--output tables`",
        ));
    }
    if to_stdout && json {
        return Err(UsageError::new(
            "the release and the output of --json cannot both go to standard output",
            "write the release to a file",
        ));
    }
    let inside = job.output.release_format().ok().filter(|format| format.compresses_inside());
    if let Some(format) = inside.filter(|_| to_stdout && std::io::stdout().is_terminal()) {
        return Err(UsageError::new(
            format!("{} is binary and cannot be written to a terminal", format.word()),
            "name a file with `--output`, or pipe it to a program",
        ));
    }
    Ok(())
}

/// True if `--output -` sends the release to standard output.
fn is_to_stdout(job: &Job) -> bool {
    job.output.release.as_deref() == Some(Path::new("-"))
}

/// Refuses outputs that would overwrite the job file, whose path the job does not contain.
pub(super) fn keep_config(config: &Path, job: &Job) -> Result<(), UsageError> {
    let outputs = [&job.output.release, &job.report.report, &job.report.audit, &job.report.page];
    if outputs.into_iter().flatten().any(|output| clump::is_same_file(output, config)) {
        return Err(UsageError::new(
            format!("{} is an input of this run", config.display()),
            "give every output a name of its own",
        ));
    }
    Ok(())
}

fn tell(published: &Published, job: &Job, noun: &Noun) {
    let sample = super::sample::lines(&published.sample, noun);
    for line in summary(&published.report, noun).into_iter().chain(sample) {
        say!("{line}");
    }
    let private_page = job.report.page.as_deref().map(clump::private_page);
    let private = [&job.report.report, &job.report.audit, &private_page];
    let is_private = |file: &PathBuf| private.into_iter().flatten().any(|private| private == file);
    let names = |private: bool| -> Vec<String> {
        let files = published.files.iter().rev().filter(|file| is_private(file) == private);
        files.map(|file| file.display().to_string()).collect()
    };
    let public = names(false);
    match job.output.release.as_deref() {
        Some(path) if path == Path::new("-") => {
            say!("Wrote     {} to standard output, without a certificate", size(&published.report.figures));
            if !public.is_empty() {
                say!("Wrote     {}", public.join(", "));
            }
        }
        None => say!("Wrote     no release: no --output was given"),
        Some(_) => say!("Wrote     {}", public.join(", ")),
    }
    let private = [names(true), vec!["this summary".to_owned()]].concat();
    say!("Private   {}", private.join(", "));
}

/// Number of published rows or lines.
fn size(figures: &Figures) -> String {
    match figures.into() {
        PublishedFigures::Rows(figures) => counted(figures.rows, "row", "rows"),
        PublishedFigures::Lines { lines } => counted(lines, "line", "lines"),
        PublishedFigures::Facts(facts) => counted(facts.fact_rows, "row", "rows"),
    }
}
