//! The layout of a weblog engine's default theme: header, wide column with the post first, sidebar after it.

use super::{View, a, links, texts};

pub fn html(view: &View) -> String {
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<title>{title}</title>\n\
         <meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\" />\n\
         <style type=\"text/css\">#sidebar {{ float: right; width: 190px }}</style>\n</head>\n<body>\n<div id=\"page\">\n\
         <div id=\"header\"><h1><a href=\"/\">{name}</a></h1>\n<div class=\"description\">{tagline}</div></div>\n\
         <div id=\"content\">\n{post}{related}{comments}</div>\n<div id=\"sidebar\">\n{sidebar}</div>\n\
         <div id=\"footer\"><p>{footer}</p></div>\n</div>\n</body>\n</html>\n",
        title = view.title(),
        name = view.blog.name,
        tagline = view.blog.tagline,
        post = post(view),
        related = related(view),
        comments = comments(view),
        sidebar = sidebar(view),
        footer = view.blog.footer,
    )
}

fn post(view: &View) -> String {
    format!(
        "<div class=\"post\">\n<h2><a href=\"{}\" rel=\"bookmark\">{}</a></h2>\n<small>{} by {}</small>\n<div class=\"entry\">\n{}</div>\n\
         <p class=\"postmetadata\">Posted in <a href=\"/category/\">{}</a> at {}</p>\n</div>\n",
        view.url,
        view.post.headline,
        view.date.written(),
        view.blog.author,
        texts(&view.post.blocks, "<p>", "</p>"),
        view.category(),
        view.post.time,
    )
}

fn related(view: &View) -> String {
    let items: String =
        view.related.iter().map(|(link, text)| format!("<li>{}<p>{text} ...</p></li>\n", a(link))).collect();
    format!("<h3>Related posts</h3>\n<ul class=\"related\">\n{items}</ul>\n")
}

fn comments(view: &View) -> String {
    let mut html =
        format!("<h3 id=\"comments\">{} Responses</h3>\n<ol class=\"commentlist\">\n", view.post.comments.len());
    for comment in &view.post.comments {
        let blocks = texts(&comment.blocks, "<p>", "</p>");
        html.push_str(&format!("<li><cite>{}</cite> Says:<br />\n{blocks}</li>\n", comment.reader));
    }
    html + "</ol>\n<p>Comments are open. <a href=\"#respond\">Leave a Reply</a></p>\n"
}

fn sidebar(view: &View) -> String {
    let list = |title: &str, items: String| format!("<li><h2>{title}</h2><ul>\n{items}</ul></li>\n");
    let mut html = String::from("<ul>\n");
    html.push_str(&list("Pages", links(&view.navigation, "<li>", "</li>")));
    html.push_str(&format!("<li><h2>Author</h2><p>{}</p></li>\n", view.blog.about));
    html.push_str(&list("Recent Posts", links(&view.recent, "<li>", "</li>")));
    html.push_str(&list("Tags", links(&view.tags, "<li>", "</li>")));
    html.push_str(&list("Archives", links(&view.months, "<li>", "</li>")));
    html.push_str(&list("Blogroll", links(&view.blogroll, "<li>", "</li>")));
    html.push_str(&format!("<li>{}</li>\n", view.calendar()));
    html.push_str(&list("Sponsors", texts(&view.blog.sponsors, "<li>", "</li>")));
    html + "</ul>\n"
}
