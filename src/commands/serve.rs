//! `tamis serve`: shows an index in a browser.

use crate::flags::{TopicArgs, threads};
use crate::terminal::console::to_stdout;
use crate::terminal::{Console, Exit, signals};
use std::path::PathBuf;
use tamis::Result;
use tamis::job::Judged;
use tamis_serve::{AssessmentSettings, JudgingSettings, PageSettings, Server, ServerSettings};

/// Arguments of `tamis serve`.
#[derive(Debug, Clone, clap::Args)]
#[command(group = clap::ArgGroup::new("judged").args(["qrels", "judge"]).multiple(true))]
pub struct ServeArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Topics, to show what a rule does to the measures: TREC's SGML or XML, lines of id and
    /// text, or lines of JSON
    #[arg(long, value_name = "FILE", requires = "judged")]
    topics: Option<PathBuf>,
    #[command(flatten)]
    topic: TopicArgs,
    /// Relevance judgements of the topics
    #[arg(long, value_name = "FILE", requires = "topics")]
    qrels: Option<PathBuf>,
    /// Lowest grade that counts as relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1)]
    level: i32,
    /// Run of another system, to show beside; may be repeated
    #[arg(long = "run", value_name = "FILE", requires = "qrels")]
    runs: Vec<PathBuf>,
    /// Judge pages in the browser: their grades are written to this qrels file, each at once. The
    /// pages are the best of the rule and of all pinned rules. What the file has already stays
    #[arg(long, value_name = "FILE", requires = "topics")]
    judge: Option<PathBuf>,
    /// Highest grade of --judge; the lowest is 0
    #[arg(long, value_name = "GRADE", default_value_t = 2, requires = "judge",
        value_parser = clap::value_parser!(i32).range(1..=9))]
    max_grade: i32,
    /// Judge in the browser which blocks are content: pages that are drawn from the index, and the
    /// judgements, are written to this folder as a data set for train and accuracy
    #[arg(long, value_name = "FOLDER")]
    judge_blocks: Option<PathBuf>,
    /// Port to listen on [default: a free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Address to listen on. With another one than the default, other machines can read the whole
    /// index
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Another name under which browsers may address the server, such as that of this machine; may
    /// be repeated. Without it, --host and addresses in numbers are the only ones
    #[arg(long = "allow-host", value_name = "NAME")]
    names: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Number of threads that answer [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl ServeArgs {
    /// What to judge by.
    fn judging(&self) -> Option<JudgingSettings> {
        let (topics, qrels) = self.topics.clone().zip(self.qrels.clone())?;
        let judged = Judged {
            topic_field: self.topic.topic_field,
            level: self.level,
            ..Judged::new(topics.into(), qrels.into())
        };
        Some(JudgingSettings { judged, runs: self.runs.clone() })
    }

    /// What to write.
    fn assessment(&self) -> Option<AssessmentSettings> {
        let pages = self.topics.clone().zip(self.judge.clone()).map(|(topics, file)| {
            PageSettings { topics, fields: self.topic.topic_field, file, max_grade: self.max_grade }
        });
        let blocks = self.judge_blocks.clone();
        (pages.is_some() || blocks.is_some()).then_some(AssessmentSettings { pages, blocks })
    }
}

/// Serves until a signal comes.
pub fn run(args: &ServeArgs, console: &mut Console) -> Result<Exit> {
    let talk = console.talk;
    let settings = ServerSettings {
        host: args.host.clone(),
        names: args.names.clone(),
        port: args.port,
        threads: threads(args.threads)?,
        judging: args.judging(),
        assessment: args.assessment(),
        ..ServerSettings::new(&args.index)
    };
    let server = Server::bind(&settings)?;
    signals::listen()?;
    if server.is_public() {
        talk.say(
            "warning: other machines can reach this address, and read everything in the index \
             without a password",
        );
    }
    let url = server.url();
    console.print(format!("{url}\n"))?;
    console.out.flush().map_err(to_stdout)?;
    talk.say("press Ctrl-C to end");
    if args.open && opener::open_browser(&url).is_err() {
        talk.say(format!("warning: found no browser to open; open {url} yourself"));
    }
    server.run(|| signals::came().is_some())?;
    Ok(Exit::Done)
}
