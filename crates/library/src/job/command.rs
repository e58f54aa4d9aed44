//! A job as the command line that does the same: what reports print under "Reproduce". This is the
//! only file of the library that knows the program's flags.

use super::{CompareJob, Judged, Output, PageLists, SearchJob, SweepJob, TopicsJob};
use std::fmt::Display;
use std::path::Path;
use tamis_eval::statistics::{Margin, SEED};
use tamis_eval::trec::TopicFields;
use tamis_report::words::quoted;
use tamis_search::experiment::Validation;
use tamis_search::experiment::measures::WORDS_HITS;
use tamis_search::request::{Request, parameter};

/// A command line that grows.
struct Line(String);

impl Line {
    fn new<'a>(verb: &str, indexes: impl IntoIterator<Item = &'a Path>) -> Self {
        let mut line = Self(format!("tamis {verb}"));
        let indexes: Vec<&Path> = indexes.into_iter().collect();
        match &indexes[..] {
            [one] => line.0 += &format!(" {}", quoted(&one.display().to_string())),
            several => line.flags("index", several.iter().map(|index| index.display())),
        }
        line
    }

    fn flags<T: Display>(&mut self, name: &str, values: impl IntoIterator<Item = T>) {
        for value in values {
            self.flag(name, value);
        }
    }

    /// A flag with its value, as one word if the value would be taken for a flag.
    fn flag(&mut self, name: &str, value: impl Display) {
        let (name, value) = (name.replace('_', "-"), value.to_string());
        self.0 += &match value.starts_with('-') {
            true => format!(" {}", quoted(&format!("--{name}={value}"))),
            false => format!(" --{name} {}", quoted(&value)),
        };
    }

    fn switch(&mut self, name: &str, is_on: bool) {
        if is_on {
            self.0 += &format!(" --{}", name.replace('_', "-"));
        }
    }

    /// A flag, unless the value is the default.
    fn unless<T: Display + PartialEq>(&mut self, name: &str, value: T, default: T) {
        if value != default {
            self.flag(name, value);
        }
    }

    /// The parameters of a request. None for lists of docnos, which a line has no room for.
    fn parameters(&mut self, pairs: Vec<(String, String)>) -> Option<()> {
        for (name, value) in pairs {
            match (&*name, &*value) {
                ("docnos" | "not_docnos", _) => return None,
                ("feedback", "none") => {}
                ("feedback", method) => self.switch(method, true),
                ("query_syntax" | "remove_query", _) => self.switch(&name, true),
                // A bound without a flag of its own is a rule.
                _ if parameter(&name).is_none() => return None,
                _ => self.flag(&name, value),
            }
        }
        Some(())
    }

    fn lists(&mut self, lists: &PageLists) {
        let PageLists { docnos, not_docnos, spam_scores, min_percentile } = lists;
        self.flags("docnos", docnos.iter().map(|list| list.display()));
        self.flags("not_docnos", not_docnos.iter().map(|list| list.display()));
        if let Some(scores) = spam_scores {
            self.flag("spam_scores", scores.display());
            self.flag("min_percentile", min_percentile);
        }
    }

    fn judged(&mut self, judged: &Judged) -> Option<()> {
        let Judged { topics, topic_field, qrels, measures, level } = judged;
        self.flag("topics", topics.file()?.display());
        self.unless("topic_field", *topic_field, TopicFields::default());
        self.flag("qrels", qrels.file()?.display());
        self.flags("measure", measures);
        self.unless("level", *level, 1);
        Some(())
    }

    /// The line with the words at its end. They come after `--`, unless that is there, if they
    /// would be read as a flag.
    fn with_words(mut self, words: &str, has_end: bool) -> String {
        if !words.is_empty() {
            let end = if words.starts_with('-') && !has_end { " --" } else { "" };
            self.0 += &format!("{end} {}", quoted(words));
        }
        self.0
    }

    fn output(&mut self, output: &Output) {
        self.flags("out", output.folder.iter().map(|folder| folder.display()));
    }
}

impl SweepJob {
    /// Returns the command line that does the same with these indexes; none if values in memory
    /// are a part of it.
    pub fn command<'a>(&self, indexes: impl IntoIterator<Item = &'a Path>) -> Option<String> {
        let mut line = Line::new("sweep", indexes);
        line.judged(&self.judged)?;
        line.parameters(self.sweep.request.pairs())?;
        line.flags("grid", &self.sweep.axes);
        line.switch("separately", self.sweep.separately);
        line.lists(&self.lists);
        let default = Validation::default();
        line.flags("folds", self.folds);
        line.unless("permutations", self.permutations, default.permutations);
        line.unless("margin", self.margin, Margin::default());
        line.unless("seed", self.seed, SEED);
        line.switch("runs", self.runs);
        line.output(&self.output);
        Some(line.0)
    }
}

impl CompareJob {
    /// Returns the command line that does the same with these indexes; none if values in memory
    /// are a part of it.
    pub fn command<'a>(&self, indexes: impl IntoIterator<Item = &'a Path>) -> Option<String> {
        let mut line = Line::new("compare", indexes);
        line.judged(&self.judged)?;
        line.flags("label", &self.labels);
        line.parameters(self.request.pairs())?;
        line.lists(&self.lists);
        line.flags("folds", self.folds);
        line.unless("margin", self.margin, Margin::default());
        line.unless("seed", self.seed, SEED);
        line.output(&self.output);
        Some(line.0)
    }
}

impl TopicsJob {
    /// Returns the command line that does the same with these indexes; none if values in memory
    /// are a part of it.
    pub fn command<'a>(&self, indexes: impl IntoIterator<Item = &'a Path>) -> Option<String> {
        let mut line = Line::new("search", indexes);
        line.flag("topics", self.topics.file()?.display());
        line.unless("topic_field", self.topic_field, TopicFields::default());
        line.flags("topic", &self.topic);
        line.unless("tag", &*self.tag, "tamis");
        line.parameters(self.request.pairs())?;
        line.lists(&self.lists);
        Some(line.0)
    }
}

impl SearchJob {
    /// Returns the command line that does the same with these indexes, to the end of the pages that
    /// are wanted; none if values in memory are a part of it. Words have operators there.
    pub fn command<'a>(&self, indexes: impl IntoIterator<Item = &'a Path>) -> Option<String> {
        Some(self.line(indexes)?.with_words(&self.words, false))
    }

    /// Returns the command line that explains the score of a page, or the query alone.
    pub fn explanation_command<'a>(
        &self,
        docno: Option<&str>,
        indexes: impl IntoIterator<Item = &'a Path>,
    ) -> Option<String> {
        let mut line = self.line(indexes)?;
        match docno {
            Some(docno) => line.flag("explain", docno),
            None => line.0 += " --explain --",
        }
        Some(line.with_words(&self.words, docno.is_none()))
    }

    fn line<'a>(&self, indexes: impl IntoIterator<Item = &'a Path>) -> Option<Line> {
        let most = self.request.hits.unwrap_or(WORDS_HITS);
        let hits = self.request.hits.is_some() || self.skipped > 0;
        let hits = hits.then_some(self.skipped + most);
        // The program reads operators in words.
        let request = Request { hits, query_syntax: false, ..self.request.clone() };
        let mut line = Line::new("search", indexes);
        line.parameters(request.pairs())?;
        line.lists(&self.lists);
        Some(line)
    }
}
