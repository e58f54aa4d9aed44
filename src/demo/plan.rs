//! The plan of a generated collection: blogs, posts and comments, before layout.
//!
//! The choices beyond the paper's writer (how many comments, how often a post has a topic, how often a passage strays) were
//! made before the first search and are never changed because of a sweep.

use super::chance::{Chance, WHOLE};
use super::vocabulary::{Topic, VOCABULARY};
use super::writer::{Role, Stratum, block, capitalised, text};

/// Posts per blog, on average.
const POSTS_PER_BLOG: usize = 50;
/// Topics per blog. Those of its other posts appear in a page's boilerplate.
const TOPICS_PER_BLOG: usize = 6;
/// The days of BLOGS06: 2005-12-06 to 2006-02-21.
pub const DAYS: usize = 78;

/// A blog: the parts that all its pages share.
#[derive(Debug)]
pub struct Blog {
    /// Its name.
    pub name: String,
    /// Its name in URLs: lower case, hyphens for spaces, then the blog's number.
    pub slug: String,
    /// Its author.
    pub author: &'static str,
    /// The index of its template.
    pub template: usize,
    /// Indices of the topics it writes about.
    pub topics: Vec<usize>,
    /// Labels of its navigation.
    pub navigation: Vec<String>,
    /// Its tagline.
    pub tagline: String,
    /// Its "about" text, on one of its topics.
    pub about: String,
    /// Its footer.
    pub footer: String,
    /// Its advertisements.
    pub sponsors: Vec<String>,
    /// Other blogs it recommends.
    pub blogroll: Vec<usize>,
    /// Words in its tag cloud, apart from the topics.
    pub tags: Vec<&'static str>,
}

/// A post with its comments.
#[derive(Debug)]
pub struct Post {
    /// The index of its blog.
    pub blog: usize,
    /// The day, 0 to [`DAYS`] - 1.
    pub day: usize,
    /// The time of day as written, such as `9:41 pm`.
    pub time: String,
    /// The index of its topic, if it has one.
    pub topic: Option<usize>,
    /// Its headline.
    pub headline: String,
    /// Its blocks.
    pub blocks: Vec<String>,
    /// Its comments.
    pub comments: Vec<Comment>,
    /// Teasers of other posts: the post's index, and the number of words.
    pub related: Vec<(usize, usize)>,
}

/// A comment.
#[derive(Debug)]
pub struct Comment {
    /// Its author.
    pub reader: &'static str,
    /// The index of its topic, if it has one.
    pub topic: Option<usize>,
    /// Its blocks.
    pub blocks: Vec<String>,
}

/// The whole collection before layout.
#[derive(Debug)]
pub struct Plan {
    /// All blogs.
    pub blogs: Vec<Blog>,
    /// All posts, in the order of their days: one page each.
    pub posts: Vec<Post>,
    /// The posts of each blog, in that order.
    pub posts_of: Vec<Vec<usize>>,
}

impl Plan {
    /// Plans a number of pages, with a number of templates to choose from.
    pub fn new(pages: usize, seed: u64, templates: usize) -> Self {
        let count = pages.div_ceil(POSTS_PER_BLOG);
        let topics = deal_topics(count, seed);
        let blogs: Vec<Blog> =
            topics.into_iter().enumerate().map(|(i, topics)| blog(i, count, topics, seed, i % templates)).collect();
        let mut posts: Vec<Post> = (0..pages).map(|i| post(i, pages, &blogs, seed)).collect();
        let mut posts_of = vec![Vec::new(); blogs.len()];
        for (i, post) in posts.iter().enumerate() {
            posts_of[post.blog].push(i);
        }
        for (i, post) in posts.iter_mut().enumerate() {
            post.related = related(i, &posts_of[post.blog], pages, seed);
        }
        Self { blogs, posts, posts_of }
    }

    /// Returns the first words of a post, for a teaser.
    pub fn opening(&self, post: usize, words: usize) -> String {
        let all = self.posts[post].blocks.iter().flat_map(|block| block.split(' '));
        all.take(words).collect::<Vec<_>>().join(" ")
    }
}

/// Deals topics to blogs. No topic is dealt again before all others are.
fn deal_topics(blogs: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut chance = Chance::of(seed, "topics", 0);
    let mut deck: Vec<usize> = Vec::new();
    let mut deal = || {
        let mut hand: Vec<usize> = Vec::new();
        while hand.len() < TOPICS_PER_BLOG {
            match deck.iter().position(|topic| !hand.contains(topic)) {
                Some(place) => hand.push(deck.remove(place)),
                None => {
                    let mut more: Vec<usize> = (0..VOCABULARY.topics.len()).collect();
                    chance.shuffle(&mut more);
                    deck.extend(more);
                }
            }
        }
        hand
    };
    (0..blogs).map(|_| deal()).collect()
}

fn blog(index: usize, blogs: usize, topics: Vec<usize>, seed: u64, template: usize) -> Blog {
    let chance = &mut Chance::of(seed, "blog", index);
    let adjective = chance.pick(VOCABULARY.class("adjective"));
    let noun = chance.pick(VOCABULARY.class("noun"));
    let subject = |chance: &mut Chance| topic(chance.pick(&topics));
    let boilerplate = |chance: &mut Chance| {
        let subject = subject(chance);
        block(chance, Role::Boilerplate, Some(subject))
    };
    Blog {
        name: format!("The {} {}", capitalised(adjective), capitalised(noun)),
        slug: format!("{adjective}-{noun}-{index}"),
        author: chance.pick(&VOCABULARY.names),
        template,
        navigation: (0..5).map(|_| block(chance, Role::Boilerplate, None)).collect(),
        tagline: boilerplate(chance),
        about: boilerplate(chance),
        footer: boilerplate(chance),
        sponsors: (0..3).map(|_| boilerplate(chance)).collect(),
        blogroll: blogroll(chance, index, blogs),
        tags: (0..4).map(|_| chance.pick(VOCABULARY.class("noun"))).collect(),
        topics,
    }
}

/// Picks at most six other blogs, none twice.
fn blogroll(chance: &mut Chance, index: usize, blogs: usize) -> Vec<usize> {
    let mut others: Vec<usize> = (0..blogs).filter(|&other| other != index).collect();
    chance.shuffle(&mut others);
    others.truncate(6);
    others
}

/// Picks a post's topic: six posts in ten have one of their blog's; the others have none.
fn post(index: usize, pages: usize, blogs: &[Blog], seed: u64) -> Post {
    let chance = &mut Chance::of(seed, "post", index);
    let place = chance.below(blogs.len());
    let blog = &blogs[place];
    let subject = chance.happens(WHOLE * 6 / 10).then(|| chance.pick(&blog.topics));
    let blocks = (0..1 + chance.below(9)).map(|_| passage(chance, blog, subject)).collect();
    let comments = (0..chance.below(6)).map(|_| comment(chance, blog, subject)).collect();
    Post {
        blog: place,
        day: index * DAYS / pages.max(1),
        time: format!("{}:{:02} {}", 1 + chance.below(12), chance.below(60), chance.pick(&["am", "pm"])),
        topic: subject,
        headline: text(chance, Stratum::Short, subject.map(topic)),
        blocks,
        comments,
        related: Vec::new(),
    }
}

/// Writes a block of a post. Of eight blocks, six are on the post's topic, one on another of the blog's topics, one on
/// none.
fn passage(chance: &mut Chance, blog: &Blog, subject: Option<usize>) -> String {
    let about = match chance.below(8) {
        0 => Some(chance.pick(&blog.topics)),
        1 => None,
        _ => subject,
    };
    block(chance, Role::Content, about.map(topic))
}

/// Picks a comment's topic: seven comments in ten are on the post's topic, one on another of the blog's topics, two on
/// none.
fn comment(chance: &mut Chance, blog: &Blog, subject: Option<usize>) -> Comment {
    let about = match chance.below(10) {
        0 => Some(chance.pick(&blog.topics)),
        1 | 2 => None,
        _ => subject,
    };
    let reader = chance.pick(&VOCABULARY.names);
    let blocks = (0..1 + chance.below(2)).map(|_| block(chance, Role::Content, about.map(topic))).collect();
    Comment { reader, topic: about, blocks }
}

/// Picks teasers of two posts of the same blog and of one of any blog, with the length of boilerplate.
fn related(index: usize, siblings: &[usize], pages: usize, seed: u64) -> Vec<(usize, usize)> {
    let chance = &mut Chance::of(seed, "related", index);
    let places = [chance.pick(siblings), chance.pick(siblings), chance.below(pages)];
    let mut teasers = Vec::new();
    for post in places {
        let stratum = super::writer::stratum(chance, Role::Boilerplate);
        let words = super::writer::length(chance, stratum);
        if post != index && teasers.iter().all(|&(other, _)| other != post) {
            teasers.push((post, words));
        }
    }
    teasers
}

/// Returns a topic by its index.
pub fn topic(index: usize) -> &'static Topic {
    &VOCABULARY.topics[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> usize {
        text.split(' ').count()
    }

    #[test]
    fn a_threshold_does_not_win_by_construction() {
        let plan = Plan::new(500, 11, 5);
        let content: Vec<usize> = plan.posts.iter().flat_map(|p| &p.blocks).map(|b| words(b)).collect();
        let short = content.iter().filter(|&&count| count <= 10).count() as f64 / content.len() as f64;
        // 0.3057 · (1 - 0.6032^10) + 0.6943 · (1 - 0.95631^10)
        assert!((short - 0.554).abs() < 0.03, "{short}");
        let about = |p: &&Post| p.topic.is_some();
        assert!(plan.posts.iter().filter(about).any(|p| p.blocks.iter().all(|block| words(block) <= 10)));
        let teasers = plan.posts.iter().flat_map(|p| &p.related);
        assert!(teasers.filter(|&&(_, words)| words > 20).count() > 50);
    }

    #[test]
    fn posts_are_in_the_order_of_days_and_topics_are_their_blogs() {
        let plan = Plan::new(300, 12, 5);
        assert!(plan.posts.is_sorted_by_key(|p| p.day));
        assert!(plan.posts.iter().all(|p| p.day < DAYS));
        let known = |p: &Post| p.topic.is_none_or(|t| plan.blogs[p.blog].topics.contains(&t));
        assert!(plan.posts.iter().all(known));
    }
}
