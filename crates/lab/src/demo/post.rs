//! A post and its comments: what they are about, and how often they mention it.
//!
//! Of the posts of six-sites that are about a topic, 60 % have all words of its title in their own
//! text, 28 % none. A post that has any mentions them seven times on average. For each post that is
//! about a topic and has its title, five others mention it too, three times on average: they touch
//! the topic in passing.

use super::blog::Blog;
use super::chance::Chance;
use super::date::DAYS;
use super::subjects::{favourite, topic};
use super::vocabulary::{DemoTopic, VOCABULARY};
use super::writer::{BlockRole, DemoText, Stratum, block, length, phrase, plant};

/// Posts in a hundred with no topic, with one, two and three.
const TOPICS: [usize; 4] = [55, 33, 9, 3];
/// Posts in a hundred about a topic that mention all words of its title, some, and none.
const MENTIONED: [usize; 3] = [60, 12, 28];
/// A post about a topic stops mentioning it after each word with this probability: seven words on
/// average.
const MENTIONS_END: u32 = 14_286;
/// Headlines in a hundred of posts about a topic that have all words of the title, some, and none.
const HEADED: [usize; 3] = [18, 8, 74];
/// The same of posts that touch a topic: as many headlines with all words as above, since such
/// posts are four times as many.
const TOUCH_HEADED: [usize; 3] = [5, 12, 83];
/// The probability that a block touches a topic of the blog or near it: 3.5 topics for a post of 14
/// blocks.
const TOUCHES: u32 = 25_000;
/// Of these in a hundred, all words of the title, and some: 0.05 and 0.10 of a site's posts in
/// six-sites.
const TOUCHED: [usize; 2] = [43, 57];
/// A post that touches a topic stops after each word with this probability: 3.75 on average.
const TOUCHES_END: u32 = 26_667;
/// The fewest blocks, posts and comments together, for each quarter of the pages, and how many
/// lengths follow.
const BLOCKS: [(usize, usize); 4] = [(1, 4), (5, 6), (11, 10), (21, 20)];

/// A post with its comments.
#[derive(Debug)]
pub struct Post {
    /// The index of its blog.
    pub blog: usize,
    /// The day, 0 to [`DAYS`] - 1.
    pub day: usize,
    /// The time of day as written, such as `9:41 pm`.
    pub time: String,
    /// Indices of its topics, the main one first.
    pub topics: Vec<usize>,
    pub headline: String,
    pub blocks: Vec<DemoText>,
    pub comments: Vec<DemoComment>,
    /// The category that it is filed under, by its place in the blog's. It tells nothing of the
    /// post's topics: they would be the judgements.
    pub filed: usize,
}

#[derive(Debug)]
pub struct DemoComment {
    pub reader: &'static str,
    pub blocks: Vec<DemoText>,
}

/// Draws a post of `posts`.
pub fn post(index: usize, posts: usize, blogs: &[Blog], seed: u64) -> Post {
    let chance = &mut Chance::new(seed, "post", index);
    let place = chance.below(blogs.len());
    let blog = &blogs[place];
    let topics = subjects(chance, blog);
    let (fewest, more) = chance.pick(&BLOCKS);
    let count = fewest + chance.below(more);
    let commented = if chance.below(10) < 6 { chance.below(1 + count / 2) } else { 0 };
    let mut blocks: Vec<DemoText> = (commented..count).map(|_| passage(chance, &topics)).collect();
    let comments = comments(chance, commented, &topics);
    let words = 2 + length(chance, Stratum::Short);
    let mut headline = [phrase(chance, words, topics.first().map(|&t| topic(t)))];
    for &about in &topics {
        let words = mentions(chance, topic(about), &MENTIONED, MENTIONS_END);
        plant(chance, &mut blocks, &words);
        let words = named(chance, topic(about), &HEADED);
        plant(chance, &mut headline, &words);
    }
    for _ in 0..count {
        if chance.happens(TOUCHES) {
            let near = chance.pick(&blog.nearby);
            if topics.contains(&near) {
                continue;
            }
            let words = mentions(chance, topic(near), &TOUCHED, TOUCHES_END);
            plant(chance, &mut blocks, &words);
            let words = named(chance, topic(near), &TOUCH_HEADED);
            plant(chance, &mut headline, &words);
        }
    }
    Post {
        blog: place,
        day: index * DAYS / posts.max(1),
        time: format!(
            "{}:{:02} {}",
            1 + chance.below(12),
            chance.below(60),
            chance.pick(&["am", "pm"])
        ),
        topics,
        headline: headline[0].to_string(),
        blocks,
        comments,
        filed: chance.below(blog.categories.len()),
    }
}

/// Draws the topics of a post, none twice.
fn subjects(chance: &mut Chance, blog: &Blog) -> Vec<usize> {
    let mut topics = Vec::new();
    for _ in 0..chance.weighted(&TOPICS) {
        let drawn = favourite(chance, &blog.topics);
        if !topics.contains(&drawn) {
            topics.push(drawn);
        }
    }
    topics
}

/// Draws the words of a title that a post mentions: all of them at least once, one of them again
/// and again, or none.
fn mentions(
    chance: &mut Chance,
    topic: &DemoTopic,
    shares: &[usize],
    ends: u32,
) -> Vec<&'static str> {
    let all = named(chance, topic, shares);
    let more = if all.is_empty() { 0 } else { chance.trials(ends).saturating_sub(all.len()) };
    let more: Vec<&str> = (0..more).map(|_| chance.pick(&all)).collect();
    [all, more].concat()
}

/// Draws all words of a title, one of them, or none.
fn named(chance: &mut Chance, topic: &DemoTopic, shares: &[usize]) -> Vec<&'static str> {
    match chance.weighted(shares) {
        0 => topic.title_words.clone(),
        1 => vec![chance.pick(&topic.title_words)],
        _ => Vec::new(),
    }
}

/// Writes a block of a post. Of eight blocks, one is on no topic.
fn passage(chance: &mut Chance, topics: &[usize]) -> DemoText {
    let about = if topics.is_empty() || chance.below(8) == 0 {
        None
    } else {
        Some(topic(chance.pick(topics)))
    };
    block(chance, BlockRole::Content, about)
}

/// Writes comments of one or two blocks, so many blocks in all.
fn comments(chance: &mut Chance, blocks: usize, topics: &[usize]) -> Vec<DemoComment> {
    let mut comments = Vec::new();
    let mut left = blocks;
    while left > 0 {
        let count = (1 + chance.below(2)).min(left);
        left -= count;
        let reader = chance.pick(&VOCABULARY.names);
        comments.push(DemoComment {
            reader,
            blocks: (0..count).map(|_| passage(chance, topics)).collect(),
        });
    }
    comments
}
