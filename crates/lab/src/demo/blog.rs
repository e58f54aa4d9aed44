//! A blog: the parts that all its pages share.

use super::chance::Chance;
use super::subjects::{topic, topics_of};
use super::vocabulary::VOCABULARY;
use super::writer::{BlockRole, Stratum, block, capitalised, phrase, plant, text};

/// The probability that the sidebar names a topic of the blog. In six-sites, 27 % of a site's
/// topics stand with all their words in its template.
const NAMED: u32 = 17_000;
/// Categories in the sidebar, apart from the topics that it names.
const CATEGORIES: usize = 14;
/// Words in the tag cloud, likewise.
const TAGS: usize = 14;

#[derive(Debug)]
pub struct Blog {
    pub name: String,
    /// Its name in URLs: lower case, hyphens for spaces, then the blog's number.
    pub slug: String,
    pub author: &'static str,
    /// The index of its template.
    pub template: usize,
    /// Indices of the topics it writes about, its favourites first.
    pub topics: Vec<usize>,
    /// Indices of the topics its posts touch in passing: those and their neighbours.
    pub nearby: Vec<usize>,
    /// Those of its topics that its sidebar names.
    pub named: Vec<usize>,
    pub navigation: Vec<String>,
    pub tagline: String,
    /// Its "about" text, on one of its topics.
    pub about: String,
    pub footer: String,
    pub sponsors: Vec<String>,
    pub blogroll: Vec<usize>,
    /// Its categories, with the topics that it names, by name.
    pub categories: Vec<String>,
    /// The words of its tag cloud, likewise.
    pub tags: Vec<String>,
    /// Months before the collection in its archives.
    pub months: usize,
    /// Whether its listing pages show whole posts; others show how they begin.
    pub shows_whole_posts: bool,
    /// Whether its posts link to related ones.
    pub has_related: bool,
}

/// Draws a blog of `blogs`.
pub fn blog(index: usize, blogs: usize, seed: u64, template: usize) -> Blog {
    let chance = &mut Chance::new(seed, "blog", index);
    let adjective = chance.pick(VOCABULARY.class("adjective"));
    let noun = chance.pick(VOCABULARY.class("noun"));
    let (mut topics, nearby) = topics_of(index, blogs);
    chance.shuffle(&mut topics);
    let named: Vec<usize> = topics.iter().copied().filter(|_| chance.happens(NAMED)).collect();
    Blog {
        name: format!("The {} {}", capitalised(adjective), capitalised(noun)),
        slug: format!("{adjective}-{noun}-{index}"),
        author: chance.pick(&VOCABULARY.names),
        template,
        navigation: (0..5)
            .map(|_| block(chance, BlockRole::Boilerplate, None).opening(4).to_string())
            .collect(),
        tagline: phrase(chance, 5, None).to_string(),
        about: about(chance, topics[0], &named),
        footer: boilerplate(chance, &topics),
        sponsors: vec![boilerplate(chance, &topics)],
        blogroll: blogroll(chance, index, blogs),
        categories: labels(
            &named,
            |i| phrase(chance, 1 + i % 2, None).to_string().to_lowercase(),
            CATEGORIES,
        ),
        tags: labels(&named, |i| tag(chance, i, &nearby), TAGS),
        months: 6 + chance.below(24),
        shows_whole_posts: index.is_multiple_of(2),
        has_related: (index / 2).is_multiple_of(2),
        topics,
        nearby,
        named,
    }
}

/// Writes a block of boilerplate on one of these topics.
fn boilerplate(chance: &mut Chance, topics: &[usize]) -> String {
    let subject = topic(chance.pick(topics));
    block(chance, BlockRole::Boilerplate, Some(subject)).to_string()
}

/// Writes the author's text about the blog: it names what the sidebar names.
fn about(chance: &mut Chance, subject: usize, named: &[usize]) -> String {
    let mut texts = [text(chance, Stratum::Long, Some(topic(subject)))];
    let words: Vec<&str> =
        named.iter().flat_map(|&t| topic(t).title_words.iter().copied()).collect();
    plant(chance, &mut texts, &words);
    texts[0].to_string()
}

/// Picks a word of the tag cloud: one in seven is half of a topic's name, the others are common
/// words.
fn tag(chance: &mut Chance, index: usize, nearby: &[usize]) -> String {
    let near = topic(chance.pick(nearby));
    let word = if index.is_multiple_of(7) {
        chance.pick(&near.title_words)
    } else {
        chance.pick(VOCABULARY.class("noun"))
    };
    word.to_owned()
}

/// Returns `count` labels and the names of topics, ordered, none twice.
fn labels(named: &[usize], mut draw: impl FnMut(usize) -> String, count: usize) -> Vec<String> {
    let mut labels: Vec<String> = (0..count).map(&mut draw).collect();
    labels.extend(named.iter().map(|&t| topic(t).title.to_owned()));
    labels.sort();
    labels.dedup();
    labels
}

/// Picks at most six other blogs, none twice.
fn blogroll(chance: &mut Chance, index: usize, blogs: usize) -> Vec<usize> {
    let mut others: Vec<usize> = (0..blogs).filter(|&other| other != index).collect();
    chance.shuffle(&mut others);
    others.truncate(6);
    others
}
