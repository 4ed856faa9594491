//! A release of lines as the attacker looks through it: who is behind a line, by time and by query.

use clump_core::log::QueryLog;
use clump_core::rewrite::Rewritten;
use rustc_hash::FxHashMap;

use crate::normal_form::{NormalForms, normal_form};

/// What the column of owners is called, in the layouts that are published.
const NAMES: [&str; 2] = ["AnonID", "Owner"];

/// A released line.
#[derive(Clone, Copy)]
pub(super) struct ReleasedLine {
    /// Whom the attacker takes it for.
    pub suspect: u32,
    /// The number of its query in the log; none if it is no query of the log.
    pub query: Option<u32>,
}

/// The released lines. A suspect is a name, or a line that stands alone because its name is that of several owners.
pub(super) struct Released {
    /// Who each suspect is in truth.
    pub owner: Vec<u32>,
    /// How many suspects each owner of the log is.
    pub suspects_of: Vec<u32>,
    at: Lists<ReleasedLine>,
    asking: Lists<u32>,
}

impl Released {
    /// Looks the lines of `rewritten` up in `log`, whose normal forms are `queries`. O(lines).
    pub fn new(log: &QueryLog, queries: &NormalForms, rewritten: &Rewritten) -> Released {
        let table = &rewritten.table;
        let column = |is_it: &dyn Fn(&str) -> bool| table.header().iter().position(|&name| is_it(name));
        let names = column(&|name| NAMES.contains(&name));
        let times = column(&|name| name == "QueryTime");
        let texts = column(&|name| name == "Query");
        let cell = |row: usize, column: Option<usize>| {
            column.and_then(|column| table.row(row).nth(column)).unwrap_or_default()
        };
        let (suspect, owner) = suspects(log, rewritten, |row| cell(row, names));

        let time_numbers: FxHashMap<&str, u32> =
            log.lines.iter().map(|line| (log.text(line.time), line.time)).collect();
        let query_numbers: FxHashMap<&str, u32> = queries.texts().zip(0u32..).collect();
        let (mut at, mut asking) = (Vec::new(), Vec::new());
        for (row, &suspect) in suspect.iter().enumerate() {
            let text = normal_form(cell(row, texts));
            // What is empty tells nothing.
            let query = query_numbers.get(text.as_str()).copied().filter(|_| !text.is_empty());
            let time = time_numbers.get(cell(row, times)).copied().filter(|&time| time != 0);
            at.extend(time.map(|time| (time, ReleasedLine { suspect, query })));
            asking.extend(query.map(|query| (query, suspect)));
        }
        let mut suspects_of = vec![0; log.owners.len()];
        for &owner in &owner {
            suspects_of[owner as usize] += 1;
        }
        Released {
            owner,
            suspects_of,
            at: Lists::new(log.texts.len(), &at),
            asking: Lists::new(queries.len(), &asking),
        }
    }

    /// The lines of a time; none of no time.
    pub fn at(&self, time: u32) -> &[ReleasedLine] {
        self.at.of(time)
    }

    /// Those who asked a query.
    pub fn asking(&self, query: u32) -> &[u32] {
        self.asking.of(query)
    }
}

/// The suspect of each row, and who each suspect is.
fn suspects<'a>(
    log: &QueryLog,
    rewritten: &'a Rewritten,
    name: impl Fn(usize) -> &'a str,
) -> (Vec<u32>, Vec<u32>) {
    let owner_of = |row: usize| log.lines[rewritten.origin[row] as usize].owner;
    let rows = rewritten.table.len();
    // None for a name that several share.
    let mut whose: FxHashMap<&str, Option<u32>> = FxHashMap::default();
    for row in 0..rows {
        let owner = Some(owner_of(row));
        let known = whose.entry(name(row)).or_insert(owner);
        if *known != owner {
            *known = None;
        }
    }
    let mut owners = Vec::new();
    let mut next = |owner: u32| {
        owners.push(owner);
        owners.len() as u32 - 1
    };
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let suspects = (0..rows)
        .map(|row| match whose[name(row)] {
            Some(owner) => *numbers.entry(name(row)).or_insert_with(|| next(owner)),
            None => next(owner_of(row)),
        })
        .collect();
    (suspects, owners)
}

/// Lists by number, end to end.
struct Lists<T> {
    entries: Vec<T>,
    starts: Vec<usize>,
}

impl<T: Copy> Lists<T> {
    /// Of `numbers` numbers, from pairs of a number and an entry of its list.
    fn new(numbers: usize, pairs: &[(u32, T)]) -> Lists<T> {
        let mut starts = vec![0; numbers + 1];
        for &(number, _) in pairs {
            starts[number as usize + 1] += 1;
        }
        for number in 0..numbers {
            starts[number + 1] += starts[number];
        }
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&place| pairs[place].0);
        Lists { entries: order.into_iter().map(|place| pairs[place].1).collect(), starts }
    }

    fn of(&self, number: u32) -> &[T] {
        &self.entries[self.starts[number as usize]..self.starts[number as usize + 1]]
    }
}
