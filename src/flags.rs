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
pub mod tips;
pub mod values;

pub use axes::{AxisArgs, GridArgs};
pub use datasets::DatasetArgs;
pub use figures::{TableArg, TableFormat};
pub use indexes::{IndexChoice, listed};
pub use judging::JudgingArgs;
pub use limits::LimitArgs;
pub use options::{ALL, ConfigArg, MarginArg, OutputArgs, TopicArgs, ViewArgs};
pub use options::{margin, threads, use_threads};
pub use pages::PageArgs;
pub use parameters::{BLOCKS, COMPARED_RULES, Flags, OF_DELETION, OF_RANKING, RULES};
pub use values::one_of;
