//! The plan of a generated collection: blogs, posts and listing pages, before layout.
//!
//! The proportions are those of `six-sites`, six real sites with 5,397 posts and 2,697 listing
//! pages (`eval/results/2026-11-22-demo/README.md` has the measurements), at half the length. They
//! were fixed before the first search; what changed after is listed there, with the measurement
//! that it follows.

use super::blog::{Blog, blog};
use super::listing::{Listing, listings};
use super::post::{Post, post};
use super::subjects::topic;
use super::writer::DemoText;

/// Pages per blog, on average; but there are four blogs or more, for repeats to tell sites apart.
const PAGES_PER_BLOG: usize = 334;
const FEWEST_BLOGS: usize = 4;

/// A page of the collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlogPage {
    /// The page of a post, by its index.
    Post(usize),
    /// A listing page, by its index.
    Listing(usize),
}

/// The whole collection before layout.
#[derive(Debug)]
pub struct Plan {
    pub blogs: Vec<Blog>,
    /// All posts, in the order of their days.
    pub posts: Vec<Post>,
    /// The posts of each blog, in that order.
    pub posts_of: Vec<Vec<usize>>,
    /// Listing pages, blog by blog: one for two posts.
    pub listings: Vec<Listing>,
    /// All pages in the order of their days.
    pub pages: Vec<BlogPage>,
}

impl Plan {
    /// Plans a number of pages, with a number of templates to choose from.
    pub fn new(pages: usize, seed: u64, templates: usize) -> Self {
        let count = pages.div_ceil(PAGES_PER_BLOG).max(FEWEST_BLOGS);
        let blogs: Vec<Blog> = (0..count).map(|i| blog(i, count, seed, i % templates)).collect();
        let posts: Vec<Post> =
            (0..pages - pages / 3).map(|i| post(i, pages - pages / 3, &blogs, seed)).collect();
        let mut posts_of = vec![Vec::new(); count];
        for (i, post) in posts.iter().enumerate() {
            posts_of[post.blog].push(i);
        }
        let mut plan = Self { blogs, posts, posts_of, listings: Vec::new(), pages: Vec::new() };
        plan.listings = listings(&plan.blogs, &plan.posts, &plan.posts_of, pages / 3, seed);
        let posts = (0..plan.posts.len()).map(BlogPage::Post);
        let mut pages: Vec<BlogPage> =
            posts.chain((0..plan.listings.len()).map(BlogPage::Listing)).collect();
        pages.sort_by_key(|&page| plan.day(page));
        Self { pages, ..plan }
    }

    /// Returns the first page of a post of a few paragraphs with comments, in the first template;
    /// else the first page.
    pub fn example(&self) -> BlogPage {
        let found = self.posts.iter().position(|post| self.is_good_example(post));
        found.map_or(BlogPage::Post(0), BlogPage::Post)
    }

    fn is_good_example(&self, post: &Post) -> bool {
        let words: usize = post.blocks.iter().map(DemoText::len).sum();
        let names_topic = post
            .topics
            .first()
            .is_some_and(|&main| post.headline.to_lowercase().contains(topic(main).title));
        self.blogs[post.blog].template == 0
            && (90..180).contains(&words)
            && (1..4).contains(&post.comments.len())
            && names_topic
    }

    /// Returns the day of a page, from 0: of a listing page, that of its latest post.
    pub fn day(&self, page: BlogPage) -> usize {
        match page {
            BlogPage::Post(post) => self.posts[post].day,
            BlogPage::Listing(listing) => {
                self.listings[listing].posts.iter().map(|&p| self.posts[p].day).max().unwrap_or(0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::date::DAYS;
    use super::super::subjects::topics_of;
    use super::super::vocabulary::VOCABULARY;
    use super::*;
    use std::collections::BTreeSet;

    fn share(part: usize, whole: usize) -> f64 {
        part as f64 / whole as f64
    }

    #[test]
    fn a_threshold_does_not_win_by_construction() {
        let plan = Plan::new(1_000, 11, 5);
        let content: Vec<usize> =
            plan.posts.iter().flat_map(|p| &p.blocks).map(DemoText::len).collect();
        let short = share(content.iter().filter(|&&count| count <= 10).count(), content.len());
        // 0.3057 · (1 - 0.6032^10) + 0.6943 · (1 - 0.95631^10)
        assert!((short - 0.554).abs() < 0.03, "{short}");
        let mut about_topics = plan.posts.iter().filter(|post| !post.topics.is_empty());
        assert!(about_topics.any(|post| post.blocks.iter().all(|block| block.len() <= 10)));
    }

    #[test]
    fn there_is_a_listing_page_for_two_posts_and_pages_are_in_the_order_of_days() {
        for pages in [1, 2, 3, 20, 150, 1_000] {
            let plan = Plan::new(pages, 12, 5);
            assert_eq!((plan.pages.len(), plan.listings.len()), (pages, pages / 3));
            assert!(plan.pages.is_sorted_by_key(|&page| plan.day(page)));
            assert!(plan.posts.iter().all(|p| p.day < DAYS));
            assert!(
                plan.listings.iter().all(|l| l.posts.iter().all(|&p| plan.posts[p].blog == l.blog))
            );
            let paths: BTreeSet<_> = plan.listings.iter().map(|l| (l.blog, &l.path)).collect();
            assert_eq!(paths.len(), pages / 3);
        }
    }

    #[test]
    fn every_topic_has_a_blog_and_posts_have_their_blogs_topics() {
        for blogs in [4, 16, 400] {
            let all: BTreeSet<usize> =
                (0..blogs).flat_map(|blog| topics_of(blog, blogs).0).collect();
            assert_eq!(all.len(), VOCABULARY.topics.len());
        }
        let plan = Plan::new(300, 12, 5);
        assert!(
            plan.posts
                .iter()
                .all(|p| p.topics.iter().all(|t| plan.blogs[p.blog].topics.contains(t)))
        );
    }
}
