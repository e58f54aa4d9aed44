//! Well-known elements: their numbers, and the table of boilerpipe's patched NekoHTML 1.9.13
//! (`HTMLElements`): where each element may be, what it closes, how it ends.

use crate::lookup::Lookup;
use crate::page::Tag;

/// How an element nests (NekoHTML's flags).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementKind {
    /// No flags: the start tag closes open inline elements and reopens them inside.
    Plain,
    /// Inline: if a misnested end tag closes inline elements above it, they are reopened.
    Inline,
    /// Block: end tags of other elements do not close it.
    Block,
    /// Block and container (TABLE).
    BlockContainer,
    /// Container: its end tag closes blocks inside.
    Container,
    /// Void: has no content.
    Void,
    /// Its content is text for the tokenizer.
    Special,
}

impl ElementKind {
    pub(super) const fn is_block(self) -> bool {
        matches!(self, Self::Block | Self::BlockContainer)
    }

    pub(super) const fn is_container(self) -> bool {
        matches!(self, Self::Container | Self::BlockContainer)
    }
}

/// One row of the balancer's table.
#[derive(Debug)]
pub(super) struct BalancerElement {
    pub kind: ElementKind,
    /// One of these must be open; otherwise the first is opened.
    pub parents: &'static [TagCode],
    /// Open elements that the start tag closes.
    pub closes: &'static [TagCode],
    /// False if the element closes itself: its start tag searches the whole stack, and its end tag
    /// closes blocks inside. This is boilerpipe's patch against nested anchors; it also flattens
    /// nested lists and tables.
    pub nestable: bool,
}

macro_rules! elements {
    ($($name:ident $kind:ident [$($parent:ident)*] [$($closed:ident)*];)*) => {
        /// The elements that the balancer distinguishes. All others are [`TagCode::Unknown`].
        #[allow(clippy::upper_case_acronyms)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum TagCode { $($name,)* Unknown }

        const CODES: &[TagCode] = &[$(TagCode::$name),*];

        const TABLE_NAMES: &[&str] = &[$(stringify!($name)),*];

        static ELEMENTS: &[BalancerElement] = &[
            $(BalancerElement {
                kind: ElementKind::$kind,
                parents: &[$(TagCode::$parent),*],
                closes: &[$(TagCode::$closed),*],
                nestable: true $(&& !same(stringify!($name), stringify!($closed)))*,
            },)*
            BalancerElement {
                kind: ElementKind::Container,
                parents: &[TagCode::BODY, TagCode::HEAD],
                closes: &[],
                nestable: true,
            },
        ];
    };
}

/// Whether two names are the same, at compile time.
pub const fn same(a: &str, b: &str) -> bool {
    let a = a.as_bytes();
    let b = b.as_bytes();
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

// name, kind, parents, closes.
elements! {
    A          Inline         [BODY]              [A];
    ABBR       Inline         [BODY]              [];
    ACRONYM    Inline         [BODY]              [];
    ADDRESS    Block          [BODY]              [];
    APPLET     Plain          [BODY]              [];
    AREA       Void           [MAP]               [];
    B          Inline         [BODY]              [];
    BASE       Void           [HEAD]              [];
    BASEFONT   Plain          [HEAD]              [];
    BDO        Inline         [BODY]              [];
    BGSOUND    Void           [HEAD]              [];
    BIG        Inline         [BODY]              [];
    BLINK      Inline         [BODY]              [];
    BLOCKQUOTE Block          [BODY]              [P];
    BODY       Container      [HTML]              [HEAD];
    BR         Void           [BODY]              [];
    BUTTON     Plain          [BODY]              [];
    CAPTION    Inline         [TABLE]             [];
    CENTER     Plain          [BODY]              [];
    CITE       Inline         [BODY]              [];
    CODE       Inline         [BODY]              [];
    COL        Void           [TABLE]             [];
    COLGROUP   Plain          [TABLE]             [COL COLGROUP];
    COMMENT    Special        [HTML]              [];
    DD         Plain          [DL]                [DT DD];
    DEL        Plain          [BODY]              [];
    DFN        Inline         [BODY]              [];
    DIR        Plain          [BODY]              [];
    DIV        Block          [BODY]              [P];
    DL         Block          [BODY]              [];
    DT         Plain          [DL]                [DT DD];
    EM         Inline         [BODY]              [];
    EMBED      Plain          [BODY]              [];
    FIELDSET   Plain          [BODY]              [];
    FONT       Container      [BODY]              [];
    FORM       Container      [BODY TD DIV]       [BUTTON P];
    FRAME      Void           [FRAMESET]          [];
    FRAMESET   Plain          [HTML]              [];
    H1         Block          [BODY A]            [H1 H2 H3 H4 H5 H6 P];
    H2         Block          [BODY A]            [H1 H2 H3 H4 H5 H6 P];
    H3         Block          [BODY A]            [H1 H2 H3 H4 H5 H6 P];
    H4         Block          [BODY A]            [H1 H2 H3 H4 H5 H6 P];
    H5         Block          [BODY A]            [H1 H2 H3 H4 H5 H6 P];
    H6         Block          [BODY A]            [H1 H2 H3 H4 H5 H6 P];
    HEAD       Plain          [HTML]              [];
    HR         Void           [BODY]              [P];
    HTML       Plain          []                  [];
    I          Inline         [BODY]              [];
    IFRAME     Block          [BODY]              [];
    ILAYER     Block          [BODY]              [];
    IMG        Void           [BODY]              [];
    INPUT      Void           [BODY]              [];
    INS        Plain          [BODY]              [];
    ISINDEX    Plain          [HEAD]              [];
    KBD        Inline         [BODY]              [];
    KEYGEN     Plain          [BODY]              [];
    LABEL      Plain          [BODY]              [];
    LAYER      Block          [BODY]              [];
    LEGEND     Inline         [FIELDSET]          [];
    LI         Plain          [BODY UL OL]        [LI];
    LINK       Void           [HEAD]              [];
    LISTING    Plain          [BODY]              [];
    MAP        Inline         [BODY]              [];
    MARQUEE    Plain          [BODY]              [];
    MENU       Plain          [BODY]              [];
    META       Void           [HEAD]              [STYLE TITLE];
    MULTICOL   Plain          [BODY]              [];
    NEXTID     Void           [BODY]              [];
    NOBR       Inline         [BODY]              [];
    NOEMBED    Plain          [BODY]              [];
    NOFRAMES   Plain          [FRAMESET]          [];
    NOLAYER    Plain          [BODY]              [];
    NOSCRIPT   Plain          [BODY]              [];
    OBJECT     Plain          [BODY]              [];
    OL         Block          [BODY]              [];
    OPTGROUP   Plain          [SELECT]            [OPTION];
    OPTION     Plain          [SELECT]            [OPTION];
    P          Container      [BODY]              [P];
    PARAM      Void           [OBJECT APPLET]     [];
    PLAINTEXT  Special        [BODY]              [];
    PRE        Plain          [BODY]              [];
    Q          Inline         [BODY]              [];
    RB         Inline         [RUBY]              [RB];
    RBC        Plain          [RUBY]              [];
    RP         Inline         [RUBY]              [RB];
    RT         Inline         [RUBY]              [RB RP];
    RTC        Plain          [RUBY]              [RBC];
    RUBY       Plain          [BODY]              [RUBY];
    S          Plain          [BODY]              [];
    SAMP       Inline         [BODY]              [];
    SCRIPT     Special        [HEAD BODY]         [];
    SELECT     Container      [BODY]              [SELECT];
    SMALL      Inline         [BODY]              [];
    SOUND      Void           [HEAD]              [];
    SPACER     Void           [BODY]              [];
    SPAN       Container      [BODY]              [];
    STRIKE     Inline         [BODY]              [];
    STRONG     Inline         [BODY]              [];
    STYLE      Special        [HEAD BODY]         [STYLE TITLE META];
    SUB        Inline         [BODY]              [];
    SUP        Inline         [BODY]              [];
    TABLE      BlockContainer [BODY]              [];
    TBODY      Plain          [TABLE]             [THEAD TD TH TR COLGROUP];
    TD         Container      [TR]                [TD TH];
    TEXTAREA   Special        [BODY]              [];
    TFOOT      Plain          [TABLE]             [THEAD TBODY TD TH TR];
    TH         Container      [TR]                [TD TH];
    THEAD      Plain          [TABLE]             [COLGROUP];
    TITLE      Special        [HEAD BODY]         [];
    TR         Block          [TBODY THEAD TFOOT] [TD TH TR COLGROUP];
    TT         Inline         [BODY]              [];
    U          Inline         [BODY]              [];
    UL         Block          [BODY]              [];
    VAR        Inline         [BODY]              [];
    WBR        Void           [BODY]              [];
    XML        Plain          [BODY]              [];
    XMP        Special        [BODY]              [];
}

/// Frequent names that NekoHTML does not know: numbered for speed, [`TagCode::Unknown`] to the
/// balancer.
#[rustfmt::skip]
const LATER_NAMES: &[&str] = &[
    "ARTICLE", "ASIDE", "AUDIO", "CANVAS", "CIRCLE", "CLIPPATH", "DATA", "DATALIST", "DEFS",
    "DETAILS", "DIALOG", "FIGCAPTION", "FIGURE", "FOOTER", "G", "HEADER", "HGROUP", "LINE",
    "LINEARGRADIENT", "MAIN", "MARK", "MASK", "METER", "NAV", "OUTPUT", "PATH", "PICTURE",
    "POLYGON", "POLYLINE", "PROGRESS", "RECT", "SECTION", "SLOT", "SOURCE", "STOP", "SUMMARY",
    "SVG", "SYMBOL", "TEMPLATE", "TIME", "TRACK", "USE", "VIDEO",
];

/// Number of codes, including the unknown one.
pub(super) const CODE_COUNT: usize = CODES.len() + 1;

/// Number of well-known names; other names of a page are numbered from here.
pub const KNOWN: usize = TABLE_NAMES.len() + LATER_NAMES.len();

impl TagCode {
    pub(super) fn element(self) -> &'static BalancerElement {
        &ELEMENTS[self as usize]
    }

    pub(super) const fn tag(self) -> Tag {
        Tag(self as u16)
    }
}

/// `<title>`.
pub const TITLE: Tag = TagCode::TITLE.tag();

/// The balancer's code of a well-known name.
pub(super) fn code(tag: Tag) -> TagCode {
    CODES.get(tag.0 as usize).copied().unwrap_or(TagCode::Unknown)
}

/// Returns the upper-case name of a well-known element; `None` for any other tag.
pub fn known_name(tag: Tag) -> Option<&'static str> {
    let index = tag.0 as usize;
    TABLE_NAMES
        .get(index)
        .or_else(|| LATER_NAMES.get(index.checked_sub(TABLE_NAMES.len())?))
        .copied()
}

const fn name_at(index: usize) -> &'static str {
    if index < TABLE_NAMES.len() {
        TABLE_NAMES[index]
    } else {
        LATER_NAMES[index - TABLE_NAMES.len()]
    }
}

static TAGS: Lookup<KNOWN, 1024> = {
    let mut names = [""; KNOWN];
    let mut index = 0;
    while index < KNOWN {
        names[index] = name_at(index);
        index += 1;
    }
    Lookup::new(names)
};

/// Returns the tag of a name in capitals.
///
/// # Panics
/// The name is none of the well-known ones: when the program is compiled, if it is for a constant.
pub const fn tag_named(name: &str) -> Tag {
    let mut index = 0;
    while !same(name_at(index), name) {
        index += 1;
    }
    Tag(index as u16)
}

/// Returns which tags, by their numbers, have these names, in capitals.
///
/// # Panics
/// As [`tag_named`].
pub const fn tags_named(names: &[&str]) -> [bool; KNOWN] {
    let mut named = [false; KNOWN];
    let mut i = 0;
    while i < names.len() {
        named[tag_named(names[i]).0 as usize] = true;
        i += 1;
    }
    named
}

/// Returns the tag of a well-known name, in any case.
pub fn known_tag(name: &[u8]) -> Option<Tag> {
    TAGS.find(name).map(Tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_own_number_in_any_case() {
        for index in 0..KNOWN {
            let name = name_at(index);
            let tag = Tag(index as u16);
            assert_eq!(known_tag(name.as_bytes()), Some(tag));
            assert_eq!(known_tag(name.to_lowercase().as_bytes()), Some(tag));
            assert_eq!(known_name(tag), Some(name));
        }
        assert_eq!(known_tag(b"x-own"), None);
        assert_eq!(known_tag(b""), None);
        assert_eq!(known_name(Tag(KNOWN as u16)), None);
    }

    #[test]
    fn the_lists_are_sorted_and_share_no_name() {
        assert!(TABLE_NAMES.is_sorted() && LATER_NAMES.is_sorted());
        assert!(LATER_NAMES.iter().all(|name| !TABLE_NAMES.contains(name)));
    }

    #[test]
    fn elements_that_close_themselves_are_not_nestable() {
        let not_nestable: Vec<_> = CODES
            .iter()
            .filter(|code| !code.element().nestable)
            .map(|code| name_at(*code as usize))
            .collect();
        let expected =
            "A COLGROUP DD DT H1 H2 H3 H4 H5 H6 LI OPTION P RB RUBY SELECT STYLE TD TH TR";
        assert_eq!(not_nestable.join(" "), expected);
    }
}
