//! The judging arguments of a sweep and of a comparison: topics, qrels, measures, and warnings
//! about what is missing.

use super::console::Verbosity;
use super::kind;
use super::options::TopicArgs;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tamis_eval::measure::check_grades;
use tamis_eval::trec::TopicFields;
use tamis_eval::trec::ids::padded;
use tamis_eval::{Qrels, Topics};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_report::words::{counted, quoted};
use tamis_search::experiment::measures;
use tamis_search::experiment::results::Site;
use tamis_search::experiment::{Experiment, JudgedTopic, Origin, Rankings, judged_topics};
use tamis_search::request::parameter;

/// The port of the server that a report names.
const PORT: u16 = 7700;

/// The topics, qrels and measures that score rankings.
#[derive(Debug, Clone, clap::Args)]
pub struct JudgingArgs {
    /// Topics: TREC's SGML or XML, lines of id and text, or lines of JSON
    #[arg(long, value_name = "FILE")]
    pub topics: PathBuf,
    /// Relevance judgements of the topics
    #[arg(long, value_name = "FILE")]
    pub qrels: PathBuf,
    #[command(flatten)]
    topic: TopicArgs,
    /// Measure (see `tamis measures`); may be repeated
    #[arg(short, long = "measure", alias = "measures", value_name = "MEASURE")]
    measures: Vec<String>,
    /// Lowest grade that counts as relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true)]
    level: i32,
    /// Number of results per topic [default: the largest cut-off among the measures; 1000 for
    /// measures without a cut-off]
    #[arg(long, value_name = "K")]
    pub hits: Option<usize>,
    #[arg(long, help = parameter("remove_query").map(|spec| spec.help))]
    remove_query: bool,
}

impl JudgingArgs {
    /// What a report of these inputs names; `line` is the command that repeats it.
    pub fn origin(&self, corpus: &Corpus, line: &str) -> Origin {
        let name = |path: &Path| path.display().to_string();
        Origin::new(corpus, &name(&self.topics), &name(&self.qrels), line)
    }

    /// Returns the server that shows the points of a report in a browser; `parameters` are what all
    /// points share.
    pub fn site(&self, index: &Path, parameters: Vec<(String, String)>) -> Site {
        let file = |path: &Path| quoted(&path.display().to_string());
        let mut command = format!(
            "tamis serve {} --topics {} --qrels {}",
            file(index),
            file(&self.topics),
            file(&self.qrels)
        );
        if self.topic.topic_field != TopicFields::default() {
            command += &format!(" --topic-field {}", self.topic.topic_field);
        }
        if self.level != 1 {
            command += &format!(" --level {}", self.level);
        }
        command += &format!(" --port {PORT}");
        Site { command, address: format!("http://127.0.0.1:{PORT}/"), parameters }
    }

    /// Reads topics and qrels and returns the experiment on this index, with warnings about topics
    /// without judgements and judged documents that are not searched. `default` names the measures
    /// to use if none are given.
    ///
    /// # Errors
    /// An unusable measure or number of results; a topics or qrels file that cannot be read or does
    /// not match.
    pub fn experiment<'a>(
        &self,
        corpus: &'a Corpus,
        rankings: Rankings,
        default: &[&str],
        talk: Verbosity,
    ) -> Result<Experiment<'a>> {
        let requested: Vec<&str> = self.measures.iter().map(String::as_str).collect();
        let measures =
            measures::measures(if requested.is_empty() { default.to_vec() } else { requested })?;
        let topics = Topics::fields(self.topic.topic_field).read(&self.topics);
        let topics = topics.map_err(|error| kind::explained(error, kind::of_experiment))?;
        let qrels = read_qrels(&self.qrels, talk)?;
        check_grades(&qrels, &measures, &self.qrels)?;
        let (topics, unjudged) = judged_topics(corpus, &topics, &qrels, &self.qrels, self.level)?;
        let ids: HashSet<&str> = topics.iter().map(|topic| topic.id.as_str()).collect();
        let others = qrels.topics().map(|(id, _)| id).filter(|id| !ids.contains(id));
        if let Some((id, other)) = padded(unjudged.iter().map(String::as_str), others) {
            talk.say(format!("warning: {}", kind::padded(("topics file", id), other)));
        }
        warn(corpus, &topics, &unjudged, talk);
        let experiment = Experiment::new(corpus, topics, measures, rankings, self.hits)?;
        Ok(Experiment { remove_query: self.remove_query, ..experiment })
    }
}

/// Reads the qrels of an experiment, and warns of lines that say the same.
pub fn read_qrels(path: &Path, talk: Verbosity) -> Result<Qrels> {
    let qrels = Qrels::read(path).map_err(|error| kind::explained(error, kind::of_experiment))?;
    if let Some(repeats) = of_repeats(qrels.repeated()) {
        talk.say(format!("warning: {repeats}"));
    }
    Ok(qrels)
}

/// Returns the finding about lines of qrels that say the same as earlier ones.
pub fn of_repeats(repeated: u64) -> Option<String> {
    let lines = counted(repeated, "line");
    let say = if repeated == 1 { "says" } else { "say" };
    (repeated > 0)
        .then(|| format!("{lines} of the qrels {say} the same as an earlier one; read once"))
}

/// Warns about topics without judgements and about judged documents that are not searched.
fn warn(corpus: &Corpus, topics: &[JudgedTopic], unjudged: &[String], talk: Verbosity) {
    if !unjudged.is_empty() {
        let topics = counted(unjudged.len() as u64, "topic");
        talk.say(format!("warning: the qrels lack {topics}; left out: {}", talk.names(unjudged)));
    }
    let missing: Vec<&JudgedTopic> = topics.iter().filter(|topic| topic.missing > 0).collect();
    if missing.is_empty() {
        return;
    }
    let total: usize = missing.iter().map(|topic| topic.missing).sum();
    let relevant: usize = missing.iter().map(|topic| topic.missing_relevant).sum();
    let by_topic: Vec<String> = missing
        .iter()
        .map(|topic| format!("{}: {} ({})", topic.id, topic.missing, topic.missing_relevant))
        .collect();
    let where_not = if corpus.is_filtered() {
        "not among the pages that pass the filters"
    } else {
        "not in the index"
    };
    talk.say(format!(
        "warning: {where_not}: {} ({relevant} relevant) of {}; by topic: {}",
        counted(total as u64, "judged document"),
        counted(missing.len() as u64, "topic"),
        talk.names(&by_topic)
    ));
}
