//! The layout of a magazine: navigation and teasers of other stories above the story.

use super::{View, a, links, texts};

pub fn html(view: &View) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n\
         <title>{title}</title>\n<script type=\"text/javascript\">var tracked = true;</script>\n</head>\n<body>\n\
         <ul id=\"menu\">\n{navigation}</ul>\n<p id=\"masthead\"><a href=\"/\">{name}</a></p>\n<p>{tagline}</p>\n\
         <div id=\"promotions\">\n{promotions}</div>\n<div id=\"story\">\n{story}</div>\n<div id=\"latest\">\n{latest}</div>\n\
         <div id=\"colophon\"><p>{about}</p>\n<p>{footer}</p></div>\n</body>\n</html>\n",
        title = view.title(),
        navigation = links(&view.navigation, "<li>", "</li>"),
        name = view.blog.name,
        tagline = view.blog.tagline,
        promotions = promotions(view),
        story = story(view),
        latest = latest(view),
        about = view.blog.about,
        footer = view.blog.footer,
    )
}

fn promotions(view: &View) -> String {
    let teaser = |(link, text): &(super::Link, String)| {
        format!(
            "<div class=\"promotion\"><h4>{}</h4>\n<p>{text} <a href=\"{}\">more</a></p></div>\n",
            a(link),
            link.url
        )
    };
    view.related.iter().map(teaser).collect()
}

fn story(view: &View) -> String {
    let mut html = format!(
        "<h1>{}</h1>\n<p class=\"byline\">{}, <span>{}</span> <span>{}</span></p>\n{}<p class=\"filed\">Filed under {}</p>\n\
         <h3>What readers say ({})</h3>\n",
        view.post.headline,
        view.blog.author,
        view.date.written(),
        view.post.time,
        texts(&view.post.blocks, "<p>", "</p>"),
        view.category(),
        view.post.comments.len(),
    );
    for comment in &view.post.comments {
        let blocks = texts(&comment.blocks, "<p>", "</p>");
        html.push_str(&format!("<blockquote><b>{}</b>\n{blocks}</blockquote>\n", comment.reader));
    }
    html
}

fn latest(view: &View) -> String {
    format!(
        "<h3>Latest</h3>\n<ol>\n{}</ol>\n<h3>Topics</h3>\n<p>{}</p>\n<h3>Partners</h3>\n<ul>\n{}</ul>\n{}<h3>By month</h3>\n<ul>\n{}</ul>\n{}",
        links(&view.recent, "<li>", "</li>"),
        links(&view.tags, "<span>", "</span>, "),
        links(&view.blogroll, "<li>", "</li>"),
        texts(&view.blog.sponsors, "<div class=\"sponsor\">", "</div>"),
        links(&view.months, "<li>", "</li>"),
        view.calendar(),
    )
}
