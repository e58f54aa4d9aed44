//! Runs every command of README.md and of docs/commands.md, in order, in a folder that contains the
//! files they name.

use super::console::run;
use super::{collections, read};
use crate::case::{Case, PAGES, html};
use tamis::demo;

/// Placeholders of the pages, and their values here.
pub const STAND_INS: [(&str, &str); 3] = [
    ("DOCNO", "ice-1"),
    // There are three topics here.
    ("--folds 5", "--folds 3"),
    ("--topic 851", "--topic 1"),
];

/// Flags that are part of an index's recipe: the line above has built INDEX without them, so it is
/// rebuilt.
const RECIPES: [&str; 5] =
    ["--dedup", "--store", "--max-blocks", "--encoding", "--detect-language"];

/// Everything that the commands name.
pub fn folder() -> Case {
    let case = Case::new();
    collections::pages(&case);
    std::fs::create_dir(case.path("crawl")).expect("a folder");
    std::fs::rename(case.path("pages.warc.gz"), case.path("crawl/pages.warc.gz")).expect("a file");
    // Titles enough to tune by.
    let post = |number: usize| {
        let words = ["tide", "moss", "gale", "reef", "dune", "peak", "loch"];
        let title = format!("{} {} {}", words[number % 7], words[number / 7], number % 7);
        format!("{{\"docno\":\"post-{number}\",\"title\":\"{title}\",\"text\":\"a {title}\"}}\n")
    };
    case.file("crawl/posts.jsonl", (0..42).map(post).collect::<String>());
    case.file("more/one.html", "<title>One</title><p>One page more, of a few words.");
    case.file("mine.jsonl", "{\"docno\":\"ice-1\",\"block\":3,\"label\":true}\n");
    case.file("waterloo.gz", "80 ice-1\n71 tea-1\n69 road-1\n");
    case.file("list", "road-1\n");
    for (run, first, second) in [
        ("base.txt", "tea-1", "ice-1"),
        ("mine.txt", "ice-1", "ice-2"),
        ("theirs.txt", "ice-2", "tea-1"),
    ] {
        let lines = ["1", "3"]
            .map(|topic| format!("{topic} Q0 {first} 1 2 {run}\n{topic} Q0 {second} 2 1 {run}\n"));
        case.file(run, lines.concat());
    }
    case.file("qrels.ndeval", "1 1 ice-1 1\n1 2 ice-2 1\n3 1 tea-1 1\n");
    let annotated = "<p><span class='x-nc-sel2'>We walk over the ice.</span></p><a href=/><span \
                     class='x-nc-sel0'>Home</span></a>";
    case.file("l3s-gn1/original/a.html", "<p>We walk over the ice.</p><a href=/>Home</a>");
    case.file("l3s-gn1/annotated/a.html", annotated);
    case.file("cleaneval-en/html/a.html", html(&PAGES[0]));
    case.file("cleaneval-en/gold/a.txt", format!("URL: http://a.example/\n<p>{}", PAGES[0].3));
    case
}

/// What the repository's own sweeps name, from the project's root.
fn repository() -> Case {
    let case = Case::new();
    let sweep = "eval/sweeps/blog06-min-words.toml";
    case.file(sweep, read(sweep));
    let files = demo::generate(&case.path("made"), 100, 7).expect("the demo is written");
    for (made, wanted) in
        [(&files.topics, "queries/blog06.topics"), (&files.qrels, "qrels/blog06.qrels")]
    {
        case.file(wanted, std::fs::read(made).expect("the demo's files"));
    }
    case.tamis("index made/demo.warc.gz --out index/blog06 -q").ends(0);
    case
}

/// The commands in a page's blocks of shell, in order.
fn commands(page: &str) -> Vec<&str> {
    let blocks =
        page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
    blocks
        .flat_map(str::lines)
        .filter(|line| line.contains("tamis ") && !line.starts_with("cargo "))
        .collect()
}

#[test]
fn every_command_of_the_readme_runs() {
    assert_eq!(run_all("README.md"), 17);
}

#[test]
fn every_command_of_the_tasks_runs() {
    assert!(run_all("docs/commands.md") > 40);
}

/// Runs the commands of a page; how many there are.
fn run_all(page: &str) -> usize {
    let case = folder();
    let repository = repository();
    let text = read(page);
    let commands = commands(&text);
    for line in &commands {
        let command = STAND_INS
            .iter()
            .fold((*line).to_owned(), |line, (word, value)| line.replace(word, value));
        let command_alone = command.split(" #").next().unwrap_or_default();
        let alone = command_alone.split('|').all(|part: &str| {
            ["tamis ", "cat "].iter().any(|program| part.trim_start().starts_with(program))
        });
        assert!(
            alone,
            "{page}: {line}\nruns another program than tamis: STAND_INS needs a word for it"
        );
        if RECIPES.iter().any(|flag| command_alone.contains(flag))
            && command.starts_with("tamis index")
            && command_alone.contains("--out INDEX ")
        {
            std::fs::remove_dir_all(case.path("INDEX")).expect("the line above made it");
        }
        let folder = if command_alone.contains("--config") { &repository } else { &case };
        let (status, printed) = run(folder, &command);
        // What `cargo test` builds has no PDF and PNG.
        let lacks_a_format =
            !cfg!(feature = "figures") && command_alone.contains("--figures svg,pdf,png");
        let expected = if lacks_a_format { 2 } else { 0 };
        assert_eq!(status, expected, "{page}: {line}\n{printed}");
    }
    commands.len()
}
