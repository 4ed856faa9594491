//! Queries that were mapped already: the same text gives the same nodes. Half of the queries of a log are
//! repeated.
//!
//! When the room is used up, everything is forgotten. That costs less than choosing what to keep, because
//! frequent queries soon return.

use clump_core::containers::Interner;
use clump_core::taxonomy::Node;

use crate::matching::MapCounts;

/// A query: the ends of its nodes and of its unknown words, and the counts of its mapping.
struct CachedQuery {
    nodes: u32,
    unknown: u32,
    counts: [u16; 7],
}

pub(crate) struct QueryCache {
    texts: Interner,
    entries: Vec<CachedQuery>,
    nodes: Vec<Node>,
    /// Numbers of words.
    unknown: Vec<u32>,
    /// In bytes.
    room: usize,
}

/// The result of mapping a query.
pub(crate) struct Known<'a> {
    pub nodes: &'a [Node],
    /// Numbers of the unknown words.
    pub unknown: &'a [u32],
    pub counts: MapCounts,
}

impl QueryCache {
    pub(crate) fn new(room: usize) -> Self {
        QueryCache {
            texts: Interner::default(),
            entries: Vec::new(),
            nodes: Vec::new(),
            unknown: Vec::new(),
            room: room.min(u32::MAX as usize),
        }
    }

    #[inline]
    pub(crate) fn find(&self, query: &str) -> Option<Known<'_>> {
        let number = self.texts.find(query)? as usize;
        let (nodes, unknown) = match number {
            0 => (0, 0),
            _ => (self.entries[number - 1].nodes, self.entries[number - 1].unknown),
        };
        let entry = &self.entries[number];
        let [tokens, mapped, stop_words, dropped, unknown_words, placed, phrases] =
            entry.counts.map(u64::from);
        Some(Known {
            nodes: &self.nodes[nodes as usize..entry.nodes as usize],
            unknown: &self.unknown[unknown as usize..entry.unknown as usize],
            counts: MapCounts {
                tokens,
                mapped,
                stop_words,
                dropped,
                unknown: unknown_words,
                placed,
                // Items alone have shapes.
                by_shape: 0,
                phrases,
            },
        })
    }

    /// Remembers a new query. One whose counts do not fit in 16 bits is skipped.
    pub(crate) fn insert(&mut self, query: &str, known: Known<'_>) {
        if self.texts.bytes() + 4 * (self.nodes.len() + self.unknown.len() + 5 * self.entries.len())
            > self.room
        {
            self.forget();
        }
        let MapCounts { tokens, mapped, stop_words, dropped, unknown, placed, by_shape: _, phrases } =
            known.counts;
        let counts = [tokens, mapped, stop_words, dropped, unknown, placed, phrases];
        if counts.iter().any(|&count| count > u64::from(u16::MAX)) {
            return;
        }
        let added = self.texts.intern(query) as usize;
        debug_assert_eq!(added, self.entries.len(), "the query is new");
        self.nodes.extend_from_slice(known.nodes);
        self.unknown.extend_from_slice(known.unknown);
        self.entries.push(CachedQuery {
            nodes: self.nodes.len() as u32,
            unknown: self.unknown.len() as u32,
            counts: counts.map(|count| count as u16),
        });
    }

    pub(crate) fn forget(&mut self) {
        *self = QueryCache::new(self.room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_until_the_room_is_used_up() {
        let mut remembered = QueryCache::new(1 << 12);
        let mut found = 0;
        for number in 0..1000u32 {
            let text = number.to_string();
            assert!(remembered.find(&text).is_none());
            let counts = MapCounts { tokens: 3, unknown: 1, ..MapCounts::default() };
            let nodes = [Node(number), Node(number + 1)];
            remembered.insert(&text, Known { nodes: &nodes, unknown: &[number], counts });
            let known = remembered.find(&text).unwrap();
            assert_eq!((known.nodes, known.unknown, known.counts), (&nodes[..], &[number][..], counts));
            found += u32::from(remembered.find("0").is_some());
        }
        assert!(found > 10 && found < 1000);
    }

    #[test]
    fn endless_queries_are_not_remembered() {
        let mut remembered = QueryCache::new(1 << 12);
        let counts = MapCounts { tokens: 65_536, ..MapCounts::default() };
        remembered.insert("x", Known { nodes: &[], unknown: &[], counts });
        assert!(remembered.find("x").is_none());
    }
}
