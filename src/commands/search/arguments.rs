//! The arguments of `tamis search`.

use crate::flags::{BLOCKS, ConfigArg, Flags, IndexChoice, OF_RANKING, PageArgs, TopicArgs};
use std::path::{Path, PathBuf};
use tamis::job::{SearchJob, TopicsJob};
use tamis::request::{Request, parameter};
use tamis::{Error, Result};

/// Arguments of `tamis search`.
#[derive(Debug, Clone, clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub index: IndexChoice,
    /// Words to search for; '"a phrase"' and '+word' are required, '-word' excludes a page
    #[arg(value_name = "WORDS", required_unless_present_any = ["topics", "several"],
        conflicts_with = "topics")]
    pub words: Vec<String>,
    /// Topics: TREC's SGML or XML, lines of id and text, or lines of JSON
    #[arg(long, value_name = "FILE")]
    pub topics: Option<PathBuf>,
    #[command(flatten)]
    pub topic: TopicArgs,
    #[command(flatten)]
    pub config: ConfigArg,
    #[command(flatten)]
    pub blocks: Flags<BLOCKS>,
    #[command(flatten)]
    pub ranking: Flags<OF_RANKING>,
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
                let words = args.words.join(" ");
                let found = format!("found --topics and the words '{words}', expected one of them");
                Err(Error::settings(found))
            }
            (None, true) => {
                Err(Error::settings("found nothing to search for, expected words or --topics"))
            }
            _ => Ok(args),
        }
    }

    /// Returns what is wanted.
    ///
    /// # Errors
    /// A usage error for a value that a parameter does not take, and for flags that do not belong
    /// together.
    pub fn job(&self) -> Result<AskedSearch> {
        if self.out.is_some() && self.topics.is_none() {
            // clap lets this pass: what --out requires conflicts with what is there.
            return Err(Error::settings(
                "--out: found words to search for, expected --topics; results for words are \
                 printed",
            ));
        }
        if self.json && self.topics.is_some() && self.explain.is_none() {
            return Err(Error::settings(
                "--json: found --topics, expected words or --explain; topics give a TREC run",
            ));
        }
        match &self.topics {
            Some(topics) => self.topics_job(topics).map(AskedSearch::Topics),
            None => self.words_job().map(AskedSearch::Words),
        }
    }

    /// The words of a command line have operators.
    fn words_job(&self) -> Result<SearchJob> {
        let job = SearchJob {
            request: Request { query_syntax: true, ..self.request()? },
            lists: self.pages.lists(),
            words: self.words.join(" "),
            ..SearchJob::default()
        };
        job.check().map(|()| job)
    }

    /// Returns the search for the topics in a file.
    ///
    /// # Errors
    /// As [`job`](Self::job).
    pub fn topics_job(&self, topics: &Path) -> Result<TopicsJob> {
        let job = TopicsJob {
            request: self.request()?,
            lists: self.pages.lists(),
            topics: topics.to_owned().into(),
            topic_field: self.topic.topic_field,
            topic: self.topic_id.clone(),
            tag: self.tag.clone(),
            threads: None,
        };
        job.check().map(|()| job)
    }

    fn request(&self) -> Result<Request> {
        let Self { query_syntax, hits, remove_query, .. } = *self;
        let mut request = Request { query_syntax, hits, remove_query, ..Request::default() };
        self.blocks.apply_to(&mut request)?;
        self.ranking.apply_to(&mut request)?;
        self.pages.apply_to(&mut request)?;
        Ok(request)
    }
}

/// What the arguments ask for.
pub enum AskedSearch {
    /// Results for words.
    Words(SearchJob),
    /// A run of topics.
    Topics(TopicsJob),
}
