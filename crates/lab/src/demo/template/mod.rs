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

use super::plan::{BlogPage, Plan};
use super::post::DemoComment;
pub use view::{PostEntry, TemplateLink, TemplateView, url};

/// A layout: how the parts of a page become HTML.
#[derive(Debug)]
pub struct Template {
    /// The whole page, around the entries that are its main part.
    page: fn(&TemplateView, &str) -> String,
    /// A post: whole on its own page, on a listing page perhaps only its beginning.
    entry: fn(&PostEntry) -> String,
    /// A comment: its reader, its blocks.
    comment: fn(&str, &[String]) -> String,
    /// A heading within the main part.
    heading: fn(&str) -> String,
}

/// All layouts. A blog uses one.
pub const TEMPLATES: [Template; 5] =
    [columns::TEMPLATE, journal::TEMPLATE, tables::TEMPLATE, rails::TEMPLATE, portal::TEMPLATE];

/// Returns the HTML of a page.
pub fn html(plan: &Plan, page: BlogPage) -> String {
    let view = TemplateView::new(plan, page);
    let template = &TEMPLATES[view.blog.template];
    let mut main = String::new();
    if let Some(heading) = &view.heading {
        main.push_str(&(template.heading)(heading));
    }
    for entry in &view.entries {
        main.push_str(&(template.entry)(entry));
    }
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

fn discussion(template: &Template, comments: &[DemoComment]) -> String {
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
pub fn a(link: &TemplateLink) -> String {
    format!("<a href=\"{}\">{}</a>", link.url, link.text)
}

/// Returns links as HTML, each between `before` and `after`.
pub fn links(links: &[TemplateLink], before: &str, after: &str) -> String {
    links.iter().map(|link| format!("{before}{}{after}\n", a(link))).collect()
}

/// Returns texts, each between `before` and `after`.
pub fn texts(texts: &[String], before: &str, after: &str) -> String {
    texts.iter().map(|text| format!("{before}{text}{after}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::writer::DemoText;
    use std::collections::HashSet;
    use tamis_blocks::page::Cut;

    fn blocks(html: &str) -> Vec<String> {
        let page = tamis_blocks::block::cut(
            &tamis_blocks::html::parse(html.as_bytes(), None),
            Cut::Boilerpipe,
        );
        page.blocks.iter().map(|block| page.text_of(block).to_owned()).collect()
    }

    /// Whether each of these texts is a block of a page.
    fn has_all(found: &[String], texts: &[DemoText]) -> bool {
        texts.iter().all(|text| found.contains(&text.to_string()))
    }

    #[test]
    fn passages_and_comments_are_blocks_in_every_layout_and_listings_show_posts() {
        let plan = Plan::new(400, 13, TEMPLATES.len());
        let mut layouts = HashSet::new();
        for &page in &plan.pages {
            let found = blocks(&html(&plan, page));
            match page {
                BlogPage::Post(index) => {
                    let post = &plan.posts[index];
                    assert!(has_all(&found, &post.blocks), "{index}: {found:?}");
                    for comment in &post.comments {
                        assert!(has_all(&found, &comment.blocks), "{index}: {found:?}");
                    }
                    layouts.insert(plan.blogs[post.blog].template);
                }
                BlogPage::Listing(index) => {
                    let listing = &plan.listings[index];
                    let is_whole = plan.blogs[listing.blog].shows_whole_posts;
                    for post in listing.posts.iter().map(|&post| &plan.posts[post]) {
                        assert!(!is_whole || has_all(&found, &post.blocks), "{index}: {found:?}");
                        let is_named = found.iter().any(|text| text.contains(&post.headline));
                        assert!(is_named, "{index}: {found:?}");
                    }
                }
            }
        }
        assert!(layouts.len() > 3, "{layouts:?}");
    }
}
