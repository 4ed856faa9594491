//! Kills and errors at every system call by which files get their names, and Ctrl-C between them.

use std::os::unix::process::ExitStatusExt;

use crate::strace::{CALLS, injected, interrupted, is_there};
use crate::workshop::{Found, Workshop, said};

/// As [`injected`], in a workshop.
fn injected_into(
    workshop: &Workshop,
    arguments: &[String],
    call: &str,
    what: &str,
    when: usize,
) -> Option<std::process::Output> {
    let log = workshop.outputs().with_extension("strace");
    injected(workshop.command("strace"), &log, arguments, call, what, when)
}

/// Publishes with k = 5, then with k = 7 over it while `what` is injected at each call in turn, and lets `judge` see what is
/// found: the outputs of before, and what the second run said. Says how many calls there were.
fn at_each_call(
    calls: &[&str],
    what: &str,
    judge: impl Fn(&Workshop, &Found, &std::process::Output),
) -> usize {
    let mut points = 0;
    for call in calls {
        for when in 1.. {
            let workshop = Workshop::new();
            let before = workshop.publish(5, "");
            let arguments = workshop.arguments(7, "--force");
            let Some(output) = injected_into(&workshop, &arguments, call, what, when) else { break };
            judge(&workshop, &before, &output);
            points += 1;
        }
    }
    points
}

/// Lets a run look at the folder that may not write there, and says what is found then.
fn after_the_next_run(workshop: &Workshop) -> Found {
    let refused = workshop.run(5, "").output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(workshop.leftovers().is_empty(), "{:?}", workshop.leftovers());
    workshop.found()
}

#[test]
fn a_run_that_is_killed_at_any_call_is_taken_back_or_whole() {
    if !is_there() {
        return;
    }
    let points = at_each_call(&CALLS, "signal=SIGKILL", |workshop, _, output| {
        assert_eq!(output.status.signal(), Some(9), "{}", said(output));
        assert_eq!(workshop.is_acceptable(), workshop.is_accepted(), "{:?}", workshop.found());
        let after = after_the_next_run(workshop);
        assert!(matches!(after, Found::Whole(_)), "{after:?}");
    });
    println!("kills at {points} calls: all taken back or whole after the next run");
    assert!(points > 20, "{points}");
}

#[test]
fn a_first_run_that_is_killed_at_any_call_leaves_all_or_nothing_to_the_next() {
    if !is_there() {
        return;
    }
    for call in CALLS {
        for when in 1.. {
            let workshop = Workshop::new();
            if injected_into(&workshop, &workshop.arguments(7, ""), call, "signal=SIGKILL", when).is_none() {
                break;
            }
            assert_eq!(workshop.is_acceptable(), workshop.is_accepted());
            // Either all of it is there, and a run that may not replace it is refused, or it publishes.
            workshop.run(7, "").output().unwrap();
            assert!(matches!(workshop.found(), Found::Whole(_)), "{:?}", workshop.found());
            assert!(workshop.leftovers().is_empty(), "{:?}", workshop.leftovers());
        }
    }
}

#[test]
fn an_error_at_any_call_leaves_what_was_there_or_all_that_is_new() {
    if !is_there() {
        return;
    }
    let points = at_each_call(&CALLS, "error=EIO", |workshop, before, output| {
        let found = workshop.found();
        match output.status.code() {
            Some(2) => assert_eq!(&found, before, "{}", said(output)),
            Some(0) => assert!(matches!(&found, Found::Whole(_)) && &found != before, "{found:?}"),
            _ => panic!("{}", said(output)),
        }
        assert!(workshop.is_accepted());
        assert_eq!(after_the_next_run(workshop), found);
    });
    println!("errors at {points} calls: all or nothing each time");
    assert!(points > 20, "{points}");
}

#[test]
fn a_run_that_is_told_to_end_while_it_publishes_takes_back_what_has_a_name() {
    if !is_there() {
        return;
    }
    for (call, when) in [("linkat", 1), ("linkat", 12), ("rename", 1), ("rename", 6)] {
        let workshop = Workshop::new();
        let before = workshop.publish(5, "");
        let output = interrupted(&workshop, &workshop.arguments(7, "--force"), call, when);
        assert_eq!(output.status.code(), Some(130), "{call} {when}: {}", said(&output));
        assert_eq!(workshop.found(), before);
        assert!(workshop.leftovers().is_empty(), "{:?}", workshop.leftovers());
    }
}
