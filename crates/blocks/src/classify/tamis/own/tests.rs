use super::super::units_of;
use super::*;

/// The features of each unit by name.
fn rows(html: &str) -> (Vec<Counts>, impl Fn(usize, &str) -> i32 + use<>) {
    let mut values = Vec::new();
    let counts = features(&units_of(html), &mut values);
    assert_eq!(values.len(), counts.len() * NAMES.len());
    let at = |name: &str| NAMES.iter().position(|known| *known == name).unwrap();
    (counts, move |unit, name| values[unit * NAMES.len() + at(name)])
}

#[test]
fn the_features_of_a_sentence_with_a_link() {
    let html = "<title>March of penguins</title><meta name=description content='The penguins'>
        <p>The <a href=/>emperor penguins</a> <b>march</b>, 70 miles.<br>Do they rest?<img src=x>";
    let (counts, value) = rows(html);
    // The emperor penguins march, 70 miles. Do they rest?
    let expected = [
        ("words", 90),
        ("characters", 51),
        ("word_length", 51 * 1024 / 90),
        ("linked_words", 20),
        ("link_density", 20 * 1024 / 90),
        ("links", 1),
        ("tag_density", 2 * 1024 / 9),
        ("breaks", 1),
        ("bold", 5 * 1024 / 51),
        ("images", 1),
        ("commas", 1),
        ("stops", 2),
        ("ends_sentence", 1),
        ("capitalized", 2 * 1024 / 9),
        ("upper_case", 0),
        ("digits", 2 * 1024 / 51),
        ("symbols", 3 * 1024 / 51),
        ("question_marks", 1),
        ("starts_lower", 0),
        ("starts_digit", 0),
        ("date", 0),
        ("no_spaces", 0),
        ("repeats", 1),
        // March and penguins: 2 of 9 words, and 2 of the title's 3.
        ("in_title", 2 * 1024 / 9),
        ("title_in", 2 * 1024 / 3),
        ("in_description", 2 * 1024 / 9),
        ("short_words", 3 * 1024 / 9),
        ("distinct_words", 1024),
    ];
    let found: Vec<_> = expected.iter().map(|(name, _)| (*name, value(0, name))).collect();
    assert_eq!(found, expected);
    assert_eq!((counts[0].tokens, counts[0].long), (9, 0));
}

#[test]
fn a_character_of_a_script_without_spaces_is_six_tenths_of_a_word() {
    let (counts, value) = rows("<p>南极很冷。<p>2024年3月 ok");
    assert_eq!((counts[0].words, counts[0].tokens, counts[0].stops), (24, 1, 1));
    assert_eq!((value(0, "no_spaces"), value(0, "ends_sentence")), (4 * 1024 / 5, 1));
    // 年, 月 and ok.
    assert_eq!((counts[1].words, value(1, "date"), value(1, "starts_digit")), (2 * 6 + 10, 1, 1));
}

#[test]
fn text_is_long_from_twelve_words_on_unless_a_third_is_linked() {
    let words = |count: usize| "word ".repeat(count);
    let html = format!("<p>{}<p>{}<p>{} <a>{}</a><p>!", words(11), words(12), words(8), words(5));
    let (counts, value) = rows(&html);
    assert_eq!(counts.iter().map(|one| one.long).collect::<Vec<_>>(), [0, 120, 0]);
    // A text of one word again and again has few distinct words.
    assert_eq!((value(0, "distinct_words"), value(2, "linked_words")), (1024 / 11, 50));
}

#[test]
fn the_same_text_repeats_and_phrases_tell_what_a_text_is() {
    let (_, value) = rows("<p>Leave a reply</p><p>Read on</p><p>Read on</p><p>© 2020 all rights reserved");
    assert_eq!([0, 1, 2].map(|unit| value(unit, "repeats")), [1, 2, 2]);
    assert_eq!([0, 1].map(|unit| value(unit, "says_comment")), [1, 0]);
    assert_eq!(["copyright", "says_legal", "date"].map(|name| value(3, name)), [1; 3]);
}
