//! `clump verify`: checks whether a release keeps its promise.

use std::path::{Path, PathBuf};

use clap::Args;
use clump::core::promise::{
    Among, Composition, Differences, DifferentialPrivacy, Promised, Property, PropertyName, Share,
};
use clump::core::verify::{Counted, Reason, Verdict, Violation};
use clump::report::{count, counted};
use clump::signature::is_signed;
use clump::{AgainstOriginals, Checked, CheckedProperty, Deviation, Form, ReleaseFile, Stated, Strength};
use serde::Serialize;

use crate::failure::UsageError;
use crate::flags::{self, SourceFlags};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Checks the promise of a release, from its rows or against the original data.
///
/// Promise, format and layout come from the certificate next to the release, unless flags give them. With
/// `--audit` and `--input`, clump counts the people of each row in the original data, and checks that every
/// row generalizes its transaction.
///
/// `Holds` means that clump counted the people. `Consistent` means that the release does not contradict the
/// promise, but that its numbers of people were not counted. Exit code 0: the promise is not broken. 1: the
/// promise is broken, the certificate does not match the file, or the release promises nothing.
///
/// clump writes the rows again, sorted, and requires the same bytes, because order and encoding can mark
/// rows. It reports a broken promise by row and column, not by value.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump verify release.tsv\n  clump verify release.tsv --promise km-anonymity --k 5 --m 2\n  clump verify release.tsv --k 5 --audit audit.tsv --input examples/queries.tsv"
)]
pub struct Verify {
    #[command(flatten)]
    release: ReleaseFlags,
    #[command(flatten)]
    stated: StatedFlags,
    /// Audit of the release, for example `--audit audit.tsv`
    #[arg(long, value_name = "FILE", requires = "input")]
    audit: Option<PathBuf>,
    /// Input of the release, for example `--input log.tsv`; repeat for several
    ///
    /// Takes patterns such as 'logs/*.gz'. Rows also need the audit. For tables of facts and lines of a log,
    /// clump counts every number and every line again.
    #[arg(long, value_name = "FILE")]
    input: Vec<PathBuf>,
    /// Ledger of the release, for example `--ledger ledger.json`
    ///
    /// With `--audit` and `--input`, clump counts the candidates of each person over all releases in it, or
    /// subtracts the numbers of all releases from each other.
    #[arg(long, value_name = "FILE", requires = "audit")]
    ledger: Option<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    /// Public key of the publisher, for example `--key key.pub.pem`
    ///
    /// The certificate must have a signature of this key.
    #[arg(long, value_name = "FILE", help_heading = "Options")]
    key: Option<PathBuf>,
    /// Prints the verdicts as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

/// Flags for the promise to check, if the certificate is missing, incomplete or not trusted.
#[derive(Debug, Args)]
#[command(next_help_heading = "Promise")]
struct StatedFlags {
    /// Property to check, for example `--promise k-anonymity` [default: from the certificate]
    ///
    /// Repeat for several. Without a certificate, `--k` alone means k-anonymity.
    #[arg(long, value_name = "PROPERTY", value_parser = property_words())]
    promise: Vec<String>,
    /// Least number of people, for example `--k 5` [default: from the certificate]
    #[arg(long, short, value_parser = flags::whole_number, allow_negative_numbers = true)]
    k: Option<usize>,
    /// Least number of people of a cell, for common-facts, for example `--k-cell 10`
    ///
    /// By default from the certificate, else k.
    #[arg(long, value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true)]
    k_cell: Option<usize>,
    /// Number of items that an attacker knows, for km-anonymity, for example `--m 2`
    #[arg(long, value_parser = flags::whole_number, allow_negative_numbers = true)]
    m: Option<usize>,
    /// Largest share of rows with the same sensitive item, for coherence, for example `--h 0.4`
    #[arg(long, value_name = "SHARE", value_parser = flags::share)]
    h: Option<Share>,
    /// Number of public items that an attacker knows, for coherence, for example `--p 2`
    #[arg(long, value_parser = flags::whole_number, allow_negative_numbers = true)]
    p: Option<usize>,
    /// Largest share of people with a sensitive item, for example `--certainty 0.5`
    ///
    /// The property `certainty` limits this share among the people behind each row.
    #[arg(long, value_name = "SHARE", value_parser = flags::share)]
    certainty: Option<Share>,
    /// Sensitive label or category, for example `--sensitive illness`; repeat for several
    ///
    /// Coherence takes a label as it is published, certainty takes a category. `file:PATH` has one per line.
    /// By default from the certificate.
    #[arg(long, value_name = "LABEL|file:PATH")]
    sensitive: Vec<String>,
    /// Category below which nothing may be published, for example `--ceiling illness`
    ///
    /// Repeat for several, or use `file:PATH` with one per line. By default from the certificate. If the
    /// category comes from a taxonomy file, pass the file with `--taxonomy`.
    #[arg(long, value_name = "NODE|file:PATH")]
    ceiling: Vec<String>,
    /// File of words and phrases that must not be published, for example `--never names.txt`
    ///
    /// clump searches the release for them, and with `--audit` excludes them from the input.
    #[arg(long, value_name = "FILE")]
    never: Option<PathBuf>,
    /// Accepts a file that another program saved again
    ///
    /// Its bytes differ from those that clump writes. clump then does not check its order and encoding, which
    /// can mark rows.
    #[arg(long, requires = "promise")]
    rewritten: bool,
}

impl StatedFlags {
    fn stated(&self) -> anyhow::Result<Stated> {
        Ok(Stated {
            promise: self.names()?,
            k: self.k,
            k_cell: self.k_cell,
            m: self.m,
            h: self.h,
            p: self.p,
            certainty: self.certainty,
            sensitive: clump::sensitive_labels(&self.sensitive)?.map(|labels| labels.into_iter().collect()),
            ceiling: clump::ceiling_nodes(&self.ceiling)?.map(|nodes| nodes.into_iter().collect()),
            never: self.never.clone(),
            ledger: None,
            rewritten: self.rewritten,
        })
    }

    /// The properties in `--promise`; `None` if the user gave none.
    fn names(&self) -> Result<Option<Vec<PropertyName>>, UsageError> {
        match self.promise.as_slice() {
            [] => Ok(None),
            words if words.iter().any(|word| word == NOTHING) && words.len() > 1 => Err(UsageError::new(
                "nothing is promised, and something besides",
                "leave `--promise nothing` out, or the other properties",
            )),
            words => Ok(Some(words.iter().filter_map(|word| PropertyName::parse(word)).collect())),
        }
    }
}

/// Value of `--promise` for a release that promises nothing.
const NOTHING: &str = "nothing";

/// All words that `--promise` accepts.
fn property_words() -> Vec<&'static str> {
    PropertyName::ALL.iter().map(|name| name.word()).chain([NOTHING]).collect()
}

/// The release, and flags for its form.
#[derive(Debug, Args)]
pub struct ReleaseFlags {
    /// Release to check, for example `release.tsv`
    #[arg(value_name = "RELEASE")]
    pub release: PathBuf,
    /// Format of the release, for example `--to csv` [default: from certificate or extension]
    #[arg(long, value_name = "FORMAT", value_parser = flags::release_formats())]
    pub to: Option<String>,
    /// Layout of the release, for example `--layout groups` [default: from the certificate]
    #[arg(long, value_name = "LAYOUT", value_parser = ["rows", "groups"])]
    pub layout: Option<String>,
}

impl ReleaseFlags {
    pub fn read(&self, promised: Option<&[PropertyName]>) -> anyhow::Result<ReleaseFile> {
        let (format, layout) = (parse(self.to.as_ref())?, parse(self.layout.as_ref())?);
        Ok(ReleaseFile::read(&self.release, promised, format, layout)?)
    }
}

fn parse<T: serde::de::DeserializeOwned>(word: Option<&String>) -> anyhow::Result<Option<T>> {
    Ok(word.map(|word| serde_json::from_value(word.as_str().into())).transpose()?)
}

pub fn run(command: Verify) -> anyhow::Result<Answer> {
    let stated = Stated { ledger: command.ledger.clone(), ..command.stated.stated()? };
    let mut release = command.release.read(stated.promise.as_deref())?;
    let checked = match &command.audit {
        None if command.input.is_empty() => {
            release = release.with_source(command.source.job(&[], [])?);
            release.check(stated)?
        }
        None if release.is_counted_by_input() => {
            let job = command.source.job(&command.input, [])?;
            release = release.with_source(job.clone());
            release.check_facts_against(stated, &job, &Bars::new())?
        }
        None => {
            return Err(UsageError::new(
                "which row is whose, only the audit tells",
                "add `--audit FILE`; only tables of facts and lines of a log are checked against their input alone",
            )
            .into());
        }
        Some(audit) => {
            let job = command.source.job(&command.input, [])?;
            let job = release.counting(job, &stated)?;
            let data = clump::Data::read(&job, &Bars::new())?;
            release = release.with_source(job);
            super::repaired_line(&data.counts.repaired).iter().for_each(|line| say!("{line}"));
            release.check_against(stated, audit, &data)?
        }
    };
    // The signature comes first, because a missing or bad key is an error before any output.
    let signed = command.key.as_ref().map(|key| is_signed(&command.release.release, key)).transpose()?;
    // A signature covers the certificate, and covers the release only if the certificate matches it.
    let is_theirs = signed.map(|signed| signed && checked.certified == Some(true));
    tell(&checked, release.is_in_pieces());
    if checked.originals.is_some() && release.tables() > 1 {
        say!("          no number is above that of the input; people may be left out of several tables");
    }
    if !checked.holds && !command.input.is_empty() && command.stated.never.is_none() && release.lacks_list() {
        say!(
            "          the release was made with a list of terms that are never published: pass it with --never FILE"
        );
    }
    checked.form.iter().for_each(|&form| tell_form(form, release.other_version()));
    if let (Some(key), Some(signed)) = (&command.key, signed) {
        tell_signature(key, signed, checked.certified);
    }
    if let Some(owners) = checked.owners_told_apart.filter(|&owners| owners > 0) {
        say!(
            "Caution   {} came or left with too few others of the same rows: comparing the releases of the ledger may \
             reveal what they have or lack",
            counted(owners, "owner", "owners")
        );
    }
    if command.json {
        output::json(&Verified { checked: &checked, signed: is_theirs })?;
    }
    Ok(if checked.holds && is_theirs != Some(false) { Answer::Yes } else { Answer::No })
}

/// Content of the JSON object that `--json` prints.
#[derive(Serialize)]
struct Verified<'a> {
    #[serde(flatten)]
    checked: &'a Checked,
    /// True if the certificate was signed with the given key and matches this release.
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<bool>,
}

/// Prints if the signature is valid. It covers the release only if the certificate matches the release.
fn tell_signature(key: &Path, is_signed: bool, certified: Option<bool>) {
    let key = key.display();
    match (is_signed, certified) {
        (true, Some(true)) => say!("Signed    the certificate is signed with the private key of {key}"),
        (true, _) => say!("Broken    the signature: {key} signed the certificate of another release"),
        (false, _) => {
            say!("Broken    the signature: another key made it, or the certificate was changed since")
        }
    }
}

fn tell(checked: &Checked, is_in_pieces: bool) {
    match checked.properties.first() {
        None => say!("No        {}", checked.promise().sentence()),
        Some(CheckedProperty { property, alone: None, owners: None, .. })
            if !matches!(property.name(), PropertyName::Ceiling | PropertyName::Certainty) =>
        {
            say!("Unproved  {property}: a scaled table does not contain numbers of owners");
            say!("          to count the owners of each row, pass --input");
        }
        Some(_) => {}
    }
    for property in &checked.properties {
        tell_property(checked, property);
    }
    if let Some(table) = &checked.broken_table {
        say!("          the fault is in the table {table}");
    }
    if let Some(missing) = checked.missing.filter(|&missing| missing > 0) {
        say!(
            "Broken    {} that enough people have: the table lacks what the input and the certificate give it",
            counted(missing, "missing row", "missing rows")
        );
    }
    if let Some(listed) = &checked.listed {
        tell_listed(listed);
    }
    match checked.certified {
        Some(true) => {
            say!("          the certificate matches this file");
            if !checked.unchecked_in_certificate.is_empty() {
                let fields = checked.unchecked_in_certificate.join(", ");
                say!("          not checked in the certificate: {fields}");
            }
        }
        Some(false) if matches!(checked.form, Some(Form::Rewritten(_))) => {
            say!("          the certificate does not match this file: another program saved it again")
        }
        Some(false) => {
            say!("Broken    the certificate does not match this file: the release was changed")
        }
        None => say!("          there is no certificate next to the file"),
    }
    if let Some(facts) = &checked.sensitive {
        say!("          sensitive: {}", facts.of("the release"));
    }
    if checked.certified == Some(true) && !checked.wrong_in_certificate.is_empty() {
        say!(
            "Broken    the certificate: these fields are wrong for this release: {}",
            checked.wrong_in_certificate.join(", ")
        );
    }
    if let Some(stated) = &checked.stated {
        tell_stated(stated, checked);
    }
    match &checked.originals {
        None if checked.verdict().is_some_and(|verdict| verdict.counted == Counted::Rows) => {
            match checked.property(PropertyName::CommonQueries) {
                Some(_) => {
                    say!("          each line counts as one owner: pass --input to count the owners")
                }
                None => say!("          rows were counted: to count owners, pass --audit and --input"),
            }
        }
        None if is_of_numbered_lines(checked) => {
            say!(
                "          every owner has a number: it links the lines of one owner, and no promise covers that"
            );
        }
        None => {}
        Some(originals) if is_noisy(checked) => match originals.unaccounted {
            0 => say!(
                "          every fact has enough owners in the input; the noise on their numbers cannot be checked"
            ),
            few => say!("          facts of too few owners in the input: {}", counted(few, "row", "rows")),
        },
        Some(originals) if is_of_facts(checked) => match originals.unaccounted {
            0 => say!("          every number was counted again in the input"),
            wrong => say!("          numbers that differ from the input: {}", counted(wrong, "row", "rows")),
        },
        Some(originals) if checked.property(PropertyName::CommonQueries).is_some() => {
            match originals.unaccounted {
                0 => say!("          every line was counted again in the input: there is one for each owner"),
                wrong => {
                    say!("          numbers that differ from the input: {}", counted(wrong, "line", "lines"))
                }
            }
        }
        Some(originals) => tell_originals(originals, is_in_pieces),
    }
    if checked.originals.is_none() && is_noisy(checked) {
        say!(
            "          to count the owners of each fact, pass --input; only the publisher knows that noise was added"
        );
    } else if checked.originals.is_none() && is_of_facts(checked) {
        say!("          the numbers are those in the table: to count them, pass --input");
    } else if checked.originals.is_none() && is_stated(checked) {
        say!(
            "          the numbers of owners are those in the file: to count them, pass --audit and --input"
        );
        if is_in_pieces {
            say!("          one owner can be counted in several rows")
        } else {
            say!("          an owner of several groups is counted in each of them")
        }
    }
}

/// True if the release has lines of a log, numbered by owner.
fn is_of_numbered_lines(checked: &Checked) -> bool {
    let verdict = checked.verdict().filter(|verdict| verdict.rows > 0 && verdict.counted == Counted::Owners);
    checked.property(PropertyName::CommonQueries).is_some() && verdict.is_some()
}

/// True if the release is a table of facts.
fn is_of_facts(checked: &Checked) -> bool {
    checked.property(PropertyName::CommonFacts).is_some_and(|property| property.verdict().is_some())
}

/// True if the release is a table whose numbers have noise.
fn is_noisy(checked: &Checked) -> bool {
    checked.property(PropertyName::DifferentialPrivacy).is_some()
}

/// True if clump used the owner counts that the release states, instead of counting owners itself.
fn is_stated(checked: &Checked) -> bool {
    let mut alone = checked.properties.iter().filter_map(|property| property.alone.as_ref());
    alone.any(|alone| alone.counted == Counted::Stated)
}

/// Prints if a label of the release contains a word from the publisher's `--never` list.
fn tell_listed(listed: &Verdict) {
    let looked_at = counted(listed.sets, "label", "labels");
    match &listed.first {
        None => say!("Holds     no term of the list: {looked_at} checked, none contains one"),
        Some(first) => {
            say!("Broken    no term of the list: {looked_at} checked");
            say!("          violated by {}, first by {}", counted_sets(listed.violations), violation(first));
        }
    }
}

/// Prints a property: the answer, the number of checked sets, the first violation and the remedy.
fn tell_property(checked: &Checked, property: &CheckedProperty) {
    let Some(verdict) = property.verdict() else {
        if let guard @ (Property::Ceiling(_) | Property::Certainty(_)) = &property.property {
            say!("Unproved  {guard}: the taxonomy is missing");
            say!(
                "          pass --taxonomy FILE, the one that the release was made with, and its --overrides if it had any"
            );
        }
        return;
    };
    let is_kept = checked.is_sound() && property.holds();
    match (&property.property, &property.owners) {
        (Property::Certainty(certainty), _) if certainty.published() == Among::Rows => {
            tell_certainty(property, verdict, is_kept);
        }
        (Property::Composition(promised), _) => tell_candidates(promised, property, verdict, is_kept),
        (Property::Differences(promised), _) => tell_differences(promised, property, verdict, is_kept),
        (Property::DifferentialPrivacy(promised), _) => tell_noise(promised, verdict, is_kept),
        _ => {
            let strength = if is_kept { property.strength } else { Strength::Broken };
            tell_verdict(&property.property, verdict, strength);
        }
    }
    if let Some(first) = &verdict.first {
        if first.rows.is_empty() {
            say!("          violated by the whole table: {}", why(first.reason))
        } else {
            say!("          violated by {}, first by {}", counted_sets(verdict.violations), violation(first));
        }
        say!("          {}", property.property.remedy());
    }
}

/// Prints the verdict on candidates. Without the audit, clump can only find that there are too few.
fn tell_candidates(promised: &Composition, property: &CheckedProperty, verdict: &Verdict, is_kept: bool) {
    let (promised, owners) = (promised.short(), counted(verdict.rows, "owner", "owners"));
    match (is_kept, &property.owners) {
        (false, _) => say!("Broken    {promised}: {owners}"),
        (true, Some(_)) => {
            say!("Holds     {promised}: {owners}, none with fewer than {}", count(verdict.smallest));
        }
        (true, None) => {
            say!("Consistent {promised}: no row has fewer owners");
            say!("          to count the candidates, pass --ledger, --audit and --input");
        }
    }
}

/// Prints the verdict on differences. Without the audit, clump can only find rows that are too small.
fn tell_differences(promised: &Differences, property: &CheckedProperty, verdict: &Verdict, is_kept: bool) {
    let (promised, rows) = (promised.short(), counted(verdict.sets, "row", "rows"));
    match (is_kept, &property.owners) {
        (false, _) => say!("Broken    {promised}: {rows}"),
        (true, Some(_)) => say!("Holds     {promised}: {rows} compared"),
        (true, None) => {
            say!("Consistent {promised}: no row has fewer owners");
            say!("          to compare the numbers, pass --ledger, --audit and --input");
        }
    }
}

/// Prints the verdict on certainty. Without the audit, clump can only find that something is too certain.
fn tell_certainty(property: &CheckedProperty, verdict: &Verdict, is_kept: bool) {
    let certainty = &property.property;
    let groups = counted(verdict.sets, "group", "groups");
    match (is_kept, &property.owners) {
        (false, _) => say!("Broken    {certainty}: {groups}"),
        (true, Some(_)) => say!("Holds     {certainty}: {groups}, the owners of each counted"),
        (true, None) => {
            say!("Consistent {certainty}: no row of {groups} shows it");
            say!("          to count the owners who have it, pass --audit and --input");
        }
    }
}

/// Prints the verdict on noise. From the table, clump can only check that its numbers reach the threshold and
/// that threshold and noise are large enough.
fn tell_noise(promised: &DifferentialPrivacy, verdict: &Verdict, is_kept: bool) {
    let numbers = match verdict.sets {
        0 => "the table states none of its numbers".to_owned(),
        sets => format!("{}, none below {}", counted(sets, "number", "numbers"), promised.threshold),
    };
    if is_kept {
        say!(
            "Consistent {}: {numbers}; threshold {} and noise of scale {} are enough",
            promised.short(),
            promised.threshold,
            promised.scale()
        )
    } else {
        say!("Broken    {}", promised.short())
    }
}

fn tell_verdict(promise: &Property, verdict: &Verdict, strength: Strength) {
    let answer = match strength {
        Strength::Holds => "Holds    ",
        Strength::Consistent => "Consistent",
        Strength::Broken | Strength::Unproved => "Broken   ",
    };
    if verdict.rows == 0 && verdict.sets == 0 && !verdict.holds {
        say!("{answer} {promise}: the release is empty, so it hides no owner");
        return;
    }
    let rows = match (verdict.counted, promise) {
        (_, Property::CommonFacts(_)) => {
            let rows = counted(verdict.rows, "row", "rows");
            let least = counted(verdict.smallest, "owner", "owners");
            return match verdict.rows {
                0 => say!("{answer} {promise}: no fact is published"),
                _ if strength == Strength::Consistent => {
                    say!("{answer} {promise}: {rows}; each states at least {least}")
                }
                _ => say!("{answer} {promise}: {rows}; the least has {least}"),
            };
        }
        (_, Property::Certainty(certainty)) if certainty.published() == Among::Facts => {
            return say!("{answer} {promise}: {} looked at", counted(verdict.rows, "row", "rows"));
        }
        (Counted::Stated, _) => counted(verdict.rows, "owner", "owners"),
        (_, Property::CommonQueries(_) | Property::SealedQueries(_)) => {
            counted(verdict.rows, "line", "lines")
        }
        (Counted::Rows | Counted::Owners, _) => counted(verdict.rows, "row", "rows"),
    };
    let [one, many] = promise.looked_at();
    let sets = match promise {
        Property::CommonQueries(_) => format!("{} different", count(verdict.sets)),
        _ => counted(verdict.sets, one, many),
    };
    let smallest = match verdict.counted {
        Counted::Rows if matches!(promise, Property::CommonQueries(_)) => {
            format!("{} equal ones", count(verdict.smallest))
        }
        Counted::Rows => counted(verdict.smallest, "row", "rows"),
        Counted::Stated => counted(verdict.smallest, "owner", "owners") + ", as the release states",
        Counted::Owners => counted(verdict.smallest, "owner", "owners"),
    };
    match (promise, verdict.smallest) {
        (Property::SealedQueries(_), 0) => say!("{answer} {promise}: {rows}, {sets}, none opens"),
        (Property::SealedQueries(_), _) => {
            say!("{answer} {promise}: {rows}, {sets}; of those that open the rarest has {smallest}");
        }
        (_, 0) => say!("{answer} {promise}: {rows}, {sets}"),
        (Property::KAnonymity(_), least)
            if verdict.counted == Counted::Stated && strength == Strength::Consistent =>
        {
            let least = counted(least, "owner", "owners");
            say!("{answer} {promise}: every row states at least {least}; {rows} in {sets}");
        }
        _ => say!("{answer} {promise}: {rows}, {sets}; the smallest has {smallest}"),
    }
}

/// Prints the difference between the file and the form that clump writes, if there is one.
fn tell_form(form: Form, other_version: Option<&str>) {
    let deviation = match form {
        Form::Canonical => return,
        Form::Rewritten(deviation) | Form::Other(deviation) => deviation,
    };
    let place = match deviation {
        Deviation::Row(row) => format!("row {} belongs before the one above it", count(row)),
        Deviation::Labels(row) => format!("the items of row {} are not sorted", count(row)),
        Deviation::Line(line) => format!("line {line} has other bytes"),
        Deviation::Byte(byte) => format!("it has other bytes from byte {byte} on"),
    };
    match form {
        Form::Rewritten(_) => {
            say!("Rewritten another program wrote this file: {place}");
            say!("          its order and encoding may mark rows; clump did not check that");
        }
        _ => {
            say!("Refused   not in the form that clump writes, so order or encoding may mark rows: {place}");
            match other_version {
                Some(version) => {
                    say!("          the certificate is of clump {version}: check it with that version");
                }
                None => say!(
                    "          take the original file; if another program saved it again, state the promise with --promise, and add --rewritten"
                ),
            }
        }
    }
}

/// Prints the owner counts that a release states, unless the verdict covered them already.
fn tell_stated(stated: &Verdict, checked: &Checked) {
    let is_counted = is_stated(checked);
    match &stated.first {
        Some(first) => say!(
            "          the numbers of owners that it states do not hold: {}, first {}",
            counted_sets(stated.violations),
            violation(first)
        ),
        None if is_counted || checked.originals.is_some() => {}
        None => {
            say!("          every row states how many owners share it: at least {}", count(stated.smallest))
        }
    }
}

fn counted_sets(number: usize) -> String {
    counted(number, "set", "sets")
}

/// Place of a violation as row and column. It never shows a value.
fn violation(Violation { rows, columns, reason }: &Violation) -> String {
    let list = |numbers: &[usize]| numbers.iter().map(|&number| count(number)).collect::<Vec<_>>().join(", ");
    let rows_named = if rows.len() == 1 { "row" } else { "rows" };
    let place = match columns.as_slice() {
        [] => format!("{rows_named} {}", list(rows)),
        [column] => format!("column {column} of row {}", count(rows[0])),
        columns => format!("columns {} of row {}", list(columns), count(rows[0])),
    };
    let also = match (columns.is_empty(), rows.len()) {
        (true, _) | (_, 1) => String::new(),
        _ => format!(", also in {}", list(&rows[1..])),
    };
    format!("{place}{also}: {}", why(*reason))
}

fn why(reason: Reason) -> String {
    match reason {
        Reason::TooFew { found, needed } => format!("{} where {} must be", count(found), count(needed)),
        Reason::Breach { with_item, of } => {
            format!("{} of {} hold one sensitive item", count(with_item), count(of))
        }
        Reason::TooCertain { holders, of } => {
            format!("{} of {} have something sensitive", count(holders), counted(of, "owner", "owners"))
        }
        Reason::Readable { shares } => format!("it opens with {}", counted(shares, "share", "shares")),
        Reason::Damaged => "it does not open: it was changed".to_owned(),
        Reason::FewInCells { found, needed } => format!(
            "its cells have {} together where {} must be: cells that are not published have the rest",
            counted(found, "owner", "owners"),
            count(needed)
        ),
        Reason::NotRounded { to } => {
            format!("its number is no multiple of {}, to which the certificate says it is rounded", count(to))
        }
        Reason::FewerTimes => "it occurs less often than it has owners".to_owned(),
        Reason::Subtracted { people } => format!(
            "its number less those of rows of another table counts {}",
            counted(people, "person", "people")
        ),
        Reason::BelowCeiling => "it is more specific than the ceiling allows".to_owned(),
        Reason::Listed => "it has a term of the list".to_owned(),
        Reason::Identifier => "it looks like the number or the address of a person".to_owned(),
        Reason::TooLittleNoise => {
            "the stated noise and threshold are not enough for the stated epsilon and delta".to_owned()
        }
        Reason::Contradictory => "equal rows state different numbers of owners".to_owned(),
        Reason::Overstated { stated, rows } => format!(
            "{} stated for {}; are these groups (`--layout groups`)?",
            counted(stated, "owner", "owners"),
            counted(rows, "row", "rows"),
        ),
        Reason::Understated { stated, rows } => format!(
            "{} stated for {}: an owner has several, and their number tells how often",
            counted(stated, "owner", "owners"),
            counted(rows, "row", "rows"),
        ),
        Reason::Repeated { times } => {
            format!("one group occurs {} times: if these are rows, pass `--layout rows`", count(times))
        }
    }
}

fn tell_originals(originals: &AgainstOriginals, is_in_pieces: bool) {
    match originals.not_generalized {
        0 if is_in_pieces => {
            say!("          every row is equal to or more general than its data, and no item is in two rows");
        }
        0 => say!("          every row generalizes its transaction"),
        wrong => say!("          not generalizing their transaction: {}", counted(wrong, "row", "rows")),
    }
    if originals.unaccounted > 0 {
        let rows = counted(originals.unaccounted, "row", "rows");
        say!("          not matching the transactions and owners of the audit: {rows}");
    }
}
