//! What a command line means: flags that commands share, as parts of jobs; help; and what was meant
//! by a wrong one.

pub mod axes;
pub mod config;
pub mod datasets;
pub mod examples;
pub mod figures;
pub mod headings;
pub mod help;
pub mod indexes;
pub mod judging;
pub mod limits;
pub mod meant;
pub mod options;
pub mod pages;
pub mod parameters;
pub mod results;
pub mod tips;
pub mod values;
