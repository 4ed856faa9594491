//! A run that is cancelled ends soon and leaves nothing, whatever it was at; a run beside it does not notice.
//! A program of its own: how soon a run ends is measured, and all runs of a process share its threads.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "all/common.rs"]
mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Barrier, Mutex};
use std::time::{Duration, Instant};

use clump::core::progress::{Cancel, Progress, Stage};
use clump::{MethodName, RunError, bound, run};
use common::Desk;

/// Cancels a run at the look at its token that comes after `looks` others.
struct CancelAfter {
    looks: u64,
    looked: AtomicU64,
    token: Cancel,
    cancelled: Mutex<Option<Instant>>,
}

impl CancelAfter {
    fn new(looks: u64) -> CancelAfter {
        CancelAfter { looks, looked: AtomicU64::new(0), token: Cancel::new(), cancelled: Mutex::new(None) }
    }

    fn looked(&self) -> u64 {
        self.looked.load(Ordering::Relaxed)
    }

    /// How long ago the run was cancelled.
    fn elapsed(&self) -> Duration {
        self.cancelled.lock().unwrap().expect("the run looks at its token").elapsed()
    }
}

impl Progress for CancelAfter {
    fn begin(&self, _: Stage, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.token)
    }

    fn is_cancelled(&self) -> bool {
        if self.looked.fetch_add(1, Ordering::Relaxed) == self.looks {
            *self.cancelled.lock().unwrap() = Some(Instant::now());
            self.token.cancel();
        }
        self.token.is_cancelled()
    }
}

/// Owners who ask for some of many words each.
fn desk(owners: usize) -> Desk {
    const WORDS: [&str; 24] = [
        "dog", "cat", "horse", "cow", "apple", "pear", "plum", "bread", "cheese", "milk", "car", "train",
        "boat", "tree", "flower", "guitar", "piano", "chess", "football", "tennis", "doctor", "teacher",
        "river", "island",
    ];
    Desk::with_queries(owners, |owner| {
        let word = |ask: usize| WORDS[(owner * 7 + ask * ask * 5 + owner / 9) % WORDS.len()];
        (0..3 + owner % 5).map(|ask| format!("{} {}", word(ask), word(ask + 3))).collect()
    })
}

/// The methods that need no earlier release.
fn methods() -> impl Iterator<Item = MethodName> {
    MethodName::ALL.into_iter().filter(|&method| method != MethodName::Apply)
}

#[test]
fn a_run_of_every_method_ends_where_it_is_cancelled_and_leaves_nothing() {
    let desk = desk(300);
    for method in methods() {
        let job = desk.job(method).report(desk.path("report.json"));
        let whole = CancelAfter::new(u64::MAX);
        run(&job, &whole).unwrap();
        for file in desk.files().iter().filter(|file| *file != "log.tsv") {
            std::fs::remove_file(desk.path(file)).unwrap();
        }
        let all = whole.looked();
        // One method has nothing to do.
        assert!(all > 20 || method == MethodName::DropAll, "{method:?} looks {all} times");
        for tenth in [0, 2, 5, 7, 9] {
            let progress = CancelAfter::new(all * tenth / 10);
            let ended = run(&job, &progress);
            assert!(progress.elapsed() < Duration::from_secs(1), "{method:?} took {:?}", progress.elapsed());
            assert!(matches!(ended, Err(RunError::Cancelled(_))), "{method:?} at {tenth}/10: {ended:?}");
            assert_eq!(desk.files(), ["log.tsv"], "{method:?}");
        }
    }
}

#[test]
fn a_floor_that_is_looked_for_can_be_cancelled() {
    let desk = desk(200);
    let job = desk.job(MethodName::Nearest);
    let whole = CancelAfter::new(u64::MAX);
    bound(&job, &whole).unwrap();
    for tenth in [1, 4, 8] {
        let progress = CancelAfter::new(whole.looked() * tenth / 10);
        assert!(matches!(bound(&job, &progress), Err(RunError::Cancelled(_))));
        assert!(progress.elapsed() < Duration::from_secs(1));
    }
}

#[test]
fn of_two_runs_at_the_same_time_one_is_cancelled_and_the_other_is_whole() {
    let desk = desk(300);
    let job = |name: &str| desk.job(MethodName::Nearest).output(desk.path(name));
    run(&job("alone.tsv"), &()).unwrap();
    let all = {
        let progress = CancelAfter::new(u64::MAX);
        run(&job("alone.tsv"), &progress).unwrap();
        progress.looked()
    };
    let together = Barrier::new(2);
    let beside = |name, progress: &dyn Progress| {
        together.wait();
        run(&job(name), progress)
    };
    // Late, so that the first run has files that have not got their names.
    let (first, second) = (CancelAfter::new(all - 2), CancelAfter::new(u64::MAX));
    let (cancelled, whole) = std::thread::scope(|scope| {
        let cancelled = scope.spawn(|| beside("first.tsv", &first));
        let whole = scope.spawn(|| beside("second.tsv", &second));
        (cancelled.join().unwrap(), whole.join().unwrap())
    });
    assert!(matches!(cancelled, Err(RunError::Cancelled(_))), "{cancelled:?}");
    assert!(whole.unwrap().published.is_some());
    assert_eq!(desk.read("second.tsv"), desk.read("alone.tsv"));
    let expected =
        ["alone.tsv", "alone.tsv.certificate.json", "log.tsv", "second.tsv", "second.tsv.certificate.json"];
    assert_eq!(desk.files(), expected);
}

#[test]
fn what_was_cancelled_before_it_began_does_nothing() {
    let desk = desk(10);
    let token = Cancel::new();
    token.cancel();
    assert!(matches!(run(&desk.job(MethodName::Clump), &token), Err(RunError::Cancelled(_))));
    assert_eq!(desk.files(), ["log.tsv"]);
}
