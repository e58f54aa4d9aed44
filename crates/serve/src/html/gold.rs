//! The pages on which one judges blocks: the pages of the sample, and one of them with all its
//! blocks, each content or not.

use super::judging::{judge as judge_button, keys, token, undo, way};
use super::{Page, at, counted, hidden, layout, named, original, shown, url};
use crate::answers::gold::{
    GoldProgress, JudgedPage, PARAMETERS, SAMPLE, judge as judge_block, judged_page, progress,
};
use crate::answers::onward;
use crate::excerpt::{line, start};
use crate::requests::{Answer, Fields, check_only, encode};
use crate::site::{BLOCKS_PATH, GoldBlock, WebRequest};
use maud::{Markup, html};
use tamis::words;

/// The most characters of a block to show: what it is can be seen by then.
const TEXT: usize = 4000;
/// The answers to the question whether a block is content: value, key, words.
const ANSWERS: [(&str, &str); 2] = [("1", "content"), ("0", "not content")];

/// Shows the sample, or the page of it that the address asks for.
///
/// # Errors
/// [`Failure`] for a server that writes no gold, an unknown page, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    web.gold()?;
    check_only(web.fields, &PARAMETERS)?;
    let sample = progress(web)?;
    let (title, content) = if web.fields.get("docno").is_some() {
        ("Judge a page's blocks", blocks(web, &sample, &judged_page(web)?))
    } else {
        ("Judge blocks", pages(web, &sample))
    };
    Ok(Page::Shown(layout(web, title, BLOCKS_PATH, None, &content)))
}

/// Does what a judgement says, and returns the address of the block that is judged next.
///
/// # Errors
/// As [`judge_block`].
pub fn judge(web: &WebRequest<'_>, sent: &Fields) -> Answer<String> {
    check_only(web.fields, &SAMPLE)?;
    let (docno, next) = judge_block(web, sent)?;
    Ok(address(web, Some((&docno, next))))
}

/// The address of the sample; of a page of it, and of a block.
fn address(web: &WebRequest<'_>, page: Option<(&str, Option<usize>)>) -> String {
    let mut pairs: Vec<(&str, &str)> =
        SAMPLE.iter().filter_map(|name| Some((*name, web.fields.get(name)?))).collect();
    let Some((docno, block)) = page else { return at(BLOCKS_PATH, &encode(pairs)) };
    pairs.push(("docno", docno));
    let Some(block) = block else { return at(BLOCKS_PATH, &encode(pairs)) };
    let number = block.to_string();
    pairs.push(("block", &number));
    format!("{}#block-{block}", at(BLOCKS_PATH, &encode(pairs)))
}

/// The next page of the sample with a block to judge, other than this one.
fn next_page<'s>(sample: &'s GoldProgress, docno: Option<&str>) -> Option<&'s str> {
    let pages = &sample.pages;
    let at = pages.iter().position(|page| Some(page.docno.as_str()) == docno);
    let is_open = |place: usize| pages[place].judged < pages[place].blocks && at != Some(place);
    onward(pages.len(), at, is_open).map(|place| &*pages[place].docno)
}

fn pages(web: &WebRequest<'_>, sample: &GoldProgress) -> Markup {
    let whole = sample.pages.iter().filter(|page| page.judged == page.blocks).count();
    html! {
        h1 { "Judge blocks" }
        p.summary #progress role="status" {
            (whole) " of " (words::counted(sample.pages.len() as u64, "page"))
            " of the sample judged, "
            (counted(sample.judged as u64)) " of "
            (words::counted(sample.blocks as u64, "block")) "."
        }
        progress.wide max=(sample.blocks) value=(sample.judged) aria-label="Judged blocks" {}
        p {
            "Say of every block of a page whether it is content: what the page is there for, and \
             not navigation, advertisement or what the site says on all pages. A page is added to \
             the data set "
            code { (shown(&sample.folder)) }
            " when all its blocks are judged; "
            code { "tamis train" } " and " code { "tamis accuracy" } " read it."
        }
        @if let Some(next) = next_page(sample, None) {
            p { a.go href=(address(web, Some((next, None)))) data-key="n" {
                @if sample.judged == 0 { "Begin" } @else { "Go on" } " " kbd { "n" } } }
        }
        h2 { "The sample" }
        form method="get" action=(BLOCKS_PATH) {
            @for (name, label, usual) in [
                ("pages", "Pages ", sample.pages.len() as u64),
                ("seed", " drawn with seed ", sample.seed),
            ] {
                label for=(name) { (label) }
                input type="text" inputmode="numeric" size="5" id=(name) name=(name)
                    value=(web.fields.get(name).unwrap_or_default()) placeholder=(usual);
            }
            " "
            button type="submit" { "Draw" }
        }
        ol.sample {
            @for page in &sample.pages {
                li {
                    a href=(address(web, Some((&page.docno, None)))) {
                        (named(&page.title, &page.docno))
                    }
                    span.quiet {
                        " " (page.judged) " of " (words::counted(page.blocks as u64, "block"))
                    }
                }
            }
        }
        (keys(&[("n", "the next page with a block to judge"), ("?", "these keys")]))
    }
}

/// A page with its blocks.
fn blocks(web: &WebRequest<'_>, sample: &GoldProgress, page: &JudgedPage) -> Markup {
    let JudgedPage { page: stored, blocks, .. } = page;
    let judged = blocks.iter().filter(|block| block.is_content.is_some()).count();
    html! {
        p.progress #progress {
            (way(&address(web, None), "t", "All pages"))
            span { (judged) " of " (words::counted(blocks.len() as u64, "block")) " judged" }
            progress max=(blocks.len()) value=(judged)
                aria-label="Judged blocks of the page" {}
            span.quiet {
                (counted(sample.judged as u64)) " of " (counted(sample.blocks as u64))
                " of all pages"
            }
            @if let Some(next) = next_page(sample, Some(&stored.docno)) {
                (way(&address(web, Some((next, None))), "n", "Next page"))
            }
        }
        h1 { (named(&line(&stored.title), &stored.docno)) }
        @if !stored.url.is_empty() { p.address { (url(&stored.url)) } }
        (original(&stored.docno, "Original page", Some("o")))
        @if judged == blocks.len() {
            p.done #done { "All blocks of this page are judged: it is in the data set." }
        }
        form.judging method="post" action=(address(web, None)) {
            (hidden([("token", token(web)), ("docno", &stored.docno)]))
            ol.judgedblocks {
                @for (place, block) in blocks.iter().enumerate() {
                    (row(web, page, place, block))
                }
            }
            div.ways {
                @if judged < blocks.len() {
                    button type="submit" name="judge" value="rest=0" data-key="r" {
                        "The others are not content " kbd { "r" }
                    }
                }
                (undo())
            }
        }
        (keys(&[
            ("1", "the block is content"),
            ("0", "it is not"),
            ("j", "next block"),
            ("k", "block before"),
            ("r", "all blocks that are not judged yet are not content"),
            ("u", "take the last judgement of this page back"),
            ("n", "next page with a block to judge"),
            ("o", "the original page"),
            ("t", "all pages"),
            ("?", "these keys"),
        ]))
    }
}

/// A block with its answers; the keys are those of the block that is judged now.
fn row(web: &WebRequest<'_>, page: &JudgedPage, place: usize, block: &GoldBlock) -> Markup {
    let is_now = page.at == Some(block.number);
    let near = |place: Option<usize>, key| {
        let block = place.and_then(|place| page.blocks.get(place)).filter(|_| is_now);
        html! {
            @if let Some(block) = block {
                a.hidden href=(address(web, Some((&page.page.docno, Some(block.number)))))
                    data-key=(key) tabindex="-1" aria-hidden="true" { (key) }
            }
        }
    };
    let button = |(value, words): (&str, &str)| {
        let content = html! { kbd { (value) } " " (words) };
        let is_own = block.is_content == Some(value == "1");
        let judgement = format!("{}={value}", block.number);
        judge_button(("judge", &judgement), is_now.then_some(value), None, is_own, &content)
    };
    html! {
        li id={ "block-" (block.number) } aria-current=[is_now.then_some("true")]
            class=[block.is_content.map(|is| if is { "content" } else { "not" })] {
            p { (shown(&start(&block.text, TEXT))) }
            div.answers role="group" aria-label={ "Block " (block.number) } {
                @for answer in ANSWERS { (button(answer)) }
                (near(place.checked_sub(1), "k"))
                (near(Some(place + 1), "j"))
            }
        }
    }
}
