//! Classifies paragraphs: first each by itself, then by its neighbours (jusText 3.0.2,
//! `classify_paragraphs` and `revise_paragraph_classification`).

use super::paragraph::Paragraph;
use super::space::words;
use super::stop_words::StopWords;

/// The class of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Too short to decide.
    Short,
    /// Good if a neighbour is good.
    NearGood,
    /// Text.
    Good,
    /// Boilerplate.
    Bad,
}

impl Class {
    /// The original's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::NearGood => "neargood",
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

/// The thresholds of jusText.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// A paragraph of fewer code points is short.
    pub length_low: usize,
    /// A longer paragraph may be good by itself.
    pub length_high: usize,
    /// Share of stop words, 0 to 1, from which a paragraph is near good.
    pub stop_words_low: f64,
    /// Share of stop words, 0 to 1, from which a long paragraph is good.
    pub stop_words_high: f64,
    /// Share of characters in links above which a paragraph is bad.
    pub max_link_density: f64,
    /// Code points between a heading and the good paragraph that makes it good.
    pub max_heading_distance: usize,
    /// Whether headings are treated differently from other paragraphs.
    pub headings: bool,
}

impl Thresholds {
    /// The defaults of jusText 3.0.2.
    pub const DEFAULT: Self = Self {
        length_low: 70,
        length_high: 200,
        stop_words_low: 0.30,
        stop_words_high: 0.32,
        max_link_density: 0.2,
        max_heading_distance: 200,
        headings: true,
    };

    /// The thresholds of Bevendorff et al. 2023 (the ChatNoir extraction benchmark).
    pub const CHATNOIR: Self = Self {
        length_low: 50,
        length_high: 200,
        stop_words_low: 0.1,
        stop_words_high: 0.2,
        max_link_density: 0.2,
        max_heading_distance: 200,
        headings: false,
    };

    /// The thresholds of jusText without a stop list: every paragraph has enough stop words.
    pub const NO_STOP_WORDS: Self =
        Self { stop_words_low: 0.0, stop_words_high: 0.0, ..Self::DEFAULT };
}

/// A paragraph's context-free class, and the numbers behind it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContextFree {
    /// The context-free class.
    pub class: Class,
    /// The rule that decided.
    pub reason: &'static str,
    /// Share of characters in links; above 1 if white space was trimmed from the ends.
    pub link_density: f64,
}

/// Classifies a paragraph by itself.
pub fn classify_alone(
    paragraph: &Paragraph,
    stop_words: &StopWords,
    thresholds: &Thresholds,
) -> ContextFree {
    let link_density = match paragraph.length {
        0 => 0.0,
        length => paragraph.chars_in_links as f64 / length as f64,
    };
    let (class, reason) = if link_density > thresholds.max_link_density {
        (Class::Bad, "too many links")
    } else if has_copyright_sign(&paragraph.text) {
        (Class::Bad, "a copyright sign")
    } else if paragraph.in_select {
        (Class::Bad, "inside a select")
    } else if paragraph.length < thresholds.length_low {
        if paragraph.chars_in_links > 0 {
            (Class::Bad, "short with links")
        } else {
            (Class::Short, "short")
        }
    } else {
        by_stop_words(paragraph, stop_words, thresholds)
    };
    ContextFree { class, reason, link_density }
}

fn has_copyright_sign(text: &str) -> bool {
    // The search for a name is only prepared after a `&`.
    text.contains('\u{A9}') || (text.contains('&') && text.contains("&copy"))
}

/// Classifies a paragraph that is neither short nor full of links.
fn by_stop_words(
    paragraph: &Paragraph,
    stop_words: &StopWords,
    thresholds: &Thresholds,
) -> (Class, &'static str) {
    let density = stop_words.density(words(&paragraph.text));
    if density >= thresholds.stop_words_high {
        if paragraph.length > thresholds.length_high {
            (Class::Good, "long with many stop words")
        } else {
            (Class::NearGood, "many stop words")
        }
    } else if density >= thresholds.stop_words_low {
        (Class::NearGood, "some stop words")
    } else {
        (Class::Bad, "few stop words")
    }
}

/// Returns the classes after looking at the neighbours: each is good or bad.
///
/// The first published step, which makes a short heading before a good paragraph near good, never
/// fires in 3.0.2, because it reads classes that are not set yet. So it is left out here.
pub fn revise(
    paragraphs: &[Paragraph],
    context_free: &[ContextFree],
    thresholds: &Thresholds,
) -> Vec<Class> {
    let mut classes: Vec<Class> = context_free.iter().map(|one| one.class).collect();
    revise_short(&mut classes);
    revise_near_good(&mut classes);
    if thresholds.headings {
        revise_headings(paragraphs, context_free, &mut classes, thresholds.max_heading_distance);
    }
    classes
}

/// Returns for each paragraph the class of the nearest deciding one before it; bad at the start.
fn nearest<'a>(classes: impl Iterator<Item = &'a Class>, counts: fn(Class) -> bool) -> Vec<Class> {
    let mut last = Class::Bad;
    let mut nearest = Vec::new();
    for &class in classes {
        nearest.push(last);
        if counts(class) {
            last = class;
        }
    }
    nearest
}

/// Returns for each paragraph the classes of the nearest deciding ones before and after it.
fn neighbours(classes: &[Class], counts: fn(Class) -> bool) -> (Vec<Class>, Vec<Class>) {
    let before = nearest(classes.iter(), counts);
    let mut after = nearest(classes.iter().rev(), counts);
    after.reverse();
    (before, after)
}

fn is_decided(class: Class) -> bool {
    matches!(class, Class::Good | Class::Bad)
}

/// Short paragraphs take the class of their neighbours; between good and bad, a near good one on
/// the bad side makes them good.
fn revise_short(classes: &mut [Class]) {
    let (before, after) = neighbours(classes, is_decided);
    let (near_before, near_after) = neighbours(classes, |class| class != Class::Short);
    for (i, class) in classes.iter_mut().enumerate() {
        if *class != Class::Short {
            continue;
        }
        *class = match (before[i], after[i]) {
            (Class::Good, Class::Good) => Class::Good,
            (Class::Bad, Class::Bad) => Class::Bad,
            (Class::Bad, _) if near_before[i] == Class::NearGood => Class::Good,
            (_, Class::Bad) if near_after[i] == Class::NearGood => Class::Good,
            _ => Class::Bad,
        };
    }
}

/// Near good paragraphs become good unless both neighbours are bad. Each sees the new classes of
/// those before it.
fn revise_near_good(classes: &mut [Class]) {
    let mut after = nearest(classes.iter().rev(), is_decided);
    after.reverse();
    let mut before = Class::Bad;
    for (class, after) in classes.iter_mut().zip(after) {
        if *class == Class::NearGood {
            *class =
                if (before, after) == (Class::Bad, Class::Bad) { Class::Bad } else { Class::Good };
        }
        before = *class;
    }
}

/// Headings that are bad only because of their neighbours become good if a good paragraph follows
/// soon.
fn revise_headings(
    paragraphs: &[Paragraph],
    context_free: &[ContextFree],
    classes: &mut [Class],
    most: usize,
) {
    // Number of code points from the paragraph after this one to the next good one; `None` if there
    // is none.
    let mut distance: Option<usize> = None;
    for i in (0..classes.len()).rev() {
        let is_made_bad = classes[i] == Class::Bad && context_free[i].class != Class::Bad;
        let was_good = classes[i] == Class::Good;
        if paragraphs[i].heading && is_made_bad && distance.is_some_and(|distance| distance <= most)
        {
            classes[i] = Class::Good;
        }
        // A heading that just became good does not help earlier ones: the original goes from first
        // to last.
        distance = if was_good {
            Some(0)
        } else {
            distance.map(|distance| distance + paragraphs[i].length)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Class::*;

    /// The revision as in the original: step by step, in quadratic time.
    fn as_published(
        paragraphs: &[Paragraph],
        context_free: &[ContextFree],
        thresholds: &Thresholds,
    ) -> Vec<Class> {
        fn neighbour(mut others: impl Iterator<Item = Class>, near: bool) -> Class {
            others.find(|&class| is_decided(class) || (near && class == NearGood)).unwrap_or(Bad)
        }
        fn around(classes: &[Class], i: usize, near: bool) -> (Class, Class) {
            let before = neighbour(classes[..i].iter().rev().copied(), near);
            (before, neighbour(classes[i + 1..].iter().copied(), near))
        }
        let mut classes: Vec<Class> = context_free.iter().map(|one| one.class).collect();
        let state = classes.clone();
        for i in 0..classes.len() {
            if state[i] == Short {
                let (near_before, near_after) = around(&state, i, true);
                classes[i] = match around(&state, i, false) {
                    (Good, Good) => Good,
                    (Bad, Bad) => Bad,
                    (Bad, _) if near_before == NearGood => Good,
                    (_, Bad) if near_after == NearGood => Good,
                    _ => Bad,
                };
            }
        }
        for i in 0..classes.len() {
            if classes[i] == NearGood {
                classes[i] = if around(&classes, i, false) == (Bad, Bad) { Bad } else { Good };
            }
        }
        for i in 0..classes.len() {
            if thresholds.headings
                && paragraphs[i].heading
                && classes[i] == Bad
                && context_free[i].class != Bad
            {
                let mut distance = 0;
                for j in i + 1..classes.len() {
                    if distance > thresholds.max_heading_distance {
                        break;
                    }
                    if classes[j] == Good {
                        classes[i] = Good;
                        break;
                    }
                    distance += paragraphs[j].length;
                }
            }
        }
        classes
    }

    fn context_free(class: Class) -> ContextFree {
        ContextFree { class, reason: "", link_density: 0.0 }
    }

    proptest::proptest! {
        #[test]
        fn one_pass_is_what_was_published(
            page in proptest::collection::vec((0usize..4, 0usize..150, proptest::bool::ANY), 0..40),
        ) {
            let paragraphs: Vec<Paragraph> = page
                .iter()
                .map(|&(_, length, heading)| Paragraph { length, heading, ..Paragraph::default() })
                .collect();
            let classes = [Short, NearGood, Good, Bad];
            let context_free: Vec<ContextFree> =
                page.iter().map(|&(class, ..)| context_free(classes[class])).collect();
            for thresholds in [Thresholds::DEFAULT, Thresholds::CHATNOIR] {
                let found = revise(&paragraphs, &context_free, &thresholds);
                let expected = as_published(&paragraphs, &context_free, &thresholds);
                proptest::prop_assert_eq!(found, expected);
            }
        }
    }

    /// The class of an English paragraph by itself.
    fn class(text: &str, chars_in_links: usize) -> Class {
        let text = text.trim().to_owned();
        let length = text.chars().count();
        let paragraph = Paragraph { length, text, chars_in_links, ..Paragraph::default() };
        classify_alone(&paragraph, StopWords::by_name("en").unwrap(), &Thresholds::DEFAULT).class
    }

    #[test]
    fn every_rule_of_the_first_step_decides_once() {
        let long = "the cat and the dog are in the house ".repeat(6);
        assert_eq!(class("home", 0), Short);
        assert_eq!(class("contact us by mail or telephone", 1), Bad);
        assert_eq!(class(&long, 0), Good);
        assert_eq!(class(&long, 100), Bad);
        assert_eq!(class(&(long.clone() + "\u{A9}"), 0), Bad);
        assert_eq!(class(&long[..111], 0), NearGood);
        assert_eq!(class(&"zebra ".repeat(30), 0), Bad);
    }
}
