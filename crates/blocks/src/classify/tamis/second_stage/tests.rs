use super::super::{first_stage, units_of};
use super::*;

#[test]
fn rows_are_as_wide_as_there_are_names() {
    assert_eq!(names().len(), WIDTH);
}

/// The second stage's features of some units of a page, by row and name.
fn rows(html: &str, probabilities: &[u16], wanted: &[u32]) -> impl Fn(usize, &str) -> i32 + use<> {
    let units = units_of(html);
    let first = first_stage::features(&units);
    let values = super::features(&units, &first, probabilities, wanted);
    let width = first_stage::WIDTH + WIDTH;
    assert_eq!(values.len(), wanted.len() * width);
    for (row, at) in values.chunks(width).zip(wanted) {
        let at = *at as usize;
        assert_eq!(
            row[..first_stage::WIDTH],
            first.values[at * first_stage::WIDTH..(at + 1) * first_stage::WIDTH]
        );
    }
    let names = names();
    move |row, name| {
        values[row * width
            + first_stage::WIDTH
            + names.iter().position(|known| known == name).unwrap()]
    }
}

const PAGE: &str = "<div><p>one two</p><p>three four five six seven eight</p></div><p>nine ten</p>";

#[test]
fn a_page_of_three_units() {
    const ALL: i32 = u16::MAX as i32;
    let value = rows(PAGE, &[0, u16::MAX, u16::MAX], &[0, 2]);
    let both = |name: &str| [0, 1].map(|row| value(row, name));
    assert_eq!(both("first"), [0, ALL]);
    assert_eq!(both("first_-1"), [MISSING, ALL]);
    assert_eq!(both("first_1"), [ALL, MISSING]);
    assert_eq!(both("first_2"), [ALL, MISSING]);
    // 8 words that are content, and a word more.
    assert_eq!(value(0, "around_4_after"), ALL * 8 / 9);
    assert_eq!(value(1, "around_4_before"), ALL * 6 / 9);
    // Of 8 expected words none, and 6, are before; and behind each unit none, and all.
    assert_eq!(both("expected_before"), [0, ALL * 6 / 8]);
    assert_eq!(both("expected_after"), [0, ALL]);
    assert_eq!((both("expected_words"), both("expected_of_page")), ([80, 80], [ALL * 8 / 10; 2]));
    // The second and third unit alone are all of the content and nothing else.
    assert_eq!(
        (both("expected_f1"), both("above_threshold")),
        ([ALL; 2], [-(ALL / 2), ALL - ALL / 2])
    );
    // The BODY has an F1 of 2 * 8 / (10 + 8), the DIV one of 2 * 6 / (8 + 8).
    assert_eq!(both("in_best_subtree"), [1, 1]);
    assert_eq!((value(0, "container_1_f1"), value(0, "container_2_f1")), (1024 * 27 / 32, 1024));
    assert_eq!((value(0, "container_1_others"), value(1, "container_0_others")), (ALL, MISSING));
    assert_eq!(
        (value(0, "container_1_expected_share"), value(0, "container_2_expected_share")),
        (ALL * 6 / 8, ALL)
    );
    // Only the second unit is sure: six words or more.
    assert_eq!((both("from_first_sure"), both("from_last_sure")), ([-1, 1], [-1, 1]));
    assert_eq!(
        (both("from_sure"), both("to_sure"), both("surest")),
        ([FAR, 1], [1, FAR], [ALL; 2])
    );
    // The first two units have the same elements around them, the third has not.
    assert_eq!((both("alike_count"), both("alike_others")), ([2, 1], [ALL, MISSING]));
}

#[test]
fn a_page_of_which_nothing_is_wanted_has_no_rows() {
    let _ = (rows(PAGE, &[0; 3], &[]), rows("", &[], &[]));
}

#[test]
fn without_a_sure_unit_the_most_probable_one_counts() {
    let value = rows(PAGE, &[5, 7, 7], &[0, 1, 2]);
    assert_eq!([0, 1, 2].map(|row| value(row, "from_first_sure")), [-1, 0, 1]);
    let none = rows(PAGE, &[0; 3], &[0, 1, 2]);
    assert_eq!([0, 1, 2].map(|row| none(row, "expected_f1")), [0; 3]);
}
