//! Index folders of somebody else that we may only read, and results in the place of links.

use crate::case::Case;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a command as a user who may not write here.
fn as_stranger(case: &Case, line: &str) -> Output {
    // The folder of the build may be closed to others.
    let program = case.path("tamis");
    if !program.exists() {
        std::fs::copy(env!("CARGO_BIN_EXE_tamis"), &program).unwrap();
    }
    let mut command = Command::new(program);
    command.args(line.split(' ')).current_dir(case.path(""));
    if case.path("").metadata().unwrap().uid() == 0 {
        // Nothing keeps root from writing.
        command.uid(65_534).gid(65_534);
    }
    loop {
        match command.output() {
            // What another thread starts may hold the copy open for a moment.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            output => return output.unwrap(),
        }
    }
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

/// Names, sizes and times of the files in a folder.
fn listing(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut all: Vec<String> = entries
        .map(|entry| {
            let metadata = entry.metadata().unwrap();
            format!("{:?} {} {:?}", entry.file_name(), metadata.len(), metadata.modified().unwrap())
        })
        .collect();
    all.sort();
    all
}

case!(an_index_that_may_only_be_read_is_read, |_| {
    let case = Case::indexed();
    case.tamis("label index --classifier bte -q").ends(0);
    case.file("mode", "");
    let usual = case.path("mode").metadata().unwrap().mode();
    for file in ["index/meta.json", "index/losses.tsv"] {
        assert_eq!(
            case.path(file).metadata().unwrap().mode(),
            usual,
            "{file} can be read like any other new file"
        );
    }
    set_mode(&case.path(""), 0o755);
    set_mode(&case.path("index"), 0o555);
    let before = listing(&case.path("index"));
    for line in [
        "stats index",
        "search index penguin",
        "inspect index ice-1",
        "verify index",
        "export index --format jsonl",
        "sweep index --topics topics --qrels qrels --min-words 1,11 -q",
        "search index --topics topics --label bte",
    ] {
        let output = as_stranger(&case, line);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !output.stdout.is_empty(), "{line}: {message}");
    }
    assert_eq!(listing(&case.path("index")), before);
    let refused = as_stranger(&case, "index pages.warc.gz --out index");
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        refused.status.code() == Some(1)
            && message.contains("ermission denied")
            && !message.contains("--force"),
        "{message}"
    );
    assert_eq!(listing(&case.path("index")), before);
    // What may not even be read is not called damaged.
    set_mode(&case.path("index"), 0o000);
    let message = String::from_utf8_lossy(&as_stranger(&case, "stats index").stderr).into_owned();
    assert!(
        message.contains("ermission denied")
            && !message.contains("damaged")
            && !message.contains("--force"),
        "{message}"
    );
    set_mode(&case.path("index"), 0o755);
    // Nor is an index of which one file may not be read, and it is the file that is named.
    for entry in std::fs::read_dir(case.path("index")).unwrap().map(|entry| entry.unwrap()) {
        let name = Path::new("index").join(entry.file_name()).display().to_string();
        let mode = entry.metadata().unwrap().mode();
        set_mode(&entry.path(), 0o000);
        for line in ["verify index", "stats index", "search index penguin --label bte"] {
            let output = as_stranger(&case, line);
            let message =
                [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
            assert!(
                !message.contains("damaged") && !message.contains("--force"),
                "{name}, {line}: {message}"
            );
            if output.status.success() {
                assert!(
                    name.ends_with(".lock") || !line.starts_with("verify"),
                    "{name}, {line}: {message}"
                );
                continue;
            }
            assert_eq!(output.status.code(), Some(1), "{name}, {line}: {message}");
            let expected = format!(
                "{name}: cannot read: Permission denied (os error 13); change its permissions"
            );
            assert!(message.contains(&expected), "{name}, {line}: {message}");
        }
        set_mode(&entry.path(), mode);
    }
});

case!(results_do_not_follow_links_and_go_to_devices, |_| {
    let case = Case::indexed();
    case.file("victim", "precious");
    symlink(case.path("victim"), case.path("run.txt")).unwrap();
    case.tamis("search index --topics topics --out run.txt -q").ends(0);
    assert_eq!(case.read("victim"), "precious");
    assert!(case.read("run.txt").contains("ice-1"));
    case.tamis("search index --topics topics --out /dev/null -q").ends(0);
    let printed = case.tamis("search index --topics topics --out /dev/stdout -q").ends(0).stdout;
    assert_eq!(printed, case.read("run.txt"));
    // Standard output that is a file: the system's name for it is not ours to replace.
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command
            .args(["search", "index", "--topics", "topics", "-q", "--out", name])
            .current_dir(case.path(""));
        command.stdout(std::fs::File::create(case.path("redirected")).unwrap());
        assert!(command.status().unwrap().success());
        assert!(Path::new("/dev/stdout").is_symlink());
        assert_eq!(case.read("redirected"), printed, "{name}");
    }
});
