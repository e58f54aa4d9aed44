//! What people type who do not know the program yet, and the help that they get.

use crate::case::Case;

/// A case with an index, a run, a page, a folder and a configuration.
fn folder() -> Case {
    let case = Case::indexed();
    case.tamis("search index --topics topics --out run -q").ends(0);
    case.file("page.html", "<p>text");
    case.file("folder/page.html", "<p>text");
    case
}

/// Every line ends with this status, and its message has this part.
#[track_caller]
fn assert_helped(case: &Case, status: i32, lines: &[(&str, &str)]) {
    let wrong = lines.iter().filter_map(|(line, help)| {
        let outcome = case.tamis(line);
        let is_helped = outcome.status == status && outcome.stderr.contains(help);
        let stderr = outcome.stderr;
        (!is_helped).then(|| format!("{line}: no '{help}', {}:\n{stderr}\n", outcome.status))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

case!(a_range_as_others_write_it_is_answered_with_ours, |_| {
    let sweep = "sweep index --topics topics --qrels qrels";
    let case = folder();
    for (flag, typed, meant) in [
        ("--min-words", "1-100", "1..=100"),
        ("--min-words", "1..100", "1..=100"),
        ("--min-words", "1:100", "1..=100"),
        ("--min-words", "100..=1", "1..=100"),
        ("--min-words", "1,2,...,100", "1..=100"),
        ("--min-words", "'1 to 100'", "1..=100"),
        ("--min-words", "5,10-20", "5,10..=20"),
        ("--min-density", "5-15:0.5", "5..=15:0.5"),
        ("--max-link-density", "0.1-0.9/0.1", "0.1..=0.9:0.1"),
        ("--max-link-density", "33%", "0.33"),
        ("--max-repeats", "1_000", "1000"),
        ("--k1", "0.5..2:0.5", "0.5..=2:0.5"),
        ("--grid", "k1=0.5-2:0.5", "0.5..=2:0.5"),
        ("--grid", "max_tag_level=1-9", "1..=9"),
    ] {
        let help = format!("; did you mean {meant}?");
        case.tamis(&format!("{sweep} {flag} {typed}")).ends(2).says(&[&help]);
    }
});

case!(a_value_as_others_write_it_is_answered_with_ours, |_| {
    let lines = [
        ("search index kettle --min-words '>= 11'", "did you mean 11?"),
        (
            "search index kettle --min-words 1..=100",
            "expected one number; `tamis sweep --min-words 1..=100` takes several",
        ),
        (
            "search index kettle --min-words 1-100",
            "`tamis sweep --min-words 1..=100` takes several",
        ),
        ("search index kettle --max-link-density 0,33", "did you mean 0.33?"),
        ("search index kettle --max-link-density 33%", "did you mean 0.33?"),
        ("search index kettle --max-link-density 33", "33 % is 0.33"),
        ("search index kettle --k1 0,9", "did you mean 0.9?"),
        ("search index kettle --from 06.12.2005", "did you mean 2005-12-06?"),
        ("search index kettle --to 2005/12/06", "did you mean 2005-12-06?"),
        ("search index kettle --hits all", "tip: for example '--hits 2'"),
        ("search index kettle --hits '10 pages'", "for example '--hits 10'"),
        ("search index kettle --threads auto", "'--threads <N>': expected a whole number"),
        ("search index kettle --where 'words => 11'", "did you mean >=?"),
        ("search index kettle --where 'words >= 11 && repeats < 3'", "did you mean and?"),
        ("index pages.warc.gz --out new --shard 3of8", "did you mean 3/8?"),
        ("index pages.warc.gz --out new --max-record 1.5G", "did you mean 1500M?"),
        ("index pages.warc.gz --out new --max-record '10 megabytes'", "did you mean 10M?"),
        ("shard plan pages.warc.gz --shards 0", "a whole number of 1 or more"),
    ];
    assert_helped(&folder(), 2, &lines);
});

case!(what_is_no_command_is_answered_with_one, |_| {
    let lines = [
        ("serach index kettle", "did you mean 'tamis search'?"),
        ("find index kettle", "did you mean 'tamis search'?"),
        ("merge index index", "did you mean 'tamis combine'?"),
        ("index1 kettle", "did you mean 'tamis index'?"),
        ("index/ kettle", "to search this index: 'tamis search index/ WORDS'"),
        ("page.html", "to get the text of this page: 'tamis extract page.html'"),
        ("pages.warc.gz", "to index this collection: 'tamis index pages.warc.gz --out INDEX'"),
        ("whatever", "all commands, and when one wants them: 'tamis help'"),
        ("help serach", "did you mean 'tamis search'?"),
        ("runs", "did you mean 'tamis search' or 'tamis eval'?"),
        ("run", "to score this run: 'tamis eval QRELS run'"),
    ];
    assert_helped(&folder(), 2, &lines);
});

case!(a_flag_of_another_command_names_that_command, |_| {
    let lines = [
        ("search index kettle --folds 5", "--folds is a flag of tamis sweep, compare"),
        ("stats index --min-words 5", "--min-words is a flag of tamis search, sweep"),
        ("search index kettle --bogus", "For more information, try 'tamis search --help'"),
        ("search index kettle -k 5", "For more information, try 'tamis search --help'"),
        ("search index kettle -draft", "to exclude a word, put the query in quotes"),
        ("search index kettle --min-word 5", "'--min-words'"),
    ];
    assert_helped(&folder(), 2, &lines);
});

case!(what_is_missing_is_answered_with_what_to_type, |_| {
    let lines = [
        ("search index", "tamis search INDEX penguins on the ice"),
        ("search", "For more information, try 'tamis search --help'"),
        ("sweep index --min-words 1..=3", "without judgements: 'tamis tune INDEX'"),
        ("compare index", "'tamis demo' makes some to try"),
        ("index pages.warc.gz", "'tamis index COLLECTION --out INDEX'"),
        ("label index", "'tamis label INDEX --classifier NAME'"),
        ("label index readability", "'tamis label index --classifier readability'"),
        ("inspect index", "finds pages with their docnos"),
        ("inspect page.html", "'tamis extract page.html --blocks'"),
        ("export index", "'--format jsonl'"),
        ("tune index --topics topics", "without judgements: 'tamis tune INDEX'"),
        ("serve index --qrels qrels", "without judgements: 'tamis serve INDEX'"),
        ("eval qrels", "'tamis search INDEX --topics TOPICS --out RUN' makes a run"),
        ("train folder --out m", "'tamis train tamis DATASET --out my.model'"),
        ("delete index", "'tamis search INDEX WORDS' finds pages with their docnos"),
        ("shard plan", "For more information, try 'tamis shard plan --help'"),
        ("sweep index --topics topics --qrels qrels", "give --min-words 1..=100"),
    ];
    assert_helped(&folder(), 2, &lines);
});

case!(arguments_in_the_wrong_order_are_recognised, |_| {
    let case = folder();
    let order = "expected the index first: `tamis search index kettle`";
    assert_helped(&case, 2, &[("search kettle index", order)]);
    let lines = [
        (
            "sweep index --topics qrels --qrels topics --min-words 1,2",
            "this looks like qrels: are topics and qrels swapped? (--topics, --qrels)",
        ),
        (
            "compare index --topics topics --qrels topics",
            "this looks like topics: are topics and qrels swapped? (--topics, --qrels)",
        ),
        ("tune index --topics qrels --qrels qrels", "this looks like qrels: are topics"),
        ("search index --topics qrels", "name the file with the queries"),
        ("search index --topics run", "which an evaluation scores (`tamis eval QRELS RUN`)"),
        ("eval topics run", "this looks like topics, which are not needed"),
        ("eval qrels topics", "`tamis search INDEX --topics TOPICS --out RUN` makes a run"),
        ("eval qrels qrels", "this looks like qrels, which come once, and first"),
        ("sweep index --topics topics --qrels run --min-words 1,2", "`tamis eval QRELS RUN`"),
        ("eval run qrels", "this is a run, and QRELS come first"),
        ("inspect ice-1 index", "ice-1: is not an index folder"),
    ];
    assert_helped(&case, 1, &lines);
});

case!(what_is_not_there_or_something_else_is_answered_with_what_helps, |_| {
    let lines = [
        ("search indx kettle", "(`tamis index COLLECTION --out indx`); did you mean index?"),
        ("stats folder/none", "`tamis index COLLECTION --out folder/none`"),
        ("search folder kettle", "(`tamis index folder --out INDEX`)"),
        ("search pages.warc.gz kettle", "(`tamis index pages.warc.gz --out INDEX`)"),
        ("index page.warc.gz --out new", "did you mean pages.warc.gz?"),
        ("eval qrel run", "did you mean qrels?"),
        ("extract pag.html", "did you mean page.html?"),
        ("extract zzzzzzzz", "; check the path: "),
        ("extract zzzzzzzz", " has no 'zzzzzzzz'"),
        ("accuracy nowhere/deep", " has no 'nowhere'"),
        ("accuracy pages.warc.gz", "a file is where a folder was expected: name the folder"),
        ("index nothing --out new", " has no 'nothing'"),
        (
            "index http://a.example/ --out new",
            "`curl --location --output page.html http://a.example/`",
        ),
        ("extract https://a.example/", "is an address, and tamis reads files"),
        ("search index --topics topcs", "(os error 2); did you mean topics?"),
        ("search index --topics folder", "it is a folder: name a file"),
        ("search index --topics topics --out none/run", "(`mkdir -p none`)"),
        ("tune index", "use the sieve (`tamis search index --sieve WORDS`)"),
        ("search index --topics topics --out /proc/run", "; choose another place"),
        ("serve index --host 192.0.2.1", "choose an address of this machine, such as 127.0.0.1"),
        ("combine index index --out new", "name each index once"),
        ("extract index", "inspect a page of it (`tamis inspect index DOCNO`)"),
        ("extract folder", "name a file in it, or index it (`tamis index folder --out INDEX`)"),
        ("extract pages.warc.gz", "`tamis inspect INDEX DOCNO`"),
        ("inspect index none", "`tamis search index WORDS` finds pages with their docnos"),
        ("accuracy index", "is an index, and has no gold labels"),
        ("search index kettle --rule tuned", "find one by tuning (`tamis tune index`)"),
        (
            "search index kettle --page-language en",
            "(`tamis index COLLECTION --out index --force --detect-language`",
        ),
    ];
    let case = folder();
    assert_helped(&case, 1, &lines);
    // What a message says can be typed.
    case.tamis("search index kettle --label readability")
        .ends(2)
        .says(&["(`tamis label index --classifier readability`)"]);
    case.tamis("label index --classifier readability -q").ends(0);
    case.tamis("search index kettle --label readability").ends(0);
});

case!(a_name_that_is_unknown_is_answered_with_a_list_that_is_short, |_| {
    let lines = [
        (
            "label index --classifier bogus",
            "unknown classifier 'bogus'; see the list of classifiers (`tamis classifiers`)",
        ),
        (
            "label index --classifier word-tree",
            "did you mean 'words-tree'? see the list of classifiers (`tamis classifiers`)",
        ),
        (
            "extract page.html --classifier unfluf2x",
            "did you mean 'unfluff'? see the list of classifiers (`tamis classifiers`)",
        ),
        ("extract page.html --classifier svm", "did you mean 'svm-local'?"),
        ("extract page.html --classifier c45-", "did you mean 'c45-link-density', 'c45-words', "),
        (
            "search index kettle --weight-by score.tamis",
            "unknown score 'tamis'; the index has no scores: build the index again with its \
             scores (`tamis index COLLECTION --out index --force --score tamis`)",
        ),
        ("search index kettle --weight-by mine", "--out index --force --score tamis`)"),
        ("search index kettle --where 'score.tamis > 0.5'", "--out index --force --score tamis`)"),
    ];
    assert_helped(&folder(), 2, &lines);
    // The labels of an index are a list as long.
    let case = Case::indexed();
    case.tamis("label index --classifier all -q").ends(0);
    let help = "unknown label 'bogus'; see those of the index (`tamis stats INDEX`)";
    assert_helped(&case, 2, &[("search index kettle --label bogus", help)]);
    // All but the one that needs an argument, as README.md says.
    let labels = case.tamis("stats index --json").ends(0).json()["labels"].clone();
    assert_eq!(labels.as_object().map(serde_json::Map::len), Some(62));
});

case!(a_wrong_rule_or_margin_is_answered_with_a_right_one, |_| {
    let lines = [
        ("search index kettle --where 'words>>3'", "such as words >= 11; did you mean >?"),
        ("search index kettle --where 'words is 3'", "such as words >= 11; did you mean =?"),
        ("search index kettle --where 'words ~ 3'", "= != >= >, such as words >= 11"),
        ("search index kettle --where 'min_words >= 3'", "did you mean 'words'?"),
        ("search index kettle --where 'words > 3 and'", "not, all, such as words >= 11"),
        (
            "compare index --topics topics --qrels qrels --margin 0",
            "both above 0, and per cent below 100",
        ),
        (
            "sweep index --topics topics --qrels qrels --min-words 1 --margin 500%",
            "both above 0, and per cent below 100",
        ),
        ("eval qrels run run --margin -5", "both above 0, and per cent below 100"),
    ];
    assert_helped(&folder(), 2, &lines);
});

case!(help_of_all_is_that_of_the_program, |case| {
    let all = case.tamis("help all").ends(0).stdout;
    assert_eq!(all, case.tamis("--help").ends(0).stdout);
});
