//! The layout of a weblog engine's default theme: header, wide column with the post first, sidebar
//! after it.

use super::{PostEntry, Template, TemplateView, a, links, texts};

pub const TEMPLATE: Template = Template { page, entry, comment, heading };

const STYLE: &str = "\
    body { margin: 0; background: #e9eef3; color: #333; font: 15px/1.5 Georgia, serif }\n\
    a { color: #1f5f99; text-decoration: none }\n\
    #page { width: 940px; margin: 0 auto; background: #fff }\n\
    #header { padding: 18px 32px; background: #2d5f8b; color: #dbe7f1 }\n\
    #header h1 { margin: 0; font-size: 30px }\n\
    #header a { color: #fff }\n\
    #menu { padding: 8px 32px; background: #214a6d; font: 13px Arial, sans-serif }\n\
    #menu a { margin-right: 18px; color: #fff }\n\
    #content { float: left; width: 590px; padding: 8px 0 24px 32px }\n\
    #content h2 { margin: 18px 0 0; font-size: 25px }\n\
    #content small, .meta { color: #888; font: 12px Arial, sans-serif }\n\
    .comment { margin: 12px 0; padding: 4px 14px; background: #f3f6f9 }\n\
    #sidebar { float: right; width: 230px; padding: 14px 32px 24px 0; font: 13px/1.45 Arial, \
      sans-serif }\n\
    #sidebar h2 { margin: 14px 0 4px; font-size: 14px; color: #2d5f8b }\n\
    #sidebar ul { margin: 0; padding-left: 16px }\n\
    #sidebar .tags a { margin-right: 5px }\n\
    #footer { clear: both; padding: 12px 32px; background: #214a6d; color: #dbe7f1; font: 12px \
      Arial, sans-serif }\n";

fn page(view: &TemplateView, main: &str) -> String {
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \
         \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n<html \
         xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<title>{title}</title>\n<meta \
         http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\" />\n<style \
         type=\"text/css\">\n{STYLE}</style>\n</head>\n<body>\n<div id=\"page\">\n<div \
         id=\"header\"><h1><a href=\"/\">{name}</a></h1>\n<div \
         class=\"description\">{tagline}</div></div>\n<div id=\"menu\">{menu}</div>\n<div \
         id=\"content\">\n{main}</div>\n<div id=\"sidebar\">\n{sidebar}</div>\n<div \
         id=\"footer\"><p>{footer}</p></div>\n</div>\n</body>\n</html>\n",
        title = view.title,
        name = view.blog.name,
        tagline = view.blog.tagline,
        menu = links(&view.navigation, "<span>", "</span>"),
        sidebar = sidebar(view),
        footer = view.blog.footer,
    )
}

fn entry(entry: &PostEntry) -> String {
    format!(
        "<div class=\"post\">\n<h2>{}</h2>\n<small>{} by {}</small>\n<div \
         class=\"entry\">\n{}</div>\n<p class=\"meta\">Posted in {}</p>\n</div>\n",
        a(&entry.headline),
        entry.date,
        entry.author,
        texts(&entry.blocks, "<p>", "</p>"),
        links(&entry.below, "", ""),
    )
}

fn comment(reader: &str, blocks: &[String]) -> String {
    format!(
        "<div class=\"comment\"><cite>{reader}</cite> says:\n{}</div>\n",
        texts(blocks, "<p>", "</p>")
    )
}

fn heading(text: &str) -> String {
    format!("<h3>{text}</h3>\n")
}

fn list(title: &str, items: String) -> String {
    format!("<h2>{title}</h2><ul>\n{items}</ul>\n")
}

fn sidebar(view: &TemplateView) -> String {
    [
        format!("<h2>About</h2><p>{}</p>\n", view.blog.about),
        list("Recent Posts", links(&view.recent, "<li>", "</li>")),
        list("Recent Comments", links(&view.talk, "<li>", "</li>")),
        list("Categories", links(&view.categories, "<li>", "</li>")),
        format!(
            "<h2>Tags</h2><div class=\"tags\">\n{}</div>\n",
            links(&view.tags, "<span>", "</span>")
        ),
        list("Archives", links(&view.months, "<li>", "</li>")),
        list("Blogroll", links(&view.blogroll, "<li>", "</li>")),
        list("Sponsors", texts(&view.blog.sponsors, "<li>", "</li>")),
    ]
    .concat()
}
