//! Who writes about what: the topics of each blog.

use super::chance::Chance;
use super::vocabulary::{DemoTopic, VOCABULARY};

/// Topics that a blog writes about, if there are blogs enough for all topics.
const TOPICS_PER_BLOG: usize = 16;
/// Topics on either side of a blog's own that its posts touch in passing.
const NEARBY: usize = 4;

/// Returns the topics that a blog writes about, and those that it touches: neighbours in the list
/// share words, so do the blogs that have them.
pub fn topics_of(blog: usize, blogs: usize) -> (Vec<usize>, Vec<usize>) {
    let all = VOCABULARY.topics.len();
    let count = TOPICS_PER_BLOG.max(all.div_ceil(blogs) + 2);
    let first = all * blog / blogs;
    let nearby = (count + 2 * NEARBY).min(all);
    (consecutive(first, count, all), consecutive(first + all - NEARBY, nearby, all))
}

/// Returns `count` topics from one on; behind the last of `all` comes the first.
fn consecutive(from: usize, count: usize, all: usize) -> Vec<usize> {
    (from..from + count).map(|place| place % all).collect()
}

/// Draws a topic, the k-th with a weight of 1 / (k + 8): a blog has favourites.
pub fn favourite(chance: &mut Chance, topics: &[usize]) -> usize {
    let weights: Vec<usize> = (1..=topics.len()).map(|rank| 27_720 / (rank + 8)).collect();
    topics[chance.weighted(&weights)]
}

/// Returns a topic by its index.
pub fn topic(index: usize) -> &'static DemoTopic {
    &VOCABULARY.topics[index]
}
