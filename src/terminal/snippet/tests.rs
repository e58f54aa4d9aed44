use super::*;
use crate::terminal::columns::columns;
use proptest::prelude::*;

const STYLED: Terminal = Terminal { is_styled: true, ..Terminal::PLAIN };

/// The places of some words in a text.
fn found(text: &str, words: &[&str]) -> Vec<FoundWord> {
    let mut found = Vec::new();
    for (term, word) in words.iter().enumerate() {
        for (at, word) in text.match_indices(word) {
            found.push(FoundWord { at: at..at + word.len(), term });
        }
    }
    found.sort_by_key(|word| word.at.start);
    found
}

fn shown(text: &str, words: &[&str], width: usize, most: usize) -> Vec<String> {
    lines(text, &found(text, words), SnippetLayout { width, lines: most }, &Terminal::PLAIN, "")
}

#[test]
fn text_is_wrapped_at_words_and_cut_with_an_ellipsis() {
    assert_eq!(shown("one two three", &[], 20, 2), ["one two three"]);
    assert_eq!(shown("one two three four", &[], 9, 3), ["one two", "three", "four"]);
    assert_eq!(shown("one two three four five", &[], 9, 2), ["one two", "three …"]);
    assert_eq!(shown("", &[], 9, 2), [""]);
    assert_eq!(
        shown("a-word-that-is-longer-than-a-line", &[], 12, 9).concat(),
        "a-word-that-is-longer-than-a-line"
    );
}

#[test]
fn the_part_with_most_words_is_shown() {
    let text = format!(
        "{}the emperor penguin walks over the ice to the sea {}",
        "filler ".repeat(40),
        "more ".repeat(40)
    );
    let lines = shown(&text, &["penguin", "ice"], 60, 1);
    assert_eq!(lines, ["… emperor penguin walks over the ice to the sea more more …"]);
    // Two different words win against one that is repeated.
    let text =
        format!("{} ant ant ant {} bee ant {}", "x ".repeat(60), "x ".repeat(60), "x ".repeat(60));
    assert!(shown(&text, &["ant", "bee"], 40, 1)[0].contains("bee ant"));
    // At the end, the line is filled.
    let lines = shown(&format!("{}last", "word ".repeat(40)), &["last"], 40, 1);
    assert!(lines[0].ends_with(" last") && columns(&lines[0]) > 30, "{lines:?}");
}

#[test]
fn wide_characters_take_two_columns_and_need_no_spaces() {
    let text = "日本語の文章はスペースなしで書かれている";
    assert_eq!(shown(text, &[], 10, 2), ["日本語の文", "章はスペ …"]);
    let lines = shown(&text.repeat(9), &["書"], 20, 1);
    assert!(
        lines[0].starts_with('…') && lines[0].contains('書') && columns(&lines[0]) <= 20,
        "{lines:?}"
    );
    // Marks stay with their letters.
    assert_eq!(
        shown(&"e\u{301}".repeat(6), &[], 5, 9),
        ["e\u{301}".repeat(5), "e\u{301}".to_owned()]
    );
}

#[test]
fn words_have_a_style_on_a_terminal_alone() {
    let text = "ant bee";
    let words = found("ant bee", &["ant"]);
    let layout = SnippetLayout { width: 20, lines: 1 };
    assert_eq!(lines(text, &words, layout, &STYLED, ""), ["\u{1b}[1;31mant\u{1b}[0m bee"]);
    assert_eq!(
        lines(text, &words, layout, &STYLED, "\u{1b}[1m"),
        ["\u{1b}[1;31mant\u{1b}[0m\u{1b}[1m bee\u{1b}[0m"]
    );
    assert_eq!(lines(text, &words, layout, &Terminal::PLAIN, "\u{1b}[1m"), ["ant bee"]);
}

proptest! {
    /// Lines are never wider than the window and never more than requested; they show text of the
    /// page in its order, with a word if the text has one, and nothing that steers a terminal.
    #[test]
    fn lines_fit(
        text in "([a-e]{1,8} |ant |日本|\\u{301}|\\u{1b}\\[2J|[a-z]{60} |😀|\\PC){0,60}",
        width in 12usize..100,
        most in 1usize..4,
        is_styled in any::<bool>(),
    ) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = found(&text, &["ant"]);
        let terminal = Terminal { is_styled, ..Terminal::PLAIN };
        let found = lines(&text, &words, SnippetLayout { width, lines: most }, &terminal, "");
        prop_assert!(found.len() <= most);
        let plain: Vec<String> =
            found.iter().map(|line| line.replace(MATCH, "").replace(PLAIN, "")).collect();
        for line in &plain {
            prop_assert!(columns(line) <= width, "{:?} {}", line, width);
            prop_assert!(!line.contains(tamis::is_escaped));
        }
        let squeezed = |text: &str| Escaped(text).to_string().replace(' ', "");
        let whole = squeezed(&text);
        let part = plain.concat().replace(' ', "");
        // A mark at an end says that text is left out, or it is the text's own.
        let starts = [part.as_str(), part.strip_prefix('…').unwrap_or(&part)];
        let ends = |part: &str| part.strip_suffix('…').unwrap_or(part).to_owned();
        let mut parts = starts.into_iter().flat_map(|part| [part.to_owned(), ends(part)]);
        prop_assert!(parts.any(|part| whole.contains(&part)), "{:?} {:?}", whole, part);
        prop_assert_eq!(words.is_empty(), !plain.concat().replace(' ', "").contains("ant"));
    }
}
