//! Kinds of blocks that rules name (`kind = h1`): headings, and the description of the page. They
//! are classifiers, so an index keeps them as labels; they remove nothing, so no list of removers
//! has them.

use super::classifier::{Classifier, Subject};
use super::list::{Argument, ClassifierEntry};
use crate::page::{Inside, Label};

/// The kind of the block that is made of what a page says of itself: `description` of its metadata
/// in tamis-text.
pub const DESCRIPTION: &str = "description";

/// The entry of a level of headings.
macro_rules! heading {
    ($name:literal, $inside:ident) => {
        ClassifierEntry {
            name: $name,
            paper: "tamis",
            describe: concat!("blocks within ", $name),
            argument: Argument::None,
            build: |_| Ok(Box::new(Within(Inside::$inside))),
        }
    };
}

/// The kinds that labels tell.
pub const KINDS: &[ClassifierEntry] = &[
    heading!("h1", H1),
    heading!("h2", H2),
    heading!("h3", H3),
    heading!("h4", H4),
    heading!("h5", H5),
    heading!("h6", H6),
    ClassifierEntry {
        name: DESCRIPTION,
        paper: "tamis",
        describe: "the last block of a page, made of its description",
        argument: Argument::None,
        // The block is added when all others have their labels.
        build: |_| Ok(Box::new(Within(Inside::default()))),
    },
];

/// The kind of this name, which a label tells.
pub fn kind(name: &str) -> Option<&'static str> {
    KINDS.iter().map(|kind| kind.name).find(|known| *known == name)
}

/// Labels the blocks within an element.
struct Within(Inside);

impl Classifier for Within {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let label = |inside: Inside| match inside.any(self.0) {
            true => Label::Content,
            false => Label::Boilerplate,
        };
        subject.blocks.blocks.iter().map(|block| label(block.inside)).collect()
    }
}
