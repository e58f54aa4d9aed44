//! The layout of a page written by hand: tables inside tables, fonts, line breaks, tags that never close.

use super::{View, a, links, texts};

pub fn html(view: &View) -> String {
    format!(
        "<HTML><HEAD><TITLE>{title}</TITLE>\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=utf-8\">\n</HEAD>\n\
         <BODY BGCOLOR=#FFFFFF>\n<TABLE WIDTH=760 CELLPADDING=4>\n<TR><TD COLSPAN=3 BGCOLOR=#DDDDEE><FONT SIZE=5><B>{name}</B></FONT><BR>{tagline}\n\
         <TR><TD WIDTH=140 VALIGN=top>\n{left}<TD VALIGN=top>\n{middle}<TD WIDTH=150 VALIGN=top>\n{right}\
         <TR><TD COLSPAN=3 ALIGN=center><FONT SIZE=1>{footer}</FONT>\n</TABLE>\n</BODY></HTML>\n",
        title = view.title(),
        name = view.blog.name,
        tagline = view.blog.tagline,
        left = left(view),
        middle = middle(view),
        right = right(view),
        footer = view.blog.footer,
    )
}

fn left(view: &View) -> String {
    format!(
        "<B>Go to</B><BR>\n{}<P><B>Friends</B><BR>\n{}<P><B>Old stuff</B><BR>\n{}<P>{}",
        links(&view.navigation, "&raquo; ", "<BR>"),
        links(&view.blogroll, "", "<BR>"),
        links(&view.months, "", "<BR>"),
        view.calendar(),
    )
}

fn middle(view: &View) -> String {
    let mut html = format!(
        "<FONT SIZE=4><B>{}</B></FONT><BR>\n<FONT SIZE=1>{}, {} | {}</FONT>\n{}<P>\n",
        view.post.headline,
        view.date.written(),
        view.post.time,
        view.category(),
        texts(&view.post.blocks, "<P>", ""),
    );
    for comment in &view.post.comments {
        let blocks = texts(&comment.blocks, "<P>", "");
        html.push_str(&format!(
            "<TABLE BORDER=1 WIDTH=100%><TR><TD><B>{}</B> wrote:\n{blocks}</TABLE>\n",
            comment.reader
        ));
    }
    html + "<P><A HREF=\"guestbook.cgi\">Sign the guestbook</A>\n"
}

fn right(view: &View) -> String {
    let mut html = format!(
        "<B>Who?</B><P>{}: {}<P><B>Lately</B><UL>\n{}</UL>\n",
        view.blog.author,
        view.blog.about,
        links(&view.recent, "<LI>", ""),
    );
    for (link, text) in &view.related {
        html.push_str(&format!("<P><I>See also</I> {}<BR><FONT SIZE=1>{text}</FONT>\n", a(link)));
    }
    html.push_str(&format!("<P>{}", links(&view.tags, "<FONT SIZE=2>", "</FONT> ")));
    html + &texts(&view.blog.sponsors, "<P><FONT SIZE=1>", "</FONT>")
}
