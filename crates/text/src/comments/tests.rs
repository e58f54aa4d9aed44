use super::*;
use crate::structure::{Options, Outline};
use tamis_blocks::Document;
use tamis_blocks::block;
use tamis_blocks::page::{Budget, Cut};

/// The comments of a page whose blocks with any of some words are comments, in short form:
/// `author|date: text [replies]`.
fn shown(html: &str) -> String {
    shown_of(html, |read, is_comment| {
        let seen = Seen::new(&read.texts, is_comment, &[]);
        FoundComments::read(&seen).comments(read, &seen, is_comment)
    })
}

/// The same, if anything tells that they are comments.
fn believed(html: &str) -> String {
    shown_of(html, |read, is_comment| {
        let is_article: Vec<bool> = is_comment.iter().map(|is_comment| !is_comment).collect();
        read.comments(is_comment, &is_article)
    })
}

fn shown_of(html: &str, read: impl Fn(&ReadPage, &[bool]) -> Vec<Comment>) -> String {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let text = |block| blocks.text_of(block);
    let is_comment: Vec<bool> =
        blocks.blocks.iter().map(|block| !text(block).contains("Article")).collect();
    let subject = Subject::new(&page, &blocks).with_outline(&outline);
    let comments = read(&ReadPage::new(&subject, None).unwrap(), &is_comment);
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
        "-|-: Penguins swim well, and nobody who has seen them has ever said that they do not. / \
         So \
         they say, or so I think that they do."
    );
    assert_eq!(shown("<p>Article text.</p>"), "");
}

#[test]
fn classes_or_names_and_dates_tell_that_text_is_of_comments() {
    let long = "Penguins swim well, and nobody who has seen them has ever said that they do not, \
                or so I think";
    let with = |class: &str, text: &str| {
        format!(
            "<p>Article text.</p><p>The Article goes on.</p><div \
             class='{class}'><p>{text}</p></div>"
        )
    };
    // Products, tables and footnotes have neither.
    assert_eq!(believed(&with("products", long)), "");
    assert_eq!(believed(&with("user-comments", long)), format!("-|-: {long}"));
    assert_eq!(believed(&with("user-comments", "Advertisement")), "");
    // What is not called so beside what is.
    let both = format!("<p>Buy two, get three.</p>{}", with("reviews", long));
    assert_eq!(believed(&both), format!("-|-: {long}"));
    // The class of all the page says nothing.
    let page = "<div class=has-comments><p>Article text.</p><p>Penguins swim well.</p></div>";
    assert_eq!(believed(page), "");
    let signed = |names: &[&str], text: &str| {
        let one = |name: &&str| {
            format!("<li><b class=author>{name}</b> <time datetime=2024-05-06>then</time> {text}")
        };
        let all: String = names.iter().map(one).collect();
        format!("<p>Article text.</p><p>The Article goes on.</p><ul>{all}</ul>")
    };
    let three = ["Ada", "Bo", "Cy"].map(|name| format!("{name}|2024-05-06: {long}")).join("; ");
    assert_eq!(believed(&signed(&["Ada", "Bo", "Cy"], long)), three);
    assert_eq!(believed(&signed(&["Ada", "Bo"], long)), "");
    assert_eq!(believed(&signed(&["Ada", "Bo", "Cy"], "Two penguins")), "");
    let answers = |kind: &str| {
        format!(
            "<p>Article text.</p><p>The Article goes on.</p><div itemscope \
             itemtype=https://schema.org/{kind}>\
             <div itemscope itemtype=https://schema.org/Answer><p>{long}</p></div></div>"
        )
    };
    assert_eq!(believed(&answers("QAPage")), format!("-|-: {long}"));
    assert_eq!(believed(&answers("FAQPage")), "");
}

/// Authors, dates and texts of a page's comments, by the removers that are compiled in.
fn apart(html: &str) -> (String, String) {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_outline(&outline).with_markup(html);
    let apart = Removers::new(None).unwrap().apart(&subject, None);
    (apart.article.text, apart.comments.iter().map(short).collect::<Vec<_>>().join("; "))
}

#[test]
fn what_the_page_calls_a_comment_is_one_whatever_the_removers_keep() {
    let article = "<p>Two penguins crossed the frozen bay on Sunday morning, watched by a crowd of \
                   several hundred people who had waited since dawn, and nobody knows why.</p>";
    let schema = |text: &str| {
        format!(
            "<div itemscope itemtype=https://schema.org/Comment><b itemprop=author>Ada</b> <time \
             itemprop=dateCreated datetime=2024-05-06>then</time><p>{text}</p></div>"
        )
    };
    let wordpress = |text: &str| {
        format!(
            "<li id=comment-7 class='comment even'><cite>Ada</cite> <time datetime=2024-05-06>then\
             </time><p>{text}</p></li>"
        )
    };
    for text in ["Nice.", article.trim_start_matches("<p>").trim_end_matches("</p>")] {
        for comment in [schema(text), wordpress(text)] {
            let html =
                format!("<title>Penguins</title><h1>Penguins</h1>{article}<ul>{comment}</ul>");
            let (shown, comments) = apart(&html);
            assert_eq!(comments, format!("Ada|2024-05-06: {text}"), "{html}");
            assert_eq!(shown.matches("Two penguins").count(), 1, "{shown}");
        }
    }
}

/// An article that says that it is one, so that the removers keep no comment below.
fn article_with(comments: &str) -> String {
    let text = "Two penguins crossed the frozen bay on Sunday morning, watched by a crowd of \
     several \
                hundred people who had waited since dawn, and nobody knows why they did. They were \
                seen again on the other side, where the ice is thin and the fish are many.";
    let text = format!("<p>{text}</p>").repeat(3);
    format!(
        "<title>Penguins cross the bay</title><meta property=og:type content=article>\
         <ul><li><a href=/>Home</a><li><a href=/shop>Shop</a></ul><article><h1>Penguins cross the \
         bay</h1>{text}{comments}</article>"
    )
}

#[test]
fn lists_of_comments_with_dates_are_some_whatever_the_removers_keep() {
    let texts = ["I saw them from the pier, and so did all of us.", "Nice."];
    let both = format!("Ada|2024-05-06: {}; Bo|2024-05-07: {}", texts[0], texts[1]);
    let one = |name: &str, at: usize| match name {
        "Ada" => format!("<p><b>Ada</b> May 6, 2024</p><p>{}</p>", texts[at]),
        _ => format!("<cite>{name}</cite> <small>May 7, 2024</small><p>{}</p>", texts[at]),
    };
    let [ada, bo] = [one("Ada", 0), one("Bo", 1)];
    for list in [
        format!("<div class=comments><div class=comment>{ada}</div><div class=comment>{bo}</div>"),
        format!("<ol class=commentlist><li class=alt id=comment-7>{ada}<li id=comment-9>{bo}</ol>"),
        format!("<ol id=comments><li class='odd comment'>{ada}<li class='comment'>{bo}</ol>"),
        format!(
            "<div class='area comment-list'><div id=div-comment-1>{ada}</div><div class='' \
             id=div-comment-2>{bo}</div></div>"
        ),
    ] {
        let (text, comments) = apart(&article_with(&list));
        assert_eq!(comments, both, "{list}");
        assert!(text.contains("frozen bay") && !text.contains("from the pier"), "{text}");
    }
    // Without a date each, or in no list, nothing tells that they are comments.
    let undated = "<p><b>Ada</b></p><p>I saw them from the pier, and so did all of us.</p>";
    for list in [
        format!("<div class=comments><div class=comment>{ada}</div><div class=comment>{undated}"),
        format!("<div class=facts><div id=comment-7>{ada}</div><div id=comment-8>{bo}</div></div>"),
    ] {
        assert_eq!(apart(&article_with(&list)).1, "", "{list}");
    }
}

#[test]
fn no_comment_has_the_text_of_another_whose_own_is_left_out() {
    let one = |(class, name, hour, text): (&str, &str, u32, &str)| {
        format!(
            "<li class='{class}'><cite><a href=x>{name}</a></cite> Says: <br><small \
             class=commentmetadata><a href=#c>April 21st, 2006 at 9:{hour} am</a></small>\
             <p>{text}</p></li>"
        )
    };
    let all = [
        ("alt", "Ann", 31, "I like the lamp of the harbour."),
        ("", "Bob", 28, "So do I, said the other man."),
        ("alt", "Cid", 17, "Me too."),
        ("", "Dan", 27, "And what of the lens, then?"),
    ];
    let page = format!(
        "<title>x</title><meta name=generator content='WordPress 2.0.2'><div id=page><div \
         id=header><h1><a href=/>Harbour Blog</a></h1></div><div id=content \
         class=widecolumn><div class=navigation><a href=x>&laquo; Older</a></div><div \
         class=post id=post-7><h2><a href=/lamp>The lamp is lit</a></h2><div \
         class=entrytext><p>The lantern at the harbour mouth was lit again last night after \
         eleven years of darkness, and a small crowd of fishermen stood on the \
         pier.</p><p>Volunteers had spent two winters grinding new prisms for the lens, because \
         the factory that once made them closed before most of the helpers were born. The town \
         paid for the brass.</p><p>The keeper says that the light is no longer needed by ships, \
         which steer by satellite, but that a harbour without a light looks like a house in \
         which nobody waits.</p><p class='postmetadata alt'><small>This entry was posted on \
         Thursday, April 20th, 2006 at 6:00 am and is filed under <a href=x>General</a>. You \
         can follow any responses.</small></p></div></div><h3 id=comments>4 Responses to the \
         lamp</h3><ol class=commentlist>{}</ol></div></div>",
        all.map(one).concat()
    );
    let (_, comments) = apart(&page);
    assert!(comments.ends_with("Dan|2006-04-21T09:27: And what of the lens, then?"), "{comments}");
}

#[test]
fn the_subject_of_a_comment_is_no_name() {
    let details = |name: &str, day: u32, text: &str| {
        format!(
            "<details class=CommentBox open><summary><h3 class=CommentTitle>Two on ice</h3><p \
             class=Poster>Posted May {day}, 2024 9:14 UTC (Tue) by <b>{name}</b> (subscriber)</p>\
             </summary><p>{text}</p></details>"
        )
    };
    let drupal = |name: &str, day: u32, text: &str| {
        format!(
            "<div class=comment><h4 class=subject>Two on ice</h4><div class=submitted>Submitted on \
             May {day}, 2024 - 9:14 by {name} (not verified)</div><p>{text}</p></div>"
        )
    };
    let answer = |name: &str, day: u32, text: &str| {
        format!(
            "<div class=comment><h3>Re: two on ice</h3><p>Posted on May {day}, 2024 9:14 by <a \
             href=/1>{name}</a></p><p>{text}</p></div>"
        )
    };
    let of = |one: &dyn Fn(&str, u32, &str) -> String| {
        let both = one("ada", 6, "Penguins swim well.") + &one("bo", 7, "So they say.");
        shown(&format!("<p>Article text.</p><div class=comments>{both}</div>"))
    };
    for (shown, subject, zone) in [
        (of(&details), "Two on ice", "Z"),
        (of(&drupal), "Two on ice", ""),
        (of(&answer), "Re: two on ice", ""),
    ] {
        assert_eq!(
            shown,
            format!(
                "ada|2024-05-06T09:14{zone}: {subject} / Penguins swim well.; \
                 bo|2024-05-07T09:14{zone}: {subject} / So they say."
            )
        );
    }
    // A heading that nothing calls a subject names who wrote; a name stays in parentheses.
    let named = |name: &str, day: u32, text: &str| {
        format!(
            "<div class=comment><h3>{name}</h3><p>May {day}, 2024</p><p>(Frost \
             Penguin)</p><p>{text}\
             </p></div>"
        )
    };
    assert_eq!(
        of(&named),
        "ada|2024-05-06: (Frost Penguin) / Penguins swim well.; bo|2024-05-07: (Frost Penguin) / \
         So \
         they say."
    );
}

#[test]
fn dates_of_edits_and_of_joining_are_not_those_of_comments() {
    let one = |name: &str, joined: &str, text: &str| {
        format!("<li class=comment><b class=author>{name}</b> {joined}<p>{text}</p></li>")
    };
    let html = [
        one("Ada", "<p><b>Joined:</b> May 6, 2020</p><p>May 8, 2024</p>", "Penguins swim well."),
        one("Bo", "<p>Member since May 7, 2020</p><p>May 9, 2024</p>", "So they say."),
        one("Cy", "<i>May 9, 2024</i>", "Who says?</p><p>Last edited by Cy (May 10, 2024)"),
    ]
    .concat();
    let shown = shown(&html);
    for start in ["Ada|2024-05-08: ", "Bo|2024-05-09: ", "Cy|2024-05-09: "] {
        assert!(shown.contains(start), "{shown}");
    }
}

#[test]
fn a_line_of_text_is_no_name_because_it_starts_like_one() {
    let one = |day: u32, first: &str, name: &str| {
        format!("<li class=comment><b>{first}</b><p>{name} May {day}, 2024 9:14</p></li>")
    };
    let all = [
        one(6, "Penguins swim on ice that is thin at this time", ""),
        one(7, "Nobody who saw them at the pier says so", ""),
        one(8, "So they say, in May and on all other days", ""),
        "<li class=comment><b>Ada on</b> May 9, 2024<p>Who says so?</p></li>".to_owned(),
    ];
    assert_eq!(
        shown(&all.concat()),
        "-|2024-05-06T09:14: Penguins swim on ice that is thin at this time; -|2024-05-07T09:14: \
         Nobody who saw them at the pier says so; -|2024-05-08T09:14: So they say, in May and on \
         all other days; Ada|2024-05-09: Who says so?"
    );
}

#[test]
fn who_is_quoted_did_not_write_the_comment() {
    let quote = "<blockquote><cite>Ada</cite> <time datetime=2024-05-01>then</time><p>Penguins \
                 swim.</p></blockquote>";
    let one = |name: &str, day: u32, text: &str| {
        format!(
            "<div class=comment>{text}<p>So they say.</p><p><b class=author>{name}</b> <time \
             datetime=2024-05-0{day}>then</time></p></div>"
        )
    };
    let html = [one("Ada", 1, ""), one("Bo", 2, quote), one("Cy", 3, quote)].concat();
    let shown = shown(&html);
    for start in ["Ada|2024-05-01: ", "Bo|2024-05-02: ", "Cy|2024-05-03: "] {
        assert!(shown.contains(start), "{shown}");
    }
}

#[test]
fn the_posts_of_a_thread_in_noscript_are_taken_apart() {
    let post = |name: &str, day: u32, text: &str| {
        format!(
            "<div itemscope itemtype=https://schema.org/Comment><b itemprop=author>{name}</b> \
             <time \
             itemprop=datePublished datetime=2024-05-0{day}>then</time><p>{text} <a href=/a>They \
             do</a>, and the sea is cold there, as all who were there have told me.</p></div>"
        )
    };
    let posts = [
        post("Ada", 1, "Do penguins swim well?"),
        post("Bo", 2, "I have seen some that swim well."),
        post("Cy", 3, "Nobody who saw them says that they do not."),
    ]
    .concat();
    let html = format!("<title>Penguins</title><p>Loading</p><noscript>{posts}</noscript>");
    let (page, outline) = Outline::parse(&html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_outline(&outline).with_markup(&html);
    let apart = Removers::new(None).unwrap().apart(&subject, None);
    let rest = "They do, and the sea is cold there, as all who were there have told me.";
    let expected = [
        format!("Bo|2024-05-02: I have seen some that swim well. {rest}"),
        format!("Cy|2024-05-03: Nobody who saw them says that they do not. {rest}"),
    ];
    assert_eq!(apart.comments.iter().map(short).collect::<Vec<_>>(), expected);
    assert!(
        apart.article.text.contains(&format!("Do penguins swim well? {rest}\n")),
        "{}",
        apart.article.text
    );
    let markdown = apart.structure(&subject, None).markdown(Default::default());
    assert_eq!(markdown.matches("They do").count(), 3, "{markdown}");
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
    let article = Kept { labels: Vec::new(), text: String::new() };
    let apart = Apart { article, comments: vec![comment] };
    let section = Structure { parts: apart.section(), ..Structure::default() };
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
        serde_json::to_value(apart.listed()).unwrap(),
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
        ("Ada 1 year ago", Some("Ada")),
        ("Post by Ada » May 6", Some("Ada")),
        ("36 minutes ago, Ada", None),
        ("2024-05-06, 05:31 PM)Ada", None),
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

#[test]
fn comments_are_apart_however_the_page_was_cut() {
    let comment = |name: &str, day: u8, said: &str| {
        format!(
            "<li class=comment id=comment-{day}><div class='comment-author vcard'><cite \
             class=fn>{name}</cite> says:</div><div class=comment-meta>May {day}, 2024 at 7:08 \
             pm</div><p>{said} Thank you for writing this down!</p><div class=reply><a \
             href=#>Reply</a></div>"
        )
    };
    let ada = comment("Ada", 6, "I was there, and have <a href=x>never</a> seen such a thing.");
    let bo = comment("Bo", 7, "We missed it, because we slept too long on that morning.");
    let html = format!(
        "<title>Ice</title><div class=post><h1>Penguins</h1><p>Two penguins crossed the frozen \
         bay on Sunday morning, watched by a crowd of several hundred people who had waited \
         since dawn.<p>Nobody knows where they came from. The nearest colony lies two hundred \
         miles away, and the wind had blown from the south.</div><div id=comments><h3>2 \
         Responses</h3><ol class=commentlist>{ada}{bo}</ol></div>"
    );
    let removers = Removers::of("tamis").unwrap();
    for cut in [Cut::Boilerpipe, Cut::Atomic] {
        let document = Document::builder().cut(cut).parse(&*html);
        let subject = document.subject();
        let apart = removers.apart(&subject, None);
        let structure = apart.structure(&subject, None);
        assert_eq!(apart.article.labels.len(), document.blocks().len());
        let authors: Vec<_> = apart.comments.iter().map(|one| one.author.as_deref()).collect();
        assert_eq!(authors, [Some("Ada"), Some("Bo")], "{cut:?}");
        let markdown = structure.markdown(Options::default());
        let (article, comments) = markdown.split_once("\n## Comments\n").unwrap();
        assert!(article.contains("Two penguins") && !article.contains("Thank you"));
        assert!(comments.contains("> **Bo** · 2024-05-07T19:08\n>\n> We missed"), "{comments}");
    }
    let problem = Removers::of("keep-all").err().unwrap().to_string();
    assert!(problem.contains("found the classifier keep-all, expected tamis"), "{problem}");
}
