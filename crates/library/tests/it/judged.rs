//! Searches and experiments on the index `index` of a case, with its `topics` and `qrels`. Their
//! parameters are pairs of name and value, such as `min_words 5 | where words > 3`; the axes of a
//! sweep are `grid k1=0.5,2`.

use crate::case::{Case, names};
use tamis::job::eval::{EvalJob, Evaluated, Scoring, sort_as_asked};
use tamis::job::{
    CompareJob, ExportFormat, ExportJob, Exported, Found, Judged, Outcome, SearchJob, SweepJob,
    TopicsJob,
};
use tamis::request::{Request, SweepRequest};
use tamis::{Comparison, Error, Explained, Index, Result, Sweep};
use tamis_testing::pages::{QRELS, TOPICS};

fn pairs(parameters: &str) -> impl Iterator<Item = (&str, &str)> {
    let each = parameters.split(" | ").filter(|pair| !pair.is_empty());
    each.map(|pair| pair.split_once(' ').expect("a name and a value"))
}

/// The request of these parameters.
pub fn request(parameters: &str) -> Result<Request> {
    Request::from_pairs(pairs(parameters))
}

/// The docnos of pages that were found, best first.
pub fn docnos(found: &[Found]) -> Vec<&str> {
    found.iter().map(|found| found.hit.docno.as_str()).collect()
}

impl Case {
    /// An index with topics and judgements.
    pub fn judged() -> Self {
        let case = Self::indexed();
        case.file("topics", TOPICS);
        case.file("qrels", QRELS);
        case
    }

    /// The topics and qrels, with these measures; none for those of the job.
    pub fn measured_by(&self, measures: &[&str]) -> Judged {
        let judged = Judged::new(self.path("topics").into(), self.path("qrels").into());
        Judged { measures: names(measures), ..judged }
    }

    /// The sweep of these axes and parameters.
    pub fn sweep_job(&self, parameters: &str) -> Result<SweepJob> {
        let sweep = SweepRequest::from_pairs(pairs(parameters))?;
        Ok(SweepJob { sweep, judged: self.measured_by(&[]), ..SweepJob::default() })
    }

    /// Sweeps with changes of the job.
    pub fn sweep_with(
        &self,
        parameters: &str,
        change: impl FnOnce(&mut SweepJob),
    ) -> Result<Outcome<Sweep>> {
        let mut job = self.sweep_job(parameters)?;
        change(&mut job);
        job.run(&Index::open(self.path("index"))?, &())
    }

    /// Sweeps.
    pub fn sweep(&self, parameters: &str) -> Result<Sweep> {
        Ok(self.sweep_with(parameters, |_| ())?.result)
    }

    /// Compares with changes of the job.
    pub fn compare_with(
        &self,
        parameters: &str,
        change: impl FnOnce(&mut CompareJob),
    ) -> Result<Outcome<Comparison>> {
        let judged = self.measured_by(&[]);
        let mut job = CompareJob { request: request(parameters)?, judged, ..CompareJob::default() };
        change(&mut job);
        job.run(&Index::open(self.path("index"))?, &())
    }

    /// The run of all topics, as TREC's lines.
    #[track_caller]
    pub fn run(&self, parameters: &str) -> String {
        let topics = self.path("topics").into();
        let request = request(parameters).expect("a request");
        let job = TopicsJob { request, topics, ..TopicsJob::default() };
        let lines = job.lines(&self.open("index"), &()).expect("a run").result;
        String::from_utf8(lines).expect("UTF-8")
    }

    /// Searches for words.
    pub fn found(&self, words: &str, parameters: &str) -> Result<Outcome<Vec<Found>>> {
        self.found_in("index", words, parameters)
    }

    /// Searches this index for words.
    pub fn found_in(
        &self,
        index: &str,
        words: &str,
        parameters: &str,
    ) -> Result<Outcome<Vec<Found>>> {
        let words = words.to_owned();
        let job = SearchJob { words, request: request(parameters)?, ..SearchJob::default() };
        job.run(&Index::open(self.path(index))?, &())
    }

    /// Explains a query, and the score of a page.
    pub fn explained(
        &self,
        words: &str,
        docno: Option<&str>,
        parameters: &str,
    ) -> Result<Explained> {
        let words = words.to_owned();
        let job = SearchJob { words, request: request(parameters)?, ..SearchJob::default() };
        Ok(job.explain(docno, &Index::open(self.path("index"))?, &())?.result)
    }

    /// Exports the index, and returns the bytes.
    pub fn exported(&self, format: ExportFormat, parameters: &str) -> Result<(Exported, Vec<u8>)> {
        let mut bytes = Vec::new();
        let refused = |error| Error::io("write", "(memory)", error);
        let job = ExportJob { format, request: request(parameters)?, ..ExportJob::default() };
        let outcome = job.run(&self.open("index"), &mut bytes, refused, &())?;
        Ok((outcome.result, bytes))
    }

    /// Scores the file `run` by measures, also in topics that it does not answer.
    pub fn evaluate(&self, run: &str, measures: &[&str]) -> Result<Outcome<Evaluated>> {
        let scoring = Scoring {
            judgements: self.path("qrels").into(),
            measures: names(measures),
            complete: true,
            ..Scoring::default()
        };
        EvalJob { scoring, run: self.path(run).into(), ..EvalJob::default() }.run(None, &())
    }

    /// The means of the run of a search, 0 if it finds nothing.
    #[track_caller]
    pub fn means(&self, parameters: &str, measures: &[&str]) -> Vec<f64> {
        let run = self.run(parameters);
        if run.is_empty() {
            return vec![0.0; measures.len()];
        }
        self.file("run", run);
        let evaluated = self.evaluate("run", measures).expect("an evaluation").result.evaluation;
        let mut means: Vec<_> = evaluated.instances.into_iter().zip(evaluated.summary).collect();
        sort_as_asked(&names(measures), &mut means, |(measure, _)| measure).expect("measures");
        means.into_iter().map(|(_, mean)| mean).collect()
    }
}
