//! Pairs each query of an owner with the next one. The lines of an owner may be in any order.

use std::time::Duration;

use clump_core::containers::Interner;

/// Pause that ends a session by default.
pub(super) const GAP: Duration = Duration::from_secs(30 * 60);

/// The queries of all owners with their times: 24 bytes for each, and each distinct text once.
#[derive(Default)]
pub(super) struct Sessions {
    texts: Interner,
    asked: Vec<Asked>,
    gap: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    owner: u32,
    seconds: i64,
    text: u32,
    /// Number of the record, for what belongs to the later query of a pair.
    record: u32,
}

impl Sessions {
    pub(super) fn new(gap: Duration) -> Sessions {
        Sessions { gap: i64::try_from(gap.as_secs()).unwrap_or(i64::MAX), ..Sessions::default() }
    }

    pub(super) fn add(&mut self, owner: u32, text: &str, seconds: i64, record: u32) {
        let text = self.texts.intern(text);
        self.asked.push(Asked { owner, seconds, text, record });
    }

    /// Passes each pair of a query and the next other one in the same session to `each`: owner, the two texts, and
    /// the number of the later record. Queries of one time are taken in the order of their texts.
    pub(super) fn each<E>(
        mut self,
        mut each: impl FnMut(u32, &str, &str, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let texts = &self.texts;
        let place = |asked: &Asked| (asked.owner, asked.seconds, texts.get(asked.text), asked.record);
        self.asked.sort_unstable_by(|a, b| place(a).cmp(&place(b)));
        for pair in self.asked.windows(2) {
            let [before, next] = [pair[0], pair[1]];
            let is_near = next.seconds.saturating_sub(before.seconds) <= self.gap;
            if before.owner == next.owner && is_near && before.text != next.text {
                each(next.owner, texts.get(before.text), texts.get(next.text), next.record)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_end_and_neither_owners_nor_orders_mix() {
        let asked = [
            (0, "dog food", 80),
            (0, "dog", 0),
            (1, "cat", 10),
            (0, "dog", 20),
            (0, "cat", 141),
            (1, "dog", 5),
        ];
        let mut sessions = Sessions::new(Duration::from_secs(60));
        for (record, (owner, text, seconds)) in (0..).zip(asked) {
            sessions.add(owner, text, seconds, record);
        }
        let mut pairs = Vec::new();
        sessions
            .each(|owner, before, next, record| {
                pairs.push((owner, before.to_owned(), next.to_owned(), record));
                Ok::<(), ()>(())
            })
            .unwrap();
        assert_eq!(
            pairs,
            [(0, "dog".to_owned(), "dog food".to_owned(), 0), (1, "dog".to_owned(), "cat".to_owned(), 2)]
        );
    }
}
