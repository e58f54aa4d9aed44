//! What all requests of a server share: the index as it was committed last, what it is judged by,
//! the judgements that it writes, and the threads that do the work.

mod assess;
mod cancel;
mod judging;
mod snapshot;
mod watched;
mod work;

pub use assess::gold::{Gold, GoldBlock, file_name};
pub use assess::{
    AssessedTopic, Assessment, AssessmentSettings, BLOCKS_PATH, PAGES_PATH, PageAssessment,
    PageSettings, TopicPool, is_same_file,
};
pub use cancel::Cancel;
pub use judging::{Judging, JudgingSettings};
pub use snapshot::{DEPTH, QueryRanks, Snapshot};
pub use watched::WatchedIndex;
pub use work::{DEADLINE, Effort, WorkerPool};

use crate::excerpt;
use crate::requests::{
    Answer, Failure, Fields, PIN, Pairs, Pin, Scope, SearchRequest, check_names, of_part, pins,
    same,
};
use std::path::Path;
use tamis::job::notices_of_request;
use tamis::request::Part;

/// The served index, and what it is judged by.
pub struct ServedSite {
    pub index: WatchedIndex,
    /// Topics and qrels, if it has them.
    pub judging: Option<Judging>,
    /// What it writes; none for a server that writes nothing.
    pub assessment: Option<Assessment>,
}

impl ServedSite {
    /// The data set of judged blocks that it writes.
    pub fn gold(&self) -> Option<&Gold> {
        self.assessment.as_ref()?.blocks.as_ref()
    }
}

/// An HTTP request for a page or an answer, and the commit that answers it.
#[derive(Clone, Copy)]
pub struct WebRequest<'a> {
    pub site: &'a ServedSite,
    pub snapshot: &'a Snapshot,
    /// The query string as it was sent.
    pub query: &'a str,
    pub fields: &'a Fields,
    pub cancel: &'a Cancel,
}

impl<'a> WebRequest<'a> {
    /// The index's folder, as it was given.
    pub fn path(&self) -> &Path {
        self.site.index.path()
    }

    /// Reads the search of the address, whose parameters have the names of a scope; the address may
    /// have the parameters `others` too.
    ///
    /// # Errors
    /// [`Failure::Problems`] with every parameter that is wrong.
    pub fn search_request(&self, scope: Scope, others: &[&str]) -> Answer<SearchRequest> {
        check_names(self.fields, scope, others)?;
        let mut request = SearchRequest::read(&scope.read(self.fields), self.snapshot.manifest())?;
        // An index may lack what a rule is over, such as repeats that are not counted yet.
        if let Err(error) = self.snapshot.index.check_rule(&request.rule) {
            let mut blocks = of_part(Part::Blocks).filter(|spec| spec.role.needs_repeats());
            let parameter = blocks.find(|spec| request.get(spec.name).is_some());
            let parameter = parameter.map_or("where", |spec| spec.name);
            return Err(Failure::of(parameter, error.to_string()));
        }
        request.pins = self.pins(&request)?;
        let notices = notices_of_request(&self.snapshot.index, &request.request)?;
        request.warnings = notices.iter().map(excerpt::notice).collect();
        Ok(request)
    }

    /// Reads the pinned rules of a search.
    ///
    /// # Errors
    /// [`Failure::Problems`] with every one that is wrong, or that the index lacks something for.
    fn pins(&self, request: &SearchRequest) -> Answer<Vec<Pin>> {
        let pins = pins(request, self.snapshot.manifest())?;
        for pin in &pins {
            if let Err(error) = self.snapshot.index.check_rule(&pin.request.rule) {
                return Err(Failure::of(PIN, format!("{}: {error}", pin.name)));
            }
        }
        Ok(pins)
    }

    /// The query string in its usual form, if the address has another: forms send their empty
    /// fields too. `others` are the parameters that are not of the search.
    pub fn moved(&self, request: &SearchRequest, scope: Scope, others: &Pairs) -> Option<String> {
        let usual = request.address_in(scope, others);
        (!same(self.query, &usual)).then_some(usual)
    }

    /// What the server judges by.
    ///
    /// # Errors
    /// [`Failure::Missing`] if it has no topics and qrels.
    pub fn judging(&self) -> Answer<&Judging> {
        let lacking = "this server has no topics and qrels; start it with --topics and --qrels to \
                       measure a rule";
        self.site.judging.as_ref().ok_or_else(|| Failure::Missing(lacking.to_owned()))
    }

    /// The grades of pages that the server writes.
    ///
    /// # Errors
    /// [`Failure::Missing`] if it writes none.
    pub fn page_assessment(&self) -> Answer<&PageAssessment> {
        let pages = self.site.assessment.as_ref().and_then(|known| known.pages.as_ref());
        let lacking = "this server writes no judgements; start it with --topics and --judge FILE";
        pages.ok_or_else(|| Failure::Missing(lacking.to_owned()))
    }

    /// The data set of judged blocks that the server writes.
    ///
    /// # Errors
    /// [`Failure::Missing`] if it writes none.
    pub fn gold(&self) -> Answer<&Gold> {
        let lacking = "this server writes no judged blocks; start it with --judge-blocks FOLDER";
        self.site.gold().ok_or_else(|| Failure::Missing(lacking.to_owned()))
    }
}
