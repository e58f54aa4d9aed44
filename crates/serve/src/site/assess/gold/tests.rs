//! Tests of the data set: it follows from the judgements, whoever judges at the same time.

use super::*;
use std::fs;
use std::path::PathBuf;
use tamis::blocks::classify::LabelSet;
use tamis::blocks::page::{Block, Inside};
use tamis_index::index::{BlockRepeats, BlockScores, StoredBlock};
use tempfile::TempDir;

const HTML: &str = "<p>one\n<p>two";

/// A page of two blocks.
fn page(docno: &str) -> StoredPage {
    page_of(docno, &["one", "two"])
}

fn page_of(docno: &str, texts: &[&str]) -> StoredPage {
    StoredPage {
        docno: docno.to_owned(),
        url: "http://a.example/x".to_owned(),
        date: String::new(),
        title: String::new(),
        archive: String::new(),
        offset: 0,
        encoding: "UTF-8".to_owned(),
        encoding_source: String::new(),
        language: String::new(),
        metadata: Default::default(),
        body: None,
        blocks: texts.iter().map(|text| block(text)).collect(),
    }
}

fn block(text: &str) -> StoredBlock {
    let block = Block {
        text: Default::default(),
        words: 1,
        anchor_words: 0,
        wrapped_words: 1,
        wrapped_lines: 1,
        tag_level: 0,
        inside: Inside::default(),
        kind: BlockKind::Text,
        events: Default::default(),
    };
    StoredBlock {
        text: text.to_owned(),
        block,
        tokens: 1,
        labels: LabelSet::default(),
        repeats: BlockRepeats::default(),
        scores: BlockScores::default(),
    }
}

/// The folder of a data set, which goes with its value.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("gold").join(name)
    }

    fn open(&self) -> Gold {
        Gold::open(&self.path("")).unwrap()
    }

    fn refusal(&self) -> String {
        Gold::open(&self.path("")).err().expect("it is refused").to_string()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// The first columns of the list.
    fn listed(&self) -> Vec<String> {
        let list = self.read("manifest.tsv");
        list.lines().skip(1).map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    }

    /// What is there of a page: itself, its row, its gold.
    fn parts(&self, docno: &str) -> [bool; 3] {
        let file = |within: &str| self.path(&format!("{within}/{docno}.html")).exists();
        [file("html"), self.listed().iter().any(|name| name == docno), file("annotated")]
    }

    /// Checks that a page is in the data set with the gold of its judgements, or nowhere.
    #[track_caller]
    fn assert_follows(&self, docno: &str) {
        let qrels = self.read("blocks.qrels");
        let mut grades = [None; 2];
        for line in qrels.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if words[0] == docno {
                grades[words[2].parse::<usize>().unwrap()] = Some(words[3] == "1");
            }
        }
        let is_whole = grades.iter().all(Option::is_some);
        assert_eq!(self.parts(docno), [is_whole; 3], "{docno} of {qrels}");
        if is_whole {
            let texts = ["one", "two"].into_iter().zip(grades.map(Option::unwrap));
            assert_eq!(self.read(&format!("annotated/{docno}.html")), annotated(texts));
            assert_eq!(self.read(&format!("html/{docno}.html")), HTML);
        }
    }
}

#[test]
fn pages_that_are_judged_at_the_same_time_are_all_in_the_data_set() {
    let folder = Folder::new();
    let gold = folder.open();
    let docnos: Vec<String> = (0..40).map(|number| format!("m{number}")).collect();
    std::thread::scope(|scope| {
        for some in docnos.chunks(5) {
            let gold = &gold;
            scope.spawn(move || {
                for docno in some {
                    gold.judge(&page(docno), HTML, Some(1), true).unwrap();
                    gold.judge(&page(docno), HTML, None, false).unwrap();
                }
            });
        }
    });
    for docno in &docnos {
        folder.assert_follows(docno);
    }
    assert_eq!(folder.listed().len(), docnos.len());
}

#[test]
fn a_page_is_in_the_data_set_exactly_when_all_its_blocks_are_judged() {
    let folder = Folder::new();
    let gold = folder.open();
    for round in 0..6 {
        std::thread::scope(|scope| {
            for thread in 0..6 {
                let gold = &gold;
                scope.spawn(move || match (thread + round) % 3 {
                    0 => gold.judge(&page("m"), HTML, None, true).unwrap(),
                    1 => gold.judge(&page("m"), HTML, Some(thread % 2), round % 2 == 0).unwrap(),
                    _ => assert!(gold.undo(&page("m"), HTML).is_ok()),
                });
            }
        });
        folder.assert_follows("m");
    }
    while gold.undo(&page("m"), HTML).unwrap().is_some() {
        folder.assert_follows("m");
    }
    let left: Vec<_> = fs::read_dir(folder.path("")).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.ends_with("blocks.qrels.lock")), "{left:?}");
    // And one in which nothing is judged any more is no other folder.
    drop(gold);
    folder.open().judge(&page("m"), HTML, None, true).unwrap();
    folder.assert_follows("m");
}

#[test]
fn two_windows_keep_the_judgements_of_each_other() {
    let folder = Folder::new();
    let gold = folder.open();
    gold.judge(&page("a"), HTML, Some(0), true).unwrap();
    gold.judge(&page("b"), HTML, Some(0), true).unwrap();
    // The same key again is the same judgement, and the rest are those that nobody judged.
    gold.judge(&page("a"), HTML, Some(0), true).unwrap();
    gold.judge(&page("a"), HTML, None, false).unwrap();
    assert!(folder.read("annotated/a.html").contains("sel2\">one"));
    // Taken back at each page, whatever was judged at the other one.
    assert_eq!(gold.undo(&page("b"), HTML).unwrap(), Some(0));
    assert_eq!(gold.undo(&page("b"), HTML).unwrap(), None);
    assert_eq!(gold.undo(&page("a"), HTML).unwrap(), Some(1));
    assert_eq!(gold.undo(&page("a"), HTML).unwrap(), Some(0));
    assert_eq!(folder.read("blocks.qrels"), "");
    // A change of mind leaves it in.
    gold.judge(&page("a"), HTML, None, false).unwrap();
    gold.judge(&page("a"), HTML, Some(1), true).unwrap();
    folder.assert_follows("a");
    assert_eq!(gold.undo(&page("a"), HTML).unwrap(), Some(1));
    folder.assert_follows("a");
}

#[test]
fn captures_of_one_url_are_all_listed() {
    let folder = Folder::new();
    let gold = folder.open();
    let docnos = ["11", "1", "21", "111", "x1", "1.", "id", "1-1"];
    for docno in docnos {
        gold.judge(&page(docno), HTML, None, true).unwrap();
    }
    assert_eq!(folder.listed(), docnos);
    gold.undo(&page("1"), HTML).unwrap();
    assert_eq!(folder.listed(), ["11", "21", "111", "x1", "1.", "id", "1-1"]);
}

#[test]
fn what_is_in_the_list_stays() {
    let folder = Folder::new();
    let gold = folder.open();
    let mine = b"id\turl\tkind\nm\xe9\thttp://\xff/\tforum\nb\thttp://b/\tnews";
    folder.write("manifest.tsv", mine);
    gold.judge(&page("a"), HTML, None, true).unwrap();
    let list = fs::read(folder.path("manifest.tsv")).unwrap();
    assert_eq!(list, [mine, &b"\na\thttp://a.example/x\n"[..]].concat());
    while gold.undo(&page("a"), HTML).unwrap().is_some() {}
    let list = fs::read(folder.path("manifest.tsv")).unwrap();
    assert_eq!(list, [mine, &b"\n"[..]].concat());
    // One that cannot be read is not taken for none, and then nothing is judged.
    fs::remove_file(folder.path("manifest.tsv")).unwrap();
    fs::create_dir(folder.path("manifest.tsv")).unwrap();
    let refused = gold.judge(&page("a"), HTML, None, true).unwrap_err().to_string();
    assert!(refused.contains("manifest.tsv: is no file"), "{refused}");
    assert_eq!(folder.read("blocks.qrels"), "");
    fs::remove_dir(folder.path("manifest.tsv")).unwrap();
    folder.write("manifest.tsv", "");
    gold.judge(&page("a"), HTML, None, true).unwrap();
    assert_eq!(folder.read("manifest.tsv"), "id\turl\na\thttp://a.example/x\n");
}

#[test]
fn a_start_completes_what_a_kill_or_an_earlier_version_left() {
    // Every part of a page there or not, beside 0, 1 or 2 judgements.
    for (parts, judged) in (0..8).flat_map(|parts| (0..3).map(move |judged| (parts, judged))) {
        let folder = Folder::new();
        // Another page keeps the folder known.
        let gold = folder.open();
        for docno in ["other", "m"] {
            gold.judge(&page(docno), HTML, None, true).unwrap();
        }
        drop(gold);
        for (part, name) in ["html/m.html", "annotated/m.html"].iter().enumerate() {
            if parts & (1 << part) == 0 {
                fs::remove_file(folder.path(name)).unwrap();
            }
        }
        if parts & 4 == 0 {
            folder.write("manifest.tsv", "id\turl\nother\thttp://a.example/x\n");
        }
        let qrels = folder.read("blocks.qrels");
        let kept: Vec<&str> = qrels.lines().take(2 + judged).collect();
        // The last judgement was another when its gold was written.
        folder.write("blocks.qrels", kept.join("\n").replace("1 1", "1 0") + "\n");
        let gold = folder.open();
        let names = gold.names().unwrap();
        assert_eq!(names.contains("m"), parts + judged > 0);
        for docno in names {
            gold.reconcile(&page(&docno), HTML).unwrap();
        }
        folder.assert_follows("m");
        folder.assert_follows("other");
    }
}

#[test]
fn pages_by_somebodys_hand_stay() {
    let folder = Folder::new();
    let gold = folder.open();
    gold.judge(&page("a"), HTML, None, true).unwrap();
    let mine = [
        ("annotated/b.html", "<span class=x-nc-sel3>one</span>"),
        ("html/c.html", "<p>my page"),
        ("annotated/not-in-the-index.html", "<span class=x-nc-sel2>x</span>"),
    ];
    for (name, text) in mine {
        folder.write(name, text);
    }
    folder.write("manifest.tsv", folder.read("manifest.tsv") + "b\thttp://b/\n");
    drop(gold);
    let gold = folder.open();
    for docno in ["a", "b", "c"] {
        gold.reconcile(&page(docno), HTML).unwrap();
    }
    for docno in ["b", "c"] {
        for block in [Some(0), None] {
            let refused = gold.judge(&page(docno), HTML, block, true).unwrap_err().to_string();
            assert!(refused.contains("is there already, and judgements"), "{refused}");
        }
    }
    for (name, text) in mine {
        assert_eq!(folder.read(name), text);
    }
    assert_eq!(folder.listed(), ["a", "b"]);
    assert_eq!(folder.read("blocks.qrels").lines().count(), 2);
    folder.assert_follows("a");
}

#[test]
fn a_page_that_was_indexed_again_is_judged_again() {
    let folder = Folder::new();
    let gold = folder.open();
    gold.judge(&page("a"), HTML, None, true).unwrap();
    let again = page_of("a", &["one", "three"]);
    let before = folder.read("annotated/a.html");
    // What the former index gave is gold all the same, until somebody judges the page again.
    gold.reconcile(&again, "<p>one<p>three").unwrap();
    assert_eq!(folder.read("annotated/a.html"), before);
    gold.judge(&again, "<p>one<p>three", None, false).unwrap();
    let texts = [("one", true), ("three", false)];
    assert_eq!(folder.read("annotated/a.html"), annotated(texts.into_iter()));
    assert_eq!(folder.read("html/a.html"), "<p>one<p>three");
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_in_place_of_a_folder_is_refused_at_the_start_and_while_the_server_runs() {
        for (within, target) in [
            ("html", "../other"),
            ("annotated", "../other"),
            ("html", "../nowhere"),
            ("annotated", "../other/a.html"),
            ("html", "."),
        ] {
            let folder = Folder::new();
            let gold = folder.open();
            gold.judge(&page("b"), HTML, Some(0), true).unwrap();
            for name in [".tmp-mine", "a.html", "b.html"] {
                folder.write(&format!("../other/{name}"), "mine");
            }
            symlink(target, folder.path(within)).unwrap();
            let judged = folder.read("blocks.qrels");
            let link = format!("{within}: is a link");
            let refused = [
                gold.judge(&page("a"), HTML, Some(0), true).unwrap_err().to_string(),
                gold.judge(&page("b"), HTML, None, true).unwrap_err().to_string(),
                gold.undo(&page("b"), HTML).unwrap_err().to_string(),
            ];
            drop(gold);
            let at_start = folder.refusal();
            assert!(at_start.contains(&link), "{at_start}");
            assert!(refused.iter().all(|refused| refused.contains(&link)), "{refused:?}");
            assert_eq!(folder.read("blocks.qrels"), judged);
            for name in [".tmp-mine", "a.html", "b.html"] {
                assert_eq!(folder.read(&format!("../other/{name}")), "mine");
            }
            assert!(!folder.path("../nowhere").exists());
            fs::remove_file(folder.path(within)).unwrap();
            folder.open().judge(&page("b"), HTML, None, true).unwrap();
            folder.assert_follows("b");
        }
    }

    #[test]
    fn a_file_in_place_of_a_folder_and_a_link_in_place_of_the_judgements_are_refused() {
        let folder = Folder::new();
        folder.write("blocks.qrels", "a 0 0 1\n");
        folder.write("html", "mine");
        assert!(folder.refusal().contains("html: is no folder"), "{}", folder.refusal());
        assert_eq!(folder.read("html"), "mine");
        fs::remove_file(folder.path("html")).unwrap();
        fs::rename(folder.path("blocks.qrels"), folder.path("../q")).unwrap();
        symlink("../q", folder.path("blocks.qrels")).unwrap();
        assert!(folder.refusal().contains("blocks.qrels: is a link"), "{}", folder.refusal());
        assert_eq!(folder.read("../q"), "a 0 0 1\n");
    }

    #[test]
    fn a_link_in_place_of_a_page_is_replaced_and_the_folder_itself_may_be_one() {
        let folder = Folder::new();
        fs::create_dir(folder.0.path().join("real")).unwrap();
        symlink("real", folder.0.path().join("gold")).unwrap();
        folder.write("../victim", "mine");
        for within in ["html", "annotated"] {
            fs::create_dir(folder.path(within)).unwrap();
        }
        folder.write("blocks.qrels", "x 0 0 1\n");
        symlink("../../victim", folder.path("html/a.html")).unwrap();
        symlink("/dev/full", folder.path("annotated/a.html")).unwrap();
        let gold = folder.open();
        gold.judge(&page("a"), HTML, Some(0), true).unwrap();
        gold.judge(&page("a"), HTML, None, true).unwrap();
        folder.assert_follows("a");
        assert_eq!(folder.read("../victim"), "mine");
        assert!(!folder.path("html/a.html").is_symlink());
    }
}
