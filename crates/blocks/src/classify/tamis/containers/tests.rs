use super::super::units::tags::number_of;
use super::super::{unit_text, units_of};
use super::*;

fn long(words: usize) -> String {
    "word ".repeat(words)
}

/// Calls a check with the features of each unit, by unit and name.
fn check(html: &str, check: impl Fn(&Containers, &dyn Fn(usize, &str) -> i32)) {
    let units = units_of(html);
    let counts = unit_text::features(&units, &mut Vec::new());
    let containers = Containers::new(&units, &counts);
    check(&containers, &|unit, name| value(&containers, unit, name));
}

/// A feature of a unit.
fn value(containers: &Containers, unit: usize, name: &str) -> i32 {
    let mut row = Vec::new();
    containers.append_features(containers.units.all[unit].element, &mut row);
    row[names().iter().position(|known| known == name).unwrap()]
}

#[test]
fn rows_are_as_wide_as_there_are_names() {
    check("<p>a", |containers, _| {
        let mut row = Vec::new();
        containers.append_features(NONE, &mut row);
        assert_eq!((row.len(), names().len()), (WIDTH, WIDTH));
        assert!(row.iter().all(|value| *value == MISSING));
    });
}

#[test]
fn an_element_has_the_sums_of_the_units_inside() {
    let html =
        format!("<div><h2>One two</h2><p>{}</p><p><a>three four</a></p></div><p>five", long(16));
    check(&html, |containers, _| {
        let sums = |unit: usize, level| {
            let at = containers.ancestor(containers.units.all[unit].element, level)?;
            let sums = &containers.all[at];
            Some((sums.words, sums.linked, sums.long, sums.units, sums.paragraphs))
        };
        assert_eq!(sums(1, 0), Some((160, 0, 160, 1, 1)));
        assert_eq!(sums(2, 0), Some((20, 20, 0, 1, 1)));
        assert_eq!(sums(0, 1), Some((200, 20, 160, 3, 2)));
        // BODY, around the DIV and around the last paragraph; nothing is five levels up.
        assert_eq!(sums(0, 2), Some((210, 20, 160, 4, 3)));
        assert_eq!((sums(3, 1), sums(0, 5)), (sums(0, 2), None));
        assert_eq!((containers.words, containers.long), (210, 160));
    });
}

#[test]
fn repeated_siblings_have_tag_and_class_in_common() {
    let html = "<ul><li class=a>one two</li><li class='a x'>three</li><li class=b>four</li>\
         <li class=a><a>five six seven</a></li></ul><p>alone";
    check(html, |_, value| {
        let sum_of = |unit: usize, sum: &str| value(unit, &format!("siblings_0_{sum}"));
        assert_eq!([0, 1, 3].map(|unit| sum_of(unit, "count")), [3; 3]);
        assert_eq!((sum_of(0, "up"), sum_of(0, "words"), sum_of(0, "link_density")), (0, 20, 512));
        // 3 of the 6 words, where a third would be usual.
        assert_eq!(sum_of(3, "relative_words"), 1536);
        assert_eq!((sum_of(2, "count"), value(4, "siblings_0_count")), (MISSING, MISSING));
    });
}

#[test]
fn the_nearest_element_that_holds_a_share_of_the_long_text() {
    let html =
        format!("<div><p>{}</p><p>{}</p></div><p>{}</p><p>short", long(40), long(20), long(40));
    check(&html, |containers, value| {
        let holds = |unit| [8, 25, 50, 80].map(|share| value(unit, &format!("holds_{share}")));
        assert_eq!(holds(0), [0, 0, 1, 2]);
        assert_eq!(holds(1), [0, 1, 1, 2]);
        assert_eq!(holds(3), [1, 1, 1, 1]);
        // The DIV has 60 % of the long text, neither of its paragraphs 55 %.
        assert_eq!(containers.units.elements[containers.heavy].tag_number, number_of("DIV"));
    });
}

#[test]
fn class_words_are_as_far_as_their_element() {
    let html = "<div class=comments><div><p>in it</p></div></div><p id=footer>in its own</p><div \
                class=comments></div><p>out";
    check(html, |_, value| {
        let levels = |name: &str| [0, 1, 2].map(|unit| value(unit, name));
        let far = i32::from(FAR);
        assert_eq!(levels("class_comment"), [2, far, far]);
        assert_eq!(levels("class_foot"), [far, 0, far]);
    });
}

#[test]
fn the_best_element_is_the_container_of_paragraphs() {
    let text = "We walk over the ice, which is thick, and over the snow, which is not. ".repeat(4);
    let html =
        format!("<div><p>{text}</p><p>{text}</p><h2>Notes</h2></div><ul><li><a>{text}</a></ul>");
    check(&html, |containers, value| {
        assert_eq!(containers.units.elements[containers.best].tag_number, number_of("DIV"));
        // The units of the DIV share it with the best element, the list only BODY.
        assert_eq!([0, 2, 3].map(|unit| value(unit, "shared_link_density")), [0, 0, 339]);
    });
}

#[test]
fn the_score_of_a_huge_page_does_not_overflow() {
    let container = ContainerSums {
        words: 3 << 33,
        linked: 1 << 33,
        score: 3 << 40,
        ..ContainerSums::default()
    };
    assert_eq!(container.linkless_score(), 2 << 40);
}
