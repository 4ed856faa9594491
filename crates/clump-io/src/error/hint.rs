//! What to do about an error, in the words of the command line.

use clump_core::taxonomy::TaxonomyError;

use super::{Fault, ReadError};

impl ReadError {
    /// What the user can do, naming the flag; `None` where the message already says it all.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            ReadError::NoInput => "name one or more files, or `-` for standard input",
            ReadError::Missing { .. } => "check the path",
            ReadError::Directory { .. } => "name the files in it, for example with `dir/*.gz`",
            ReadError::Io { source, .. } => return io_hint(source.kind()).map(str::to_owned),
            ReadError::Binary { .. } => {
                "plain text, gzip and zstd are read; export other formats as UTF-8 text first"
            }
            ReadError::Empty { .. } => "check that the export is complete",
            ReadError::UnknownLayout { .. } => "say what it is with `--from aol` or `--from basket`",
            ReadError::MixedLayouts { .. } => {
                "read the files in separate runs, or state one layout with `--from`"
            }
            ReadError::NoQueries { .. } => "use `--unit owner`, or give a log with `--from aol`",
            ReadError::NotALog { .. } => {
                "this method works on the lines of a query log: give one with `--from aol`, or choose a method on transactions (`clump methods`)"
            }
            ReadError::Header { .. } => {
                "is this the release that is meant? `clump methods` says what each method writes"
            }
            ReadError::Malformed { fault, .. } => return fault_hint(fault).map(str::to_owned),
            ReadError::UnknownItem { .. } | ReadError::UnknownWord => {
                "use `--unknown drop` to leave such items out and count them, or map them with `--overrides`"
            }
            ReadError::Taxonomy { source, .. } => return taxonomy_hint(source).map(str::to_owned),
            ReadError::MadeTaxonomy { .. } => "give the tree in a file with `--taxonomy`",
            ReadError::UnknownTaxonomyFormat { .. } => {
                "say what it is with `--taxonomy-format edges`, `arx` or `paths`"
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
        Fault::Columns { .. } | Fault::NoOwner => Some(
            "use `--skip-bad-lines` to leave such lines out and count them, or `--from basket` if this is no log",
        ),
        Fault::Time => Some(
            "use `--skip-bad-lines` to leave such lines out and count them; methods on transactions need no times with `--unit owner`",
        ),
        Fault::Rank => Some(
            "use `--skip-bad-lines` to leave such lines out and count them, or bring the columns in order",
        ),
        Fault::Quotes { .. } => Some("use `--skip-bad-lines`, or name another `--separator`"),
        Fault::Tab { .. } => Some("use `--skip-bad-lines`, or `--separator tab`"),
        Fault::EdgeColumns { .. } => {
            Some("put names that hold commas in double quotes, or state `--taxonomy-format arx` or `paths`")
        }
        Fault::OverrideColumns { .. } => {
            Some("write `java<TAB>drop`, or the name of a node instead of `drop`")
        }
        Fault::RepeatedOverride { .. } => Some("remove one of the two lines"),
        Fault::Json { .. } | Fault::NoOwnerCount | Fault::UnexpectedOwnerCount | Fault::Label { .. } => Some(
            "state the format with `--to tsv` or `jsonl`, and the layout with `--layout rows` or `groups`",
        ),
        Fault::Cells { .. } => Some("the file was changed or cut short; take it from its publisher again"),
        Fault::AuditHeader | Fault::AuditEntry => {
            Some("pass the file that `clump anonymize --audit` wrote with this release")
        }
    }
}

fn taxonomy_hint(error: &TaxonomyError) -> Option<&'static str> {
    match error {
        TaxonomyError::TwoParents { .. } => {
            Some("use `--repeated qualify` to name the later one `parent/name`, and have such names counted")
        }
        TaxonomyError::Cycle { .. } => {
            Some("correct the line; in rows and paths `--repeated qualify` names the later one `parent/name`")
        }
        TaxonomyError::SeveralRoots { .. } => Some("put all of them below one root, for example `*`"),
        TaxonomyError::RepeatedName { .. } => Some("remove one of the two lines"),
        TaxonomyError::UnknownParent { .. } => {
            Some("add a line for the parent, or remove the line of the root")
        }
        TaxonomyError::Empty => Some("check the path given to `--taxonomy`"),
        _ => None,
    }
}
