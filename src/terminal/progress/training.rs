//! Progress of a training: a bar with the loss and the validation score; with --verbose a line for
//! every validation.

use super::narrow::target;
use crate::terminal::console::Verbosity;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Mutex;
use tamis_blocks::page::Cut;
use tamis_index::error::Result;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::train::{Example, Step, example};

const PAGES: &str = "{msg} {bar:30} {pos}/{len} pages ETA {eta}";
const STEPS: &str = "{prefix} {bar:20} {pos}/{len} {msg} ETA {eta}";

/// The progress of one or several trainings.
pub struct Training {
    bar: ProgressBar,
    talk: Verbosity,
    /// What is trained now.
    name: Mutex<String>,
}

impl Training {
    /// Shows nothing yet.
    pub fn new(talk: Verbosity) -> Self {
        Self {
            bar: ProgressBar::with_draw_target(None, target(talk)),
            talk,
            name: Mutex::default(),
        }
    }

    fn start(&self, template: &str, length: u64) {
        let style = ProgressStyle::with_template(template);
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.reset();
        self.bar.set_length(length);
    }

    /// Reads the pages of all data sets.
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub fn load(
        &self,
        datasets: &[Dataset],
        cut: Cut,
        encoding: Option<&str>,
    ) -> Result<Vec<Example>> {
        self.start(PAGES, datasets.iter().map(|dataset| dataset.pages.len() as u64).sum());
        self.bar.set_message("reading");
        let mut examples = Vec::new();
        for dataset in datasets {
            examples.extend(example::load(dataset, cut, encoding, || self.bar.inc(1))?);
        }
        self.done();
        Ok(examples)
    }

    /// Shows a step of the training of `name`.
    pub fn step(&self, name: &str, step: Step) {
        let Step { iteration, of, loss, validation } = step;
        if let Ok(mut known) = self.name.lock()
            && *known != name
        {
            name.clone_into(&mut known);
            self.start(STEPS, of as u64);
            self.bar.set_prefix(name.to_owned());
            self.bar.set_message("");
        }
        let scored = validation.map_or(String::new(), |score| format!(", validation {score:.4}"));
        self.bar.set_position(iteration as u64);
        if validation.is_some() || self.bar.message().is_empty() {
            self.bar.set_message(format!("loss {loss:.4}{scored}"));
        }
        if (validation.is_some() || iteration == of) && self.talk == Verbosity::Verbose {
            self.bar.suspend(|| {
                self.talk.say(format!("{name}: step {iteration} of {of}, loss {loss:.4}{scored}"));
            });
        }
    }

    /// A page was scored.
    pub fn scored(&self) {
        self.bar.tick();
    }

    /// Removes the bar.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}
