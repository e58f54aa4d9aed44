//! Turns a planned post into the HTML of its page. All pages show the same parts; the template decides the layout.
//!
//! Words come from the plan, apart from a few that every blog has (`Comments`, `Posted by`).

mod columns;
mod journal;
mod portal;
mod rails;
mod tables;

use super::date::Date;
use super::plan::{Blog, Plan, Post, topic};
use super::writer::capitalised;

/// A layout: turns the parts of a page into HTML.
pub type Template = fn(&View) -> String;

/// All layouts. A blog uses one.
pub const TEMPLATES: [Template; 5] = [columns::html, journal::html, tables::html, rails::html, portal::html];

/// Headlines in a list of recent posts.
const RECENT: usize = 10;

/// The parts of a page.
#[derive(Debug)]
pub struct View<'a> {
    /// The blog.
    pub blog: &'a Blog,
    /// The post.
    pub post: &'a Post,
    /// Its day.
    pub date: Date,
    /// Its URL.
    pub url: String,
    /// Headlines of the posts before it in its blog.
    pub recent: Vec<Link>,
    /// Related posts: headlines, and the first words of their text.
    pub related: Vec<(Link, String)>,
    /// The blog's topics and other words.
    pub tags: Vec<Link>,
    /// The blogs it recommends.
    pub blogroll: Vec<Link>,
    /// Its navigation.
    pub navigation: Vec<Link>,
    /// Its months.
    pub months: Vec<Link>,
}

/// A link.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its target.
    pub url: String,
    /// Its text.
    pub text: String,
}

/// Returns the HTML of a post's page.
pub fn html(plan: &Plan, index: usize) -> String {
    let view = View::new(plan, index);
    TEMPLATES[view.blog.template](&view)
}

/// Returns the URL of a post.
pub fn url(plan: &Plan, index: usize) -> String {
    let post = &plan.posts[index];
    let date = Date::of(post.day);
    let host = host(&plan.blogs[post.blog]);
    format!("{host}/{}/{:02}/{:02}/{index}.html", date.year, date.month, date.day)
}

fn host(blog: &Blog) -> String {
    format!("http://{}.example", blog.slug)
}

impl<'a> View<'a> {
    fn new(plan: &'a Plan, index: usize) -> Self {
        let post = &plan.posts[index];
        let blog = &plan.blogs[post.blog];
        let home = host(blog);
        let below = |path: &str, text: &str| Link { url: format!("{home}/{path}"), text: text.to_owned() };
        let headline = |i: usize| Link { url: url(plan, i), text: plan.posts[i].headline.clone() };
        let topics = blog.topics.iter().map(|&t| topic(t).title);
        let other = |&i: &usize| Link { url: host(&plan.blogs[i]), text: plan.blogs[i].name.clone() };
        let months = ["December 2005", "January 2006", "February 2006"];
        Self {
            blog,
            post,
            date: Date::of(post.day),
            url: url(plan, index),
            recent: before(&plan.posts_of[post.blog], index).map(headline).collect(),
            related: post.related.iter().map(|&(i, words)| (headline(i), plan.opening(i, words))).collect(),
            tags: topics.chain(blog.tags.iter().copied()).map(|tag| below("tag/", tag)).collect(),
            blogroll: blog.blogroll.iter().map(other).collect(),
            navigation: blog.navigation.iter().map(|label| below("page/", label)).collect(),
            months: months.iter().map(|month| below("archive/", month)).collect(),
        }
    }

    /// Returns the page's title: headline and blog.
    pub fn title(&self) -> String {
        format!("{} - {}", self.post.headline, self.blog.name)
    }

    /// Returns the post's tags.
    pub fn category(&self) -> String {
        self.post.topic.map_or("Diary".to_owned(), |t| capitalised(topic(t).title))
    }

    /// Returns the month as a table, as blogs of 2006 had it in the sidebar.
    pub fn calendar(&self) -> String {
        let mut table =
            format!("<table class=\"calendar\"><caption>{} {}</caption>\n<tr>", self.date.month_name, self.date.year);
        for day in 1..=self.date.month_days {
            let cell =
                if day == self.date.day { format!("<a href=\"{}\">{day}</a>", self.url) } else { day.to_string() };
            table.push_str(&format!("<td>{cell}</td>"));
            if day % 7 == 0 {
                table.push_str("</tr>\n<tr>");
            }
        }
        table + "</tr></table>\n"
    }
}

/// Returns the blog's posts before this one, the latest first, then those after it, from the last: a later crawl shows
/// these.
fn before(siblings: &[usize], index: usize) -> impl Iterator<Item = usize> {
    let place = siblings.iter().position(|&i| i == index).unwrap_or(0);
    let (earlier, later) = siblings.split_at(place);
    earlier.iter().rev().chain(later.iter().skip(1).rev()).copied().take(RECENT)
}

/// Returns a link as HTML.
pub fn a(link: &Link) -> String {
    format!("<a href=\"{}\">{}</a>", link.url, link.text)
}

/// Returns links as HTML, each between `before` and `after`.
pub fn links(links: &[Link], before: &str, after: &str) -> String {
    links.iter().map(|link| format!("{before}{}{after}\n", a(link))).collect()
}

/// Returns texts, each between `before` and `after`.
pub fn texts(texts: &[String], before: &str, after: &str) -> String {
    texts.iter().map(|text| format!("{before}{text}{after}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use tamis_blocks::page::Cut;

    #[test]
    fn every_passage_comment_and_teaser_is_a_block_of_its_page_in_every_layout() {
        let plan = Plan::new(250, 13, TEMPLATES.len());
        let mut layouts = HashSet::new();
        for (index, post) in plan.posts.iter().enumerate() {
            let blocks = tamis_blocks::block::cut(
                &tamis_blocks::html::parse(html(&plan, index).as_bytes(), None),
                Cut::Boilerpipe,
            );
            let texts: Vec<&str> = blocks.blocks.iter().map(|block| blocks.text_of(block)).collect();
            let own = post.blocks.iter().chain(post.comments.iter().flat_map(|comment| &comment.blocks));
            for passage in own {
                assert!(texts.contains(&passage.as_str()), "page {index}: {passage} not in {texts:?}");
            }
            for &(other, words) in &post.related {
                let opening = plan.opening(other, words);
                assert!(texts.iter().any(|text| text.contains(&opening)), "page {index}: {opening}");
            }
            layouts.insert(plan.blogs[post.blog].template);
        }
        assert_eq!(layouts.len(), TEMPLATES.len());
    }
}
