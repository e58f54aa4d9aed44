//! Turns a planned page into its HTML. The parts are the same everywhere; the template of the blog
//! decides the layout.
//!
//! Words come from the plan, apart from a few that every blog has (`Comments`, `Posted by`).

mod columns;
mod journal;
mod portal;
mod rails;
mod tables;
mod view;

use super::plan::{Page, Plan};
use super::post::Comment;
pub use view::{Entry, Link, View, url};

/// A layout: how the parts of a page become HTML.
#[derive(Debug)]
pub struct Template {
    /// The whole page, around the entries that are its main part.
    page: fn(&View, &str) -> String,
    /// A post: the whole of it on its own page, perhaps how it begins on a listing page.
    entry: fn(&Entry) -> String,
    /// A comment: its reader, its blocks.
    comment: fn(&str, &[String]) -> String,
    /// A heading within the main part.
    heading: fn(&str) -> String,
}

/// All layouts. A blog uses one.
pub const TEMPLATES: [Template; 5] =
    [columns::TEMPLATE, journal::TEMPLATE, tables::TEMPLATE, rails::TEMPLATE, portal::TEMPLATE];

/// Returns the HTML of a page.
pub fn html(plan: &Plan, page: Page) -> String {
    let view = View::new(plan, page);
    let template = &TEMPLATES[view.blog.template];
    let mut main = String::new();
    if let Some(heading) = &view.heading {
        main.push_str(&(template.heading)(heading));
    }
    view.entries.iter().for_each(|entry| main.push_str(&(template.entry)(entry)));
    if let Some(comments) = view.comments {
        main.push_str(&discussion(template, comments));
    }
    if !view.related.is_empty() {
        main.push_str(&(template.heading)("Related posts"));
        main.push_str(&format!(
            "<ul class=\"related\">\n{}</ul>\n",
            links(&view.related, "<li>", "</li>")
        ));
    }
    if !view.steps.is_empty() {
        main.push_str(&format!(
            "<p class=\"steps\">{}</p>\n",
            links(&view.steps, "<span>", "</span> ")
        ));
    }
    (template.page)(&view, &main)
}

fn discussion(template: &Template, comments: &[Comment]) -> String {
    let count = comments.len();
    let mut html =
        (template.heading)(&format!("{count} comment{}", if count == 1 { "" } else { "s" }));
    for comment in comments {
        let blocks: Vec<String> = comment.blocks.iter().map(ToString::to_string).collect();
        html.push_str(&(template.comment)(comment.reader, &blocks));
    }
    html + "<p class=\"reply\"><a href=\"#respond\">Leave a comment</a></p>\n"
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
    use crate::demo::writer::Text;
    use std::collections::HashSet;
    use tamis_blocks::page::Cut;

    fn blocks(html: &str) -> Vec<String> {
        let page = tamis_blocks::block::cut(
            &tamis_blocks::html::parse(html.as_bytes(), None),
            Cut::Boilerpipe,
        );
        page.blocks.iter().map(|block| page.text_of(block).to_owned()).collect()
    }

    #[test]
    fn every_passage_and_comment_is_a_block_of_its_page_in_every_layout_and_whole_posts_are_shown_again()
     {
        let plan = Plan::new(400, 13, TEMPLATES.len());
        let mut layouts = HashSet::new();
        for &page in &plan.pages {
            let found = blocks(&html(&plan, page));
            let all = |texts: &[Text]| texts.iter().all(|text| found.contains(&text.to_string()));
            match page {
                Page::Post(index) => {
                    let post = &plan.posts[index];
                    assert!(
                        all(&post.blocks) && post.comments.iter().all(|c| all(&c.blocks)),
                        "{index}: {found:?}"
                    );
                    layouts.insert(plan.blogs[post.blog].template);
                }
                Page::Listing(index) => {
                    let listing = &plan.listings[index];
                    let is_whole = plan.blogs[listing.blog].shows_whole_posts;
                    assert!(
                        !is_whole || listing.posts.iter().all(|&p| all(&plan.posts[p].blocks)),
                        "{index}: {found:?}"
                    );
                    let headline =
                        |p: usize| found.iter().any(|text| text.contains(&plan.posts[p].headline));
                    assert!(listing.posts.iter().all(|&p| headline(p)), "{index}: {found:?}");
                }
            }
        }
        assert!(layouts.len() > 3, "{layouts:?}");
    }
}
