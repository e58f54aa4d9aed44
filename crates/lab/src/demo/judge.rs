//! Topics and judgements of the generated collection. They follow from the plan, which knows what
//! each page is about.
//!
//! A post's page is highly relevant (2) to the first topic of its post, relevant (1) to the others,
//! and not relevant (0) to a topic that it only touches or that is only in its boilerplate. A
//! listing page is relevant to nothing, as in the judgements of six-sites: it is no answer, but a
//! way to one. Every relevant page is judged; of the others only a pool, as in TREC, so an unjudged
//! page is not relevant here.

use super::plan::{BlogPage, Plan};
use super::subjects::topic;
use super::vocabulary::{DemoTopic, VOCABULARY, stem};
use std::collections::HashMap;
use std::fmt::Write;

/// Non-relevant pages in a topic's pool: those with most of the title's words, most often.
const POOL: usize = 100;

/// Returns the grade of a page for a topic, given by its index.
pub fn grade(plan: &Plan, page: BlogPage, topic: usize) -> u8 {
    let BlogPage::Post(post) = page else { return 0 };
    match plan.posts[post].topics.iter().position(|&t| t == topic) {
        Some(0) => 2,
        Some(_) => 1,
        None => 0,
    }
}

/// Collects the judgements page by page.
#[derive(Debug)]
pub struct DemoJudge {
    /// Per topic: docno and grade of the relevant pages.
    relevant: Vec<Vec<(String, u8)>>,
    /// Per topic: the other pages with a word of the title: different words, occurrences, docno.
    others: Vec<Vec<(usize, usize, String)>>,
}

impl DemoJudge {
    pub fn new() -> Self {
        let topics = VOCABULARY.topics.len();
        Self { relevant: vec![Vec::new(); topics], others: vec![Vec::new(); topics] }
    }

    /// Judges a page for all topics.
    pub fn see(&mut self, plan: &Plan, page: BlogPage, docno: &str, html: &str) {
        let counts = word_counts(html);
        for index in 0..VOCABULARY.topics.len() {
            let grade = grade(plan, page, index);
            let (different, occurrences) = mentions(&counts, topic(index));
            if grade > 0 {
                self.relevant[index].push((docno.to_owned(), grade));
            } else if different > 0 {
                self.others[index].push((different, occurrences, docno.to_owned()));
            }
        }
    }

    /// Returns the judgements in TREC's format, ordered by topic and docno.
    pub fn qrels(self) -> String {
        let mut text = String::new();
        for (index, (mut judged, mut others)) in
            self.relevant.into_iter().zip(self.others).enumerate()
        {
            others.sort_by(|a, b| (b.0, b.1, &a.2).cmp(&(a.0, a.1, &b.2)));
            judged.extend(others.into_iter().take(POOL).map(|(_, _, docno)| (docno, 0)));
            judged.sort();
            for (docno, grade) in judged {
                let _ = writeln!(text, "{} 0 {docno} {grade}", topic(index).number);
            }
        }
        text
    }
}

/// Counts the words of a page, in lower case and without a plural s: close enough to a search
/// engine's for a pool.
fn word_counts(html: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in html.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()) {
        *counts.entry(stem(&word.to_ascii_lowercase()).to_owned()).or_insert(0) += 1;
    }
    counts
}

/// Returns how many of the title's words a page has, and how often. Only its nouns count, not `of`
/// and `the`.
fn mentions(counts: &HashMap<String, usize>, topic: &DemoTopic) -> (usize, usize) {
    let mut different = 0;
    let mut occurrences = 0;
    for count in topic.title_words.iter().filter_map(|word| counts.get(stem(word))) {
        different += 1;
        occurrences += count;
    }
    (different, occurrences)
}

/// Returns the topics file: TREC's SGML with title, description and narrative.
pub fn topics() -> String {
    VOCABULARY.topics.iter().map(entry).collect()
}

fn entry(topic: &DemoTopic) -> String {
    let number = topic.number;
    let title = topic.title;
    let words = topic.words[..8].join(", ");
    let narrative = format!(
        "A post that is mainly about {title} is highly relevant, one that is also about it is \
         relevant; it speaks of {words} and the like. A post that touches {title} in passing is \
         not relevant, nor is a page that only links to such posts or lists them: a front page, an \
         archive, a category."
    );
    format!(
        "<top>\n<num> Number: {number}\n\n<title> {title}\n\n<desc> Description:\nFind blog posts \
         about {title}.\n\n<narr> Narrative:\n{}\n\n</top>\n\n",
        wrapped(&narrative)
    )
}

/// Wraps text to lines of at most 79 characters.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let fits = length > 0 && length + 1 + word.len() < 80;
        let gap = if length == 0 {
            ""
        } else if fits {
            " "
        } else {
            "\n"
        };
        length = if fits { length + 1 + word.len() } else { word.len() };
        lines.push_str(gap);
        lines.push_str(word);
    }
    lines
}
