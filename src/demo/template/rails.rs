//! The layout of a paid service: three columns, both sidebars before the post in the source, modules with headings.

use super::{View, a, links, texts};

pub fn html(view: &View) -> String {
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">\n<html>\n<head>\n\
         <meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n<title>{name}: {headline}</title>\n</head>\n\
         <body class=\"layout-three-column\">\n<div id=\"banner\"><h1><a href=\"/\">{name}</a></h1><h2>{tagline}</h2></div>\n\
         <div id=\"alpha\">\n{alpha}</div>\n<div id=\"gamma\">\n{gamma}</div>\n<div id=\"beta\">\n{beta}</div>\n\
         <div id=\"bottom\">{footer}</div>\n</body>\n</html>\n",
        name = view.blog.name,
        headline = view.post.headline,
        tagline = view.blog.tagline,
        alpha = alpha(view),
        gamma = gamma(view),
        beta = beta(view),
        footer = view.blog.footer,
    )
}

fn module(title: &str, content: &str) -> String {
    format!(
        "<div class=\"module\"><h2 class=\"module-header\">{title}</h2>\n<div class=\"module-content\">\n{content}</div></div>\n"
    )
}

fn list(items: &str) -> String {
    format!("<ul class=\"module-list\">\n{items}</ul>\n")
}

fn alpha(view: &View) -> String {
    let about = format!("<p>{}</p><p>Written by {}</p>\n", view.blog.about, view.blog.author);
    [
        module("About", &about),
        module("Elsewhere", &list(&links(&view.navigation, "<li class=\"module-list-item\">", "</li>"))),
        module("Calendar", &view.calendar()),
        module("Archives", &list(&links(&view.months, "<li class=\"module-list-item\">", "</li>"))),
    ]
    .concat()
}

fn gamma(view: &View) -> String {
    [
        module("Recent Posts", &list(&links(&view.recent, "<li class=\"module-list-item\">", "</li>"))),
        module("Categories", &list(&links(&view.tags, "<li class=\"module-list-item\">", "</li>"))),
        module("Reading", &list(&links(&view.blogroll, "<li class=\"module-list-item\">", "</li>"))),
        module("Sponsored", &texts(&view.blog.sponsors, "<p>", "</p>")),
    ]
    .concat()
}

fn beta(view: &View) -> String {
    let mut html = format!(
        "<h2 class=\"date-header\">{}</h2>\n<h3 class=\"entry-header\">{}</h3>\n<div class=\"entry-body\">\n{}</div>\n\
         <p class=\"entry-footer\">Posted by {} on {} at {} in <a href=\"/category/\">{}</a> | <a href=\"{}\">Permalink</a></p>\n",
        view.date.written(),
        view.post.headline,
        texts(&view.post.blocks, "<p>", "</p>"),
        view.blog.author,
        view.date.written(),
        view.post.time,
        view.category(),
        view.url,
    );
    let teasers: String =
        view.related.iter().map(|(link, text)| format!("<p>{}: <i>{text} [...]</i></p>\n", a(link))).collect();
    html.push_str(&module("You might also read", &teasers));
    html.push_str("<h2 class=\"comments-header\">Comments</h2>\n");
    for comment in &view.post.comments {
        let blocks = texts(&comment.blocks, "<p>", "</p>");
        let (reader, date) = (comment.reader, view.date.written());
        html.push_str(&format!(
            "<div class=\"comment\">{blocks}<p class=\"comment-footer\">Posted by: {reader} | {date}</p></div>\n"
        ));
    }
    html
}
