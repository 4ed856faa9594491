//! A look at an input before it is read: does it hold queries, or items?

use super::ReadOptions;
use super::content::Content;
use super::table::{self, Kind, Place, Purpose, Request, Row, Shape, Sink};
use crate::error::{Fault, ReadError};
use crate::layout::{Layout, LayoutFinder};
use crate::source::{Input, Stream};

/// Bytes of a stream that are looked at. They are there for whoever reads it later.
const HEAD: usize = 1 << 16;

/// Whether `inputs` hold queries in the words of their owners, as far as the first of them tells that has any data. What is
/// wrong with an input is told when it is read: here it holds none.
pub fn holds_queries(inputs: &[Input], options: &ReadOptions) -> bool {
    if options.columns.query.is_some() {
        return true;
    }
    if !options.columns.items.is_empty() {
        return false;
    }
    inputs.iter().find_map(|input| looked_at(input, options).ok().flatten()).unwrap_or(false)
}

/// Whether `input` holds queries; none if there is nothing in it.
fn looked_at(input: &Input, options: &ReadOptions) -> Result<Option<bool>, ReadError> {
    let head;
    let input = match input {
        Input::Batches(batches) => {
            return Ok(Some(batches.has_column("query")));
        }
        Input::Stream(stream) if !stream.is_kept() => {
            let bytes = stream.head(HEAD).map_err(|source| input.io(source))?;
            head = Input::from(Stream::of_bytes(stream.name(), bytes));
            &head
        }
        input => input,
    };
    let options = ReadOptions { first: Some(1), ..options.clone() };
    let mut finder = LayoutFinder::new(&options);
    Ok(match Content::open(input, &options, &mut finder, &())? {
        Content::Nothing => None,
        Content::Text { layout: Layout::Aol, .. } => Some(true),
        Content::Text { layout: Layout::Basket, .. } => Some(false),
        content => {
            let mut look = Look(None);
            let request = Request::new(&options, Purpose::of(options.unit), &());
            // The first row may be malformed; its columns are not.
            let _ = table::read(content, &request, &mut look);
            look.0.map(|kind| kind == Kind::Query)
        }
    })
}

/// Remembers what the rows of a table say.
struct Look(Option<Kind>);

impl Sink for Look {
    fn begin(&mut self, _: &Input, shape: Shape) -> Result<(), ReadError> {
        self.0 = Some(shape.kind);
        Ok(())
    }

    fn take(&mut self, _: Result<&impl Row, Fault>, _: Place<'_>) -> Result<(), ReadError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::ColumnNames;

    #[test]
    fn logs_and_tables_of_queries_are_told_from_items_and_a_stream_stays_whole() {
        let cases: [(&str, &str, bool); 6] = [
            ("log.tsv", "AnonID\tQuery\tQueryTime\n1\tdog food\t2006-03-01 00:00:00\n", true),
            ("baskets.txt", "tea milk\ngin tonic\n", false),
            ("asked.csv", "user,query\n1,dog food\n", true),
            ("bought.csv", "user,items\n1,tea\n", false),
            ("asked.jsonl", "{\"user\":1,\"query\":\"dog food\"}\n", true),
            ("empty.csv", "", false),
        ];
        let columns =
            ColumnNames { owner: Some(crate::RowOwner::Column("user".to_owned())), ..ColumnNames::default() };
        for (name, text, expected) in cases {
            let options = match name.starts_with(['a', 'b']) && name != "baskets.txt" {
                true => ReadOptions { columns: columns.clone(), ..ReadOptions::default() },
                false => ReadOptions::default(),
            };
            let kept = Input::from(Stream::of_bytes(name, text.as_bytes().to_vec()));
            assert_eq!(holds_queries(&[kept], &options), expected, "{name}");
            let passing = Stream::new(name, text.as_bytes());
            assert_eq!(holds_queries(&[Input::from(passing.clone())], &options), expected, "{name}");
            let mut left = String::new();
            passing.open().unwrap().read_to_string(&mut left).unwrap();
            assert_eq!(left, text);
        }
    }
}
