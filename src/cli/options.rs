//! Flags that several commands share.

use super::console::Verbosity;
use super::figures::FiguresArg;
use super::message::message;
use super::pages::PageArgs;
use super::parameters::{Blocks, Flags, Typed};
use super::results::{close_folder, open_folder};
use serde::Serialize;
use std::path::{Path, PathBuf};
use tamis_blocks::page::Cut;
use tamis_eval::statistics::Margin;
use tamis_eval::trec::TopicFields;
use tamis_index::corpus::Corpus;
use tamis_index::disk::results::Identity;
use tamis_index::error::Result;
use tamis_index::index::Index;
use tamis_index::index::lock::WriterLock;
use tamis_index::ingest::check_threads;
use tamis_report::words::counted;
use tamis_search::request::Request;
use tamis_search::rule::weights::WeightRule;
use tamis_search::view::little_text::LittleText;
use tamis_search::{Predicate, Prepared, TitleRule, Weights};

/// Method of cutting pages into blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutArg {
    /// As boilerpipe does: inline tags such as B, SPAN and FONT do not end a block
    #[default]
    Boilerpipe,
    /// As in the WSDM paper: every tag but A ends a block
    Atomic,
}

impl From<CutArg> for Cut {
    fn from(cut: CutArg) -> Self {
        match cut {
            CutArg::Boilerpipe => Self::Boilerpipe,
            CutArg::Atomic => Self::Atomic,
        }
    }
}

/// The view of a search: permitted blocks and pages.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub struct ViewArgs {
    /// Permitted blocks, and what they weigh.
    #[command(flatten)]
    pub blocks: Flags<Blocks, Typed>,
    /// Pages.
    #[command(flatten)]
    pub pages: PageArgs,
}

/// Choice of the topic part that is the query.
#[derive(Debug, Clone, clap::Args)]
pub struct TopicArgs {
    /// Part of the topics to use as the query: title, desc, narr, or several such as title+desc
    #[arg(long, default_value = "title", value_name = "FIELDS")]
    pub topic_field: TopicFields,
}

impl ViewArgs {
    /// Returns the request for blocks.
    pub fn request(&self) -> Result<Request> {
        let mut request = Request::default();
        self.blocks.apply_to(&mut request)?;
        Ok(request)
    }
}

/// Prepares a search. Warns if no block can meet its rule, if no page is left, or hardly any text.
pub fn prepared<'a>(
    corpus: &'a Corpus,
    request: &Request,
    talk: Verbosity,
) -> Result<Prepared<'a>> {
    warn_of_request(corpus, request, talk)?;
    let prepared = Prepared::new(corpus, request)?;
    if let Some(little) = LittleText::find(corpus, &prepared.view, &prepared.rule)? {
        talk.say(format!("warning: {little}"));
    }
    if prepared.view.statistics.pages == 0 {
        match corpus.check_pages() {
            Err(error) => talk.say(format!("warning: {}", message(&error))),
            // What the filters of pages leave was said before.
            Ok(()) if corpus.pages() == 0 => {
                talk.say("warning: no page passes the filters of pages");
            }
            Ok(()) => talk.say("warning: no page has a permitted token under this rule"),
        }
    }
    Ok(prepared)
}

/// Warns of what no block can meet in a request.
///
/// # Errors
/// As [`Request::rule`].
pub fn warn_of_request(corpus: &Corpus, request: &Request, talk: Verbosity) -> Result<()> {
    let manifest = &corpus.indexes[0].manifest;
    let request = request.with_named_rule(manifest)?;
    let permits = request.permits(manifest)?;
    if request.title.is_contradiction(permits.clone()) {
        warn_of_contradiction(&permits, request.title, talk);
    }
    warn_of_weights(&request.weights(manifest)?, talk);
    Ok(())
}

/// Opens indexes as one, with the filters of pages applied, which are kept in the request. Warns as
/// [`all_pages`] does, and of an outdated rule.
pub fn corpus<P: AsRef<Path>>(
    indexes: &[P],
    pages: &PageArgs,
    request: &mut Request,
    talk: Verbosity,
) -> Result<Corpus> {
    let mut corpus = all_pages(indexes, talk)?;
    warn_of_tuned_rule(&corpus, request, talk)?;
    pages.apply(&mut corpus, request, talk)?;
    Ok(corpus)
}

/// Warns if the tuned rule, which the request asks for, was chosen on other pages.
///
/// # Errors
/// [`tamis_index::Error::Index`] for indexes with different tuned rules.
pub fn warn_of_tuned_rule(corpus: &Corpus, request: &Request, talk: Verbosity) -> Result<()> {
    request.check_tuned(corpus)?;
    if let Some(warning) = request.outdated_rule(corpus) {
        talk.say(format!("warning: {}", message(&warning)));
    }
    Ok(())
}

/// Opens indexes as one, and warns about unfinished indexes and missing pages.
pub fn all_pages<P: AsRef<Path>>(indexes: &[P], talk: Verbosity) -> Result<Corpus> {
    let indexes =
        indexes.iter().map(|index| opened(index.as_ref(), talk)).collect::<Result<_>>()?;
    let corpus = Corpus::new(indexes)?;
    if let Some(missing) = corpus.missing_shards() {
        talk.say(format!("warning: not among these indexes, and not searched: {missing}"));
    }
    Ok(corpus)
}

/// Opens an index, and warns if it is not finished or lacks a label on some pages.
fn opened(index: &Path, talk: Verbosity) -> Result<Index> {
    let index = Index::open(index)?;
    if !index.manifest.finished && !warn_of_writer(&index, talk) {
        let path = index.path.display();
        talk.say(format!(
            "warning: {path} is not finished; run the same `tamis index` command to resume"
        ));
    }
    for (label, lacking) in index.added.lacking(index.manifest.counts.pages) {
        let pages = counted(lacking, "page");
        talk.say(format!(
            "warning: label {label} is missing on {pages}; a rule that asks for it permits none of \
             their blocks"
        ));
    }
    Ok(index)
}

/// Warns if a process writes an index that is not finished, and returns whether it did.
pub fn warn_of_writer(index: &Index, talk: Verbosity) -> bool {
    let writer = if index.manifest.finished { None } else { WriterLock::writer(&index.path) };
    if let Some(writer) = &writer {
        let path = index.path.display();
        talk.say(format!(
            "warning: {path} is being written by {writer}; only what it has committed is there"
        ));
    }
    writer.is_some()
}

/// Warns of a rule that no block can meet.
pub fn warn_of_contradiction(rule: &Predicate, title: TitleRule, talk: Verbosity) {
    let left = match title {
        TitleRule::Keep => "only titles are left (--title drop leaves them out)",
        TitleRule::Drop | TitleRule::Block => "nothing is left",
    };
    talk.say(format!("warning: no block can meet {}: {left}", in_short(rule)));
}

/// Warns of rules of weights that no block can meet.
pub fn warn_of_weights(weights: &Weights, talk: Verbosity) {
    for WeightRule { rule, .. } in
        weights.rules().iter().filter(|weighed| weighed.rule.is_contradiction())
    {
        talk.say(format!(
            "warning: no block can meet {}: this rule of --weight weighs nothing",
            in_short(rule)
        ));
    }
}

/// Returns a rule as text, its beginning if it is long.
fn in_short(rule: &Predicate) -> String {
    /// In characters.
    const LONGEST: usize = 200;
    let text = rule.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Reports the files of results that were written.
pub fn say_written(paths: Option<&[PathBuf]>, talk: Verbosity) {
    let Some([first, ..]) = paths else { return };
    let folder = first.parent().unwrap_or(Path::new("")).display();
    let names = paths.into_iter().flatten().filter_map(|path| path.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    // The figures of single measures, such as sweep-P_10.svg, are too many to name.
    let (more, named): (Vec<String>, Vec<String>) = names.partition(|name| name.contains('-'));
    let more = match more.len() {
        0 => String::new(),
        1 => format!(" and {}", more[0]),
        count => format!(" and {count} more figures"),
    };
    talk.say(format!("written to {folder}: {}{more}", named.join(", ")));
}

/// The margin of tests of equivalence.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct MarginArg {
    /// Margin of equivalence with the unfiltered text: a smaller difference does not matter. Per
    /// cent of the unfiltered mean, or a difference of the measure such as 0.02
    #[arg(long, value_name = "MARGIN", default_value_t, allow_negative_numbers = true,
        value_parser = margin)]
    pub margin: Margin,
}

/// Parses a margin. An error names what is permitted.
pub fn margin(text: &str) -> std::result::Result<Margin, String> {
    text.parse().map_err(|error| format!("{error}; both above 0, and per cent below 100"))
}

/// Warns of a margin that is not smaller than the mean of a baseline: nothing can be shown to be
/// lower than that.
pub fn warn_of_margin(margin: Margin, measures: &[String], means: &[f64], talk: Verbosity) {
    let Margin::Absolute(difference) = margin else { return };
    for (measure, mean) in measures.iter().zip(means) {
        if difference >= mean.abs() {
            talk.say(format!(
                "warning: --margin {margin} is no less than the mean of {measure}, {mean:.4}: \
                 losing everything is within it; per cent are written --margin {margin}%"
            ));
        }
    }
}

/// The output of a command that reports results, and its threads. The command's own help names the
/// files of `out`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct OutputArgs {
    /// Write the results to this folder
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// If the folder of --out holds the results of another experiment, remove them first; its other
    /// files stay
    #[arg(long, requires = "out")]
    pub force: bool,
    #[command(flatten)]
    pub figures: FiguresArg,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print all results as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl OutputArgs {
    /// Sets the number of threads.
    ///
    /// # Errors
    /// A usage error for 0 or too many.
    pub fn use_threads(&self) -> Result<()> {
        use_threads(self.threads)
    }

    /// Opens the folder of results; see [`open_folder`].
    pub fn open_folder(
        &self,
        kind: &str,
        identity: impl FnOnce() -> Result<Option<Identity>>,
    ) -> Result<()> {
        open_folder(self.out.as_deref(), kind, self.force, identity)
    }

    /// Ends the experiment of the folder, if one is given.
    pub fn close_folder(&self) -> Result<()> {
        close_folder(self.out.as_deref())
    }
}

/// Sets the number of search threads, once per process.
pub fn use_threads(requested: Option<usize>) -> Result<()> {
    if requested.is_some() {
        // An existing pool was set by an earlier command of this process, such as the demo.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads(requested)?).build_global();
    }
    Ok(())
}

/// Returns the number of threads: the one given, or the number of cores.
pub fn threads(requested: Option<usize>) -> Result<usize> {
    match requested {
        Some(threads) => check_threads(threads).map(|()| threads),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}
