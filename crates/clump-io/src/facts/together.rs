//! Makes the tables of a run safe together: links their rows, and leaves people out where subtracting published
//! numbers would count few. `clump_core::facts::together` has the rules and the proof.

use std::io;

use clump_core::containers::{Interner, Ragged};
use clump_core::facts::together::{Cover, FamilyHead, LinkedRows, SafeRows};
use clump_core::facts::{SEPARATOR, TableSpec, Tally, Thresholds};
use clump_core::names::Names;
use clump_core::over_time::NamedRow;
use clump_core::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::counters::ClosedCounters;
use super::earlier::{named_row, safe_beside};
use super::links::{TableLink, are_same_rows, is_free};
use super::plan::FactPlan;
use super::rest::cell_of;
use super::rules::Rules;
use super::selection::FactStore;
use super::texts::{Texts, joined};
use super::{FactRequest, NamedRows};

/// The rows of all tables of a run, linked. The owners of rows may be in the counters of this process, or on the
/// machines of a cluster: the caller fetches them.
#[derive(Debug)]
pub struct LinkedTables {
    tables: Vec<TableRows>,
    linked: LinkedRows,
}

impl LinkedTables {
    /// Links the rows of `stores`, one for each of [`FactRequest::counted_tables`]. For the number of a table and its
    /// threshold, `known_names` returns the names that at least so many people have in its rows, whatever their fact.
    /// A name is the texts of a row after those of its kind: further columns and cell.
    ///
    /// # Errors
    /// Errors of `known_names`.
    pub fn new<E>(
        stores: &[FactStore],
        request: &FactRequest,
        known_names: impl FnMut(usize, u64) -> Result<Vec<String>, E>,
    ) -> Result<LinkedTables, E> {
        let specs = request.counted_tables();
        let tables: Vec<TableRows> = stores.iter().map(TableRows::of).collect();
        let linked = link(&tables, &specs, request, known_names)?;
        Ok(LinkedTables { tables, linked })
    }

    /// Leaves people out of the rows until the tables are safe together. `fetch` is that of [`LinkedRows::safe`].
    ///
    /// # Errors
    /// Errors of `fetch`.
    pub fn safe<E>(&self, fetch: impl FnMut(&[bool]) -> Result<Ragged<u32>, E>) -> Result<SafeRows, E> {
        self.linked.safe(fetch)
    }

    /// Takes the numbers of `safe` into `stores`.
    pub fn settle(&self, safe: &SafeRows, stores: &mut [FactStore]) {
        let mut first = 0;
        for (rows, store) in self.tables.iter().zip(stores) {
            rows.settle(safe, first, store);
            first += rows.keys.len() as u32;
        }
    }

    /// Number of rows of all tables.
    pub fn len(&self) -> usize {
        self.linked.owners.len()
    }

    /// True if the tables have no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of owners of a row, before anybody is left out.
    pub fn owners(&self, row: usize) -> u64 {
        self.linked.owners[row]
    }

    /// The number of the table of a row, its fact and its cell; `None` without cells.
    pub fn row(&self, mut row: usize) -> (usize, &str, Option<&str>) {
        let mut table = 0;
        while row >= self.tables[table].keys.len() {
            row -= self.tables[table].keys.len();
            table += 1;
        }
        let TableRows { keys, cell_columns, .. } = &self.tables[table];
        let key = keys.get(row as u32);
        if *cell_columns == 0 {
            return (table, key, None);
        }
        let cell = cell_of(key, *cell_columns);
        (table, &key[..key.len() - cell.len() - 1], Some(cell))
    }
}

/// Makes the facts in `stores`, one for each table of `plan`, safe together. With earlier releases, also returns all
/// rows with their owners.
pub(super) fn make_safe(
    counters: &ClosedCounters,
    stores: &mut [FactStore],
    owners: &Names,
    request: &FactRequest,
    plan: &FactPlan,
    progress: &dyn Progress,
) -> io::Result<NamedRows> {
    let known = |table: usize, least: u64| known_names(counters, table, least, plan, progress);
    let tables = LinkedTables::new(stores, request, known)?;
    let LinkedTables { tables: rows_of, linked } = &tables;
    if linked.heads.is_empty() && request.earlier.is_none() {
        return Ok(NamedRows::default());
    }
    let places = places(owners);
    let fetch = |is_needed: &[bool]| owners_of(counters, rows_of, &places, plan, is_needed, progress);
    let mut named = NamedRows::default();
    let safe = match &request.earlier {
        None => linked.safe(fetch)?,
        Some(earlier) => {
            let mut rows = named_rows(rows_of, linked, request, plan);
            let names = in_places(owners, &places);
            let (safe, taken) = safe_beside(earlier.as_ref(), linked, &mut rows, &names, fetch)?;
            let mut is_kept = safe.is_kept.iter();
            rows.retain(|_| is_kept.next() == Some(&true));
            named = NamedRows { rows, names, taken };
            safe
        }
    };
    tables.settle(&safe, stores);
    Ok(named)
}

/// All rows with their values, without their owners.
fn named_rows(
    tables: &[TableRows],
    linked: &LinkedRows,
    request: &FactRequest,
    plan: &FactPlan,
) -> Vec<NamedRow> {
    let mut texts = Texts::new(request.normal_form, request.words);
    let mut rows = Vec::new();
    for (number, (table, planned)) in tables.iter().zip(&plan.tables).enumerate() {
        for row in 0..table.keys.len() as u32 {
            let least = linked.least[rows.len()] as usize;
            rows.push(named_row(number, &planned.spec, table.keys.get(row), least, &mut texts));
        }
    }
    rows
}

/// The names of owners, in the order of their places.
fn in_places(owners: &Names, places: &[u32]) -> Names {
    let mut order = vec![0; places.len()];
    (0..).zip(places).for_each(|(owner, &place): (usize, _)| order[place as usize] = owner);
    order.into_iter().map(|owner| owners.get(owner)).collect()
}

/// The rows of a table: their keys with the cell, sorted.
#[derive(Debug)]
struct TableRows {
    keys: Interner,
    owners: Vec<u64>,
    /// Number of texts of a cell; 0 without cells.
    cell_columns: usize,
}

impl TableRows {
    fn of(store: &FactStore) -> TableRows {
        let mut rows: Vec<(String, u64)> = store.rows().collect();
        rows.sort_unstable();
        let mut keys = Interner::default();
        let owners = rows
            .iter()
            .map(|(key, owners)| {
                keys.intern(key);
                *owners
            })
            .collect();
        TableRows { keys, owners, cell_columns: store.spec.by.len() }
    }

    /// Takes the numbers of `safe`, in which the rows of this table start at `first`, into the store of the table.
    fn settle(&self, safe: &SafeRows, first: u32, store: &mut FactStore) {
        let range = first as usize..first as usize + self.keys.len();
        let (owners, is_kept) = (&safe.owners[range.clone()], &safe.is_kept[range.clone()]);
        if owners != self.owners || is_kept.contains(&false) {
            let in_range = |&&(row, _): &&(u32, u32)| range.contains(&(row as usize));
            let left_out = safe.left_out.iter().filter(in_range).count() as u64;
            store.settle(left_out, |key| {
                let row = self.keys.find(key).expect("the store has the rows of its table") as usize;
                is_kept[row].then_some(owners[row])
            });
        }
    }
}

/// For each owner, the place of its name in alphabetical order, so that nothing depends on the order of reading. A
/// cluster sorts the names of its owners in the same way, so it leaves out the same people.
fn places(owners: &Names) -> Vec<u32> {
    let mut order: Vec<u32> = (0..owners.len() as u32).collect();
    order.par_sort_unstable_by_key(|&owner| owners.get(owner as usize));
    let mut places = vec![0; order.len()];
    (0..).zip(order).for_each(|(place, owner)| places[owner as usize] = place);
    places
}

/// The owners of the rows that are needed, as places.
fn owners_of(
    counters: &ClosedCounters,
    tables: &[TableRows],
    places: &[u32],
    plan: &FactPlan,
    is_needed: &[bool],
    progress: &dyn Progress,
) -> io::Result<Ragged<u32>> {
    let mut lists: Vec<Vec<u32>> = vec![Vec::new(); is_needed.len()];
    let mut first = 0;
    for (rows, table) in tables.iter().zip(&plan.tables) {
        let is_needed = &is_needed[first..first + rows.keys.len()];
        if is_needed.contains(&true) {
            counters.each(table.fact, table.division, progress, |found| {
                if let Some(row) =
                    rows.keys.find(found.key).map(|row| row as usize).filter(|&row| is_needed[row])
                {
                    let list = &mut lists[first + row];
                    list.extend(found.owners.iter().map(|&owner| places[owner as usize]));
                    list.sort_unstable();
                }
            })?;
        }
        first += rows.keys.len();
    }
    Ok(lists.into_iter().collect())
}

/// Links the rows of all tables. `known_names` is that of [`LinkedTables::new`].
fn link<E>(
    tables: &[TableRows],
    specs: &[TableSpec],
    request: &FactRequest,
    mut known_names: impl FnMut(usize, u64) -> Result<Vec<String>, E>,
) -> Result<LinkedRows, E> {
    let mut linked = LinkedRows::default();
    let mut starts = Vec::new();
    for (rows, spec) in tables.iter().zip(specs) {
        starts.push(linked.owners.len() as u32);
        linked.owners.extend_from_slice(&rows.owners);
        linked.least.extend(std::iter::repeat_n(least(spec, request), rows.owners.len()));
    }
    name_rows(&mut linked, tables, specs);
    let mut texts = Texts::new(request.normal_form, request.words);
    let mut links_before = 0;
    for (below, spec) in specs.iter().enumerate() {
        let links: Vec<(usize, TableLink<'_>)> = specs
            .iter()
            .enumerate()
            .filter_map(|(above, table)| Some((above, TableLink::of(table, spec)?)))
            .collect();
        let mut names = None;
        for (number, (above, link)) in (links_before..).zip(&links) {
            let mut pairs: Vec<(u32, u32)> = Vec::new();
            for row in 0..tables[below].keys.len() as u32 {
                link.each_above(tables[below].keys.get(row), &mut texts, |key| {
                    let parent = tables[*above].keys.find(key);
                    pairs.extend(parent.map(|parent| (starts[*above] + parent, starts[below] + row)));
                });
            }
            let covers = if link.is_cover() {
                let mut covers = Covers {
                    link,
                    is_free: true,
                    names: None,
                    parents: &tables[*above],
                    start: starts[*above],
                };
                if is_next(*above, below, specs) {
                    if names.is_none() {
                        names = Some(known_names(below, least(spec, request))?);
                    }
                    covers.names = Some(names_above(link, names.as_deref().unwrap_or_default()));
                    covers.is_free = is_free(&specs[*above], spec, specs);
                }
                Some(covers)
            } else {
                None
            };
            // A parent without a published child can still show what its children have together.
            let parents = covers.as_ref().map_or(0, |_| tables[*above].keys.len() as u32);
            pairs.sort_unstable();
            pairs.dedup();
            let families = Families { link: number, least: least(spec, request), covers: covers.as_ref() };
            families.add(&mut linked, &pairs, starts[*above]..starts[*above] + parents);
            add_crossings(&mut linked, pairs);
        }
        links_before += links.len() as u32;
    }
    Ok(linked)
}

/// Least number of owners of a row of `table`.
fn least(table: &TableSpec, request: &FactRequest) -> u64 {
    let Thresholds { k, k_cell } = request.thresholds;
    (if table.by.is_empty() { k } else { k_cell }) as u64
}

/// True if no table is between these two. Otherwise two other covers say which cells can be hidden, and only sums are
/// left to compare.
fn is_next(above: usize, below: usize, specs: &[TableSpec]) -> bool {
    let is_between = |table: &TableSpec| {
        let is_other = !are_same_rows(table, &specs[above]) && !are_same_rows(table, &specs[below]);
        is_other
            && TableLink::of(&specs[above], table).is_some_and(|link| link.is_cover())
            && TableLink::of(table, &specs[below]).is_some_and(|link| link.is_cover())
    };
    !specs.iter().any(is_between)
}

/// The covers of one table by another.
struct Covers<'l, 't> {
    link: &'l TableLink<'l>,
    is_free: bool,
    /// Number of names that a row below can have, by the further columns and the cell of the row above; `None` if only
    /// sums are compared.
    names: Option<FxHashMap<String, u64>>,
    parents: &'t TableRows,
    start: u32,
}

impl Covers<'_, '_> {
    fn of(&self, parent: u32) -> Cover {
        let key = self.parents.keys.get(parent - self.start);
        let cell = self.link.cell_above(key);
        let names = self.names.as_ref().map(|names| names.get(cell).copied().unwrap_or(0));
        Cover { names, is_free: self.is_free }
    }
}

/// Numbers the cells of all rows by their names.
fn name_rows(linked: &mut LinkedRows, tables: &[TableRows], specs: &[TableSpec]) {
    let mut names = Interner::default();
    for (rows, spec) in tables.iter().zip(specs) {
        let width = spec.kind.columns().len();
        let keys = (0..rows.keys.len() as u32).map(|row| rows.keys.get(row));
        linked.names.extend(keys.map(|key| names.intern(name_in(key, width))));
    }
}

/// The texts of a key after the `width` columns of its kind.
fn name_in(key: &str, width: usize) -> &str {
    match width {
        0 => key,
        width => {
            let end = key.match_indices(SEPARATOR).nth(width - 1);
            end.map_or("", |(at, sign)| &key[at + sign.len()..])
        }
    }
}

/// Values that all families of one link share.
struct Families<'c, 'l, 't> {
    link: u32,
    least: u64,
    covers: Option<&'c Covers<'l, 't>>,
}

impl Families<'_, '_, '_> {
    /// Adds the families of these sorted `pairs` of a parent and a child, and of all `parents`.
    fn add(&self, linked: &mut LinkedRows, pairs: &[(u32, u32)], parents: std::ops::Range<u32>) {
        let Families { link, least, covers } = *self;
        let mut families = pairs.chunk_by(|a, b| a.0 == b.0).peekable();
        let mut add = |parent: u32, children: &[(u32, u32)]| {
            let cover = covers.map(|covers| covers.of(parent));
            linked.heads.push(FamilyHead { parent, link, least, cover });
            linked.children.push(children.iter().map(|&(_, child)| child));
        };
        for parent in parents {
            let children = families.next_if(|family| family[0].0 == parent).unwrap_or_default();
            add(parent, children);
        }
        families.for_each(|family| add(family[0].0, family));
    }
}

/// Adds the children that have several parents among these `pairs` of a parent and a child.
fn add_crossings(linked: &mut LinkedRows, mut pairs: Vec<(u32, u32)>) {
    pairs.sort_unstable_by_key(|&(parent, child)| (child, parent));
    for of_child in pairs.chunk_by(|a, b| a.1 == b.1).filter(|of_child| of_child.len() > 1) {
        let parents = of_child.iter().map(|&(parent, _)| parent);
        linked.crossings.push(std::iter::once(of_child[0].1).chain(parents));
    }
}

/// The further columns with the cell that at least `least` people have in the rows of a table, whatever their fact.
fn known_names(
    counters: &ClosedCounters,
    table: usize,
    least: u64,
    plan: &FactPlan,
    progress: &dyn Progress,
) -> io::Result<Vec<String>> {
    let table = &plan.tables[table];
    let width = table.spec.kind.columns().len();
    let (mut names, mut people): (Interner, Vec<Vec<u32>>) = Default::default();
    let mut name = String::new();
    counters.each_owner(table, progress, |fact, cell, owner| {
        let more = if table.spec.more.is_empty() { "" } else { name_in(fact, width) };
        let whole = match (more, cell) {
            ("", one) | (one, "") => one,
            (more, cell) => joined(&mut name, more, cell),
        };
        let number = names.intern(whole) as usize;
        if number == people.len() {
            people.push(Vec::new());
        }
        let known = &mut people[number];
        if (known.len() as u64) < least && !known.contains(&owner) {
            known.push(owner);
        }
    })?;
    let is_known = |&name: &usize| people[name].len() as u64 >= least;
    Ok((0..names.len()).filter(is_known).map(|name| names.get(name as u32).to_owned()).collect())
}

/// Number of these names below each cell of the table above.
fn names_above(link: &TableLink<'_>, names: &[String]) -> FxHashMap<String, u64> {
    let mut numbers: FxHashMap<String, u64> = FxHashMap::default();
    for above in names.iter().filter_map(|name| link.name_of(name)) {
        *numbers.entry(above).or_default() += 1;
    }
    numbers
}

/// Adds to each table of the request the owners of everything that has no row, where this is safe. The rests of two
/// tables, one of which divides the facts of the other, can be subtracted: such differences must not count few people.
/// A cell that one of `rules` excludes gets no rest.
pub fn add_rests(stores: &mut [FactStore], rests: &[Tally], request: &FactRequest, rules: &Rules) {
    let least = request.thresholds.k as u64;
    let is_few = |one: u64, other: u64| one != other && one.abs_diff(other) < least;
    let mut is_safe = vec![true; rests.len()];
    for (below, of_below) in rests.iter().enumerate() {
        for (above, of_above) in rests.iter().enumerate() {
            if TableLink::of(&request.tables[above], &request.tables[below]).is_none() {
                continue;
            }
            let numbers = |tally: &Tally| (0..tally.len()).map(|at| tally.owners(at)).collect::<Vec<_>>();
            let (of_below, of_above) = (numbers(of_below), numbers(of_above));
            let sum: u64 = of_below.iter().sum();
            let are_near = |&one: &u64| of_below.iter().any(|&other| is_few(one, other)) || is_few(one, sum);
            is_safe[below] &= !of_above.iter().any(are_near);
        }
    }
    for ((store, rest), is_safe) in stores.iter_mut().zip(rests).zip(is_safe) {
        let shown = (0..rest.len()).filter(|&at| is_safe && rules.exclude_cell(rest.key(at)).is_none());
        for at in shown {
            store.counted.rest.push(rest.key(at), rest.owners(at), rest.times(at));
        }
    }
}
