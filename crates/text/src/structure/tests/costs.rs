//! What a page may cost: what is written of it is in proportion to it. Pages that took the square
//! of their size, or more, are so large here that their tests would not have ended.

use super::*;
use tamis_blocks::page::{LimitHit, Limits, Stage};

/// A page's structure, of all that it has.
fn of(html: &str, address: Option<&str>) -> Structure {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    Structure::new(&Subject::new(&page, &blocks).with_outline(&outline), address)
}

/// Bytes of what is written of a structure, in either form.
fn written(made: &Structure) -> usize {
    made.markdown(ALL).len().max(made.html(ALL).len())
}

#[test]
fn addresses_are_in_proportion_to_the_page() {
    const LINKS: usize = 20_000;
    let long = format!("http://a.example/{}", "b/".repeat(10_000));
    let base = format!("<base href='{long}'>");
    let canonical = format!("<link rel=canonical href='{long}'>");
    let around = |unit: &str| format!("<a href='{long}'>{}</a>", unit.repeat(LINKS));
    for (html, address) in [
        (base.clone() + &"<a href=x>w</a> text ".repeat(LINKS), None),
        (base.clone() + &"<img src=x.jpg alt=v> w text ".repeat(LINKS), None),
        (base.clone() + &"<a href='?x'><div>w</div><div>v</div></a>".repeat(LINKS), None),
        (base.clone() + &"<a href=../x><h2>w</h2>v</a>".repeat(LINKS), None),
        (canonical + &"<p><a href=x>w</a>".repeat(LINKS), None),
        ("<li><a href=x>w</a>".repeat(LINKS), Some(&*long)),
        (around("<p>w"), None),
        (around("<h3>w</h3>"), None),
        (around("<p>w <b>v</b> "), None),
    ] {
        let made = of(&html, address);
        let most = (1 << 20) + 12 * html.len();
        assert!(written(&made) <= most, "{} of {}", written(&made), html.len());
        let left_out = made.hits.iter().any(|hit| matches!(hit, LimitHit::Addresses { .. }));
        assert!(left_out, "{:?}", made.hits);
        assert!(made.markdown(ALL).matches('w').count() >= LINKS, "text is lost");
    }
}

#[test]
fn addresses_of_an_ordinary_page_are_whole() {
    let html = format!(
        "<base href='http://a.example/{}'><p>{}",
        "directory/".repeat(20),
        "<a href=page>w</a> <img src=/i.jpg alt=v> ".repeat(2000)
    );
    let made = of(&html, None);
    assert_eq!(made.hits, []);
    let address = format!("[w](http://a.example/{}page)", "directory/".repeat(20));
    assert_eq!(made.markdown(ALL).matches(&address).count(), 2000);
    assert_eq!(made.markdown(ALL).matches("![v](http://a.example/i.jpg)").count(), 2000);
}

#[test]
fn what_would_be_read_as_a_character_is_escaped() {
    let longest = "a".repeat(31);
    for (text, written) in [
        ("&amp;copy; &amp;#38; &amp;#x26;", "\\&copy; \\&#38; \\&#x26;".to_owned()),
        ("&amp;A b &amp; c; &amp;; &amp;&amp;lt;", "&A b & c; &; &\\&lt;".to_owned()),
        (&format!("&amp;{longest};"), format!("\\&{longest};")),
        (&format!("&amp;{longest}a;"), format!("&{longest}a;")),
        ("&amp;é; &amp;", "&é; &".to_owned()),
    ] {
        assert_eq!(made(&format!("<p>{text}")).markdown(ALL), written + "\n", "{text}");
    }
}

#[test]
fn marks_without_end_are_written() {
    let many = 1 << 20;
    for unit in
        ["&amp;", "&amp;A b ", "&amp;a", "$a ", "\\( ", "~", "<i> </i>", "<button></button>"]
    {
        let units = many / unit.len();
        assert!(written(&of(&format!("<p>a {}", unit.repeat(units)), None)) <= 4 * many, "{unit}");
    }
    let marks = "<mark>=</mark><s>=</s>".repeat(many / 8);
    assert!(written(&of(&format!("<p>a {marks}"), None)) <= 4 * many);
    let images = "<img src=a.jpg alt=y><br>".repeat(many / 8);
    assert!(written(&of(&format!("<a href=b>a {images}</a>"), None)) <= 4 * many);
    let code = "<code>a\nb</code>".repeat(many / 8);
    assert!(written(&of(&format!("<div>{code}</div>"), None)) <= 8 * many);
    let raised = "a<sup>1</sup> ".repeat(many / 8);
    assert!(written(&of(&format!("<p>{}{raised}", "<i> </i>".repeat(many / 8)), None)) <= 8 * many);
}

#[test]
fn tables_are_in_proportion_to_the_page() {
    const ROWS: usize = 4000;
    let row = "<tr><td>b<td>c".repeat(ROWS);
    let cells = "<td>a".repeat(ROWS);
    let tall = "<td rowspan=100 colspan=100>a".repeat(100);
    for html in [
        format!("<table><tr><th>h{cells}{row}</table>"),
        format!("<table>{row}<tr><th>h{cells}</table>"),
        format!("<table><tr><th>h{tall}{row}</table>"),
        format!("<table><tr><th>h{}</table>", "<tr><td colspan=100>a<td rowspan=90>b".repeat(ROWS)),
    ] {
        let made = of(&html, None);
        let most = (1 << 16) + 32 * html.len();
        assert!(written(&made) <= most, "{} of {}", written(&made), html.len());
        assert!(made.markdown(ALL).matches('b').count() >= ROWS, "text is lost");
    }
    let usual =
        "<table><tr><th colspan=100>a<tr><td>b<td>c<tr><td>d<td rowspan=2>e<tr><td>f</table>";
    let markdown = of(usual, None).markdown(ALL);
    let lines: Vec<&str> = markdown.lines().collect();
    let empty = |cells: usize| " |".to_owned() + &"  |".repeat(cells);
    assert_eq!(lines[0], format!("| a{}", empty(99)));
    assert_eq!(lines[3], format!("| d | e{}", empty(98)));
    assert_eq!(lines[4], format!("| f |{}", "  |".repeat(99)));
}

#[test]
fn lists_and_quotations_are_in_proportion_to_the_page() {
    for (around, unit) in [
        ("<blockquote>", "<p>a"),
        ("<ul><li>", "<li>a"),
        ("<dl><dt>b<dd>", "<p>a"),
        ("<ol><li>b<blockquote>", "<p>a<br>a"),
    ] {
        let html = around.repeat(90) + &unit.repeat(200_000);
        let made = of(&html, None);
        let most = (1 << 20) + 16 * html.len();
        assert!(written(&made) <= most, "{around}: {} of {}", written(&made), html.len());
    }
    let usual = format!("{}a<p>b", "<blockquote><ul><li>".repeat(30));
    let markdown = of(&usual, None).markdown(ALL);
    assert!(markdown.starts_with(&format!("{}a\n", "> - ".repeat(30))), "{markdown}");
}

#[test]
fn mathematics_is_written_once() {
    let nested = |open: &str, close: &str| format!("{}x{}", open.repeat(60), close.repeat(60));
    let drawn = |inner: String| format!("<p>a <mjx-container><mjx-math>{inner}");
    for html in [
        "<math>".to_owned() + &nested("<mrow><mo>(</mo><mrow>", "</mrow><mo>)</mo></mrow>"),
        drawn("<mjx-mfrac><mjx-num><mjx-den>".repeat(60) + "<mjx-mi>x"),
        drawn("<mjx-msub><mjx-script>".repeat(60) + "<mjx-mi>x"),
        drawn("<mjx-mroot><mjx-root><mjx-box>".repeat(60) + "<mjx-mi>x"),
    ] {
        let bytes = written(&of(&html, None));
        assert!(bytes <= 4 * html.len(), "{bytes} of {}", html.len());
    }
    let brackets = "<math><mo>(</mo><mrow><mi>a</mi><mrow><mo>(</mo><mi>b</mi><mo>)</mo></mrow>\
                    </mrow><mo>)</mo></math>";
    assert_eq!(of(brackets, None).markdown(ALL), "$$\n\\left(a \\left(b\\right)\\right)\n$$\n");
    let matrix = "<math><mo>[</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>\
                  </mtable><mo>]</mo></math>";
    let written = "$$\n\\begin{bmatrix} a & b \\end{bmatrix}\n$$\n";
    assert_eq!(of(matrix, None).markdown(ALL), written);
}

#[test]
fn when_the_time_is_up_the_text_stands_for_its_structure() {
    let html = "<h1>A</h1>".to_owned() + &"<ul><li>b <b>c</b><li>d</ul><p>e".repeat(1000);
    let (page, outline) = Outline::parse(&html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let budget = Limits { milliseconds: 1, ..Limits::NONE }.begin();
    while !budget.is_over(Stage::Structuring) {
        std::hint::spin_loop();
    }
    let outline = outline.within(budget);
    let made = Structure::new(&Subject::new(&page, &blocks).with_outline(&outline), None);
    assert_eq!(made.hits, [budget.time_hit(Stage::Structuring, 0)]);
    let markdown = made.markdown(ALL);
    assert!(markdown.starts_with("A\n\nb c\n\nd\n\ne\n\n"), "{markdown}");
    assert_eq!(markdown.matches("b c\n\nd\n\ne\n").count(), 1000);
}
