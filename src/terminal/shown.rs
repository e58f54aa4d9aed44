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
use tamis::{Notice, Progress, Steps, TrainingStep, Watch};

/// Shows what a job does.
pub struct Shown {
    talk: Verbosity,
    bar: ProgressBar,
    /// Whether a signal says what is kept of the steps. Of jobs that keep nothing, the command
    /// says it.
    keeps: bool,
    /// Whether signals stop the job, which then ends by itself.
    stops: bool,
    ending: Mutex<Option<signals::SignalWatch>>,
}

impl Shown {
    /// Shows a job that keeps nothing if a signal ends it.
    pub fn new(talk: Verbosity) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), target(talk));
        let style = ProgressStyle::with_template("{bar:10} {pos} of {len} {msg}, ETA {eta}");
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { talk, bar, keeps: false, stops: false, ending: Mutex::new(None) }
    }

    /// Shows a job that may keep its finished steps.
    pub fn keeping(talk: Verbosity) -> Self {
        Self { keeps: true, ..Self::new(talk) }
    }

    /// Shows a job that stops at a signal.
    pub fn stopping(talk: Verbosity) -> Self {
        Self { stops: true, ..Self::new(talk) }
    }

    fn set_ending(&self, ending: Option<signals::SignalWatch>) {
        *self.ending.lock().unwrap_or_else(PoisonError::into_inner) = ending;
    }
}

impl Progress for Shown {
    fn stops(&self) -> bool {
        self.stops && signals::came().is_some()
    }
}

impl Watch for Shown {
    fn begin(&self, steps: &Steps) {
        self.bar.reset();
        self.bar.set_length(steps.count as u64);
        self.bar.set_message(steps.unit);
        if self.keeps {
            let say = when_interrupted(steps.clone(), self.bar.clone(), self.talk);
            // Without it, a signal ends the program in silence.
            self.set_ending(signals::SignalWatch::ending(say).ok());
        }
    }

    fn step(&self) {
        self.bar.inc(1);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
        self.set_ending(None);
    }

    fn training(&self, name: &str, step: &TrainingStep) {
        let TrainingStep { iteration, of, loss, validation } = step;
        if *iteration == 1 {
            self.bar.reset();
        }
        self.bar.set_length(*of as u64);
        self.bar.set_position(*iteration as u64);
        let scored = validation.map_or(String::new(), |score| format!(", validation {score:.4}"));
        // A step without a validation keeps the score of the last one in sight.
        if validation.is_some() || *iteration == 1 {
            self.bar.set_message(format!("steps of {name}: loss {loss:.4}{scored}"));
        }
        if (validation.is_some() || iteration == of) && self.talk == Verbosity::Verbose {
            let line = format!("{name}: step {iteration} of {of}, loss {loss:.4}{scored}");
            self.bar.suspend(|| self.talk.say(line));
        }
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
