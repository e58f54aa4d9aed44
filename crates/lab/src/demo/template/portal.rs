//! The layout of a magazine: navigation, categories and recent comments above the story.

use super::{PostEntry, Template, TemplateView, a, links, texts};

pub const TEMPLATE: Template = Template { page, entry, comment, heading };

const STYLE: &str = "\
    body { margin: 0 auto; width: 960px; color: #222; font: 15px/1.5 Helvetica, Arial, sans-serif \
      }\n\
    a { color: #b0252a; text-decoration: none }\n\
    #menu li, #sections li { display: inline; margin-right: 12px; font-size: 12px }\n\
    #masthead { margin: 0; font-size: 34px; font-weight: bold }\n\
    #story { float: left; width: 640px }\n\
    #latest { float: right; width: 270px; font-size: 13px }\n\
    #colophon { clear: both; color: #777; font-size: 12px }\n";

fn page(view: &TemplateView, main: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta http-equiv=\"Content-Type\" \
         content=\"text/html; \
         charset=utf-8\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n<script \
         type=\"text/javascript\">var tracked = true;</script>\n</head>\n<body>\n<ul \
         id=\"menu\">\n{navigation}</ul>\n<p id=\"masthead\"><a \
         href=\"/\">{name}</a></p>\n<p>{tagline}</p>\n<ul id=\"sections\">\n{sections}</ul>\n<ul \
         id=\"talk\">\n{talk}</ul>\n<div id=\"story\">\n{main}</div>\n<div \
         id=\"latest\">\n{latest}</div>\n<div \
         id=\"colophon\"><p>{about}</p>\n<p>{footer}</p></div>\n</body>\n</html>\n",
        title = view.title,
        navigation = links(&view.navigation, "<li>", "</li>"),
        name = view.blog.name,
        tagline = view.blog.tagline,
        sections = links(&view.categories, "<li>", "</li>"),
        talk = links(&view.talk, "<li>", "</li>"),
        latest = latest(view),
        about = view.blog.about,
        footer = view.blog.footer,
    )
}

fn latest(view: &TemplateView) -> String {
    format!(
        "<h3>Latest</h3>\n<ol>\n{}</ol>\n<h3>Topics</h3>\n<p>{}</p>\n<h3>Partners</h3>\n\
         <ul>\n{}</ul>\n{}<h3>By month</h3>\n<ul>\n{}</ul>\n",
        links(&view.recent, "<li>", "</li>"),
        links(&view.tags, "<span>", "</span>, "),
        links(&view.blogroll, "<li>", "</li>"),
        texts(&view.blog.sponsors, "<div class=\"sponsor\">", "</div>"),
        links(&view.months, "<li>", "</li>"),
    )
}

fn entry(entry: &PostEntry) -> String {
    format!(
        "<h1>{}</h1>\n<p class=\"byline\">{}, <span>{}</span> <span>{}</span></p>\n{}<p \
         class=\"filed\">Filed under {}</p>\n",
        a(&entry.headline),
        entry.author,
        entry.date,
        entry.time,
        texts(&entry.blocks, "<p>", "</p>"),
        links(&entry.below, "", ""),
    )
}

fn comment(reader: &str, blocks: &[String]) -> String {
    format!("<blockquote><b>{reader}</b>\n{}</blockquote>\n", texts(blocks, "<p>", "</p>"))
}

fn heading(text: &str) -> String {
    format!("<h3>{text}</h3>\n")
}
