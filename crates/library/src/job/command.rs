//! A job as the command line that does the same: what reports print under "Reproduce". This is the
//! only file of the library that knows the program's flags.

use super::{
    CompareJob, ExportJob, Judged, Output, PageLists, RecipeSettings, SearchJob, SweepJob,
    TopicsJob,
};
use std::fmt::Display;
use std::path::Path;
use tamis_eval::statistics::{Margin, SEED};
use tamis_eval::trec::TopicFields;
use tamis_index::blocks::page::Cut;
use tamis_index::index::Manifest;
use tamis_index::index::recipe::{Dedup, Store};
use tamis_index::index::shard::ShardMark;
use tamis_report::words::quoted;
use tamis_search::experiment::Validation;
use tamis_search::experiment::measures::WORDS_HITS;
use tamis_search::request::{Request, parameter};
use tamis_search::{BlockRule, TitleRule};

/// A command line that grows.
struct CommandLine(String);

impl CommandLine {
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

    /// The settings of an index.
    fn settings(&mut self, settings: &RecipeSettings) {
        let joined = |names: &Option<Vec<String>>| names.as_ref().map(|names| names.join(","));
        self.flags("analyzer", &settings.analyzer);
        self.flags("cut", settings.cut.map(Cut::name));
        self.flags("classifier", joined(&settings.classifiers));
        self.flags("score", joined(&settings.scores));
        self.flags("language", &settings.language);
        self.switch("detect_language", settings.detect_language == Some(true));
        self.switch("metadata", settings.metadata == Some(true));
        self.flags("store", settings.store.map(Store::name));
        self.flags("dedup", settings.dedup.map(Dedup::name));
        self.flags("encoding", &settings.encoding);
        self.flags("status", &settings.status);
        self.flags("include", (settings.include_feeds == Some(true)).then_some("feeds"));
        self.flags("include", (settings.include_homepages == Some(true)).then_some("homepages"));
        self.flags("max_depth", settings.max_depth);
        self.flags("max_blocks", settings.max_blocks);
        self.flags("max_ms", settings.max_ms);
        self.flags("max_record", settings.max_record);
        self.flags("max_inflated", settings.max_inflated);
        self.flags("commit_every", settings.commit_every);
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
        let mut line = CommandLine::new("sweep", indexes);
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
        let mut line = CommandLine::new("compare", indexes);
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
        let mut line = CommandLine::new("search", indexes);
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

    fn line<'a>(&self, indexes: impl IntoIterator<Item = &'a Path>) -> Option<CommandLine> {
        let most = self.request.hits.unwrap_or(WORDS_HITS);
        let hits = self.request.hits.is_some() || self.skipped > 0;
        let hits = hits.then_some(self.skipped + most);
        // The program reads operators in words.
        let request = Request { hits, query_syntax: false, ..self.request.clone() };
        let mut line = CommandLine::new("search", indexes);
        line.parameters(request.pairs())?;
        line.lists(&self.lists);
        Some(line)
    }
}

impl ExportJob {
    /// Describes the view, for a format that has room for it: its rule, the treatment of titles,
    /// and the filters of pages.
    pub(super) fn view_in_words(&self, rule: &BlockRule, title: TitleRule) -> String {
        let mut filters = CommandLine(String::new());
        filters.lists(&self.lists);
        let mut pairs = Request { pages: self.request.pages.clone(), ..Request::default() }.pairs();
        pairs.retain(|(name, _)| !matches!(&**name, "docnos" | "not_docnos"));
        pairs.dedup_by(|next, first| {
            let is_list = next.0 == first.0 && first.0 == "page_language";
            if is_list {
                first.1 += &format!(",{}", next.1);
            }
            is_list
        });
        for (name, value) in pairs {
            filters.flag(&name, value);
        }
        let pages = match filters.0.trim_start() {
            "" => "all pages".to_owned(),
            filters => format!("pages by {filters}"),
        };
        format!("blocks where {rule} (--title {title}) of {pages}")
    }
}

impl RecipeSettings {
    /// Returns the settings that are given as flags of `tamis index`.
    pub fn flags(&self) -> String {
        let mut line = CommandLine(String::new());
        line.settings(self);
        line.0.trim_start().to_owned()
    }
}

/// The command line that builds an index like the one in a folder; none if it cannot be opened.
/// `COLLECTION` stands for its archives.
pub fn command_of_build(index: &Path) -> Option<String> {
    let opened = tamis_index::index::Index::open_alone(index).ok()?;
    Some(command_of_manifest(index, &opened.manifest))
}

/// The command line that builds an index like this one in a folder.
pub(super) fn command_of_manifest(index: &Path, manifest: &Manifest) -> String {
    let mut line = CommandLine("tamis index COLLECTION".to_owned());
    line.flag("out", index.display());
    line.flags("shard", manifest.shard.as_ref().map(ShardMark::shard));
    line.settings(&RecipeSettings::of(&manifest.recipe));
    line.0
}
