//! Jobs for an index, set call by call.

use super::index::Index;
use super::results::{Comparison, Sweep, Tuned};
use crate::job::{
    CompareJob, Judged, PageText, Ranking, SearchJob, Source, SweepJob, TopicsJob, TuneJob,
};
use crate::watch::Watch;
use std::path::Path;
use tamis_eval::{Qrels, Run, Topics};
use tamis_index::disk;
use tamis_index::error::Result;
use tamis_search::request::Request;
use tamis_search::result::{Explained, Hit};

/// A job for an index, set call by call: made by [`Index::search`], [`Index::search_topics`],
/// [`Index::sweep`], [`Index::compare`] and [`Index::tune`]. The fields of the job are its settings
/// ([`with`](Self::with)), and each has a default.
#[must_use = "nothing is done until `run`"]
pub struct JobBuilder<'a, J> {
    index: &'a Index,
    watch: &'a dyn Watch,
    job: J,
}

/// A job that searches: by which words of which blocks, of which pages, ranked how.
pub trait Searches {
    /// The request of its searches.
    fn request(&mut self) -> &mut Request;
}

impl Searches for SearchJob {
    fn request(&mut self) -> &mut Request {
        &mut self.request
    }
}

impl Searches for TopicsJob {
    fn request(&mut self) -> &mut Request {
        &mut self.request
    }
}

impl Searches for SweepJob {
    fn request(&mut self) -> &mut Request {
        &mut self.sweep.request
    }
}

impl Searches for CompareJob {
    fn request(&mut self) -> &mut Request {
        &mut self.request
    }
}

impl Index {
    fn with<J>(&self, job: J) -> JobBuilder<'_, J> {
        JobBuilder { index: self, watch: &(), job }
    }

    /// Searches for words.
    pub fn search(&self, words: &str) -> JobBuilder<'_, SearchJob> {
        self.with(SearchJob { words: words.to_owned(), ..SearchJob::default() })
    }

    /// Searches for every topic; the result is a run.
    pub fn search_topics(&self, topics: &Topics) -> JobBuilder<'_, TopicsJob> {
        let topics = Source::value(topics.clone(), "topics");
        self.with(TopicsJob { topics, ..TopicsJob::default() })
    }

    /// Measures a range of thresholds against qrels, in one pass over the index.
    pub fn sweep(&self, topics: &Topics, qrels: &Qrels) -> JobBuilder<'_, SweepJob> {
        let judged = Judged::in_memory(topics, qrels);
        self.with(SweepJob { judged, ..SweepJob::default() })
    }

    /// Compares the labels of the index with the unfiltered text and the best thresholds.
    pub fn compare(&self, topics: &Topics, qrels: &Qrels) -> JobBuilder<'_, CompareJob> {
        let judged = Judged::in_memory(topics, qrels);
        self.with(CompareJob { judged, ..CompareJob::default() })
    }

    /// Finds the weights of blocks that fit the pages of the index: the titles of pages are queries
    /// whose page is known, so nobody needs to judge anything. The index must store its titles. A
    /// few judged topics besides are [`TuneJob::judged`].
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let files = tamis::demo::generate(folder.path(), 200, 1)?;
    /// # let path = folder.path().join("INDEX");
    /// # let index = tamis::Index::build(&path).collection(&files.warc).run()?;
    /// let tuned = index.tune().run()?;
    /// println!("{:.4}, with the sieve {:.4}", tuned.chosen, tuned.sieve);
    /// index.store_tuned(&tuned)?;
    ///
    /// // What is stored is there when the index is opened again.
    /// let index = tamis::Index::open(index.path())?;
    /// let hits = index.search("march of the penguins").set("rule", "tuned")?.run()?;
    /// # assert!(!hits.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn tune(&self) -> JobBuilder<'_, TuneJob> {
        self.with(TuneJob::default())
    }
}

impl<'a, J> JobBuilder<'a, J> {
    /// Changes settings of the job: `with(|job| job.threads = Some(1))`.
    pub fn with(mut self, change: impl FnOnce(&mut J)) -> Self {
        change(&mut self.job);
        self
    }

    /// Watches the job: hears its notices and its steps as they come, and may stop it. An
    /// [`AtomicBool`](std::sync::atomic::AtomicBool) stops it soon after it is true, with
    /// [`Error::Interrupted`](tamis_index::Error::Interrupted).
    pub fn watch(mut self, watch: &'a dyn Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Returns the job, which runs on any index.
    pub fn job(self) -> J {
        self.job
    }
}

impl<J: Searches> JobBuilder<'_, J> {
    /// Sets a parameter of the searches by its name, such as `min_words`, `where`, `label`, `rule`,
    /// `model`, `k1`, `from` or `hits`. What may be given several times is added: `set("weight",
    /// "kind = title: 3")?`. All parameters are in
    /// [`PARAMETERS`](tamis_search::request::PARAMETERS).
    ///
    /// # Errors
    /// An unknown name, and a value that the parameter cannot have.
    pub fn set(mut self, name: &str, value: impl ToString) -> Result<Self> {
        self.job.request().set(name, &value.to_string())?;
        Ok(self)
    }
}

impl JobBuilder<'_, SearchJob> {
    /// Searches, and returns the best pages, best first. Words that are all stop words find
    /// nothing.
    ///
    /// # Errors
    /// A setting out of range, an index that cannot be read, or a phrase if the index stores no
    /// texts.
    pub fn run(self) -> Result<Vec<Hit>> {
        let found = self.job.run(self.index, self.watch)?.result;
        Ok(found.into_iter().map(|found| found.hit).collect())
    }

    /// Returns the terms of the query with their counts, and with a docno the score of that page,
    /// term by term.
    ///
    /// # Errors
    /// As [`run`](Self::run), and a page that the search does not see.
    pub fn explain(self, docno: Option<&str>) -> Result<Explained> {
        Ok(self.job.explain(docno, self.index, self.watch)?.result)
    }

    /// Returns what the search sees of these pages, whatever its words; none for a page that it
    /// does not see at all.
    ///
    /// # Errors
    /// A setting out of range, and an index that cannot be read or stores no texts.
    pub fn texts<S: AsRef<str> + Sync>(self, docnos: &[S]) -> Result<Vec<Option<PageText>>> {
        Ok(self.job.texts(docnos, self.index, self.watch)?.result)
    }
}

impl JobBuilder<'_, TopicsJob> {
    /// Searches, and returns the run. A topic without results is not in it.
    ///
    /// # Errors
    /// A setting out of range, or an index that cannot be read.
    pub fn run(self) -> Result<Run> {
        let lines = self.job.lines(self.index, self.watch)?.result;
        match lines.is_empty() {
            true => Ok(Run::default()),
            false => Ok(Run::read_from(&lines[..], &self.job.tag)?),
        }
    }

    /// Searches, and writes the run as TREC's lines, compressed if the name ends in .gz or .zst.
    ///
    /// # Errors
    /// As [`run`](Self::run), or a file that cannot be written.
    pub fn write(self, path: impl AsRef<Path>) -> Result<()> {
        disk::save_packed(path.as_ref(), self.job.lines(self.index, self.watch)?.result)
    }

    /// Searches, and returns the docnos and scores of every topic, best first, in the order of the
    /// topics. Pages with equal scores are in the order in which [`write`](Self::write) writes
    /// them.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn rankings(self) -> Result<Vec<Ranking>> {
        let mut rankings = Vec::new();
        self.job.run(self.index, self.watch, &mut |_, ranking| {
            rankings.push(ranking);
            Ok(())
        })?;
        Ok(rankings)
    }
}

impl JobBuilder<'_, SweepJob> {
    /// Gives an axis its values: a bound on a feature (`min_words`, `max_tag_level`), `label`, the
    /// weight of a named rule (`weight.title`), or a parameter of the ranking (`k1`, `model`). An
    /// axis with one value holds at every point.
    pub fn axis<V: ToString>(mut self, name: &str, values: impl IntoIterator<Item = V>) -> Self {
        self.job.sweep.set_axis(name, values);
        self
    }

    /// Adds a measure by trec_eval's name or ir_measures': `P.10`, `ndcg_cut.10`, `nDCG@10`,
    /// `map`. The first measure selects the best point.
    pub fn measure(self, name: &str) -> Self {
        self.with(|job| job.judged.measures.push(name.to_owned()))
    }

    /// Searches and measures every point: the product of the values of all axes.
    ///
    /// # Errors
    /// Nothing to sweep, a setting out of range, an unknown measure, qrels that judge none of the
    /// topics, more folds than topics, or an index that cannot be read.
    pub fn run(self) -> Result<Sweep> {
        Ok(self.job.run(self.index, self.watch)?.result)
    }
}

impl JobBuilder<'_, CompareJob> {
    /// Adds a measure, as for a sweep.
    pub fn measure(self, name: &str) -> Self {
        self.with(|job| job.judged.measures.push(name.to_owned()))
    }

    /// Searches and measures the unfiltered text, thresholds of 1 to 100 words and of a text
    /// density of 1 to 20, and every label.
    ///
    /// # Errors
    /// As for a sweep, and a label that the index does not have.
    pub fn run(self) -> Result<Comparison> {
        Ok(self.job.run(self.index, self.watch)?.result)
    }
}

impl JobBuilder<'_, TuneJob> {
    /// Finds the rule. Stores nothing: see [`Index::store_tuned`].
    ///
    /// # Errors
    /// An index that stores no titles, that does not know how often blocks repeat, or of which
    /// fewer than 30 titles can be queries; an unknown measure; qrels that judge none of the
    /// topics; an index that cannot be read.
    pub fn run(self) -> Result<Tuned> {
        Ok(self.job.run(self.index, self.watch)?.result)
    }
}
