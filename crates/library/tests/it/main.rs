//! What jobs compute and refuse, asked of the jobs: one executable, because each would link the
//! whole engine again. They run in one process: no test may change its folder, environment or
//! limits.

mod captures;
mod case;
mod compare;
mod delete;
mod eval;
mod judged;
mod label;
mod queries;
mod rules;
mod scores;
mod shard;
#[path = "../../../../tests/it/common/stopping.rs"]
mod stopping;
mod storage;
mod stored_rule;
mod sweep;
mod tune;
mod tuned;
mod weights;
