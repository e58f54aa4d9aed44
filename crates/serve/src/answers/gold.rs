//! A sample of pages whose blocks are judged as content or not, and what such a judgement does.

use super::onward;
use crate::excerpt;
use crate::requests::{Answer, Failure, Fields, check_only};
use crate::site::{GoldBlock, ServedSite, Snapshot, WebRequest, file_name};
use serde::Serialize;
use std::sync::Arc;
use tamis::StoredPage;
use xxhash_rust::xxh3::xxh3_64;

/// The parameters of the sample.
pub const SAMPLE: [&str; 2] = ["seed", "pages"];
/// The parameters of a page of it.
pub const PARAMETERS: [&str; 4] = ["seed", "pages", "docno", "block"];
const SENT: [&str; 4] = ["token", "docno", "judge", "undo"];
/// Pages of a sample, usually and at most.
const USUAL: usize = 20;
const MOST: usize = 1000;
/// Pages with more blocks are in no sample: nobody judges them to the end.
const MAX_BLOCKS: usize = 1000;

/// The state of a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoldProgress {
    /// The folder of the data set.
    pub folder: String,
    /// The seed of the sample.
    pub seed: u64,
    /// Judged blocks of all pages of the sample.
    pub judged: usize,
    /// Blocks of all pages of the sample.
    pub blocks: usize,
    /// The pages, in their order.
    pub pages: Vec<SampledPage>,
}

/// A page of a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SampledPage {
    pub docno: String,
    pub title: String,
    pub judged: usize,
    pub blocks: usize,
}

/// A page whose blocks are judged.
pub struct JudgedPage {
    pub page: Arc<StoredPage>,
    pub blocks: Vec<GoldBlock>,
    /// The number of the block that is judged now.
    pub at: Option<usize>,
}

/// The seed of the address, and the pages of its sample.
fn sample(web: &WebRequest<'_>) -> Answer<(u64, Vec<Arc<StoredPage>>)> {
    let seed = web.fields.whole("seed", .., "")?.unwrap_or(1);
    let most = web.fields.whole("pages", 1..=MOST, &format!(" from 1 to {MOST}"))?;
    let most = most.unwrap_or(USUAL);
    let key = format!("{} {seed}", web.snapshot.commit);
    let samples = &web.gold()?.samples;
    let drawn = samples.get_or_make(key.as_str(), || Ok::<_, Failure>((draw(web, seed)?, 1)))?;
    let mut pages = Vec::with_capacity(most);
    for rank in drawn.iter() {
        let page = web.snapshot.index.stored_page(*rank)?;
        if (1..=MAX_BLOCKS).contains(&page.blocks.len()) {
            pages.push(page);
        }
        if pages.len() == most {
            break;
        }
    }
    Ok((seed, pages))
}

/// The ranks of the docnos with the lowest random numbers, which depend on the seed and the docno
/// alone. So the sample is the same again, and an index that grows changes little of it.
fn draw(web: &WebRequest<'_>, seed: u64) -> Answer<Arc<Vec<u32>>> {
    let mut drawn = Vec::new();
    for document in web.snapshot.index.documents()? {
        let (rank, docno) = document?;
        drawn.push((xxh3_64(format!("{seed} {docno}").as_bytes()), rank));
        if rank % 4096 == 0 {
            web.cancel.check()?;
        }
    }
    drawn.sort_unstable();
    // Some have too many blocks, or none.
    drawn.truncate(2 * MOST);
    Ok(Arc::new(drawn.into_iter().map(|(_, rank)| rank).collect()))
}

/// The sample with what is judged so far.
///
/// # Errors
/// [`Failure::Missing`] for a server that writes no gold.
pub fn progress(web: &WebRequest<'_>) -> Answer<GoldProgress> {
    let gold = web.gold()?;
    let (seed, sample) = sample(web)?;
    let mut pages = Vec::with_capacity(sample.len());
    for page in sample {
        let blocks = gold.blocks(&page);
        pages.push(SampledPage {
            docno: page.docno.clone(),
            title: excerpt::line(&page.title),
            judged: blocks.iter().filter(|block| block.is_content.is_some()).count(),
            blocks: blocks.len(),
        });
    }
    Ok(GoldProgress {
        folder: gold.folder().display().to_string(),
        seed,
        judged: pages.iter().map(|page| page.judged).sum(),
        blocks: pages.iter().map(|page| page.blocks).sum(),
        pages,
    })
}

/// The page that an address asks for; without a block, at its first one that is not judged.
///
/// # Errors
/// [`Failure::Missing`] for a page that the index does not have.
pub fn judged_page(web: &WebRequest<'_>) -> Answer<JudgedPage> {
    let page =
        web.snapshot.index.stored_page(web.snapshot.document(web.fields.needed("docno")?)?)?;
    let blocks = web.gold()?.blocks(&page);
    let asked = web.fields.whole("block", .., "")?;
    let first = blocks.iter().find(|block| block.is_content.is_none()).map(|block| block.number);
    let at = asked.filter(|asked| blocks.iter().any(|block| block.number == *asked)).or(first);
    Ok(JudgedPage { page, blocks, at })
}

/// Judges a block, or all of a page that are not judged yet, or takes the last judgement back.
/// Returns the docno and the number of the next block, if there is one.
///
/// # Errors
/// As [`judged_page`]; [`Failure::Problems`] for a judgement that is none.
pub fn judge(web: &WebRequest<'_>, sent: &Fields) -> Answer<(String, Option<usize>)> {
    let gold = web.gold()?;
    check_only(sent, &SENT)?;
    let docno = sent.needed("docno")?;
    let document = web.snapshot.document(docno)?;
    let page = web.snapshot.index.stored_page(document)?;
    let html = html(web.snapshot, document)?;
    if sent.is_on("undo") {
        return Ok((docno.to_owned(), gold.undo(&page, &html)?));
    }
    let blocks = gold.blocks(&page);
    let (block, is_content) = judgement(&blocks, sent.needed("judge")?)?;
    gold.judge(&page, &html, block, is_content)?;
    let blocks = gold.blocks(&page);
    let at = block.and_then(|number| blocks.iter().position(|block| block.number == number));
    let next = onward(blocks.len(), at, |place| blocks[place].is_content.is_none());
    Ok((docno.to_owned(), next.map(|place| blocks[place].number)))
}

/// Reads `17=1`, block 17 is content, or `rest=0`, no other block is. Which these are is known when
/// it is written: another window may judge meanwhile.
fn judgement(blocks: &[GoldBlock], text: &str) -> Answer<(Option<usize>, bool)> {
    let expected = "expected the number of a block of the page, or 'rest', then =0 or =1";
    let wrong = || Failure::of("judge", expected);
    let (which, value) = text.split_once('=').ok_or_else(wrong)?;
    let number = which.parse().ok();
    let number = number.filter(|number| blocks.iter().any(|block| block.number == *number));
    let is_known = ["0", "1"].contains(&value) && (number.is_some() || which == "rest");
    if is_known { Ok((number, value == "1")) } else { Err(wrong()) }
}

/// The page itself as text, by which removers are trained and scored.
fn html(snapshot: &Snapshot, document: u32) -> Answer<String> {
    let lacking = "the index does not keep the pages themselves; build it with --store all to \
                   judge blocks";
    let page = snapshot.index.whole_page(document)?;
    page.html().ok_or_else(|| Failure::Missing(lacking.to_owned()))
}

/// Puts the pages into the data set whose last block was judged just before the server was killed,
/// and takes those out whose judgements are not there, of all pages that the index has.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the data set cannot be read or written.
pub fn catch_up(site: &ServedSite) -> Answer<()> {
    let Some(gold) = site.gold() else { return Ok(()) };
    let names = gold.names()?;
    if names.is_empty() {
        return Ok(());
    }
    let snapshot = site.index.snapshot();
    for found in snapshot.index.documents()? {
        let (document, docno) = found?;
        if names.contains(&file_name(&docno)) {
            let page = snapshot.index.stored_page(document)?;
            gold.reconcile(&page, &html(&snapshot, document)?)?;
        }
    }
    Ok(())
}
