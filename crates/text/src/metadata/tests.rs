//! What single sources say, alone and against each other.

use super::*;
use std::time::{Duration, Instant};
use tamis_blocks::block;
use tamis_blocks::page::{Budget, Cut};

fn read_at(html: &str, address: Option<&str>) -> Metadata {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::default());
    Metadata::read(&Subject::new(&page, &blocks).with_outline(&outline), address)
}

fn read(html: &str) -> Metadata {
    read_at(html, None)
}

fn linked(json: &str) -> Metadata {
    read(&format!("<title>Two penguins</title><script type=application/ld+json>{json}</script>"))
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn meta_elements() {
    for (head, author, published) in [
        (
            "<meta name=author content='Ada Penguin'><meta property=article:published_time \
          content=2024-05-06T07:08:09Z>",
            "Ada Penguin",
            "2024-05-06T07:08:09Z",
        ),
        (
            "<meta name=DC.creator content=Ada><meta name=DCTERMS.created content=2024-05-06>",
            "Ada",
            "2024-05-06",
        ),
        (
            "<meta name=citation_author content='Penguin, A.'><meta name=citation_author \
          content='Seal, B.'><meta name=citation_date content=2024/05/06>",
            "Penguin, A.; Seal, B.",
            "2024-05-06",
        ),
        (
            "<meta name=parsely-author content=Ada><meta name=parsely-pub-date content=2024-05-06>",
            "Ada",
            "2024-05-06",
        ),
        (
            "<meta name=sailthru.author content=Ada><meta name=sailthru.date content='6 May 2024'>",
            "Ada",
            "2024-05-06",
        ),
        (
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content=Ada>\
          <meta name=w-published-date content=2024-05-06>",
            "Ada",
            "2024-05-06",
        ),
    ] {
        let read = read(head);
        assert_eq!(read.author.as_deref(), Some(author), "{head}");
        assert_eq!(
            read.published.map(|date| date[..10].to_owned()),
            some(&published[..10]),
            "{head}"
        );
    }
    assert_eq!(
        read("<meta name=twitter:label1 content=Price><meta name=twitter:data1 content=9>").author,
        None
    );
    let own = "<meta name=x.date content=2024-05-06><meta name=x.review_date content=2024-05-07>";
    assert_eq!(read(own).published, some("2024-05-06"));
    assert_eq!(read("<meta name=author content='{{author}}'>").author, None);
    assert_eq!(read("<meta name=author content=ada@example.org>").author, None);
}

#[test]
fn two_sources_that_agree_are_believed() {
    let alone =
        "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content=web1>";
    assert_eq!(read(alone).author, some("web1"));
    let agreed = "<meta name=author content=Ada><meta name=dc.creator content=Ada>";
    assert_eq!(read(&format!("{alone}{agreed}")).author, some("Ada"));
}

#[test]
fn links_and_languages() {
    let read = read_at(
        "<html lang=en_GB><link rel=canonical href=/a><a rel=license href=//cc.org/by/4.0/>CC</a>",
        Some("https://example.org/b?c"),
    );
    assert_eq!(read.language, some("en-GB"));
    assert_eq!(read.canonical, some("https://example.org/a"));
    assert_eq!(read.licence, some("https://cc.org/by/4.0/"));
    let based = "<base href=/x/><link rel=canonical href=a>";
    assert_eq!(
        read_at(based, Some("https://example.org/b")).canonical,
        some("https://example.org/x/a")
    );
    let of_og = "<link rel=canonical href=/a><meta property=og:url content=https://example.org/c>";
    assert_eq!(read_at(of_og, None).canonical, some("https://example.org/c"));
    for script in ["javascript:alert(1)", "vbscript:x", "data:text/html,x", "ftp://a.test"] {
        let html =
            format!("<link rel=canonical href='{script}'><a rel=license href='{script}'>a</a>");
        for address in [None, Some("https://example.org/b")] {
            let read = read_at(&html, address);
            assert_eq!((read.canonical, read.licence), (None, None), "{script}");
        }
    }
}

#[test]
fn nodes_of_json_ld() {
    let read = linked(
        r##"{"@context": "https://schema.org", "@graph": [
            {"@type": "Organization", "@id": "#o", "name": "Penguin News"},
            {"@type": "Person", "@id": "#a", "name": "Ada Penguin"},
            {"@type": "WebPage", "@id": "#p", "name": "A page", "datePublished": "2001-01-01"},
            {"@type": ["NewsArticle"], "headline": "Two penguins", "author": [{"@id": "#a"},
             {"@type": "Person", "name": "Bo Seal"}], "publisher": {"@id": "#o"},
             "datePublished": "2024-05-06", "dateModified": "2024-05-07T08:00:00+02:00",
             "inLanguage": "en", "license": {"@id": "https://cc.org/by/4.0/"},
             "interactionStatistic": {"@type": "InteractionCounter", "interactionType":
             "https://schema.org/CommentAction", "userInteractionCount": 12}}]}"##,
    );
    assert_eq!(read.author, some("Ada Penguin; Bo Seal"));
    assert_eq!(read.site, some("Penguin News"));
    assert_eq!(read.published, some("2024-05-06"));
    assert_eq!(read.modified, some("2024-05-07T08:00:00+02:00"));
    assert_eq!(read.licence, some("https://cc.org/by/4.0/"));
    assert_eq!(read.comments, Some(12));
}

#[test]
fn related_articles_are_not_the_page() {
    let related = r#"[{"@type": "Article", "headline": "A seal", "author": "Bo Seal"},
        {"@type": "Article", "headline": "A bear", "author": "Cy Bear"}]"#;
    assert_eq!(linked(related).author, None);
    let own = related.replace("A bear", "Two penguins");
    assert_eq!(linked(&own).author, some("Cy Bear"));
    let list =
        r#"{"@type": "ItemList", "itemListElement": [{"@type": "Article", "author": "Bo"}]}"#;
    assert_eq!(linked(list).author, None);
    let group = r#"{"@type": "Article", "author": {"@type": "Organization", "name": "Example"}}"#;
    assert_eq!(linked(group).author, None);
}

#[test]
fn broken_json_ld() {
    for json in [
        "/* a */ {\"@type\": \"Article\", \"author\": \"Ada\",}",
        "{\"@type\": \"Article\",\n\"description\": \"one\ntwo\", \"author\": \"Ada\"",
        "{\"@type\": \"Article\", \"description\": \"a \"b\" c\", \"author\": \"Ada\"};",
        "{&quot;@type&quot;: &quot;Article&quot;, &quot;author&quot;: &quot;Ada&quot;}",
    ] {
        assert_eq!(linked(json).author, some("Ada"), "{json}");
    }
}

#[test]
fn items() {
    let read = read(
        "<div itemscope itemtype=https://schema.org/BlogPosting><h1 itemprop=headline>Two</h1>
         <span itemprop=author itemscope itemtype=https://schema.org/Person><a href=/a><span
         itemprop=name>Ada Penguin</span></a> Editor</span>
         <meta itemprop=datePublished content=2024-05-06><span itemprop=commentCount>3</span>
         <div itemprop=publisher itemscope itemtype=https://schema.org/Organization><meta
         itemprop=name content='Penguin News'></div></div>",
    );
    assert_eq!(read.title, some("Two"));
    assert_eq!(read.author, some("Ada Penguin"));
    assert_eq!(read.published, some("2024-05-06"));
    assert_eq!(read.comments, Some(3));
    let rdfa = "<div typeof=schema:Article><span property=schema:author>Ada</span></div>";
    assert_eq!(super::tests::read(rdfa).author, some("Ada"));
}

#[test]
fn what_is_shown() {
    let page =
        |byline: &str| read(&format!("<title>Two on ice</title><h1>Two on ice</h1>{byline}"));
    for (byline, author, published) in [
        ("<p>By <a href=/a>Ada Penguin</a>, May 6, 2024", Some("Ada Penguin"), Some("2024-05-06")),
        ("<p>Von Ada Penguin<p>6. Mai 2024", Some("Ada Penguin"), Some("2024-05-06")),
        ("<p>Written by<div>Ada Penguin</div>", Some("Ada Penguin"), None),
        ("<a href=/author/ada/>Ada Penguin</a>", Some("Ada Penguin"), None),
        ("<a rel=author href=/x>Ada Penguin</a>", Some("Ada Penguin"), None),
        ("<div class=post-author><b>Ada Penguin</b><i>Editor</i></div>", Some("Ada Penguin"), None),
        ("<time datetime=2024-05-06>last week</time>", None, Some("2024-05-06")),
        ("<p>Updated <time>2024-05-06</time>", None, Some("2024-05-06")),
        (
            "<span class=p-author>Ada</span><time class=dt-published>2024-05-06</time>",
            Some("Ada"),
            Some("2024-05-06"),
        ),
        ("<p>By the tips in this text you will live on ice.", None, None),
    ] {
        let read = page(byline);
        assert_eq!(read.author.as_deref(), author, "{byline}");
        assert_eq!(read.published.as_deref(), published, "{byline}");
    }
    assert_eq!(page("<p>Updated <time>2024-05-06</time>").modified, some("2024-05-06"));
    assert_eq!(page("<a href=#comments>1,204 comments</a>").comments, Some(1204));
    assert_eq!(page("<b class=comment-count>12</b>").comments, Some(12));
    assert_eq!(page("<p>12 comments").comments, None);
}

#[test]
fn a_page_without_h1_has_a_headline() {
    let title = "<title>Two penguins on ice - Penguin News</title><body>";
    let menu = "<ul>".to_owned() + &"<li><a href=/>Penguins</a>".repeat(5) + "</ul>";
    for headline in
        ["<h2>Two penguins on ice</h2>", "<table><tr><td><font>Two penguins on ice</font></table>"]
    {
        let read = read(&format!("{title}{menu}{headline}<p>By Ada Penguin, May 6, 2024"));
        assert_eq!(read.author, some("Ada Penguin"), "{headline}");
        assert_eq!(read.published, some("2024-05-06"), "{headline}");
    }
    let other = format!("{title}{menu}<h2>Others</h2><p>By Ada Penguin, May 6, 2024");
    assert_eq!(read(&other).author, None);
}

#[test]
fn the_footer_of_an_article_names_its_author() {
    let text = "<p>Two penguins crossed the frozen bay.".repeat(20);
    let footer = "<footer class=entry-footer>By <a rel=author href=/x>Ada Penguin</a></footer>";
    let own = format!("<article><h1>Two on ice</h1>{text}{footer}</article>");
    assert_eq!(read(&own).author, some("Ada Penguin"));
    let other = format!("<article><h1>Two on ice</h1>{text}</article>{footer}");
    assert_eq!(read(&other).author, None);
}

#[test]
fn the_time_of_a_comment_is_not_that_of_the_page() {
    let comment = "<article><b>Bo</b> <time datetime=2024-06-07>June 7</time><p>They swim well, so \
                   say all those who saw them.</p></article>";
    for comments in [
        format!("<section id=comments>{comment}</section>"),
        format!("<ul><li class=comment>{comment}</li></ul>"),
        format!("<div id=comments class=comments-area><ol><li>{comment}</li></ol></div>"),
    ] {
        let page = format!(
            "<title>Two penguins</title><div><h1>Two penguins</h1><p>By Ada, May 6, \
             2024</p><p>They \
             swim.</p><p>They walk.</p><p>They sleep.</p><p>They eat.</p></div>{comments}"
        );
        assert_eq!(read(&page).published, some("2024-05-06"), "{comments}");
    }
}

#[test]
fn a_page_without_a_date_takes_none_of_its_comments() {
    let text = "<p>Two penguins crossed the frozen bay on Sunday morning, watched by a crowd that \
                had waited since dawn, and nobody who was there knows why they did.</p>";
    let said =
        "<p>I saw them from the pier, and so did all of us, who had come for the whales.</p>";
    let article = format!("<title>Two on ice</title><h1>Two on ice</h1>{}", text.repeat(3));
    let comment = format!("<p>Posted June 7, 2024 9:14 by <b>Bo</b></p>{said}");
    let details = format!(
        "<details class=CommentBox><summary><p class=CommentPoster>Posted June 7, 2024 by \
         <b>Bo</b></p></summary>{said}</details>"
    );
    let drupal = format!(
        "<div class=comment><div class=submitted>Submitted by Bo on Fri, 06/07/2024 - \
         9:14.</div>{said}</div>"
    );
    for comments in [
        format!("<div class=comments><div class=comment>{comment}</div></div>"),
        format!("<ol id=commentlist>{}</ol>", format!("<li>{comment}").repeat(30)),
        format!("<div class=Comments>{}</div>", details.repeat(2)),
        format!("<div id=comments><h2>Comments</h2>{}</div>", drupal.repeat(3)),
    ] {
        let metadata = read(&format!("{article}{comments}"));
        assert_eq!((metadata.published, metadata.author), (None, None), "{comments}");
        let own = read(&format!("{article}<p>By Ada Frost, May 6, 2024</p>{comments}"));
        assert_eq!(own.published, some("2024-05-06"), "{comments}");
    }
    // What a page has below its text may link to the comments; a thread is all the page has.
    let line = "<p class=comments-line>Posted by <b>Ada Frost</b> on May 6, 2024 | <a href=#c>3 \
                comments</a></p>";
    assert_eq!(read(&format!("{article}{line}")).published, some("2024-05-06"));
    let thread = format!("<title>Two on ice</title><h1>Two on ice</h1><div id=comments>{comment}");
    assert_eq!(read(&thread).published, some("2024-06-07T09:14"));
}

#[test]
fn numbers_of_comments_in_lists_are_of_others() {
    let text = "<p>Two penguins crossed the frozen bay.".repeat(20);
    let count = "<span class=comments>10 comments</span>";
    let page = format!("<title>Two on ice</title><h1>Two on ice</h1>{text}");
    assert_eq!(read(&format!("{page}<ul><li><a href=/b>B</a>{count}</ul>")).comments, None);
    assert_eq!(read(&format!("{page}{count}")).comments, Some(10));
}

#[test]
fn the_first_page_of_a_site_has_no_author() {
    let html = "<meta name=author content=Ada><meta name=date content=2024-05-06>";
    assert_eq!(read_at(html, Some("https://example.org/")), Metadata::default());
    assert_eq!(read_at(html, Some("https://example.org/a")).author, some("Ada"));
}

#[test]
fn dates_in_addresses() {
    let at = |address| read_at("<title>a</title>", Some(address)).published;
    assert_eq!(at("https://example.org/2024/05/06/penguins"), some("2024-05-06"));
    assert_eq!(at("https://example.org/penguins/20249999"), None);
}

#[test]
fn the_day_of_an_address_is_outvoted_by_two_other_parts() {
    let at = |path: &str, html: &str| {
        let html = format!("<title>Two on ice</title>{html}<p>Two penguins crossed the bay.");
        read_at(&html, Some(&format!("https://example.org{path}"))).published
    };
    let head = "<meta property=article:published_time content=2018-05-09T10:00:00Z>";
    let shown = "<h1>Two on ice</h1><time datetime=2018-05-09>May 9, 2018</time>";
    let linked = "<script type=application/ld+json>{\"@type\": \"Article\", \"datePublished\": \
                  \"2018-05-09\"}</script>";
    let agreed = some("2018-05-09T10:00:00Z");
    for path in ["/2018/05/18/two", "/issue/20180518/two", "/two-2018-05-18", "/a/1999/12/31/two"] {
        assert_eq!(at(path, &format!("{head}{shown}")), agreed, "{path}");
        assert_eq!(at(path, &format!("{linked}{head}")), agreed, "{path}");
    }
    // One part alone does not outvote the address, nor does what may be the same day elsewhere.
    assert_eq!(at("/2018/05/18/two", head), some("2018-05-18"));
    assert_eq!(at("/2018/05/18/two", shown), some("2018-05-18"));
    assert_eq!(at("/2018/05/08/two", &format!("{linked}{head}")), some("2018-05-08"));
    let both = format!("{head}{linked}<h1>Two on ice</h1><p>May 18, 2018");
    assert_eq!(at("/2018/05/18/two", &both), some("2018-05-18"));
}

/// A page of WordPress's old default theme.
fn old_blog(title: &str, post: &str) -> Metadata {
    let links = "<li><a href=/2006/>April 2006</a>".repeat(12);
    let text = "<p>Two penguins crossed the frozen bay on foot and rested at noon.</p>".repeat(20);
    read(&format!(
        "<title>Ice Notes &raquo; Blog Archive &raquo; {title}</title><h1><a href=/>Ice Notes</a>\
         </h1><div class=post><h2>{title}</h2>{}</div><ul>{links}</ul>",
        post.replace("TEXT", &text)
    ))
}

#[test]
fn posts_of_old_blogs() {
    let posted = "TEXT<p class=\"postmetadata alt\"><small>This entry was posted\n\t on Thursday, \
     April \
                  20th, 2006 at 6:00 am and is filed under <a href=/ice>Ice</a>. You can follow \
                  any \
                  responses to this entry through the <a href=/feed>RSS 2.0</a> feed.</small></p>";
    for (post, author, published) in [
        (posted, None, Some("2006-04-20T06:00")),
        (
            "<small>20th of <a href=/2006/04/>April 2006</a> by fergus</small>TEXT",
            None,
            Some("2006-04-20"),
        ),
        ("<p>Published April 20, 2006 by lieven</p>TEXT", Some("lieven"), Some("2006-04-20")),
        (
            "<p>Posted April 20, 2006 by Ada Penguin</p>TEXT",
            Some("Ada Penguin"),
            Some("2006-04-20"),
        ),
        ("<p>20. April 2006 von ada</p>TEXT", Some("ada"), Some("2006-04-20")),
        ("<p>Posted April 20, 2006 by admin</p>TEXT", None, Some("2006-04-20")),
        ("<p>A trip by boat</p>TEXT", None, None),
        ("<p><a href=/b>A book</a> by Bo Seal</p>TEXT", None, None),
    ] {
        let read = old_blog("Two on the ice", post);
        assert_eq!(read.title, some("Two on the ice"), "{post}");
        assert_eq!(read.author.as_deref(), author, "{post}");
        assert_eq!(read.published.as_deref(), published, "{post}");
    }
    // The theme's sentence below each of several posts is of none of them.
    let list =
        posted.to_owned() + &posted.replace("20th", "21st") + &posted.replace("20th", "22nd");
    assert_eq!(old_blog("Ice", &list).published, None);
    let item = "<h3>Ice</h3><p class=meta>Published April 20, 2006 by lieven</p>";
    let list = item.to_owned() + &item.replace("20,", "21,") + &item.replace("20,", "22,");
    assert_eq!(old_blog("Ice", &list).author, None);
}

#[test]
fn a_guess_of_the_kind_silences_no_name_and_no_date() {
    let items = "<li class=card><a href=/a>Penguins</a>".repeat(40);
    let page = |head: &str| {
        read(&format!(
            "{head}<title>Two on ice</title><h1>Two on ice</h1><p>By Ada Penguin, May 6, 2024\
             <ul class=list>{items}</ul>"
        ))
    };
    let viewport = "<meta name=viewport content=width=device-width>";
    let sure = page(&format!("<html lang=en>{viewport}"));
    assert!(matches!(sure.kind, Some(PageKind::Listing | PageKind::Collection)), "{sure:?}");
    assert_eq!((sure.author, sure.published), (None, None));
    for head in ["<html lang=en>", "<html lang=el>", &format!("<html lang=el>{viewport}")] {
        let guess = page(head);
        assert_eq!(guess.author, some("Ada Penguin"), "{head}");
        assert_eq!(guess.published, some("2024-05-06"), "{head}");
    }
}

#[test]
fn names_of_persons() {
    let by =
        |author: &str| linked(&format!(r#"{{"@type": "Article", "author": {author}}}"#)).author;
    for (author, names) in [
        (r#"{"givenName": "Ada", "familyName": "Penguin"}"#, Some("Ada Penguin")),
        (
            r#"[{"givenName": "Ada", "additionalName": "B.", "familyName": "Penguin"},
             {"name": "Bo Seal"}]"#,
            Some("Ada B. Penguin; Bo Seal"),
        ),
        (r#"{"name": {"@type": "Person", "name": "Ada Penguin"}}"#, Some("Ada Penguin")),
        (r#"{"name": {"@value": "Ada Penguin"}}"#, Some("Ada Penguin")),
        (r#"{"@list": [{"name": "Ada Penguin"}, "Bo Seal"]}"#, Some("Ada Penguin; Bo Seal")),
        (r#"{"name": ["Ada Penguin", "Bo Seal"]}"#, Some("Ada Penguin; Bo Seal")),
        (r#"{"alternateName": "ada"}"#, Some("ada")),
        (r#"{"name": "Ada Penguin", "givenName": "A."}"#, Some("Ada Penguin")),
        (r#"{"jobTitle": "Editor"}"#, None),
    ] {
        assert_eq!(by(author).as_deref(), names, "{author}");
    }
    let item = |inside: &str| {
        read(&format!(
            "<div itemscope itemtype=https://schema.org/Article><p itemprop=author itemscope \
             itemtype=https://schema.org/Person>{inside}</p></div>"
        ))
        .author
    };
    let parts = "<b itemprop=givenName>Ada</b> <b itemprop=familyName>Penguin</b>";
    assert_eq!(item(parts), some("Ada Penguin"));
    assert_eq!(item(&format!("{parts}<i itemprop=name>Ada P.</i>")), some("Ada P."));
    assert_eq!(item("<b>Ada Penguin</b>"), some("Ada Penguin"));
}

#[test]
fn two_links_of_authors() {
    let title = "<title>Two on ice</title><h1>Two on ice</h1>";
    let two = "By <a href=/author/ada/>Ada Penguin</a> and <a href=/author/bo/>Bo Seal</a>";
    assert_eq!(read(&format!("{title}<p>{two}")).author, some("Ada Penguin; Bo Seal"));
    assert_eq!(read(&format!("{title}<p class=byline>{two}")).author, some("Ada Penguin; Bo Seal"));
    let one =
        "<p>By <a href=/author/ada/>Ada Penguin</a><p>Photos: <a href=/author/bo/>Bo Seal</a>";
    assert_eq!(read(&format!("{title}{one}")).author, some("Ada Penguin"));
}

#[test]
fn descriptions_without_tags() {
    let of =
        |content: &str| read(&format!("<meta name=description content=\"{content}\">")).description;
    for (content, text) in [
        ("&lt;p&gt;The &lt;b&gt;ice&lt;/b&gt; is back.&lt;/p&gt;", "The ice is back."),
        ("&amp;lt;p&amp;gt;The ice &amp;amp; snow&amp;lt;/p&amp;gt;", "The ice & snow"),
        ("One&lt;br/&gt;two &lt;a href='/x'&gt;three&lt;/a&gt;", "One two three"),
        ("&lt;p&gt;Cut in the mid", "Cut in the mid"),
        ("When a &lt; b and b > c", "When a < b and b > c"),
        ("How to use the &lt;b&gt; element", "How to use the <b> element"),
        ("I &lt;3 penguins", "I <3 penguins"),
    ] {
        assert_eq!(of(content).as_deref(), Some(text), "{content}");
    }
    let json = r#"{"@type": "Article", "description": "<p>The <b>ice</b></p><p>is back.</p>"}"#;
    assert_eq!(linked(json).description, some("The ice is back."));
}

#[test]
fn days_and_months_in_digits() {
    let on = |head: &str| read(&format!("{head}<meta name=date content=5/6/2024>")).published;
    assert_eq!(on("<html lang=en>"), some("2024-05-06"));
    assert_eq!(on("<html lang=en-GB>"), some("2024-06-05"));
    assert_eq!(on("<html lang=en><meta property=og:locale content=en_GB>"), some("2024-06-05"));
    assert_eq!(on("<html lang=fr>"), some("2024-06-05"));
}

#[test]
fn names_of_months_are_those_of_the_language_of_the_page() {
    let on = |head: &str, date: &str| {
        read(&format!(
            "{head}<title>Dva na ledu</title><h1>Dva na ledu</h1><p class=date>{date}</p>"
        ))
        .published
    };
    assert_eq!(on("<html lang=hr>", "6. lipnja 2024."), some("2024-06-06"));
    assert_eq!(on("<html lang=hr>", "6. listopada 2024."), some("2024-10-06"));
    assert_eq!(on("<html lang=pl>", "6 listopada 2024"), some("2024-11-06"));
    assert_eq!(
        on("<meta property=og:locale content=hr_HR>", "6. srpnja 2024."),
        some("2024-07-06")
    );
    assert_eq!(on("<html lang=en>", "6. iunie 2024"), some("2024-06-06"));
    assert_eq!(on("<html lang=hr>", "6 May 2024"), some("2024-05-06"));
    assert_eq!(on("<html>", "6 listopada 2024"), None);
}

#[test]
fn the_headline_is_the_h1_that_title_names() {
    let html = "<title>Two on ice - Penguin News</title><h1>Penguin News</h1><h1>Two on ice</h1>";
    assert_eq!(read(html).title, some("Two on ice"));
    let below = "<title>Penguin News: Two on ice</title><h1>Penguin News</h1><h2>Two on ice</h2>";
    assert_eq!(read(below).title, some("Two on ice"));
    let about = "<title>Ice axes: Sharp and light</title><h1>Ice axes</h1><h2>All axes</h2>";
    assert_eq!(read(about).title, some("Ice axes"));
    let escaped = "<meta property=og:title content='Ice &amp;amp; snow | Penguin News'>";
    assert_eq!(read(escaped).title, some("Ice & snow"));
}

#[test]
fn json_of_metadata() {
    let read = read("<title>Two</title>");
    let json = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<Metadata>(&json).unwrap(), read);
    assert_eq!(serde_json::from_str::<Metadata>("{}").unwrap(), Metadata::default());
}

/// In a debug build a linear reader needs a second or two of each, a quadratic one hours.
#[test]
fn hostile_pages_take_linear_time() {
    const MANY: usize = 100_000;
    let deep =
        "<div class=author itemprop=author itemtype=Person>".repeat(MANY / 10) + &"x ".repeat(MANY);
    for html in [
        "<meta name=author content=a><meta property=og:title content=b>".repeat(MANY),
        "<h1>a b</h1><time>2024-05-06</time><p class='author date title'>By a".repeat(MANY / 4),
        "<span itemprop=author>a</span><a href=#comments>1 comment</a>".repeat(MANY / 2),
        deep,
        format!("<script type=application/ld+json>{}</script>", "[".repeat(MANY * 10)),
        format!("<script type=application/ld+json>{{{}</script>", "\"\" ".repeat(MANY * 3)),
        format!(
            "<script type=application/ld+json>[{}</script>",
            "{\"@type\":\"Article\",\"@id\":\"a\",\"url\":\"b\"},".repeat(MANY / 5)
        ),
        "<script type=application/ld+json>{\"@type\":\"Article\"}</script>".repeat(MANY / 5),
    ] {
        let start = Instant::now();
        read(&html);
        let start_of_page = html.get(..40);
        assert!(start.elapsed() < Duration::from_secs(20), "{start_of_page:?}");
    }
}

proptest::proptest! {
    #[test]
    fn any_page_is_read(
        text in "\\PC{0,80}",
        parts in proptest::collection::vec(proptest::sample::select(PARTS), 0..24),
    ) {
        read(&text);
        read_at(&(parts.concat() + &text), Some(&text));
        read_at(&parts.concat(), Some("https://example.org/2024/05/06/a"));
    }
}

const PARTS: &[&str] = &[
    "<title>",
    "</title>",
    "<h1>",
    "</h1>",
    "a – b | ü ",
    "By ",
    "Von Ä",
    "<a rel=author href=#>",
    "</a>",
    "<meta name=author content='",
    "'>",
    "<time datetime=2024-13-45>",
    "6 mai 2024 ",
    "12:99 pm",
    "<script type=application/ld+json>",
    "</script>",
    "{\"@type\":\"Article\",",
    "\"author\":",
    "[",
    "\"",
    "<p class='author date'>",
    "<div itemscope itemtype=Article>",
    "<b itemprop=name>",
    "&amp;quot;",
    "<p class='comments count'>",
    "99999999999 comments",
    "2024年5月",
    "\u{a0}",
    "İ",
];
