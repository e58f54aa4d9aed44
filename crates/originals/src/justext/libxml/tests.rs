//! The elements of small broken pages, as reported by libxml2 2.14.6 through lxml 6.1.3.

use super::*;

/// Elements as lxml would print them, without doctype and attributes.
#[derive(Default)]
struct Printed(String, Vec<String>);

impl Elements for Printed {
    fn start(&mut self, _: Tag, name: &[u8]) {
        let name = String::from_utf8_lossy(name).to_lowercase();
        self.0 += &format!("<{name}>");
        self.1.push(name);
    }

    fn end(&mut self, _: Tag) {
        self.0 += &format!("</{}>", self.1.pop().unwrap());
    }

    fn text(&mut self, piece: &[u8]) {
        self.0 += std::str::from_utf8(piece).unwrap();
    }
}

fn printed(markup: &str) -> String {
    elements(markup, Printed::default()).0
}

#[test]
fn broken_pages_have_libxml2s_elements() {
    for (page, expected) in [
        ("", ""),
        (" \n", ""),
        ("a\0b", "<html><body>a\u{FFFD}b</body></html>"),
        ("a", "<html><body>a</body></html>"),
        ("<title>a</title>b", "<html><head><title>a</title></head><body>b</body></html>"),
        ("<p>a<p>b</b></p></p>c", "<html><body><p>a</p><p>b</p>c</body></html>"),
        (
            "<p>a</body>tail<p>q<body>z",
            "<html><body><p>a</p></body>tail<p>q</p><body>z</body></html>",
        ),
        ("<p>a</body></html>lost<p>lost", "<html><body><p>a</p></body></html>"),
        ("<body><div>a<body>b</body>c</body>d", "<html><body><div>abc</div></body>d</html>"),
        ("<div><td>a</div>b", "<html><body><div><td>ab</td></div></body></html>"),
        (
            "<table><tr><td>a<tr><td>b</table>c",
            "<html><body><table><tr><td>a</td></tr><tr><td>b</td></tr></table>c</body></html>",
        ),
        ("<b>a<p>b", "<html><body><b>a</b><p>b</p></body></html>"),
        ("<a>a<div><a>b", "<html><body><a>a<div><a>b</a></div></a></body></html>"),
        ("<wbr>a<br>b<o:p>c", "<html><body><wbr>a<br></br>b<o:p>c</o:p></wbr></body></html>"),
        ("<iframe><b>a</iframe>b", "<html><body><iframe><b>a</iframe>b</body></html>"),
    ] {
        assert_eq!(printed(page), expected, "{page}");
    }
}

#[test]
fn a_deep_page_keeps_its_text() {
    let deep = format!("{}x{}<p>after", "<div>".repeat(10_000), "</div>".repeat(10_000));
    let printed = printed(&deep);
    assert!(printed.contains(">x<"), "{printed}");
    assert!(printed.ends_with("</div><p>after</p></body></html>"), "{printed}");
    assert_eq!(printed.matches("<div>").count(), MAX_OPEN - 2);
}
