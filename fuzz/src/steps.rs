//! The values of a job over shards, which come from other machines.

use std::sync::OnceLock;
use tamis::request::Request;
use tamis::shards::{Answer, Job, Shard, Task};

/// A shard of three pages.
fn shard() -> &'static Shard {
    static SHARD: OnceLock<Shard> = OnceLock::new();
    SHARD.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("tamis-fuzz-steps-{}", std::process::id()));
        let (pages, index) = (folder.join("pages.jsonl"), folder.join("index"));
        std::fs::create_dir_all(&folder).unwrap();
        let page = |n: u32| format!("{{\"docno\": \"d{n}\", \"html\": \"<p>ant bee<p>ant cat {n}\"}}\n");
        std::fs::write(&pages, (0..3).map(page).collect::<String>()).unwrap();
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
    let mut job = Job::search(topics, Request::default(), 1).unwrap();
    let _ = job.take(vec![answer.clone()]);
    if let Some(task) = job.task().cloned() {
        let own = shard().answer(&task).into_iter();
        let _ = job.take(own.chain([answer]).collect());
    }
    let _ = job.run("t");
}
