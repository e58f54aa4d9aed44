use super::*;
use crate::block;
use crate::page::{Budget, Cut};

/// The comments of a page whose blocks with any of some words are comments, in short form:
/// `author|date: text [replies]`.
fn shown(html: &str) -> String {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let text = |block| blocks.text_of(block);
    let is_comment: Vec<bool> =
        blocks.blocks.iter().map(|block| !text(block).contains("Article")).collect();
    let subject = Subject::new(&page, &blocks);
    let read = Read::new(&subject, &outline, None);
    let seen = Seen::new(&page, &read.texts, &outline, &is_comment, &[]);
    let comments = Found::read(&seen).comments(&read, &seen, &is_comment);
    comments.iter().map(short).collect::<Vec<_>>().join("; ")
}

fn short(comment: &Comment) -> String {
    let or = |one: &Option<String>| one.clone().unwrap_or("-".to_owned());
    let text = comment.text().trim_end().replace('\n', " / ");
    let replies: Vec<String> = comment.replies.iter().map(short).collect();
    let replies =
        if replies.is_empty() { String::new() } else { format!(" [{}]", replies.join("; ")) };
    format!("{}|{}: {text}{replies}", or(&comment.author), or(&comment.published))
}

#[test]
fn wordpress_with_replies_inside() {
    let html = "<p>Article text.</p><h3>2 Responses</h3><ol class=commentlist>\
        <li class='comment even depth-1' id=comment-1><div class='comment-author vcard'>\
        <cite class=fn>Ada Frost</cite> <span class=says>says:</span></div>\
        <div class=comment-meta><a href=#comment-1>May 6, 2024 at 7:08 pm</a></div>\
        <p>Penguins swim well.</p><p>They do.</p><div class=reply><a href=#>Reply</a></div>\
        <ul class=children><li class='comment odd depth-2' id=comment-2>\
        <div class='comment-author vcard'><cite class=fn>Bo</cite> <span class=says>says:</span>\
        </div><div class=comment-meta><a href=#comment-2>May 7, 2024 at 1:00 am</a></div>\
        <p>So they say.</p></li></ul></li>\
        <li class='comment even depth-1' id=comment-3><div class='comment-author vcard'>\
        <cite class=fn>Cy</cite> <span class=says>says:</span></div>\
        <div class=comment-meta><a href=#comment-3>May 8, 2024 at 2:00 am</a></div>\
        <p>Thanks!</p></li></ol>";
    assert_eq!(
        shown(html),
        "Ada Frost|2024-05-06T19:08: Penguins swim well. / They do. \
         [Bo|2024-05-07T01:00: So they say.]; Cy|2024-05-08T02:00: Thanks!"
    );
}

#[test]
fn microdata_names_types() {
    let html = "<p>Article text.</p>\
        <div itemscope itemtype=https://schema.org/Comment><span itemprop=author itemscope><b \
        itemprop=name>Ada</b></span><time itemprop=dateCreated datetime=2024-05-06>a year \
        ago</time><div itemprop=text>Penguins swim well.</div></div>\
        <div itemscope itemtype=https://schema.org/Comment><span itemprop=author>Bo</span><time \
        itemprop=dateCreated datetime=2024-05-07>a year ago</time><div itemprop=text>So they \
        say.</div></div>";
    assert_eq!(shown(html), "Ada|2024-05-06: Penguins swim well.; Bo|2024-05-07: So they say.");
}

#[test]
fn json_ld_is_matched_by_text() {
    let html = "<script type=application/ld+json>{\"@type\": \"Article\", \"comment\": [\
        {\"@type\": \"Comment\", \"author\": {\"name\": \"Ada Frost\"}, \"dateCreated\": \
        \"2024-05-06T07:08:09Z\", \"text\": \"Penguins swim well.\"}]}</script>\
        <p>Article text.</p><ul><li class=comment><p>Penguins swim well.</p></li>\
        <li class=comment><p>So they say.</p></li></ul>";
    assert_eq!(
        shown(html),
        "Ada Frost|2024-05-06T07:08:09Z: Penguins swim well.; -|-: So they say."
    );
}

#[test]
fn typepad_has_names_below_and_blogger_above() {
    let typepad = "<p>Article text.</p><div class=comments-body>\
        <div class=comment><div class=comment-content><p>Penguins swim well.</p></div>\
        <p class=comment-footer>Posted by: <a href=http://a.test>Ada</a> | <a href=#1>May 06, 2024 \
        at 07:08 AM</a></p></div>\
        <div class=comment><div class=comment-content><p>So they say.</p></div>\
        <p class=comment-footer>Posted by: <a href=http://b.test>Bo</a> | <a href=#2>May 07, 2024 \
        at 09:08 AM</a></p></div></div>";
    let both = "Ada|2024-05-06T07:08: Penguins swim well.; Bo|2024-05-07T09:08: So they say.";
    assert_eq!(shown(typepad), both);
    let blogger = "<p>Article text.</p><dl id=comments-block>\
        <dt class=comment-author><a href=http://a.test rel=nofollow>Ada</a> said...</dt>\
        <dd class=comment-body><p>Penguins swim well.</p></dd>\
        <dd class=comment-footer><span class=comment-timestamp>May 6, 2024 at 7:08 \
        AM</span></dd>\
        <dt class=comment-author><a href=http://b.test rel=nofollow>Bo</a> said...</dt>\
        <dd class=comment-body><p>So they say.</p></dd>\
        <dd class=comment-footer><span class=comment-timestamp>May 7, 2024 at 9:08 \
        AM</span></dd></dl>";
    assert_eq!(shown(blogger), both);
}

#[test]
fn paragraphs_in_a_row_are_cut_where_names_stand() {
    let html = "<div><p>Article text.</p><h2>Comments</h2>\
        <p>Penguins swim well.</p><p>They do.</p><p class=posted>Posted by: <a>Ada</a> | Mar 6, \
        2007 2:00:18 PM</p>\
        <p>So they say.</p><p class=posted>Posted by: <a>Bo</a> | Mar 7, 2007 2:01:23 PM</p></div>";
    assert_eq!(
        shown(html),
        "Ada|2007-03-06T14:00:18: Penguins swim well. / They do.; Bo|2007-03-07T14:01:23: So they \
         say."
    );
}

#[test]
fn depths_in_classes_nest_what_stands_in_a_row() {
    let post = |depth: u32, name: &str, text: &str| {
        format!(
            "<div class='comment depth-{depth}'><a class=username>{name}</a> <time \
             datetime=2024-05-0{depth}>then</time><p>{text}</p></div>"
        )
    };
    let html = [
        post(1, "Ada", "Penguins swim well."),
        post(2, "Bo", "So they say."),
        post(3, "Cy", "Who says?"),
        post(2, "Di", "All do."),
        post(1, "Ed", "Another thing."),
    ]
    .concat();
    assert_eq!(
        shown(&html),
        "Ada|2024-05-01: Penguins swim well. [Bo|2024-05-02: So they say. [Cy|2024-05-03: Who \
         says?]; Di|2024-05-02: All do.]; Ed|2024-05-01: Another thing."
    );
}

#[test]
fn answers_beside_a_comment_are_its_replies() {
    let html = "<div><div class=comment><b class=author>Ada</b> <time datetime=2024-05-01>then\
        </time><p>Penguins swim well.</p></div><div class=replies><div class=comment><b \
        class=author>Bo</b> <time datetime=2024-05-02>then</time><p>So they say.</p></div></div>\
        <div class=comment><b class=author>Cy</b> <time datetime=2024-05-03>then</time><p>No.</p>\
        </div></div>";
    assert_eq!(
        shown(html),
        "Ada|2024-05-01: Penguins swim well. [Bo|2024-05-02: So they say.]; Cy|2024-05-03: No."
    );
}

#[test]
fn what_nothing_groups_is_one_comment() {
    assert_eq!(
        shown(
            "<p>Article text.</p><p>Penguins swim well, and nobody who has seen them has ever said \
             that they do not.</p><p>So they say, or so I think that they do.</p>"
        ),
        "-|-: Penguins swim well, and nobody who has seen them has ever said that they do not. / So \
         they say, or so I think that they do."
    );
    assert_eq!(shown("<p>Article text.</p><p>Advertisement</p>"), "");
    assert_eq!(shown("<p>Article text.</p>"), "");
}

#[test]
fn text_between_comments_is_not_lost() {
    let html = "<ol><li class=comment><cite>Ada</cite> <time datetime=2024-05-01>then</time>\
        <p>Penguins swim well.</p></li><li class=comment><cite>Bo</cite> <time \
        datetime=2024-05-02>then</time><p>So they say.</p></li></ol><p>Comments close after a \
        fortnight, and are not opened again.</p>";
    assert_eq!(
        shown(html),
        "Ada|2024-05-01: Penguins swim well.; Bo|2024-05-02: So they say.; -|-: Comments close \
         after a fortnight, and are not opened again."
    );
}

#[test]
fn comments_are_written_as_markdown_text_and_json() {
    let said = |text: &str| Structure::of_lines(text);
    let reply =
        Comment { author: Some("Bo_1".to_owned()), said: said("So."), ..Comment::default() };
    let comment = Comment {
        author: Some("Ada".to_owned()),
        published: Some("2024-05-06".to_owned()),
        said: said("One.\nTwo."),
        replies: vec![reply],
    };
    let apart = Apart { labels: Vec::new(), text: String::new(), comments: vec![comment] };
    let section = Structure { parts: apart.section(), notes: Vec::new() };
    assert_eq!(
        section.markdown(Default::default()),
        "## Comments\n\n> **Ada** · 2024-05-06\n>\n> One.\n>\n> Two.\n>\n> > **Bo_1**\n> >\n> > \
         So.\n"
    );
    assert_eq!(
        apart.comments_text(),
        "Comments\n\nAda · 2024-05-06\nOne.\nTwo.\n\n  Bo_1\n  So.\n"
    );
    assert_eq!(
        serde_json::Value::from(apart.json()),
        serde_json::json!([
            {"author": "Ada", "published": "2024-05-06", "text": "One.\nTwo."},
            {"author": "Bo_1", "text": "So.", "parent": 0},
        ])
    );
}

#[test]
fn names_without_what_stands_around_them() {
    for (text, name) in [
        ("Ada Frost says:", Some("Ada Frost")),
        ("Posted by: Ada", Some("Ada")),
        ("Comment by Ada on May 6, 2024", Some("Ada")),
        ("Anonymous", Some("Anonymous")),
        ("Ada | May 6", Some("Ada")),
        ("Reply", None),
        ("Wed, May 13, 2026", None),
        ("http://a.test", None),
        ("", None),
    ] {
        assert_eq!(marks::name_of(text).as_deref(), name, "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn any_page_is_read(html in "(<(li|p|div|dl|dt|dd|b|time|table|tr|td|ul)( class=comment| \
        class=author| datetime=2024-05-06| id=c1)?>|</(li|p|div|dl|table|ul)>|Ada|says: |May 6, \
        2024|x){0,40}") {
        let _ = shown(&html);
    }
}
