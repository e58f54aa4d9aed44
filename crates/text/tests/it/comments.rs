//! The comments of real pages, every fourth of eight data sets: no text of comments is lost, and
//! forums have comments, but hardly other pages.

use std::collections::BTreeMap;
use std::path::Path;
use tamis_blocks::classify::{CLASSIFIERS, Subject, content};
use tamis_blocks::html::Outline;
use tamis_blocks::page::{Budget, Cut, Label};
use tamis_blocks::{block, html};
use tamis_testing::real_pages;
use tamis_text::comments::{Comment, Removers};

/// Dates as the page writes them, words such as `says` and `reply`, and text beside the comments
/// that nothing calls one are what the blocks have and the comments do not.
#[test]
fn the_words_of_the_blocks_are_in_the_comments() {
    let Some(folder) = tamis_testing::shared() else { return };
    let removers = Removers::new(None).unwrap();
    let with_comments = CLASSIFIERS.by_name("tamis-comments").unwrap();
    let [mut all, mut lost, mut count, mut signed] = [0; 4];
    // Of forums and of other pages: pages, and pages with comments.
    let mut kinds = [[0; 2]; 2];
    for file in real_pages(&folder) {
        let bytes = std::fs::read(&file).unwrap();
        let decoded = html::decode(&bytes, html::Charset::default());
        let (page, outline) = Outline::of_decoded(&decoded, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject =
            Subject::new(&page, &blocks).with_outline(&outline).with_markup(&decoded.text);
        let apart = removers.apart(&subject, None);
        if let Some(is_forum) = is_forum(&file) {
            let of = &mut kinds[usize::from(is_forum)];
            of[0] += 1;
            of[1] += usize::from(!apart.comments.is_empty());
        }
        if apart.comments.is_empty() {
            continue;
        }
        let labels = with_comments.classify(&subject);
        let is_comment = labels.iter().zip(&apart.article.labels).map(|labels| match labels {
            (Label::Content, Label::Boilerplate) => Label::Content,
            _ => Label::Boilerplate,
        });
        let mut said = BTreeMap::new();
        visit(&apart.comments, &mut |comment| {
            count += 1;
            signed += usize::from(comment.author.is_some());
            words(&format!("{} {}", comment.byline(), comment.text()), &mut said);
        });
        let mut of_blocks = BTreeMap::new();
        words(&content(&blocks, &is_comment.collect::<Vec<_>>()), &mut of_blocks);
        for (word, count) in of_blocks.iter().filter(|(word, _)| !is_beside(word)) {
            all += count;
            lost += count.saturating_sub(*said.get(word).unwrap_or(&0));
        }
    }
    assert!(all > 50_000 && lost * 50 < all, "{lost} of {all} words are lost");
    assert!(count > 1000 && signed * 10 > count * 8, "{signed} of {count} comments have a name");
    let [others, forums] = kinds;
    assert!(others[0] > 300 && others[1] * 20 < others[0], "{others:?} pages that are no forum");
    assert!(forums[0] > 20 && forums[1] * 10 > forums[0] * 7, "{forums:?} pages of forums");
}

/// Whether a page of WCXB is of a forum, by its gold.
fn is_forum(page: &Path) -> Option<bool> {
    let native =
        page.parent()?.parent()?.join("native").join(page.with_extension("json").file_name()?);
    let gold: serde_json::Value = serde_json::from_slice(&std::fs::read(native).ok()?).ok()?;
    Some(gold.pointer("/_internal/page_type/primary")?.as_str()? == "forum")
}

/// Whether a word is of a date, or of what stands around comments.
fn is_beside(word: &str) -> bool {
    const STARTS: [&str; 19] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon",
        "tue", "wed", "thu", "fri", "sat", "sun",
    ];
    const WORDS: [&str; 29] = [
        "am",
        "pm",
        "at",
        "on",
        "by",
        "to",
        "the",
        "of",
        "in",
        "a",
        "posted",
        "says",
        "said",
        "reply",
        "replies",
        "comment",
        "comments",
        "response",
        "responses",
        "permalink",
        "ago",
        "hours",
        "est",
        "up",
        "actions",
        "edt",
        "pdt",
        "mst",
        "writes",
    ];
    let word = word.to_lowercase();
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    is_number || WORDS.contains(&&*word) || STARTS.iter().any(|start| word.starts_with(start))
}

fn visit(comments: &[Comment], call: &mut dyn FnMut(&Comment)) {
    for comment in comments {
        call(comment);
        visit(&comment.replies, call);
    }
}

fn words(text: &str, bag: &mut BTreeMap<String, usize>) {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.for_each(|word| *bag.entry(word.to_owned()).or_default() += 1);
}
