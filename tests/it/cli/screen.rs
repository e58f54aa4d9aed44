//! What stands on a terminal: results in its width with the words marked, and a progress bar that
//! fits and goes away.
#![cfg(target_os = "linux")]

use crate::case::{Case, PAGES};
use std::process::{Command, Stdio};

/// Runs a line of shell on a terminal with this many columns; `$TAMIS` is the program.
fn on_a_terminal(case: &Case, columns: usize, line: &str) -> String {
    let mut script = Command::new("script");
    script
        .args(["-qec", &format!("stty cols {columns} rows 50; {line}"), "/dev/null"])
        .current_dir(case.path(""));
    script
        .env("TAMIS", env!("CARGO_BIN_EXE_tamis"))
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    String::from_utf8(script.output().unwrap().stdout).unwrap()
}

fn text_of_line(line: &[char]) -> String {
    line.iter().collect::<String>().trim_end().to_owned()
}

/// What a terminal shows at the end, and every line that it has shown on the way, each without
/// blanks at its end.
fn screen(output: &str, columns: usize) -> (Vec<String>, Vec<String>) {
    let mut lines = vec![Vec::new()];
    let mut row = 0;
    let mut column = 0;
    let mut seen = Vec::new();
    let mut chars = output.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => column = 0,
            '\n' => row += 1,
            '\u{1b}' => {
                assert_eq!(chars.next(), Some('['));
                let mut code = String::new();
                let end = loop {
                    match chars.next().unwrap() {
                        end if end.is_ascii_alphabetic() => break end,
                        c => code.push(c),
                    }
                };
                match end {
                    'A' => row -= code.parse().unwrap_or(1usize).min(row),
                    'B' => row += code.parse().unwrap_or(1),
                    'K' if code == "2" => seen.push(text_of_line(&std::mem::take(&mut lines[row]))),
                    'K' => lines[row].truncate(column),
                    'm' | 'l' | 'h' => {}
                    _ => panic!("unknown escape {code}{end}"),
                }
            }
            _ => {
                if column == columns {
                    (row, column) = (row + 1, 0);
                }
                lines.resize(lines.len().max(row + 1), Vec::new());
                let line = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = c;
                column += 1;
            }
        }
        lines.resize(lines.len().max(row + 1), Vec::new());
    }
    let shown: Vec<String> = lines.iter().map(|line| text_of_line(line)).collect();
    seen.extend(shown.clone());
    (shown, seen)
}

/// Whether a line is the bar.
fn is_bar(line: &str) -> bool {
    line.contains(" pages, ") && line.contains(" skipped") && line.contains(" %")
}

case!(results_are_wrapped_at_the_window_and_words_are_marked, |_| {
    let case = Case::indexed();
    let search = "$TAMIS search index 'penguins walking' --min-words 11 --hits 1";
    let shown = on_a_terminal(&case, 50, search);
    assert!(shown.contains("\u{1b}[1mOn the ice\u{1b}[0m"), "{shown:?}");
    for word in ["penguin", "walks"] {
        assert!(shown.contains(&format!("\u{1b}[1;31m{word}\u{1b}[0m")), "{shown:?}");
    }
    let (lines, _) = screen(&shown, 50);
    assert_eq!(lines[0], "  1. On the ice");
    assert!(
        lines[1].starts_with("     score ") && lines[1].ends_with("  2006-02-17  ice-1"),
        "{lines:?}"
    );
    assert_eq!(lines[2], "     http://ice-1.example/");
    assert!(lines[3..5].iter().all(|line| (40..=52).contains(&line.len())), "{lines:?}");
    assert!(lines[4].ends_with(" …") && PAGES[0].3.starts_with(lines[3].trim_start()), "{lines:?}");
    // In a wide window, the text is one line.
    let (lines, _) = screen(&on_a_terminal(&case, 150, search), 150);
    assert_eq!(lines[3].trim_start(), PAGES[0].3);
    // Without styles, it is what a pipe gets in 80 columns.
    let piped =
        case.tamis("search index 'penguins walking' --min-words 11 --hits 1").ends(0).stdout;
    for setting in ["NO_COLOR=1", "TERM=dumb"] {
        let shown =
            on_a_terminal(&case, 80, &search.replace("$TAMIS", &format!("{setting} $TAMIS")));
        assert_eq!(shown.replace('\r', ""), piped, "{setting}");
    }
});

case!(the_bar_fits_and_leaves_nothing_behind, |case| {
    // So many that the bar is drawn more than once.
    case.tamis("demo --out demo --pages 999 -q").ends(0);
    let name = "a-collection-with-a-name-that-is-longer-than-most-windows-are-wide-00012.warc.gz";
    std::fs::rename(case.path("demo/demo.warc.gz"), case.path(name)).unwrap();
    for columns in [30, 60, 80, 120] {
        let index = format!("$TAMIS index {name} --commit-every 100000 --force --out index");
        let (shown, seen) = screen(&on_a_terminal(&case, columns, &index), columns);
        assert!(!shown.iter().any(|line| is_bar(line)), "{shown:#?}");
        assert!(shown.iter().any(|line| line.contains("999 pages")), "{shown:#?}");
        let bars: Vec<&String> = seen.iter().filter(|line| is_bar(line)).collect();
        assert!(!bars.is_empty(), "{seen:#?}");
        // A bar as wide as the window would be two lines on some terminals.
        assert!(
            bars.iter().all(|bar| bar.chars().count() < columns && bar.contains(" pages, ")),
            "{bars:#?}"
        );
        if columns == 120 {
            assert!(
                bars.iter().any(|bar| bar.contains("a-collection-") && bar.ends_with("12.warc.gz")),
                "{bars:#?}"
            );
        }
    }
    // Interrupted, early or late.
    let index = format!("$TAMIS index {name} --commit-every 50000 --force --out again");
    let line = format!(
        "{index} & p=$!; until test -e again/meta.json; do sleep .01; done; kill -INT $p; wait $p"
    );
    let (shown, _) = screen(&on_a_terminal(&case, 80, &line), 80);
    assert!(
        !shown.iter().any(|line| is_bar(line)) && shown.iter().any(|line| line.contains(" pages")),
        "{shown:#?}"
    );
});
