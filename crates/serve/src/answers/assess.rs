//! A page to be judged for a topic: all its text with the words of the query marked, and nothing of
//! rules, ranks, scores and other judgements. And what a judgement does.

use super::{onward, pool};
use crate::excerpt::{self, ExcerptPiece};
use crate::requests::{Answer, Failure, Fields, SearchRequest, check_only};
use crate::site::{AssessedTopic, PageAssessment, TopicPool, WebRequest};
use tamis::blocks::page::BlockKind;

/// The parameters of a page to be judged besides those of a search.
pub const PARAMETERS: [&str; 3] = [pool::DEPTH_NAME, "topic", "docno"];
const SENT: [&str; 5] = ["token", "topic", "docno", "grade", "undo"];

/// The most characters of a page to show, and of a block.
const PAGE: usize = 100_000;
const BLOCK: usize = 10_000;

/// A topic, and the page of its pool that is judged.
pub struct Assessed {
    pub topic: AssessedTopic,
    /// The pool with the grades so far, in its order.
    pub pool: Vec<PooledPage>,
    /// The place in the pool of the page that is shown; none when all are judged.
    pub at: Option<usize>,
    /// The page; none when all are judged.
    pub page: Option<AssessedPage>,
    /// The topic before the next one with a page to judge.
    pub next_topic: Option<String>,
    /// Judged pages of all topics, and pages of all.
    pub all: (usize, usize),
}

/// A page of the pool.
pub struct PooledPage {
    pub docno: String,
    pub title: String,
    pub grade: Option<i32>,
}

/// What an assessor reads of a page.
pub struct AssessedPage {
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    pub title: Vec<ExcerptPiece>,
    pub date: String,
    /// Its blocks in their order, marked, without the title.
    pub blocks: Vec<Vec<ExcerptPiece>>,
    /// The place of the first block with a word of the topic.
    pub first_match: Option<usize>,
    /// Whether there is more text than is shown.
    pub is_cut: bool,
}

/// The topic and the page that an address asks for; without a docno, the first page that is not
/// judged.
///
/// # Errors
/// [`Failure::Missing`] for an unknown topic, and a page that the index does not have.
pub fn assessed(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<Assessed> {
    let assessment = web.page_assessment()?;
    let (number, topic) = topic(assessment, web.fields.needed("topic")?)?;
    let pools = pool::pools(web, assessment, request)?;
    let pool = graded(web, assessment, topic, &pools[number])?;
    let at = match web.fields.get("docno") {
        Some(docno) => pool.iter().position(|page| page.docno == docno),
        None => pool.iter().position(|page| page.grade.is_none()),
    };
    let docno = web.fields.get("docno").or_else(|| at.map(|at| pool[at].docno.as_str()));
    let page = docno.map(|docno| page_text(web, topic, docno)).transpose()?;
    // How many pages of each topic are not judged.
    let open = assessment.topics.iter().zip(&*pools).map(|(topic, pool)| {
        assessment.grades(&topic.topic.id, pool).iter().filter(|grade| grade.is_none()).count()
    });
    let open: Vec<usize> = open.collect();
    let next = onward(open.len(), Some(number), |other| other != number && open[other] > 0);
    let total = pools.iter().map(Vec::len).sum::<usize>();
    let left = open.iter().sum::<usize>();
    Ok(Assessed {
        next_topic: next.map(|next| assessment.topics[next].topic.id.clone()),
        topic: topic.clone(),
        pool,
        at,
        page,
        all: (total - left, total),
    })
}

/// The topic of an id, with its place.
fn topic<'a>(assessment: &'a PageAssessment, id: &str) -> Answer<(usize, &'a AssessedTopic)> {
    let missing = || Failure::Missing(format!("no topic '{id}' in the topics file"));
    assessment.topic(id).ok_or_else(missing)
}

/// The pages of a pool with titles and own grades.
fn graded(
    web: &WebRequest<'_>,
    assessment: &PageAssessment,
    topic: &AssessedTopic,
    pool: &TopicPool,
) -> Answer<Vec<PooledPage>> {
    let mut pages = Vec::with_capacity(pool.len());
    for ((docno, document), grade) in pool.iter().zip(assessment.grades(&topic.topic.id, pool)) {
        let title = excerpt::line(&web.snapshot.index.stored_page(*document)?.title);
        pages.push(PooledPage { docno: docno.clone(), title, grade });
    }
    Ok(pages)
}

/// The text of a page with the words of the topic marked.
fn page_text(web: &WebRequest<'_>, topic: &AssessedTopic, docno: &str) -> Answer<AssessedPage> {
    let page = web.snapshot.index.stored_page(web.snapshot.document(docno)?)?;
    let mut finder = web.snapshot.index.word_finder(&topic.topic.text)?;
    let mut marked = |text: &str, room| excerpt::pieces(text, &finder.find(text), room);
    let title = marked(&page.title, excerpt::LINE);
    let mut blocks: Vec<Vec<ExcerptPiece>> = Vec::new();
    let mut room = PAGE;
    let texts = page.blocks.iter().filter(|block| block.block.kind != BlockKind::Title);
    for text in texts.map(|block| block.text.as_str()).filter(|text| !text.is_empty()) {
        if room == 0 {
            break;
        }
        blocks.push(marked(text, BLOCK.min(room)));
        room = room.saturating_sub(text.chars().count());
    }
    Ok(AssessedPage {
        docno: docno.to_owned(),
        url: page.url.clone(),
        title,
        date: excerpt::start(&page.date, excerpt::LINE),
        first_match: blocks.iter().position(|block| block.iter().any(|piece| piece.is_match)),
        blocks,
        is_cut: room == 0,
    })
}

/// Judges a page, or takes the last judgement back. The judgement is durable when this returns.
/// Returns where to go on: the topic, and the page if it is a certain one.
///
/// # Errors
/// [`Failure::Problems`] for a grade that is none, [`Failure::Missing`] for an unknown topic and a
/// page that the index does not have, [`Failure::Error`] if the file cannot be written.
pub fn judge(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    sent: &Fields,
) -> Answer<(String, Option<String>)> {
    check_only(sent, &SENT)?;
    let assessment = web.page_assessment()?;
    let (number, topic) = topic(assessment, sent.needed("topic")?)?;
    let id = topic.topic.id.clone();
    if sent.is_on("undo") {
        let stay = (id, sent.get("docno").map(str::to_owned));
        return Ok(assessment.undo()?.map_or(stay, |(topic, docno)| (topic, Some(docno))));
    }
    let docno = sent.needed("docno")?;
    web.snapshot.document(docno)?;
    sent.needed("grade")?;
    let most = assessment.max_grade;
    let grade = sent.whole("grade", 0..=most, &format!(" from 0 to {most}"))?.unwrap_or_default();
    assessment.grade(&id, docno, grade)?;
    let pools = pool::pools(web, assessment, request)?;
    let pool = &pools[number];
    let grades = assessment.grades(&id, pool);
    let at = pool.iter().position(|(known, _)| known == docno);
    let next = onward(pool.len(), at, |place| grades[place].is_none());
    Ok((id, next.map(|next| pool[next].0.clone())))
}
