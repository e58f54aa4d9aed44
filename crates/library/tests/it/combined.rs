//! One index of several: it answers in every respect like one index of all their archives, it grows
//! and shrinks like that one, and what one ingest could not have built is refused.

mod made;

use made::{Made, answers, label, line};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tamis::{Dedup, Index};
use tamis_index::combine::{CombineOptions, combine};
use tamis_index::delete::{Selection, delete};

fn combined(paths: &[PathBuf], out: &Path) -> tamis::Result<()> {
    combine(paths, out, CombineOptions::default(), &|| false).map(drop)
}

/// Pages of one to four words, damaged lines, and pages that are there twice.
fn lines() -> impl Strategy<Value = Vec<Vec<Option<Vec<&'static str>>>>> {
    let words = prop::collection::vec(prop::sample::select(&made::WORDS[..]), 1..5);
    let page = prop_oneof![9 => words.prop_map(Some), 1 => Just(None)];
    prop::collection::vec(prop::collection::vec(page, 0..14), 1..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn it_is_the_index_of_all_archives(
        files in lines(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        labelled in any::<bool>(),
        commit_every in prop::sample::select(&[300, 1_500, 1 << 20][..]),
        chosen in prop::collection::vec(0usize..60, 0..6),
    ) {
        let made = Made::new(&files, commit_every);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(made.files.len() + 1)).collect();
        cuts.extend([0, made.files.len()]);
        cuts.sort_unstable();
        let mut parts = Vec::new();
        for (number, range) in
            cuts.windows(2).map(|cut| cut[0]..cut[1]).filter(|range| !range.is_empty()).enumerate()
        {
            parts.push(made.index(&format!("part{number}"), &made.files[range]));
        }
        let whole = made.index("whole", &made.files);
        let one = made.path("one");
        if labelled {
            for path in parts.iter().chain([&whole]) {
                label(path);
            }
        }
        combined(&parts, &one).unwrap();
        prop_assert_eq!(answers(&one), answers(&whole));

        // Both grow, by a file whose first page they have, and lose pages.
        let more = made.file(
            "more.jsonl",
            &(0..20).map(|n| line(n * 30, &["cat", "bee"])).collect::<String>(),
        );
        for path in [&one, &whole] {
            made.grow(path, &[made.files[0].clone(), more.clone()]);
        }
        prop_assert_eq!(answers(&one), answers(&whole));
        let selection = Selection {
            docnos: Some(chosen.iter().map(|number| format!("d{number}")).collect()),
            url_prefixes: vec!["http://site1.example/".to_owned()],
            ..Selection::default()
        };
        prop_assert_eq!(delete(&one, &selection).unwrap(), delete(&whole, &selection).unwrap());
        prop_assert_eq!(answers(&one), answers(&whole));
    }
}

fn build_without_repeats(path: &Path, files: &[PathBuf]) {
    let build = Index::build(path).with(|job| job.collections = files.to_vec());
    build.with(|job| job.recipe.dedup = Some(Dedup::Exact)).run().unwrap();
}

#[test]
fn texts_are_compared_with_those_of_all_parts_later() {
    let (made, _) = three();
    let parts = [made.path("a"), made.path("b")];
    let one = made.path("one");
    let repeated = made
        .file("repeated.jsonl", &(line(80, &["ant"]) + &line(80, &["ant"]).replace("d80", "d81")));
    build_without_repeats(&parts[0], &made.files[..1]);
    build_without_repeats(&parts[1], std::slice::from_ref(&repeated));
    combined(&parts, &one).unwrap();
    let more =
        made.file("more.jsonl", &(line(80, &["ant"]).replace("d80", "d82") + &line(81, &["ant"])));
    build_without_repeats(&one, &[made.files[0].clone(), repeated.clone(), more.clone()]);
    let whole = made.path("whole");
    build_without_repeats(&whole, &[made.files[0].clone(), repeated, more]);
    assert_eq!(answers(&one), answers(&whole));
    assert_eq!(Index::open(&one).unwrap().stats().skipped["duplicate_text"], 2);
    // d81 was left out for its text: no part may bring it back.
    let other = made.path("other");
    build_without_repeats(&other, &[made.file("other.jsonl", &line(81, &["bee"]))]);
    refused(
        &[parts[1].clone(), other],
        &made.path("none"),
        &["other: its page d81 was left out for its text in "],
    );
}

fn page_of_two_words(number: usize) -> Option<Vec<&'static str>> {
    Some(vec![made::WORDS[number % 6], made::WORDS[(number + 2) % 6]])
}

/// Three indexes of two pages each.
fn three() -> (Made, Vec<PathBuf>) {
    let made = Made::new(
        &[
            vec![page_of_two_words(0), page_of_two_words(1)],
            vec![page_of_two_words(2), page_of_two_words(3)],
            vec![page_of_two_words(4), page_of_two_words(5)],
        ],
        1 << 20,
    );
    let paths = (0..3).map(|n| made.index(&format!("part{n}"), &made.files[n..=n])).collect();
    (made, paths)
}

#[track_caller]
fn refused(paths: &[PathBuf], out: &Path, parts: &[&str]) {
    let error = combined(paths, out).unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "'{part}' is not in: {error}");
    }
    assert!(!out.join("meta.json").exists());
}

#[test]
fn indexes_that_one_ingest_cannot_have_built_are_refused_by_name() {
    let (made, parts) = three();
    let out = made.path("out");
    let other = made.path("other");
    build_without_repeats(&other, &made.files[1..2]);
    refused(
        &[parts[0].clone(), other.clone()],
        &out,
        &["other: found", "as in ", "part0", "same settings"],
    );
    label(&parts[1]);
    refused(
        &parts[..2],
        &out,
        &["part1: found added labels bte,mine, expected none as in ", "part0"],
    );
    label(&parts[0]);
    combined(&parts[..2], &out).unwrap();

    refused(&[parts[0].clone(), parts[0].clone()], &other.join("none"), &["part0: is named twice"]);
    refused(&[], &other.join("none"), &["found none"]);
    assert!(
        combined(&parts[..2], &parts[1])
            .unwrap_err()
            .to_string()
            .contains("part1: is an index to combine")
    );
    let message = combined(&parts[..2], &out).unwrap_err().to_string();
    assert!(
        message.contains(
            "out: holds an index already; name a new or empty folder, or replace the index"
        ),
        "{message}"
    );
    let message = combined(&parts[..2], made.folder()).unwrap_err().to_string();
    assert!(message.contains("holds something other than an index"), "{message}");
    combine(&parts[2..], &out, CombineOptions { force: true }, &|| false).unwrap();
    assert_eq!(answers(&out), answers(&parts[2]));
}

#[test]
fn a_page_or_an_archive_of_two_indexes_is_refused_by_both() {
    let (made, parts) = three();
    let out = made.path("out");
    let twice = made.file("twice.jsonl", &line(0, &["cat"]));
    let other = made.index("other", &[twice]);
    refused(&[parts[0].clone(), other], &out, &["other: its page d0 is in ", "part0 too"]);
    // A page that one index deleted stays away.
    let docnos = Some(BTreeSet::from(["d0".to_owned()]));
    let gone = Selection { docnos, ..Selection::default() };
    let with = made.index("with", &[made.file("with.jsonl", &line(0, &["cat"]))]);
    delete(&parts[0], &gone).unwrap();
    refused(
        &[parts[0].clone(), with.clone()],
        &out,
        &["with: its page d0 was deleted in ", "part0"],
    );
    delete(&with, &gone).unwrap();
    combined(&[parts[0].clone(), with], &out).unwrap();

    // Archives without pages have no docnos that tell.
    let empty = made.file("empty.jsonl", "damaged\n");
    let [one, two] = ["one", "two"].map(|name| made.index(name, std::slice::from_ref(&empty)));
    refused(
        &[one.clone(), two],
        &made.path("none"),
        &["two: has the archive ", "empty.jsonl, which ", "one has too"],
    );
    combined(&[one.clone(), parts[1].clone()], &made.path("both")).unwrap();
    combined(std::slice::from_ref(&one), &made.path("alone")).unwrap();
    assert_eq!(Index::open(made.path("alone")).unwrap().stats().pages, 0);
    // It takes the labels of the others.
    label(&one);
    label(&parts[1]);
    combined(&[one, parts[1].clone()], &made.path("labelled")).unwrap();
    assert_eq!(
        Index::open(made.path("labelled")).unwrap().labels(),
        Index::open(&parts[1]).unwrap().labels()
    );
}

#[test]
fn an_index_that_is_unfinished_or_written_or_damaged_is_refused() {
    let (made, parts) = three();
    let out = made.path("out");
    let lines = line(50, &["ant"]) + "damaged\n" + &line(51, &["bee"]);
    let file = made.file("damaged.jsonl", &lines);
    Index::build(made.path("half"))
        .collection(&file)
        .with(|job| job.recipe.commit_every = Some(1))
        .with(|job| job.max_damaged = Some(0))
        .run()
        .unwrap_err();
    refused(&[parts[0].clone(), made.path("half")], &out, &["half: is not finished"]);
    refused(&[parts[0].clone(), made.path("none")], &out, &["none: is not an index folder"]);
    let lock = tamis_index::index::lock::WriterLock::take(&parts[1]).unwrap();
    refused(&parts, &out, &["part1: is being written by process"]);
    drop(lock);
    let list = std::fs::read_to_string(parts[2].join("losses.tsv")).unwrap();
    std::fs::write(parts[2].join("losses.tsv"), list.replace("detail", "detour")).unwrap();
    refused(&parts, &out, &["part2/losses.tsv: found other bytes"]);
    assert!(!out.exists());
}

#[test]
fn a_label_may_be_missing_on_the_last_pages_alone() {
    let (made, parts) = three();
    label(&parts[0]);
    label(&parts[1]);
    let more = made.file("more.jsonl", &line(70, &["dog", "dog"]));
    made.grow(&parts[1], &[made.files[1].clone(), more.clone()]);
    let swapped = [parts[1].clone(), parts[0].clone()];
    refused(
        &swapped,
        &made.path("out"),
        &["part1: the label mine is missing on 1 pages", "only the last index"],
    );
    combined(&parts[..2], &made.path("out")).unwrap();
    let whole = made.index("whole", &made.files[..2]);
    label(&whole);
    made.grow(&whole, &[made.files[0].clone(), made.files[1].clone(), more]);
    assert_eq!(answers(&made.path("out")), answers(&whole));
}

#[test]
fn pages_that_are_marked_as_deleted_stay_so() {
    let (made, parts) = three();
    let manifest = tamis_index::index::Index::open(&parts[1]).unwrap().manifest;
    let (writer, manifest) =
        tamis_index::index::IndexWriter::open(&parts[1], manifest, false).unwrap();
    writer.delete("d2").unwrap();
    // The counts of blocks are of all pages.
    writer.commit(&tamis_index::index::Manifest { repeats: None, ..manifest }).unwrap();
    drop(writer);
    let out = made.path("out");
    let many = made.path("many");
    combined(&parts, &out).unwrap();
    // So many that whole segments are merged around the one with the mark.
    let others: Vec<PathBuf> = (0..14)
        .map(|n| {
            made.index(
                &format!("o{n}"),
                &[made.file(&format!("o{n}.jsonl"), &line(100 + n, &["fly"]))],
            )
        })
        .collect();
    let all = [&others[..7], &parts[..], &others[7..]].concat();
    combined(&all, &many).unwrap();
    for (out, parts) in [(out, &parts), (many, &all)] {
        let one = Index::open(&out).unwrap();
        let several = Index::open_all(parts).unwrap();
        for words in ["cat", "ant bee cat dog the of fly"] {
            let hits = |index: &Index| {
                let search = index.search(words).set("min_words", 2).unwrap();
                search.set("hits", 99).unwrap().run().unwrap()
            };
            assert_eq!(hits(&one), hits(&several));
            assert!(hits(&one).iter().all(|hit| hit.docno != "d2"));
        }
        let kept = one.search("cat dog").set("where", "repeats <= 2").unwrap().run().unwrap();
        assert_eq!(
            kept.iter().map(|hit| hit.docno.as_str()).collect::<BTreeSet<_>>(),
            BTreeSet::from(["d0", "d1", "d3"])
        );
    }
}

fn file_names(path: &Path) -> BTreeSet<String> {
    let names = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect::<BTreeSet<_>>()
}

#[test]
fn what_was_given_up_leaves_nothing_and_files_are_shared() {
    let (made, parts) = three();
    let out = made.path("out");
    let stopped = combine(&parts, &out, CombineOptions::default(), &|| true).unwrap_err();
    assert!(matches!(stopped, tamis::Error::Interrupted));
    assert_eq!(file_names(&out), BTreeSet::from(["tamis.lock".to_owned()]));
    // As a kill leaves it.
    std::fs::write(out.join(".tmp-joining"), "").unwrap();
    std::fs::write(out.join("0123456789abcdef0123456789abcdef.idx"), "half").unwrap();
    combined(&parts, &out).unwrap();
    assert!(
        !file_names(&out)
            .iter()
            .any(|name| name.starts_with(".tmp") || name.starts_with("0123456789abcdef0123"))
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let stores = file_names(&out).into_iter().filter(|name| name.ends_with(".store"));
        let links: Vec<u64> =
            stores.map(|name| std::fs::metadata(out.join(name)).unwrap().nlink()).collect();
        assert_eq!(links, [2, 2, 2]);
    }
    let before = answers(&out);
    for part in parts {
        std::fs::remove_dir_all(part).unwrap();
    }
    assert_eq!(answers(&out), before);
}
