//! The parts of a page, before layout.

use super::super::blog::Blog;
use super::super::date::{DemoDate, LAST_MONTH};
use super::super::listing::Listing;
use super::super::plan::{BlogPage, Plan};
use super::super::post::{DemoComment, Post};
use super::super::writer::DemoText;

/// Headlines in a list of recent posts, and lines in one of recent comments.
const RECENT: usize = 6;
/// Words of an excerpt, as listing pages show it.
const EXCERPT: usize = 40;
/// Related posts on a post's page.
const RELATED: usize = 3;

/// The parts of a page.
#[derive(Debug)]
pub struct TemplateView<'a> {
    pub blog: &'a Blog,
    pub title: String,
    /// The heading of a listing page.
    pub heading: Option<String>,
    /// The post, or the posts of a listing page.
    pub entries: Vec<PostEntry>,
    /// The comments of a post's page.
    pub comments: Option<&'a [DemoComment]>,
    /// Posts on the same topic.
    pub related: Vec<TemplateLink>,
    /// Links to the posts before and after.
    pub steps: Vec<TemplateLink>,
    pub recent: Vec<TemplateLink>,
    pub talk: Vec<TemplateLink>,
    pub categories: Vec<TemplateLink>,
    pub tags: Vec<TemplateLink>,
    pub blogroll: Vec<TemplateLink>,
    pub navigation: Vec<TemplateLink>,
    pub months: Vec<TemplateLink>,
}

/// A post as a page shows it.
#[derive(Debug)]
pub struct PostEntry {
    pub headline: TemplateLink,
    /// Its day, such as `February 17, 2006`.
    pub date: String,
    pub time: String,
    pub author: &'static str,
    /// Its blocks, or the beginning in one.
    pub blocks: Vec<String>,
    /// The links below it: its category, and on a listing page the number of its comments.
    pub below: Vec<TemplateLink>,
}

#[derive(Debug, Clone)]
pub struct TemplateLink {
    pub url: String,
    pub text: String,
}

/// Returns the URL of a page.
pub fn url(plan: &Plan, page: BlogPage) -> String {
    match page {
        BlogPage::Post(index) => {
            let post = &plan.posts[index];
            let DemoDate { year, month, day, .. } = DemoDate::from_day(post.day);
            format!("{}/{year}/{month:02}/{day:02}/{index}.html", host(&plan.blogs[post.blog]))
        }
        BlogPage::Listing(index) => {
            let Listing { blog, path, .. } = &plan.listings[index];
            format!("{}/{path}", host(&plan.blogs[*blog]))
        }
    }
}

fn host(blog: &Blog) -> String {
    format!("http://{}.example", blog.slug)
}

impl<'a> TemplateView<'a> {
    /// Gathers the parts of a page.
    pub fn new(plan: &'a Plan, page: BlogPage) -> Self {
        let index = match page {
            BlogPage::Post(post) => plan.posts[post].blog,
            BlogPage::Listing(listing) => plan.listings[listing].blog,
        };
        let blog = &plan.blogs[index];
        let posts = &plan.posts_of[index];
        let latest = posts.iter().rev();
        let commented = latest.clone().filter(|&&post| !plan.posts[post].comments.is_empty());
        // Every page shows the latest posts of all: the crawl took them in one go.
        let mut view = Self {
            blog,
            title: String::new(),
            heading: None,
            entries: Vec::new(),
            comments: None,
            related: Vec::new(),
            steps: Vec::new(),
            recent: latest.take(RECENT).map(|&post| headline(plan, post)).collect(),
            talk: commented.take(RECENT).map(|&post| first_comment(plan, post)).collect(),
            categories: labels(blog, "category", &blog.categories),
            tags: labels(blog, "tag", &blog.tags),
            blogroll: blog.blogroll.iter().map(|&other| home(&plan.blogs[other])).collect(),
            navigation: labels(blog, "pages", &blog.navigation),
            months: months(blog),
        };
        match page {
            BlogPage::Post(place) => view.show_post(plan, posts, place),
            BlogPage::Listing(place) => view.show_listing(plan, &plan.listings[place]),
        }
        view
    }

    fn show_post(&mut self, plan: &'a Plan, posts: &[usize], index: usize) {
        let post = &plan.posts[index];
        self.title = format!("{} - {}", post.headline, self.blog.name);
        self.entries = vec![self.entry(plan, index, whole(post), false)];
        self.comments = Some(&post.comments);
        let place = posts.iter().position(|&other| other == index).unwrap_or(0);
        let before = place.checked_sub(1);
        let near = before.into_iter().chain([place + 1]).filter_map(|place| posts.get(place));
        self.steps = near.map(|&post| headline(plan, post)).collect();
        if self.blog.has_related {
            let related = posts.iter().rev().filter(|&&other| {
                let mut topics = plan.posts[other].topics.iter();
                other != index && topics.any(|topic| post.topics.contains(topic))
            });
            self.related = related.take(RELATED).map(|&post| headline(plan, post)).collect();
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
        self.steps = Vec::new();
        for number in [page + 1, page - 1].into_iter().filter(|&number| number > 0) {
            let text = if number > page { "Older posts" } else { "Newer posts" };
            let url = if number == 1 { base.clone() } else { format!("{base}page/{number}/") };
            self.steps.push(TemplateLink { url, text: text.to_owned() });
        }
        let mut entries = Vec::with_capacity(posts.len());
        for &index in posts {
            let post = &plan.posts[index];
            let is_whole = self.blog.shows_whole_posts;
            let blocks = if is_whole { whole(post) } else { excerpt(&post.blocks) };
            entries.push(self.entry(plan, index, blocks, true));
        }
        self.entries = entries;
    }

    fn entry(&self, plan: &Plan, index: usize, blocks: Vec<String>, is_listed: bool) -> PostEntry {
        let post = &plan.posts[index];
        let url = url(plan, BlogPage::Post(index));
        let mut below = vec![self.categories[post.filed].clone()];
        if is_listed {
            let count = post.comments.len();
            let text = format!("{count} comment{}", if count == 1 { "" } else { "s" });
            below.push(TemplateLink { url: format!("{url}#comments"), text });
        }
        PostEntry {
            headline: TemplateLink { url, text: post.headline.clone() },
            date: DemoDate::from_day(post.day).written(),
            time: post.time.clone(),
            author: self.blog.author,
            blocks,
            below,
        }
    }
}

/// Returns the headline of a post, with a link to it.
fn headline(plan: &Plan, post: usize) -> TemplateLink {
    TemplateLink { url: url(plan, BlogPage::Post(post)), text: plan.posts[post].headline.clone() }
}

/// Returns the line of a post's first comment in a list of recent comments.
fn first_comment(plan: &Plan, post: usize) -> TemplateLink {
    let TemplateLink { url, text } = headline(plan, post);
    TemplateLink { url, text: format!("{} on {text}", plan.posts[post].comments[0].reader) }
}

/// Returns the name of a blog, with a link to it.
fn home(blog: &Blog) -> TemplateLink {
    TemplateLink { url: host(blog), text: blog.name.clone() }
}

/// Returns labels with links to pages of the blog, each below `path`.
fn labels(blog: &Blog, path: &str, labels: &[String]) -> Vec<TemplateLink> {
    labels
        .iter()
        .map(|label| TemplateLink { url: page_url(blog, path, label), text: label.clone() })
        .collect()
}

fn page_url(blog: &Blog, path: &str, label: &str) -> String {
    format!("{}/{path}/{}/", host(blog), label.to_lowercase().replace(' ', "-"))
}

fn whole(post: &Post) -> Vec<String> {
    post.blocks.iter().map(ToString::to_string).collect()
}

/// Returns the first words of a post in one block, as engines cut them.
fn excerpt(blocks: &[DemoText]) -> Vec<String> {
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
fn months(blog: &Blog) -> Vec<TemplateLink> {
    let mut months = Vec::new();
    for back in 0..blog.months + 3 {
        let month = LAST_MONTH - back;
        let name = format!("{} {}", DemoDate::month_name(month % 12), month / 12);
        let url = page_url(blog, "archive", &name);
        months.push(TemplateLink { url, text: format!("{name} ({})", 3 + back * 7 % 11) });
    }
    months
}
