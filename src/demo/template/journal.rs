//! The layout of a hosted journal: definition lists, comments in a box, the sidebar before the post in the source.

use super::{View, a, links, texts};

pub fn html(view: &View) -> String {
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n\
         <html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\" />\n<title>{name}: {headline}</title>\n</head>\n\
         <body>\n<div id=\"navbar\">{navigation}</div>\n<h1 id=\"blog-title\">{name}</h1>\n<p id=\"description\">{tagline}</p>\n\
         <div id=\"side\">\n{side}</div>\n<div id=\"main\">\n{main}</div>\n<hr />\n<p id=\"footer\">{footer}</p>\n</body>\n</html>\n",
        name = view.blog.name,
        headline = view.post.headline,
        navigation = links(&view.navigation, "<span>", "</span> | "),
        tagline = view.blog.tagline,
        side = side(view),
        main = main(view),
        footer = view.blog.footer,
    )
}

fn side(view: &View) -> String {
    format!(
        "<h2 class=\"sidebar-title\">About Me</h2>\n<dl class=\"profile\"><dt>Name: {}</dt>\n<dd>{}</dd></dl>\n\
         <h2 class=\"sidebar-title\">Previous Posts</h2>\n<ul id=\"recently\">\n{}</ul>\n\
         <h2 class=\"sidebar-title\">Links</h2>\n<ul>\n{}</ul>\n<h2 class=\"sidebar-title\">Archives</h2>\n<ul>\n{}</ul>\n\
         <p class=\"tagcloud\">{}</p>\n{}",
        view.blog.author,
        view.blog.about,
        links(&view.recent, "<li>", "</li>"),
        links(&view.blogroll, "<li>", "</li>"),
        links(&view.months, "<li>", "</li>"),
        links(&view.tags, "", " &middot; "),
        view.calendar(),
    )
}

fn main(view: &View) -> String {
    let mut html = format!(
        "<h2 class=\"date-header\">{}</h2>\n<div class=\"post\">\n<h3 class=\"post-title\">{}</h3>\n<div class=\"post-body\">\n{}</div>\n\
         <p class=\"post-footer\"><em>posted by {} at <a href=\"{}\">{}</a> in {}</em></p>\n</div>\n<div id=\"comments\">\n\
         <h4>{} Comments:</h4>\n<dl id=\"comments-block\">\n",
        view.date.written(),
        view.post.headline,
        texts(&view.post.blocks, "<div>", "</div>"),
        view.blog.author,
        view.url,
        view.post.time,
        view.category(),
        view.post.comments.len(),
    );
    for comment in &view.post.comments {
        let blocks = texts(&comment.blocks, "<dd class=\"comment-body\"><p>", "</p></dd>");
        html.push_str(&format!("<dt class=\"comment-poster\">{} said...</dt>\n{blocks}", comment.reader));
    }
    html.push_str("</dl>\n<p><a href=\"#comment\">Post a Comment</a></p>\n</div>\n<h4>You may also like</h4>\n");
    for (link, text) in &view.related {
        html.push_str(&format!("<div class=\"teaser\"><b>{}</b><br />{text}</div>\n", a(link)));
    }
    html + &texts(&view.blog.sponsors, "<div class=\"ad\">", "</div>")
}
