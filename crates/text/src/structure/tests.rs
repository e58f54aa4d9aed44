//! Pages and what becomes of them as Markdown.

mod costs;

use super::text::Texts;
use super::{Options, Outline, Packed, Structure};
use proptest::prelude::*;
use tamis_blocks::block;
use tamis_blocks::classify::{Kept, Subject};
use tamis_blocks::html::{Decoded, parse_str};
use tamis_blocks::page::{Budget, Cut, Label};

const ALL: Options = Options { links: true, images: true };

fn made(html: &str) -> Structure {
    let (page, outline) = Outline::of_shown(&Decoded::given(html), &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    Structure::new(&Subject::new(&page, &blocks).with_outline(&outline), Some("https://a.test/b/c"))
}

fn check(cases: &[(&str, &str)]) {
    for (html, markdown) in cases {
        let found = made(html).markdown(ALL);
        assert_eq!(found.trim_end(), *markdown, "{html}");
    }
}

#[test]
fn headings_paragraphs_and_breaks() {
    check(&[
        ("<h1>A</h1><p>b<p>c", "## A\n\nb\n\nc"),
        ("<h3><b>A</b></h3>", "### A"),
        ("<h2>Part #</h2><h3>##</h3><h2>C#</h2>", "## Part \\#\n\n### \\##\n\n## C#"),
        ("<h2><a href=#x>A</a></h2>", "## A"),
        ("<h2>A<a href=#a>#</a></h2>", "## A"),
        ("<h2><a href=#b>A</a><a class=headerlink href=#a>\u{F0C1}</a></h2>", "## A"),
        ("<h2><a href=/x>A</a></h2>", "## [A](https://a.test/x)"),
        ("a<br>b<br><br>c", "a  \nb\n\nc"),
        ("<p>a<hr>b", "a\n\n---\n\nb"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("<title>t</title>a", "a"),
    ]);
}

#[test]
fn what_is_too_deep_still_parts_the_text() {
    for (opened, inside) in [
        ("<div>".repeat(250), "<p>one</p>two<p>three"),
        ("<b>".repeat(250), "<p>one</p>two<div>three</div>"),
        ("<ul><li>".repeat(130), "one<ul><li>two</ul><li>three"),
        ("<blockquote>".repeat(199), "one<h2>two</h2>three"),
        ("<div>".repeat(199) + "<table>", "<tr><td>one<td>two<tr><td>three</table>"),
    ] {
        let written = made(&(opened.clone() + inside)).markdown(ALL);
        let words = written.split(|c: char| !c.is_ascii_alphabetic()).filter(|w| w.len() > 2);
        assert_eq!(words.collect::<Vec<_>>(), ["one", "two", "three"], "{opened:.8}: {written}");
    }
    // What is in a line parts no word.
    let one = made(&("<div>".repeat(250) + "on<b>e</b>")).markdown(ALL);
    assert!(one.contains("on**e**") || one.contains("one"), "{one}");
}

#[test]
fn lines() {
    check(&[
        ("<b>a</b> <i>b</i> <s>c</s> <mark>d</mark>", "**a** *b* ~~c~~ <mark>d</mark>"),
        ("<b> a </b>b", "**a** b"),
        ("<b>a&nbsp;</b>b<a href=x>&nbsp;c</a>", "**a**\u{a0}b\u{a0}[c](https://a.test/b/x)"),
        ("<b><b>a</b> b</b><b>c</b> <b><i><b>d</b></i></b>", "**a bc** ***d***"),
        ("a<b>. b</b> <b>Note:</b>c <b>d.</b> <b>:</b>e", "a. **b** **Note**:c **d.** :e"),
        ("<b><b>a</b></b><em></em>", "**a**"),
        ("a<em>(15% w)</em> b<b><a href=c>d</a></b>", "a(15% w) b[d](https://a.test/b/c)"),
        ("<em><b>a</b></em><b>.</b> <em>(b)</em>", "***a***. *(b)*"),
        ("<i>a<br><br>b</i>", "*a  \nb*"),
        ("x<sup>2</sup> H<sub>2</sub>O", "x<sup>2</sup> H<sub>2</sub>O"),
        ("<q>a</q> <kbd>b</kbd> <code>c`d</code>", "“a” b ``c`d``"),
        ("<a href=d>x</a> <a href=//e.test>y</a>", "[x](https://a.test/b/d) [y](https://e.test/)"),
        ("<a href='javascript:x()'>x</a> <a href=#x>y</a> <a>z</a>", "x y z"),
        ("<h2>A (b)</h2><a href=#a-b>c</a> <a href=#d>e</a>", "## A (b)\n\n[c](#a-b) e"),
        ("<a href='/w_(x)'>y</a>", "[y](https://a.test/w_\\(x\\))"),
        ("<base href=/q/><a href=r>x</a>", "[x](https://a.test/q/r)"),
        ("<img src=i.png alt='a  b'>", "![a b](https://a.test/b/i.png)"),
        ("<img src='data:,' data-src=i.png>", "![](https://a.test/b/i.png)"),
        ("<img srcset='s.png 1x, l.png 2x'>", "![](https://a.test/b/l.png)"),
        ("<a href=x><div>a</div></a> <a href=#>b</a>", "[a](https://a.test/b/x)\n\nb"),
        ("<img src=i><noscript><img src=i></noscript>", "![](https://a.test/b/i)"),
        ("<div><img src=i></div><noscript><img src=i></noscript>", "![](https://a.test/b/i)"),
        ("<img src=i><img src=k><img src=i>", "![](https://a.test/b/i)![](https://a.test/b/k)"),
        (
            "<a href=x><div><img src=i> <noscript><img src=i></noscript></div>c</a>",
            "[![](https://a.test/b/i)](https://a.test/b/x)\n\n[c](https://a.test/b/x)",
        ),
        ("<img src=1x1.trans.gif srcset='l.png 2x'>", "![](https://a.test/b/l.png)"),
        ("a<img src=placeholder.60f9.svg><img src=grey-placeholder.png><img src=tiny.gif>", "a"),
        ("<img src=clear-sky.jpg>", "![](https://a.test/b/clear-sky.jpg)"),
        (
            "<a href=x><img src=i alt=a> <img src=k alt=a></a> <img src=l alt=a>",
            "[![a](https://a.test/b/i)](https://a.test/b/x) ![a](https://a.test/b/l)",
        ),
        (
            "<a href=x><div><img src=i alt=a></div><div><img src=k alt=a></div>b</a>",
            "[![a](https://a.test/b/i)](https://a.test/b/x)\n\n[b](https://a.test/b/x)",
        ),
        (
            "<a href=x><img src=w_50/i><img src=w_900/i></a>",
            "[![](https://a.test/b/w_900/i)](https://a.test/b/x)",
        ),
        ("<a>1 of 5</a><a>2 of 5</a> <a>a</a>, <a>b</a>", "1 of 5 2 of 5 a, b"),
        (
            "<span>a $36</span><span>Regular</span> <span>i</span>Pad <b>a</b><b>B</b>",
            "a $36 Regular iPad **aB**",
        ),
        (
            "<a href=x><div>d</div><span>a</span><span>New</span></a>",
            "[d](https://a.test/b/x)\n\n[a New](https://a.test/b/x)",
        ),
        ("<button>a</button><button>b</button>", "a b"),
        ("a<svg><title>b</title></svg>", "a"),
    ]);
}

#[test]
fn what_a_browser_shows_is_written() {
    let mail = |code: &str| format!("/cdn-cgi/l/email-protection{code}");
    let code = "077d6862476a686b622973627473";
    let [bare, of_code] = [mail(""), mail("#2b4a456b49055f4e585f")];
    check(&[
        ("It weighs <span style='display:none'>no</span>31 tons", "It weighs 31 tons"),
        ("<p>Long text<a hidden href=x><b>lost</b></a>, ended", "Long text, ended"),
        // Most of the page, and a formula beside its image.
        ("<span hidden>all there is</span>", "all there is"),
        (
            "<p>As <b hidden style='display:inline'>seen</b> in a browser",
            "As **seen** in a browser",
        ),
        ("a <span style='display:none'><math><mi>x</math></span> b", "a $x$ b"),
        // Soft hyphens, letters and marks.
        ("Hafen&shy;licht <b>cafe&#x301;</b>", "Hafenlicht **café**"),
        ("<ruby>word<rt>gloss</ruby>.", "word(gloss)."),
        ("<x-a><template shadowrootmode=open>1 <slot></slot></template>2</x-a>", "1 2"),
        ("<template>1</template>2", "1\n\n2"),
        ("a.test/&lt;b> http://a.test/&lt;i x>", "a.test/&lt;b> http://a.test/&lt;i x>"),
        (
            &format!("<a href='{bare}' data-cfemail={code}>[email&#160;protected]</a>"),
            "[zoe@mole.test](mailto:zoe@mole.test)",
        ),
        (&format!("<a href='{of_code}'>Write to us</a>"), "[Write to us](mailto:an@b.test)"),
        (&format!("<a href='{bare}'>Write to us</a>"), "Write to us"),
    ]);
}

#[test]
fn a_text_with_hidden_words_is_written_once() {
    for (html, text, markdown) in [
        ("<p>One <i hidden>x</i>two three, and more.", "One two three, and more.\n", ""),
        (
            "<ul><li>One <i hidden>x</i>two, and more.",
            "One two, and more.\n",
            "- One two, and more.",
        ),
        ("<p>On<b hidden>x</b>e, and so on.", "One, and so on.\n", ""),
        (
            "<table><tr><th>A long name<th>B<tr><td><i hidden>7</i>Old<td>lamp<tr hidden><td>1<td>2\
             <tr><td>New<td>lamp</table>",
            "A long name\nB\nOld\nlamp\nNew\nlamp\n",
            "| A long name | B |\n| --- | --- |\n| Old | lamp |\n| New | lamp |",
        ),
        (
            "<pre>alpha = 1\n<i hidden>x</i>beta = 2</pre>",
            "alpha = 1 beta = 2\n",
            "```\nalpha = 1\nbeta = 2\n```",
        ),
    ] {
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let labels = vec![Label::Content; blocks.blocks.len()];
        let subject = Subject::new(&page, &blocks).with_outline(&outline);
        let made = Structure::of_kept(&subject, None, &Kept { labels, text: text.to_owned() });
        let expected = if markdown.is_empty() { text } else { markdown };
        assert_eq!(made.markdown(ALL).trim_end(), expected.trim_end(), "{html}");
        // What an index gives back is the same.
        assert_eq!(Structure::new(&subject, None).markdown(ALL), made.markdown(ALL));
    }
}

#[test]
fn signs_and_faces_are_no_images() {
    for sign in [
        "<img src=i width=16 height=16px>",
        "<img src=i width=64 height=64 alt='Ann Lee'>",
        "<img src=i class='photo avatar'>",
        "<img src=/img/icons/house.svg>",
        "<img src=https://a.test/user_avatar/ann/48.png>",
        "<img src=star-half.svg>",
        "<img src=i alt='5 stars rating'>",
        "<img src=x/arrow_right.png?v=1>",
    ] {
        check(&[(&format!("<p>a {sign} b"), "a b")]);
    }
    for image in [
        "<img src=i width=65 height=64>",
        "<img src=i width=16>",
        "<img src=i width=0 height=0>",
        "<img src=i width=50% height=50%>",
    ] {
        check(&[(&format!("<p>a {image} b"), "a ![](https://a.test/b/i) b")]);
    }
    check(&[
        ("<img src=star-wars.jpg alt='A star'>", "![A star](https://a.test/b/star-wars.jpg)"),
        (
            "<table><tr><th>a<th>b<tr><td>c<td><img src=tick.png></table>",
            "| a | b |\n| --- | --- |\n| c | ![](https://a.test/b/tick.png) |",
        ),
    ]);
}

#[test]
fn smileys_are_text() {
    let page = |image: &str| format!("<p>a {image}<p>b {image} c");
    for image in [
        "<img src=i width=20 height=20 alt=':)'>",
        "<img src=i class=wp-smiley alt=':)'>",
        "<img src='data:image/gif;base64,R0' class='smilie smilie--x' alt=':)'>",
    ] {
        let made = made(&page(image));
        assert_eq!(made.markdown(ALL), "a :)\n\nb :) c\n", "{image}");
        assert_eq!(made.markdown(Options::default()), "a :)\n\nb :) c\n", "{image}");
        assert_eq!(made.html(Options::default()), "<p>a :)</p>\n<p>b :) c</p>\n", "{image}");
        assert_eq!(kept(&page(image)), "b :)\n", "{image}");
    }
    check(&[
        ("a<img src=i class=emoji alt=😃>", "a 😃"),
        ("a <img src=i class=smilie alt=Smile>", "a ![Smile](https://a.test/b/i)"),
        ("a <img src=i class=smilie>", "a ![](https://a.test/b/i)"),
        ("a <img src=i alt='(a) b'>", "a ![(a) b](https://a.test/b/i)"),
    ]);
}

#[test]
fn headers_of_rows_are_none_of_columns() {
    check(&[
        (
            "<table><tr><th>a<td>1<tr><th>b<td>2</table>",
            "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |",
        ),
        (
            "<table><tr><th>a<td>1<td>2<tr><td>b<td>3<td>4</table>",
            "| a | 1 | 2 |\n| --- | --- | --- |\n| b | 3 | 4 |",
        ),
        ("<table><tr><th>a<th>1<tr><th>b<td>2</table>", "| a | 1 |\n| --- | --- |\n| b | 2 |"),
        ("<table><tr><td>a<td>1<tr><td>b<td>2</table>", "| a | 1 |\n| --- | --- |\n| b | 2 |"),
    ]);
}

#[test]
fn an_image_stands_once_on_a_page() {
    let image = |name: &str| format!("<p>b {name}<p><img src={name}>");
    let page = [image("x"), image("y"), image("x")].concat();
    assert_eq!(kept(&page), "b x\n\n![](x)\n\nb y\n\n![](y)\n\nb x\n");
    let often = "b x.png\n\n".repeat(4);
    assert_eq!(kept(&image("x.png").repeat(4)), often.trim_end().to_owned() + "\n");
    let card = "<p><a href=d><img src=x alt=y> b d</a>".repeat(2);
    assert_eq!(kept(&card), "[![y](x) b d](d)\n\n[b d](d)\n");
    let formula = "<p>b <img src=x alt=y> b d.".repeat(2);
    assert_eq!(kept(&formula), "b ![y](x) b d.\n\nb ![y](x) b d.\n");
    assert_eq!(kept("<p>b c<hr><div>x</div><hr><p>b d"), "b c\n\nb d\n");
    assert_eq!(kept("<p>b c<hr><hr><p>b d"), "b c\n\n---\n\nb d\n");
    let page = "<p>b c<p><a href=d><img src=x></a><p>b d<ul><li><img src=x><li>b e</ul>";
    assert_eq!(kept(page), "b c\n\n[![](x)](d)\n\nb d\n\n- b e\n");
}

#[test]
fn spaces_and_signs_that_nobody_sees() {
    check(&[
        ("<h2>&nbsp;A&nbsp;</h2><p><b>&nbsp;</b>b&nbsp;c <i>&nbsp;</i>", "## A\n\nb\u{a0}c"),
        ("<p>a&nbsp;<br>&nbsp;b", "a  \n\u{a0}b"),
        ("<h2>\u{F105} A\u{E001}b</h2>\u{F0001}", "## Ab"),
    ]);
}

#[test]
fn text_is_not_markup() {
    check(&[
        ("a*b_c _d_ [d] &lt;e> `f`", "a\\*b_c \\_d\\_ \\[d\\] \\<e> \\`f\\`"),
        ("a &amp;amp; b &amp; c; d", "a \\&amp; b & c; d"),
        ("<p>a<br>--<br>b<p>-<p>1.<p>#", "a  \n\\--  \nb\n\n\\-\n\n1\\.\n\n\\#"),
        ("<p># a<p>- b<p>1. c<p>> d", "\\# a\n\n\\- b\n\n1\\. c\n\n\\> d"),
        ("a\u{200b} H\u{feff}ow ខ\u{200b}គ", "a How ខ\u{200b}គ"),
        ("a \u{200d}5 م\u{200c}ن \u{2060}b", "a 5 م\u{200c}ن b"),
        ("1999. c", "1999\\. c"),
        ("http://a.test/b/_c/*d_ e", "http://a.test/b/_c/*d\\_ e"),
        ("<a href=x>http://a.test/_c</a> _d", "[http://a.test/\\_c](https://a.test/b/x) \\_d"),
        ("<b>a b</b>®<b>. C d</b> e", "**a b**®. **C d** e"),
        ("<b><i>a</i></b>® <b><s>a</s></b>®", "***a***® ~~a~~®"),
        ("<i>a</i><b>/1/</b> <i>a</i><b>c</b>", "*a*/**1/** *a***c**"),
        ("a # b - c 2 > 1", "a # b - c 2 > 1"),
        ("&lt;me@a.test>", "\\<me@a.test>"),
    ]);
}

#[test]
fn lists() {
    check(&[
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<dl><dt>a <b>b</b><dd>c</dl>", "**a b**\n: c"),
        ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<ul><li><input type=checkbox><h3>a</h3><p>b</ul>", "- ### a\n\n  b"),
        (
            "<ul><li><input type=checkbox checked>a<li><input type=checkbox>b</ul>",
            "- [x] a\n- [ ] b",
        ),
        ("<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl>", "**a**\n**b**\n: c\n: d\n\n**e**\n: f"),
    ]);
}

#[test]
fn tables() {
    check(&[
        (
            "<table><tr><th>a<th>b<tr><td>1<td>2|3</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |",
        ),
        (
            "<table><caption>t</caption><tr><td colspan=2>a<td rowspan=2>b<tr><td>1<td>2</table>",
            "t\n\n| a |  | b |\n| --- | --- | --- |\n| 1 | 2 |  |",
        ),
        (
            "<table><tr><th style='text-align: right'>a<th>b<tr><td>x<br>y<td><p>z</table>",
            "| a | b |\n| --: | --- |\n| x<br>y | z |",
        ),
        ("<table><tr><td>a</table>", "a"),
        (
            "<table><tr><td><td><tr><th>a<th>b<tr><td>1<td>2</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<table><tr><td>a<td><table><tr><td>b</table></table>", "a\n\nb"),
        (
            "<table><thead><th>a<th>b</thead><tr><td>1<td>2</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<table><tr><th>a<th>b</tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        (
            "<table><tr><th>a<th>b</tr>c<tr><td>1<td>2</table>",
            "c\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
    ]);
}

#[test]
fn a_table_of_long_texts_only_sets_a_page() {
    let long = "many words ".repeat(120);
    let html = format!("<table><tr><th colspan=2>a<tr><td><h3>b</h3><p>{long}<td>c</table>");
    assert_eq!(made(&html).markdown(ALL), format!("a\n\n### b\n\n{}\n\nc\n", long.trim()));
}

#[test]
fn code() {
    check(&[
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
        ("<pre>\n  <b>a</b>\n  b</pre>", "```\n  a\n  b\n```"),
        ("<pre><code class=language-rust>a &lt; b</code></pre>", "```rust\na < b\n```"),
        ("<pre class='brush: js'>a</pre>", "```js\na\n```"),
        ("<div class='highlight-source-shell'><pre>ls</pre></div>", "```shell\nls\n```"),
        ("<div class='highlight-yaml notranslate'><pre>a</pre></div>", "```yaml\na\n```"),
        ("<code>a</code><code>b</code>", "`a` `b`"),
        ("<pre>a```b</pre>", "````\na```b\n````"),
        ("<div>python</div><button>Copy</button><pre>a</pre>", "```python\na\n```"),
        (
            "<pre><code><span class=line>a</span><span class=line>b</span></code></pre>",
            "```\na\nb\n```",
        ),
        (
            "<table><tr><td class=gutter><pre>1\n2</pre><td><pre>a\nb</pre></table>",
            "```\na\nb\n```",
        ),
        ("<ul><li>a<pre>b\n\nc</pre></ul>", "- a\n\n  ```\n  b\n\n  c\n  ```"),
    ]);
}

#[test]
fn quotes_boxes_and_figures() {
    check(&[
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"),
        (
            "<div class='admonition warning'><p class=admonition-title>T</p><p>a</div>",
            "> [!WARNING]\n> **T**\n>\n> a",
        ),
        ("<div class='notecard note'><b>T</b><br>a</div>", "> [!NOTE]\n> **T**\n>\n> a"),
        ("<div class='alert alert-info'>a</div>", "> [!NOTE]\n> a"),
        ("<div class='alert alert-info'><p class=alert-title>Tip<p>a</div>", "> [!TIP]\n> a"),
        ("<div class='alert alert-danger'><b>Danger</b><br>a</div>", "> [!CAUTION]\n> a"),
        ("<div class='notecard note'><p><b>Note:</b> a</div>", "> [!NOTE]\n> a"),
        ("<div class='notecard note'><b>Note</b></div>", "> **Note**"),
        (
            "<div class='admonition seealso'><p class=admonition-title>See also</p><p>a</div>",
            "> [!NOTE]\n> **See also**\n>\n> a",
        ),
        (
            "<div class='admonition-of-us admonition'><p class=admonition-title>T</p><p>a</div>",
            "> [!NOTE]\n> **T**\n>\n> a",
        ),
        (
            "<figure><img src=i.png alt=x><figcaption>a <b>b</b></figcaption></figure>",
            "![x](https://a.test/b/i.png)\n\na **b**",
        ),
    ]);
}

#[test]
fn footnotes() {
    check(&[
        (
            "<p>a<sup><a href=#n id=r>1</a></sup><ol><li id=n>b <a href=#r>↩</a></ol>",
            "a[^1]\n\n[^1]: b",
        ),
        (
            "<p>a<a href=#FOOT1 id=DOC1><sup>1</sup></a> c<h5><a id=FOOT1 \
             href=#DOC1>(1)</a></h5><p>b",
            "a[^1] c\n\n[^1]: b",
        ),
        ("<p>a<sup>1</sup> b<p><sup>1</sup> note of it", "a[^1] b\n\n[^1]: note of it"),
        ("<p>a<label>1</label><span class=sidenote>b</span> c", "a[^1] c\n\n[^1]: b"),
        ("<p>see <a href=#s>1</a><section id=s>all of it</section>", "see 1\n\nall of it"),
    ]);
}

#[test]
fn mathematics() {
    check(&[
        ("<math><mi>x</mi><mo>=</mo><mn>1</mn></math>", "$$\nx = 1\n$$"),
        ("a <math><msup><mi>x</mi><mn>2</mn></msup></math> b", "a $x^{2}$ b"),
        ("a <math alttext='\\alpha'><mi>α</mi></math> b", "a $\\alpha$ b"),
        (
            "a <span class=katex><math><semantics><mi>x</mi><annotation \
             encoding=application/x-tex>x_1</annotation></semantics></math></span> b",
            "a $x_1$ b",
        ),
        ("<script type='math/tex; mode=display'>x^2</script>", "$$\nx^2\n$$"),
        ("a \\(x_1\\) b and $y^2$ c", "a $x_1$ b and $y^2$ c"),
        ("it costs $5 and $6", "it costs $5 and $6"),
        ("$HOME/.a_b and $PATH_X, $1 (see ^) or $2", "$HOME/.a_b and $PATH_X, $1 (see ^) or $2"),
        (
            "a <math><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>\
             </mtable><mo>)</mo></math> b",
            "a $\\begin{pmatrix} a & b \\end{pmatrix}$ b",
        ),
    ]);
}

#[test]
fn a_formula_and_its_image_are_one() {
    check(&[
        (
            "a <span><span style='display: none'><math alttext='{\\displaystyle \
             A}'><mi>A</mi></math>\
             </span><img src=i.svg alt=A></span> b",
            "a ${\\displaystyle A}$ b",
        ),
        (
            "a <img src=i alt='{\\displaystyle x_{ 1}}'> <math alttext='x_{1}'><mi>x</mi></math> b",
            "a $x_{1}$ b",
        ),
        (
            "<div><div><math display=block alttext='x_{\\alpha}'><mi>x</mi></math></div>\
             <img src=i alt='x_{\\alpha}'></div>",
            "$$\nx_{\\alpha}\n$$",
        ),
        ("a <img src=i alt='{\\displaystyle A}'> b", "a ${\\displaystyle A}$ b"),
        (
            "<math><mi>x</mi></math> <img src=i.png alt=y> b <img src=j.png alt=x>",
            "$x$ ![y](https://a.test/b/i.png) b ![x](https://a.test/b/j.png)",
        ),
    ]);
}

#[test]
fn nothing_leads_to_scripts() {
    check(&[
        ("<a href='jav&#x09;ascript:x()'>a</a> <a href='&#1;javascript:x()'>b</a>", "a b"),
        ("<a href=vbscript:x>a</a> <a href='data:text/html,x'>b</a>", "a b"),
        ("<a href='javascript&amp;colon;x()'><h2>a</h2>b</a>", "## a\n\nb"),
        ("<base href='javascript:x'><a href=y>a</a>", "[a](https://a.test/b/y)"),
        ("<a href='mailto:a@b.test'>a</a>", "[a](mailto:a@b.test)"),
        ("a <img src='javascript:x()' alt=b> <img data-src='data:text/html,x' alt=c>", "a"),
        (
            "a <img src='java&#10;script:x()' srcset='javascript:x() 1x, i.png 2x' alt=b>",
            "a ![b](https://a.test/b/i.png)",
        ),
        ("a <img data-src='data:image/png,x' alt=b>", "a ![b](data:image/png,x)"),
    ]);
}

#[test]
fn html_has_the_same() {
    for (html, written) in [
        ("<h1>A &amp; b</h1><p>c <i>d</i>", "<h1>A &amp; b</h1>\n<p>c <em>d</em></p>\n"),
        (
            "<ul><li>a<li><p>b<p>c</ul>",
            "<ul>\n<li>a</li>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n</ul>\n",
        ),
        ("<a href='x\"y'>a</a>", "<p><a href=\"https://a.test/b/x%22y\">a</a></p>\n"),
        (
            "<table><tr><th colspan=2>a<tr><td>b<td>c</table>",
            "<table>\n<tr><th colspan=\"2\">a</th></tr>\n<tr><td>b</td><td>c</td></tr>\n</table>\n",
        ),
        (
            "<pre><code class=language-c>a</code></pre>",
            "<pre><code class=\"language-c\">a</code></pre>\n",
        ),
        (
            "<p>a<sup><a href=#n id=r>1</a></sup><ol><li id=n>b <a href=#r>↩</a></ol>",
            "<p>a<sup><a href=\"#note-1\">1</a></sup></p>\n<ol>\n<li \
             id=\"note-1\">\n<p>b</p>\n</li>\n</ol>\n",
        ),
    ] {
        assert_eq!(made(html).html(ALL), written, "{html}");
    }
}

#[test]
fn links_and_images_are_written_on_request() {
    let made = made("<p>a <a href=x>b</a> <img src=i.png>");
    assert_eq!(made.markdown(Options::default()), "a b\n");
    assert_eq!(made.html(Options::default()), "<p>a b </p>\n");
}

#[test]
fn what_is_kept_is_decided_by_blocks() {
    let html = "<ul><li><a href=a>Home</a><li><a href=b>News</a></ul><h1>A</h1><p>b c d.\
                <img src=1.png><p>e f g.<div><img src=2.png></div><p>h i j k l m n o \
                p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 words that end a page h i j k l m n o p \
                q r s t u v w x y z";
    let is_kept = |text: &str| text == "A" || text.starts_with('b') || text.starts_with('e');
    assert_eq!(kept_if(html, is_kept), "## A\n\nb c d.![](1.png)\n\ne f g.\n");
}

/// The Markdown of the blocks of a page that begin with a `b`.
fn kept(html: &str) -> String {
    kept_if(html, |text| text.starts_with('b'))
}

/// The Markdown of some blocks of a page, by their texts. It is what is left of the whole page.
fn kept_if(html: &str, is_kept: impl Fn(&str) -> bool) -> String {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let kept: Vec<bool> =
        blocks.blocks.iter().map(|block| is_kept(blocks.text_of(block))).collect();
    let made = Structure::of_kept_texts(&Texts::seen(&page, &blocks, &outline), None, &kept);
    let mut whole = Structure::new(&Subject::new(&page, &blocks).with_outline(&outline), None);
    whole.keep(&|block| kept[block as usize]);
    assert_eq!(whole, made, "{html}");
    made.markdown(ALL)
}

/// What is kept of a page and what an index gives back are the same, also where an element that is
/// left out has text that is nowhere shown.
#[test]
fn text_that_is_not_shown_parts_nothing() {
    let long =
        "a sign of a site to which one may send this page, in many more words than anybody needs";
    let drawing = format!("<svg><title>{long}</title><path d=M0></svg>");
    let image = "<figure><img src=1.png></figure>";
    let share = |inside: &str| {
        kept(&format!("<h2>b</h2><div><ul><li>{inside} a</ul></div>{image}<p>b c d.</p>"))
    };
    assert_eq!(share(&drawing), "## b\n\n![](1.png)\n\nb c d.\n");
    assert_eq!(share(""), share(&drawing));
    assert_eq!(share(long), "## b\n\nb c d.\n");
    let film = format!(
        "<p>b c.</p><p><iframe src=https://www.youtube.com/embed/x>{long}</iframe></p><p>b d.</p>"
    );
    assert!(kept(&film).contains("watch?v=x"), "{}", kept(&film));
    let code = format!(
        "<p>b c.</p><div class=example><div class=header><span>bash</span></div><pre>{long}</pre>\
         </div><p>b d.</p>"
    );
    assert_eq!(kept(&code), "b c.\n\nb d.\n");
    let note =
        "<p>b c.<sup><a href=#n id=r>1</a></sup></p><hr><ol><li id=n>A note. <a href=#r>↩</a></ol>";
    assert_eq!(kept(note), "b c.\n");
}

#[test]
fn an_image_stays_beside_a_few_letters_that_are_dropped() {
    let long =
        "Much text that nobody keeps and that parts what stands before it from what is after.";
    for (html, markdown) in [
        ("<p>b c.<div><img src=1></div><p>Read on<p>b d.", "b c.\n\n![](1)\n\nb d.\n"),
        ("<p>b c.<p><img src=1>1/2<p>b d.", "b c.\n\n![](1)\n\nb d.\n"),
        ("<p>b c.<p>Reply<div><img src=1></div><p>Ann<p>b d.", "b c.\n\nb d.\n"),
        ("<p>b c.<p>Reply<div><img src=avatar/1></div><p>b d.", "b c.\n\nb d.\n"),
        (&format!("<p>b c.<div><img src=1></div><p>{long}<p>b d."), "b c.\n\nb d.\n"),
        (&format!("<p>b c.<p><img src=1>{long}<p>b d."), "b c.\n\nb d.\n"),
    ] {
        assert_eq!(kept(html), markdown, "{html}");
    }
}

#[test]
fn a_definition_that_is_kept_has_its_terms() {
    let html = "<dl><dt><a href=c>a</a><dd>b c d<dt>e<dd>f</dl>";
    assert_eq!(kept(html), "**[a](c)**\n: b c d\n");
    assert_eq!(kept("<dl><dd>b c d</dl>"), "b c d\n");
}

#[test]
fn rows_of_a_table_that_is_half_kept_have_their_labels() {
    let html = "<table><caption>Size</caption><tr><th>Height<td>b 1<tr><th>Width of it<td>c d e f \
                g h<tr><th>Depth<td>b 2</table>";
    assert_eq!(kept(html), "Size\n\n|  |  |\n| --- | --- |\n| Height | b 1 |\n| Depth | b 2 |\n");
}

#[test]
fn a_figure_stays_without_a_caption_that_is_not_kept() {
    let caption = "The harbour of the old town, seen from the tower of the church in the morning, \
                   when the boats come home. Photo: Ann Lee";
    let html = format!(
        "<p>b c d.<div class=x><div><figure><img src=1.png><figcaption>{caption}</figcaption>\
         </figure></div></div><p>b f g."
    );
    assert_eq!(kept(&html), "b c d.\n\n![](1.png)\n\nb f g.\n");
}

#[test]
fn a_sentence_with_mathematics_and_a_table_are_kept_as_a_whole() {
    let html = "<p>Take a long one <math><mi>x</mi></math> then <math><mi>y</mi></math> go.\
                <table><tr><th>a<th>b<tr><td>long enough<td>c</table>";
    let table = "| a | b |\n| --- | --- |\n| long enough | c |\n";
    assert_eq!(
        kept_if(html, |text| text.len() > 5),
        format!("Take a long one $x$ then $y$ go.\n\n{table}")
    );
}

#[test]
fn text_is_no_html_wherever_it_stands() {
    check(&[
        (
            "a &lt;?php x() ?> &lt;b@c onerror=x()> &lt; d 3&lt;4",
            "a \\<?php x() ?> \\<b@c onerror=x()> < d 3<4",
        ),
        ("a &lt;<span>b</span>>", "a \\<b>"),
        ("a <img src=i alt='&lt;b> *c*'>", "a ![\\<b> \\*c\\*](https://a.test/b/i)"),
        ("wow!<a href=/x>a</a> b!<b>c</b>", "wow\\![a](https://a.test/x) b!**c**"),
        ("<pre data-lang='a`b'>c</pre><pre data-lang='c d'>e</pre>", "```\nc\n```\n\n```c\ne\n```"),
        ("<blockquote><pre>a&#13;b</pre></blockquote>", "> ```\n> a\n> b\n> ```"),
        ("<p>a | b<br>--- | ---<p>--- -", "a | b  \n\\--- | ---\n\n\\--- -"),
        ("<dl><dt>a<br># b<dd>c</dl>", "**a  \n\\# b**\n: c"),
        ("<dl><dt>a<dd><pre>b\n\nc</pre></dl>", "**a**\n\n```\nb\n\nc\n```"),
        ("<dl><dt>a<dd>b<dl><dt>c<dd>d<p>e</dl></dl>", "**a**\n: b\n\n  **c**\n  : d\n\n  e"),
        ("<ol start=-1><li>a</ol>b<ol start=4999999999><li>c</ol>", "1. a\n\nb\n\n1. c"),
        ("<ul><li>a<ol start=2><li>b</ol></ul>", "- a\n\n  2. b"),
        (
            "<table><tr><th>a<th>b<tr><td><code>c\\|d</code><td>e|f</table>",
            "| a | b |\n| --- | --- |\n| `c\\\\\\|d` | e\\|f |",
        ),
    ]);
    // Without a page's address, what no address may have is written in one way.
    let (page, outline) = Outline::parse("<a href='a`&lt;b&gt;\\&#1; c'>d</a>", &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let made = Structure::new(&Subject::new(&page, &blocks).with_outline(&outline), None);
    assert_eq!(made.markdown(ALL), "[d](a%60%3Cb%3E\\\\%01%20c)\n");
}

#[test]
fn tildes_strike_nothing_out() {
    check(&[
        ("1~2 and 3~4", "1\\~2 and 3\\~4"),
        ("~~a~~ ~b~ c~d~e", "\\~\\~a\\~\\~ \\~b\\~ c\\~d\\~e"),
        ("9~12点和14~18点", "9\\~12点和14\\~18点"),
        ("<s>a~b</s>", "~~a\\~b~~"),
        (
            "http://a.test/~b/c (www.a.test/~b) <code>a~b</code>",
            "http://a.test/~b/c (www.a.test/~b) `a~b`",
        ),
        ("<a href=http://a.test/~b>http://a.test/~b</a>", "[http://a.test/\\~b](http://a.test/~b)"),
    ]);
}

#[test]
fn roles_are_those_of_elements() {
    let step = |number: u32, text: &str| {
        format!("<div role=listitem><div>{number}</div><div>{text}</div><p>b</div>")
    };
    check(&[
        (
            &format!("<div role=list>{}{}</div>", step(1, "a"), step(2, "c")),
            "1. a\n\n   b\n\n2. c\n\n   b",
        ),
        (
            &format!("<div role=list>{}{}</div>", step(3, "a"), step(2, "c")),
            "- 3\n\n  a\n\n  b\n\n- 2\n\n  c\n\n  b",
        ),
        ("<x-list role=list><x-item role=listitem>a</x-item></x-list>", "- a"),
        (
            "<div role=heading aria-level=3>a</div><span role=heading>b</span>c",
            "### a\n\n## b\n\nc",
        ),
        (
            "<div role=table><div role=rowgroup><div role=row><span role=columnheader>a</span>\
             <span role=columnheader>b</span></div></div><div role=row><span role=cell>c</span>\
             <span role=cell>d</span></div></div>",
            "| a | b |\n| --- | --- |\n| c | d |",
        ),
        // Elements that say more themselves, and roles without the list around.
        (
            "<h2 role=listitem>a</h2><div role=listitem>b</div><nav role=list>c</nav>",
            "## a\n\nb\n\nc",
        ),
    ]);
}

#[test]
fn a_cell_may_have_a_small_table() {
    let inner = "<table><tr><td>1<td>2<tr><td>3<td>4</table>";
    let outer = |head: &str, inner: &str| format!("<table>{head}<tr><td>c<td>{inner}</table>");
    let written = "| c | 1 2<br>3 4 |";
    check(&[
        (&outer("<tr><th>a<th>b", inner), &format!("| a | b |\n| --- | --- |\n{written}")),
        (
            &outer("<caption>t</caption><tr><td>a<td>b", inner),
            &format!("t\n\n| a | b |\n| --- | --- |\n{written}"),
        ),
        (
            &outer("<thead><tr><td>a<td>b</thead>", inner),
            &format!("| a | b |\n| --- | --- |\n{written}"),
        ),
        (
            &format!("<table class=wikitable><tr><td>c<td>{inner}</table>"),
            "| c | 1 2<br>3 4 |\n| --- | --- |",
        ),
        // One that sets a page.
        (&outer("", inner), "c\n\n| 1 | 2 |\n| --- | --- |\n| 3 | 4 |"),
        (&outer("<tr><th>a<th>b", "<table><tr><td>1</table>"), "a\n\nb\n\nc\n\n1"),
    ]);
}

#[test]
fn lines_of_code_in_a_cell_stay_lines() {
    let table = |cell: &str| format!("<table><tr><th>a<th>b<tr><td>{cell}<td>c</table>");
    let written = |cell: &str| format!("| a | b |\n| --- | --- |\n| {cell} | c |");
    for (cell, expected) in [
        ("<pre>x | y\nz</pre>", "`x \\| y`<br>`z`"),
        ("<pre><code>x\n\n  y</code></pre>", "`x`<br>  `y`"),
        ("<pre><span class=line>x</span><span class=line>y</span></pre>", "`x`<br>`y`"),
        ("d<pre>x</pre>", "d<br>`x`"),
        ("<code>x\n y</code>", "`x y`"),
    ] {
        check(&[(&table(cell), &written(expected))]);
    }
}

#[test]
fn code_is_one_beside_other_text() {
    check(&[
        ("<code>a</code><code>b</code><code>.c</code>", "`a` `b` `.c`"),
        ("<code>a</code><code>`b</code><b><code>c</code></b>", "`a` `` `b ``**`c`**"),
        ("<b>Note:</b><code>a</code> <i>(b)</i><code>c</code>", "**Note:**`a` *(b)*`c`"),
        ("<b>(a)</b><a href=/x>b</a>", "**(a)**[b](https://a.test/x)"),
        ("<b>a:</b>b <code>c</code>, <code>d</code>", "**a**:b `c`, `d`"),
    ]);
}

#[test]
fn lines_that_begin_with_numbers_are_footnotes_of_raised_ones() {
    let page = |notes: &str| format!("<p>a<sup>1</sup> b<sup>2</sup> c<h2>N</h2><p>{notes}");
    let written = "a[^1] b[^2] c\n\n## N\n\n[^1]: d *e*\n\n[^2]: f";
    for notes in [
        "1. d <i>e</i><br>2. f",
        "[1] d <i>e</i><br>\n[2] f<br>",
        "<sup>1</sup> d <i>e</i><br><sup>2</sup> f",
        "1) d <i>e</i><br><br>2) f",
    ] {
        check(&[(&page(notes), written)]);
    }
    check(&[
        (&page("<b>S</b><br>1. d<br>2. f"), "a[^1] b[^2] c\n\n## N\n\n**S**\n\n[^1]: d\n\n[^2]: f"),
        ("<p>12 m<sup>2</sup> b<p>1. c<br>2. d", "12 m<sup>2</sup> b\n\n1\\. c  \n2\\. d"),
        (
            "<p>a<sup>1</sup> b<sup>2</sup> 12 m<sup>2</sup><p>1. c<br>2. d",
            "a[^1] b[^2] 12 m<sup>2</sup>\n\n[^1]: c\n\n[^2]: d",
        ),
        (&page("1.5 d<br>2.5 f"), "a<sup>1</sup> b<sup>2</sup> c\n\n## N\n\n1.5 d  \n2.5 f"),
    ]);
}

#[test]
fn mathematics_may_have_lines() {
    check(&[
        ("<p>\\[<br>x^2<br>\\]", "$$\nx^2\n$$"),
        ("<p>a<br>\\[<br>x<br>= y<br>\\]<br>b", "a  \n\n$$\nx\n= y\n$$\n  \nb"),
        ("<p>a \\(x <span>+ y</span>\\) b", "a $x + y$ b"),
        ("<p>$$<br>x_1<br>$$", "$$\nx_1\n$$"),
        ("<p>a $5<br>b $6", "a $5  \nb $6"),
        ("<p>\\(a &lt;b\\) \\(c &lt; d\\) \\(`x' [e](f)\\)", "$a < b$ $c < d$ $\\lq{}x' [e] (f)$"),
        ("<script type='math/tex; mode=display'>a\n\n- b</script>", "$$\na\n{}- b\n$$"),
    ]);
}

#[test]
fn what_text_refers_to_stays_with_it() {
    let text = "b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(3);
    let text = text.trim();
    let note = |text: &str| {
        format!(
            "<p>{text}<sup><a href=#n id=r>1</a></sup><ol><li id=n>A note. <a href=#r>↩</a></ol>"
        )
    };
    assert_eq!(kept(&note(text)), format!("{text}[^1]\n\n[^1]: A note.\n"));
    // Nothing that is kept refers to it, or it is much of the page.
    assert_eq!(kept(&format!("{}<p>b", note("A text"))), "b\n");
    assert_eq!(kept(&note("b c")), "b c\n");
    for (html, markdown) in [
        (
            "<p>b wrote:<blockquote><p>Said <i>so</i>.<p>Yes.</blockquote><p>b",
            "b wrote:\n\n> Said *so*.\n>\n> Yes.\n\nb\n",
        ),
        ("<p>b wrote:<div><blockquote>Said.</blockquote></div>", "b wrote:\n\n> Said.\n"),
        ("<p>A wrote:<blockquote>Said.</blockquote><p>b", "b\n"),
        ("<p>b.<blockquote>Said.</blockquote><p>b", "b.\n\nb\n"),
        ("<p>b wrote:<p>Said.<p>b", "b wrote:\n\nb\n"),
    ] {
        let long =
            "Said again and again, until those who heard it no longer listened to it at all.";
        for said in ["Said", long.trim_end_matches('.')] {
            let [html, markdown] = [html, markdown].map(|text| text.replace("Said", said));
            assert_eq!(kept(&html), markdown, "{html}");
        }
    }
}

#[test]
fn a_box_that_is_a_link_has_it_once() {
    for (html, markdown) in [
        ("<a href=x><h3>b</h3><p>b c</a>", "### [b](x)\n\nb c\n"),
        ("<a href=x><h3>A</h3><p>b c</a>", "[b c](x)\n"),
        ("<a href=x><p>b c<h3>A</h3><p>b d</a>", "[b c](x)\n\n[b d](x)\n"),
        ("<ul><li><a href=x><div>b</div><h3>b c</h3></a></ul>", "- b\n\n  ### [b c](x)\n"),
        ("<h3><a href=x>b</a></h3><p><a href=x>b c</a>", "### [b](x)\n\n[b c](x)\n"),
    ] {
        assert_eq!(kept(html), markdown, "{html}");
    }
}

/// What pages are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<p>", "</p>", "<div>", "</div>", "<ul>", "<li>", "</ul>", "<ol start=2>", "</ol>", "<b>",
    "</b>", "<a href=#n id=r>", "<a href=x>", "</a>", "<table>", "<tr>", "<td>", "<th colspan=2>",
    "</table>", "<pre>", "</pre>", "<code>", "</code>", "<h2>", "</h2>", "<br>", "<hr>",
    "<img src=i>", "<dl>", "<dt>", "<dd>", "</dl>", "<math>", "<mi>", "</math>", "<sup>",
    "</sup>", "<figure>", "<figcaption>", "</figure>", "<blockquote>", "</blockquote>", "<title>",
    "<select><option>", "<div class='alert alert-note'>", "<span class=sidenote>", "<li id=n>",
    "1", "[1]", "word ", "two words. ", "* _ ` $x_1$ ", "\n", "é", "<!-- c -->", "<script>",
    "</script>", "<body>",
];

/// Pages of tags in any order; those with footnotes and mathematics only if asked for.
fn page(has_notes: bool) -> impl Strategy<Value = String> {
    const OF_NOTES: [&str; 5] = ["ma", "mi", "1", "sup", "note"];
    let is_plain = |piece: &&&str| !OF_NOTES.iter().any(|word| piece.contains(word));
    let pieces: Vec<&str> =
        PIECES.iter().filter(|piece| has_notes || is_plain(piece)).copied().collect();
    proptest::collection::vec(proptest::sample::select(pieces), 0..60)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    /// The outline is made of the tokens of which the events are made: both have the same text.
    #[test]
    fn the_page_is_that_of_the_parser(html in page(true)) {
        let (page, outline) = Outline::parse(&html, &Budget::UNLIMITED);
        prop_assert_eq!(&page, &parse_str(&html));
        let mut at = 0;
        for node in 0..outline.nodes().len() as u32 {
            if let super::Is::Text(span) = &outline.nodes()[node as usize].is {
                prop_assert!(span.start >= at);
                at = span.end;
            }
        }
    }

    /// Every letter of a block is in the structure, but for the numbers of footnotes and lines, and
    /// for what mathematics replaces.
    #[test]
    fn no_text_is_lost(html in page(false)) {
        let (page, outline) = Outline::parse(&html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let mut made = Structure::new(&Subject::new(&page, &blocks).with_outline(&outline), None);
        let mut found: Vec<char> = Vec::new();
        let mut add = |text: &str| found.extend(text.chars().filter(|c| c.is_alphanumeric()));
        made.each_piece(&mut |piece| add(if piece.block.is_some() { &piece.text } else { "" }));
        let mut expected: Vec<char> = Vec::new();
        for block in &blocks.blocks {
            expected.extend(blocks.text_of(block).chars().filter(|c| c.is_alphanumeric()));
        }
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    /// A structure comes back from its packed form, with the texts of its blocks and no others.
    #[test]
    fn a_packed_structure_is_unpacked(html in page(true), other in "[a-z ]{0,20}") {
        let (page, outline) = Outline::parse(&html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_outline(&outline);
        let made = Structure::new(&subject, Some("https://a.test/"));
        let text_of = |block: u32| blocks.text_of(&blocks.blocks[block as usize]);
        let packed = Packed::new(made.clone(), &text_of);
        let bytes = postcard::to_stdvec(&packed).unwrap();
        let read = || postcard::from_bytes::<Packed>(&bytes).unwrap();
        let text = |block: u32| blocks.blocks.get(block as usize).map(|of| blocks.text_of(of));
        prop_assert_eq!(read().unpack(&text), Some(made));
        // Whatever the texts are, it does not fail.
        read().unpack(&|_| Some(&other));
        read().unpack(&|_| None);
    }

    /// Any page is written, and what is kept of it.
    #[test]
    fn every_page_is_written(
        html in page(true),
        kept in proptest::collection::vec(any::<bool>(), 64),
    ) {
        let (page, outline) = Outline::parse(&html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let made = Structure::of_kept_texts(&Texts::seen(&page, &blocks, &outline), None, &kept);
        made.html(ALL);
        made.markdown(ALL);
    }
}
