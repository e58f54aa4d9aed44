//! What jobs compute and refuse, asked of the jobs: one executable, because each would link the
//! whole engine again. They run in one process: no test may change its folder, environment or
//! limits.

mod accuracy;
mod analyze;
mod builders;
mod captures;
mod case;
mod combine;
mod compare;
mod composed;
mod containers;
mod delete;
mod docnos;
mod encoding;
mod eval;
mod explained;
mod export;
mod extract;
mod inputs;
mod judged;
mod label;
#[path = "../../../search/tests/it/common/made_up.rs"]
mod made_up;
mod pages;
mod queries;
mod record_reports;
mod repeats;
mod resume;
mod results;
mod rules;
mod scores;
mod several;
mod sealed_damage;
mod shard;
mod site;
#[path = "../../../../tests/it/common/stopping.rs"]
mod stopping;
mod storage;
mod stored_rule;
mod sweep;
mod together;
mod train;
mod tune;
mod tuned;
mod weights;
