//! What a job prints under "Reproduce" is a command that can be pasted: it parses to the same job.

use crate::cli::{Cli, Command};
use clap::Parser;
use proptest::prelude::*;
use std::path::Path;
use tamis::job::{CompareJob, Output, SweepJob, TopicsJob};

/// Words as a shell reads them.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let word = words.len() - 1;
        match letter {
            '\'' => quoted = !quoted,
            '\\' if !quoted => words[word].extend(letters.next()),
            ' ' if !quoted => words.push(String::new()),
            letter => words[word].push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn parsed(line: &str) -> Command {
    Cli::try_parse_from(words(line)).unwrap_or_else(|error| panic!("{line}: {error}")).command
}

/// The output without what reports alone show.
fn plain(output: &Output) -> Output {
    Output { site: None, command: None, ..output.clone() }
}

fn swept(line: &str) -> SweepJob {
    let Command::Sweep(args) = parsed(line) else { panic!("{line}") };
    let job = args.job("").unwrap_or_else(|error| panic!("{line}: {error}"));
    SweepJob { output: plain(&job.output), ..job }
}

fn compared(line: &str) -> CompareJob {
    let Command::Compare(args) = parsed(line) else { panic!("{line}") };
    let job = args.job("").unwrap_or_else(|error| panic!("{line}: {error}"));
    CompareJob { output: plain(&job.output), ..job }
}

fn searched(line: &str) -> TopicsJob {
    let Command::Search(args) = parsed(line) else { panic!("{line}") };
    args.topics_job(Path::new("topics")).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn flags(of: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::subsequence(of, 0..=of.len()).prop_map(|flags| flags.join(" "))
}

const SHARED: &[&str] = &[
    r#"--where 'words >= 5 and label = "a b" or kind = title'"#,
    "--title drop",
    "--weight 'title=kind = title: 2.5'",
    "--weight 'link_density > 0.33: 0.07'",
    "--rule sieve",
    "--from 2005-12",
    "--published-to 2006",
    "--page-language en,de",
    "--url-prefix 'http://a.example/b c'",
    "--url-prefix b.example",
    "--collapse url",
    "--docnos list",
    "--not-docnos 'a list'",
    "--spam-scores scores --min-percentile 80",
    "--hits 20",
    "--remove-query",
];
const JUDGED: &[&str] =
    &["--measure P.10", "--measure nDCG@10", "--level 2", "--topic-field title+desc"];
const CHECKED: &[&str] = &["--folds 5", "--margin 0.02", "--seed 7", "--out 'a folder'"];
const RANKING: &[&str] = &["--model bm25-lucene", "--k1 1.5", "--rm3 --fb-docs 5"];
const SWEPT: &[&str] = &[
    "--min-words 1..=100",
    "--max-link-density 0.33",
    "--min-density 5..=15:0.5",
    "--grid max_tag_level=1,4,9",
    "--grid min_score.victor=0.1..=0.9:0.1",
    "--grid label=none,bte",
    "--grid weight.title=1..=5",
    "--k1 0.5..=2:0.5",
    "--model bm25,dph",
    "--rm3",
    "--separately",
    "--permutations 0",
];
const TOPICS: &[&str] =
    &["--label bte", "--min-words 11", "--kind text", "--query-syntax", "--tag mine", "--topic 7"];

proptest! {
    #[test]
    fn a_sweep_parses_to_itself(
        shared in flags(SHARED),
        judged in flags(JUDGED),
        checked in flags(CHECKED),
        axes in flags(SWEPT),
    ) {
        let line = format!(
            "tamis sweep index --topics topics --qrels 'the qrels' {shared} {judged} {checked} \
             {axes}"
        );
        let job = swept(&line);
        let command = job.command([Path::new("index")]).unwrap();
        prop_assert_eq!(swept(&command), job, "{}", command);
    }

    #[test]
    fn a_comparison_parses_to_itself(
        shared in flags(SHARED),
        judged in flags(JUDGED),
        checked in flags(CHECKED),
        ranking in flags(RANKING),
    ) {
        let line = format!(
            "tamis compare --index a --index 'b c' --topics topics --qrels qrels --label bte \
             {shared} {judged} {checked} {ranking}"
        );
        let job = compared(&line);
        let command = job.command([Path::new("a"), Path::new("b c")]).unwrap();
        prop_assert_eq!(compared(&command), job, "{}", command);
    }

    #[test]
    fn a_search_for_topics_parses_to_itself(
        shared in flags(SHARED),
        ranking in flags(RANKING),
        topics in flags(TOPICS),
    ) {
        let line = format!("tamis search index --topics topics {shared} {ranking} {topics}");
        let job = searched(&line);
        let command = job.command([Path::new("index")]).unwrap();
        prop_assert_eq!(searched(&command), job, "{}", command);
    }
}
