//! Trees of broken pages, and limits.

use super::*;
use crate::name::Name;

/// A tree as nested brackets: `div[p['text']]`.
fn shape(tree: &Tree, id: Id) -> String {
    let node = tree.node(id);
    match node.name {
        Name::TEXT => return format!("'{}'", tree.str(node.data)),
        Name::COMMENT => return "!".to_owned(),
        _ => {}
    }
    let name = String::from_utf8_lossy(tree.names.get(node.name)).into_owned();
    let mark = if node.space == Space::Html { "" } else { ":" };
    let children: Vec<String> = tree.children(id).map(|child| shape(tree, child)).collect();
    match children.is_empty() {
        true => mark.to_owned() + &name,
        false => format!("{mark}{name}[{}]", children.join(" ")),
    }
}

fn body(markup: &str) -> String {
    let tree = parse(markup).unwrap();
    let is_body = |&id: &Id| tree.node(id).name == Name::BODY;
    let found = tree.below(ROOT).find(is_body).unwrap();
    let children: Vec<String> = tree.children(found).map(|child| shape(&tree, child)).collect();
    children.join(" ")
}

#[test]
fn broken_pages_have_the_trees_of_browsers() {
    for (markup, expected) in [
        ("<p>a<p>b</div>c", "p['a'] p['bc']"),
        ("<p>a<div>b</p>c", "p['a'] div['b' p 'c']"),
        ("<b>1<p>2</b>3</p>", "b['1'] p[b['2'] '3']"),
        ("<b><i>1</b>2</i>3", "b[i['1']] i['2'] '3'"),
        ("<a>1<div>2<a>3</a></div>", "a['1'] div[a['2'] a['3']]"),
        ("<p><b>1<p>2", "p[b['1']] p[b['2']]"),
        ("<ul><li>1<li>2<ul><li>3</ul></ul>", "ul[li['1'] li['2' ul[li['3']]]]"),
        ("<dl><dt>1<dd>2<dt>3", "dl[dt['1'] dd['2'] dt['3']]"),
        ("<h1>1<h2>2</h1>3", "h1['1'] h2['2'] '3'"),
        ("<button>1<button>2", "button['1'] button['2']"),
        ("<select><option>1<option>2<p>3</select>4", "select[option['1'] option['23']] '4'"),
        ("<textarea>\n<b>&lt;</textarea>", "textarea['<b><']"),
        ("<pre>\na</pre>", "pre['a']"),
        ("<noscript><p>1</p></noscript>", "noscript[p['1']]"),
        ("<template><p>1</template>2", "template '2'"),
        ("a&amp;b<!--x-->c", "'a&b' ! 'c'"),
        ("a</b>b", "'ab'"),
        ("1 < 2 <3", "'1 < 2 <3'"),
        ("<form>1<form>2</form>3", "form['12'] '3'"),
        ("</br>1", "br '1'"),
        ("<image>", "img"),
        ("<div/>1", "div['1']"),
        ("<nobr>1<nobr>2", "nobr['1'] nobr['2']"),
    ] {
        assert_eq!(body(&format!("<!doctype html><body>{markup}")), expected, "{markup}");
    }
}

#[test]
fn what_no_table_may_contain_goes_before_it() {
    for (markup, expected) in [
        ("<table>1<tr><td>2", "'1' table[tbody[tr[td['2']]]]"),
        ("<table><p>1</p>2<tr>3", "p['1'] '23' table[tbody[tr]]"),
        ("<table> <tr> </tr></table>", "table[' ' tbody[tr[' ']]]"),
        ("<table><td>1<th>2<tr>3", "'3' table[tbody[tr[td['1'] th['2']] tr]]"),
        ("<table><b><tr><td>1</table>2", "b table[tbody[tr[td['1']]]] b['2']"),
        ("<table><caption>1<tr><td>2", "table[caption['1'] tbody[tr[td['2']]]]"),
        ("<table><col><td>1", "table[colgroup[col] tbody[tr[td['1']]]]"),
        ("<table><td><table><td>1</table>2", "table[tbody[tr[td[table[tbody[tr[td['1']]]] '2']]]]"),
        ("<table><form><input type=hidden><td>1", "table[form input tbody[tr[td['1']]]]"),
    ] {
        assert_eq!(body(&format!("<!doctype html><body>{markup}")), expected, "{markup}");
    }
    assert_eq!(body("<!doctype html><p>1<table>"), "p['1'] table");
    assert_eq!(body("<p>1<table>"), "p['1' table]", "in quirks mode");
    let transitional = r#"<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN""#;
    assert_eq!(body(&format!("{transitional}><p>1<table>")), "p['1' table]");
    let system = format!(r#"{transitional} "http://www.w3.org/TR/html4/loose.dtd"><p>1<table>"#);
    assert_eq!(body(&system), "p['1'] table");
}

#[test]
fn svg_and_mathml_are_no_html() {
    for (markup, expected) in [
        ("<svg><a><title><b>1</b></title></svg>2", ":svg[:a[:title[b['1']]]] '2'"),
        ("<svg><g><p>1", ":svg[:g] p['1']"),
        ("<svg><path/><![CDATA[<b>]]></svg>", ":svg[:path '<b>']"),
        ("<math><mi><b>1</b></mi><mo/></math>2", ":math[:mi[b['1']] :mo] '2'"),
        ("<math><annotation-xml encoding=text/html><p>1", ":math[:annotation-xml[p['1']]]"),
        ("<svg><font color=red>1", ":svg font['1']"),
        ("<svg><font>1", ":svg[:font['1']]"),
    ] {
        assert_eq!(body(&format!("<!doctype html><body>{markup}")), expected, "{markup}");
    }
}

#[test]
fn texts_without_tags_end_where_browsers_end_them() {
    for (markup, expected) in [
        ("<script>'</scriptx>'</script >1", "script[''</scriptx>''] '1'"),
        ("<script><!--<script></script>--></script>1", "script['<!--<script></script>-->'] '1'"),
        ("<script><!--></script>1", "script['<!-->'] '1'"),
        ("<style></b></STYLE>1", "style['</b>'] '1'"),
        ("<xmp><b>&lt;</xmp>", "xmp['<b>&lt;']"),
        ("<!---->1<!-->2<!--x--!>3<!x>4<?y>5</ z>6", "! '1' ! '2' ! '3' ! '4' ! '5' ! '6'"),
        ("<plaintext></plaintext>", "plaintext['</plaintext>']"),
    ] {
        assert_eq!(body(&format!("<!doctype html><body>{markup}")), expected, "{markup}");
    }
}

#[test]
fn content_that_is_parsed_again_is_what_its_text_would_be() {
    for (markup, expected) in [
        ("<p>1</p> <b>2</b>", "p['1'] ' ' b['2']"),
        // A link around blocks stays, and so does a table in a paragraph: but not without quirks.
        ("<p>1<table><td>2</table>3", "p['1'] table[tbody[tr[td['2']]]] '3' p"),
        ("<pre>\n\n1</pre>", "pre['1']"),
    ] {
        let tree = parse(markup).unwrap();
        let is_body = |&id: &Id| tree.node(id).name == Name::BODY;
        let found = tree.below(ROOT).find(is_body).unwrap();
        let nodes = tree.nodes.clone();
        let mut tree = tree;
        while tree.node(found).first != NONE {
            tree.detach(tree.node(found).first);
        }
        let tree = reparse(tree, &nodes, found).unwrap();
        let children: Vec<String> = tree.children(found).map(|id| shape(&tree, id)).collect();
        assert_eq!(children.join(" "), expected, "{markup}");
    }
}

#[test]
fn attributes_are_read_in_all_their_forms() {
    let tree = parse(
        "<div CLASS='a &amp; b' class=c id=x&y=1 hidden style=\"display: none\"/><a href=#x>\
         <html class=late><meta name=n content='c' property>",
    )
    .unwrap();
    let find = |name| tree.below(ROOT).find(|&id| tree.node(id).name == name).unwrap();
    let div = find(Name::DIV);
    let attributes = tree.attributes(div);
    assert_eq!(attributes.class.map(|span| tree.str(span)), Some("a & b"));
    assert_eq!(attributes.id.map(|span| tree.str(span)), Some("x&y=1"));
    assert!(tree.has(div, Flag::Hidden) && tree.has(div, Flag::HiddenStyle));
    assert!(tree.has(find(Name::A), Flag::HashLink));
    let html = tree.attributes(find(Name::HTML)).class;
    assert_eq!(html.map(|span| tree.str(span)), Some("late"));
    let meta = find(Name::META);
    assert_eq!(tree.value(meta, Attr::Name), Some("n"));
    assert_eq!(tree.value(meta, Attr::Content), Some("c"));
    assert_eq!(tree.value(meta, Attr::Property), Some(""));
}

#[test]
fn pages_that_grow_exceed_a_limit() {
    for piece in
        ["<div>", "<b><div></b>", "<span><div></span>", "<ul><li>", "<svg>", "<custom-one>"]
    {
        assert_eq!(parse(&piece.repeat(600)).err(), Some(Limit::Depth), "{piece}");
    }
    let open: String = (0..450).map(|i| format!("<p><b id={i}></p>")).collect();
    assert_eq!(parse(&open).err(), Some(Limit::Reopened));
    let many: String = (0..100).map(|i| format!("<b id={i}>")).collect();
    let many = format!("<p>{many}{}", "<p>x".repeat(2000));
    assert_eq!(parse(&many).err(), Some(Limit::Reopened));
    assert_eq!(parse(&"x<br>".repeat(200_000)).err(), None);
    assert_eq!(parse(&"x<br>".repeat(1_000_000)).err(), Some(Limit::Nodes));
}

#[test]
fn long_pages_exceed_no_limit() {
    for piece in [
        "<p>x",
        "<li>x",
        "<div><p>a</div>",
        "<dt>x<dd>y",
        "<tr><td>x<td><p>y",
        "<b>x</b>",
        "<p><b>x<p>",
        "<a href=x>y</a> <font><i>z</i></font>",
        "<h1>x</h2>",
        "<table><tr><td>x</table>",
        "<script><div></script>",
        "<!-- <div> -->",
        "<p><font size=2>x",
        "</div>",
        "< div>",
        "&amp;&x;&#1;",
        "--",
        "<!--",
    ] {
        assert_eq!(parse(&piece.repeat(5000)).err(), None, "{piece}");
    }
    let attributes: String = (0..20_000).map(|i| format!("a{i} ")).collect();
    assert_eq!(parse(&format!("<p {attributes}>")).err(), None);
    assert_eq!(parse("").err(), None);
}
