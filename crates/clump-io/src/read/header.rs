//! Tells tables from baskets by the first lines of a text. A table that is read as baskets would publish the
//! IDs of its owners as items. So a text that looks like a table is not read as baskets unless the user
//! states that layout.
//!
//! The first line is a header if its words are names of columns, or if the lines below look different. A
//! table without a header is recognized by its first column, whose values repeat and occur in no other
//! column. If a basket file is taken for a table, it is refused, and the error names the flag that reads it.
//! So in doubt, a text is a table.

use rustc_hash::FxHashSet;

use crate::layout::Separator;
use crate::usual_names::{Usual, is_of_ids, usual};

pub(crate) const LOOK: usize = 256;

const FEW: usize = 3;

/// Words in names of columns that are hardly ever items, diagnoses or words of queries.
const OF_COLUMNS: &str = "owner user username name id customer client patient person member item items product products \
     article sku code codes diagnosis query queries";

/// Separator of columns if `lines` look like a table, with or without a header; else `None`.
pub(crate) fn separator_of_table(lines: &[String]) -> Option<Separator> {
    let (head, rest) = lines.split_first()?;
    let separator = separator_in(head).unwrap_or(Separator::Comma);
    // A header with a single name may be above lines that have several items each.
    let below =
        separator_in(head).or_else(|| rest.iter().find_map(|line| separator_in(line))).unwrap_or(separator);
    let text = HeaderText {
        separator,
        head: fields(head, separator),
        rows: rest.iter().filter(|&line| line != head).map(|line| fields(line, below)).collect(),
    };
    let has_header = text.head.iter().all(|name| is_name(name))
        && (text.has_usual_names() || text.is_above_numbers() || text.is_above_a_long_table());
    (has_header || text.is_long_table_without_header()).then_some(separator)
}

/// First of these separators that cuts the line into several fields; `None` if none does.
fn separator_in(line: &str) -> Option<Separator> {
    [Separator::Tab, Separator::Comma, Separator::Semicolon, Separator::Pipe, Separator::Space]
        .into_iter()
        .find(|&separator| fields(line, separator).len() > 1)
}

fn fields(line: &str, separator: Separator) -> Vec<&str> {
    match separator {
        Separator::Space => line.split_ascii_whitespace().map(|field| field.trim_matches('"')).collect(),
        _ => line.split(separator.character()).map(|field| field.trim().trim_matches('"')).collect(),
    }
}

fn is_name(field: &str) -> bool {
    field.is_empty()
        || (field.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && field.split_whitespace().count() <= 4)
}

fn is_number(field: &str) -> bool {
    field.contains(|char: char| char.is_ascii_digit()) && !field.contains(char::is_alphabetic)
}

struct HeaderText<'a> {
    separator: Separator,
    head: Vec<&'a str>,
    rows: Vec<Vec<&'a str>>,
}

impl HeaderText<'_> {
    /// True if the first line has a name that only columns have, or usual names of several kinds that do not
    /// recur.
    fn has_usual_names(&self) -> bool {
        let is_one_of =
            |name: &str, words: &str| words.split(' ').any(|word| name.eq_ignore_ascii_case(word));
        if self.head.iter().any(|name| is_of_ids(name)) {
            return true;
        }
        if let [name] = self.head[..] {
            let is_usual = is_one_of(name, "item items query queries");
            return is_usual && !self.rows.is_empty() && !self.head_recurs();
        }
        if self.head.iter().any(|name| is_one_of(name, "owner query")) {
            return true;
        }
        // With equally many fields in all lines, one name of a column is enough, even above few lines. Not
        // with spaces: a line of several words may be a query.
        if self.separator != Separator::Space
            && self.head.iter().any(|name| is_one_of(name, OF_COLUMNS))
            && self.is_rectangular()
            && !self.rows.is_empty()
            && !self.head_recurs()
        {
            return true;
        }
        let usual: Vec<Usual> = self.head.iter().filter_map(|name| usual(name)).collect();
        2 * usual.len() >= self.head.len()
            && usual.iter().any(|other| *other != usual[0])
            && !self.head_recurs()
    }

    /// True if the first line has no digit, and below it one column, or all fields, are numbers.
    fn is_above_numbers(&self) -> bool {
        let has_digit = |field: &&str| field.contains(|char: char| char.is_ascii_digit());
        if self.rows.len() < FEW || self.head.iter().any(has_digit) {
            return false;
        }
        let nearly_all = |numbers: usize, of: usize| of > 0 && 20 * numbers >= 19 * of;
        let all: Vec<&str> = self.rows.iter().flatten().copied().filter(|field| !field.is_empty()).collect();
        if nearly_all(all.iter().filter(|field| is_number(field)).count(), all.len()) {
            return true;
        }
        let is_numeric = |column: usize| {
            let numbers = self.rows.iter().filter(|row| is_number(row[column])).count();
            !self.head[column].is_empty() && nearly_all(numbers, self.rows.len())
        };
        self.is_rectangular() && (0..self.head.len()).any(is_numeric)
    }

    /// True if all lines have equally many fields, and the first ones repeat, but no field of the first line
    /// does.
    fn is_above_a_long_table(&self) -> bool {
        if self.rows.len() < FEW || self.head.len() < 2 || !self.is_rectangular() || self.head_recurs() {
            return false;
        }
        let firsts: FxHashSet<&str> = self.rows.iter().map(|row| row[0]).collect();
        2 * firsts.len() <= self.rows.len()
    }

    /// True if all lines have equally many fields, and the first ones repeat but occur in no other column.
    fn is_long_table_without_header(&self) -> bool {
        if self.separator == Separator::Space
            || self.rows.len() < FEW
            || self.head.len() < 2
            || !self.is_rectangular()
        {
            return false;
        }
        let lines = || self.rows.iter().chain([&self.head]);
        let firsts: FxHashSet<&str> = lines().map(|line| line[0]).collect();
        let recurs = lines().any(|line| line[1..].iter().any(|field| firsts.contains(field)));
        2 * firsts.len() <= self.rows.len() + 1 && !recurs
    }

    fn is_rectangular(&self) -> bool {
        self.rows.iter().all(|row| row.len() == self.head.len())
    }

    /// True if a field of the first line also occurs in a line below, as items do.
    fn head_recurs(&self) -> bool {
        self.rows.iter().flatten().any(|field| !field.is_empty() && self.head.contains(field))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(text: &str) -> Option<Separator> {
        separator_of_table(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn names_of_columns_are_a_header() {
        for (text, separator) in [
            ("customer_id,item\n7,tea\n", Separator::Comma),
            ("\"user\";\"product\"\na;tea\n", Separator::Semicolon),
            ("User\tItem", Separator::Tab),
            ("patient|diagnosis|date\na|250.01|x\n", Separator::Pipe),
            ("user_id item\n7 tea\n", Separator::Space),
            ("when,Owner,what\nx,y,z\n", Separator::Comma),
            ("items\nmilk bread\n", Separator::Comma),
            ("user_id\n7\n", Separator::Comma),
            ("name,item\nann,tea\nbob,milk\n", Separator::Comma),
            ("wer;Code\nann;250.01\n", Separator::Semicolon),
        ] {
            assert_eq!(look(text), Some(separator), "{text}");
        }
    }

    #[test]
    fn other_shapes_below_are_a_header_above() {
        for text in [
            "kunde,artikel\n7,12\n7,13\n8,12\n",
            "wann,was\n2024-01-01,tea\n2024-01-01,milk\n2024-01-02,tea\n",
            "artikel\n1 2 3\n4 5\n6\n",
            "wer,was\na,tea\na,milk\nb,tea\nb,milk\n",
        ] {
            assert_eq!(look(text), Some(Separator::Comma), "{text}");
        }
    }

    #[test]
    fn owners_that_repeat_are_a_table_without_a_header() {
        for text in [
            "ann,hiv\nann,flu\nbob,hiv\nbob,flu\n",
            "1001\thiv\n1001\tflu\n1002\thiv\n1002\tflu\n",
            "ann;hiv;2024\nann;flu;2024\nbob;hiv;2025\nbob;flu;2025\n",
        ] {
            assert!(look(text).is_some(), "{text}");
        }
    }

    #[test]
    fn baskets_are_none() {
        for text in [
            "",
            "milk\n",
            "milk bread\nbread tea\ntea milk\nmilk tea\n",
            "1000 1001 1002\n1001 1003\n1001 1003 1004\n",
            "cookie,date,milk\nmilk,date\ntea,cookie\n",
            "milk,bread\nmilk,tea\nbread,tea\nbread,milk\nmilk,tea\n",
            "Big Time Waffles,Lake Cole Slaw\nTuna in Water\nBig Time Waffles\nHot Chocolate\n",
            "query\nmilk bread\nmilk query\n",
            "book,movie\nsong\nfilm,track\n",
            "250.01 401\n250.01\n401 V27\n",
            "item_1 item_2\nitem_2\nitem_1 item_3\n",
            "book_club,time_machine\nbook_club\n",
            "name,item\nname,tea\n",
            "code red\nblue sky\n",
            "book,pen\nink,paper\n",
        ] {
            assert_eq!(look(text), None, "{text}");
        }
    }
}
