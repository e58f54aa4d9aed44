//! All tests of searches and sweeps from outside, in one executable: each would link the engine
//! again. They run in one process: no test may change its folder, environment or limits.

mod common;

mod cfa_blog;
mod exactness;
mod feedback;
mod lucene_scores;
mod order;

use common::{counted, formulas, indexed, made_up};
