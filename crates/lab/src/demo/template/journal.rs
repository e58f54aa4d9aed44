//! The layout of a hosted journal: definition lists, comments in a box, the sidebar before the post
//! in the source.

use super::{PostEntry, Template, TemplateView, a, links, texts};

pub const TEMPLATE: Template = Template { page, entry, comment, heading };

const STYLE: &str = "\
    body { margin: 0 auto; width: 900px; background: #f7f2e7; color: #443; font: 15px/1.5 \
      Verdana, sans-serif }\n\
    a { color: #a0522d }\n\
    #navbar { padding: 8px; background: #8b6b45 }\n\
    #navbar a { color: #fff }\n\
    #side { float: right; width: 240px; font-size: 12px }\n\
    #main { float: left; width: 610px }\n\
    .sidebar-title, .date-header { font-size: 14px; color: #8b6b45 }\n\
    #footer { clear: both; font-size: 12px }\n";

fn page(view: &TemplateView, main: &str) -> String {
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \
         \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n<html>\n<head>\n<meta \
         http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\" \
         />\n<title>{title}</title>\n<style \
         type=\"text/css\">\n{STYLE}</style>\n</head>\n<body>\n<div \
         id=\"navbar\">{navigation}</div>\n<h1 id=\"blog-title\">{name}</h1>\n<p \
         id=\"description\">{tagline}</p>\n<div id=\"side\">\n{side}</div>\n<div \
         id=\"main\">\n{main}{sponsors}</div>\n<hr />\n<p \
         id=\"footer\">{footer}</p>\n</body>\n</html>\n",
        title = view.title,
        name = view.blog.name,
        navigation = links(&view.navigation, "<span>", "</span> | "),
        tagline = view.blog.tagline,
        side = side(view),
        sponsors = texts(&view.blog.sponsors, "<div class=\"ad\">", "</div>"),
        footer = view.blog.footer,
    )
}

fn list(title: &str, items: String) -> String {
    format!("<h2 class=\"sidebar-title\">{title}</h2>\n<ul>\n{items}</ul>\n")
}

fn side(view: &TemplateView) -> String {
    [
        format!(
            "<dl class=\"profile\"><dt>Name: {}</dt>\n<dd>{}</dd></dl>\n",
            view.blog.author, view.blog.about
        ),
        list("Previous Posts", links(&view.recent, "<li>", "</li>")),
        list("Talk", links(&view.talk, "<li>", "</li>")),
        list("Links", links(&view.blogroll, "<li>", "</li>")),
        list("Labels", links(&view.categories, "<li>", "</li>")),
        list("Archives", links(&view.months, "<li>", "</li>")),
        format!("<p class=\"tagcloud\">{}</p>\n", links(&view.tags, "<span>", "</span> &middot; ")),
    ]
    .concat()
}

fn entry(entry: &PostEntry) -> String {
    format!(
        "<h2 class=\"date-header\">{}</h2>\n<div class=\"post\">\n<h3 \
         class=\"post-title\">{}</h3>\n<div class=\"post-body\">\n{}</div>\n<p \
         class=\"post-footer\"><em>posted by {} at {} in {}</em></p>\n</div>\n",
        entry.date,
        a(&entry.headline),
        texts(&entry.blocks, "<div>", "</div>"),
        entry.author,
        entry.time,
        links(&entry.below, "", ""),
    )
}

fn comment(reader: &str, blocks: &[String]) -> String {
    let blocks = texts(blocks, "<dd class=\"comment-body\"><p>", "</p></dd>");
    format!(
        "<dl class=\"comments-block\"><dt class=\"comment-poster\">{reader} \
         said...</dt>\n{blocks}</dl>\n"
    )
}

fn heading(text: &str) -> String {
    format!("<h4>{text}</h4>\n")
}
