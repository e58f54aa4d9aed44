use super::*;

fn name<'a>(tree: &'a Tree, id: Id) -> &'a [u8] {
    tree.names.get(tree.node(id).name)
}

/// The elements and texts of a page as a line: `name(children)` and `"text"`.
fn shown(page: &str) -> String {
    fn write(tree: &Tree, id: Id, out: &mut String) {
        let mut child = tree.node(id).first;
        while child != NONE {
            let node = tree.node(child);
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            match node.name {
                Name::TEXT => out.push_str(&format!("{:?}", tree.text(child))),
                _ => {
                    out.push_str(&String::from_utf8_lossy(name(tree, child)));
                    out.push('(');
                    write(tree, child, out);
                    out.push(')');
                }
            }
            child = node.next;
        }
    }
    let tree = parse(page);
    let mut out = String::new();
    write(&tree, tree.body().unwrap_or(0), &mut out);
    out
}

#[test]
fn elements_that_are_missing_are_implied() {
    assert_eq!(shown("a<p>b<p>c<li>d<li>e"), r#""a" p("b") p("c") li("d") li("e")"#);
    assert_eq!(
        shown("<table>a<td>b<tr><td>c</table>d"),
        r#"table("a" tbody(tr(td("b")) tr(td("c")))) "d""#
    );
}

#[test]
fn text_stays_in_the_table_and_elements_move_out() {
    assert_eq!(
        shown("<table><tr>a<b>b</b><td>c</table>"),
        r#"b("b") table(tbody(tr("a" td("c"))))"#
    );
    assert_eq!(shown("<p><table><td>a"), r#"p() table(tbody(tr(td("a"))))"#);
    assert_eq!(shown("<!doctype><p><table><td>a"), r#"p(table(tbody(tr(td("a")))))"#);
    assert_eq!(
        shown("<table><caption>a<td>b</table>c"),
        r#"table(caption("a") tbody(tr(td("b")))) "c""#
    );
    assert_eq!(
        shown("<table><col><p>a</p><form>b<td>c"),
        r#"p("a") table(colgroup(col()) form() "b" tbody(tr(td("c"))))"#
    );
}

#[test]
fn formatting_goes_on_after_blocks() {
    assert_eq!(shown("<p><b>a<p>b</b>c"), r#"p(b("a")) p(b("b") "c")"#);
    assert_eq!(shown("<b>a<div>b</b>c"), r#"b("a") div(b("b") "c")"#);
    assert_eq!(shown("<a href=x>a<a href=y>b</a>c"), r#"a("a") a("b") "c""#);
    let thrice = shown("<p><b><b><b><b>a<p>b");
    assert_eq!(thrice, r#"p(b(b(b(b("a"))))) p(b(b(b("b"))))"#);
    assert_eq!(shown("<td><font color=red>a</td>b"), r#"font("a" "b")"#);
}

#[test]
fn lists_headings_and_selections_close_each_other() {
    assert_eq!(shown("<ul><li>a<ul><li>b</ul><li>c"), r#"ul(li("a" ul(li("b"))) li("c"))"#);
    assert_eq!(shown("<dl><dt>a<dd>b<dt>c"), r#"dl(dt("a") dd("b") dt("c"))"#);
    assert_eq!(shown("<h1>a<h2>b</h1>c"), r#"h1("a") h2("b") "c""#);
    assert_eq!(
        shown("<select><option>a<option>b<p>c</select>d"),
        r#"select(option("a") option("b" "c")) "d""#
    );
    assert_eq!(shown("a</p>b</br>c</x>d"), r#""a" p() "b" br() "c" "d""#);
}

#[test]
fn raw_text_ends_at_its_end_tag() {
    assert_eq!(shown("<body><script>a</p></script>b"), r#"script() "b""#);
    assert_eq!(
        shown("<p><script><!--<script></script>a</script>--></script>b"),
        r#"p(script() "-->" "b")"#
    );
    assert_eq!(shown("<p><textarea>a</p>&amp;</textarea>b"), r#"p(textarea("a</p>&") "b")"#);
    assert_eq!(shown("<p><title>a<b>b"), r#"p(title("a") b("b"))"#);
    assert_eq!(
        shown("<body><xmp>a<b></xmp>c<plaintext><p>d"),
        r#"xmp("a<b>") "c" plaintext("<p>d")"#
    );
    assert_eq!(
        shown("<p>a<!--b--!>c<!-->d<!---->e<?f>g</ h>i<![CDATA[<j>]]>k"),
        r##"p("a" #comment() "c" #comment() "d" #comment() "e" #comment() "g" #comment() "i<j>k")"##
    );
}

/// The class of the first element in the body.
fn class(page: &str) -> String {
    let tree = parse(page);
    let child = tree.node(tree.body().unwrap()).first;
    String::from_utf8_lossy(tree.class(child)).into_owned()
}

#[test]
fn attributes_may_be_broken() {
    assert_eq!(class("<p class=\"a b\">"), "a b");
    assert_eq!(class("<p x=1 CLASS = 'a>b' class>"), "");
    assert_eq!(class("<p x=\"1\"class=a/b/>"), "a/b/");
    assert_eq!(class("<p \"=<x class=é>"), "é");
    // The character after a slash is lost.
    assert_eq!((class("<p /class=a>"), class("<p / class=a>")), (String::new(), "a".to_owned()));
    assert_eq!(shown("a<p class='b"), "\"a\"");
}

/// The start and end of every node in the body with this name and, if it is a text, this text.
fn positions(tree: &Tree, tag: &str, text: &str) -> Vec<(i32, i32)> {
    let body = tree.body().unwrap();
    let mut found = Vec::new();
    let mut at = body;
    while let Some(id) = tree.after(at, body, true) {
        let node = tree.node(id);
        let own_text = if node.name == Name::TEXT { tree.text(id) } else { "" };
        if name(tree, id) == tag.as_bytes() && own_text == text {
            found.push(tree.place(id));
        }
        at = id;
    }
    found
}

#[test]
fn positions_are_those_of_the_source() {
    let page = "<p>é😀 &amp; a</p><div>b<br>c<table> d <td>e";
    let tree = parse(page);
    assert_eq!(positions(&tree, "p", ""), [(0, 18)]);
    assert_eq!(positions(&tree, "#text", "é😀 & a"), [(3, 14)]);
    assert_eq!(positions(&tree, "div", ""), [(18, -1)]);
    assert_eq!(positions(&tree, "#text", "c"), [(28, 29)]);
    assert_eq!(positions(&tree, "br", ""), [(24, 28)]);
    assert_eq!(positions(&tree, "tbody", ""), [(-1, -1)]);
    assert_eq!(positions(&tree, "#text", " d "), [(36, 39)]);
    assert_eq!(positions(&tree, "#text", "e"), [(43, 44)]);
    // The end tag that an element gets that closes itself has no place.
    let tree = parse("<i/>a");
    let body = tree.node(tree.body().unwrap());
    assert_eq!(tree.place(body.last), (4, 5));
}

#[test]
fn framesets_have_no_body() {
    assert!(parse("<html><frameset><frame src=x></frameset>a").body().is_none());
    assert_eq!(shown("<p>a<frameset><frame>"), r#"p("a")"#);
    assert_eq!(shown("</body>a</html>b<frameset>"), r#""a" "b""#);
}

#[test]
fn no_tree_grows_beyond_its_page() {
    let page = "<p><font a=1><font a=2><font a=3>".repeat(2000);
    let nodes = parse(&page).nodes.len();
    assert!(nodes < 2 * page.len(), "{nodes}");
    let deep = "<div>".repeat(5000) + "a";
    let tree = parse(&deep);
    let last = (0..tree.nodes.len() as Id).find(|&id| tree.node(id).name == Name::TEXT).unwrap();
    let depth = std::iter::successors(Some(last), |&id| {
        Some(tree.node(id).parent).filter(|&id| id != NONE)
    })
    .count();
    assert!((500..=520).contains(&depth), "{depth}");
}
