//! The values of a job over shards, which come from other machines.

use std::sync::OnceLock;
use tamis::request::Request;
use tamis::shards::{Answer, Job, Shard, Task};

/// A shard of three pages.
fn shard() -> &'static Shard {
    static SHARD: OnceLock<Shard> = OnceLock::new();
    SHARD.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("tamis-fuzz-steps-{}", std::process::id()));
        let pages = folder.join("pages.jsonl");
        let index = folder.join("index");
        std::fs::create_dir_all(&folder).unwrap();
        let mut lines = String::new();
        for n in 0..3 {
            lines += &format!("{{\"docno\": \"d{n}\", \"html\": \"<p>ant bee<p>ant cat {n}\"}}\n");
        }
        std::fs::write(&pages, lines).unwrap();
        tamis::Index::build(&index).collection(&pages).threads(1).replace(true).run().unwrap();
        let shard = Shard::open(&index, None).unwrap();
        // On Unix, what is open stays readable.
        let _ = std::fs::remove_dir_all(&folder);
        shard
    })
}

/// A task is refused or answered, and so is an answer; what is answered reads back as it is.
pub fn steps(bytes: &[u8]) {
    if let Ok(task) = Task::from_bytes(bytes) {
        assert_eq!(Task::from_bytes(&task.to_bytes().unwrap()).unwrap(), task);
        if let Ok(answer) = shard().answer(&task) {
            assert_eq!(Answer::from_bytes(&answer.to_bytes().unwrap()).unwrap(), answer);
        }
    }
    let Ok(answer) = Answer::from_bytes(bytes) else { return };
    let topics = vec![("1".to_owned(), "ant cat".to_owned())];
    let jobs = [
        Job::search(topics.clone(), Request::default(), 1),
        Job::find(topics.clone(), Request::default(), 1),
        Job::explain(topics, Request::default(), Some("d1".to_owned()), 1),
    ];
    for job in jobs {
        give(job.unwrap(), &answer);
    }
}

/// Gives an answer to a job in every round, alone and beside that of the shard.
fn give(mut job: Job, answer: &Answer) {
    while let Some(task) = job.task().cloned() {
        let Ok(own) = shard().answer(&task) else { break };
        let takes = [vec![answer.clone()], vec![own.clone(), answer.clone()], vec![own]];
        if !takes.into_iter().any(|answers| job.take(answers).is_ok()) {
            break;
        }
    }
    let _ = job.run("t");
    if let Ok(Some(explained)) = job.explained() {
        for one in explained {
            assert!(!one.rows().is_empty());
        }
    }
    let _ = job.hits();
}
