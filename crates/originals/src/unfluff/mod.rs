//! unfluff 3.2.0 (Geitgey; a port of goose): keeps the element whose paragraphs have the most stop
//! words, cleaned.
//!
//! Markup is parsed, changed, written and parsed again like in cheerio 0.22, unfluff's library,
//! bugs included: on broken or nested markup they decide which text is kept.

mod article;
mod clean;
mod entity;
mod js;
mod paragraphs;
mod parse;
mod score;
mod stopwords;
mod tree;
mod write;

use stopwords::Counter;
use tamis_blocks::block::carry::{self, Piece};
use tamis_blocks::classify::{Classifier, Kept, Subject};
use tamis_blocks::page::Label;
use tree::{CheerioId, CheerioName, CheerioTree};

pub(super) struct Unfluff;

/// unfluff's result for a page.
struct Article {
    paragraphs: Vec<String>,
    /// The winning element, as a selector, and its score; or why there is none.
    winner: Result<(String, f64), &'static str>,
}

impl Article {
    fn none(why: &'static str) -> Self {
        Self { paragraphs: Vec::new(), winner: Err(why) }
    }
}

/// Nothing is kept of a page that would take far more memory than its size.
const TOO_LARGE: &str = "the page has too many elements";

fn article(subject: &Subject) -> Article {
    let mut tree = parse::page(subject.markup);
    if tree.full {
        return Article::none(TOO_LARGE);
    }
    let own = subject.language.is_none().then(|| language(&mut tree)).flatten();
    let mut words = Counter::for_language(subject.language.or(own.as_deref()).unwrap_or("en"));
    clean::clean(&mut tree);
    let Some(top) = score::best(&mut tree, &mut words).filter(|_| !tree.full) else {
        return Article::none(if tree.full {
            TOO_LARGE
        } else {
            "no paragraph has three stop words"
        });
    };
    let winner = Ok((selector(&tree, top), score::score(&tree, top)));
    let paragraphs = article::paragraphs(&mut tree, top, &mut words);
    if tree.full { Article::none(TOO_LARGE) } else { Article { paragraphs, winner } }
}

/// Returns the language that a page declares: `lang` of HTML, or the first `<meta name=lang>`.
fn language(tree: &mut CheerioTree) -> Option<String> {
    let html = tree.find_all(|_, _, name| name == CheerioName::HTML);
    let lang = html.first().and_then(|&id| tree.attribute(id, |attributes| &attributes.lang));
    let declared = match lang.filter(|lang| !lang.is_empty()).map(str::to_owned) {
        Some(lang) => lang,
        None => meta_language(tree)?.to_owned(),
    };
    let code = declared.get(..2)?;
    let is_code = code.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| code.to_ascii_lowercase())
}

/// Returns the content of the first `<meta name=lang>`.
fn meta_language(tree: &mut CheerioTree) -> Option<&str> {
    let metas = tree.find_all(|tree, id, name| {
        name == CheerioName::META
            && tree.attribute(id, |attributes| &attributes.name) == Some("lang")
    });
    tree.attribute(*metas.first()?, |attributes| &attributes.content)
}

/// Returns an element as `name#id.class`.
fn selector(tree: &CheerioTree, id: CheerioId) -> String {
    let mut selector = tree.name(id).map_or("the root", |name| tree.text_of_name(name)).to_owned();
    if let Some(id) = tree.attribute(id, |attributes| &attributes.id) {
        selector.extend(["#", id]);
    }
    for class in
        tree.attribute(id, |attributes| &attributes.class).unwrap_or_default().split_whitespace()
    {
        selector.extend([".", class]);
    }
    selector
}

fn pieces(paragraphs: &[String]) -> Vec<Piece<'_>> {
    paragraphs.iter().map(|text| Piece { text, kept: true }).collect()
}

fn written(paragraphs: &[String]) -> String {
    if paragraphs.is_empty() { String::new() } else { paragraphs.join("\n\n") + "\n" }
}

impl Classifier for Unfluff {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        carry::labels(&subject.words(), &pieces(&article(subject).paragraphs))
    }

    fn text(&self, subject: &Subject) -> String {
        written(&article(subject).paragraphs)
    }

    fn keep(&self, subject: &Subject) -> Kept {
        let paragraphs = article(subject).paragraphs;
        let labels = carry::labels(&subject.words(), &pieces(&paragraphs));
        Kept { labels, text: written(&paragraphs) }
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let article = article(subject);
        let winner = match &article.winner {
            Ok((selector, score)) => format!("the winner {selector} (score {score})"),
            Err(why) => return vec![(*why).to_owned(); subject.blocks.blocks.len()],
        };
        let shares = carry::shares(&subject.words(), &pieces(&article.paragraphs));
        shares
            .into_iter()
            .map(|share| {
                let percent = share * 100.0;
                format!("{percent:.0} % of its words are in the text kept from {winner}")
            })
            .collect()
    }

    fn needs_markup(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
