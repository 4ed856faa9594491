//! Makes several tables of one log safe together: people are left out of rows until no subtraction of published
//! numbers counts few people.
//!
//! Rows are linked. The owners of *query q on day d* are owners of *query q*, and so are those of *query q, host h*.
//! The first is a parent of the others. A parent with its children of one table is a *family*. A family is a *cover*
//! if every owner of the parent is in a child of the full data: cells of a fact are, clicked hosts are not. Let N be
//! the owners of a published parent, n(c) those of a published child c, s the sum of n(c), and t the threshold of the
//! children. A *hidden* child is one that is not published.
//!
//! **Rules.** For each family with a published parent:
//!
//! 1. N - n(c) is 0 or at least t, for each published child c.
//! 2. In a cover, N - s is at most 0, or it is at least t and at most (m - 1)(t - 1). Here m is the number of hidden
//!    children that can exist: names of cells that at least t people have in the log. If a third table lies between
//!    parent and children, m has no limit here: the covers with that table limit what is hidden.
//! 3. In a cover, s - N is at most 0 or at least t.
//! 4. In a cover that is not *free*, children are published only if N - s is at most 0 and N is above n(t - 1), where n
//!    is the number of all names; and then rule 2 does not apply. A cover is free if its owners can move between hidden
//!    children without a change of another table. The cover of `day,device` below `day` is not free where `device` is
//!    published too: a move on one day changes the devices of all days. Nor is that of `query:device` below `query`
//!    where `word:device` is published.
//! 5. In a cover that is not free and has no hidden child, s = N. Otherwise the overlap here and the overlap of a cover
//!    above it could be subtracted.
//!
//! 6. In a cover without a hidden child, s - N - n(c) is at most 0 or at least t, for each c: a child may lie within
//!    another one.
//! 7. For a row with several parents in one table, such as a pair of words: it fits into the published children that
//!    its parents have in common, if all owners of one of the parents are in published children. And if it has as many
//!    owners as a parent, that parent lies *within* the others.
//! 8. A row that has as many owners as its parent contains all other rows below this parent: they lie within it.
//! 9. If a row lies within another one, cells of both with one name have the same number of owners, or they differ by
//!    at least t. If both are divided by one table, so do the numbers of owners who are in no published cell.
//!
//! **Method.** A person is *left out* of a row: not counted in it, nor in the rows below it. Fewer than t people are
//! left out for each rule that is broken, and this is repeated until all rules hold. A row that falls below its
//! threshold is hidden. A hidden row takes the children of its covers with it: their sum would show most of it. A row
//! that breaks rule 7 or 9 is hidden.
//!
//! **Theorem.** Let L' be the log in which nobody has what they were left out of. The published numbers are exact
//! counts of L', and L' keeps the rules. So a reader cannot tell the log from L', and:
//!
//! - No difference between a parent and a child, no rest of a cover and no overlap of a cover that published numbers
//!   determine counts 1 to t - 1 people.
//! - No hidden child is known to have 1 to t - 1 people: there is a log with the same published numbers in which the
//!   child has none.
//!
//! *Proof.* Leaving a person out of a row and of all rows below it keeps the rows below within their parents. A person
//! may be left out of all cells of a fact and still have the fact: then the column of the cells has no value for the
//! person, as lines of a log may have none. So L' is a log, and each published number is the size of its row in L'. The first part restates rules 1 to 3 for the numbers of
//! L'. For the second part take a hidden child x of a cover. If N - s is at most 0, the published children can hold
//! all owners of the parent: take the log in which they do, and x has none. Otherwise rule 2 says that N - s owners
//! can be spread over the m - 1 other hidden children with at most t - 1 for each, and none for x; they all stay
//! hidden. If the cover is free, no other table changes. If it is not, no child of it is published by rule 4. Up to
//! n(t - 1) owners no child is published whatever their numbers are, and above it a child has at least t owners that
//! are not published either. So x is not known to be below t, and nothing but the sums of other families limits it: they
//! hold at least t people each. ∎
//!
//! A reader who knows other facts about people can learn more, as from any exact number. The tests attack random
//! releases with integer programs that share no code with this file.
//!
//! **Cost.** O(rows) for each pass over all families. Owners are fetched only for families that break a rule. The order
//! of repairs depends only on the content of rows, so the same log gives the same release.

use rustc_hash::FxHashSet;

use crate::containers::Ragged;

mod inclusions;
mod repair;

use repair::Repair;

/// Passes after which rows are hidden instead of leaving people out, so that the work is bounded.
const GENTLE_PASSES: usize = 12;

/// Rows of several tables, and the families that link them. Rows and families must be in an order that depends only
/// on their content.
#[derive(Clone, Debug, Default)]
pub struct LinkedRows {
    /// Number of owners of each row.
    pub owners: Vec<u64>,
    /// Least number of owners with which each row is published.
    pub least: Vec<u64>,
    /// The families, without their children.
    pub heads: Vec<FamilyHead>,
    /// For each family, its children that have enough owners.
    pub children: Ragged<u32>,
    /// For each row, the number of the name of its cell.
    pub names: Vec<u32>,
    /// Rows with several parents in one table, such as pairs of words: the row, then its parents.
    pub crossings: Ragged<u32>,
}

/// A parent row, and what is known of its children.
#[derive(Clone, Copy, Debug)]
pub struct FamilyHead {
    /// Number of the parent's row.
    pub parent: u32,
    /// Number of the link between the tables of parent and children.
    pub link: u32,
    /// Threshold of the children.
    pub least: u64,
    /// Set if the children cover the owners of the parent.
    pub cover: Option<Cover>,
}

/// A family in which every owner of the parent is in a child, published or not.
#[derive(Clone, Copy, Debug)]
pub struct Cover {
    /// Number of names that a child can have, each of a cell of at least t people; `None` if other covers say how many
    /// children can be hidden.
    pub names: Option<u64>,
    /// True if owners can move between hidden children without a change of another table.
    pub is_free: bool,
}

/// Rows that are safe together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SafeRows {
    /// Number of owners of each row, without the people who were left out.
    pub owners: Vec<u64>,
    /// False for each row that is no longer published.
    pub is_kept: Vec<bool>,
    /// Pairs of a row and a person who is left out of it, sorted.
    pub left_out: Vec<(u32, u32)>,
}

/// People and rows that other rules take away, before the rules of this file apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenAway {
    /// Pairs of a row and a person who is left out of it and of all rows below it, sorted.
    pub people: Vec<(u32, u32)>,
    /// Rows that are not published.
    pub rows: Vec<u32>,
}

/// The rule that a family breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Few owners of the parent are not in this child.
    Difference { child: u32 },
    /// The children have too few owners together for a fact.
    FewInCells,
    /// The cover is not free, and has too few owners for any number of a child.
    Withheld,
    /// This many owners too many are in no published child.
    Rest { excess: u64 },
    /// This many owners are in a second published child: few.
    Overlap { excess: u64 },
}

impl LinkedRows {
    /// Leaves people out until all rules hold. `fetch` returns the owners of each row that it is asked for, as
    /// ascending numbers, and nothing for other rows. These numbers must depend only on the owners, not on the order
    /// of reading.
    ///
    /// # Errors
    /// Errors of `fetch`.
    pub fn safe<E>(&self, fetch: impl FnMut(&[bool]) -> Result<Ragged<u32>, E>) -> Result<SafeRows, E> {
        self.safe_without(&TakenAway::default(), fetch)
    }

    /// Like [`LinkedRows::safe`], after other rules took people and rows away.
    ///
    /// # Errors
    /// Errors of `fetch`.
    pub fn safe_without<E>(
        &self,
        taken: &TakenAway,
        mut fetch: impl FnMut(&[bool]) -> Result<Ragged<u32>, E>,
    ) -> Result<SafeRows, E> {
        let mut state = State::new(self);
        if !taken.people.is_empty() {
            let is_needed = state.needed_from(taken.people.iter().map(|&(row, _)| row).collect());
            let mut repair = Repair::new(&mut state, fetch(&is_needed)?);
            repair.take_away(&taken.people);
        }
        taken.rows.iter().for_each(|&row| state.hide_row(row));
        for pass in 0.. {
            let broken: Vec<usize> =
                (0..self.heads.len()).filter(|&family| state.fault(family).is_some()).collect();
            if broken.is_empty() {
                if state.hide_inclusions() {
                    continue;
                }
                break;
            }
            if pass >= GENTLE_PASSES {
                broken.into_iter().for_each(|family| state.hide(family));
                continue;
            }
            let is_needed = state.needed(&broken);
            let mut repair = Repair::new(&mut state, fetch(&is_needed)?);
            broken.into_iter().for_each(|family| repair.family(family));
        }
        let State { owners, is_kept, left_out, .. } = state;
        let mut left_out: Vec<(u32, u32)> = left_out.into_iter().collect();
        left_out.retain(|&(row, _)| is_kept[row as usize]);
        left_out.sort_unstable();
        Ok(SafeRows { owners, is_kept, left_out })
    }
}

struct State<'r> {
    rows: &'r LinkedRows,
    owners: Vec<u64>,
    is_kept: Vec<bool>,
    left_out: FxHashSet<(u32, u32)>,
    /// For each row, the rows directly below it.
    below: Ragged<u32>,
    /// For each row, the covers of which it is the parent.
    covers: Ragged<u32>,
    /// True for families whose children are hidden although they have enough owners.
    is_hidden: Vec<bool>,
}

impl<'r> State<'r> {
    fn new(rows: &'r LinkedRows) -> State<'r> {
        let families = rows.heads.iter().zip(rows.children.iter());
        let pairs = families
            .flat_map(|(head, children)| children.iter().map(move |&child| (head.parent as usize, child)));
        let mut below = Ragged::by_key(rows.owners.len(), pairs);
        below.make_sets();
        let covers = (0u32..).zip(&rows.heads).filter(|(_, head)| head.cover.is_some());
        let covers = covers.map(|(family, head)| (head.parent as usize, family));
        State {
            covers: Ragged::by_key(rows.owners.len(), covers),
            rows,
            owners: rows.owners.clone(),
            is_kept: vec![true; rows.owners.len()],
            left_out: FxHashSet::default(),
            below,
            is_hidden: vec![false; rows.heads.len()],
        }
    }

    fn kept_children(&self, family: usize) -> impl Iterator<Item = u32> + Clone + '_ {
        let children = self.rows.children.get(family).iter().copied();
        children.filter(|&child| self.is_kept[child as usize])
    }

    /// The first rule that a family breaks.
    fn fault(&self, family: usize) -> Option<Fault> {
        let FamilyHead { parent, least, cover, .. } = self.rows.heads[family];
        if !self.is_kept[parent as usize] {
            return None;
        }
        let all = self.owners[parent as usize];
        let is_few = |people: u64| people > 0 && people < least;
        let (mut sum, mut kept) = (0, 0);
        for child in self.kept_children(family) {
            let owners = self.owners[child as usize];
            if is_few(all.saturating_sub(owners)) {
                return Some(Fault::Difference { child });
            }
            (sum, kept) = (sum + owners, kept + 1);
        }
        let Cover { names, is_free } = cover?;
        let is_complete = names.is_some_and(|names| names <= kept);
        if sum > 0 && sum < self.rows.least[parent as usize] {
            return Some(Fault::FewInCells);
        }
        if !is_free && kept == 0 {
            return None;
        }
        if !is_free && all <= names.unwrap_or(0).saturating_mul(least - 1) {
            return Some(Fault::Withheld);
        }
        if sum >= all {
            let excess = sum - all;
            if is_few(excess) || excess > 0 && is_complete && !is_free {
                return Some(Fault::Overlap { excess });
            }
            let is_near = |child: u32| is_few(excess.saturating_sub(self.owners[child as usize]));
            let has_near = is_complete && self.kept_children(family).any(is_near);
            return has_near.then_some(Fault::Withheld);
        }
        let rest = all - sum;
        if !is_free {
            return Some(Fault::Rest { excess: rest });
        }
        let capacity = match names {
            Some(_) if kept == 0 && self.is_hidden[family] => u64::MAX,
            Some(names) => names.saturating_sub(kept + 1).saturating_mul(least - 1),
            None => u64::MAX,
        };
        match rest {
            rest if rest >= least && rest <= capacity => None,
            rest if rest > capacity && capacity >= least => Some(Fault::Rest { excess: rest - capacity }),
            rest => Some(Fault::Rest { excess: rest }),
        }
    }

    /// The rows whose owners are needed to repair these families.
    fn needed(&self, broken: &[usize]) -> Vec<bool> {
        self.needed_from(broken.iter().map(|&family| self.rows.heads[family].parent).collect())
    }

    /// These rows, and all rows below them.
    fn needed_from(&self, mut open: Vec<u32>) -> Vec<bool> {
        let mut is_needed = vec![false; self.owners.len()];
        while let Some(row) = open.pop() {
            if !std::mem::replace(&mut is_needed[row as usize], true) {
                open.extend(self.below.get(row as usize).iter().filter(|&&row| self.is_kept[row as usize]));
            }
        }
        is_needed
    }

    /// Hides rows until the family keeps all rules.
    fn hide(&mut self, family: usize) {
        while let Some(fault) = self.fault(family) {
            let children: Vec<u32> = match fault {
                Fault::Difference { child } => vec![child],
                _ => self.kept_children(family).collect(),
            };
            self.is_hidden[family] |= self.rows.heads[family].cover.is_some();
            if children.is_empty() {
                self.hide_row(self.rows.heads[family].parent);
            }
            children.into_iter().for_each(|child| self.hide_row(child));
        }
    }

    /// Hides a row, and with it the children of its covers.
    fn hide_row(&mut self, row: u32) {
        let mut open = vec![row];
        while let Some(row) = open.pop() {
            if std::mem::take(&mut self.is_kept[row as usize]) {
                let covers = self.covers.get(row as usize).iter();
                open.extend(covers.flat_map(|&family| self.rows.children.get(family as usize)));
            }
        }
    }
}

#[cfg(test)]
mod tests;
