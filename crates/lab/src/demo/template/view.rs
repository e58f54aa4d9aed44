//! The parts of a page, before layout.

use super::super::blog::Blog;
use super::super::date::{Date, LAST_MONTH};
use super::super::listing::Listing;
use super::super::plan::{Page, Plan};
use super::super::post::{Comment, Post};
use super::super::writer::Text;

/// Headlines in a list of recent posts, and lines in one of recent comments.
const RECENT: usize = 6;
/// Words of an excerpt, as listing pages show it.
const EXCERPT: usize = 40;
/// Related posts on a post's page.
const RELATED: usize = 3;

/// The parts of a page.
#[derive(Debug)]
pub struct View<'a> {
    /// The blog.
    pub blog: &'a Blog,
    /// The page's title.
    pub title: String,
    /// The heading of a listing page.
    pub heading: Option<String>,
    /// The post, or the posts of a listing page.
    pub entries: Vec<Entry>,
    /// The comments of a post's page.
    pub comments: Option<&'a [Comment]>,
    /// Posts on the same topic.
    pub related: Vec<Link>,
    /// To the posts before and after.
    pub steps: Vec<Link>,
    /// The blog's latest posts.
    pub recent: Vec<Link>,
    /// Its latest comments.
    pub talk: Vec<Link>,
    /// Its categories.
    pub categories: Vec<Link>,
    /// Its tag cloud.
    pub tags: Vec<Link>,
    /// The blogs it recommends.
    pub blogroll: Vec<Link>,
    /// Its navigation.
    pub navigation: Vec<Link>,
    /// Its months.
    pub months: Vec<Link>,
}

/// A post as a page shows it.
#[derive(Debug)]
pub struct Entry {
    /// Its headline.
    pub headline: Link,
    /// Its day, such as `February 17, 2006`.
    pub date: String,
    /// Its time of day.
    pub time: String,
    /// Its author.
    pub author: &'static str,
    /// Its blocks, or the beginning in one.
    pub blocks: Vec<String>,
    /// What stands below it: its category, and on a listing page the number of its comments.
    pub below: Vec<Link>,
}

/// A link.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its target.
    pub url: String,
    /// Its text.
    pub text: String,
}

/// Returns the URL of a page.
pub fn url(plan: &Plan, page: Page) -> String {
    match page {
        Page::Post(index) => {
            let post = &plan.posts[index];
            let Date { year, month, day, .. } = Date::from_day(post.day);
            format!("{}/{year}/{month:02}/{day:02}/{index}.html", host(&plan.blogs[post.blog]))
        }
        Page::Listing(index) => {
            let Listing { blog, path, .. } = &plan.listings[index];
            format!("{}/{path}", host(&plan.blogs[*blog]))
        }
    }
}

fn host(blog: &Blog) -> String {
    format!("http://{}.example", blog.slug)
}

impl<'a> View<'a> {
    /// Gathers the parts of a page.
    pub fn new(plan: &'a Plan, page: Page) -> Self {
        let index = match page {
            Page::Post(post) => plan.posts[post].blog,
            Page::Listing(listing) => plan.listings[listing].blog,
        };
        let blog = &plan.blogs[index];
        let posts = &plan.posts_of[index];
        let headline = |&p: &usize| Link {
            url: url(plan, Page::Post(p)),
            text: plan.posts[p].headline.clone(),
        };
        let commented = posts.iter().rev().filter(|&&p| !plan.posts[p].comments.is_empty());
        let talk = |p: &usize| {
            let Link { url, text } = headline(p);
            Link { url, text: format!("{} on {text}", plan.posts[*p].comments[0].reader) }
        };
        let other =
            |&i: &usize| Link { url: host(&plan.blogs[i]), text: plan.blogs[i].name.clone() };
        let below = |path: &str, label: &str, text: String| Link {
            url: format!("{}/{path}/{}/", host(blog), label.to_lowercase().replace(' ', "-")),
            text,
        };
        // Every page shows the latest posts of all: the crawl took them in one go.
        let mut view = Self {
            blog,
            title: String::new(),
            heading: None,
            entries: Vec::new(),
            comments: None,
            related: Vec::new(),
            steps: Vec::new(),
            recent: posts.iter().rev().take(RECENT).map(headline).collect(),
            talk: commented.take(RECENT).map(talk).collect(),
            categories: blog
                .categories
                .iter()
                .map(|name| below("category", name, name.clone()))
                .collect(),
            tags: blog.tags.iter().map(|name| below("tag", name, name.clone())).collect(),
            blogroll: blog.blogroll.iter().map(other).collect(),
            navigation: blog
                .navigation
                .iter()
                .map(|name| below("pages", name, name.clone()))
                .collect(),
            months: months(blog, |label, text| below("archive", label, text)),
        };
        match page {
            Page::Post(place) => view.show_post(plan, posts, place, headline),
            Page::Listing(place) => view.show_listing(plan, &plan.listings[place]),
        }
        view
    }

    fn show_post(
        &mut self,
        plan: &'a Plan,
        posts: &[usize],
        index: usize,
        headline: impl Fn(&usize) -> Link,
    ) {
        let post = &plan.posts[index];
        self.title = format!("{} - {}", post.headline, self.blog.name);
        self.entries = vec![self.entry(
            plan,
            index,
            post.blocks.iter().map(ToString::to_string).collect(),
            false,
        )];
        self.comments = Some(&post.comments);
        let place = posts.iter().position(|&p| p == index).unwrap_or(0);
        let near = place
            .checked_sub(1)
            .into_iter()
            .chain([place + 1])
            .filter_map(|place| posts.get(place));
        self.steps = near.map(&headline).collect();
        if self.blog.has_related {
            let alike = |other: &&usize| {
                **other != index
                    && plan.posts[**other].topics.iter().any(|topic| post.topics.contains(topic))
            };
            self.related = posts.iter().rev().filter(alike).take(RELATED).map(headline).collect();
        }
    }

    fn show_listing(&mut self, plan: &Plan, listing: &Listing) {
        let Listing { path, heading, posts, .. } = listing;
        let page = path
            .split_once("page/")
            .map_or(1, |(_, number)| number.trim_end_matches('/').parse().unwrap_or(1));
        let suffix = if page == 1 { String::new() } else { format!(" - Page {page}") };
        let name = &self.blog.name;
        self.title = if heading == name {
            format!("{name}{suffix}")
        } else {
            format!("{heading}{suffix} - {name}")
        };
        self.heading = (heading != name).then(|| heading.clone());
        let base =
            format!("{}/{}", host(self.blog), path.split("page/").next().unwrap_or_default());
        let mut numbers = vec![page + 1, page - 1];
        numbers.retain(|&number| number > 0);
        let step = |number: usize| {
            let text = if number > page { "Older posts" } else { "Newer posts" };
            Link {
                url: if number == 1 { base.clone() } else { format!("{base}page/{number}/") },
                text: text.to_owned(),
            }
        };
        self.steps = numbers.into_iter().map(step).collect();
        let shown = |&p: &usize| {
            let post = &plan.posts[p];
            if self.blog.shows_whole_posts { whole(post) } else { excerpt(&post.blocks) }
        };
        self.entries = posts.iter().map(|p| self.entry(plan, *p, shown(p), true)).collect();
    }

    fn entry(&self, plan: &Plan, index: usize, blocks: Vec<String>, is_listed: bool) -> Entry {
        let post = &plan.posts[index];
        let url = url(plan, Page::Post(index));
        let mut below = vec![self.categories[post.filed].clone()];
        if is_listed {
            let count = post.comments.len();
            let text = format!("{count} comment{}", if count == 1 { "" } else { "s" });
            below.push(Link { url: format!("{url}#comments"), text });
        }
        Entry {
            headline: Link { url, text: post.headline.clone() },
            date: Date::from_day(post.day).written(),
            time: post.time.clone(),
            author: self.blog.author,
            blocks,
            below,
        }
    }
}

fn whole(post: &Post) -> Vec<String> {
    post.blocks.iter().map(ToString::to_string).collect()
}

/// Returns the first words of a post in one block, as engines cut them.
fn excerpt(blocks: &[Text]) -> Vec<String> {
    let mut words = String::new();
    let mut left = EXCERPT;
    for block in blocks {
        if left == 0 {
            break;
        }
        let opening = block.opening(left);
        left -= opening.len();
        words.push_str(&format!("{opening} "));
    }
    vec![words + "[...]"]
}

/// Returns the blog's months, the latest first, each with its number of posts.
fn months(blog: &Blog, link: impl Fn(&str, String) -> Link) -> Vec<Link> {
    let name = |back: usize| {
        let month = LAST_MONTH - back;
        format!("{} {}", Date::month_name(month % 12), month / 12)
    };
    let months = (0..blog.months + 3).map(name);
    months
        .enumerate()
        .map(|(back, name)| link(&name, format!("{name} ({})", 3 + back * 7 % 11)))
        .collect()
}
