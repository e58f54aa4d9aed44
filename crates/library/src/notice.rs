//! What a job noticed that its user should know: a warning is a value, and every door says it in
//! the same words.

use crate::recipe::RecipeSettings;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use tamis_eval::measure::Checks;
use tamis_eval::statistics::Margin;
use tamis_index::error::{Error, Remedy};
use tamis_lab::train::FEW_PAGES;
use tamis_place::Escaped;
use tamis_report::words::{counted, grouped, joined};

/// Something that affects what results mean, or what is missing from them. Lists are whole; the
/// text of a notice shows the first ten names.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "notice", rename_all = "snake_case")]
pub enum Notice {
    // Of indexes.
    /// An index is not finished: only what its writer has committed is there.
    Unfinished {
        /// Its folder.
        index: PathBuf,
        /// The process that writes it; none if nobody does.
        writer: Option<String>,
    },
    /// Some pages of an index lack a label, so a rule that asks for it permits none of their
    /// blocks.
    LabelMissing {
        /// The label.
        label: String,
        /// The number of pages.
        pages: u64,
    },
    /// Indexes of other shards are not searched.
    ShardsMissing {
        /// Their numbers, in words.
        shards: String,
    },
    /// An index does not know how often its blocks repeat, so no row of a comparison tells.
    RepeatsUnknown {
        /// Its folder.
        index: PathBuf,
    },
    /// An index is continued with settings of its own that the build does not name.
    SettingsOfIndex {
        /// Its folder.
        index: PathBuf,
        /// Its settings, without the defaults.
        settings: RecipeSettings,
    },
    /// An index is built again, and the pages with it that were deleted from it.
    DeletedPagesReturn {
        /// Its folder.
        index: PathBuf,
        /// The number of these pages.
        pages: u64,
    },
    /// Pages were added after a label that no classifier can add to them.
    LabelNotGrown {
        /// The folder of the index.
        index: PathBuf,
        /// The label.
        label: String,
        /// The number of pages without it.
        pages: u64,
        /// Whether it was made from how often blocks repeat, which has changed since, and not from
        /// lines.
        outdated: bool,
    },
    /// A combined index lacks shards of its collection.
    ShardsNotCombined {
        /// Its folder.
        index: PathBuf,
        /// The shards, in words.
        shards: String,
    },
    /// The tuned rule of an index was chosen on other pages than it has now, or on other labels.
    OutdatedRule {
        /// Its folder.
        index: PathBuf,
        /// What is found.
        problem: String,
        /// What to do.
        #[serde(serialize_with = "in_words")]
        remedy: Option<Remedy>,
    },
    /// An index has no pages.
    NoPages {
        /// Its folder.
        index: PathBuf,
        /// What is found.
        problem: String,
        /// What to do.
        #[serde(serialize_with = "in_words")]
        remedy: Option<Remedy>,
    },
    /// The list of skipped records of an index is not as it was committed.
    DamagedLosses {
        /// What is wrong.
        problem: String,
    },
    // Of shards of a collection.
    /// Shards of a plan have no files: there are fewer files than shards.
    EmptyShards {
        /// How many.
        shards: u64,
    },
    /// Something among the files is no part of a collection.
    PassedOver {
        /// Its path, and what it is.
        what: String,
    },
    /// A file alone is larger than a shard should be.
    LargeFile {
        /// Its path.
        file: String,
    },
    // Of data sets with gold.
    /// A file of parts names pages that no data set has.
    PagesOfNoDataset {
        /// The file.
        split: PathBuf,
        /// The names of the pages.
        pages: Vec<String>,
    },
    /// Classifiers learned from data sets, on which they are better than on others.
    LearnedFrom {
        /// The data sets.
        datasets: Vec<String>,
        /// The classifiers.
        classifiers: Vec<String>,
    },
    /// There are few pages to learn from.
    FewPages {
        /// How many.
        pages: usize,
    },
    // Of single pages.
    /// Something is wrong with a page, so that content may be missing.
    OfPage {
        /// The page.
        page: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A classifier keeps no text of a page.
    NoMainText {
        /// The page.
        page: String,
        /// The classifier.
        classifier: String,
    },
    // Of filters of pages.
    /// So many pages pass the filters.
    PagesPass {
        /// The pages that pass.
        pass: u64,
        /// All pages.
        pages: u64,
    },
    /// Captures are left out of whose URL a better one is searched.
    CapturesLeftOut {
        /// How many.
        captures: u64,
    },
    /// Docnos of a list are not in the index.
    DocnosUnknown {
        /// How many.
        docnos: u64,
    },
    /// Pages are left out because their date cannot be read.
    Undated {
        /// How many.
        pages: u64,
    },
    /// Pages are left out because they do not say when they were published.
    Unpublished {
        /// How many.
        pages: u64,
    },
    /// No page of the index has a percentile of spam.
    SpamScoresOfOthers {
        /// The list of percentiles.
        list: PathBuf,
    },
    /// No page passes the filters.
    NoPagePasses,
    // Of rules.
    /// No block can meet the rule.
    Contradiction {
        /// The rule.
        rule: String,
        /// Whether titles are searched all the same.
        titles_left: bool,
    },
    /// No block can meet the rule of a weight, which weighs nothing.
    IdleWeight {
        /// The rule.
        rule: String,
    },
    /// The rule leaves hardly any text.
    LittleText {
        /// What it leaves, and which of its parts leaves least.
        problem: String,
    },
    /// No page has a permitted token.
    NoText,
    // Of queries.
    /// An operator of other search engines is read as a word, or ignored.
    UnsupportedOperator {
        /// The topic; none for typed words.
        topic: Option<String>,
        /// The field, if it is `field:word`.
        field: Option<&'static str>,
        /// What is done with it instead.
        problem: String,
    },
    /// A required or excluded part of a query has only stop words, and is ignored.
    EmptyCondition {
        /// The topic; none for typed words.
        topic: Option<String>,
        /// The part, as typed.
        part: String,
    },
    /// A search has no result.
    NoResult {
        /// Why, where the query shows it.
        why: Option<&'static str>,
    },
    /// Topics have no result, and are not in the run.
    TopicsWithoutResult {
        /// Their ids.
        topics: Vec<String>,
        /// The number of all topics.
        of: usize,
    },
    // Of judgements.
    /// Topics without judgements are left out.
    UnjudgedTopics {
        /// Their ids.
        topics: Vec<String>,
    },
    /// Ids of topics differ in zeros alone.
    PaddedIds {
        /// What has the first id: `topics file` or `run`.
        of: &'static str,
        /// An id of it.
        id: String,
        /// The id of the qrels.
        qrels: String,
    },
    /// Lines of the qrels say the same as earlier ones.
    RepeatedJudgements {
        /// How many.
        lines: u64,
    },
    /// Judged documents are not searched.
    JudgedMissing {
        /// Per topic: its id, its judged documents that are missing, the relevant ones among them.
        topics: Vec<(String, usize, usize)>,
        /// Whether filters of pages may have left them out.
        filtered: bool,
    },
    /// The margin of equivalence is no less than a mean: losing everything is within it.
    MarginTooLarge {
        /// The margin.
        margin: Margin,
        /// The measure.
        measure: String,
        /// The mean of the unfiltered text, or of the baseline.
        mean: f64,
    },
    // Of sweeps and comparisons.
    /// An earlier process finished some of the steps.
    Resuming {
        /// The file that kept them.
        checkpoint: PathBuf,
        /// The finished steps.
        known: usize,
        /// All steps.
        steps: usize,
        /// What a step is.
        unit: &'static str,
    },
    /// The checkpoint is damaged, and the work begins again.
    DamagedCheckpoint {
        /// The file.
        checkpoint: PathBuf,
    },
    /// No page has a permitted token at any point.
    NoTextAtAnyPoint,
    /// No page has a permitted token under some rows of a comparison.
    RowsWithoutText {
        /// The names of the rows.
        rows: Vec<String>,
    },
    /// Removers have no label in the index, so a comparison has no row of them.
    RemoversMissing {
        /// The index.
        index: PathBuf,
        /// How many.
        removers: usize,
    },
    // Of judgements and runs.
    /// A finding about one of several runs.
    OfRun {
        /// The name of the run.
        run: String,
        /// What was found.
        finding: Box<Notice>,
    },
    /// The run lacks topics of the judgements, which are left out.
    AbsentTopics {
        /// Their ids.
        topics: Vec<String>,
    },
    /// The judgements lack topics of the run, which are ignored.
    IgnoredTopics {
        /// Their ids.
        topics: Vec<String>,
    },
    /// Ranks contradict scores.
    MisrankedTopics {
        /// The ids of the topics.
        topics: Vec<String>,
    },
    /// Lines are not in the order of scores.
    UnsortedTopics {
        /// The ids of the topics.
        topics: Vec<String>,
    },
    /// Many of the first ten results are not judged.
    ManyUnjudged {
        /// Their share.
        share: f64,
    },
    /// Judgements have grades below 0.
    NegativeGrades {
        /// How many.
        judgements: u64,
    },
    /// Judgements have grades above the scale of intent-aware measures.
    GradesAboveScale {
        /// How many.
        judgements: u64,
    },
    /// Judgements have grades that trec_eval does not guarantee to accept.
    HugeGrades {
        /// How many.
        judgements: u64,
    },
    /// Measures without a mean over topics are not compared.
    MeasuresWithoutMean {
        /// Their names.
        measures: Vec<String>,
    },
    /// No run answers topics of the judgements, which are left out.
    UnansweredTopics {
        /// Their ids.
        topics: Vec<String>,
    },
    /// A run has no results for topics that others answer.
    OthersAnswer {
        /// Their ids.
        topics: Vec<String>,
    },
    // Of judgements and runs against an index.
    /// Judged documents are not in the index.
    JudgedNotIndexed {
        /// How many.
        documents: u64,
        /// All judged documents.
        judged: u64,
        /// The first of them.
        first: Vec<String>,
    },
    /// Documents of runs are not in the index.
    RetrievedNotIndexed {
        /// How many.
        documents: u64,
        /// Whether they are those of several runs.
        several: bool,
        /// The first of them.
        first: Vec<String>,
    },
    /// Docnos are the beginning or the end of one in the index.
    CutOff {
        /// How many.
        docnos: u64,
        /// The first of them.
        cut: String,
        /// The one in the index.
        whole: String,
    },
    /// Filters of pages leave out judged documents.
    JudgedLeftOut {
        /// The filters, in the words of who asked.
        filters: String,
        /// How many.
        documents: u64,
        /// All judged documents.
        judged: u64,
        /// The first of them.
        first: Vec<String>,
    },
    /// Judged documents have no token that the rule permits.
    JudgedWithoutText {
        /// The rule.
        rule: String,
        /// How many.
        documents: u64,
        /// All judged documents.
        judged: u64,
        /// The first of them.
        first: Vec<String>,
    },
}

/// The number of names that the text of a notice shows.
const SHOWN: usize = 10;

/// The first ten names, and whether there are more.
pub(crate) fn first_names(names: &[String]) -> String {
    let shown = SHOWN.min(names.len());
    let more = if shown < names.len() { ", ..." } else { "" };
    names[..shown].join(", ") + more
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

    /// Its text, in which lists of names are as `names` writes them.
    pub fn text(&self, names: &dyn Fn(&[String]) -> String) -> String {
        match self {
            Self::Unfinished { index, writer: Some(writer) } => {
                let index = index.display();
                format!("{index} is being written by {writer}; only what it has committed is there")
            }
            Self::Unfinished { index, writer: None } => {
                format!("{} is not finished; the same build resumes it", index.display())
            }
            Self::LabelMissing { label, pages } => {
                let pages = counted(*pages, "page");
                format!(
                    "label {label} is missing on {pages}; a rule that asks for it permits none of \
                     their blocks"
                )
            }
            Self::ShardsMissing { shards } => {
                format!("not among these indexes, and not searched: {shards}")
            }
            Self::RepeatsUnknown { index } => format!(
                "{} does not know how often its blocks repeat, so no row tells; the same build \
                 counts",
                index.display()
            ),
            Self::OfPage { page, problem } => format!("{page}: {problem}"),
            Self::NoMainText { page, classifier } => {
                format!("{page}: {classifier} found no main text")
            }
            Self::SettingsOfIndex { .. }
            | Self::DeletedPagesReturn { .. }
            | Self::LabelNotGrown { .. }
            | Self::ShardsNotCombined { .. } => self.of_building(),
            Self::OutdatedRule { index, problem, remedy }
            | Self::NoPages { index, problem, remedy } => of_index(index, problem, *remedy),
            Self::DamagedLosses { problem } => problem.clone(),
            Self::EmptyShards { .. } | Self::PassedOver { .. } | Self::LargeFile { .. } => {
                self.of_shards()
            }
            Self::PagesOfNoDataset { .. } | Self::LearnedFrom { .. } | Self::FewPages { .. } => {
                self.of_datasets(names)
            }
            Self::PagesPass { .. }
            | Self::CapturesLeftOut { .. }
            | Self::DocnosUnknown { .. }
            | Self::Undated { .. }
            | Self::Unpublished { .. }
            | Self::SpamScoresOfOthers { .. }
            | Self::NoPagePasses => self.of_pages(),
            Self::Contradiction { .. }
            | Self::IdleWeight { .. }
            | Self::LittleText { .. }
            | Self::NoText => self.of_rule(),
            Self::UnsupportedOperator { .. }
            | Self::EmptyCondition { .. }
            | Self::NoResult { .. }
            | Self::TopicsWithoutResult { .. } => self.of_query(names),
            _ => self.of_experiment(names),
        }
    }

    fn of_building(&self) -> String {
        match self {
            Self::SettingsOfIndex { index, settings } => {
                format!("{} keeps its settings: {}", index.display(), in_short(settings))
            }
            Self::DeletedPagesReturn { index, pages } => format!(
                "{} is built again, and {} with it; delete them again",
                index.display(),
                counted(*pages, "deleted page")
            ),
            Self::LabelNotGrown { label, pages, outdated, .. } => format!(
                "the label {label} was {} and is missing on {} added since: no rule over it holds \
                 there",
                if *outdated { "made from the repeats of fewer pages" } else { "read from lines" },
                counted(*pages, "page")
            ),
            Self::ShardsNotCombined { index, shards } => {
                format!("{} lacks {shards} of its collection", index.display())
            }
            _ => String::new(),
        }
    }

    fn of_shards(&self) -> String {
        match self {
            Self::EmptyShards { shards } => format!(
                "{} without files: there are fewer files than shards",
                counted(*shards, "shard")
            ),
            Self::LargeFile { file } => {
                format!("{file} alone is larger than a shard should be, and files stay whole")
            }
            Self::PassedOver { what } => format!("{what} and is passed over"),
            _ => String::new(),
        }
    }

    fn of_datasets(&self, names: &dyn Fn(&[String]) -> String) -> String {
        match self {
            Self::PagesOfNoDataset { split, pages } => format!(
                "{} names {} that no dataset has: {}",
                split.display(),
                counted(pages.len() as u64, "page"),
                names(pages)
            ),
            Self::LearnedFrom { datasets, classifiers } => format!(
                "learned from {}: {}; on these pages expect more than on others",
                joined(datasets),
                classifiers.join(", ")
            ),
            Self::FewPages { pages } => format!(
                "{} to learn from: expect a model that is worse than the built-in rules; \
                 {FEW_PAGES} or more are a beginning",
                counted(*pages as u64, "page")
            ),
            _ => String::new(),
        }
    }

    fn of_pages(&self) -> String {
        match self {
            Self::PagesPass { pass, pages } => {
                let verb = if *pages == 1 { "passes" } else { "pass" };
                format!("{} of {} {verb} the filters", grouped(*pass), counted(*pages, "page"))
            }
            Self::CapturesLeftOut { captures } => {
                format!("left out: {} of URLs with a better one", counted(*captures, "capture"))
            }
            Self::DocnosUnknown { docnos } => {
                format!("the index lacks {} that are asked for", counted(*docnos, "docno"))
            }
            Self::Undated { pages } => {
                let pages = counted(*pages, "page");
                format!("left out: {pages} without a date that can be read")
            }
            Self::Unpublished { pages } => format!(
                "left out: {} that {} not say when {} published",
                counted(*pages, "page"),
                if *pages == 1 { "does" } else { "do" },
                if *pages == 1 { "it was" } else { "they were" },
            ),
            Self::SpamScoresOfOthers { list } => format!(
                "the index has no docno of the spam scores {}: is it of another collection?",
                list.display()
            ),
            _ => "no page passes the filters of pages".to_owned(),
        }
    }

    fn of_rule(&self) -> String {
        match self {
            Self::Contradiction { rule, titles_left: true } => {
                format!("no block can meet {rule}: only titles are left")
            }
            Self::Contradiction { rule, titles_left: false } => {
                format!("no block can meet {rule}: nothing is left")
            }
            Self::IdleWeight { rule } => {
                format!("no block can meet {rule}: this rule of a weight weighs nothing")
            }
            Self::LittleText { problem } => problem.clone(),
            _ => "no page has a permitted token under this rule".to_owned(),
        }
    }

    fn of_query(&self, names: &dyn Fn(&[String]) -> String) -> String {
        let of_topic = |topic: &Option<String>| {
            topic.as_ref().map_or(String::new(), |id| format!("topic {id}: "))
        };
        match self {
            Self::UnsupportedOperator { topic, problem, .. } => {
                format!("{}{problem}", of_topic(topic))
            }
            Self::EmptyCondition { topic, part } => {
                format!("{}{part} is ignored: it has only stop words", of_topic(topic))
            }
            Self::NoResult { why: Some(why) } => format!("no result: {why}"),
            Self::TopicsWithoutResult { topics, of } => format!(
                "no result for {} of {}: {}",
                grouped(topics.len() as u64),
                counted(*of as u64, "topic"),
                names(topics)
            ),
            _ => "no result".to_owned(),
        }
    }

    fn of_experiment(&self, names: &dyn Fn(&[String]) -> String) -> String {
        match self {
            Self::UnjudgedTopics { topics } => {
                let count = counted(topics.len() as u64, "topic");
                format!("the qrels lack {count}; left out: {}", names(topics))
            }
            Self::PaddedIds { of, id, qrels } => format!(
                "ids of topics differ in zeros alone: the {of} has {}, the qrels have {}; write \
                 them alike",
                Escaped(id),
                Escaped(qrels)
            ),
            Self::RepeatedJudgements { lines } => {
                let say = if *lines == 1 { "says" } else { "say" };
                let lines = counted(*lines, "line");
                format!("{lines} of the qrels {say} the same as an earlier one; read once")
            }
            Self::JudgedMissing { topics, filtered } => judged_missing(topics, *filtered, names),
            Self::MarginTooLarge { margin, measure, mean } => format!(
                "the margin {margin} is no less than the mean of {measure}, {mean:.4}: losing \
                 everything is within it; per cent are written {margin}%"
            ),
            Self::Resuming { checkpoint, known, steps, unit } => {
                format!("{} has {known} of {steps} {unit}; resuming", checkpoint.display())
            }
            Self::DamagedCheckpoint { checkpoint } => {
                format!("{} is damaged; starting over", checkpoint.display())
            }
            Self::NoTextAtAnyPoint => "no page has a permitted token at any point".to_owned(),
            Self::RowsWithoutText { rows } => {
                format!("no page has a permitted token under {}", names(rows))
            }
            Self::RemoversMissing { removers, .. } => {
                format!("{removers} removers have no label here: labelling the index adds them")
            }
            _ => self.of_evaluation(names),
        }
    }

    fn of_evaluation(&self, names: &dyn Fn(&[String]) -> String) -> String {
        let counted_topics = |topics: &[String]| counted(topics.len() as u64, "topic");
        match self {
            Self::OfRun { run, finding } => format!("{run}: {}", finding.text(names)),
            Self::AbsentTopics { topics } => {
                let count = counted_topics(topics);
                let names = names(topics);
                format!(
                    "the run lacks {count} of the qrels; left out (if complete, 0 in the means): \
                     {names}"
                )
            }
            Self::IgnoredTopics { topics } => {
                let count = counted_topics(topics);
                format!("the qrels lack {count} of the run; ignored: {}", names(topics))
            }
            Self::MisrankedTopics { topics } => format!(
                "ranks contradict scores in {} of the run; scores count: {}",
                counted_topics(topics),
                names(topics)
            ),
            Self::UnsortedTopics { topics } => format!(
                "lines are not in the order of scores in {} of the run; sorted: {}",
                counted_topics(topics),
                names(topics)
            ),
            Self::MeasuresWithoutMean { measures } => {
                format!("without a mean over topics, so not compared: {}", measures.join(", "))
            }
            Self::UnansweredTopics { topics } => format!(
                "no run answers {} of the qrels; left out (if complete, 0 in the means): {}",
                counted_topics(topics),
                names(topics)
            ),
            Self::OthersAnswer { topics } => format!(
                "no results for {} that others answer; 0 in the means: {}",
                counted_topics(topics),
                names(topics)
            ),
            _ => self.of_judgements(),
        }
    }

    fn of_judgements(&self) -> String {
        match self {
            Self::ManyUnjudged { share } => {
                let share = (share * 100.0).round();
                format!("nobody judged {share} % of the first ten results; scores are lower bounds")
            }
            Self::NegativeGrades { judgements } => format!(
                "{} below 0 in the qrels; such documents count as not judged, in judged@10 only \
                 those of -1",
                counted(*judgements, "judgement")
            ),
            Self::GradesAboveScale { judgements } => format!(
                "{} above 4 in the qrels; ERR-IA counts every relevant grade the same",
                counted(*judgements, "judgement")
            ),
            Self::HugeGrades { judgements } => format!(
                "{} above {} in the qrels; is the fourth column the grade?",
                counted(*judgements, "judgement"),
                Checks::HIGHEST_GRADE
            ),
            _ => self.against_index(),
        }
    }

    fn against_index(&self) -> String {
        let nothing = "no search of this view finds them";
        match self {
            Self::JudgedNotIndexed { documents, judged, first } => {
                let documents = counted(*documents, "judged document");
                let first = first.join(", ");
                format!("not in the index: {documents} of {judged}, such as {first}")
            }
            Self::RetrievedNotIndexed { documents, several, first } => {
                let documents = counted(*documents, "document");
                let whose = if *several { "the runs" } else { "the run" };
                format!("not in the index: {documents} of {whose}, such as {}", first.join(", "))
            }
            Self::CutOff { docnos, cut, whole } => {
                let look = if *docnos == 1 { "looks" } else { "look" };
                let docnos = counted(*docnos, "docno");
                format!("{docnos} {look} cut off: '{cut}' may be '{whole}'; write whole docnos")
            }
            Self::JudgedLeftOut { filters, documents, judged, first } => {
                let documents = counted(*documents, "judged document");
                let first = first.join(", ");
                format!("{filters} leaves out {documents} of {judged}, such as {first}; {nothing}")
            }
            Self::JudgedWithoutText { rule, documents, judged, first } => {
                let documents = counted(*documents, "judged document");
                let first = first.join(", ");
                format!(
                    "no permitted text in {documents} of {judged}, such as {first} (rule: {rule}); \
                     {nothing}"
                )
            }
            _ => String::new(),
        }
    }
}

/// The index, the problem and the remedy of an error.
fn parts(error: Error) -> (PathBuf, String, Option<Remedy>) {
    match error {
        Error::Index { path, message, remedy } => (path, message, remedy),
        other => (PathBuf::new(), other.to_string(), other.remedy()),
    }
}

fn of_index(index: &Path, problem: &str, remedy: Option<Remedy>) -> String {
    let index = index.display();
    match remedy {
        Some(remedy) => format!("{index}: {problem}; {remedy}"),
        None => format!("{index}: {problem}"),
    }
}

fn judged_missing(
    topics: &[(String, usize, usize)],
    filtered: bool,
    names: &dyn Fn(&[String]) -> String,
) -> String {
    let total: usize = topics.iter().map(|(_, missing, _)| missing).sum();
    let relevant: usize = topics.iter().map(|(.., relevant)| relevant).sum();
    let by_topic: Vec<String> = topics
        .iter()
        .map(|(id, missing, relevant)| format!("{id}: {missing} ({relevant})"))
        .collect();
    let where_not = match filtered {
        true => "not among the pages that pass the filters",
        false => "not in the index",
    };
    format!(
        "{where_not}: {} ({relevant} relevant) of {}; by topic: {}",
        counted(total as u64, "judged document"),
        counted(topics.len() as u64, "topic"),
        names(&by_topic)
    )
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&first_names))
    }
}
