use super::*;

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
                    out.push_str(&String::from_utf8_lossy(tree.name(child)));
                    out.push('(');
                    write(tree, child, out);
                    out.push(')');
                }
            }
            child = node.next;
        }
    }
    let (tree, mut out) = (parse(page), String::new());
    write(&tree, tree.body().unwrap_or(0), &mut out);
    out
}

#[test]
fn elements_that_are_missing_are_implied() {
    assert_eq!(shown("a<p>b<p>c<li>d<li>e"), r#""a" p("b") p("c") li("d") li("e")"#);
    assert_eq!(shown("<table>a<td>b<tr><td>c</table>d"), r#"table("a" tbody(tr(td("b")) tr(td("c")))) "d""#);
}
