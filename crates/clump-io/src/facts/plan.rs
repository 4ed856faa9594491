//! Counters that a run needs for its tables: each kind of fact once and each division into cells once, however many
//! tables need it; and tables that nobody asked for, but that follow from others.

use clump_core::facts::{By, FactKind, TableSpec};

use super::FactRequest;
use super::links::{are_same_rows, is_within};

/// The counters of a run, and the tables that are made of them.
#[derive(Clone, Debug, Default)]
pub(super) struct FactPlan {
    /// The facts that are counted, by number.
    pub facts: Vec<PlannedFact>,
    /// The divisions into cells, by number. A division is a list of columns.
    pub divisions: Vec<Vec<By>>,
    /// The tables of the request, then those that follow from them.
    pub tables: Vec<PlannedTable>,
    /// Columns of the data whose values are needed, besides owner, query, items, time and address.
    pub columns: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedFact {
    pub kind: FactKind,
    /// Numbers of the columns whose values belong to the fact.
    pub more: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct PlannedTable {
    pub spec: TableSpec,
    /// Number of its fact.
    pub fact: usize,
    /// Number of its division into cells; `None` without cells.
    pub division: Option<usize>,
    /// False for a table that only follows from others: it is checked with them, but not published.
    pub is_shown: bool,
}

impl FactPlan {
    pub(super) fn of(request: &FactRequest) -> FactPlan {
        let mut plan = FactPlan::default();
        for spec in &request.tables {
            plan.add(spec, true);
        }
        for spec in following(&request.tables) {
            plan.add(&spec, false);
        }
        plan
    }

    fn add(&mut self, spec: &TableSpec, is_shown: bool) {
        let more = spec.more.iter().map(|name| number(&mut self.columns, name.clone())).collect();
        for by in &spec.by {
            if let By::Column(name) = by {
                number(&mut self.columns, name.clone());
            }
        }
        let fact = number(&mut self.facts, PlannedFact { kind: spec.kind, more });
        let division = (!spec.by.is_empty()).then(|| number(&mut self.divisions, spec.by.clone()));
        self.tables.push(PlannedTable { spec: spec.clone(), fact, division, is_shown });
    }

    /// Number of the column called `name`, which is one of the plan.
    pub(super) fn column(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column == name).expect("the plan has all columns of its tables")
    }

    pub(super) fn counts(&self, kind: FactKind) -> bool {
        self.facts.iter().any(|fact| fact.kind == kind)
    }

    pub(super) fn has_times(&self) -> bool {
        let of_division = self.divisions.iter().flatten().any(By::is_time);
        of_division || self.counts(FactKind::QueryNext)
    }

    /// The tables of the request.
    pub(super) fn shown(&self) -> &[PlannedTable] {
        let shown = self.tables.iter().filter(|table| table.is_shown).count();
        &self.tables[..shown]
    }
}

fn number<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

/// Tables that readers can bound with the others although they are not published. With *query by region* and
/// *query by sex*, both add up to the owners of the query. So these are the tables of the columns that two tables
/// have in common, and the table without cells of each kind that is divided.
fn following(tables: &[TableSpec]) -> Vec<TableSpec> {
    if tables.len() < 2 {
        return Vec::new();
    }
    let mut all = tables.to_vec();
    let is_divided = |table: &&TableSpec| !table.by.is_empty() || !table.more.is_empty();
    let whole = |table: &TableSpec| TableSpec::of(table.kind);
    let divided: Vec<TableSpec> = tables.iter().filter(is_divided).map(whole).collect();
    all.extend(divided.into_iter().filter(|table| table.kind != FactKind::Columns));
    let mut at = 0;
    while at < all.len() {
        for other in 0..at {
            let common = common(&all[other], &all[at]);
            let is_new = |table: &TableSpec| !all.iter().any(|other| are_same_rows(other, table));
            let new: Vec<TableSpec> = common.into_iter().filter(is_new).collect();
            all.extend(new);
        }
        let mut new = with_longer_periods(&all[at], tables);
        new.retain(|table| !all.iter().any(|other| are_same_rows(other, table)));
        all.extend(new);
        at += 1;
    }
    let mut found: Vec<TableSpec> = Vec::new();
    for table in all {
        if !tables.iter().chain(&found).any(|other| are_same_rows(other, &table)) {
            found.push(table);
        }
    }
    found
}

/// The same table by longer periods that a table of the request has: days add up to them.
fn with_longer_periods(table: &TableSpec, tables: &[TableSpec]) -> Vec<TableSpec> {
    let is_asked = |by: &&By| tables.iter().any(|table| table.by.contains(by));
    let longer = [By::Week, By::Month];
    let replaced = |by: &By| {
        let mut table = table.clone();
        let place = table.by.iter().position(|by| *by == By::Day).filter(|_| !table.by.contains(by))?;
        table.by[place] = by.clone();
        Some(table)
    };
    longer.iter().filter(is_asked).filter_map(replaced).collect()
}

/// The tables of the columns that two tables have in common, if one kind of facts is contained in the other: one for
/// each of the two kinds.
fn common(one: &TableSpec, other: &TableSpec) -> Vec<TableSpec> {
    if !is_within(one.kind, other.kind) && !is_within(other.kind, one.kind) {
        return Vec::new();
    }
    let is_common = |column: &str| other.columns().any(|name| name == column);
    let more: Vec<String> = one.more.iter().filter(|column| is_common(column)).cloned().collect();
    let by: Vec<By> = one.by.iter().filter(|by| is_common(by.column())).cloned().collect();
    let mut found: Vec<TableSpec> = Vec::new();
    for kind in [one.kind, other.kind] {
        let table = TableSpec { kind, more: more.clone(), by: by.clone() };
        let has_fact = kind != FactKind::Columns || !more.is_empty();
        if has_fact && !found.contains(&table) {
            found.push(table);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn following_of(tables: &[&str]) -> Vec<String> {
        let tables: Vec<TableSpec> = tables.iter().map(|table| table.parse().unwrap()).collect();
        following(&tables).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_two_tables_add_up_to_follows() {
        assert_eq!(following_of(&["query:region"]), [""; 0]);
        assert_eq!(following_of(&["query:region", "query:sex"]), ["query"]);
        assert_eq!(following_of(&["query", "query:day"]), [""; 0]);
        assert_eq!(following_of(&["query:region,sex", "query:sex,device"]), ["query", "query:sex"]);
        assert_eq!(following_of(&["query:region", "query,host"]), ["query"]);
        assert_eq!(following_of(&["word:region,sex", "query:region"]), ["word", "query", "word:region"]);
        assert_eq!(following_of(&["query", "word", "word,word"]), [""; 0]);
        assert_eq!(following_of(&["query:region", "query,region"]), ["query"]);
        assert!(
            following_of(&["query", "query:week", "query:day,device"])
                .contains(&"query:week,device".to_owned())
        );
        assert_eq!(following_of(&["product,store", "product:week"]), ["product"]);
    }
}
