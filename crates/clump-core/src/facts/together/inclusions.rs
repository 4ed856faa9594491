//! Rows that lie within others because numbers are equal: everyone who typed *rhode* typed *rhode island*, or all people
//! of a query clicked one host.

use rustc_hash::FxHashMap;

use super::State;

impl State<'_> {
    /// Hides rows that break rule 7 or 9. Returns true if it hid one.
    pub(super) fn hide_inclusions(&mut self) -> bool {
        let mut broken: Vec<u32> = Vec::new();
        for of_row in self.rows.crossings.iter() {
            let [row, parents @ ..] = of_row else { continue };
            if self.is_kept[*row as usize] && self.is_crossed(*row, parents) {
                broken.push(*row);
            }
        }
        for family in 0..self.rows.heads.len() {
            let parent = self.rows.heads[family].parent;
            if self.is_kept[parent as usize] {
                let all = self.owners[parent as usize];
                let is_all = |child: &u32| self.owners[*child as usize] == all;
                let outer = self.kept_children(family).filter(is_all).min();
                broken.extend(outer.into_iter().flat_map(|outer| self.unfit_within(parent, outer)));
            }
        }
        broken.iter().for_each(|&row| self.hide_row(row));
        !broken.is_empty()
    }

    /// The rows below `parent` that break rule 9 within `outer`, which has as many owners as `parent`.
    fn unfit_within(&self, parent: u32, outer: u32) -> Vec<u32> {
        let below = self.below.get(parent as usize).iter().copied();
        let is_other = |&row: &u32| row != outer && self.is_kept[row as usize];
        below.filter(is_other).filter(|&inner| !self.fits_within(inner, outer)).collect()
    }

    /// True if a row breaks rule 7 with its `parents`.
    fn is_crossed(&self, row: u32, parents: &[u32]) -> bool {
        let parents: Vec<u32> =
            parents.iter().copied().filter(|&parent| self.is_kept[parent as usize]).collect();
        if parents.len() < 2 {
            return false;
        }
        let owners = |row: u32| self.owners[row as usize];
        let does_not_fit = |link: u32| {
            let cells: Vec<FxHashMap<u32, u32>> =
                parents.iter().map(|&parent| self.cells(parent, link)).collect();
            let is_closed = |(&parent, cells): (&u32, &FxHashMap<u32, u32>)| {
                let sum: u64 = cells.values().map(|&cell| owners(cell)).sum();
                !cells.is_empty() && sum >= owners(parent)
            };
            let common = |(name, &cell): (&u32, &u32)| {
                let others = cells[1..].iter().map(|of| of.get(name).map_or(0, |&cell| owners(cell)));
                others.fold(owners(cell), u64::min)
            };
            parents.iter().zip(&cells).any(is_closed)
                && cells[0].iter().map(common).sum::<u64>() < owners(row)
        };
        let is_equal = |&&inner: &&u32| owners(inner) == owners(row);
        self.links_of(&parents).into_iter().any(does_not_fit)
            || parents
                .iter()
                .filter(is_equal)
                .any(|&inner| parents.iter().any(|&outer| outer != inner && !self.fits_within(inner, outer)))
    }

    /// True if `inner` keeps rule 9 within `outer`.
    fn fits_within(&self, inner: u32, outer: u32) -> bool {
        let outside = |row: u32, cells: &FxHashMap<u32, u32>| {
            let sum: u64 = cells.values().map(|&cell| self.owners[cell as usize]).sum();
            self.owners[row as usize].cast_signed() - sum.cast_signed()
        };
        self.links_of(&[inner]).into_iter().all(|link| {
            let [of_inner, of_outer] = [inner, outer].map(|row| self.cells(row, link));
            if of_inner.is_empty() || of_outer.is_empty() {
                return of_inner.is_empty() || !self.has_cells(outer);
            }
            let is_apart = |one: u64, other: u64| {
                let least = self.least_cell(&of_inner);
                one == other || one.abs_diff(other) >= least
            };
            let rests = outside(outer, &of_outer) - outside(inner, &of_inner);
            is_apart(rests.unsigned_abs(), 0)
                && of_inner.iter().all(|(name, &cell)| {
                    of_outer.get(name).is_none_or(|&around| {
                        let [one, other] = [cell, around].map(|row| self.owners[row as usize]);
                        is_apart(one, other) && self.fits_within(cell, around)
                    })
                })
        })
    }

    fn has_cells(&self, row: u32) -> bool {
        let mut families = self.covers.get(row as usize).iter();
        families.any(|&family| self.kept_children(family as usize).next().is_some())
    }

    /// Threshold of these cells.
    fn least_cell(&self, cells: &FxHashMap<u32, u32>) -> u64 {
        cells.values().map(|&cell| self.rows.least[cell as usize]).max().unwrap_or(0)
    }

    /// The links of the covers of these rows.
    fn links_of(&self, rows: &[u32]) -> Vec<u32> {
        let families = rows.iter().flat_map(|&row| self.covers.get(row as usize));
        let mut links: Vec<u32> = families.map(|&family| self.rows.heads[family as usize].link).collect();
        links.sort_unstable();
        links.dedup();
        links
    }

    /// The published cells of a row by one link, by name.
    fn cells(&self, row: u32, link: u32) -> FxHashMap<u32, u32> {
        let families = self.covers.get(row as usize).iter().map(|&family| family as usize);
        let of_link = families.filter(|&family| self.rows.heads[family].link == link);
        let cells = of_link.flat_map(|family| self.kept_children(family));
        cells.map(|cell| (self.rows.names[cell as usize], cell)).collect()
    }
}
