use super::super::units_of;
use super::*;

/// The features of each unit by name.
fn rows(html: &str) -> (Vec<UnitCounts>, impl Fn(usize, &str) -> i32 + use<>) {
    let mut values = Vec::new();
    let counts = features(&units_of(html), &mut values);
    assert_eq!(values.len(), counts.len() * WIDTH);
    (counts, move |unit, name| values[unit * WIDTH + number_of(name)])
}

/// The number of a feature.
fn number_of(name: &str) -> usize {
    FEATURES.iter().position(|(known, _)| *known == name).unwrap()
}

#[test]
fn the_features_of_a_sentence_with_a_link() {
    let html = "<title>March of penguins</title>
        <p>The <a href=/>emperor penguins</a> <b>march</b>, 70 miles.<br>Do they rest?<img src=x>";
    let (counts, value) = rows(html);
    // The emperor penguins march, 70 miles. Do they rest?
    let expected = [
        ("characters", 51),
        ("linked_words", 20),
        ("link_density", 20 * 1024 / 90),
        ("links", 1),
        ("tag_density", 2 * 1024 / 9),
        ("breaks", 1),
        ("images", 1),
        ("ends_sentence", 1),
        ("capitalized", 2 * 1024 / 9),
        ("separators", 0),
        ("repeats", 1),
        // March and penguins: 2 of 9 words, and 2 of the title's 3.
        ("in_title", 2 * 1024 / 9),
        ("title_in", 2 * 1024 / 3),
    ];
    let found: Vec<_> = expected.iter().map(|(name, _)| (*name, value(0, name))).collect();
    assert_eq!(found, expected);
    assert_eq!((counts[0].words, counts[0].tokens, counts[0].long), (90, 9, 0));
    assert_eq!((counts[0].commas, counts[0].stops), (1, 2));
}

#[test]
fn a_character_of_a_script_without_spaces_is_six_tenths_of_a_word() {
    let (counts, value) = rows("<p>南极很冷。<p>2024年3月 ok");
    assert_eq!((counts[0].words, counts[0].tokens, counts[0].stops), (24, 1, 1));
    assert_eq!((counts[0].no_spaces, value(0, "ends_sentence")), (true, 1));
    // 年, 月 and ok.
    assert_eq!(counts[1].words, 2 * 6 + 10);
}

#[test]
fn text_is_long_from_twelve_words_on_unless_a_third_is_linked() {
    let words = |count: usize| "word ".repeat(count);
    let html = format!("<p>{}<p>{}<p>{} <a>{}</a><p>!", words(11), words(12), words(8), words(5));
    let (counts, value) = rows(&html);
    assert_eq!(counts.iter().map(|one| one.long).collect::<Vec<_>>(), [0, 120, 0]);
    assert_eq!(value(2, "linked_words"), 50);
}

#[test]
fn the_same_text_repeats_and_phrases_tell_what_a_text_is() {
    let (counts, value) = rows("<p>Leave a reply</p><p>Read on</p><p>Read on</p><p>Sign up");
    assert_eq!([0, 1, 2].map(|unit| value(unit, "repeats")), [1, 2, 2]);
    assert_eq!([0, 1, 2].map(|unit| value(unit, "copies_before")), [0, 0, 1]);
    assert_eq!((counts[1].copy_before, counts[2].copy_before), (NONE, 1));
    let says_comment = |one: &UnitCounts| one.phrases & phrases::COMMENT != 0;
    assert_eq!(counts.iter().map(says_comment).collect::<Vec<_>>(), [true, false, false, false]);
    assert_eq!([0, 3].map(|unit| value(unit, "says_subscribe")), [0, 1]);
}

#[test]
fn signs_of_currencies_are_counted() {
    let (counts, _) = rows("<p>$3 or 4 €<p>no price");
    assert_eq!((counts[0].prices, counts[1].prices), (2, 0));
}
