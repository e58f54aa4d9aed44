//! `tamis sweep` is killed or interrupted: it goes on from what it has kept.

use crate::case::Case;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tamis::demo;

fn checkpoint_bytes(case: &Case) -> Vec<u8> {
    std::fs::read(case.path("out/sweep.checkpoint")).unwrap_or_default()
}

/// Starts a sweep, and waits until it has kept something.
fn begun(case: &Case, line: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.args(line.split_whitespace()).current_dir(case.path(""));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while checkpoint_bytes(case).iter().filter(|&&byte| byte == b'\n').count() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

case!(a_sweep_that_is_killed_or_interrupted_ends_with_the_same_bytes, |case| {
    demo::generate(&case.path("demo"), 300, 7).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    let line = "sweep index --topics demo/demo.topics --qrels demo/demo.qrels --min-words 1..=6 \
                --model ql-dirichlet,ql-jm --rm1-mixture --fb-docs 30 --threads 1 --out out";
    let files = ["sweep.tsv", "sweep.json", "per_topic.tsv", "sweep.svg", "report.html"];
    let results = || files.map(|file| case.read(&format!("out/{file}")));
    case.tamis(line).ends(0);
    let whole = results();
    for (signal, status) in [("-KILL", None), ("-INT", Some(130)), ("-TERM", Some(143))] {
        std::fs::remove_dir_all(case.path("out")).unwrap();
        let child = begun(&case, line);
        let mut kill = Command::new("kill");
        assert!(kill.args([signal, &child.id().to_string()]).status().unwrap().success());
        let ended = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), status, "{stderr}");
        if status.is_some() {
            let keeps = stderr.contains("interrupted: out/sweep.checkpoint keeps ");
            let tells = " topics of views; the same command resumes from there";
            assert!(keeps && stderr.contains(tells), "{stderr}");
        }
    }
    let resumed = case.tamis(line).ends(0);
    resumed.says(&["out/sweep.checkpoint has ", "topics of views; resuming"]);
    assert_eq!(results(), whole);
});
