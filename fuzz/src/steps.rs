//! The values of a job over shards, which come from other machines.

use std::sync::OnceLock;
use tamis::Topics;
use tamis::eval::Topic;
use tamis::job::{Rounds, Source, TopicsJob};
use tamis::shards::{Answer, Shard, Task};

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
        let build = tamis::Index::build(&index).collection(&pages).with(|job| {
            job.threads = Some(1);
            job.replace = true;
        });
        build.run().unwrap();
        let shard = Shard::open(&index, None).unwrap();
        // On Unix, what is open stays readable.
        let _ = std::fs::remove_dir_all(&folder);
        shard
    })
}

/// A search for one topic.
fn job() -> TopicsJob {
    let topic = Topic { id: "1".to_owned(), text: "ant cat".to_owned() };
    let topics = Source::value(Topics::from_iter([topic]), "topics");
    TopicsJob { topics, ..TopicsJob::default() }
}

/// The values of all rounds, as the corpus has them, by their names.
pub fn values() -> Vec<(String, Vec<u8>)> {
    let set = |name, value| {
        let mut job = job();
        job.request.set(name, value).unwrap();
        job
    };
    let mut values = Vec::new();
    add(&mut values, "plain", 1, job().over_shards(1).unwrap());
    add(&mut values, "feedback", 1, set("feedback", "rm3").over_shards(1).unwrap());
    add(&mut values, "shown", 3, job().pages_over_shards(1).unwrap());
    add(&mut values, "explained", 2, job().explain_over_shards(Some("d1"), 1).unwrap());
    // The other shard never answers.
    add(&mut values, "collapsed", 1, set("collapse", "url").over_shards(2).unwrap());
    values
}

/// Adds the values of a job from a round on.
fn add<T>(values: &mut Vec<(String, Vec<u8>)>, name: &str, from: usize, mut rounds: Rounds<T>) {
    for round in 1.. {
        let Some(task) = rounds.task().cloned() else { break };
        let answer = shard().answer(&task).unwrap();
        if round >= from {
            values.push((format!("{name}-task-{round}"), task.to_bytes().unwrap()));
            values.push((format!("{name}-answer-{round}"), answer.to_bytes().unwrap()));
        }
        if rounds.take(vec![answer], &()).is_err() {
            break;
        }
    }
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
    let job = job();
    give(job.over_shards(1).unwrap(), &answer);
    give(job.pages_over_shards(1).unwrap(), &answer);
    let explained = give(job.explain_over_shards(Some("d1"), 1).unwrap(), &answer);
    for one in explained.into_iter().flatten() {
        assert!(!one.rows().is_empty());
    }
}

/// Gives an answer to a job in every round, alone and beside that of the shard. Returns the result.
fn give<T>(mut rounds: Rounds<T>, answer: &Answer) -> Option<T> {
    while let Some(task) = rounds.task().cloned() {
        let Ok(own) = shard().answer(&task) else { break };
        let takes = [vec![answer.clone()], vec![own.clone(), answer.clone()], vec![own]];
        if !takes.into_iter().any(|answers| rounds.take(answers, &()).is_ok()) {
            break;
        }
    }
    rounds.outcome().ok().map(|outcome| outcome.result)
}
