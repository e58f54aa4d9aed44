//! `tamis serve`: shows an index in a browser.

use super::console::{Exit, Verbosity, to_stdout};
use super::options::{TopicArgs, threads};
use super::signals::Signals;
use std::io::Write;
use std::path::PathBuf;
use tamis_index::error::Result;
use tamis_serve::{JudgingSettings, Server, ServerSettings};

/// Arguments of `tamis serve`.
#[derive(Debug, Clone, clap::Args)]
pub struct ServeArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Topics, to examine what a rule does to the measures: TREC's SGML or XML, lines of id and
    /// text, or lines of JSON
    #[arg(long, value_name = "FILE", requires = "qrels")]
    topics: Option<PathBuf>,
    #[command(flatten)]
    topic: TopicArgs,
    /// Relevance judgements of the topics
    #[arg(long, value_name = "FILE", requires = "topics")]
    qrels: Option<PathBuf>,
    /// Lowest grade that counts as relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true)]
    level: i32,
    /// Run of another system, to show beside; may be repeated
    #[arg(long = "run", value_name = "FILE", requires = "qrels")]
    runs: Vec<PathBuf>,
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
        Some(JudgingSettings {
            topics,
            fields: self.topic.topic_field,
            qrels,
            level: self.level,
            runs: self.runs.clone(),
        })
    }
}

/// Serves until a signal comes.
pub fn run(args: &ServeArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    let settings = ServerSettings {
        host: args.host.clone(),
        names: args.names.clone(),
        port: args.port,
        threads: threads(args.threads)?,
        judging: args.judging(),
        ..ServerSettings::new(&args.index)
    };
    let server = Server::bind(&settings)?;
    let signals = Signals::listen()?;
    if server.is_public() {
        talk.say(
            "warning: other machines can reach this address, and read everything in the index \
             without a password",
        );
    }
    let url = server.url();
    writeln!(out, "{url}").and_then(|()| out.flush()).map_err(to_stdout)?;
    talk.say("press Ctrl-C to end");
    if args.open && opener::open_browser(&url).is_err() {
        talk.say(format!("warning: found no browser to open; open {url} yourself"));
    }
    let stopping = signals.clone();
    server.run(move || stopping.came().is_some())?;
    Ok(Exit::Done)
}
