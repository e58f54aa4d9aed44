//! The progress of indexing on standard error: a bar with rate and remaining time on a terminal, otherwise a line per
//! minute. With `--json`, an object per archive on standard output.

use super::console::Talk;
use super::signals::Signals;
use indicatif::{BinaryBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use tamis::index::manifest::ArchiveEntry;
use tamis::ingest::Progress;
use tamis::ingest::ledger::{LossRow, Outcome};
use tamis::report::json::one_line;
use tamis::report::words::grouped;
use tamis_collection::Archive;
use tamis_place::Escaped;

const STYLE: &str = "{bar:30} {bytes}/{total_bytes} {binary_bytes_per_sec} ETA {eta} {msg}";

/// The progress of `tamis index`.
pub struct Bar {
    state: Arc<State>,
    talk: Talk,
    json: bool,
    signals: Signals,
    lines: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The counts so far.
struct State {
    bar: ProgressBar,
    pages: AtomicU64,
    skipped: AtomicU64,
    flawed: AtomicU64,
    /// The current archive.
    current: Mutex<String>,
}

impl Bar {
    /// Shows a bar, whose length is set by [`Progress::total`], or prints a line every `every` if standard error is not a
    /// terminal; neither if quiet. With `json`, prints archives on standard output.
    pub fn new(talk: Talk, every: Duration, json: bool, signals: Signals) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let shown = terminal && talk > Talk::Quiet;
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        bar.set_style(ProgressStyle::with_template(STYLE).unwrap_or_else(|_| ProgressStyle::default_bar()));
        if shown {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let (pages, skipped, flawed) = Default::default();
        let state = Arc::new(State { bar, pages, skipped, flawed, current: Mutex::default() });
        let lines = (!terminal && talk > Talk::Quiet).then(|| state.clone().tell(talk, every));
        Self { state, talk, json, signals, lines }
    }

    /// Removes the bar.
    pub fn finish(&mut self) {
        self.state.bar.finish_and_clear();
        if let Some((end, thread)) = self.lines.take() {
            drop(end);
            // It only printed: if it has panicked, nothing is lost.
            let _ = thread.join();
        }
    }

    fn say(&self, line: &str) {
        self.state.bar.suspend(|| self.talk.say(line));
    }
}

impl State {
    /// Starts a thread that prints a line at intervals until the sender is dropped.
    fn tell(self: Arc<Self>, talk: Talk, every: Duration) -> (Sender<()>, JoinHandle<()>) {
        let (sender, end) = channel();
        let thread = std::thread::spawn(move || {
            while end.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                talk.say(self.line());
            }
        });
        (sender, thread)
    }

    fn line(&self) -> String {
        let (read, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        let rate = read as f64 / seconds;
        let percent =
            if total == 0 { String::new() } else { format!(" ({:.0} %)", read as f64 * 100.0 / total as f64) };
        let left = match (read, total) {
            (1.., 1..) => {
                let left = Duration::from_secs_f64(total.saturating_sub(read) as f64 / rate);
                format!(", ETA {}", HumanDuration(left))
            }
            _ => String::new(),
        };
        let (read, total, rate) = (BinaryBytes(read), BinaryBytes(total), BinaryBytes(rate as u64));
        format!("{read} of {total}{percent}, {rate}/s{left}, {}", self.message())
    }

    fn message(&self) -> String {
        let [pages, skipped, flawed] = [&self.pages, &self.skipped, &self.flawed].map(|n| n.load(Ordering::Relaxed));
        let rate = pages as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        let current = self.current.lock().map(|current| current.clone()).unwrap_or_default();
        let flawed = if flawed > 0 { format!(", {} flawed", grouped(flawed)) } else { String::new() };
        format!("{} pages, {rate:.0} pages/s, {} skipped{flawed}, {current}", grouped(pages), grouped(skipped))
    }

    fn set_current(&self, current: &str) {
        if let Ok(mut told) = self.current.lock() {
            *told = Escaped(current).to_string();
        }
        self.bar.set_message(self.message());
    }
}

impl Progress for Bar {
    fn total(&self, bytes: u64) {
        self.state.bar.set_length(bytes);
    }

    fn passed_over(&self, index: &Path) {
        self.say(&format!("{} is an index and is passed over", Escaped(index.display())));
    }

    fn known(&self, archive: &Archive) {
        self.say(&format!("{} is already in the index", archive.name));
    }

    fn archive(&self, name: &str) {
        self.state.set_current(name);
        if self.talk == Talk::Verbose {
            self.say(&format!("reading {name}"));
        }
    }

    fn read(&self, bytes: u64) {
        self.state.bar.inc(bytes);
    }

    fn pages(&self, pages: u64) {
        self.state.pages.fetch_add(pages, Ordering::Relaxed);
        self.state.bar.set_message(self.state.message());
    }

    fn lost(&self, LossRow { outcome, loss }: &LossRow) {
        let counter = if *outcome == Outcome::Skipped { &self.state.skipped } else { &self.state.flawed };
        counter.fetch_add(1, Ordering::Relaxed);
        if self.talk == Talk::Verbose {
            let (archive, offset, outcome) = (&loss.source.archive, loss.source.offset, outcome.name());
            self.say(&format!("{archive}:{offset}: {outcome} {} ({}): {}", loss.record, loss.reason, loss.detail));
        }
    }

    fn ended(&self, archive: &ArchiveEntry) {
        if self.json {
            // If standard output is closed, the summary at the end reports it.
            let line = one_line(&serde_json::json!({ "archive": archive }));
            let _ = std::io::stdout().lock().write_all(line.as_bytes());
        }
    }

    fn counting(&self) {
        self.state.set_current("counting how often blocks repeat");
    }

    fn stops(&self) -> bool {
        self.signals.came().is_some()
    }
}
