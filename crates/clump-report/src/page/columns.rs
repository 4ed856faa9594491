//! The long lists of a page as columns. Each name is stored once; everything else is packed numbers that
//! refer to names.
//!
//! Names are numbered by their frequency in groups, so that frequent names take one character.
//! `script/unpack.js` reads this format.
//!
//! A packed number has base 46, the highest digit first. The last digit is one of 46 ASCII characters from
//! `#` on, the others are among the next 46, so no separator is needed. Two of these 92 characters would need
//! escapes: `!` replaces `<`, and a blank replaces `\`. A sorted row of 20 items out of 20,000 takes two
//! characters per item as differences; JSON arrays take six.

use clump_core::containers::Interner;
use clump_core::fate::Fate;
use serde_json::{Value, json};

use super::{Page, PageAudience, TreeNode};
use crate::markup::visible;

/// The JSON with all columns for the script of the page. It is safe inside a script element.
pub fn json(page: &Page, audience: PageAudience) -> String {
    let mut names = Interner::default();
    let node_names = name_nodes(page, &mut names);
    let items = match audience {
        PageAudience::Public => published_items(page, &node_names),
        PageAudience::Private => lost_items(page, &mut names),
    };
    let columns = json!({
        "noun": [page.noun.one(), page.noun.many()],
        "items": items,
        "tree": tree(page, audience, &node_names),
        "groups": groups(page, &node_names),
        "names": names.names().iter().map(visible).collect::<Vec<_>>(),
    });
    columns.to_string().replace('<', "\\u003c")
}

/// The number of the name of each node. The nodes that groups use most have the lowest numbers.
fn name_nodes(page: &Page, names: &mut Interner) -> Vec<u32> {
    let mut uses = vec![0u64; page.tree.len()];
    for group in &page.groups {
        for bag in group.originals.iter().chain([&group.items]) {
            bag.iter().for_each(|&node| uses[node as usize] += 1);
        }
    }
    let mut by_use: Vec<usize> = (0..page.tree.len()).collect();
    by_use.sort_by_key(|&node| std::cmp::Reverse(uses[node]));
    let mut numbers = vec![0; page.tree.len()];
    for node in by_use {
        numbers[node] = names.intern(&page.tree[node].name);
    }
    numbers
}

/// Columns of items and their fate. The number columns have the order of the headings in the view.
fn lost_items(page: &Page, names: &mut Interner) -> Value {
    let fates = &page.fates;
    // For each item: the number of ancestors it was published as, then each ancestor with its count.
    let mut became = Packed::default();
    for fate in fates {
        became.push(fate.became.len() as u64);
        for (ancestor, count) in &fate.became {
            became.push(u64::from(names.intern(ancestor)));
            became.push(*count as u64);
        }
    }
    let count = |of: fn(&Fate) -> usize| pack(fates.iter().map(|fate| of(fate) as u64));
    let name = pack(fates.iter().map(|fate| u64::from(names.intern(&fate.item))));
    let counts = [
        count(|fate| fate.occurrences),
        count(|fate| fate.exact),
        count(|fate| fate.generalized),
        count(|fate| fate.suppressed),
    ];
    json!({ "name": name, "counts": counts, "became": became.0 })
}

fn published_items(page: &Page, node_names: &[u32]) -> Value {
    let published = || page.tree.iter().zip(node_names).filter(|(node, _)| node.after > 0);
    json!({
        "name": pack(published().map(|(_, &name)| u64::from(name))),
        "counts": [pack(published().map(|(node, _)| node.after))],
        "became": "",
    })
}

/// Columns of the taxonomy: an entry for each node, parents before children.
fn tree(page: &Page, audience: PageAudience, node_names: &[u32]) -> Value {
    let nodes = &page.tree;
    // 0 for a root, else the index of the parent plus 1.
    let parent = |node: &TreeNode| node.parent.map_or(0, |parent| u64::from(parent) + 1);
    let before = match audience {
        PageAudience::Public => String::new(),
        PageAudience::Private => pack(nodes.iter().map(|node| node.before)),
    };
    json!({
        "name": pack(node_names.iter().map(|&name| u64::from(name))),
        "parent": pack(nodes.iter().map(parent)),
        "before": before,
        "after": pack(nodes.iter().map(|node| node.after)),
    })
}

/// Columns of the groups. Items are bags of names. Originals are their number, then a bag for each.
fn groups(page: &Page, node_names: &[u32]) -> Value {
    let named = |bag: &[u32]| bag.iter().map(|&node| node_names[node as usize]).collect();
    let (mut items, mut originals) = (Packed::default(), Packed::default());
    for group in &page.groups {
        items.push_bag(named(&group.items));
        originals.push(group.originals.len() as u64);
        group.originals.iter().for_each(|row| originals.push_bag(named(row)));
    }
    json!({
        "owners": pack(page.groups.iter().map(|group| group.owners as u64)),
        "rows": pack(page.groups.iter().map(|group| group.originals.len() as u64)),
        "items": items.0,
        "originals": originals.0,
    })
}

pub(super) fn pack(numbers: impl Iterator<Item = u64>) -> String {
    let mut packed = Packed::default();
    numbers.for_each(|number| packed.push(number));
    packed.0
}

const BASE: u64 = 46;

#[derive(Debug, Default)]
struct Packed(String);

impl Packed {
    fn push(&mut self, number: u64) {
        let mut digits = [0; 12]; // 46^12 > 2^64
        let (mut first, mut rest) = (digits.len() - 1, number / BASE);
        digits[first] = (number % BASE) as u8;
        while rest > 0 {
            first -= 1;
            digits[first] = (BASE + rest % BASE) as u8;
            rest /= BASE;
        }
        self.0.extend(digits[first..].iter().map(|&digit| letter(digit)));
    }

    /// Adds a bag of numbers: its length, the smallest number, then the difference of each number to the
    /// previous one.
    fn push_bag(&mut self, mut numbers: Vec<u32>) {
        numbers.sort_unstable();
        self.push(numbers.len() as u64);
        let mut last = 0;
        for number in numbers {
            self.push(u64::from(number - last));
            last = number;
        }
    }
}

fn letter(digit: u8) -> char {
    match b'#' + digit {
        b'<' => '!',
        b'\\' => ' ',
        other => char::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unpacks numbers in the same way as `unpack` of the script.
    fn unpack(text: &str) -> Vec<u64> {
        let (mut numbers, mut number) = (Vec::new(), 0);
        for letter in text.bytes() {
            let code = match letter {
                b'!' => b'<',
                b' ' => b'\\',
                other => other,
            };
            let digit = u64::from(code - b'#');
            number = number * BASE + digit % BASE;
            if digit < BASE {
                numbers.push(number);
                number = 0;
            }
        }
        numbers
    }

    #[test]
    fn numbers_come_back_and_need_no_escapes() {
        let numbers: Vec<u64> = (0..5_000).chain([u64::from(u32::MAX), 1 << 53, u64::MAX]).collect();
        let text = pack(numbers.iter().copied());
        assert_eq!(unpack(&text), numbers);
        assert!(!text.contains(['"', '\\', '<']) && text.is_ascii());
        assert_eq!(serde_json::to_string(&text).unwrap().len(), text.len() + 2);
    }

    #[test]
    fn bags_are_written_as_differences() {
        let mut packed = Packed::default();
        packed.push_bag(vec![70, 5, 5]);
        packed.push_bag(vec![]);
        assert_eq!(unpack(&packed.0), [3, 5, 0, 65, 0]);
    }
}
