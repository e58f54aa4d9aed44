//! The steps of a search over shards for a cluster: values that travel as bytes.

use crate::errors::{Failure, Result};
use crate::experiments::{Sweep, sweep_job};
use crate::given::Arguments;
use crate::judged::{Qrels, Topics};
use crate::notices::{Noted, noted};
use crate::search::{ranked, topics_job, with_columns};
use crate::signals::{short, work};
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tamis::Hit;
use tamis::job::{ByTopic, Ranking, Rounds, lines_of_run};
use tamis::shards::repeats::{self, BlockPage, BlockTotal, Totals};
use tamis::shards::{Answer, Task};

/// An index that answers the tasks of a job.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Shard(tamis::shards::Shard);

#[pymethods]
impl Shard {
    /// Opens the index at `path`, with the counts of all shards in the folder `counts`.
    #[new]
    #[pyo3(signature = (path, counts=None))]
    fn new(py: Python<'_>, path: PathBuf, counts: Option<PathBuf>) -> Result<Self> {
        work(py, |_| Ok(Self(tamis::shards::Shard::open(&path, counts.as_deref())?)))
    }

    /// Checks the settings of a task.
    fn check(&self, py: Python<'_>, task: &[u8]) -> Result<()> {
        work(py, |_| Ok(self.0.check(&Task::from_bytes(task)?)?))
    }

    /// Answers a task.
    fn answer<'py>(&self, py: Python<'py>, task: &[u8]) -> Result<Bound<'py, PyBytes>> {
        let answer = work(py, |_| Ok(self.0.answer(&Task::from_bytes(task)?)?.to_bytes()?))?;
        Ok(PyBytes::new(py, &answer))
    }
}

/// A search or a sweep over shards, round by round.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Job(Mutex<JobRounds>);

/// What a job finds.
enum JobRounds {
    /// The rankings of topics.
    Run(Rounds<ByTopic<Ranking>>),
    /// Their pages.
    Pages(Rounds<ByTopic<Vec<Hit>>>),
    Sweep(Box<Rounds<tamis::Sweep>>),
}

impl JobRounds {
    fn task(&self) -> Option<&Task> {
        match self {
            Self::Run(rounds) => rounds.task(),
            Self::Pages(rounds) => rounds.task(),
            Self::Sweep(rounds) => rounds.task(),
        }
    }

    fn take(&mut self, answers: Vec<Answer>, watch: &Noted<'_>) -> tamis::Result<()> {
        match self {
            Self::Run(rounds) => rounds.take(answers, watch),
            Self::Pages(rounds) => rounds.take(answers, watch),
            Self::Sweep(rounds) => rounds.take(answers, watch),
        }
    }

    /// The rankings of a search.
    fn run(&self) -> Result<ByTopic<Ranking>> {
        match self {
            Self::Run(rounds) => Ok(rounds.result()?.clone()),
            Self::Pages(rounds) => {
                let pages = rounds.result()?.iter();
                Ok(pages.map(|(topic, hits)| (topic.clone(), ranking(hits))).collect())
            }
            Self::Sweep(_) => Err(other("a sweep", "a search")),
        }
    }
}

/// The error of another result than that of the job.
fn other(found: &str, expected: &str) -> Failure {
    Failure::Input(format!("found {found}, expected {expected}"))
}

fn ranking(hits: &[Hit]) -> Ranking {
    hits.iter().map(|hit| (hit.docno.clone(), hit.score)).collect()
}

impl Job {
    fn new(kind: JobRounds) -> Self {
        Self(Mutex::new(kind))
    }

    fn kind(&self) -> MutexGuard<'_, JobRounds> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Job {
    /// Starts a search for topics.
    #[staticmethod]
    fn search(topics: &Topics, given: Arguments, shards: usize, details: bool) -> Result<Self> {
        let job = topics_job(topics.source.clone(), given)?;
        Ok(Self::new(if details {
            JobRounds::Pages(job.pages_over_shards(shards)?)
        } else {
            JobRounds::Run(job.over_shards(shards)?)
        }))
    }

    /// Starts a sweep; its topics are those that the qrels judge.
    #[staticmethod]
    fn sweep(
        py: Python<'_>,
        topics: &Topics,
        qrels: &Qrels,
        given: Arguments,
        shards: usize,
    ) -> Result<Self> {
        noted(py, &[], |watch| {
            let job = sweep_job(topics, qrels, given)?;
            Ok(Self::new(JobRounds::Sweep(Box::new(job.over_shards(shards, watch)?))))
        })
    }

    /// The task that every shard must answer now; None once the job is done.
    fn task<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyBytes>>> {
        let bytes = short(py, || Ok(self.kind().task().map(Task::to_bytes).transpose()?))?;
        Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Takes the answers of all shards, alone or added together.
    fn take(&self, py: Python<'_>, answers: Vec<Vec<u8>>) -> Result<()> {
        noted(py, &[], |watch| {
            let answers = answers.iter().map(|answer| Answer::from_bytes(answer));
            let answers = answers.collect::<tamis::Result<_>>()?;
            Ok(self.kind().take(answers, watch)?)
        })
    }

    /// The run of a search as a table; with what is shown of the pages if the job has details.
    fn table(&self) -> Result<Table> {
        match &*self.kind() {
            JobRounds::Pages(rounds) => shown(rounds.result()?),
            kind => {
                ranked(kind.run()?.into_iter().map(|(topic, found)| (topic.id, found)).collect())
            }
        }
    }

    /// The run of a search as TREC's lines.
    fn run<'py>(&self, py: Python<'py>, tag: &str) -> Result<Bound<'py, PyBytes>> {
        let lines = short(py, || Ok(lines_of_run(&self.kind().run()?, tag)?))?;
        Ok(PyBytes::new(py, &lines))
    }

    /// The results of a sweep.
    fn swept(&self) -> Result<Sweep> {
        match &*self.kind() {
            JobRounds::Sweep(rounds) => Ok(Sweep(rounds.result()?.clone())),
            _ => Err(other("a search", "a sweep")),
        }
    }
}

/// What a table of the pages of topics shows first, behind the topic.
const FIRST: [&str; 6] = ["docno", "rank", "score", "url", "title", "date"];
/// Not shown: the dates of revisits, which shards refuse where dates count, and metadata.
const REST: [&str; 2] = ["revisited", "metadata"];

/// The pages of every topic, best first.
fn shown(found: &ByTopic<Vec<Hit>>) -> Result<Table> {
    let ids = found.iter().flat_map(|(topic, hits)| hits.iter().map(move |_| &topic.id));
    let table = Columns::default().texts("qid", ids);
    let hits: Vec<&Hit> = found.iter().flat_map(|(_, hits)| hits).collect();
    with_columns(table, &hits, &FIRST, |column| !REST.contains(&column.name), true).table()
}

/// Adds two answers to one task.
#[pyfunction]
pub(crate) fn add_answers<'py>(
    py: Python<'py>,
    one: &[u8],
    other: &[u8],
) -> Result<Bound<'py, PyBytes>> {
    let sum = short(py, || {
        let mut sum = Answer::from_bytes(one)?;
        sum.add(Answer::from_bytes(other)?)?;
        Ok(sum.to_bytes()?)
    })?;
    Ok(PyBytes::new(py, &sum))
}

/// The pages of a shard with the blocks that they hold: columns `block`, `site` and `page`, hashes
/// as signed numbers. Captures of a URL are one page. The block 0 stands for whatever a page of the
/// site holds.
#[pyfunction]
pub(crate) fn block_pages(py: Python<'_>, path: PathBuf) -> Result<Vec<Table>> {
    work(py, |_| {
        let mut tables = Vec::new();
        // The rows of a segment are dropped before the next ones are read.
        repeats::each(&path, |rows| {
            tables.push(block_page_table(&rows));
            Ok(())
        })?;
        tables.into_iter().collect()
    })
}

fn block_page_table(rows: &[BlockPage]) -> Result<Table> {
    Columns::default()
        .wholes("block", rows.iter().map(|row| row.block as i64))
        .wholes("site", rows.iter().map(|row| row.site as i64))
        .wholes("page", rows.iter().map(|row| row.page as i64))
        .table()
}

/// Writes how often the blocks of a shard repeat in all shards to a folder. `blocks` and `sites`
/// are packed in little-endian bytes; `all` is the number of sites and of pages with a site, over
/// all shards.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "one call from one place in Python")]
pub(crate) fn write_counts(
    py: Python<'_>,
    path: PathBuf,
    folder: PathBuf,
    blocks: &[u8],
    sites: &[u8],
    all: (u64, u64),
    of: u64,
    shards: u64,
) -> Result<()> {
    let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let blocks = numbers(blocks)?.map(|[a, b, c, d, repeats, site_repeats]| BlockTotal {
        block: wide(a, b),
        site: wide(c, d),
        repeats,
        site_repeats,
    });
    let sites = numbers(sites)?.map(|[a, b, pages]| (wide(a, b), pages));
    work(py, |_| {
        let totals = Totals::new(blocks, sites, all);
        Ok(repeats::write(&path, &totals, of, shards, &folder)?)
    })
}

/// Returns rows of so many numbers of 32 bits.
fn numbers<const N: usize>(bytes: &[u8]) -> Result<impl Iterator<Item = [u32; N]> + Send> {
    let (numbers, _) = bytes.as_chunks::<4>();
    let (rows, _) = numbers.as_chunks::<N>();
    if rows.as_flattened().as_flattened().len() < bytes.len() {
        let found = format!("found {} bytes of totals", bytes.len());
        return Err(Failure::Input(format!("{found}, expected a multiple of {}", 4 * N)));
    }
    Ok(rows.iter().map(|row| row.map(u32::from_le_bytes)))
}

/// Returns a number that identifies the contents of a shard.
#[pyfunction]
pub(crate) fn contents(py: Python<'_>, path: PathBuf) -> Result<u64> {
    work(py, |_| Ok(repeats::contents(&path)?))
}

/// Returns a number that identifies the contents of all shards.
#[pyfunction]
pub(crate) fn together(contents: Vec<u64>) -> u64 {
    repeats::together(contents)
}
