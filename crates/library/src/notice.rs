//! What a job noticed that its user should know: a warning is a value, and every door says it in
//! the same words.

use crate::recipe::RecipeSettings;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tamis_eval::measure::Checks;
use tamis_eval::statistics::Margin;
use tamis_index::error::{Error, Remedy};
use tamis_lab::train::FEW_PAGES;
use tamis_place::Escaped;
use tamis_report::words::{counted, grouped, joined};
use thiserror::Error as Text;

/// Something that affects what results mean, or what is missing from them. Lists are whole; the
/// text of a notice shows the first ten names.
#[derive(Debug, Clone, PartialEq, Serialize, Text)]
#[serde(tag = "notice", rename_all = "snake_case")]
// A field is what the text of its notice names.
#[allow(missing_docs)]
pub enum Notice {
    // Of indexes.
    /// An index is not finished: only what its writer has committed is there.
    #[error("{}", unfinished(.index, .writer.as_deref()))]
    Unfinished {
        index: PathBuf,
        /// The process that writes it; none if nobody does.
        writer: Option<String>,
    },
    /// Some pages of an index lack a label, so a rule that asks for it permits none of their
    /// blocks.
    #[error(
        "label {label} is missing on {}; a rule that asks for it permits none of their blocks",
        counted(*.pages, "page")
    )]
    LabelMissing { label: String, pages: u64 },
    /// Indexes of other shards are not searched.
    #[error("not among these indexes, and not searched: {shards}")]
    ShardsMissing { shards: String },
    /// An index has no counts of repeats, so a comparison has no row for them.
    #[error(
        "{index} has no counts of repeats, so the table has no row for them; the same build counts \
         them"
    )]
    RepeatsUnknown { index: PathBuf },
    /// An index is continued with settings of its own that the build does not name.
    #[error("{index} keeps its settings: {}", in_short(.settings))]
    SettingsOfIndex {
        index: PathBuf,
        /// Its settings, without the defaults.
        settings: RecipeSettings,
    },
    /// An index is built again, and has the pages again that were deleted from it.
    #[error(
        "{index} is built again; {} {}",
        counted(*.pages, "deleted page"),
        if *.pages == 1 { "is back: delete it again" } else { "are back: delete them again" }
    )]
    DeletedPagesReturn {
        index: PathBuf,
        /// The number of these pages.
        pages: u64,
    },
    /// Pages were added after a label that no classifier can add to them.
    #[error(
        "the label {label} is missing on {} added later; a rule that asks for it permits none of \
         their blocks",
        counted(*.pages, "page")
    )]
    LabelNotGrown {
        /// The folder of the index.
        index: PathBuf,
        label: String,
        /// The number of pages without it.
        pages: u64,
        /// Whether it was made from how often blocks repeat, which has changed since, and not from
        /// lines.
        outdated: bool,
    },
    /// A combined index lacks shards of its collection.
    #[error("{index} lacks {shards} of its collection")]
    ShardsNotCombined { index: PathBuf, shards: String },
    /// The tuned rule of an index was chosen on other pages than it has now, or on other labels.
    #[error("{index}: {problem}{}", advice(*.remedy))]
    OutdatedRule {
        index: PathBuf,
        problem: String,
        #[serde(serialize_with = "in_words")]
        remedy: Option<Remedy>,
    },
    /// An index has no pages.
    #[error("{index}: {problem}{}", advice(*.remedy))]
    NoPages {
        index: PathBuf,
        problem: String,
        #[serde(serialize_with = "in_words")]
        remedy: Option<Remedy>,
    },
    /// The list of skipped records of an index is not as it was committed.
    #[error("{problem}")]
    DamagedLosses { problem: String },
    // Of shards of a collection.
    /// Shards of a plan have no files: there are fewer files than shards.
    #[error("{} without files: there are fewer files than shards", counted(*.shards, "shard"))]
    EmptyShards { shards: u64 },
    /// Something among the files is no part of a collection.
    #[error("{what} and is skipped")]
    PassedOver {
        /// Its path, and what it is.
        what: String,
    },
    /// A file alone is larger than a shard should be.
    #[error("{file} is larger than a shard should be; files are not split")]
    LargeFile { file: String },
    // Of data sets with gold.
    /// A file of parts names pages that no data set has.
    #[error("{split} names {} that no dataset has: {}", count(.pages, "page"), first_names(.pages))]
    PagesOfNoDataset {
        split: PathBuf,
        /// The names of the pages.
        pages: Vec<String>,
    },
    /// Classifiers learned from data sets, on which they are better than on others.
    #[error(
        "{} learned from {}: expect lower scores on other pages",
        .classifiers.join(", "),
        joined(.datasets)
    )]
    LearnedFrom { datasets: Vec<String>, classifiers: Vec<String> },
    /// There are few pages to learn from.
    #[error(
        "only {} to learn from: the built-in rules may do better; use {} or more",
        counted(*.pages as u64, "page"),
        FEW_PAGES
    )]
    FewPages { pages: usize },
    // Of single pages.
    /// Something is wrong with a page, so that content may be missing.
    #[error("{page}: {problem}")]
    OfPage {
        page: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A classifier keeps no text of a page.
    #[error("{page}: {classifier} found no main text")]
    NoMainText { page: String, classifier: String },
    // Of filters of pages.
    /// So many pages pass the filters.
    #[error(
        "{} of {} {} the filters",
        grouped(*.pass),
        counted(*.pages, "page"),
        if *.pages == 1 { "passes" } else { "pass" }
    )]
    PagesPass { pass: u64, pages: u64 },
    /// Captures are left out of whose URL a better one is searched.
    #[error(
        "{} left out: a better one of the same URL is searched",
        counted(*.captures, "capture")
    )]
    CapturesLeftOut { captures: u64 },
    /// Docnos of a list are not in the index.
    #[error("not in the index: {} of the list", counted(*.docnos, "docno"))]
    DocnosUnknown { docnos: u64 },
    /// Pages are left out because their date cannot be read.
    #[error("{} left out: no readable date", counted(*.pages, "page"))]
    Undated { pages: u64 },
    /// Pages are left out because they do not say when they were published.
    #[error("{} left out: no date of publication", counted(*.pages, "page"))]
    Unpublished { pages: u64 },
    /// No page of the index has a percentile of spam.
    #[error("no docno of the spam scores {list} is in the index; are they of another collection?")]
    SpamScoresOfOthers {
        /// The list of percentiles.
        list: PathBuf,
    },
    /// No page passes the filters.
    #[error("no page passes the filters of pages")]
    NoPagePasses,
    // Of rules.
    /// No block can meet the rule.
    #[error(
        "no block can meet {rule}: {}",
        if *.titles_left { "only titles are left" } else { "nothing is left" }
    )]
    Contradiction {
        rule: String,
        /// Whether titles are searched all the same.
        titles_left: bool,
    },
    /// No block can meet the rule of a weight, which has no effect.
    #[error("no block can meet {rule}: this weight has no effect")]
    IdleWeight { rule: String },
    /// The rule leaves hardly any text.
    #[error("{problem}")]
    LittleText {
        /// What it leaves, and which of its parts leaves least.
        problem: String,
    },
    /// No page has a permitted token.
    #[error("no page has a permitted token under this rule")]
    NoText,
    // Of queries.
    /// An operator of other search engines is read as a word, or ignored.
    #[error("{}{problem}", of_topic(.topic))]
    UnsupportedOperator {
        /// The topic; none for typed words.
        topic: Option<String>,
        /// The field, if it is `field:word`.
        field: Option<&'static str>,
        /// What is done with it instead.
        problem: String,
    },
    /// A required or excluded part of a query has only stop words, and is ignored.
    #[error("{}{part} is ignored: it has only stop words", of_topic(.topic))]
    EmptyCondition {
        /// The topic; none for typed words.
        topic: Option<String>,
        part: String,
    },
    /// A search has no result.
    #[error("no result{}{}", if .why.is_some() { ": " } else { "" }, .why.unwrap_or_default())]
    NoResult {
        /// Why, where the query shows it.
        why: Option<&'static str>,
    },
    /// Topics have no result, and are not in the run.
    #[error(
        "no result for {} of {}: {}",
        grouped(.topics.len() as u64),
        counted(*.of as u64, "topic"),
        first_names(.topics)
    )]
    TopicsWithoutResult {
        topics: Vec<String>,
        /// The number of all topics.
        of: usize,
    },
    // Of judgements.
    /// Topics without judgements are left out.
    #[error(
        "{} {} no judgements; left out: {}",
        count(.topics, "topic"),
        has(.topics),
        first_names(.topics)
    )]
    UnjudgedTopics { topics: Vec<String> },
    /// Ids of topics differ in zeros alone.
    #[error(
        "the {of} has topic {}, the qrels have {}; write the ids alike",
        Escaped(.id),
        Escaped(.qrels)
    )]
    PaddedIds {
        /// What has the first id: `topics file` or `run`.
        of: &'static str,
        id: String,
        /// The id of the qrels.
        qrels: String,
    },
    /// Lines of the qrels say the same as earlier ones.
    #[error(
        "{} of the qrels {} an earlier one; ignored",
        counted(*.lines, "line"),
        if *.lines == 1 { "repeats" } else { "repeat" }
    )]
    RepeatedJudgements { lines: u64 },
    /// Judged documents are not searched.
    #[error(
        "{}: {} of {}; by topic: {}",
        if *.filtered { "filtered out" } else { "not in the index" },
        judged_documents(.topics),
        counted(.topics.len() as u64, "topic"),
        first_names(&by_topic(.topics))
    )]
    JudgedMissing {
        /// Per topic: its id, its judged documents that are missing, the relevant ones among them.
        topics: Vec<(String, usize, usize)>,
        /// Whether filters of pages may have left them out.
        filtered: bool,
    },
    /// The margin of equivalence is no less than a mean, so it allows any loss.
    #[error(
        "the margin {margin} is no less than the mean of {measure}, {mean:.4}, so it allows any \
         loss; for per cent write {margin}%"
    )]
    MarginTooLarge {
        margin: Margin,
        measure: String,
        /// The mean of the unfiltered text, or of the baseline.
        mean: f64,
    },
    // Of sweeps and comparisons.
    /// An earlier process finished some of the steps.
    #[error("{checkpoint} has {known} of {steps} {unit}; resuming")]
    Resuming {
        /// The file that kept them.
        checkpoint: PathBuf,
        known: usize,
        steps: usize,
        unit: &'static str,
    },
    /// The checkpoint is damaged, and the work begins again.
    #[error("{checkpoint} is damaged; starting over")]
    DamagedCheckpoint { checkpoint: PathBuf },
    /// No page has a permitted token at any point.
    #[error("no page has a permitted token at any point")]
    NoTextAtAnyPoint,
    /// No page has a permitted token under some rows of a comparison.
    #[error("no page has a permitted token under {}", first_names(.rows))]
    RowsWithoutText {
        /// The names of the rows.
        rows: Vec<String>,
    },
    /// Removers have no label in the index, so a comparison has no row of them.
    #[error("{removers} removers have no label here: labelling the index adds them")]
    RemoversMissing { index: PathBuf, removers: usize },
    // Of judgements and runs.
    /// A finding about one of several runs.
    #[error("{run}: {finding}")]
    OfRun {
        /// The name of the run.
        run: String,
        finding: Box<Notice>,
    },
    /// The run lacks topics of the judgements, which are left out.
    #[error(
        "the run has no results for {} of the qrels; left out (if complete, 0 in the means): {}",
        count(.topics, "topic"),
        first_names(.topics)
    )]
    AbsentTopics { topics: Vec<String> },
    /// The judgements lack topics of the run, which are ignored.
    #[error(
        "{} of the run {} no judgements; ignored: {}",
        count(.topics, "topic"),
        has(.topics),
        first_names(.topics)
    )]
    IgnoredTopics { topics: Vec<String> },
    /// Ranks contradict scores.
    #[error(
        "ranks contradict scores in {} of the run, so the scores are used: {}",
        count(.topics, "topic"),
        first_names(.topics)
    )]
    MisrankedTopics {
        /// The ids of the topics.
        topics: Vec<String>,
    },
    /// Lines are not in the order of scores.
    #[error(
        "the run is not in the order of scores in {}, so it is sorted: {}",
        count(.topics, "topic"),
        first_names(.topics)
    )]
    UnsortedTopics {
        /// The ids of the topics.
        topics: Vec<String>,
    },
    /// Many of the first ten results are not judged.
    #[error(
        "nobody judged {} % of the first ten results; scores are lower bounds",
        (*.share * 100.0).round()
    )]
    ManyUnjudged { share: f64 },
    /// Judgements have grades below 0.
    #[error(
        "{} below 0 in the qrels; such documents count as not judged (judged@10: only those of \
         -1)",
        counted(*.judgements, "judgement")
    )]
    NegativeGrades { judgements: u64 },
    /// Judgements have grades above the scale of intent-aware measures.
    #[error(
        "{} above 4 in the qrels; ERR-IA counts every relevant grade the same",
        counted(*.judgements, "judgement")
    )]
    GradesAboveScale { judgements: u64 },
    /// Judgements have grades that trec_eval does not guarantee to accept.
    #[error(
        "{} above {} in the qrels; is the fourth column the grade?",
        counted(*.judgements, "judgement"),
        Checks::HIGHEST_GRADE
    )]
    HugeGrades { judgements: u64 },
    /// Measures without a mean over topics are not compared.
    #[error("without a mean over topics, so not compared: {}", .measures.join(", "))]
    MeasuresWithoutMean { measures: Vec<String> },
    /// No run answers topics of the judgements, which are left out.
    #[error(
        "no run answers {} of the qrels; left out (if complete, 0 in the means): {}",
        count(.topics, "topic"),
        first_names(.topics)
    )]
    UnansweredTopics { topics: Vec<String> },
    /// A run has no results for topics that others answer.
    #[error(
        "no results for {} that other runs answer; 0 in the means: {}",
        count(.topics, "topic"),
        first_names(.topics)
    )]
    OthersAnswer { topics: Vec<String> },
    // Of judgements and runs against an index.
    /// Judged documents are not in the index.
    #[error(
        "not in the index: {} of {judged}, such as {}",
        counted(*.documents, "judged document"),
        .first.join(", ")
    )]
    JudgedNotIndexed { documents: u64, judged: u64, first: Vec<String> },
    /// Documents of runs are not in the index.
    #[error(
        "not in the index: {} of {}, such as {}",
        counted(*.documents, "document"),
        if *.several { "the runs" } else { "the run" },
        .first.join(", ")
    )]
    RetrievedNotIndexed {
        documents: u64,
        /// Whether they are those of several runs.
        several: bool,
        first: Vec<String>,
    },
    /// Docnos are the beginning or the end of one in the index.
    #[error(
        "{} {} cut off: '{cut}' may be '{whole}'; write whole docnos",
        counted(*.docnos, "docno"),
        if *.docnos == 1 { "looks" } else { "look" }
    )]
    CutOff {
        docnos: u64,
        cut: String,
        /// The one in the index.
        whole: String,
    },
    /// Filters of pages leave out judged documents.
    #[error(
        "{filters} leaves out {} of {judged}, such as {}; no search of this view finds them",
        counted(*.documents, "judged document"),
        .first.join(", ")
    )]
    JudgedLeftOut {
        /// The filters, in the words of who asked.
        filters: String,
        documents: u64,
        judged: u64,
        first: Vec<String>,
    },
    /// Judged documents have no token that the rule permits.
    #[error(
        "no permitted text in {} of {judged}, such as {} (rule: {rule}); no search of this view \
         finds them",
        counted(*.documents, "judged document"),
        .first.join(", ")
    )]
    JudgedWithoutText { rule: String, documents: u64, judged: u64, first: Vec<String> },
}

/// The number of names that the text of a notice shows.
const SHOWN: usize = 10;

/// The first ten names, and whether there are more.
pub(crate) fn first_names(names: &[String]) -> String {
    let shown = SHOWN.min(names.len());
    let more = if shown < names.len() { ", ..." } else { "" };
    names[..shown].join(", ") + more
}

impl Notice {
    /// The notice that the tuned rule is outdated, which the index says as an error.
    pub(crate) fn outdated_rule(error: Error) -> Self {
        let (index, problem, remedy) = parts(error);
        Self::OutdatedRule { index, problem, remedy }
    }

    /// The notice of an index without pages, which it says as an error.
    pub(crate) fn no_pages(error: Error) -> Self {
        let (index, problem, remedy) = parts(error);
        Self::NoPages { index, problem, remedy }
    }

    /// Whether it is a warning. The others say what was done.
    pub fn is_warning(&self) -> bool {
        !matches!(
            self,
            Self::PagesPass { .. }
                | Self::CapturesLeftOut { .. }
                | Self::Unpublished { .. }
                | Self::NoResult { .. }
                | Self::SettingsOfIndex { .. }
                | Self::Resuming { .. }
                | Self::DamagedCheckpoint { .. }
                | Self::RemoversMissing { .. }
                | Self::PassedOver { .. }
                | Self::LearnedFrom { .. }
        )
    }

    /// Its text, in which the list of names is as `names` writes it.
    pub fn text(&self, names: &dyn Fn(&[String]) -> String) -> String {
        let text = self.to_string();
        let of_topics;
        let listed = match self {
            Self::OfRun { run, finding } => return format!("{run}: {}", finding.text(names)),
            Self::JudgedMissing { topics, .. } => {
                of_topics = by_topic(topics);
                &of_topics
            }
            Self::TopicsWithoutResult { topics: listed, .. }
            | Self::PagesOfNoDataset { pages: listed, .. }
            | Self::UnjudgedTopics { topics: listed }
            | Self::RowsWithoutText { rows: listed }
            | Self::AbsentTopics { topics: listed }
            | Self::IgnoredTopics { topics: listed }
            | Self::MisrankedTopics { topics: listed }
            | Self::UnsortedTopics { topics: listed }
            | Self::UnansweredTopics { topics: listed }
            | Self::OthersAnswer { topics: listed } => listed,
            _ => return text,
        };
        // The list is the end of the text.
        text.strip_suffix(&first_names(listed)).unwrap_or(&text).to_owned() + &names(listed)
    }
}

/// The index, the problem and the remedy of an error.
fn parts(error: Error) -> (PathBuf, String, Option<Remedy>) {
    match error {
        Error::Index { path, message, remedy } => (path, message, remedy),
        other => (PathBuf::new(), other.to_string(), other.remedy()),
    }
}

fn in_words<S: serde::Serializer>(
    remedy: &Option<Remedy>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match remedy {
        Some(remedy) => serializer.collect_str(remedy),
        None => serializer.serialize_none(),
    }
}

/// Settings that are given, each by its name: `analyzer standard, metadata true`.
fn in_short(settings: &RecipeSettings) -> String {
    let value = serde_json::to_value(settings).unwrap_or_default();
    let given = value.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let texts: Vec<String> = given.map(|(name, value)| format!("{name} {value}")).collect();
    texts.join(", ").replace('"', "")
}

fn advice(remedy: Option<Remedy>) -> String {
    remedy.map(|remedy| format!("; {remedy}")).unwrap_or_default()
}

fn unfinished(index: &Path, writer: Option<&str>) -> String {
    let index = index.display();
    match writer {
        Some(writer) => {
            format!("{index} is being written by {writer}; only what it has committed is there")
        }
        None => format!("{index} is not finished; the same build resumes it"),
    }
}

fn of_topic(topic: &Option<String>) -> String {
    topic.as_ref().map(|id| format!("topic {id}: ")).unwrap_or_default()
}

/// `3 topics`.
fn count(names: &[String], noun: &str) -> String {
    counted(names.len() as u64, noun)
}

fn has(names: &[String]) -> &'static str {
    if names.len() == 1 { "has" } else { "have" }
}

/// The judged documents that are missing, and the relevant ones among them.
fn judged_documents(topics: &[(String, usize, usize)]) -> String {
    let total: usize = topics.iter().map(|(_, missing, _)| missing).sum();
    let relevant: usize = topics.iter().map(|(.., relevant)| relevant).sum();
    format!("{} ({relevant} relevant)", counted(total as u64, "judged document"))
}

fn by_topic(topics: &[(String, usize, usize)]) -> Vec<String> {
    let of_topic =
        |(id, missing, relevant): &(String, usize, usize)| format!("{id}: {missing} ({relevant})");
    topics.iter().map(of_topic).collect()
}
