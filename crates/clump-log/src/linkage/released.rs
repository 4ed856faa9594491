//! Index of a release of lines for the attacker: suspects by time and by query.

use clump_core::containers::{Interner, NameIndex, Ragged};
use clump_core::log::QueryLog;
use clump_core::normal_form::normal_form;
use clump_core::rewrite::Rewritten;

use crate::texts::NormalForms;

/// Names of the owner column in the published layouts.
const NAMES: [&str; 2] = ["AnonID", "Owner"];

/// A released line.
#[derive(Clone, Copy, Default)]
pub(super) struct ReleasedLine {
    /// The suspect that the attacker sees behind the line.
    pub suspect: u32,
    /// The number of its query in the log; `None` if the log does not have it.
    pub query: Option<u32>,
}

/// The released lines. A suspect is a name, or a single line if several owners share its name.
pub(super) struct Released {
    /// True owner of each suspect.
    pub owner: Vec<u32>,
    /// Number of suspects of each owner of the log.
    pub suspects_of: Vec<u32>,
    at: Ragged<ReleasedLine>,
    asking: Ragged<u32>,
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

        let times_and_texts = NameIndex::new(&log.texts);
        let (mut at, mut asking) = (Vec::new(), Vec::new());
        for (row, &suspect) in suspect.iter().enumerate() {
            let text = normal_form(cell(row, texts));
            // An empty query tells nothing.
            let query = queries.find(&text).filter(|_| !text.is_empty());
            let time = times_and_texts.find(&log.texts, cell(row, times)).filter(|&time| time != 0);
            at.extend(time.map(|time| (time as usize, ReleasedLine { suspect, query })));
            asking.extend(query.map(|query| (query as usize, suspect)));
        }
        let mut suspects_of = vec![0; log.owners.len()];
        for &owner in &owner {
            suspects_of[owner as usize] += 1;
        }
        Released {
            owner,
            suspects_of,
            at: Ragged::by_key(log.texts.len(), at.into_iter()),
            asking: Ragged::by_key(queries.len(), asking.into_iter()),
        }
    }

    /// The lines with a time; empty if there is no time.
    pub fn at(&self, time: u32) -> &[ReleasedLine] {
        self.at.get(time as usize)
    }

    /// The suspects who asked a query.
    pub fn asking(&self, query: u32) -> &[u32] {
        self.asking.get(query as usize)
    }
}

/// The suspect of each row, and the owner of each suspect.
fn suspects<'a>(
    log: &QueryLog,
    rewritten: &'a Rewritten,
    name: impl Fn(usize) -> &'a str,
) -> (Vec<u32>, Vec<u32>) {
    let owner_of = |row: usize| log.lines[rewritten.origin[row] as usize].owner;
    let mut names = Interner::default();
    let called: Vec<usize> = (0..rewritten.table.len()).map(|row| names.intern(name(row)) as usize).collect();
    // `None` for a name that several owners share.
    let mut whose: Vec<Option<u32>> = Vec::with_capacity(names.len());
    for (row, &name) in called.iter().enumerate() {
        let owner = Some(owner_of(row));
        match whose.get_mut(name) {
            None => whose.push(owner),
            Some(known) if *known != owner => *known = None,
            Some(_) => {}
        }
    }
    let mut owners = Vec::new();
    let mut next = |owner: u32| {
        owners.push(owner);
        owners.len() as u32 - 1
    };
    let mut numbers: Vec<Option<u32>> = vec![None; names.len()];
    let suspects = called
        .iter()
        .enumerate()
        .map(|(row, &name)| match whose[name] {
            Some(owner) => *numbers[name].get_or_insert_with(|| next(owner)),
            None => next(owner_of(row)),
        })
        .collect();
    (suspects, owners)
}
