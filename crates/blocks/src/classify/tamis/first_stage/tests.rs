use super::super::units_of;
use super::*;

/// The features of each unit, by unit and name.
fn rows(html: &str) -> impl Fn(usize, &str) -> i32 + use<> {
    let values = features(&units_of(html)).values;
    let names = names();
    move |unit, name| values[unit * WIDTH + names.iter().position(|known| known == name).unwrap()]
}

#[test]
fn rows_are_as_wide_as_there_are_names() {
    assert_eq!(names().len(), WIDTH);
    let mut sorted = names();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), WIDTH);
}

#[test]
fn the_title_and_the_headings_are_found() {
    let html = "<title>Walks on ice - A site</title><p>Menu of a site<h3>Walks on ice<h1>News\
         <p>One two three<h2>Leave a reply<p>Four";
    let value = rows(html);
    let all = |name: &str| [0, 1, 2, 3, 4, 5].map(|unit| value(unit, name));
    // The title is a heading before H1 is; another text is less like it.
    assert_eq!(all("from_title"), [-1, 0, 1, 2, 3, 4]);
    assert_eq!(all("from_h1"), [-2, -1, 0, 1, 2, 3]);
    assert_eq!(all("words_from_h1"), [-70, -30, 0, 10, 40, 70]);
    assert_eq!(all("heading"), [0, 3, 1, 0, 2, 0]);
    assert_eq!(all("heading_level"), [0, 0, 3, 1, 1, 2]);
    assert_eq!(all("from_heading"), [FAR, FAR, 1, 1, 2, 1]);
    assert_eq!(all("heading_says_comment"), [0, 0, 0, 0, 0, 1]);
    let without = rows("<p>one<p>two");
    assert_eq!((without(0, "from_title"), without(0, "from_h1")), (MISSING, MISSING));
}

#[test]
fn windows_have_the_units_before_and_after() {
    let long = |words: usize| format!("<p>{}</p>", "word ".repeat(words));
    let html =
        [long(20), "<p><a>one two</a></p>".into(), long(30), long(5).repeat(6), long(40)].concat();
    let value = rows(&html);
    let windows = |unit| ["long_5_after", "long_15_after"].map(|name| value(unit, name));
    assert_eq!(windows(0), [300, 700]);
    assert_eq!(windows(1), [300, 700]);
    assert_eq!(windows(8), [400, 400]);
    assert_eq!(windows(9), [0, 0]);
    // 2 linked words among the 27 before, and a word more.
    assert_eq!(value(2, "link_density_5_before"), 20 * 1024 / 230);
    assert_eq!(value(5, "to_long"), 4);
    assert_eq!((value(5, "from_first_long"), value(5, "from_last_long")), (5, -4));
    assert_eq!(
        ["near_-1_words", "near_1_words", "near_2_words"].map(|name| value(1, name)),
        [200, 300, 50]
    );
    assert_eq!(value(0, "near_-1_words"), MISSING);
    assert_eq!((value(2, "near_-1_link_density"), value(2, "near_-1_same_parent")), (1024, 1));
}

#[test]
fn all_units_have_the_totals_of_the_page() {
    let html = format!(
        "<main><h1>Ice</h1><p>{}</p></main><div class=comments><p>One two.</p></div>",
        "word ".repeat(20)
    );
    let value = rows(&html);
    for unit in 0..3 {
        let page = ["page_words", "page_units", "page_long", "page_longest", "page_long_units"];
        assert_eq!(page.map(|name| value(unit, name)), [230, 3, 200, 200, 1024 / 3]);
        let has = ["page_has_article", "page_comment_classes", "page_product_classes"];
        assert_eq!(has.map(|name| value(unit, name)), [0, 1, 0]);
    }
    assert_eq!([0, 1, 2].map(|unit| value(unit, "place")), [0, 1024 / 3, 2 * 1024 / 3]);
}

#[test]
fn units_with_the_same_elements_around_are_alike() {
    let value = rows("<ul><li>One two<li><a>Three</a><li>Four</ul><p>Five");
    let all = |name: &str| [0, 1, 2, 3].map(|unit| value(unit, name));
    assert_eq!(all("alike_units"), [3, 3, 3, 1]);
    // Four words in three units, one of them linked, of the page's five.
    assert_eq!((value(0, "alike_words"), value(0, "alike_link_density")), (13, 256));
    assert_eq!(value(0, "alike_word_share"), 4 * 1024 / 5);
    assert_eq!(all("alike_place"), [0, 1024 / 3, 2 * 1024 / 3, 0]);
}

#[test]
fn a_page_says_of_what_kind_it_is() {
    let says = |head: &str| {
        let value = rows(&format!("<head>{head}</head><p>One"));
        ["page_says_article", "page_says_website"].map(|name| value(0, name))
    };
    assert_eq!(says("<meta property=og:type content=article>"), [1, 0]);
    assert_eq!(says("<meta property=article:published_time content=2025>"), [1, 0]);
    assert_eq!(says("<meta property=og:type content=website>"), [0, 1]);
    assert_eq!(says(""), [0, 0]);
    let value = rows("<div class=comments><p>One two</div><p>Three: $ 4");
    assert_eq!((value(0, "page_inside_comment"), value(0, "page_prices")), (512, 1));
}
