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
        let of_outer = self.divisions(outer);
        self.divisions(inner).into_iter().all(|(link, cells)| {
            let least = self.least_cell(&cells);
            let is_apart = |difference: u64| difference == 0 || difference >= least;
            of_outer.iter().all(|(other, around)| {
                let rests = outside(outer, around) - outside(inner, &cells);
                let is_far = |(name, &cell): (&u32, &u32)| {
                    let around = around.get(name).map(|&around| self.owners[around as usize]);
                    around.is_none_or(|around| is_apart(around.abs_diff(self.owners[cell as usize])))
                };
                cells.iter().all(is_far) && (link != *other || is_apart(rests.unsigned_abs()))
            })
        })
    }

    /// The links by which a row is divided, each with its published cells.
    fn divisions(&self, row: u32) -> Vec<(u32, FxHashMap<u32, u32>)> {
        let divisions = self.links_of(&[row]).into_iter().map(|link| (link, self.cells(row, link)));
        divisions.filter(|(_, cells)| !cells.is_empty()).collect()
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
