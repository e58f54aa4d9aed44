//! The layout of a page written by hand: tables inside tables, fonts, line breaks, tags that never
//! close.

use super::{PostEntry, Template, TemplateView, a, links, texts};

pub const TEMPLATE: Template = Template { page, entry, comment, heading };

fn page(view: &TemplateView, main: &str) -> String {
    format!(
        "<HTML><HEAD><TITLE>{title}</TITLE>\n<META HTTP-EQUIV=\"Content-Type\" \
         CONTENT=\"text/html; charset=utf-8\">\n</HEAD>\n<BODY BGCOLOR=#FFFFFF>\n<TABLE WIDTH=900 \
         CELLPADDING=4>\n<TR><TD COLSPAN=3 BGCOLOR=#DDDDEE><FONT \
         SIZE=5><B>{name}</B></FONT><BR>{tagline}\n<TR><TD WIDTH=160 VALIGN=top>\n{left}<TD \
         VALIGN=top>\n{main}<TD WIDTH=180 VALIGN=top>\n{right}<TR><TD COLSPAN=3 ALIGN=center><FONT \
         SIZE=1>{footer}</FONT>\n</TABLE>\n</BODY></HTML>\n",
        title = view.title,
        name = view.blog.name,
        tagline = view.blog.tagline,
        left = left(view),
        right = right(view),
        footer = view.blog.footer,
    )
}

fn left(view: &TemplateView) -> String {
    format!(
        "<B>Go to</B><BR>\n{}<P><B>Friends</B><BR>\n{}<P><B>Old stuff</B><BR>\n{}",
        links(&view.navigation, "<FONT SIZE=2>", "</FONT><BR>"),
        links(&view.blogroll, "<FONT SIZE=2>", "</FONT><BR>"),
        links(&view.months, "<FONT SIZE=2>", "</FONT><BR>"),
    )
}

fn right(view: &TemplateView) -> String {
    [
        format!("<B>Who?</B><P>{}: {}<P>\n", view.blog.author, view.blog.about),
        format!("<B>Lately</B><UL>\n{}</UL>\n", links(&view.recent, "<LI>", "")),
        format!("<B>Readers</B><UL>\n{}</UL>\n", links(&view.talk, "<LI>", "")),
        format!("<B>Sorted</B><UL>\n{}</UL>\n", links(&view.categories, "<LI>", "")),
        format!("<P>{}", links(&view.tags, "<FONT SIZE=2>", "</FONT> ")),
        texts(&view.blog.sponsors, "<P><FONT SIZE=1>", "</FONT>"),
    ]
    .concat()
}

fn entry(entry: &PostEntry) -> String {
    format!(
        "<P><FONT SIZE=4><B>{}</B></FONT><BR>\n<FONT SIZE=1>{}, {} | {}</FONT>\n{}<P>\n",
        a(&entry.headline),
        entry.date,
        entry.time,
        links(&entry.below, "", ""),
        texts(&entry.blocks, "<P>", ""),
    )
}

fn comment(reader: &str, blocks: &[String]) -> String {
    let blocks = texts(blocks, "<P>", "");
    format!("<TABLE BORDER=1 WIDTH=100%><TR><TD><B>{reader}</B> wrote:\n{blocks}</TABLE>\n")
}

fn heading(text: &str) -> String {
    format!("<P><B>{text}</B><P>\n")
}
