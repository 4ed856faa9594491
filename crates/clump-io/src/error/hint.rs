//! What to do about an error, in the words of the command line.

use super::{Fault, ReadError, TableLook, table_look};
use crate::layout::Layout;
use crate::taxonomy::{Defect, TaxonomyFormat};

impl ReadError {
    /// What the user can do, naming the flag; `None` where the message already says it all.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            ReadError::Cancelled(_) => return None,
            ReadError::NoInput => "name one or more files, or `-` for standard input",
            ReadError::Missing { .. } => "check the path",
            ReadError::Directory { .. } => "name the files in it, for example with `dir/*.gz`",
            ReadError::Io { source, .. } => return io_hint(source.kind()).map(str::to_owned),
            ReadError::Temporary { .. } => {
                "name a folder with enough space with `--temp`, or allow more memory with `--memory`"
            }
            ReadError::Binary { .. } => {
                "text, Parquet and Arrow are read, also in gzip and zstd; export other formats as UTF-8 text first"
            }
            ReadError::Foreign { what, .. } => what.hint(),
            ReadError::Empty { .. } => "check that the export is complete",
            ReadError::UnknownLayout { .. } => {
                "say what it is with `--from aol`, `basket`, `csv`, `tsv`, `jsonl`, `parquet` or `arrow`"
            }
            ReadError::NoMatch { .. } => "check the pattern; hidden files and folders do not match",
            ReadError::NoNamedColumns { .. } => {
                "leave out `--owner`, `--owner-per-row`, `--items`, `--query`, `--time`, `--transaction` and `--cells`, or say that it is a table: `--from csv` or `--from tsv`"
            }
            ReadError::UnknownDelimiter { .. } => {
                "say what it is with `--delimiter comma`, `semicolon`, `tab` or `pipe`"
            }
            ReadError::IdleDelimiter { layout: Layout::Tsv, .. } => {
                "leave out `--delimiter`, or say `--from csv`"
            }
            ReadError::IdleDelimiter { .. } => {
                "leave out `--delimiter`, which is about the columns of a table (`--from csv`); the items of a basket or a cell are separated by `--separator`"
            }
            ReadError::IdleTimeFormat { .. } => "leave out `--time-format`",
            ReadError::OwnerSpellings { .. } => {
                "use `--fold-owners` if they are the same people, or `--owners-as-they-are` if they are different ones"
            }
            ReadError::NoOwnerNames { .. } => "leave out `--fold-owners` and `--owners-as-they-are`",
            ReadError::UnsaidOwner { look, .. } => return Some(owner_hint(look)),
            ReadError::LooksLikeTable { layout, look, .. } => return Some(table_hint(*layout, look)),
            ReadError::NoColumn { flag, name, columns, .. } => {
                return Some(match columns.nearest(name) {
                    Some(nearest) => format!("is `{}` meant?", table_look::flag(flag, nearest)),
                    None => format!(
                        "check `--{flag}`: names are spelled as in the file, upper and lower case too"
                    ),
                });
            }
            ReadError::RepeatedColumn { .. } => "give the columns different names",
            ReadError::NoContent { .. } => {
                "name them with `--items` or `--query`, or say `--cells counts` if the names of the columns are the items; `--from basket` if this is no table"
            }
            ReadError::TwoContents { .. } => "name the one that is meant, with `--items` or `--query`",
            ReadError::MixedTables { .. } => {
                "all tables of a run hold items, counts or queries, with times or without; read others in separate runs"
            }
            ReadError::ColumnType { what, .. } => match *what {
                "times" => "times are text, numbers, timestamps or dates",
                "counts" => "counts are numbers, yes and no, or text",
                "items" => "items are text or whole numbers, or lists of them",
                _ => "names are text or whole numbers",
            },
            ReadError::ColumnLabel { .. } => "rename it, or name the columns of the items with `--items`",
            ReadError::OnlyTruth { .. } => "add `--cells counts`: the names of the columns are the items",
            ReadError::IdleSeparator { .. } => "leave out `--separator`",
            ReadError::NoOwners { .. } => "name the column with `--owner`, or use `--unit owner`",
            ReadError::NoTimes { .. } => "name the column with `--time`, or use `--unit owner` or `query`",
            ReadError::NoTransactions { .. } => "name the column with `--transaction`",
            ReadError::Damaged { layout: Layout::Parquet, .. } => {
                "the file is damaged, cut short, encrypted or no Parquet; its pages may be plain or in snappy, gzip, zstd or lz4"
            }
            ReadError::Damaged { .. } => "the file is damaged or cut short, or state another `--from`",
            ReadError::MalformedRow { fault, .. } => return fault_hint(fault).map(str::to_owned),
            ReadError::MixedLayouts { .. } => {
                "read the files in separate runs, or state one layout with `--from`"
            }
            ReadError::NoQueries { .. } => "use `--unit owner`, or give a log with `--from aol`",
            ReadError::NotALog { .. } => {
                "this method works on the lines of a query log: give one with `--from aol` or a table with `--owner` and `--query`, or choose a method on transactions (`clump methods`)"
            }
            ReadError::Header { .. } => {
                "is this the release that is meant? `clump methods` says what each method writes"
            }
            ReadError::Malformed { fault, .. } => return fault_hint(fault).map(str::to_owned),
            ReadError::ReleaseColumn { .. } => "name the columns of a release `items` and `owners_in_group`",
            ReadError::OtherColumns { .. } => "remove them: what nobody checks can give away whose row it is",
            ReadError::DamagedRelease { .. } => {
                "the file was changed or cut short, or is of another format: state it with `--to`"
            }
            ReadError::NotAFile { .. } => "write it to a file, and name that",
            ReadError::UnknownItem { .. } | ReadError::UnknownItemOfRow { .. } | ReadError::UnknownWord => {
                "use `--unknown drop` to leave such items out and count them, `--unknown as:NODE` to make them a node, or map them with `--overrides`"
            }
            ReadError::Taxonomy { source, .. } => return Some(defect_hint(source)),
            ReadError::EmptyTaxonomy { .. } => "check the path given to `--taxonomy`",
            ReadError::LargeTaxonomy { .. } => "leave out what the data do not need",
            ReadError::IdleLanguage { .. } => "leave `--language` out: it is about the labels of SKOS",
            ReadError::NoDatabase { .. } => {
                "name the directory that has them, for example /usr/share/wordnet, or a taxonomy file"
            }
            ReadError::Database { .. } => "take the files from WordNet's own distribution again",
            ReadError::MadeTaxonomy { .. } => "give the tree in a file with `--taxonomy`",
            ReadError::UnknownTaxonomyFormat { .. } => {
                return Some(format!("say what it is with `--taxonomy-format`: {}", formats()));
            }
            ReadError::NoSuchNode => {
                "name a node as the taxonomy spells it: `--unknown as:NODE`; `clump taxonomy export` lists them"
            }
            ReadError::NothingUnknown => {
                "leave `--unknown as:NODE` out, or give the tree in a file with `--taxonomy`"
            }
            ReadError::OverrideLabel { .. } => {
                "name a node as the taxonomy spells it, or `drop`; trees made from the data accept only `drop`"
            }
        };
        Some(hint.to_owned())
    }
}

fn io_hint(kind: std::io::ErrorKind) -> Option<&'static str> {
    use std::io::ErrorKind;
    match kind {
        ErrorKind::PermissionDenied => Some("check who may read the file"),
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData | ErrorKind::InvalidInput => {
            Some("the compressed file is damaged or cut short; test it with `gzip -t` or `zstd -t`")
        }
        _ => None,
    }
}

fn fault_hint(fault: &Fault) -> Option<&'static str> {
    match fault {
        Fault::NoOwner => {
            Some("remove these rows, or use `--skip-bad-lines` to leave such lines out and count them")
        }
        Fault::NullOwner => Some(
            "remove these rows, or use `--skip-bad-lines` to leave such lines out and count them; `--owners-as-they-are` if somebody is called so",
        ),
        Fault::NoTransaction
        | Fault::OwnerText
        | Fault::Width { .. }
        | Fault::NotAnObject { .. }
        | Fault::RepeatedKey
        | Fault::NotText { .. } => Some("use `--skip-bad-lines` to leave such lines out and count them"),
        Fault::OpenQuote { .. } => {
            Some("close the quote, or double it; where such a row ends nobody knows, so it cannot be skipped")
        }
        Fault::Count { .. } => {
            Some("use `--skip-bad-lines`, or leave the column out: name those of the items with `--items`")
        }
        Fault::TooMany { .. } => Some("use `--skip-bad-lines`, or leave out `--keep-repeats`"),
        Fault::Columns { .. } => Some(
            "use `--skip-bad-lines` to leave such lines out and count them, or `--from basket` if this is no log",
        ),
        Fault::Time => Some(
            "say how times are written with `--time-format`, like `%d/%m/%Y %H:%M:%S`, or use `--skip-bad-lines` to leave such lines out and count them; methods on transactions need no times with `--unit owner`",
        ),
        Fault::SlashedTime => {
            Some("say which with `--time-format`, like `%d/%m/%Y %H:%M:%S` or `%m/%d/%Y %H:%M:%S`")
        }
        Fault::MixedTimes => Some(
            "bring the times to one unit, or use `--skip-bad-lines` to leave such lines out and count them",
        ),
        Fault::OtherTimeFormat => Some(
            "check `--time-format`: `%Y %m %d %H %M %S` are year to second, `%z` is an offset, `%s` are seconds since 1970; `--skip-bad-lines` leaves such lines out and counts them",
        ),
        Fault::Rank => Some(
            "use `--skip-bad-lines` to leave such lines out and count them, or bring the columns in order",
        ),
        Fault::Quotes { .. } => Some("use `--skip-bad-lines`, or name another `--separator`"),
        Fault::Tab { .. } => Some("use `--skip-bad-lines`, or name another `--separator`"),
        Fault::EdgeColumns { .. } => {
            Some("put names that hold commas in double quotes, or state `--taxonomy-format arx` or `paths`")
        }
        Fault::NoFamily => {
            Some("names of Amnesia hold no blanks; state another `--taxonomy-format` if this is none")
        }
        Fault::MixedIndent | Fault::Indent => Some(
            "indent children by tabs or by spaces, one way in the whole file, or state another `--taxonomy-format`",
        ),
        Fault::JsonText { .. } | Fault::JsonTree => {
            Some("write `{\"name\": \"food\", \"children\": [...]}`, or state another `--taxonomy-format`")
        }
        Fault::Turtle { .. } => {
            Some("SKOS is read as Turtle: convert RDF/XML first, or state another `--taxonomy-format`")
        }
        Fault::OverrideColumns { .. } => {
            Some("write `java<TAB>drop`, or the name of a node instead of `drop`")
        }
        Fault::RepeatedOverride { .. } => Some("remove one of the two lines"),
        Fault::Json { .. } | Fault::Label { .. } | Fault::TsvHeader | Fault::CsvHeader => {
            Some("state the format with `--to`, if this is a release of another one")
        }
        Fault::NoOwnersInGroup | Fault::NoItems => {
            Some("every row has `items` and `owners_in_group`, how many owners share it")
        }
        Fault::Cells { .. } | Fault::TsvRecord | Fault::CsvRecord | Fault::RowNumber | Fault::OtherOwners => {
            Some("the file was changed or cut short; take it from its publisher again")
        }
        Fault::AuditRelease | Fault::AuditHeader | Fault::AuditEntry | Fault::AuditLength => {
            Some("pass the file that `clump anonymize --audit` wrote with this release")
        }
    }
}

/// How to say whose rows the rows of a table are.
fn owner_hint(look: &TableLook) -> String {
    let per_row = "`--owner-per-row` if no two rows are of one person";
    match look.flags() {
        Some(flags) => format!("add `{flags}`, or {per_row}"),
        None => format!("name the column with `--owner COLUMN`, or say {per_row}"),
    }
}

/// How to say what a text is that looks like a table.
fn table_hint(layout: Option<Layout>, look: &TableLook) -> String {
    let basket =
        "`--from basket` if its first line is no header: then each line is one owner, and all of it is items";
    let flags = look.flags().unwrap_or_else(|| "--owner COLUMN --items COLUMN".to_owned());
    match layout {
        Some(layout) => format!("add `--from {layout} {flags}`, or {basket}"),
        None => format!("separate its columns by commas and add `--from csv {flags}`; or add {basket}"),
    }
}

/// The repairs of a defect, and where to see the others.
fn defect_hint(defect: &Defect) -> String {
    let repairs: Vec<String> = defect
        .kind
        .repairs()
        .iter()
        .map(|repair| format!("`--repair {repair}` {}", repair.effect()))
        .collect();
    let first = if repairs.is_empty() { "correct the line".to_owned() } else { repairs.join("; ") };
    format!("{first}. `clump taxonomy check` lists everything that is to be repaired")
}

/// The words of all formats.
fn formats() -> String {
    TaxonomyFormat::ALL.map(TaxonomyFormat::word).join(", ")
}
