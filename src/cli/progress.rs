//! A bar by bytes with rate and time left, on standard error and only where that is a terminal.

use super::Talk;
use crate::collection::Loss;
use crate::ingest::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The bar of `tamis index`.
pub struct Bar {
    bar: ProgressBar,
    talk: Talk,
    pages: AtomicU64,
    skipped: AtomicU64,
}

const STYLE: &str = "{bar:30} {bytes}/{total_bytes} {binary_bytes_per_sec} ETA {eta} {msg}";

impl Bar {
    /// A bar whose length comes with [`Progress::total`]; hidden if quiet or where standard error is no terminal.
    pub fn new(talk: Talk) -> Self {
        let target = if talk == Talk::Quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        bar.set_style(ProgressStyle::with_template(STYLE).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, talk, pages: AtomicU64::new(0), skipped: AtomicU64::new(0) }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn message(&self) {
        let (pages, skipped) = (self.pages.load(Ordering::Relaxed), self.skipped.load(Ordering::Relaxed));
        let rate = pages as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar.set_message(format!("{pages} pages, {rate:.0}/s, {skipped} skipped"));
    }
}

impl Progress for Bar {
    fn total(&self, bytes: u64) {
        self.bar.set_length(bytes);
    }

    fn archive(&self, name: &str) {
        if self.talk == Talk::Verbose {
            self.bar.suspend(|| self.talk.say(format!("reading {name}")));
        }
    }

    fn read(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    fn pages(&self, pages: u64) {
        self.pages.fetch_add(pages, Ordering::Relaxed);
        self.message();
    }

    fn skipped(&self, skip: &Loss) {
        self.skipped.fetch_add(1, Ordering::Relaxed);
        if self.talk == Talk::Verbose {
            let Loss { source, record, reason, detail, .. } = skip;
            let line = format!("{}:{}: skipped {record} ({}): {detail}", source.archive, source.offset, reason.name());
            self.bar.suspend(|| self.talk.say(line));
        }
    }

    fn merging(&self) {
        self.bar.set_message("merging segments");
    }
}
