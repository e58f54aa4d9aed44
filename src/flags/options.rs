//! Flags that several commands share.

use crate::flags::figures::FiguresArg;
use crate::flags::pages::PageArgs;
use crate::flags::parameters::{BLOCKS, Flags};
use std::path::PathBuf;
use tamis::eval::statistics::Margin;
use tamis::eval::trec::TopicFields;
use tamis::job::Output;
use tamis::request::Request;
use tamis::{Result, check_threads};

/// All of a list.
pub const ALL: &str = "all";

/// The view of a search: permitted blocks and pages.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ViewArgs {
    /// Permitted blocks, and what they weigh.
    #[command(flatten)]
    pub blocks: Flags<BLOCKS>,
    /// Pages.
    #[command(flatten)]
    pub pages: PageArgs,
}

/// A file of flags.
#[derive(Debug, Clone, clap::Args)]
pub struct ConfigArg {
    /// Read flags from the keys of a TOML file, such as a rule saved in `tamis serve`; flags on the
    /// command line take precedence
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Choice of the topic part that is the query.
#[derive(Debug, Clone, clap::Args)]
pub struct TopicArgs {
    /// Part of the topics to use as the query: title, desc, narr, or several such as title+desc
    #[arg(long, default_value = "title", value_name = "FIELDS")]
    pub topic_field: TopicFields,
}

impl ViewArgs {
    /// Returns the request, without the lists of pages.
    pub fn request(&self) -> Result<Request> {
        let mut request = Request::default();
        self.blocks.apply_to(&mut request)?;
        self.pages.apply_to(&mut request)?;
        Ok(request)
    }
}

/// The margin of tests of equivalence.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct MarginArg {
    /// Margin of equivalence with the unfiltered text: a smaller difference does not matter. Per
    /// cent of the unfiltered mean, or a difference of the measure such as 0.02
    #[arg(long, value_name = "MARGIN", default_value_t, value_parser = margin)]
    pub margin: Margin,
}

/// Parses a margin. An error names what is permitted.
pub fn margin(text: &str) -> std::result::Result<Margin, String> {
    text.parse().map_err(|error| format!("{error}; both above 0, and per cent below 100"))
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

    /// Returns the part of a job. `top` are the most rows of a table for LaTeX, `command` repeats
    /// the job.
    ///
    /// # Errors
    /// A font that this machine lacks.
    pub fn output(&self, top: Option<usize>, command: &str) -> Result<Output> {
        Ok(Output {
            folder: self.out.clone(),
            force: self.force,
            form: self.figures.form_with(top)?,
            command: Some(command.to_owned()),
            site: None,
        })
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
