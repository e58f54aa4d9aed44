//! What a server writes when it may: the grades of pages as qrels, and blocks judged as content or
//! not as a data set with gold. Without these settings a server writes nothing.

mod file;
pub mod gold;
mod lock;
mod token;

use file::{FileJudgement, JudgementFile};
use gold::Gold;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tamis::eval::Topics;
use tamis::eval::trec::{Topic, TopicField, TopicFields};
use tamis::{Result, WeightedCache};

pub use lock::is_same_file;
pub use token::SessionToken;

/// Where grades of pages are sent.
pub const PAGES_PATH: &str = "/judge";
/// Where judgements of blocks are sent.
pub const BLOCKS_PATH: &str = "/judge/blocks";

/// The column of qrels that evaluations ignore.
const ITERATION: &str = "0";
const POOLS: u64 = 16;

#[derive(Debug, Clone)]
pub struct AssessmentSettings {
    /// Grades of pages: the topics, and where to write.
    pub pages: Option<PageSettings>,
    /// The folder of a data set with blocks judged as content or not.
    pub blocks: Option<PathBuf>,
}

#[derive(Debug, Clone)]
pub struct PageSettings {
    pub topics: PathBuf,
    /// The part of the topics that is the query.
    pub fields: TopicFields,
    /// The qrels file to write.
    pub file: PathBuf,
    /// The highest grade; 0 is the lowest.
    pub max_grade: i32,
}

pub struct Assessment {
    /// What every judgement brings along.
    pub token: SessionToken,
    pub pages: Option<PageAssessment>,
    /// Blocks judged as content or not.
    pub blocks: Option<Gold>,
}

/// A topic as an assessor reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssessedTopic {
    /// The topic; its text is the query.
    pub topic: Topic,
    /// What is looked for, and what counts as relevant, if the file says so.
    pub explained: Vec<String>,
}

/// The pages of a topic that are to be judged, in their order: docno, and its rank in the index.
pub type TopicPool = Vec<(String, u32)>;

pub struct PageAssessment {
    /// The topics, in the order of their file.
    pub topics: Vec<AssessedTopic>,
    pub max_grade: i32,
    /// Pools by the commit and the rules that they are from, a pool for each topic.
    pub pools: WeightedCache<String, Arc<Vec<TopicPool>>>,
    graded: Mutex<JudgementFile>,
}

impl Assessment {
    /// Reads topics and former judgements, and locks what will be written.
    ///
    /// # Errors
    /// Files that cannot be read or are something else, and a file that another server writes.
    pub fn open(settings: &AssessmentSettings) -> Result<Self> {
        let pages = settings.pages.as_ref().map(PageAssessment::open).transpose()?;
        let blocks = settings.blocks.as_deref().map(Gold::open).transpose()?;
        Ok(Self { token: SessionToken::new(), pages, blocks })
    }
}

impl PageAssessment {
    fn open(settings: &PageSettings) -> Result<Self> {
        let topics = topics(settings)?;
        let graded = Mutex::new(JudgementFile::open(&settings.file)?);
        let max_grade = settings.max_grade;
        Ok(Self { topics, max_grade, pools: WeightedCache::new(POOLS), graded })
    }

    /// The topic of an id, with its place.
    pub fn topic(&self, id: &str) -> Option<(usize, &AssessedTopic)> {
        self.topics.iter().enumerate().find(|(_, known)| known.topic.id == id)
    }

    pub fn path(&self) -> PathBuf {
        self.graded().path().to_path_buf()
    }

    /// The grades of the pages of a topic's pool.
    pub fn grades(&self, topic: &str, pool: &TopicPool) -> Vec<Option<i32>> {
        let graded = self.graded();
        let grade = |docno: &str| graded.get(topic, docno).map(|judged| judged.grade);
        pool.iter().map(|(docno, _)| grade(docno)).collect()
    }

    /// Grades a page; durable when this returns.
    ///
    /// # Errors
    /// As [`JudgementFile::write`].
    pub fn grade(&self, topic: &str, docno: &str, grade: i32) -> Result<()> {
        let judgement = FileJudgement { iteration: ITERATION.to_owned(), grade };
        self.graded().judge(topic, &[(docno.to_owned(), judgement)])
    }

    /// Takes the last grade since the start back, and returns its topic and docno; none if there is
    /// none.
    ///
    /// # Errors
    /// As [`JudgementFile::write`].
    pub fn undo(&self) -> Result<Option<(String, String)>> {
        let mut graded = self.graded();
        let Some((last, _)) = graded.last(None) else { return Ok(None) };
        graded.undo(last).map(|step| Some((step.topic, step.docno)))
    }

    /// Whether there is a grade to take back.
    pub fn can_undo(&self) -> bool {
        self.graded().last(None).is_some()
    }

    fn graded(&self) -> MutexGuard<'_, JudgementFile> {
        // A panic leaves it as it was.
        self.graded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the topics, with what else their file says of each.
fn topics(settings: &PageSettings) -> Result<Vec<AssessedTopic>> {
    let of = |fields: TopicFields| Topics::fields(fields).read(&settings.topics);
    let queries: Vec<Topic> = of(settings.fields)?.into();
    // Lines of id and text have no other fields.
    let others = [TopicField::Title, TopicField::Desc, TopicField::Narr];
    let others: Vec<Topics> =
        others.into_iter().filter_map(|field| of(field.into()).ok()).collect();
    let explained = |query: &Topic| {
        let same = others.iter().filter_map(|all| all.iter().find(|other| other.id == query.id));
        let texts = same.map(|other| other.text.clone());
        texts.filter(|text| !text.is_empty() && *text != query.text).collect()
    };
    let topics = queries.into_iter();
    Ok(topics.map(|topic| AssessedTopic { explained: explained(&topic), topic }).collect())
}
