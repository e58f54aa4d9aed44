//! The effect of each tag on the current block (boilerpipe's `DefaultTagActionMap`).

use crate::html;
use crate::page::{Cut, Tag};
use std::sync::LazyLock;

/// The effect of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Ends the block.
    Separate,
    /// Ends the block; the element's content is not text.
    Ignore,
    /// Words inside are linked words.
    Anchor,
    /// Only text inside counts.
    Body,
    /// None; not counted in the tag level either.
    Pass,
    /// Like [`Action::Pass`], but separates words.
    Space,
}

const IGNORED: &[&str] =
    &["STYLE", "SCRIPT", "OPTION", "OBJECT", "EMBED", "APPLET", "LINK", "NOSCRIPT"];
const PASSED: &[&str] =
    &["STRIKE", "U", "B", "I", "EM", "STRONG", "SPAN", "SUP", "CODE", "TT", "SUB", "VAR", "FONT"];
const SPACED: &[&str] = &["ABBR", "ACRONYM"];

/// The elements of [`crate::page::Inside`], in the order of its bits.
const REMEMBERED: [&str; 7] = ["LI", "H1", "H2", "H3", "H4", "H5", "H6"];

/// The actions of one cut, by tag. Unknown elements separate.
pub(super) struct Actions {
    actions: Vec<Action>,
    remembered: Vec<Option<u8>>,
}

static BOILERPIPE: LazyLock<Actions> = LazyLock::new(|| Actions::new(Cut::Boilerpipe));
static ATOMIC: LazyLock<Actions> = LazyLock::new(|| Actions::new(Cut::Atomic));

impl Actions {
    /// The actions of a cut.
    pub(super) fn for_cut(cut: Cut) -> &'static Self {
        match cut {
            Cut::Boilerpipe => &BOILERPIPE,
            Cut::Atomic => &ATOMIC,
        }
    }

    pub(super) fn get(&self, tag: Tag) -> Action {
        self.actions.get(tag.0 as usize).copied().unwrap_or(Action::Separate)
    }

    /// The index of the tag in [`REMEMBERED`], if it is there.
    pub(super) fn remembered(&self, tag: Tag) -> Option<u8> {
        self.remembered.get(tag.0 as usize).copied().flatten()
    }

    fn new(cut: Cut) -> Self {
        let mut actions = Vec::new();
        let mut remembered = Vec::new();
        for name in (0..).map_while(|number| html::known_name(Tag(number))) {
            actions.push(action(name, cut));
            let bit = REMEMBERED.iter().position(|known| *known == name);
            remembered.push(bit.map(|bit| bit as u8));
        }
        Self { actions, remembered }
    }
}

fn action(name: &str, cut: Cut) -> Action {
    match name {
        "A" => Action::Anchor,
        "BODY" => Action::Body,
        _ if IGNORED.contains(&name) => Action::Ignore,
        _ if cut == Cut::Atomic => Action::Separate,
        _ if PASSED.contains(&name) => Action::Pass,
        _ if SPACED.contains(&name) => Action::Space,
        _ => Action::Separate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_lists_is_known() {
        for name in IGNORED.iter().chain(PASSED).chain(SPACED).chain(&REMEMBERED) {
            assert!(html::known_tag(name.as_bytes()).is_some(), "{name}");
        }
    }

    /// The actions of a name in both cuts.
    fn actions(name: &str) -> [Action; 2] {
        let tag = html::known_tag(name.as_bytes()).unwrap();
        [Cut::Boilerpipe, Cut::Atomic].map(|cut| Actions::for_cut(cut).get(tag))
    }

    #[test]
    fn only_the_anchor_is_transparent_in_the_atomic_cut() {
        assert_eq!(actions("SPAN"), [Action::Pass, Action::Separate]);
        assert_eq!(actions("ABBR"), [Action::Space, Action::Separate]);
        assert_eq!(actions("A"), [Action::Anchor, Action::Anchor]);
        assert_eq!(actions("SCRIPT"), [Action::Ignore, Action::Ignore]);
        assert_eq!(actions("ARTICLE"), [Action::Separate, Action::Separate]);
        assert_eq!(Actions::for_cut(Cut::Atomic).get(Tag(u16::MAX)), Action::Separate);
    }
}
