//! Progress of one part of a comparison. The progress bar counts parts. So the percentage of the current part
//! is displayed next to its name.

use std::sync::atomic::{AtomicU64, Ordering};

use clump_core::progress::{Cancel, Progress, Stage};

pub(super) struct ComparedPart<'a> {
    all: &'a dyn Progress,
    name: String,
    /// Number of completed steps of the current stage; `total` is the number of all its steps.
    done: AtomicU64,
    total: AtomicU64,
    /// Percentage that was displayed last.
    told: AtomicU64,
}

impl<'a> ComparedPart<'a> {
    /// Starts the part and displays its `name`.
    pub fn begin(all: &'a dyn Progress, name: String) -> ComparedPart<'a> {
        all.name(&name);
        let [done, total, told] = [0; 3].map(AtomicU64::new);
        ComparedPart { all, name, done, total, told }
    }

    /// Counts the part as completed, even if it had no steps.
    pub fn finish(self) {
        self.all.advance(1);
    }
}

impl Progress for ComparedPart<'_> {
    fn begin(&self, _: Stage, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.told.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.all.name(&self.name);
    }

    fn advance(&self, steps: u64) {
        let total = self.total.load(Ordering::Relaxed);
        let done = steps + self.done.fetch_add(steps, Ordering::Relaxed);
        let percent = done.saturating_mul(100).checked_div(total).unwrap_or(0).min(100);
        if percent > self.told.fetch_max(percent, Ordering::Relaxed) {
            self.all.name(&format!("{}, {percent} %", self.name));
        }
    }

    fn end(&self) {}

    fn cancel(&self) -> Option<&Cancel> {
        self.all.cancel()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Progress for Heard {
        fn begin(&self, _: Stage, _: u64) {}
        fn advance(&self, steps: u64) {
            self.0.lock().unwrap().push(format!("+{steps}"));
        }
        fn end(&self) {}
        fn name(&self, name: &str) {
            self.0.lock().unwrap().push(name.to_owned());
        }
    }

    #[test]
    fn a_part_is_told_beside_its_name_and_counts_as_one() {
        let all = Heard::default();
        let part = ComparedPart::begin(&all, "floor at k = 5".to_owned());
        Progress::begin(&part, Stage::Floor, 400);
        part.advance(1);
        part.advance(3);
        part.advance(1);
        part.advance(999);
        Progress::begin(&part, Stage::Group, 0);
        part.advance(7);
        part.finish();
        let told = ["", "", ", 1 %", ", 100 %", ""].map(|more| format!("floor at k = 5{more}"));
        assert_eq!(*all.0.lock().unwrap(), [&told[..], &["+1".to_owned()]].concat());
    }
}
