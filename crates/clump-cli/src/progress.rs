//! Progress bars on stderr during long stages, if stderr is a terminal.

use std::io::IsTerminal;
use std::sync::Mutex;

use clump::core::progress::{Cancel, Progress, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt;

/// Progress bar of the current stage; hidden if stderr is not a terminal.
pub struct Bars {
    bar: Mutex<ProgressBar>,
}

impl Bars {
    pub fn new() -> Bars {
        Bars { bar: Mutex::new(ProgressBar::hidden()) }
    }

    fn current(&self) -> ProgressBar {
        self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

impl Progress for Bars {
    fn begin(&self, stage: Stage, total: u64) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        let (name, amount) = match stage {
            Stage::Read => ("Reading", "{bytes} of {total_bytes}"),
            Stage::Group => ("Grouping", "{human_pos} of {human_len} rows"),
            Stage::Floor => ("Bounding", "{percent} %"),
            Stage::Compare => ("Comparing", "{human_pos} of {human_len} runs, {msg}"),
        };
        let template = if total == 0 {
            format!("{{spinner}} {name:9} {}", amount.split(" of ").next().unwrap_or(amount))
        } else {
            format!("{name:9} {{wide_bar}} {amount}")
        };
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(
            (total > 0).then_some(total),
            ProgressDrawTarget::stderr_with_hz(10),
        );
        *self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = bar.with_style(style);
    }

    fn advance(&self, steps: u64) {
        self.current().inc(steps);
    }

    fn end(&self) {
        self.current().finish_and_clear();
    }

    fn name(&self, name: &str) {
        self.current().set_message(name.to_owned());
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(interrupt::token())
    }
}
