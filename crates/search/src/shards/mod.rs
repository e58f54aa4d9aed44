//! One search over indexes on several machines, with the scores of one index of all their pages.
//!
//! A [`Job`] is a search or a sweep. It gives out a [`Task`], which every shard (an index) answers
//! on its own machine; the answers give the next task, until the job is done. Tasks and answers are
//! plain values that serialise to bytes, so all that a cluster has to do is to hand a value to
//! every shard and to collect what comes back:
//!
//! 1. [`Task::Count`]: N and T of every view, df and cf of every query term. The job adds them up.
//! 2. [`Task::Rank`]: the best pages of every view, scored with the sums. The job merges them.
//!
//! Feedback takes two more: [`Task::Read`] returns the permitted terms of the best pages, another
//! [`Task::Count`] counts the terms that may expand a query. Other requests take one more
//! each: [`Task::Captures`] comes first where one capture of each URL is searched, [`Task::Hits`]
//! last where pages are shown, and [`Task::Explain`] is in the place of [`Task::Rank`] where a
//! score is explained.
//!
//! Rules over `repeats` need to know how often a block is on the pages of all shards: [`repeats`]
//! adds that up first.
//!
//! Scores are equal to the last bit because every sum over shards is one of whole numbers; a page's
//! score is then computed where the page is, from the same numbers and in the same order as in one
//! index.

mod answer;
mod captures;
mod counts;
mod explained;
mod hits;
mod identity;
mod job;
mod merge;
pub mod repeats;
mod request;
mod resolved;
mod shard;
mod sweep;
mod task;

pub use answer::{Answer, FeedbackPage, FeedbackTexts, Ranks, ShardResult};
pub use captures::Captures;
pub use counts::ViewCounts;
pub use explained::Holding;
pub use hits::Hits;
pub use identity::ShardIdentity;
pub use job::{Job, task_left};
pub use merge::ShardRanking;
pub use request::{Question, ShardRequest};
pub use shard::Shard;
pub use sweep::SweepJudgements;
pub use task::Task;
