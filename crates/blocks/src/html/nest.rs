//! Which open elements a tag closes: what most of the WHATWG's tree construction comes to, without
//! moving nodes.

use crate::html::{KNOWN, TITLE, known_name, known_tag};
use crate::page::Tag;
use std::sync::LazyLock;

/// The tag of the node around all others: none of the page's.
pub const ROOT: Tag = Tag(u16::MAX);

/// What a start tag closes, and what stops the search for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nesting {
    /// Text-level: B, SPAN, unknown elements.
    Inline,
    /// A: at most one is open.
    Anchor,
    /// Closes a P.
    Block,
    /// H1 to H6.
    Heading,
    /// P.
    Paragraph,
    /// LI.
    Item,
    /// DT and DD.
    Term,
    /// OPTION and OPTGROUP.
    Choice,
    /// UL, OL, MENU, DL.
    List,
    /// TABLE.
    Table,
    /// CAPTION, COLGROUP, THEAD, TBODY, TFOOT.
    Rows,
    /// TR.
    Row,
    /// TD, TH.
    Cell,
    /// HTML, HEAD, BODY.
    Page,
}

/// What an element does to the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Its content stands on lines of its own.
    Block,
    /// It is in a line.
    Inline,
    /// It is not shown.
    Hidden,
}

/// How elements of a name nest and are shown.
#[derive(Debug, Clone, Copy)]
pub struct Nature {
    nesting: Nesting,
    /// What it does to the text around.
    pub role: Role,
    /// Whether it has no content.
    pub is_void: bool,
    /// Whether `/>` closes it.
    pub closes_itself: bool,
}

impl Nature {
    /// That of a name, in capitals.
    pub fn of_name(name: &str) -> Self {
        Self {
            nesting: nesting(name),
            role: role(name),
            is_void: is_void(name),
            closes_itself: is_foreign(name),
        }
    }

    /// That of a tag; `None`, if the name is not well-known.
    pub fn of_known(tag: Tag) -> Option<Self> {
        static ALL: LazyLock<Vec<Nature>> = LazyLock::new(|| {
            let names = (0..KNOWN as u16).map(|number| known_name(Tag(number)));
            names.map(|name| Nature::of_name(name.unwrap_or_default())).collect()
        });
        ALL.get(tag.0 as usize).copied()
    }
}

/// An open element.
#[derive(Debug, Clone, Copy)]
pub struct NestedElement {
    tag: Tag,
    nesting: Nesting,
    /// Its node.
    pub node: u32,
    /// Whether it has no content.
    pub is_void: bool,
    /// Whether `/>` closes it.
    pub closes_itself: bool,
}

impl NestedElement {
    /// What is around all others.
    pub fn root() -> Self {
        Self { tag: ROOT, nesting: Nesting::Page, node: 0, is_void: false, closes_itself: false }
    }

    /// An element of this tag, which will be this node.
    pub fn new(tag: Tag, node: u32) -> Self {
        // Names that nobody knows nest alike.
        let nature = Nature::of_known(tag);
        let (nesting, is_void) =
            nature.map_or((Nesting::Inline, false), |n| (n.nesting, n.is_void));
        let closes_itself = nature.is_none_or(|nature| nature.closes_itself);
        Self { tag, nesting, node, is_void, closes_itself }
    }
}

fn nesting(name: &str) -> Nesting {
    match name {
        "A" => Nesting::Anchor,
        "P" => Nesting::Paragraph,
        "LI" => Nesting::Item,
        "DT" | "DD" => Nesting::Term,
        "OPTION" | "OPTGROUP" => Nesting::Choice,
        "UL" | "OL" | "MENU" | "DIR" | "DL" => Nesting::List,
        "TABLE" => Nesting::Table,
        "CAPTION" | "COLGROUP" | "THEAD" | "TBODY" | "TFOOT" => Nesting::Rows,
        "TR" => Nesting::Row,
        "TD" | "TH" => Nesting::Cell,
        "HTML" | "HEAD" | "BODY" => Nesting::Page,
        "H1" | "H2" | "H3" | "H4" | "H5" | "H6" => Nesting::Heading,
        "ADDRESS" | "ARTICLE" | "ASIDE" | "BLOCKQUOTE" | "CENTER" | "DETAILS" | "DIALOG"
        | "DIV" | "FIELDSET" | "FIGCAPTION" | "FIGURE" | "FOOTER" | "FORM" | "HEADER"
        | "HGROUP" | "HR" | "MAIN" | "NAV" | "PRE" | "LISTING" | "SECTION" | "SUMMARY" | "XMP"
        | "PLAINTEXT" => Nesting::Block,
        _ => Nesting::Inline,
    }
}

/// What an element of this name does.
fn role(name: &str) -> Role {
    match name {
        "A" | "ABBR" | "ACRONYM" | "B" | "BDI" | "BDO" | "BIG" | "BR" | "BUTTON" | "CITE"
        | "CODE" | "DATA" | "DEL" | "DFN" | "EM" | "FONT" | "I" | "IMG" | "INS" | "INPUT"
        | "KBD" | "LABEL" | "MARK" | "MATH" | "METER" | "NOBR" | "OUTPUT" | "PICTURE"
        | "PROGRESS" | "Q" | "RB" | "RP" | "RT" | "RUBY" | "S" | "SAMP" | "SMALL" | "SOURCE"
        | "SPAN" | "STRIKE" | "STRONG" | "SUB" | "SUP" | "TIME" | "TT" | "U" | "VAR" | "WBR"
        | "NOSCRIPT" | "SVG" | "IFRAME" | "MAP" | "SELECT" | "TEXTAREA" | "CANVAS" | "VIDEO"
        | "AUDIO" | "OBJECT" | "EMBED" => Role::Inline,
        "SCRIPT" | "STYLE" | "META" | "LINK" | "BASE" | "PARAM" | "TRACK" | "AREA" | "COL"
        | "FRAME" | "FRAMESET" => Role::Hidden,
        // Elements that nobody knows are in lines, as in a browser.
        _ if name.contains('-') || name.starts_with("MJX") => Role::Inline,
        _ => Role::Block,
    }
}

fn is_void(name: &str) -> bool {
    matches!(
        name,
        "AREA"
            | "BASE"
            | "BASEFONT"
            | "BGSOUND"
            | "BR"
            | "COL"
            | "EMBED"
            | "FRAME"
            | "HR"
            | "IMG"
            | "INPUT"
            | "KEYGEN"
            | "LINK"
            | "META"
            | "PARAM"
            | "SOURCE"
            | "TRACK"
            | "WBR"
    )
}

/// Whether an element is none of HTML's, so that `/>` closes it: those of SVG and MathML, and names
/// that nobody knows.
fn is_foreign(name: &str) -> bool {
    name.is_empty()
        || matches!(
            name,
            "CIRCLE"
                | "CLIPPATH"
                | "DEFS"
                | "G"
                | "LINE"
                | "LINEARGRADIENT"
                | "MASK"
                | "PATH"
                | "POLYGON"
                | "POLYLINE"
                | "RECT"
                | "STOP"
                | "SVG"
                | "SYMBOL"
                | "USE"
        )
}

/// Whether a page has such an element once, and has it already or must not have it here.
pub fn is_once(open: &[NestedElement], element: &NestedElement) -> bool {
    let is_other = |o: &NestedElement| o.tag == element.tag || o.nesting != Nesting::Page;
    element.nesting == Nesting::Page && open.iter().any(is_other)
}

/// How many elements stay open when an element begins.
pub fn closed_by_start(open: &[NestedElement], element: &NestedElement) -> usize {
    let all = open.len();
    // A title has no elements; one whose end is broken has the whole page inside.
    if let Some((title, rest)) = open.split_last()
        && title.tag == TITLE
    {
        return closed_by_start(rest, element);
    }
    match element.nesting {
        Nesting::Page => {
            // The body ends the head.
            open.iter()
                .rposition(|other| other.tag == tag("HEAD"))
                .filter(|at| at + 1 == all)
                .unwrap_or(all)
        }
        Nesting::Inline | Nesting::Choice if all > 0 => {
            let top = open[all - 1].nesting;
            if element.nesting == Nesting::Choice && top == Nesting::Choice { all - 1 } else { all }
        }
        Nesting::Anchor => {
            nearest(open, |e| e.nesting == Nesting::Anchor, |e| e.nesting == Nesting::Cell)
                .unwrap_or(all)
        }
        Nesting::Item => {
            let stops = |e: &NestedElement| {
                matches!(e.nesting, Nesting::List | Nesting::Cell | Nesting::Table)
            };
            let left = nearest(open, |e| e.nesting == Nesting::Item, stops);
            left.or_else(|| paragraph(open)).unwrap_or(all)
        }
        Nesting::Term => {
            let stops = |e: &NestedElement| {
                matches!(e.nesting, Nesting::List | Nesting::Cell | Nesting::Table)
            };
            let left = nearest(open, |e| e.nesting == Nesting::Term, stops);
            left.or_else(|| paragraph(open)).unwrap_or(all)
        }
        Nesting::Rows => in_table(open, |e| e.nesting == Nesting::Table),
        Nesting::Row => in_table(open, |e| matches!(e.nesting, Nesting::Table | Nesting::Rows)),
        Nesting::Cell => {
            in_table(open, |e| matches!(e.nesting, Nesting::Table | Nesting::Rows | Nesting::Row))
        }
        Nesting::Heading if open.last().is_some_and(|top| top.nesting == Nesting::Heading) => {
            all - 1
        }
        Nesting::Block | Nesting::Heading | Nesting::Paragraph | Nesting::List | Nesting::Table => {
            paragraph(open).unwrap_or(all)
        }
        Nesting::Inline | Nesting::Choice => all,
    }
}

fn tag(name: &str) -> Tag {
    known_tag(name.as_bytes()).unwrap_or(ROOT)
}

/// How many elements stay open if a P closes that is open here.
fn paragraph(open: &[NestedElement]) -> Option<usize> {
    let stops = |e: &NestedElement| {
        !matches!(
            e.nesting,
            Nesting::Inline | Nesting::Anchor | Nesting::Paragraph | Nesting::Heading
        )
    };
    nearest(open, |e| e.nesting == Nesting::Paragraph, stops)
}

/// Where the nearest open element is that is looked for, unless the search stops before.
fn nearest(
    open: &[NestedElement],
    is: impl Fn(&NestedElement) -> bool,
    stops: impl Fn(&NestedElement) -> bool,
) -> Option<usize> {
    for (at, element) in open.iter().enumerate().rev() {
        if is(element) {
            return Some(at);
        }
        if stops(element) {
            return None;
        }
    }
    None
}

/// How many elements stay open if what is open inside the nearest of these parts of a table ends;
/// all, if no table is open.
fn in_table(open: &[NestedElement], is_part: impl Fn(&NestedElement) -> bool) -> usize {
    open.iter().rposition(is_part).map_or(open.len(), |at| at + 1)
}

/// How many elements stay open after an end tag; `None` if it closes none.
pub fn closed_by_end(open: &[NestedElement], tag: Tag) -> Option<usize> {
    let of = NestedElement::new(tag, 0).nesting;
    if of == Nesting::Page {
        return None;
    }
    let same = |e: &NestedElement| match of {
        Nesting::Heading => e.nesting == Nesting::Heading,
        _ => e.tag == tag,
    };
    // An end tag does not reach out of a cell, nor one of text out of a block.
    let stops = |e: &NestedElement| match of {
        Nesting::Table => false,
        Nesting::Rows | Nesting::Row | Nesting::Cell => e.nesting == Nesting::Table,
        Nesting::Inline | Nesting::Anchor | Nesting::Choice => !matches!(
            e.nesting,
            Nesting::Inline | Nesting::Anchor | Nesting::Choice | Nesting::Paragraph
        ),
        Nesting::Item => matches!(e.nesting, Nesting::List | Nesting::Cell | Nesting::Table),
        _ => matches!(e.nesting, Nesting::Cell | Nesting::Table),
    };
    nearest(open, same, stops)
}
