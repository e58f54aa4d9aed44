//! Tests of the file with judgements.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn grade(grade: i32) -> Option<FileJudgement> {
    Some(FileJudgement { iteration: "0".into(), grade })
}

fn content(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn a_judgement_is_a_line_and_a_change_of_mind_takes_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judged.qrels");
    let mut file = JudgementFile::open(&path).unwrap();
    assert!(!path.exists());
    file.write(&[("1", "a", grade(2))]).unwrap();
    file.write(&[("1", "b", grade(0)), ("2", "a", grade(1))]).unwrap();
    assert_eq!(content(&path), "1 0 a 2\n1 0 b 0\n2 0 a 1\n");
    file.write(&[("1", "a", grade(0))]).unwrap();
    assert_eq!(content(&path), "1 0 a 0\n1 0 b 0\n2 0 a 1\n");
    file.write(&[("1", "b", None)]).unwrap();
    assert_eq!((file.get("1", "b"), file.get("1", "a").unwrap().grade), (None, 0));
    drop(file);
    let mut file = JudgementFile::open(&path).unwrap();
    assert_eq!(file.iter().count(), 2);
    file.write(&[("1", "a", None), ("2", "a", None)]).unwrap();
    assert!(!path.exists(), "a file without judgements is no qrels file");
    file.write(&[("1", "c", grade(1))]).unwrap();
    assert_eq!(content(&path), "1 0 c 1\n");
}

#[test]
fn what_others_wrote_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judged.qrels");
    std::fs::write(&path, "# mine\r\n1 Q0 a 1\r\n\n9\t0 z -1").unwrap();
    let mut file = JudgementFile::open(&path).unwrap();
    assert_eq!(file.get("9", "z"), None, "a negative grade is none yet");
    file.write(&[("1", "a", grade(0)), ("9", "z", grade(1)), ("1", "b", grade(2))]).unwrap();
    assert_eq!(content(&path), "# mine\n1 0 a 0\n\n9 0 z 1\n1 0 b 2\n");
    std::fs::write(&path, "1 0 a 0\n").unwrap();
    let error = file.write(&[("1", "c", grade(1))]).unwrap_err().to_string();
    assert!(error.contains("another program has changed it"), "{error}");
    assert!(error.contains("move the file to another name"), "{error}");
    assert_eq!((content(&path).as_str(), file.get("1", "c")), ("1 0 a 0\n", None));
    // As the error says: both are kept.
    let moved = folder.path().join("theirs.qrels");
    std::fs::rename(&path, &moved).unwrap();
    file.write(&[("1", "c", grade(1))]).unwrap();
    assert_eq!(content(&path), "# mine\n1 0 a 0\n\n9 0 z 1\n1 0 b 2\n1 0 c 1\n");
    assert_eq!(content(&moved), "1 0 a 0\n");
}

#[test]
fn a_file_that_was_removed_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judged.qrels");
    let mut file = JudgementFile::open(&path).unwrap();
    file.write(&[("1", "a", grade(2)), ("1", "b", grade(0))]).unwrap();
    std::fs::remove_file(&path).unwrap();
    file.write(&[("2", "a", grade(1))]).unwrap();
    assert_eq!(content(&path), "1 0 a 2\n1 0 b 0\n2 0 a 1\n");
}

#[test]
fn nothing_stays_beside_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judged.qrels");
    // As after a kill.
    std::fs::write(folder.path().join(".tmp-judged.qrels"), "1 0 a").unwrap();
    std::fs::write(folder.path().join("judged.qrels.lock"), "").unwrap();
    drop(JudgementFile::open(&path).unwrap());
    std::fs::write(&path, "no qrels").unwrap();
    assert!(JudgementFile::open(&path).is_err());
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["judged.qrels"]);
}

#[cfg(unix)]
#[test]
fn what_keeps_no_judgements_is_refused_and_a_pipe_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("/dev/null", &link).unwrap();
    let socket = folder.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let devices = ["/dev/null", "/dev/full"].map(Path::new);
    for path in devices.into_iter().chain([&*fifo, &link, &socket, folder.path()]) {
        let error = JudgementFile::open(path).err().unwrap().to_string();
        assert!(error.contains("keeps no judgements"), "{error}");
        assert!(error.contains("name another, which need not be there yet"), "{error}");
    }
    // Nor one that took the place of the file.
    let path = folder.path().join("judged.qrels");
    let mut file = JudgementFile::open(&path).unwrap();
    file.write(&[("1", "a", grade(2))]).unwrap();
    std::fs::rename(&fifo, &path).unwrap();
    assert!(file.write(&[("1", "a", grade(1))]).is_err());
    std::fs::remove_file(&path).unwrap();
    file.write(&[("1", "b", grade(1))]).unwrap();
    assert_eq!(content(&path), "1 0 a 2\n1 0 b 1\n");
}

#[test]
fn what_is_no_qrels_file_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    for (text, place, found) in [
        (&b"1 0 a 1\n1 0 b\n"[..], "a:2: ", "1 0 b"),
        (b"1 0 a 1\n1 0 a 2\n", "a:2: ", "a second time"),
        (b"query-id corpus-id score\n1 a 2\n", "a:1: ", "another form"),
        (b"\x1f\x8b\x08", "a:", "no text"),
        (b"<html>", "a:1: ", "<html>"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = JudgementFile::open(&path).err().unwrap().to_string();
        assert!(error.contains(place) && error.contains(found), "{error}");
        assert!(error.contains("name another file"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), text);
    }
    assert!(JudgementFile::open(folder.path()).is_err());
    std::fs::write(&path, "\n# nothing yet\n").unwrap();
    assert_eq!(JudgementFile::open(&path).unwrap().iter().count(), 0);
}

#[test]
fn two_cannot_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let file = JudgementFile::open(&path).unwrap();
    let error = JudgementFile::open(&path).err().unwrap().to_string();
    assert!(error.contains("another server") && error.contains("name another file"), "{error}");
    drop(file);
    assert!(JudgementFile::open(&path).is_ok());
}

#[test]
fn a_name_that_would_break_a_line_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = JudgementFile::open(&folder.path().join("a")).unwrap();
    for name in ["", "a b", "a\n1 0 b 2", "#a"] {
        assert!(file.write(&[(name, "d", grade(1))]).is_err(), "{name}");
        assert!(file.write(&[("1", name, grade(1))]).is_err(), "{name}");
    }
    assert_eq!(file.iter().count(), 0);
}

proptest! {
    /// Whatever is judged in whatever order, the file has each last judgement once.
    #[test]
    fn the_file_is_what_was_judged_last(
        changes in prop::collection::vec((0..3u8, 0..4u8, prop::option::of(0..4i32)), 1..30)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut file = JudgementFile::open(&path).unwrap();
        let mut expected = BTreeMap::new();
        for (topic, docno, given) in changes {
            let (topic, docno) = (topic.to_string(), format!("d{docno}"));
            file.write(&[(&topic, &docno, given.and_then(grade))]).unwrap();
            match given {
                Some(given) => expected.insert((topic, docno), given),
                None => expected.remove(&(topic, docno)),
            };
        }
        let own: BTreeMap<_, _> =
            file.iter().map(|(t, d, g)| ((t.to_owned(), d.to_owned()), g)).collect();
        prop_assert_eq!(&own, &expected);
        if expected.is_empty() {
            prop_assert!(!path.exists());
        } else {
            let read = Qrels::read(&path).unwrap();
            let read: BTreeMap<_, _> = read
                .topics()
                .flat_map(|(t, of)| of.iter().map(move |(d, g)| ((t.to_owned(), d.to_owned()), g)))
                .collect();
            prop_assert_eq!(read, expected);
        }
    }
}
