//! The progress of indexing on standard error: a bar with rate and remaining time on a terminal,
//! otherwise a line per minute. With `--json`, an object per archive on standard output.

mod line;
pub mod narrow;

use crate::terminal::console::Verbosity;
use crate::terminal::notices;
use crate::terminal::signals::{self, SignalWatch};
use crate::terminal::styles::width_of_stderr;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use line::{Current, Moment};
use std::fmt;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tamis::collection::{Archive, Reason};
use tamis::words::counted;
use tamis::{ArchiveEntry, Escaped, Notice, Progress, ReportOutcome, ReportRow, Result, json_line};

/// The progress of `tamis index`.
pub struct IndexProgress {
    /// It counts the bytes. Without a terminal it is hidden.
    bar: ProgressBar,
    /// What the bar does not count.
    counts: Arc<Mutex<Moment>>,
    talk: Verbosity,
    json: bool,
    stopping: Option<SignalWatch>,
    lines: Option<SignalWatch>,
    /// Archives that were in the index before.
    known: AtomicU64,
}

impl IndexProgress {
    /// Shows a bar, whose length is set by [`Progress::total`], or prints a line every `every`
    /// seconds if standard error is not a terminal; neither if quiet. With `json`, prints archives
    /// on standard output. At a signal, says at once what `stopping` is about.
    ///
    /// # Errors
    /// [`tamis::Error::Io`] if the system does not let it listen for signals.
    pub fn new(talk: Verbosity, every: u64, json: bool, stopping: &'static str) -> Result<Self> {
        signals::listen()?;
        let bar = ProgressBar::with_draw_target(Some(0), narrow::target(talk));
        let counts = Arc::new(Mutex::new(Moment::default()));
        bar.set_style(style(counts.clone()));
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let (shown, moment) = (bar.clone(), counts.clone());
        let print = move || {
            let total = shown.length().unwrap_or_default();
            talk.say(now(&moment, shown.position(), total, shown.elapsed()).sentence());
        };
        let is_log = !std::io::stderr().is_terminal() && talk > Verbosity::Quiet;
        let lines = is_log.then(|| SignalWatch::every(Duration::from_secs(every), print));
        let shown = bar.clone();
        let stopping = Some(signals::watch(move |_| shown.suspend(|| talk.say(stopping))));
        let known = AtomicU64::new(0);
        Ok(Self { bar, counts, talk, json, stopping, lines, known })
    }

    /// Removes the bar, and says how many archives were not read again.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
        let known = *self.known.get_mut();
        if known > 0 {
            self.talk.say(format!("already in the index: {}", counted(known, "archive")));
        }
        drop((self.stopping.take(), self.lines.take()));
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| self.talk.say(line));
    }

    fn set_current(&self, current: Current) {
        locked(&self.counts).current = current;
        self.bar.tick();
    }
}

fn locked(counts: &Mutex<Moment>) -> MutexGuard<'_, Moment> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The counts together with those of a bar.
fn now(counts: &Mutex<Moment>, read: u64, total: u64, elapsed: Duration) -> Moment {
    Moment { read, total, elapsed, ..locked(counts).clone() }
}

/// The style of a bar that is a line of the window's width, whatever that is at the time.
fn style(counts: Arc<Mutex<Moment>>) -> ProgressStyle {
    let style =
        ProgressStyle::with_template("{line}").unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("line", move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let moment = now(&counts, state.pos(), state.len().unwrap_or_default(), state.elapsed());
        // The bar has no use for an error, and none can come: it writes to memory.
        let _ = out.write_str(&moment.line(width_of_stderr().saturating_sub(narrow::FREE)));
    })
}

impl tamis::Watch for IndexProgress {
    fn notice(&self, notice: &Notice) {
        self.bar.suspend(|| notices::say(notice, self.talk));
    }
}

impl Progress for IndexProgress {
    fn total(&self, bytes: u64) {
        self.bar.set_length(bytes);
    }

    fn passed_over(&self, path: &Path, what: &str) {
        self.say(&format!("{} {what} and is skipped", Escaped(path.display())));
    }

    fn known(&self, archive: &Archive) {
        self.known.fetch_add(1, Ordering::Relaxed);
        if self.talk == Verbosity::Verbose {
            self.say(&format!("{} is already in the index", archive.name));
        }
    }

    fn suspects(&self, records: usize) {
        let records = counted(records as u64, "record");
        self.say(&format!("the last run died with {records} in work; trying them one at a time"));
    }

    fn untried(&self, docno: &str, why: &str) {
        self.say(&format!("warning: cannot try {docno} in a process of its own: {why}"));
    }

    fn archive(&self, name: &str) {
        self.set_current(Current::Archive(Escaped(name).to_string()));
        if self.talk == Verbosity::Verbose {
            self.say(&format!("reading {name}"));
        }
    }

    fn read(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    fn pages(&self, pages: u64) {
        locked(&self.counts).pages += pages;
    }

    fn skipped(&self, ReportRow { outcome, report }: &ReportRow) {
        match outcome {
            ReportOutcome::Skipped => locked(&self.counts).skipped += 1,
            _ => locked(&self.counts).defective += 1,
        }
        let archive = &report.source.archive;
        let offset = report.source.offset;
        if report.reason == Reason::Crashed {
            let detail = &report.detail;
            self.say(&format!(
                "crashed: {} ({archive}:{offset}): {detail}; left out",
                report.record
            ));
        } else if self.talk == Verbosity::Verbose {
            let outcome = outcome.name();
            self.say(&format!(
                "{archive}:{offset}: {outcome} {} ({}): {}",
                report.record, report.reason, report.detail
            ));
        }
    }

    fn ended(&self, archive: &ArchiveEntry) {
        if self.json {
            // If standard output is closed, the summary at the end reports it.
            let line = json_line(&serde_json::json!(tamis::json::ArchiveLine { archive }));
            let _ = std::io::stdout().lock().write_all(line.as_bytes());
        }
    }

    fn counting(&self) {
        self.set_current(Current::Last("counting how often blocks repeat"));
    }

    fn stops(&self) -> bool {
        signals::came().is_some()
    }
}
