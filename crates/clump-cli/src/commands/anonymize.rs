//! `clump anonymize`: a log in, a release out.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use clump::core::promise::Promised;
use clump::keys::{CostKeys, MethodKeys, ParameterKeys};
use clump::report::{Figures, Noun, PublishedFigures, count, counted, summary};
use clump::{Checked, Job, MethodName, Outcome, Published, RunFigures};

use crate::failure::Refused;
use crate::flags::{RunFlags, SourceFlags};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Makes a release of a log, and checks what it promises: k-anonymity, unless another method is chosen.
///
/// Reads the input, maps its words to the taxonomy, groups the rows, writes the release beside its target, verifies
/// the promise from that file, and only then gives it its name, with a certificate. If the promise does not hold,
/// nothing is left and the exit code is 1.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump anonymize examples/queries.tsv --k 5 --output release.csv\n  clump anonymize sales.csv --owner customer --items product --taxonomy products.csv --k 5 -o r.csv\n\n\
                  `--help` lists all flags; `clump methods NAME` explains a method and its flags."
)]
pub struct Anonymize {
    /// Files to read, or a pattern; `-` is standard input
    ///
    /// Plain, .gz or .zst, or a pattern like 'logs/*.gz'.
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
    /// Prints the measures as one JSON object on stdout. Private: they are counted in the input
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

/// Which method it was, why, and what else there is if nobody said which.
fn method_line(job: &Job, is_decided: bool) -> String {
    let name = job.method.name();
    let why = match (name, is_decided) {
        (_, false) => "",
        (MethodName::Pieces, true) => {
            ", since these are queries: what k owners share, word for word (whole rows: --method nearest)"
        }
        (_, true) => ": whole rows (what k owners share, item for item: --method pieces)",
    };
    job.report.noun.say(&format!("Method    {}{why}", name.word()))
}

/// Tells how a run ended, and prints its measures if `json` asks for them.
pub(super) fn tell_outcome(outcome: &Outcome, job: &Job, json: bool) -> anyhow::Result<Answer> {
    let noun = &job.report.noun;
    let read = match job.privacy() {
        None => super::read_lines(&outcome.read, noun),
        // How much was read is exact, and stands in the report.
        Some(_) => vec![format!("{:9} {}", noun.say("Owners"), outcome.read.owner_is)],
    };
    for line in read {
        say!("{line}");
    }
    let Some(published) = &outcome.published else {
        tell_broken(&outcome.checked, &job.report.noun);
        return Ok(Answer::No);
    };
    if let (true, Some(release)) = (is_to_stdout(job), &published.release) {
        output::write_as_is(|out| release.copy_to(out).map(drop))?;
    }
    tell(published, job);
    if json {
        output::json(&RunFigures::from(&published.report))?;
    }
    Ok(Answer::Yes)
}

fn breaks(number: usize) -> &'static str {
    if number == 1 { "breaks it" } else { "break it" }
}

/// What does not hold, and what to do about it.
fn tell_broken(checked: &Checked, noun: &Noun) {
    let is_listed = checked.listed.as_ref().is_some_and(|listed| !listed.holds);
    if is_listed {
        say!(
            "Verified  no: the release has a term of the list of what is never published, so nothing was written"
        );
        say!("          add to the list the words that lead to it");
    } else if checked.broken().next().is_none() {
        say!("Verified  no: the release does not keep its promise, so nothing was written");
    }
    for broken in checked.broken() {
        let property = &broken.property;
        say!("{}", noun.say(&format!("Verified  no: {property} does not hold, so nothing was written")));
        if let Some(verdict) = broken.verdict() {
            let [one, many] = property.looked_at();
            if verdict.sets == 0 {
                say!("{}", noun.say("          there is no row that could be published: nothing is shared by so many owners"));
                continue;
            }
            let all = counted(verdict.sets, one, many);
            say!("          {} of {all} {}", count(verdict.violations), breaks(verdict.violations));
        }
        say!("{}", noun.say(&format!("          {}", property.remedy())));
    }
}

pub(super) fn refuse_nonsense(job: &Job, json: bool) -> Result<(), Refused> {
    if job.input.files.is_empty() {
        return Err(Refused::new(
            "no input was given",
            "name a log, for example `clump anonymize log.tsv --k 5 --output release.tsv`",
        ));
    }
    if job.output.release.is_none() && !job.report.is_assessed() && !json {
        return Err(Refused::new(
            "no output was given",
            "name the release with `--output release.tsv`, or pass `--json` to see only the measures",
        ));
    }
    if job.output.release.is_none() && job.report.audit.is_some() {
        return Err(Refused::new(
            "an audit belongs to a release, and there is none",
            "add `--output release.tsv`",
        ));
    }
    let to_stdout = is_to_stdout(job);
    if to_stdout && json {
        return Err(Refused::new(
            "the release and --json both want standard output",
            "write the release to a file",
        ));
    }
    let inside = job.output.release_format().ok().filter(|format| format.compresses_inside());
    if let Some(format) = inside.filter(|_| to_stdout && std::io::stdout().is_terminal()) {
        return Err(Refused::new(
            format!("{} is not for a terminal", format.word()),
            "name a file with `--output`, or pipe it on",
        ));
    }
    Ok(())
}

/// Whether the release goes to standard output.
fn is_to_stdout(job: &Job) -> bool {
    job.output.release.as_deref() == Some(Path::new("-"))
}

/// The job file is read before there is a job that could know it.
pub(super) fn keep_config(config: &Path, job: &Job) -> Result<(), Refused> {
    let outputs = [&job.output.release, &job.report.report, &job.report.audit, &job.report.page];
    if outputs.into_iter().flatten().any(|output| clump::is_same_file(output, config)) {
        return Err(Refused::new(
            format!("{} is an input of this run", config.display()),
            "give every output a name of its own",
        ));
    }
    Ok(())
}

fn tell(published: &Published, job: &Job) {
    for line in summary(&published.report, &job.report.noun)
        .into_iter()
        .chain(super::sample::lines(&published.sample, &job.report.noun))
    {
        say!("{line}");
    }
    let private_page = job.report.page.as_deref().map(clump::private_page);
    let private = [&job.report.report, &job.report.audit, &private_page];
    let is_private = |file: &PathBuf| private.into_iter().flatten().any(|private| private == file);
    let names = |private: bool| -> Vec<String> {
        let files = published.files.iter().rev().filter(|file| is_private(file) == private);
        files.map(|file| file.display().to_string()).collect()
    };
    match job.output.release.as_deref() {
        Some(path) if path == Path::new("-") => {
            say!("Wrote     {} to standard output, without a certificate", size(&published.report.figures));
            if !names(false).is_empty() {
                say!("Wrote     {}", names(false).join(", "));
            }
        }
        None => say!("Wrote     no release: no --output was given"),
        Some(_) => say!("Wrote     {}", names(false).join(", ")),
    }
    let private: Vec<String> = ["this summary".to_owned()].into_iter().chain(names(true)).collect();
    say!("Private   {}", private.join(", "));
}

/// How much was published.
fn size(figures: &Figures) -> String {
    match figures.into() {
        PublishedFigures::Rows(figures) => counted(figures.rows, "row", "rows"),
        PublishedFigures::Lines { lines } => counted(lines, "line", "lines"),
        PublishedFigures::Facts(facts) => counted(facts.fact_rows, "row", "rows"),
    }
}
