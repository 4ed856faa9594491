//! Remedies: the actions by which a user can fix an error.

use clump_core::remedy::{Remedy, Setting};

use super::{Fault, ReadError, TableLook};
use crate::layout::Layout;
use crate::repair::Defect;
use crate::spelling::EscapedText;

impl ReadError {
    /// The action that fixes the error; `None` if the message already states it.
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
            ReadError::Shrunk { .. } => "wait until no program writes to it, or read a copy",
            ReadError::Temporary { .. } => "use {temp} to name a writable folder with enough free space",
            ReadError::TooManyItems { .. } => {
                "allow more memory with {memory}, or split the owners into parts and run each part alone"
            }
            ReadError::Binary { .. } => {
                "export the data as UTF-8 text, Parquet or Arrow; text may be compressed with gzip or zstd"
            }
            ReadError::Foreign { what, .. } => what.remedy(),
            ReadError::Empty { .. } => "check that the export is complete",
            ReadError::UnknownLayout { .. } => {
                "set the layout with {from=aol|basket|csv|tsv|jsonl|parquet|arrow}"
            }
            ReadError::NoMatch { .. } => "check the pattern; hidden files and folders do not match",
            ReadError::NoNamedColumns { .. } => {
                "leave out {owner}, {owner-per-row!}, {items}, {query}, {time}, {transaction} and {cells}, or read the file as a table with {from=csv|tsv}"
            }
            ReadError::UnknownDelimiter { .. } => "set it with {delimiter=comma|semicolon|tab|pipe}",
            ReadError::IdleDelimiter { layout: Layout::Tsv, .. } => {
                "leave out {delimiter}, or use {from=csv}"
            }
            ReadError::IdleDelimiter { .. } => {
                "leave out {delimiter}, which separates columns of a table ({from=csv}); use {separator} for the items of a basket or a cell"
            }
            ReadError::IdleTimeFormat { .. } => "leave out {time-format}",
            ReadError::TooManyFacts { .. } => "raise {k}, or allow more memory with {memory}",
            ReadError::OwnerSpellings { .. } => {
                "use {spelling=fold} if they are the same people, or {spelling=as-they-are} if they are different ones"
            }
            ReadError::OwnersAreTimes => {
                "name the column of the people with {owner=COLUMN}; if each row is a different person, use {owner-per-row!}; \
                 to keep times as owners, use {spelling=as-they-are}"
            }
            ReadError::NoOwnerNames { .. } => "leave out {spelling}",
            ReadError::UnsaidOwner { look, .. } => return Some(owner_remedy(look)),
            ReadError::LooksLikeTable { layout, look, .. } => return Some(table_remedy(*layout, look)),
            ReadError::NoColumn { key, name, columns, .. } => {
                return Some(match columns.nearest(name) {
                    Some(nearest) => {
                        Remedy::of("check the name: did you mean ").set([column(key, nearest)]).say("?")
                    }
                    None if columns.is_hidden() => Remedy::of("check ").set([Setting::new(*key)]).say(
                        "; if the first line of the file is a row, add a line with the column names above it",
                    ),
                    None => Remedy::of("check ")
                        .set([Setting::new(*key)])
                        .say(": write the name as in the file, including upper and lower case"),
                });
            }
            ReadError::RepeatedColumn { .. } => "give the columns different names",
            ReadError::NoContent { .. } => {
                "name the columns with {items} or {query}, or add {cells=counts} if the column names are the items; use {from=basket} if this is not a table"
            }
            ReadError::TwoContents { .. } => "choose one with {items} or {query}",
            ReadError::MixedTables { .. } => {
                "read it in a separate run: all tables of one run hold items, counts or queries, either with times or without"
            }
            ReadError::ColumnType { what, .. } => match *what {
                "times" => "convert the column: times are text, numbers, timestamps or dates",
                "counts" => "convert the column: counts are numbers, yes and no, or text",
                "items" => "convert the column: items are text or whole numbers, or lists of them",
                _ => "convert the column: names are text or whole numbers",
            },
            ReadError::ColumnLabel { .. } => "rename it, or name the columns of the items with {items}",
            ReadError::OnlyTruth { .. } => {
                "add {cells=counts}, which takes the names of the columns as items"
            }
            ReadError::IdleSeparator { .. } => "leave out {separator}",
            ReadError::NoOwners { .. } => "name the column of the owner with {owner}, or use {unit=owner}",
            ReadError::NoTimes { .. } => "name the column of times with {time}, or use {unit=owner|query}",
            ReadError::NoTransactions { .. } => "name the column with {transaction}",
            ReadError::Damaged { layout: Layout::Parquet, .. } => {
                "export it again: it is damaged, cut short, encrypted or not Parquet; pages may be plain, snappy, gzip, zstd or lz4"
            }
            ReadError::Damaged { .. } => {
                "export it again if it is damaged or cut short, or set another layout with {from}"
            }
            ReadError::MixedLayouts { .. } => {
                "read the files in separate runs, or set one layout with {from}"
            }
            ReadError::NoQueries { .. } => "use {unit=owner}, or give a log with {from=aol}",
            ReadError::FactNeeds { need, .. } => return Some(need.remedy()),
            ReadError::FactColumns { .. } => "check the path: name the table as it was published",
            ReadError::NotALog { .. } => {
                "give a query log with {from=aol}, or a table with {owner} and {query}; or choose a method on transactions ({clump methods})"
            }
            ReadError::Header { .. } => "check the path: {clump methods} shows what each method writes",
            ReadError::Malformed { fault, .. } | ReadError::MalformedRow { fault, .. } => {
                return fault.remedy();
            }
            ReadError::ReleaseColumn { .. } => "name the columns of a release `items` and `owners_in_group`",
            ReadError::OtherColumns { .. } => {
                "remove them: they are not checked, and can reveal whose row it is"
            }
            ReadError::StrayEntry { .. } => {
                "remove it, and find out who added it: other programs would read it with the release, and it was not checked"
            }
            ReadError::StrayMetadata { .. } => {
                "write the release again with clump: metadata that is not checked can reveal whose row it is"
            }
            ReadError::DamagedRelease { .. } => {
                "get the file again if it was changed or cut short; if it has another format, set it with {to}"
            }
            ReadError::NotAFile { .. } => "save the data to a file, and name that file",
            ReadError::UnknownWord => return Fault::UnknownItem { position: 1 }.remedy(),
            ReadError::DroppedCounted => {
                "remove these words from {never} and {overrides}, and use {ceiling=NODE} for them instead; or leave {certainty} out"
            }
            ReadError::Taxonomy { source, .. } => return Some(defect_remedy(source)),
            ReadError::EmptyTaxonomy { .. } => "check the path given to {taxonomy}",
            ReadError::LargeTaxonomy { .. } => "remove the nodes that the data do not need",
            ReadError::IdleLanguage { .. } => {
                "leave the language out of {taxonomy-format}: only the labels of SKOS have one"
            }
            ReadError::MarkedTwice { .. } => {
                "rename one of them: in a release, `<food>` means the node `food`"
            }
            ReadError::NoDatabase { .. } => {
                "name the directory that has them, for example /usr/share/wordnet, or a taxonomy file"
            }
            ReadError::Database { .. } => "get the files again from WordNet's own distribution",
            ReadError::MadeTaxonomy { .. } => "give the tree in a file with {taxonomy}",
            ReadError::UnknownTaxonomyFormat { .. } => {
                "set the format with {taxonomy-format}: edges, arx, paths, amnesia, json, outline, skos, wordnet"
            }
            ReadError::NoSuchNode => {
                "name a node as the taxonomy spells it: {unknown=as:NODE}; {clump taxonomy export} lists them"
            }
            ReadError::NothingUnknown => {
                "leave {unknown=as:NODE} out, or give the tree in a file with {taxonomy}"
            }
        };
        Some(Remedy::of(sentence))
    }
}

fn io_remedy(kind: std::io::ErrorKind) -> Option<Remedy> {
    use std::io::ErrorKind;
    match kind {
        ErrorKind::PermissionDenied => Some(Remedy::of("check the permissions of the file")),
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData | ErrorKind::InvalidInput => Some(Remedy::of(
            "test the compressed file with `gzip -t` or `zstd -t`: it is damaged or cut short",
        )),
        _ => None,
    }
}

pub(crate) fn column(key: &'static str, name: &str) -> Setting {
    Setting::with(key, EscapedText(name).to_string())
}

fn owner_remedy(look: &TableLook) -> Remedy {
    let remedy = match look.settings() {
        Some(settings) => Remedy::of("add ").set(settings).say(", or "),
        None => Remedy::of("name the column of the owner with {owner=COLUMN}, or add "),
    };
    remedy.and(Remedy::of("{owner-per-row!} if no two rows belong to the same person"))
}

fn table_remedy(layout: Option<Layout>, look: &TableLook) -> Remedy {
    let columns = look
        .settings()
        .unwrap_or_else(|| ["owner", "items"].map(|key| Setting::with(key, "COLUMN")).to_vec());
    let as_table = |layout: Layout| [Setting::with("from", layout.to_string())].into_iter().chain(columns);
    let basket = Remedy::of(
        "{from=basket} if its first line is no header: then each line is one owner, and everything on it is an item",
    );
    match layout {
        Some(layout) => Remedy::of("add ").set(as_table(layout)).say(", or ").and(basket),
        None => Remedy::of("separate its columns by commas and add ")
            .set(as_table(Layout::Csv))
            .say("; or add ")
            .and(basket),
    }
}

fn defect_remedy(defect: &Defect) -> Remedy {
    let mut remedy = Remedy::default();
    for (index, repair) in defect.kind.repairs().iter().enumerate() {
        remedy = remedy.say(if index > 0 { "; or " } else { "add " });
        remedy =
            remedy.set([Setting::with("repair", repair.to_string())]).say(", which ").say(repair.effect());
    }
    if defect.kind.repairs().is_empty() {
        remedy = remedy.say("correct the line");
    }
    remedy.and(Remedy::of(". {clump taxonomy check} lists all defects"))
}
