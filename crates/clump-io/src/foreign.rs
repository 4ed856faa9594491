//! Files that hold no text and no table that is read, told by their first bytes or their names: what people have, and what
//! to do about it.

use std::fmt;

/// What a file is that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// What its name says.
    Spreadsheet,
    /// What spreadsheets of today are, and other things.
    Zip,
    /// What spreadsheets were before, and other things.
    Office,
    /// A document.
    Pdf,
}

/// First bytes, and what they tell.
const MAGIC: [(&[u8], Foreign); 3] = [
    (b"PK\x03\x04", Foreign::Zip),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Foreign::Office),
    (b"%PDF-", Foreign::Pdf),
];

impl Foreign {
    /// What the first bytes of a file tell, and its extension in lower case: alone, if that is enough.
    pub(crate) fn find(head: &[u8], extension: Option<&str>, is_name_enough: bool) -> Option<Foreign> {
        let by_bytes = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|&(_, foreign)| foreign);
        let is_spreadsheet = matches!(extension, Some("xlsx" | "xlsm" | "xlsb" | "xls" | "ods"));
        match by_bytes {
            None if is_spreadsheet && is_name_enough => Some(Foreign::Spreadsheet),
            Some(Foreign::Zip | Foreign::Office) if is_spreadsheet => Some(Foreign::Spreadsheet),
            other => other,
        }
    }

    /// What to do.
    pub(crate) fn remedy(self) -> &'static str {
        match self {
            Foreign::Spreadsheet | Foreign::Office => {
                "save as CSV in the program that made it, and name that file"
            }
            Foreign::Zip => {
                "a spreadsheet: save as CSV in the program that made it; an archive: unpack it; then name that file"
            }
            Foreign::Pdf => "name the data that it was made from; text, Parquet and Arrow are read",
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foreign::Spreadsheet => "a spreadsheet",
            Foreign::Zip => "a ZIP archive, as spreadsheets are",
            Foreign::Office => "an old Office file, as spreadsheets were",
            Foreign::Pdf => "a PDF document",
        })
    }
}
