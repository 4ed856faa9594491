//! What becomes of a fact, or of a cell of one, once its owners are counted: thresholds and rules in one place, whoever counts.

use super::FactRequest;
use super::rules::{Rules, Withheld};

/// What is said of a fact, or of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Whether it has enough owners.
    pub is_enough: bool,
    /// What withholds it all the same; none where no rule does, or where none was asked.
    pub rule: Option<Withheld>,
}

impl Judged {
    /// Whether it may be published.
    pub fn is_kept(self) -> bool {
        self.is_enough && self.rule.is_none()
    }
}

/// Says what becomes of facts.
#[derive(Debug)]
pub struct Judge<'r> {
    request: &'r FactRequest,
    rules: &'r Rules,
}

impl<'r> Judge<'r> {
    /// Judges what `request` asks for by `rules`.
    pub fn new(request: &'r FactRequest, rules: &'r Rules) -> Judge<'r> {
        Judge { request, rules }
    }

    /// A fact of so many owners. Nobody publishes what one owner has, so no rule is asked of it.
    pub fn fact(&self, fact: &str, owners: u64) -> Judged {
        Judged {
            is_enough: owners >= self.request.thresholds.k as u64,
            rule: if owners > 1 { self.rules.withhold(self.request.kind, fact) } else { None },
        }
    }

    /// A cell, with so many owners, of a fact that is kept. A line whose cell is not known is in one that is never published.
    pub fn cell(&self, cell: &str, owners: u64) -> Judged {
        let is_enough = owners >= self.request.thresholds.k_cell as u64 && !cell.is_empty();
        Judged { is_enough, rule: if is_enough { self.rules.withhold_cell(cell) } else { None } }
    }

    /// A fact, or a cell of one, in which so many bounded owners count. A cell of a fact that is withheld is not among the cells
    /// that are.
    pub fn bounded(&self, fact: &str, cell: Option<&str>, owners: u64) -> Judged {
        let is_enough = owners >= self.request.thresholds.k as u64;
        // Most facts have too few owners, and no rule is asked of them.
        let of_fact = if is_enough { self.rules.withhold(self.request.kind, fact) } else { None };
        match cell {
            None => Judged { is_enough, rule: of_fact },
            Some(_) if of_fact.is_some() => Judged { is_enough: false, rule: None },
            Some(cell) if is_enough => Judged { is_enough, rule: self.rules.withhold_cell(cell) },
            Some(_) => Judged { is_enough, rule: None },
        }
    }
}
