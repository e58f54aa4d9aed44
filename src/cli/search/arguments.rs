//! The arguments of `tamis search`.

use crate::cli::indexes::IndexArgs;
use crate::cli::kind;
use crate::cli::options::TopicArgs;
use crate::cli::pages::PageArgs;
use crate::cli::parameters::{Blocks, Flags, OfRanking, Typed};
use std::path::{Path, PathBuf};
use tamis_eval::Topics;
use tamis_eval::trec::Topic;
use tamis_index::error::{Error, Place, Result};
use tamis_search::request::{Request, parameter};

/// Arguments of `tamis search`.
#[derive(Debug, Clone, clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub index: IndexArgs,
    /// Words to search for; '"a phrase"' and '+word' are required, '-word' excludes a page
    #[arg(value_name = "WORDS", required_unless_present_any = ["topics", "several"],
        conflicts_with = "topics")]
    pub words: Vec<String>,
    /// Topics: TREC's SGML or XML, lines of id and text, or lines of JSON
    #[arg(long, value_name = "FILE")]
    pub topics: Option<PathBuf>,
    #[command(flatten)]
    pub topic: TopicArgs,
    /// Read flags from the keys of a TOML file, such as a rule saved in `tamis serve`; flags on the
    /// command line take precedence
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    #[command(flatten)]
    pub blocks: Flags<Blocks, Typed>,
    #[command(flatten)]
    pub ranking: Flags<OfRanking, Typed>,
    #[command(flatten)]
    pub pages: PageArgs,
    #[arg(long, help = parameter("query_syntax").map(|spec| spec.help))]
    pub query_syntax: bool,
    #[arg(long, value_name = "K", help = parameter("hits").map(|spec| spec.help))]
    pub hits: Option<usize>,
    #[arg(long, requires = "topics", help = parameter("remove_query").map(|spec| spec.help))]
    pub remove_query: bool,
    /// Write the run to this file, compressed if its name ends in .gz or .zst [default: standard
    /// output]
    #[arg(short, long, value_name = "RUN", requires = "topics")]
    pub out: Option<PathBuf>,
    /// Tag of the run
    #[arg(long, default_value = "tamis", value_name = "TAG")]
    pub tag: String,
    /// Number of search threads [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Print the analyzed query with its counts instead of results; with a docno, explain the score
    /// of that page
    #[arg(long, value_name = "DOCNO", num_args = 0..=1, conflicts_with = "out")]
    pub explain: Option<Option<String>>,
    /// Search only the topic with this id
    #[arg(long = "topic", value_name = "ID", requires = "topics")]
    pub topic_id: Option<String>,
    /// Print results for words, or explanations, as one JSON object per line
    #[arg(long)]
    pub json: bool,
}

impl SearchArgs {
    /// Returns the arguments with all words: with --index, the first argument is a word.
    pub fn with_first_word(&self) -> Result<Self> {
        let mut args = self.clone();
        if let Some(first) = args.index.take_first() {
            args.words.insert(0, first.to_string_lossy().into_owned());
        }
        match (&args.topics, args.words.is_empty()) {
            (Some(_), false) => {
                let found = format!(
                    "found --topics and the words '{}', expected one of them",
                    args.words.join(" ")
                );
                Err(Error::settings(found))
            }
            (None, true) => {
                Err(Error::settings("found nothing to search for, expected words or --topics"))
            }
            _ => Ok(args),
        }
    }

    /// Returns the request without the lists of pages, which are read when the index is open.
    ///
    /// # Errors
    /// A usage error for a value that a parameter does not take.
    pub fn request(&self) -> Result<Request> {
        let Self { query_syntax, hits, remove_query, .. } = *self;
        let mut request = Request { query_syntax, hits, remove_query, ..Request::default() };
        self.blocks.apply_to(&mut request)?;
        self.ranking.apply_to(&mut request)?;
        Ok(request)
    }

    /// Reads the topics of a file: all of them, or the one chosen with --topic.
    pub fn topics(&self, path: &Path) -> Result<Vec<Topic>> {
        let topics = Topics::fields(self.topic.topic_field).read(path);
        let mut topics: Vec<Topic> =
            topics.map_err(|error| kind::explained(error, kind::of_topics))?.into();
        if let Some(id) = &self.topic_id {
            let first: Vec<String> = topics.iter().take(3).map(|topic| topic.id.clone()).collect();
            topics.retain(|topic| topic.id == *id);
            if topics.is_empty() {
                let found = format!("no topic '{id}'; the first are {}", first.join(", "));
                return Err(Error::format(
                    Place::file(path),
                    found,
                    "the id of a topic of this file in --topic",
                ));
            }
        }
        Ok(topics)
    }
}
