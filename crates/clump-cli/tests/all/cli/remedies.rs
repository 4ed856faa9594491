//! What to do about an error is said in words of its own by whoever shows it: the libraries name settings by their keys,
//! and flags exist only here.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use clump::core::anonymize::{AnonymizeError, ParameterError};
use clump::core::built::{BuiltWithout, Feature};
use clump::core::promise::{
    CertaintyError, NamedNodesError, PrivacyError, PromiseError, PropertyName, Share,
};
use clump::core::remedy::{Naming, Remedy};
use clump::io::{
    ColumnList, ColumnNames, Fault, Foreign, Input, Layout, LikelyOwner, ReadError, TableLook, parse_gap,
};
use clump::log::Key;
use clump::noise::NoiseError;
use clump::{
    ApplyError, AttackError, BuildError, ByteSize, CheckError, DataError, Dropped, FloorError, GoneBefore,
    JobError, MethodName, PublishError, RunError,
};
use clump_experiments::ReproduceError;

use crate::commands;
use crate::desk::Desk;

fn path() -> PathBuf {
    PathBuf::from("release.tsv")
}

fn file() -> Input {
    Input::from("log.tsv")
}

fn failed() -> io::Error {
    io::ErrorKind::PermissionDenied.into()
}

fn columns() -> ColumnList {
    let given = ColumnNames { items: vec!["what".to_owned()], ..ColumnNames::default() };
    ColumnList::new(&["user id".to_owned(), "what".to_owned()], &given)
}

fn look(is_known: bool) -> Box<TableLook> {
    let likely = LikelyOwner { name: "user's id".to_owned(), distinct: 5, rows: 9, is_whole: true };
    Box::new(TableLook { columns: columns(), likely: is_known.then_some(likely), content: None })
}

fn faults() -> Vec<Fault> {
    vec![
        Fault::Columns { found: 1 },
        Fault::NoOwner,
        Fault::NoTransaction,
        Fault::NullOwner,
        Fault::OwnerText,
        Fault::Time,
        Fault::SlashedTime,
        Fault::MixedTimes,
        Fault::OtherTimeFormat,
        Fault::Rank,
        Fault::Quotes { column: 1 },
        Fault::Tab { column: 1 },
        Fault::Width { expected: 2, found: 1 },
        Fault::LongLine { most: 1 << 20 },
        Fault::OpenQuote { column: 1 },
        Fault::NotAnObject { column: 1 },
        Fault::RepeatedKey,
        Fault::NotText { what: "owner" },
        Fault::Count { column: 1 },
        Fault::TooMany { most: 1 },
        Fault::OverrideColumns { found: 1 },
        Fault::RepeatedOverride { first: 1 },
        Fault::EdgeColumns { found: 3 },
        Fault::NoFamily,
        Fault::MixedIndent,
        Fault::Indent,
        Fault::JsonText { column: 1 },
        Fault::JsonTree,
        Fault::Turtle { column: 1 },
        Fault::Json { column: 1 },
        Fault::NoOwnersInGroup,
        Fault::NoItems,
        Fault::Label { column: 1 },
        Fault::TsvHeader,
        Fault::TsvRecord,
        Fault::CsvHeader,
        Fault::CsvRecord,
        Fault::RowNumber,
        Fault::OtherOwners,
        Fault::Cells { expected: 2, found: 1 },
        Fault::AuditRelease,
        Fault::AuditHeader,
        Fault::AuditEntry,
        Fault::AuditLength,
    ]
}

fn built_without() -> [BuiltWithout; 2] {
    [Feature::Columnar, Feature::Dp].map(BuiltWithout)
}

fn reading() -> Vec<ReadError> {
    let file = file();
    let mut errors = vec![
        ReadError::NoInput,
        ReadError::MadeFromData,
        ReadError::Missing { file: file.clone() },
        ReadError::Directory { file: file.clone() },
        ReadError::Io { file: file.clone(), source: failed() },
        ReadError::Io { file: file.clone(), source: io::ErrorKind::InvalidData.into() },
        ReadError::Shrunk { file: file.clone() },
        ReadError::TooManyItems { most: 9 },
        ReadError::Temporary { folder: path(), source: failed() },
        ReadError::Binary { file: file.clone(), line: 1 },
        ReadError::Empty { file: file.clone(), files: 2 },
        ReadError::UnknownLayout { file: file.clone() },
        ReadError::MixedLayouts { file: file.clone(), found: Layout::Csv, first: Layout::Aol },
        ReadError::NoMatch { pattern: file.clone() },
        ReadError::NoNamedColumns { file: file.clone(), layout: Layout::Aol },
        ReadError::UnknownDelimiter { file: file.clone(), fitting: 0 },
        ReadError::IdleDelimiter { file: file.clone(), layout: Layout::Tsv },
        ReadError::IdleDelimiter { file: file.clone(), layout: Layout::Aol },
        ReadError::IdleTimeFormat { file: file.clone() },
        ReadError::UnsaidOwner { file: file.clone(), look: look(true) },
        ReadError::UnsaidOwner { file: file.clone(), look: look(false) },
        ReadError::LooksLikeTable { file: file.clone(), layout: Some(Layout::Csv), look: look(true) },
        ReadError::LooksLikeTable { file: file.clone(), layout: None, look: look(false) },
        ReadError::TooManyFacts { bytes: 1 },
        ReadError::OwnerSpellings { owners: 2, people: 1 },
        ReadError::OwnersAreTimes,
        ReadError::NoOwnerNames { file: file.clone() },
        ReadError::NoColumn { file: file.clone(), columns: columns(), key: "items", name: "waht".to_owned() },
        ReadError::NoColumn { file: file.clone(), columns: columns(), key: "query", name: "else".to_owned() },
        ReadError::RepeatedColumn { file: file.clone(), name: "what".to_owned() },
        ReadError::NoContent { file: file.clone(), columns: columns() },
        ReadError::TwoContents { file: file.clone() },
        ReadError::MixedTables { file: file.clone() },
        ReadError::ColumnLabel { file: file.clone(), column: 1 },
        ReadError::OnlyTruth { file: file.clone() },
        ReadError::IdleSeparator { file: file.clone() },
        ReadError::NoOwners { file: file.clone() },
        ReadError::NoTimes { file: file.clone() },
        ReadError::NoTransactions { file: file.clone() },
        ReadError::Damaged { file: file.clone(), layout: Layout::Parquet },
        ReadError::Damaged { file: file.clone(), layout: Layout::Arrow },
        ReadError::UnknownItemOfRow { file: file.clone(), row: 1, position: 1 },
        ReadError::NoQueries { file: file.clone() },
        ReadError::NotALog { file: file.clone() },
        ReadError::Header { file: file.clone(), header: &["AnonID"] },
        ReadError::ReleaseColumn { file: file.clone(), column: "items", kind: "text" },
        ReadError::OtherColumns { file: file.clone(), columns: 1 },
        ReadError::StrayEntry { file: file.clone(), entry: "notes".to_owned(), what: "it is not listed" },
        ReadError::StrayMetadata { file: file.clone(), what: "keys" },
        ReadError::DamagedRelease { file: file.clone(), format: "parquet" },
        ReadError::NotAFile { file: file.clone(), format: "parquet" },
        ReadError::UnknownItem { file: file.clone(), line: 1, position: 1 },
        ReadError::UnknownWord,
        ReadError::DroppedCounted,
        ReadError::EmptyTaxonomy { file: file.clone() },
        ReadError::LargeTaxonomy { file: file.clone(), nodes: 1 },
        ReadError::IdleLanguage { file: file.clone() },
        ReadError::NoDatabase { directory: file.clone() },
        ReadError::UnknownTaxonomyFormat { file: file.clone() },
        ReadError::NoSuchNode,
        ReadError::NothingUnknown,
        ReadError::OverrideLabel { file: file.clone(), line: 1 },
    ];
    errors.extend(built_without().map(ReadError::BuiltWithout));
    let foreign = [Foreign::Spreadsheet, Foreign::Zip, Foreign::Office, Foreign::Pdf];
    errors.extend(foreign.map(|what| ReadError::Foreign { file: file.clone(), what }));
    let types = ["times", "counts", "items", "owners"];
    errors.extend(types.map(|what| ReadError::ColumnType { file: file.clone(), column: 1, what }));
    errors.extend(faults().into_iter().map(|fault| ReadError::Malformed {
        file: file.clone(),
        line: 1,
        fault,
    }));
    errors.extend(faults().into_iter().map(|fault| ReadError::MalformedRow {
        file: file.clone(),
        row: 1,
        fault,
    }));
    errors
}

fn jobs() -> Vec<JobError> {
    let key = || Key::from_hex("").unwrap_err();
    let mut errors = vec![
        JobError::NoK,
        JobError::Parameter(ParameterError::KTooSmall { k: 1 }),
        JobError::Parameter(ParameterError::NothingKnown { parameter: "m" }),
        JobError::Parameter(ParameterError::NoParts),
        JobError::Parameter(ParameterError::LevelTooHigh { level: 1 }),
        JobError::Parameter(ParameterError::NoPeriod),
        JobError::Parameter(ParameterError::FanOutTooSmall { fan_out: 1 }),
        JobError::Parameter(ParameterError::NoGroupTried),
        JobError::Parameter(ParameterError::WithoutNoise { parameter: "times" }),
        JobError::Parameter(ParameterError::WithoutNoise { parameter: "totals" }),
        JobError::Parameter(ParameterError::WithoutNoise { parameter: "k-cell" }),
        JobError::Parameter(ParameterError::Privacy(PrivacyError::Epsilon)),
        JobError::HalfOfNoise { given: "epsilon", missing: "delta" },
        JobError::Noise(NoiseError::NoThreshold { per_owner: 1 }),
        JobError::Promise(PromiseError::Twice { name: PropertyName::KAnonymity }),
        JobError::Promise(PromiseError::Without {
            name: PropertyName::DifferentialPrivacy,
            beside: PropertyName::CommonFacts,
        }),
        JobError::Promise(PromiseError::Without {
            name: PropertyName::Certainty,
            beside: PropertyName::KAnonymity,
        }),
        JobError::Certainty(CertaintyError::Whole),
        JobError::CertaintyOfShare,
        JobError::CertaintyOfUnknown,
        JobError::NoCeiling(NamedNodesError::NoNode),
        JobError::CeilingAtUnknown,
        JobError::NoSensitive,
        JobError::SensitiveFile { path: path(), source: failed() },
        JobError::EmptySensitiveFile { path: path() },
        JobError::SensitiveShare("2".parse::<Share>().unwrap_err()),
        JobError::SensitiveShareAndNames,
        JobError::Contradiction { keys: ["owner", "owner-per-row"] },
        JobError::Contradiction { keys: ["fold-owners", "owners-as-they-are"] },
        JobError::UnknownFormat { path: path() },
        JobError::Spreadsheet { path: path() },
        JobError::LinesAreTsv { path: path(), method: MethodName::Hash },
        JobError::CompressedTwice { path: path(), format: "parquet" },
        JobError::TooManyThreads { threads: 2000, most: 1024 },
        JobError::TwoUnits,
        JobError::TwoKeys,
        JobError::Key(key()),
        JobError::KeyFile { path: path(), source: failed() },
        JobError::NotAKey { path: path(), source: key() },
        JobError::Period(parse_gap("x").unwrap_err()),
        JobError::Gap(parse_gap("x").unwrap_err()),
    ];
    errors.extend(built_without().map(JobError::BuiltWithout));
    let stray = ["to", "r", "k", "nothing"];
    errors.extend(stray.map(|key| JobError::StrayKey { key: key.to_owned(), method: MethodName::Hash }));
    let idle = [
        "gap",
        "owners-as-they-are",
        "prefixes",
        "parts",
        "level",
        "drop-known-owners",
        "new-owners-only",
        "sensitive",
        "population",
        "title",
        "seed",
        "repair",
    ];
    errors.extend(idle.map(|key| JobError::IdleKey { key: key.to_owned() }));
    errors
}

fn dropped() -> Option<Dropped> {
    Some(Dropped { read: 2, empty: 1, unknown: 1 })
}

/// The remedies of all errors that are not made of others.
fn remedies() -> Vec<Remedy> {
    let gone = GoneBefore { words: 9, words_unknown: 8, words_dropped: 0, owners: 3, empty_owners: 2 };
    let memory =
        |instead| DataError::Memory { needed: ByteSize(1 << 30), memory: ByteSize(1 << 20), instead };
    let data = [
        DataError::RepeatedInput { path: path() },
        DataError::NothingKnown { owners: 1, unknown: 1 },
        DataError::GoneBefore(gone),
        memory(None),
        memory(Some("use {method=partition}, which needs less and loses more")),
        DataError::NothingSensitive,
        DataError::LabelFile { path: path(), source: failed() },
        DataError::LabelLine { path: path(), line: 1 },
        DataError::NoLabel { path: path() },
    ];
    let check = [
        CheckError::NotALabel { word: "below" },
        CheckError::TooManySets(clump::core::verify::TooManySets { size: 8, steps: 1 }),
        CheckError::NoSensitiveLabel,
        CheckError::NoPublicLabel,
        CheckError::StrayStated { parameter: "m" },
        CheckError::StrayStated { parameter: "ceiling" },
        CheckError::OnlyCertified { name: PropertyName::DifferentialPrivacy },
        CheckError::StrayStated { parameter: "h" },
        CheckError::NoPromise,
        CheckError::NotStated { parameter: "p" },
        CheckError::NotRows { path: path() },
        CheckError::NamedOwners { path: path() },
        CheckError::RowsWithoutAudit { path: path() },
        CheckError::OtherAudit { audit: path(), release: path() },
        CheckError::Audit { path: path(), line: 1, what: "" },
        CheckError::AuditWithoutList { path: path(), line: 1, what: "" },
        CheckError::ForeignLabel { path: path(), row: 1 },
        CheckError::OtherRows { path: path(), rows: 1, transactions: 2 },
        CheckError::NotGeneralized { path: path(), row: 1 },
        CheckError::Certificate { path: path(), line: 1 },
        CheckError::Unreadable { path: path(), source: failed() },
    ];
    let publish = [
        PublishError::Exists { path: path() },
        PublishError::TwoOutputs { path: path() },
        PublishError::IsInput { path: path() },
        PublishError::NotAFile { path: path() },
        PublishError::NotEmpty { path: path() },
        PublishError::NoFolder { path: path() },
        PublishError::Unwritable { path: path(), source: failed() },
        PublishError::Unwritable { path: path(), source: std::io::ErrorKind::FileTooLarge.into() },
        PublishError::Busy { path: path() },
    ];
    let apply = [
        ApplyError::NoEarlier,
        ApplyError::NoCertificate { path: path() },
        ApplyError::NotRows { path: path() },
        ApplyError::Broken { path: path() },
        ApplyError::LowerK { k: 2, earlier: 3 },
        ApplyError::OtherSetting { key: "unit", earlier: "session".to_owned() },
        ApplyError::OtherTaxonomy { source_word: "file".to_owned() },
        ApplyError::OtherTaxonomy { source_word: "flat".to_owned() },
        ApplyError::UncheckedOwners,
        ApplyError::KnownOwners { known: 1, owners: 1 },
        ApplyError::KnownOwners { known: 1, owners: 2 },
        ApplyError::UnnamedOwners { path: path() },
        ApplyError::TooFewNew { owners: 1, k: 2 },
    ];
    let too_few = AnonymizeError::TooFewOwners { owners: 1, k: 2 };
    let methods = [
        RunError::Anonymize { reason: too_few.clone(), cause: dropped() },
        RunError::Anonymize { reason: too_few.clone(), cause: None },
        RunError::Anonymize { reason: AnonymizeError::NoSensitiveItem, cause: None },
        RunError::Anonymize { reason: AnonymizeError::NoPublicItem, cause: None },
        RunError::Anonymize { reason: AnonymizeError::NoPublicItemLeft, cause: None },
        RunError::Anonymize { reason: AnonymizeError::TooManySets { p: 3, steps: 9 }, cause: None },
        RunError::Anonymize { reason: AnonymizeError::NoTime { line: 1 }, cause: None },
        RunError::LabelHoldsSeparator { format: "tsv" },
    ];
    let mut remedies: Vec<Option<Remedy>> = Vec::new();
    remedies.extend(reading().iter().map(ReadError::remedy));
    remedies.extend(jobs().iter().map(JobError::remedy));
    remedies.extend(data.iter().map(DataError::remedy));
    remedies.extend(check.iter().map(CheckError::remedy));
    remedies.extend(publish.iter().map(PublishError::remedy));
    remedies.extend(apply.iter().map(|error| Some(error.remedy())));
    remedies.extend(methods.iter().map(RunError::remedy));
    remedies.extend([
        AttackError::WrongKey { path: path() }.remedy(),
        AttackError::NotHashed { path: path() }.remedy(),
        BuildError::NoOutput.remedy(),
        BuildError::NotForBuilding { key: "gap".to_owned() }.remedy(),
        FloorError::NoGrouping { reason: too_few, cause: dropped() }.remedy(),
        ReproduceError::TooSmallToReproduce { owners: 1, needed: 2, cause: None }.remedy(),
    ]);
    remedies.into_iter().map(|remedy| remedy.expect("every one of these errors has a remedy")).collect()
}

/// The flags of all commands.
fn flags() -> BTreeSet<String> {
    let mut flags: BTreeSet<String> =
        commands::all().iter().flat_map(|command| named(&command.help)).collect();
    // The help of a command leaves out what only some methods read; the list of methods has it.
    flags.extend(named(&Desk::new().clump("methods").ok().stdout));
    flags
}

/// The flags that `text` names.
fn named(text: &str) -> Vec<String> {
    let ends = |char: char| !(char.is_ascii_lowercase() || char == '-');
    let after = text.match_indices("--").map(|(at, dashes)| &text[at + dashes.len()..]);
    let flags = after.map(|rest| rest.split(ends).next().unwrap_or("").to_owned());
    flags.filter(|flag| flag.starts_with(|char: char| char.is_ascii_lowercase())).collect()
}

#[test]
fn only_the_command_line_names_flags_and_they_exist() {
    let flags = flags();
    for remedy in remedies() {
        let [as_flags, as_keywords, as_fields] =
            [Naming::Flags, Naming::Keywords, Naming::Fields].map(|naming| remedy.render(naming));
        for other in [&as_keywords, &as_fields] {
            assert!(!other.contains("--"), "{other}");
        }
        for flag in named(&as_flags) {
            assert!(flags.contains(&flag), "there is no `--{flag}`: {as_flags}");
        }
        for said in [&as_flags, &as_keywords, &as_fields] {
            assert!(!said.is_empty() && said.matches('`').count() % 2 == 0, "{said}");
            // One remedy shows JSON.
            assert!(!said.contains(['{', '}']) || said.contains("children"), "{said}");
        }
        let says_so = remedy.settings().all(|setting| flags.contains(setting.key()));
        assert!(says_so, "{as_flags}");
    }
}

#[test]
fn no_library_has_a_flag_in_its_texts() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut looked_at = 0;
    for name in [
        "clump",
        "clump-core",
        "clump-io",
        "clump-log",
        "clump-wordnet",
        "clump-generate",
        "clump-experiments",
    ] {
        let mut folders = vec![crates.join(name).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    looked_at += 1;
                    require_no_flag(&path);
                }
            }
        }
    }
    assert!(looked_at > 100, "{looked_at}");
}

/// Comments and tests may name flags; what is said may not.
fn require_no_flag(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let said = text.split("#[cfg(test)]").next().unwrap();
    for (number, line) in said.lines().enumerate() {
        let is_comment = line.trim_start().starts_with("//");
        let names_one = line.contains("`--") || line.contains("\"--");
        // Where flags are made of keys.
        let is_rendered = path.ends_with("clump-core/src/remedy.rs");
        assert!(is_comment || is_rendered || !names_one, "{}:{}: {line}", path.display(), number + 1);
    }
}
