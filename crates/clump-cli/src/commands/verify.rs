//! `clump verify`: does this release keep its promise?

use std::path::{Path, PathBuf};

use clap::Args;
use clump::core::promise::{
    Among, Composition, DifferentialPrivacy, Promised, Property, PropertyName, Share,
};
use clump::core::verify::{Counted, Reason, Verdict, Violation};
use clump::report::{count, counted};
use clump::signature::is_signed;
use clump::{AgainstOriginals, Checked, CheckedProperty, Deviation, Form, ReleaseFile, Stated, Strength};
use serde::Serialize;

use crate::failure::Refused;
use crate::flags::{self, SourceFlags};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Checks the promise of a release: from its rows alone, or, with `--audit` and `--input`, that k counts owners and
/// that every row generalizes the transaction it stands for.
///
/// `Holds` means counted. `Consistent` means that nothing in the release contradicts the promise, but that numbers of owners
/// are those that the release states; pass `--audit` and `--input` to count them. Exit code 0: nothing is broken. 1: the
/// promise is broken, the certificate is about another file, or nothing is promised. What is promised, format and layout
/// come from the certificate beside the release unless they are given. What was read is written again and must give the same
/// bytes, with rows and items sorted: order and encoding could mark rows. A broken promise is told by row and column, never by
/// value.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump verify release.tsv\n  clump verify release.tsv --promise km-anonymity --k 5 --m 2\n  clump verify release.tsv --k 5 --audit audit.tsv --input examples/queries.tsv"
)]
pub struct Verify {
    #[command(flatten)]
    release: ReleaseFlags,
    #[command(flatten)]
    stated: StatedFlags,
    /// The audit that was written with the release
    #[arg(long, value_name = "FILE", requires = "input")]
    audit: Option<PathBuf>,
    /// The input of the release; repeat for several files, or give a pattern. Rows need the audit too; of a table of facts every
    /// number is counted again, and of lines of a log every line
    #[arg(long, value_name = "FILE")]
    input: Vec<PathBuf>,
    /// The ledger of the release: with `--audit` and `--input`, counts the candidates of each owner over all releases in it
    #[arg(long, value_name = "FILE", requires = "audit")]
    ledger: Option<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    /// The public key of the publisher: the certificate must be signed with its private one
    #[arg(long, value_name = "FILE", help_heading = "Options")]
    key: Option<PathBuf>,
    /// Prints the verdicts as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

/// What is to be checked, where the certificate does not say it or is not believed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Promise")]
struct StatedFlags {
    /// A property to check; repeat for several. By default what the certificate says, or k-anonymity if only `--k` is
    /// given
    #[arg(long, value_name = "PROPERTY", value_parser = property_words())]
    promise: Vec<String>,
    /// Least number of owners; by default what the certificate says
    #[arg(long, short, value_parser = flags::whole_number, allow_negative_numbers = true)]
    k: Option<usize>,
    /// With common-facts: least number of owners of one cell; by default what the certificate says, else k
    #[arg(long, value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true)]
    k_cell: Option<usize>,
    /// With km-anonymity: how many items an attacker knows
    #[arg(long, value_parser = flags::whole_number, allow_negative_numbers = true)]
    m: Option<usize>,
    /// With coherence: the largest share of matching rows that may hold one sensitive item
    #[arg(long, value_name = "SHARE", value_parser = flags::share)]
    h: Option<Share>,
    /// With coherence: how many public items an attacker knows
    #[arg(long, value_parser = flags::whole_number, allow_negative_numbers = true)]
    p: Option<usize>,
    /// With certainty: the largest share of the owners of a row that may have something at or below a sensitive
    /// node
    #[arg(long, value_name = "SHARE", value_parser = flags::share)]
    certainty: Option<Share>,
    /// With coherence: a sensitive label, as it is published; with certainty: a sensitive node; or `file:PATH` with
    /// one per line; repeat for several. By default those that the certificate names
    #[arg(long, value_name = "LABEL|file:PATH")]
    sensitive: Vec<String>,
    /// With ceiling: a node below which nothing may be published, or `file:PATH` with one per line; repeat for several. By
    /// default those that the certificate names. Which labels are below it, `--taxonomy` says, unless it is in no file
    #[arg(long, value_name = "NODE|file:PATH")]
    ceiling: Vec<String>,
    /// The publisher's list of words and phrases that are never published: looks for them in the release, and with `--audit`
    /// leaves them out of the input
    #[arg(long, value_name = "FILE")]
    never: Option<PathBuf>,
    /// The file was saved again by another program: accepts other bytes than clump writes. Its order and encoding may
    /// mark rows, and nobody checks them
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

    /// The properties that are named; none if none is.
    fn names(&self) -> Result<Option<Vec<PropertyName>>, Refused> {
        match self.promise.as_slice() {
            [] => Ok(None),
            words if words.iter().any(|word| word == NOTHING) && words.len() > 1 => Err(Refused::new(
                "nothing is promised, and something besides",
                "leave `--promise nothing` out, or the other properties",
            )),
            words => Ok(Some(words.iter().filter_map(|word| PropertyName::parse(word)).collect())),
        }
    }
}

/// The word for a promise without properties.
const NOTHING: &str = "nothing";

/// The words of `--promise`.
fn property_words() -> Vec<&'static str> {
    PropertyName::ALL.iter().map(|name| name.word()).chain([NOTHING]).collect()
}

/// Which release, and how to read it.
#[derive(Debug, Args)]
pub struct ReleaseFlags {
    /// The release
    #[arg(value_name = "RELEASE")]
    pub release: PathBuf,
    /// Format of the release; by default what the certificate or the extension says
    #[arg(long, value_name = "FORMAT", value_parser = flags::release_formats())]
    pub to: Option<String>,
    /// Layout of the release; by default what the certificate says, else rows
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
            return Err(Refused::new(
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
    // Before anything is told: without a key there is no answer.
    let signed = command.key.as_ref().map(|key| is_signed(&command.release.release, key)).transpose()?;
    // A signature is about the certificate: of a release that was swapped it says nothing.
    let is_theirs = signed.map(|signed| signed && checked.certified == Some(true));
    tell(&checked, release.is_in_pieces());
    if !checked.holds && !command.input.is_empty() && command.stated.never.is_none() && release.lacks_list() {
        say!(
            "          the release was made with a list of words that are never published: pass it with --never FILE"
        );
    }
    checked.form.iter().for_each(|&form| tell_form(form, release.other_version()));
    if let (Some(key), Some(signed)) = (&command.key, signed) {
        tell_signature(key, signed, checked.certified);
    }
    if let Some(owners) = checked.owners_told_apart.filter(|&owners| owners > 0) {
        say!(
            "Caution   {} came or left with too few others of the same rows: whoever compares the releases of the ledger may \
             learn what they have or lack",
            counted(owners, "owner", "owners")
        );
    }
    if command.json {
        output::json(&Verified { checked: &checked, signed: is_theirs })?;
    }
    Ok(if checked.holds && is_theirs != Some(false) { Answer::Yes } else { Answer::No })
}

/// What was found, for other programs.
#[derive(Serialize)]
struct Verified<'a> {
    #[serde(flatten)]
    checked: &'a Checked,
    /// Whether the certificate was signed with the key that was asked for, and is about this release.
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<bool>,
}

/// A signature is of the certificate, and of the release only if the certificate is about it.
fn tell_signature(key: &Path, is_signed: bool, certified: Option<bool>) {
    let key = key.display();
    match (is_signed, certified) {
        (true, Some(true)) => say!("Signed    the certificate, with the private key of {key}"),
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
            say!("Unproved  {property}: a scale does not tell numbers of owners");
            say!("          that enough owners stand behind each row shows only with --input");
        }
        Some(_) => {}
    }
    for property in &checked.properties {
        tell_property(checked, property);
    }
    if let Some(listed) = &checked.listed {
        tell_listed(listed);
    }
    match checked.certified {
        Some(true) => {
            say!("          the certificate beside it is about these very bytes");
            if !checked.unchecked_in_certificate.is_empty() {
                let fields = checked.unchecked_in_certificate.join(", ");
                say!("          not checked in the certificate: {fields}");
            }
        }
        Some(false) if matches!(checked.form, Some(Form::Rewritten(_))) => {
            say!(
                "          the certificate beside it is about other bytes, since the release was saved again"
            )
        }
        Some(false) => {
            say!("Broken    the certificate beside it is about other bytes: the release was changed")
        }
        None => say!("          there is no certificate beside it"),
    }
    if let Some(facts) = &checked.sensitive {
        say!("          sensitive: {}", facts.of("the release"));
    }
    if checked.certified == Some(true) && !checked.wrong_in_certificate.is_empty() {
        say!(
            "Broken    the certificate: what it says is not so of this release: {}",
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
                None => say!(
                    "          rows were counted; that k counts owners shows only with --audit and --input"
                ),
            }
        }
        None if is_of_numbered_lines(checked) => {
            say!(
                "          every owner has a number: the lines of one owner are linked, and no promise covers that"
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
            wrong => say!("          other numbers than the input has: {}", counted(wrong, "row", "rows")),
        },
        Some(originals) if checked.property(PropertyName::CommonQueries).is_some() => {
            match originals.unaccounted {
                0 => say!("          every line was counted again in the input: there is one for each owner"),
                wrong => {
                    say!("          other numbers than the input has: {}", counted(wrong, "line", "lines"))
                }
            }
        }
        Some(originals) => tell_originals(originals, is_in_pieces),
    }
    if checked.originals.is_none() && is_noisy(checked) {
        say!(
            "          --input counts the owners of each fact; that the noise was added, the publisher vouches for"
        );
    } else if checked.originals.is_none() && is_of_facts(checked) {
        say!("          the numbers are those that the table states: pass --input to count them");
    } else if checked.originals.is_none() && is_stated(checked) {
        say!(
            "          the numbers of owners are those that the release states: pass --audit and --input to count them"
        );
        match is_in_pieces {
            true => say!("          an owner may be behind many rows, and is counted in each of them"),
            false => say!(
                "          owners of several groups are counted in each: exact where every owner has one row"
            ),
        }
    }
}

/// Whether lines say which of them are of one owner.
fn is_of_numbered_lines(checked: &Checked) -> bool {
    let verdict = checked.verdict().filter(|verdict| verdict.rows > 0 && verdict.counted == Counted::Owners);
    checked.property(PropertyName::CommonQueries).is_some() && verdict.is_some()
}

/// Whether this is a table of facts.
fn is_of_facts(checked: &Checked) -> bool {
    checked.property(PropertyName::CommonFacts).is_some_and(|property| property.verdict().is_some())
}

/// Whether the numbers of a table of facts carry noise.
fn is_noisy(checked: &Checked) -> bool {
    checked.property(PropertyName::DifferentialPrivacy).is_some()
}

/// Whether what was counted are numbers of owners that the release states.
fn is_stated(checked: &Checked) -> bool {
    let mut alone = checked.properties.iter().filter_map(|property| property.alone.as_ref());
    alone.any(|alone| alone.counted == Counted::Stated)
}

/// Whether a list of what is never published is kept to.
fn tell_listed(listed: &Verdict) {
    let looked_at = counted(listed.sets, "label", "labels");
    match &listed.first {
        None => say!("Holds     nothing of the list: {looked_at}, none has a term of it"),
        Some(first) => {
            say!("Broken    nothing of the list: {looked_at}");
            say!("          violated by {}, first by {}", counted_sets(listed.violations), violation(first));
        }
    }
}

/// One property: whether it holds, what was looked at, where it is broken first, and what to do then.
fn tell_property(checked: &Checked, property: &CheckedProperty) {
    let Some(verdict) = property.verdict() else {
        if let guard @ (Property::Ceiling(_) | Property::Certainty(_)) = &property.property {
            say!("Unproved  {guard}: nobody says which labels are below it");
            say!(
                "          add --taxonomy FILE, the one that the release was made with, and --overrides if there were any"
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
        (Property::DifferentialPrivacy(promised), _) => tell_noise(promised, verdict, is_kept),
        _ => {
            let strength = if is_kept { property.strength } else { Strength::Broken };
            tell_verdict(&property.property, verdict, strength);
        }
    }
    if let Some(first) = &verdict.first {
        match first.rows.is_empty() {
            true => say!("          violated by the whole table: {}", why(first.reason)),
            false => {
                say!(
                    "          violated by {}, first by {}",
                    counted_sets(verdict.violations),
                    violation(first)
                );
            }
        }
        say!("          {}", property.property.remedy());
    }
}

/// Candidates cannot be seen in a release: rows show only that there are too few.
fn tell_candidates(promised: &Composition, property: &CheckedProperty, verdict: &Verdict, is_kept: bool) {
    let (promised, owners) = (promised.short(), counted(verdict.rows, "owner", "owners"));
    match (is_kept, &property.owners) {
        (false, _) => say!("Broken    {promised}: {owners}"),
        (true, Some(_)) => {
            say!("Holds     {promised}: {owners}, none with fewer than {}", count(verdict.smallest));
        }
        (true, None) => {
            say!("Consistent {promised}: no row has fewer owners");
            say!("          how many candidates are left shows only with --ledger, --audit and --input");
        }
    }
}

/// That nothing is too certain cannot be seen in a release: rows show only what is.
fn tell_certainty(property: &CheckedProperty, verdict: &Verdict, is_kept: bool) {
    let certainty = &property.property;
    let groups = counted(verdict.sets, "group", "groups");
    match (is_kept, &property.owners) {
        (false, _) => say!("Broken    {certainty}: {groups}"),
        (true, Some(_)) => say!("Holds     {certainty}: {groups}, the owners of each counted"),
        (true, None) => {
            say!("Consistent {certainty}: no row of {groups} shows it");
            say!("          how many owners of a row have it shows only with --audit and --input");
        }
    }
}

/// Noise cannot be seen in a table: what can are its threshold, and whether the stated numbers are enough.
fn tell_noise(promised: &DifferentialPrivacy, verdict: &Verdict, is_kept: bool) {
    let numbers = match verdict.sets {
        0 => "the table states none of its numbers".to_owned(),
        sets => format!("{}, none below {}", counted(sets, "number", "numbers"), promised.threshold),
    };
    match is_kept {
        true => say!(
            "Consistent {}: {numbers}; threshold {} and noise of scale {} are enough",
            promised.short(),
            promised.threshold,
            promised.scale()
        ),
        false => say!("Broken    {}", promised.short()),
    }
}

fn tell_verdict(promise: &Property, verdict: &Verdict, strength: Strength) {
    let answer = match strength {
        Strength::Holds => "Holds    ",
        Strength::Consistent => "Consistent",
        Strength::Broken | Strength::Unproved => "Broken   ",
    };
    if verdict.rows == 0 && verdict.sets == 0 && !verdict.holds {
        say!("{answer} {promise}: the release is empty: nobody is hidden in it");
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

/// How the file differs from what clump writes, if it does.
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
            say!("Rewritten not in the form that clump writes: {place}");
            say!("          its order and encoding may mark rows, which nobody checked");
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

/// What a release says of its owners, where it says more than what was counted already.
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

/// Where a promise is broken: by row and column, never by value.
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
        Reason::WrongTotal { found, least, most } => format!(
            "the total is {} and its cells have between {} and {} together",
            count(found),
            count(least),
            counted(most, "owner", "owners")
        ),
        Reason::FewInCells { found, needed } => format!(
            "its cells have {} together where {} must be: cells that are not published have the rest",
            counted(found, "owner", "owners"),
            count(needed)
        ),
        Reason::NotRounded { to } => {
            format!("its number is no multiple of {}, to which the certificate says it is rounded", count(to))
        }
        Reason::StrayTotal => "it is a total, and the certificate says that the table has none".to_owned(),
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
            format!("one group stands there {} times; are these rows (`--layout rows`)?", count(times))
        }
    }
}

fn tell_originals(originals: &AgainstOriginals, is_in_pieces: bool) {
    match originals.not_generalized {
        0 if is_in_pieces => {
            say!("          every row is at or above what its owners typed, and no word is in two rows");
        }
        0 => say!("          every row generalizes its transaction"),
        wrong => say!("          not generalizing their transaction: {}", counted(wrong, "row", "rows")),
    }
    if originals.unaccounted > 0 {
        let rows = counted(originals.unaccounted, "row", "rows");
        say!("          not standing for the transactions and owners that the audit names: {rows}");
    }
}
