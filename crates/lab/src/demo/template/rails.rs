//! The layout of a paid service: three columns, both sidebars before the post in the source,
//! modules with headings.

use super::{PostEntry, Template, TemplateView, a, links, texts};

pub const TEMPLATE: Template = Template { page, entry, comment, heading };

const STYLE: &str = "\
    body { margin: 0; background: #fff; color: #333; font: 14px/1.5 'Trebuchet MS', Arial, \
      sans-serif }\n\
    a { color: #39711f }\n\
    #banner { padding: 14px 24px; background: #dcead2 }\n\
    #banner h2 { font-size: 15px }\n\
    #alpha, #gamma { float: left; width: 190px; padding: 12px; font-size: 12px }\n\
    #gamma { float: right }\n\
    #beta { margin: 0 230px; padding: 12px }\n\
    #bottom { clear: both; padding: 12px 24px; background: #dcead2 }\n\
    .module-list { padding-left: 14px }\n\
    .comment { padding: 4px 12px; background: #f2f7ee }\n";

fn page(view: &TemplateView, main: &str) -> String {
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \
         \"http://www.w3.org/TR/html4/strict.dtd\">\n<html>\n<head>\n<meta \
         http-equiv=\"Content-Type\" content=\"text/html; \
         charset=utf-8\">\n<title>{title}</title>\n<style \
         type=\"text/css\">\n{STYLE}</style>\n</head>\n<body class=\"layout-three-column\">\n<div \
         id=\"banner\"><h1><a href=\"/\">{name}</a></h1><h2>{tagline}</h2></div>\n<div \
         id=\"alpha\">\n{alpha}</div>\n<div id=\"gamma\">\n{gamma}</div>\n<div \
         id=\"beta\">\n{main}</div>\n<div id=\"bottom\">{footer}</div>\n</body>\n</html>\n",
        title = view.title,
        name = view.blog.name,
        tagline = view.blog.tagline,
        alpha = alpha(view),
        gamma = gamma(view),
        footer = view.blog.footer,
    )
}

fn module(title: &str, content: &str) -> String {
    format!(
        "<div class=\"module\"><h2 class=\"module-header\">{title}</h2>\n<div \
         class=\"module-content\">\n{content}</div></div>\n"
    )
}

fn list(title: &str, items: &[super::TemplateLink]) -> String {
    let items = links(items, "<li class=\"module-list-item\">", "</li>");
    module(title, &format!("<ul class=\"module-list\">\n{items}</ul>\n"))
}

fn alpha(view: &TemplateView) -> String {
    let about = format!("<p>{}</p><p>Written by {}</p>\n", view.blog.about, view.blog.author);
    [module("About", &about), list("Elsewhere", &view.navigation), list("Archives", &view.months)]
        .concat()
}

fn gamma(view: &TemplateView) -> String {
    [
        list("Recent Posts", &view.recent),
        list("Recent Comments", &view.talk),
        list("Categories", &view.categories),
        module("Tags", &links(&view.tags, "<span>", "</span> ")),
        list("Reading", &view.blogroll),
        module("Sponsored", &texts(&view.blog.sponsors, "<p>", "</p>")),
    ]
    .concat()
}

fn entry(entry: &PostEntry) -> String {
    format!(
        "<h2 class=\"date-header\">{}</h2>\n<h3 class=\"entry-header\">{}</h3>\n<div \
         class=\"entry-body\">\n{}</div>\n<p class=\"entry-footer\">Posted by {} at {} in {}</p>\n",
        entry.date,
        a(&entry.headline),
        texts(&entry.blocks, "<p>", "</p>"),
        entry.author,
        entry.time,
        links(&entry.below, "", ""),
    )
}

fn comment(reader: &str, blocks: &[String]) -> String {
    let blocks = texts(blocks, "<p>", "</p>");
    format!(
        "<div class=\"comment\">{blocks}<p class=\"comment-footer\">Posted by: {reader}</p></div>\n"
    )
}

fn heading(text: &str) -> String {
    format!("<h2 class=\"comments-header\">{text}</h2>\n")
}
