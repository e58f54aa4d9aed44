//! The Markdown of pages, read back by a CommonMark reader with HTML on, has no element that the
//! writer did not make: text of a page is text, and no script. Of pages made of hostile texts in
//! every place that a page has for them, and of real pages.

use pulldown_cmark::{Event, MetadataBlockKind, Parser, Tag};
use std::collections::BTreeSet;
use tamis_blocks::Document;
use tamis_blocks::classify::{CLASSIFIERS, Classifier, kept};
use tamis_text::metadata::Metadata;
use tamis_text::structure::{Inline, Options, Part, Structure};

const ALL: Options = Options { links: true, images: true };
/// What the writer writes as HTML.
const OWN: [&str; 7] = ["<sub>", "</sub>", "<sup>", "</sup>", "<mark>", "</mark>", "<br>"];

/// The structure of what a classifier keeps.
fn structure(page: &Document, of: &dyn Classifier, address: Option<&str>) -> Structure {
    let subject = page.subject();
    Structure::of_kept(&subject, address, &kept(of, &subject))
}

/// Where a page has text: `{}` is the text with its marks as references, `{raw}` the text itself.
const PLACES: &[&str] = &[
    "<p>a {} b",
    "<p>{}",
    "<p>a<br>{}<br>b",
    "<p>a <b>{}</b>b<i>{}</i>",
    "<p>&lt;<span>{}</span>&gt;",
    "<p>x<sub>{}</sub> <sup>{}</sup> <mark>{}</mark> <s>{}</s>",
    "<h2>{}</h2>",
    "<p><a href='https://a.test/'>{}</a>",
    "<p>wow!<a href='https://a.test/'>{}</a>",
    "<p>a <a href='{}'>x</a> b",
    "<p>a <a href='https://a.test/{}'>x</a> b",
    "<p>a <a href='mailto:{}'>x</a> b",
    "<a href='{}'><h3>x</h3><p>y</a>",
    "<p>a <img src='{}' alt=b> b",
    "<p>a <img src='https://a.test/{}.png' alt='{}' title='{}'> b &quot;&gt; c",
    "<p>a <img src=i.gif alt=':{}' class=smiley> b",
    "<iframe src='https://www.youtube.com/embed/{}'></iframe>",
    "<p>a <code>{}</code> b",
    "<p>a <code>{}</code><code>`{}</code><b><code>{}</code></b> b",
    "<pre>{}</pre>",
    "<pre><code>a\n\n{}\n\n```\n{}&#13;{}\n\n</code></pre>",
    "<blockquote><ul><li><pre>a&#13;{}\n\n{}</pre></ul></blockquote>",
    "<pre class='language-{}'>b</pre>",
    "<pre data-lang='{}'>b</pre>",
    "<p>a \\({}\\) b",
    "<p>a \\({}\\) b <code>{}</code>",
    "<p>a \\[{}\\] b",
    "<p>\\[<br>{}<br>\\]",
    "<p>a $${}$$ b",
    "<p>a $x^{}$ b",
    "<p>a <math><mi>{}</mi><mo>+</mo><mtext>{}</mtext></math> b",
    "<math display=block alttext='{}'><mi>x</mi></math>",
    "<p>a <span class=katex><math><semantics><mi>x</mi>\
     <annotation encoding='application/x-tex'>{}</annotation></semantics></math></span> b",
    "<p>a <script type='math/tex'>{raw}</script> b",
    "<p>a <script type='math/tex; mode=display'>{raw}\n\n{raw}</script> b",
    "<p>a <img src=i.png class=tex alt='{}'> b",
    "<table><caption>{}</caption><tr><th>a<th>{}<tr><td>{}<td><code>{}</code></table>",
    "<table><tr><th>a<th>b<tr><td><pre>a\\|{}\n\n{}</pre><td>\\({}|\\|{}\\)</table>",
    "<table><tr><td>a<table><tr><td>{}</table></table>",
    "<ul><li>{}<li><p>{}<p>b<ul><li>{}</ul></ul>",
    "<ol start=-2><li><pre>{}\n\n{}</pre></ol>",
    "<ol start=99999999999><li><pre>{}</pre></ol>",
    "<ul><li>a<ol start=7><li><pre>{}\n\n{}</pre></ol></ul>",
    "<ul><li><input type=checkbox>{}</ul>",
    "<dl><dt>{}<br>{}<dd>{}<dd><p>a<p>{}<dd><pre>{}\n\n{}</pre></dl>",
    "<dl><dt>a<dd><ul><li><pre>{}\n\n{}</pre></ul><dd><dl><dt>{}<dd><pre>{}</pre></dl></dl>",
    "<p>a<sup><a href=#n id=r>1</a></sup><ol><li id=n>{} <a href=#r>↩</a></ol>",
    "<p>a<sup><a href=#n id=r>1</a></sup><div id=n class=footnote><pre>{}\n\n{}</pre></div>",
    "<p>a!<sup>1</sup><p><sup>1</sup> {}",
    "<blockquote>{}<blockquote><p>a<p>{}</blockquote></blockquote>",
    "<figure><img src=i.png alt='{}'><figcaption>{}<p>{}</figcaption></figure>",
    "<div class='admonition {}'><p class=admonition-title>{}</p><p>{}</div>",
    "<div class='alert alert-note'><b>{}</b><br>a<pre>{}</pre></div>",
    "<q>{}</q><kbd>{}</kbd><h3>a {} #</h3>",
    "<title>{}</title><meta name=author content='{}'><meta name=description content='a {}'><p>a",
];

/// What a page says there.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "<script>x()</script>", "<img src=x onerror=x()>", "<details open ontoggle=x()>",
    "<svg/onload=x('@')>", "<img src=a@b onerror=x()>", "<a href=javascript:x()>c</a>",
    "[c](javascript:x())", "![c](javascript:x())", "[c]: javascript:x()", "[^1]: javascript:x()",
    "javascript:x()", " \u{1}java\tscript:x()", "javascript&colon;x()", "JaVaScRiPt\\:x()",
    "<javascript:x()>", "<javascript:x('@')>", "<me@a.test>", "vbscript:x", "data:text/html,x",
    "<!-- c -->", "<!--", "-->", "<![CDATA[ c ]]>",
    "<?php x() ?>", "<!DOCTYPE x>", "</p>", "</pre>",
    "<", "< b", "<b", "b>", "\"><script>x()</script>", "<b title=\"", "'", "`", "``", "```",
    "````\n<script>x()</script>", "~~~", "`<script>x()</script>", "`<script>`", "\\", "\\\\", "\\`",
    "\\<script>", "a\\|<script>x()</script>", "a|b\n-|-\n<script>", "$", "$$", "\\(", "\\)", "\\]",
    "$<script>x()</script>$", "[", "]", "](", "](<script>)", "![",
    "!", "[^1]", "[x]", "&lt;script&gt;",
    "&#60;script>", "&", "&amp;lt;", "*", "**a**", "_a_", "~a~", "# a", "- a", "1. a", "> a", "---",
    "===", "|", "| --- | --- |", "--- | ---", "    <script>", "\n\n<script>x()</script>\n\n",
    "a\r\r<script>x()</script>", "=", "+ a", "--- -", "{", "}", "%", "^", "a b", "",
];

/// The pages of every text in every place, and of several in some order.
fn hostile_pages() -> impl Iterator<Item = String> {
    let each = PLACES.iter().flat_map(|place| TEXTS.iter().map(|text| filled(place, text)));
    let mut state = 60_u64;
    let mut random = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mixed = (0..3000).map(move |_| {
        let mut next = |_| filled(PLACES[random(PLACES.len())], TEXTS[random(TEXTS.len())]);
        (0..5).map(&mut next).collect()
    });
    each.chain(mixed)
}

fn filled(place: &str, text: &str) -> String {
    let written = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let written = written.replace('\'', "&#39;").replace('"', "&quot;").replace('\r', "&#13;");
    place.replace("{raw}", &text.replace("</script", "< /script")).replace("{}", &written)
}

#[test]
fn text_of_hostile_pages_is_no_markup() {
    let keep_all = CLASSIFIERS.by_name("keep-all").unwrap();
    let mut wrong = Vec::new();
    for page in hostile_pages() {
        let document = Document::parse(&*page);
        for address in [None, Some("https://a.test/b/")] {
            let made = structure(&document, &*keep_all, address);
            let front = Metadata::read(&document.subject(), address).front_matter();
            wrong.extend(
                faults(&made, &front).into_iter().map(|fault| format!("{page:?}: {fault}")),
            );
        }
    }
    for one in wrong.iter().take(40) {
        eprintln!("{one}");
    }
    assert!(wrong.is_empty(), "{} pages", wrong.len());
}

#[test]
fn text_of_real_pages_is_no_markup() {
    let Some(folder) = tamis_testing::shared() else { return };
    let [tamis, keep_all] = ["tamis", "keep-all"].map(|name| CLASSIFIERS.by_name(name).unwrap());
    let mut wrong = Vec::new();
    let mut count = 0;
    for set in ["wcxb-dev-half", "wcxb-dev-rest"] {
        let entries =
            std::fs::read_dir(folder.join("data/extraction").join(set).join("html")).unwrap();
        for file in entries.map(|entry| entry.unwrap().path()) {
            count += 1;
            let document = Document::decode(&std::fs::read(&file).unwrap());
            for classifier in [&tamis, &keep_all] {
                let made = structure(&document, &**classifier, None);
                let found = faults(&made, "").into_iter();
                wrong.extend(found.map(|fault| format!("{}: {fault}", file.display())));
            }
        }
    }
    for one in wrong.iter().take(40) {
        eprintln!("{one}");
    }
    assert!(wrong.is_empty(), "{} pages", wrong.len());
    assert!(count >= 1490, "{count} pages");
}

/// What a reader finds in the Markdown of a structure that the structure does not have: HTML, links
/// and images, headings, code, tables and quotations.
fn faults(made: &Structure, front: &str) -> Option<String> {
    let own = Elements::of_structure(made);
    let markdown = front.to_owned() + &made.markdown(ALL);
    let github = pulldown_cmark::Options::ENABLE_TABLES
        | pulldown_cmark::Options::ENABLE_STRIKETHROUGH
        | pulldown_cmark::Options::ENABLE_TASKLISTS
        | pulldown_cmark::Options::ENABLE_FOOTNOTES
        | pulldown_cmark::Options::ENABLE_GFM
        | pulldown_cmark::Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let as_github = own.misses(&markdown, github, true);
    // Plain CommonMark has no footnotes, and takes the words of some for addresses.
    let as_plain = || {
        let plain = pulldown_cmark::Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
        own.misses(&markdown, plain, false)
    };
    as_github.or_else(as_plain).map(|fault| format!("{fault} in {:?}", start_of(&markdown)))
}

fn start_of(text: &str) -> String {
    text.chars().take(600).collect()
}

#[derive(Default)]
struct Elements {
    addresses: BTreeSet<String>,
    headings: usize,
    code: usize,
    quotes: usize,
    tables: usize,
}

impl Elements {
    fn of_structure(made: &Structure) -> Self {
        let mut all = Self::default();
        for part in made.parts.iter().chain(made.notes.iter().flatten()) {
            all.add(part);
        }
        all
    }

    fn add(&mut self, part: &Part) {
        match part {
            Part::Heading(_, line) => {
                self.headings += 1;
                self.add_line(line);
            }
            Part::Paragraph(line) => self.add_line(line),
            Part::List(list) => {
                list.items.iter().flat_map(|item| &item.parts).for_each(|part| self.add(part));
            }
            Part::Table(table) => {
                self.tables += 1;
                self.add_line(&table.caption);
                let cells = table.rows.iter().flatten();
                cells.flat_map(|cell| &cell.parts).for_each(|part| self.add(part));
            }
            Part::Code(..) => self.code += 1,
            Part::Quote(parts) => {
                self.quotes += 1;
                self.add_all(parts);
            }
            Part::Callout(_, title, parts) => {
                self.quotes += 1;
                self.add_line(title);
                self.add_all(parts);
            }
            Part::Definitions(all) => {
                for one in all {
                    one.terms.iter().for_each(|term| self.add_line(term));
                    one.meanings.iter().flatten().for_each(|part| self.add(part));
                }
            }
            Part::Figure(parts, caption) => {
                self.add_all(parts);
                self.add_line(caption);
            }
            Part::Rule => {}
        }
    }

    fn add_all(&mut self, parts: &[Part]) {
        for part in parts {
            self.add(part);
        }
    }

    fn add_line(&mut self, line: &[Inline]) {
        for inline in line {
            match inline {
                Inline::Link(address, inner) => {
                    self.addresses.insert(plain(address));
                    self.add_line(inner);
                }
                Inline::Styled(_, inner) => self.add_line(inner),
                Inline::Image(image) => _ = self.addresses.insert(plain(&image.address)),
                _ => {}
            }
        }
    }

    /// What a reader of Markdown finds and this has not.
    fn misses(
        &self,
        markdown: &str,
        options: pulldown_cmark::Options,
        is_whole: bool,
    ) -> Option<String> {
        let mut read = Self::default();
        for event in Parser::new_ext(markdown, options) {
            match event {
                Event::Html(html) => return Some(format!("HTML {html:?}")),
                Event::InlineHtml(html) if !OWN.contains(&&*html) => {
                    return Some(format!("HTML {html:?}"));
                }
                Event::Start(Tag::HtmlBlock) => return Some("a block of HTML".to_owned()),
                Event::Start(
                    Tag::Link { dest_url: address, .. } | Tag::Image { dest_url: address, .. },
                ) if is_script(&address)
                    || is_whole && !self.addresses.contains(&plain(&address)) =>
                {
                    return Some(format!("a link to {address:?}"));
                }
                Event::Start(Tag::Heading { .. }) => read.headings += 1,
                Event::Start(Tag::CodeBlock(_)) => read.code += 1,
                Event::Start(Tag::BlockQuote(_)) => read.quotes += 1,
                Event::Start(Tag::Table(_)) => read.tables += 1,
                Event::Start(Tag::MetadataBlock(MetadataBlockKind::PlusesStyle)) => {
                    return Some("metadata".to_owned());
                }
                _ => {}
            }
        }
        let more = |what: &str, read: usize, own: usize| {
            (is_whole && read > own).then(|| format!("{read} {what} of {own}"))
        };
        more("headings", read.headings, self.headings)
            .or_else(|| more("code", read.code, self.code))
            .or_else(|| more("quotations", read.quotes, self.quotes))
            .or_else(|| more("tables", read.tables, self.tables))
    }
}

/// An address without what Markdown and addresses write in more than one way.
fn plain(address: &str) -> String {
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(address).collect();
    String::from_utf8_lossy(&bytes).replace(['\t', '\n', '\r'], "")
}

/// Whether a browser would run an address.
fn is_script(address: &str) -> bool {
    let address = address.trim_start_matches(|c: char| c <= ' ');
    let address = address.replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
    let starts = |scheme: &&str| address.starts_with(*scheme);
    ["javascript:", "vbscript:", "data:text"].iter().any(starts)
}
