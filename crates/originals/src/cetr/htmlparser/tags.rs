//! The tags that htmlparser knows as elements, and which tags end them.

use std::sync::LazyLock;
use tamis_blocks::html::{KNOWN, known_tag};
use tamis_blocks::page::Tag;

/// How the content of an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scanner {
    /// Elements and text.
    Composite,
    /// Text up to the next end tag.
    Code,
}

#[derive(Debug)]
pub(super) struct TagRules {
    pub(super) tag: Tag,
    pub(super) scanner: Scanner,
    /// The start tags that end it.
    pub(super) enders: Vec<Tag>,
    /// The end tags that end it, other than its own.
    pub(super) end_tag_enders: Vec<Tag>,
}

impl TagRules {
    pub(super) fn of(tag: Tag) -> Option<&'static Self> {
        static BY_TAG: LazyLock<Vec<Option<TagRules>>> = LazyLock::new(|| {
            let mut by_tag: Vec<Option<TagRules>> = (0..KNOWN).map(|_| None).collect();
            for kind in KINDS.iter().filter_map(NamedElement::kind) {
                let at = kind.tag.0 as usize;
                by_tag[at] = Some(kind);
            }
            by_tag
        });
        BY_TAG.get(tag.0 as usize)?.as_ref()
    }

    /// Returns the tags of all end tags that end it.
    pub(super) fn all_enders(&self) -> impl Iterator<Item = Tag> {
        self.end_tag_enders.iter().copied().chain([self.tag])
    }
}

/// An element as it is written below.
struct NamedElement {
    name: &'static str,
    scanner: Scanner,
    enders: &'static [&'static str],
    end_tag_enders: &'static [&'static str],
}

impl NamedElement {
    fn kind(&self) -> Option<TagRules> {
        let tags =
            |names: &[&str]| names.iter().filter_map(|name| known_tag(name.as_bytes())).collect();
        Some(TagRules {
            tag: known_tag(self.name.as_bytes())?,
            scanner: self.scanner,
            enders: tags(self.enders),
            end_tag_enders: tags(self.end_tag_enders),
        })
    }
}

const fn element(
    name: &'static str,
    enders: &'static [&'static str],
    end_tag_enders: &'static [&'static str],
) -> NamedElement {
    NamedElement { name, scanner: Scanner::Composite, enders, end_tag_enders }
}

const fn code(name: &'static str) -> NamedElement {
    NamedElement { name, scanner: Scanner::Code, enders: &[], end_tag_enders: PAGE }
}

const PAGE: &[&str] = &["BODY", "HTML"];
const FORM: &[&str] = &["FORM", "BODY", "HTML"];
const LIST: &[&str] = &["DL", "BODY", "HTML"];
const HEADINGS: &[&str] = &["H1", "H2", "H3", "H4", "H5", "H6", "PARAM"];
const FIELDS: &[&str] = &["INPUT", "TEXTAREA", "SELECT", "OPTION"];
const TABLE_PARTS: &[&str] = &["TBODY", "TFOOT", "THEAD"];
const CELL_END: &[&str] = &["TR", "TBODY", "TFOOT", "THEAD", "TABLE"];

/// Those of version 1.6.
const KINDS: &[NamedElement] = &[
    element(
        "A",
        &["A", "P", "DIV", "TD", "TR", "FORM", "LI"],
        &["P", "DIV", "TD", "TR", "FORM", "LI", "BODY", "HTML"],
    ),
    element("DIV", &[], PAGE),
    element("SPAN", &[], &[]),
    element(
        "P",
        &[
            "ADDRESS",
            "BLOCKQUOTE",
            "CENTER",
            "DD",
            "DIR",
            "DIV",
            "DL",
            "DT",
            "FIELDSET",
            "FORM",
            "H1",
            "H2",
            "H3",
            "H4",
            "H5",
            "H6",
            "HR",
            "ISINDEX",
            "LI",
            "MENU",
            "NOFRAMES",
            "OL",
            "P",
            "PARAM",
            "PRE",
            "UL",
        ],
        PAGE,
    ),
    element("LI", &["LI"], &["UL", "OL", "BODY", "HTML"]),
    element("UL", &[], PAGE),
    element("OL", &[], PAGE),
    element("TD", &["TD", "TR", "TBODY", "TFOOT", "THEAD"], CELL_END),
    element("TH", &["TH", "TR", "TBODY", "TFOOT", "THEAD"], CELL_END),
    element("TR", TABLE_PARTS, &["TBODY", "TFOOT", "THEAD", "TABLE"]),
    element("TABLE", &[], PAGE),
    element("H1", HEADINGS, PAGE),
    element("H2", HEADINGS, PAGE),
    element("H3", HEADINGS, PAGE),
    element("H4", HEADINGS, PAGE),
    element("H5", HEADINGS, PAGE),
    element("H6", HEADINGS, PAGE),
    element("APPLET", &[], PAGE),
    element("BODY", &["BODY"], &["HTML"]),
    element("DD", &["DD", "DT"], LIST),
    element("DT", &["DD", "DT"], LIST),
    element("DL", &[], PAGE),
    element("FORM", &["FORM"], &["HTML", "BODY", "TABLE"]),
    element("FRAMESET", &[], &["HTML"]),
    element("HEAD", &["HEAD", "BODY"], &["HTML"]),
    element("HTML", &[], &[]),
    element("LABEL", &["LABEL"], &[]),
    element("OBJECT", &[], PAGE),
    element("OPTION", FIELDS, &["SELECT", "FORM", "BODY", "HTML"]),
    element("SELECT", &["INPUT", "TEXTAREA", "SELECT"], FORM),
    element("TEXTAREA", FIELDS, FORM),
    element("TITLE", &["TITLE", "BODY"], &["HEAD", "HTML"]),
    code("SCRIPT"),
    code("STYLE"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_well_known() {
        for named in KINDS {
            let kind = named.kind().and_then(|kind| TagRules::of(kind.tag));
            let counts = kind.map(|kind| (kind.enders.len(), kind.end_tag_enders.len()));
            assert_eq!(counts, Some((named.enders.len(), named.end_tag_enders.len())));
        }
    }
}
