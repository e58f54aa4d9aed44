//! The judging arguments of a sweep and of a comparison: topics, qrels, measures.

use crate::flags::{IndexChoice, PageArgs, TopicArgs};
use crate::terminal::console::quoted;
use std::path::{Path, PathBuf};
use tamis::eval::trec::TopicFields;
use tamis::job::Judged;
use tamis::request::{Request, parameter};
use tamis::{Result, Site};

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
    #[arg(short, long, value_name = "GRADE", default_value_t = 1)]
    level: i32,
    /// Number of results per topic [default: the largest cut-off among the measures; 1000 for
    /// measures without a cut-off]
    #[arg(long, value_name = "K")]
    pub hits: Option<usize>,
    #[arg(long, help = parameter("remove_query").map(|spec| spec.help))]
    remove_query: bool,
}

impl JudgingArgs {
    /// Returns the part of a job.
    pub fn judged(&self) -> Judged {
        Judged {
            topics: self.topics.clone().into(),
            topic_field: self.topic.topic_field,
            qrels: self.qrels.clone().into(),
            measures: self.measures.clone(),
            level: self.level,
        }
    }

    /// Sets the number of results, and whether the query is among them.
    pub fn apply_to(&self, request: &mut Request) {
        request.hits = self.hits;
        request.remove_query = self.remove_query;
    }

    /// Returns the server that shows the points of a report in a browser, if an address can name
    /// what they share: one index, no lists of docnos, and the parameters `shared`.
    pub fn site(
        &self,
        index: &IndexChoice,
        pages: &PageArgs,
        shared: impl Iterator<Item = (String, String)>,
    ) -> Result<Option<Site>> {
        let paths = index.paths()?;
        let ([index], Some(pages)) = (&paths[..], pages.pairs()) else { return Ok(None) };
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
        let address = format!("http://127.0.0.1:{PORT}/");
        Ok(Some(Site { command, address, parameters: shared.chain(pages).collect() }))
    }
}
