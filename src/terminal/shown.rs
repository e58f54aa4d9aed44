//! A job at the command line: its steps as a bar, its notices on standard error, and what a signal
//! leaves of it.

use crate::terminal::console::Verbosity;
use crate::terminal::notices;
use crate::terminal::progress::narrow::target;
use crate::terminal::signals;
use indicatif::{ProgressBar, ProgressStyle};
#[cfg(test)]
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use tamis::{Notice, Steps, Watch};

/// Shows what a job does.
pub struct Shown {
    talk: Verbosity,
    bar: ProgressBar,
    /// Whether a signal says what is kept of the steps. Of jobs that keep nothing, the command
    /// says it.
    keeps: bool,
    ending: Mutex<Option<signals::Watch>>,
}

impl Shown {
    /// Shows a job that keeps nothing if a signal ends it.
    pub fn new(talk: Verbosity) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), target(talk));
        let style = ProgressStyle::with_template("{bar:10} {pos} of {len} {msg}, ETA {eta}");
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { talk, bar, keeps: false, ending: Mutex::new(None) }
    }

    /// Shows a job that may keep its finished steps.
    pub fn keeping(talk: Verbosity) -> Self {
        Self { keeps: true, ..Self::new(talk) }
    }

    fn set_ending(&self, ending: Option<signals::Watch>) {
        *self.ending.lock().unwrap_or_else(PoisonError::into_inner) = ending;
    }
}

impl Watch for Shown {
    fn begin(&self, steps: &Steps) {
        self.bar.set_length(steps.count as u64);
        self.bar.set_message(steps.unit);
        if self.keeps {
            let say = when_interrupted(steps.clone(), self.bar.clone(), self.talk);
            // Without it, a signal ends the program in silence.
            self.set_ending(signals::Watch::ending(say).ok());
        }
    }

    fn step(&self) {
        self.bar.inc(1);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
        self.set_ending(None);
    }

    fn notice(&self, notice: &Notice) {
        #[cfg(test)]
        RECORDED.with_borrow_mut(|recorded| recorded.push(notice.clone()));
        self.bar.suspend(|| notices::say(notice, self.talk));
    }
}

#[cfg(test)]
thread_local! {
    /// The notices of the jobs that a test ran.
    static RECORDED: RefCell<Vec<Notice>> = const { RefCell::new(Vec::new()) };
}

/// The notices since the last call.
#[cfg(test)]
pub fn recorded() -> Vec<Notice> {
    RECORDED.take()
}

/// Says at a signal how far the job is, and what is kept of it.
fn when_interrupted(steps: Steps, bar: ProgressBar, talk: Verbosity) -> impl FnOnce() + Send {
    let Steps { count, unit, checkpoint } = steps;
    move || {
        let done = bar.position();
        bar.finish_and_clear();
        talk.say(match &checkpoint {
            Some(path) => format!(
                "interrupted: {} keeps {done} of {count} {unit}; the same command resumes from \
                 there",
                path.display()
            ),
            None => format!(
                "interrupted after {done} of {count} {unit}: nothing is kept; --out DIR, without \
                 --runs, keeps a checkpoint"
            ),
        });
    }
}
