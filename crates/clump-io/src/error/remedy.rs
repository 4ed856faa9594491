//! What to do about an error.

use clump_core::remedy::{Remedy, Setting};

use super::{ReadError, TableLook};
use crate::layout::Layout;
use crate::repair::Defect;
use crate::spelling::Shown;

impl ReadError {
    /// What the user can do; `None` where the message already says it all.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            ReadError::Cancelled(_) => return None,
            ReadError::NoInput => "name one or more files, or `-` for standard input",
            ReadError::BuiltWithout(without) => return Some(without.remedy()),
            ReadError::WordsOfThePaper => "leave {items} or {matching} out",
            ReadError::MadeFromData => "name the built-in taxonomy, or one in a file",
            ReadError::Missing { .. } => "check the path",
            ReadError::Directory { .. } => "name the files in it, for example with `dir/*.gz`",
            ReadError::Io { source, .. } => return io_remedy(source.kind()),
            ReadError::Shrunk { .. } => "wait until nobody writes it any more, or read a copy",
            ReadError::Temporary { .. } => "name a folder that takes files and has enough space with {temp}",
            ReadError::TooManyItems { .. } => {
                "allow more with {memory}, or release the owners in parts, each with a run of its own"
            }
            ReadError::Binary { .. } => {
                "text, Parquet and Arrow are read, also in gzip and zstd; export other formats as UTF-8 text first"
            }
            ReadError::Foreign { what, .. } => what.remedy(),
            ReadError::Empty { .. } => "check that the export is complete",
            ReadError::UnknownLayout { .. } => {
                "say what it is with {from=aol|basket|csv|tsv|jsonl|parquet|arrow}"
            }
            ReadError::NoMatch { .. } => "check the pattern; hidden files and folders do not match",
            ReadError::NoNamedColumns { .. } => {
                "leave out {owner}, {owner-per-row!}, {items}, {query}, {time}, {transaction} and {cells}, or say that it is a table: {from=csv} or {from=tsv}"
            }
            ReadError::UnknownDelimiter { .. } => "say what it is with {delimiter=comma|semicolon|tab|pipe}",
            ReadError::IdleDelimiter { layout: Layout::Tsv, .. } => {
                "leave out {delimiter}, or say {from=csv}"
            }
            ReadError::IdleDelimiter { .. } => {
                "leave out {delimiter}, which is about the columns of a table ({from=csv}); the items of a basket or a cell are separated by {separator}"
            }
            ReadError::IdleTimeFormat { .. } => "leave out {time-format}",
            ReadError::TooManyFacts { .. } => "raise {k}, or allow more with {memory}",
            ReadError::OwnerSpellings { .. } => {
                "use {fold-owners!} if they are the same people, or {owners-as-they-are!} if they are different ones"
            }
            ReadError::OwnersAreTimes => {
                "name the column of the people with {owner=COLUMN}; if each row is a person of its own, say {owner-per-row!}; \
                 {owners-as-they-are!} goes on with times as owners"
            }
            ReadError::NoOwnerNames { .. } => "leave out {fold-owners!} and {owners-as-they-are!}",
            ReadError::UnsaidOwner { look, .. } => return Some(owner_remedy(look)),
            ReadError::LooksLikeTable { layout, look, .. } => return Some(table_remedy(*layout, look)),
            ReadError::NoColumn { key, name, columns, .. } => {
                return Some(match columns.nearest(name) {
                    Some(nearest) => Remedy::of("is ").set([column(key, nearest)]).say(" meant?"),
                    None if columns.is_hidden() => Remedy::of("check ").set([Setting::new(*key)]).say(
                        "; if the first line of the file is a row, put the names of the columns above it",
                    ),
                    None => Remedy::of("check ")
                        .set([Setting::new(*key)])
                        .say(": names are spelled as in the file, upper and lower case too"),
                });
            }
            ReadError::RepeatedColumn { .. } => "give the columns different names",
            ReadError::NoContent { .. } => {
                "name them with {items} or {query}, or say {cells=counts} if the names of the columns are the items; {from=basket} if this is no table"
            }
            ReadError::TwoContents { .. } => "name the one that is meant, with {items} or {query}",
            ReadError::MixedTables { .. } => {
                "all tables of a run hold items, counts or queries, with times or without; read others in separate runs"
            }
            ReadError::ColumnType { what, .. } => match *what {
                "times" => "times are text, numbers, timestamps or dates",
                "counts" => "counts are numbers, yes and no, or text",
                "items" => "items are text or whole numbers, or lists of them",
                _ => "names are text or whole numbers",
            },
            ReadError::ColumnLabel { .. } => "rename it, or name the columns of the items with {items}",
            ReadError::OnlyTruth { .. } => "add {cells=counts}: the names of the columns are the items",
            ReadError::IdleSeparator { .. } => "leave out {separator}",
            ReadError::NoOwners { .. } => "name the column with {owner}, or use {unit=owner}",
            ReadError::NoTimes { .. } => "name the column with {time}, or use {unit=owner|query}",
            ReadError::NoTransactions { .. } => "name the column with {transaction}",
            ReadError::Damaged { layout: Layout::Parquet, .. } => {
                "the file is damaged, cut short, encrypted or no Parquet; its pages may be plain or in snappy, gzip, zstd or lz4"
            }
            ReadError::Damaged { .. } => "the file is damaged or cut short, or state another {from}",
            ReadError::MalformedRow { fault, .. } => return fault.remedy(),
            ReadError::MixedLayouts { .. } => {
                "read the files in separate runs, or state one layout with {from}"
            }
            ReadError::NoQueries { .. } => "use {unit=owner}, or give a log with {from=aol}",
            ReadError::FactNeeds { need, .. } => return Some(need.remedy()),
            ReadError::FactColumns { .. } => {
                "is this the table that is meant? Take the file that was published"
            }
            ReadError::NotALog { .. } => {
                "this method works on the lines of a query log: give one with {from=aol} or a table with {owner} and {query}, or choose a method on transactions ({clump methods})"
            }
            ReadError::Header { .. } => {
                "is this the release that is meant? {clump methods} says what each method writes"
            }
            ReadError::Malformed { fault, .. } => return fault.remedy(),
            ReadError::ReleaseColumn { .. } => "name the columns of a release `items` and `owners_in_group`",
            ReadError::OtherColumns { .. } => "remove them: what nobody checks can give away whose row it is",
            ReadError::StrayEntry { .. } => {
                "remove it, and ask who put it there: other programs read it with the release, and nobody checked it"
            }
            ReadError::StrayMetadata { .. } => {
                "write the release again with clump: metadata that nobody checks can give away whose row it is"
            }
            ReadError::DamagedRelease { .. } => {
                "the file was changed or cut short, or is of another format: state it with {to}"
            }
            ReadError::NotAFile { .. } => "write it to a file, and name that",
            ReadError::UnknownItem { .. } | ReadError::UnknownItemOfRow { .. } | ReadError::UnknownWord => {
                "use {unknown=drop} to leave such items out and count them, {unknown=as:NODE} to make them a node, or map them with {overrides}"
            }
            ReadError::DroppedCounted => {
                "take these words out of {never} and {overrides}, and hide them with {ceiling=NODE} instead; or leave {certainty} out"
            }
            ReadError::Taxonomy { source, .. } => return Some(defect_remedy(source)),
            ReadError::EmptyTaxonomy { .. } => "check the path given to {taxonomy}",
            ReadError::LargeTaxonomy { .. } => "leave out what the data do not need",
            ReadError::IdleLanguage { .. } => "leave {language} out: it is about the labels of SKOS",
            ReadError::MarkedTwice { .. } => "rename one of them: in a release, `<food>` is the node food",
            ReadError::NoDatabase { .. } => {
                "name the directory that has them, for example /usr/share/wordnet, or a taxonomy file"
            }
            ReadError::Database { .. } => "take the files from WordNet's own distribution again",
            ReadError::MadeTaxonomy { .. } => "give the tree in a file with {taxonomy}",
            ReadError::UnknownTaxonomyFormat { .. } => {
                "say what it is with {taxonomy-format}: edges, arx, paths, amnesia, json, outline, skos, wordnet"
            }
            ReadError::NoSuchNode => {
                "name a node as the taxonomy spells it: {unknown=as:NODE}; {clump taxonomy export} lists them"
            }
            ReadError::NothingUnknown => {
                "leave {unknown=as:NODE} out, or give the tree in a file with {taxonomy}"
            }
            ReadError::OverrideLabel { .. } => {
                "name a node as the taxonomy spells it, or `drop`; trees made from the data accept only `drop`"
            }
        };
        Some(Remedy::of(sentence))
    }
}

fn io_remedy(kind: std::io::ErrorKind) -> Option<Remedy> {
    use std::io::ErrorKind;
    match kind {
        ErrorKind::PermissionDenied => Some(Remedy::of("check who may read the file")),
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData | ErrorKind::InvalidInput => Some(Remedy::of(
            "the compressed file is damaged or cut short; test it with `gzip -t` or `zstd -t`",
        )),
        _ => None,
    }
}

/// A column of a table as the value of the setting `key`.
pub(crate) fn column(key: &'static str, name: &str) -> Setting {
    Setting::with(key, Shown(name).to_string())
}

/// How to say whose rows the rows of a table are.
fn owner_remedy(look: &TableLook) -> Remedy {
    let remedy = match look.settings() {
        Some(settings) => Remedy::of("add ").set(settings).say(", or "),
        None => Remedy::of("name the column with {owner=COLUMN}, or say "),
    };
    remedy.and(Remedy::of("{owner-per-row!} if no two rows are of one person"))
}

/// How to say what a text is that looks like a table.
fn table_remedy(layout: Option<Layout>, look: &TableLook) -> Remedy {
    let columns = look
        .settings()
        .unwrap_or_else(|| ["owner", "items"].map(|key| Setting::with(key, "COLUMN")).to_vec());
    let as_table = |layout: Layout| [Setting::with("from", layout.to_string())].into_iter().chain(columns);
    let basket = Remedy::of(
        "{from=basket} if its first line is no header: then each line is one owner, and all of it is items",
    );
    match layout {
        Some(layout) => Remedy::of("add ").set(as_table(layout)).say(", or ").and(basket),
        None => Remedy::of("separate its columns by commas and add ")
            .set(as_table(Layout::Csv))
            .say("; or add ")
            .and(basket),
    }
}

/// The repairs of a defect, and where to see the others.
fn defect_remedy(defect: &Defect) -> Remedy {
    let mut remedy = Remedy::default();
    for (index, repair) in defect.kind.repairs().iter().enumerate() {
        remedy = remedy.say(if index > 0 { "; " } else { "" });
        remedy = remedy.set([Setting::with("repair", repair.to_string())]).say(" ").say(repair.effect());
    }
    if defect.kind.repairs().is_empty() {
        remedy = remedy.say("correct the line");
    }
    remedy.and(Remedy::of(". {clump taxonomy check} lists everything that is to be repaired"))
}
