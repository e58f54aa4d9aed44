//! Examples of every command: at the end of its help, and in its man page.

use clap::Command;

/// What an example does, and the command line.
pub type Example = (&'static str, &'static str);

/// The examples of every command. A test of the book runs them.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "index",
        &[
            ("Index every archive below a folder", "tamis index crawl/ --out INDEX"),
            ("Resume, or add archives: name all of them", "tamis index crawl/ more/ --out INDEX"),
            (
                "Build it again, with the pages themselves",
                "tamis index crawl/ --out INDEX --store all --force",
            ),
            ("Half of it, on one machine", "tamis index crawl/ --shard 1/2 --out SHARD-1"),
            ("The other half, on another one", "tamis index crawl/ --shard 2/2 --out SHARD-2"),
        ],
    ),
    (
        "search",
        &[
            ("The ten best pages for some words", "tamis search INDEX penguin on the ice"),
            ("Search only long blocks", "tamis search INDEX penguin --min-words 11"),
            (
                "A phrase, and a word that must be absent",
                "tamis search INDEX '\"over the ice\" -kettle'",
            ),
            ("A rule", "tamis search INDEX penguin --where 'link_density <= 0.33 or kind = title'"),
            (
                "A TREC run of all topics",
                "tamis search INDEX --topics topics --label words-tree --out run.txt",
            ),
        ],
    ),
    (
        "sweep",
        &[
            (
                "A threshold",
                "tamis sweep INDEX --topics topics --qrels qrels --min-words 1..=50 --out out",
            ),
            (
                "Two thresholds, each alone, chosen on folds",
                "tamis sweep INDEX --topics topics --qrels qrels \\\n    --min-words 1..=50 \
                 --min-density 1..=20 --separately --folds 5",
            ),
            (
                "Models and labels, in all combinations",
                "tamis sweep INDEX --topics topics --qrels qrels \\\n    --model bm25,dph --grid \
                 label=none,words-tree",
            ),
        ],
    ),
    (
        "compare",
        &[
            (
                "All labels of an index",
                "tamis compare INDEX --topics topics --qrels qrels --out compared",
            ),
            (
                "Two of them",
                "tamis compare INDEX --topics topics --qrels qrels \\\n    --label \
                 words-tree,density-tree",
            ),
        ],
    ),
    (
        "tune",
        &[
            ("Find the rule that fits, look at it, and store it", "tamis tune INDEX --out tuned"),
            ("With a few judged topics besides", "tamis tune INDEX --topics topics --qrels qrels"),
            ("Remove it again", "tamis tune INDEX --forget"),
        ],
    ),
    (
        "eval",
        &[
            ("Two measures of a run", "tamis eval qrels run.txt -m P.10 -m map"),
            (
                "By topic, with the names of ir_measures",
                "tamis eval qrels run.txt -m nDCG@10 -q --format ir",
            ),
            (
                "Compare runs with the first one",
                "tamis eval qrels base.txt mine.txt theirs.txt --out runs",
            ),
            (
                "Tell what a view of an index lacks",
                "tamis eval qrels run.txt --index INDEX --min-words 11",
            ),
        ],
    ),
    (
        "accuracy",
        &[
            ("The rules of the WSDM paper", "tamis accuracy gold-set"),
            ("Everything", "tamis accuracy l3s-gn1 cleaneval-en --classifier all --out scored"),
            (
                "Models trained on the other pages",
                "tamis accuracy gold-set --cross-validate 2 --by page --classifier c45-words",
            ),
        ],
    ),
    (
        "train",
        &[
            ("A decision tree", "tamis train c45-words gold-set --out c45.model"),
            (
                "Of maximum subsequences, with a note for the card",
                "tamis train mss-trained gold-set --out mss.model --note 'Our own pages'",
            ),
        ],
    ),
    (
        "distribution",
        &[
            ("Blocks that people labelled", "tamis distribution l3s-gn1 --out counted"),
            ("Blocks of an index by a label", "tamis distribution INDEX --label words-tree"),
        ],
    ),
    (
        "export",
        &[
            (
                "Postings for Anserini or PISA",
                "tamis export INDEX --format ciff --out view.ciff.gz --min-words 11",
            ),
            ("Lines of JSON", "tamis export INDEX --format jsonl --label words-tree > view.jsonl"),
        ],
    ),
    (
        "extract",
        &[
            ("The main text of a page, by our own remover", "tamis extract page.html"),
            (
                "By jusText with German stop words",
                "tamis extract page.html --classifier justext:de",
            ),
            (
                "Why a block is kept or dropped",
                "tamis extract page.html --classifier boilerpipe-article --explain",
            ),
            ("Every block with its features", "tamis extract page.html --blocks --json"),
        ],
    ),
    (
        "inspect",
        &[
            ("The blocks of a page", "tamis inspect INDEX DOCNO"),
            ("What another label keeps of it", "tamis inspect INDEX DOCNO --label density-tree"),
        ],
    ),
    #[cfg(feature = "serve")]
    (
        "serve",
        &[
            ("Look at an index in a browser", "tamis serve INDEX"),
            ("Examine a rule with judgements", "tamis serve INDEX --topics topics --qrels qrels"),
            (
                "Beside another system's run",
                "tamis serve INDEX --topics topics --qrels qrels --run run.txt",
            ),
            ("Judge pages in the browser", "tamis serve INDEX --topics topics --judge my.qrels"),
        ],
    ),
    (
        "combine",
        &[
            ("One index of two", "tamis combine FIRST SECOND --out BOTH"),
            ("Of all that a file names, one per line", "tamis combine @shards --out ALL"),
        ],
    ),
    (
        "delete",
        &[
            ("What would be deleted", "tamis delete INDEX --url-prefix pages.example --dry-run"),
            ("Delete the pages of a list of docnos", "tamis delete INDEX --docnos list"),
        ],
    ),
    (
        "label",
        &[
            ("Run two classifiers", "tamis label INDEX --classifier bte,justext:de"),
            ("Add what another program found", "tamis label INDEX --from mine.jsonl"),
            ("Remove it again", "tamis label INDEX --remove mine"),
        ],
    ),
    ("stats", &[("For people", "tamis stats INDEX"), ("For programs", "tamis stats INDEX --json")]),
    (
        "shard",
        &[
            ("Which files are in which of two shards", "tamis shard plan crawl/ --shards 2"),
            (
                "Keep that for `tamis index --plan`",
                "tamis shard plan crawl/ --shards 2 --json > plan.json",
            ),
            ("Check that all shards are indexed", "tamis shard check SHARD-1 SHARD-2"),
        ],
    ),
    ("verify", &[("Check files and counts", "tamis verify INDEX")]),
    ("demo", &[("A small demo", "tamis demo --pages 200 --out demo")]),
    (
        "classifiers",
        &[("For people", "tamis classifiers"), ("For programs", "tamis classifiers --json")],
    ),
    ("models", &[("For people", "tamis models"), ("For programs", "tamis models --json")]),
    ("analyzers", &[("For people", "tamis analyzers"), ("For programs", "tamis analyzers --json")]),
    ("measures", &[("For people", "tamis measures"), ("For programs", "tamis measures --json")]),
    (
        "completions",
        &[
            ("bash", "tamis completions bash > ~/.local/share/bash-completion/completions/tamis"),
            ("zsh, with ~/.zfunc in fpath", "tamis completions zsh > ~/.zfunc/_tamis"),
            ("fish", "tamis completions fish > ~/.config/fish/completions/tamis.fish"),
        ],
    ),
    ("man", &[("Write them where man looks", "tamis man --out ~/.local/share/man/man1")]),
];

/// Returns the examples of a command.
pub fn for_command(command: &str) -> &'static [Example] {
    EXAMPLES.iter().find(|(name, _)| *name == command).map_or(&[], |(_, examples)| examples)
}

/// Adds the examples to the end of each command's help, and below them what `more` says of it.
pub fn add(command: Command, more: impl Fn(&str) -> Option<String>) -> Command {
    let heading = *command.get_styles().get_header();
    command.mut_subcommands(|subcommand| {
        let mut text = format!("{heading}Examples:{heading:#}");
        for (does, line) in for_command(subcommand.get_name()) {
            text += &format!("\n  {does}:\n    {}", line.replace('\n', "\n  "));
        }
        if let Some(more) = more(subcommand.get_name()) {
            text += &format!("\n\n{more}");
        }
        subcommand.after_help(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_has_examples_that_fit_a_terminal() {
        let cli = crate::cli::Cli::command();
        for command in cli.get_subcommands() {
            let name = command.get_name();
            assert!(
                !for_command(name).is_empty(),
                "src/flags/examples.rs has no example of `tamis {name}`"
            );
            for (does, line) in for_command(name) {
                assert!(line.starts_with(&format!("tamis {name}")), "{line}");
                let longest =
                    line.lines().chain([*does]).map(|line| line.chars().count() + 4).max();
                assert!(longest <= Some(80), "{line}: {longest:?} columns");
            }
        }
        let named = |name: &str| cli.find_subcommand(name).is_some();
        assert!(EXAMPLES.iter().all(|(name, _)| named(name)), "an example of no command");
    }
}
