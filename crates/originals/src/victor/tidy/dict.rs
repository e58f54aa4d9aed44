//! The elements that tidy knows: what each may be in, and which parser reads its content.

use std::sync::LazyLock;
use tamis_blocks::html::{KNOWN, known_tag};

/// Properties of an element, as bits.
pub(super) type TidyModel = u32;

pub(super) const EMPTY: TidyModel = 1;
pub(super) const HTML: TidyModel = 1 << 1;
pub(super) const HEAD: TidyModel = 1 << 2;
pub(super) const BLOCK: TidyModel = 1 << 3;
pub(super) const INLINE: TidyModel = 1 << 4;
pub(super) const LIST: TidyModel = 1 << 5;
pub(super) const DEFLIST: TidyModel = 1 << 6;
pub(super) const TABLE: TidyModel = 1 << 7;
pub(super) const ROWGRP: TidyModel = 1 << 8;
pub(super) const ROW: TidyModel = 1 << 9;
pub(super) const FIELD: TidyModel = 1 << 10;
pub(super) const OBJECT: TidyModel = 1 << 11;
pub(super) const PARAM: TidyModel = 1 << 12;
pub(super) const FRAMES: TidyModel = 1 << 13;
pub(super) const HEADING: TidyModel = 1 << 14;
pub(super) const MIXED: TidyModel = 1 << 15;

/// How the content of an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TidyParser {
    Block,
    Body,
    ColGroup,
    DefList,
    Empty,
    FrameSet,
    Head,
    Html,
    Inline,
    List,
    Namespace,
    NoFrames,
    OptGroup,
    Pre,
    Row,
    RowGroup,
    Script,
    Select,
    TableTag,
    Text,
    Title,
}

/// One row of the dictionary.
pub(super) struct DictEntry {
    pub name: &'static str,
    pub model: TidyModel,
    pub parser: TidyParser,
}

macro_rules! dictionary {
    ($($tag:ident $name:literal [$($flag:ident)*] $parser:ident;)*) => {
        /// An element that tidy knows, or `Unknown`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[repr(u8)]
        pub(super) enum TidyTag { #[default] Unknown, $($tag,)* }

        const TAGS: &[TidyTag] = &[$(TidyTag::$tag),*];

        const ENTRIES: &[DictEntry] = &[
            DictEntry { name: "", model: 0, parser: TidyParser::Empty },
            $(DictEntry { name: $name, model: 0 $(| $flag)*, parser: TidyParser::$parser },)*
        ];
    };
}

dictionary! {
    A "a" [INLINE BLOCK MIXED] Block;
    Abbr "abbr" [INLINE] Inline;
    Acronym "acronym" [INLINE] Inline;
    Address "address" [BLOCK] Block;
    Align "align" [BLOCK] Block;
    Applet "applet" [OBJECT INLINE PARAM] Block;
    Area "area" [BLOCK EMPTY] Empty;
    Article "article" [BLOCK] Block;
    Aside "aside" [BLOCK] Block;
    Audio "audio" [BLOCK INLINE] Block;
    B "b" [INLINE] Inline;
    Base "base" [HEAD EMPTY] Empty;
    BaseFont "basefont" [INLINE EMPTY] Empty;
    Bdi "bdi" [INLINE] Inline;
    Bdo "bdo" [INLINE] Inline;
    BgSound "bgsound" [HEAD EMPTY] Empty;
    Big "big" [INLINE] Inline;
    Blink "blink" [INLINE] Inline;
    BlockQuote "blockquote" [BLOCK] Block;
    Body "body" [HTML] Body;
    Br "br" [INLINE EMPTY] Empty;
    Button "button" [INLINE] Inline;
    Canvas "canvas" [BLOCK] Block;
    Caption "caption" [TABLE] Block;
    Center "center" [BLOCK] Block;
    Cite "cite" [INLINE] Inline;
    Code "code" [INLINE] Inline;
    Col "col" [TABLE EMPTY] Empty;
    ColGroup "colgroup" [TABLE] ColGroup;
    Command "command" [HEAD INLINE EMPTY] Empty;
    Comment "comment" [INLINE] Inline;
    Data "data" [INLINE] Inline;
    DataList "datalist" [INLINE FIELD] Select;
    Dd "dd" [DEFLIST] Block;
    Del "del" [INLINE BLOCK MIXED] Inline;
    Details "details" [BLOCK] Block;
    Dfn "dfn" [INLINE] Inline;
    Dialog "dialog" [BLOCK] Block;
    Dir "dir" [BLOCK] List;
    Div "div" [BLOCK] Block;
    Dl "dl" [BLOCK] DefList;
    Dt "dt" [DEFLIST] Inline;
    Em "em" [INLINE] Inline;
    Embed "embed" [INLINE EMPTY] Empty;
    FieldSet "fieldset" [BLOCK] Block;
    FigCaption "figcaption" [BLOCK] Block;
    Figure "figure" [BLOCK] Block;
    Font "font" [INLINE] Inline;
    Footer "footer" [BLOCK] Block;
    Form "form" [BLOCK] Block;
    Frame "frame" [FRAMES EMPTY] Empty;
    FrameSet "frameset" [HTML FRAMES] FrameSet;
    H1 "h1" [BLOCK HEADING] Inline;
    H2 "h2" [BLOCK HEADING] Inline;
    H3 "h3" [BLOCK HEADING] Inline;
    H4 "h4" [BLOCK HEADING] Inline;
    H5 "h5" [BLOCK HEADING] Inline;
    H6 "h6" [BLOCK HEADING] Inline;
    Head "head" [HTML] Head;
    Header "header" [BLOCK] Block;
    HGroup "hgroup" [BLOCK] Block;
    Hr "hr" [BLOCK EMPTY] Empty;
    Html "html" [HTML] Html;
    I "i" [INLINE] Inline;
    IFrame "iframe" [INLINE] Block;
    ILayer "ilayer" [INLINE] Inline;
    Img "img" [INLINE EMPTY] Empty;
    Input "input" [INLINE EMPTY] Empty;
    Ins "ins" [INLINE BLOCK MIXED] Inline;
    IsIndex "isindex" [BLOCK EMPTY] Empty;
    Kbd "kbd" [INLINE] Inline;
    KeyGen "keygen" [INLINE EMPTY] Empty;
    Label "label" [INLINE] Inline;
    Layer "layer" [BLOCK] Block;
    Legend "legend" [INLINE] Inline;
    Li "li" [LIST] Block;
    Link "link" [HEAD BLOCK EMPTY] Empty;
    Listing "listing" [BLOCK] Pre;
    Main "main" [BLOCK] Block;
    Map "map" [INLINE] Block;
    Mark "mark" [INLINE] Inline;
    Marquee "marquee" [INLINE] Inline;
    Math "math" [INLINE BLOCK MIXED] Namespace;
    Menu "menu" [BLOCK] Block;
    MenuItem "menuitem" [INLINE BLOCK MIXED] Inline;
    Meta "meta" [HEAD BLOCK EMPTY] Empty;
    Meter "meter" [INLINE] Inline;
    MultiCol "multicol" [BLOCK] Block;
    Nav "nav" [BLOCK] Block;
    NextId "nextid" [HEAD EMPTY] Empty;
    NoBr "nobr" [INLINE] Inline;
    NoEmbed "noembed" [INLINE] Inline;
    NoFrames "noframes" [BLOCK FRAMES] NoFrames;
    NoLayer "nolayer" [BLOCK INLINE MIXED] Block;
    NoSave "nosave" [BLOCK] Block;
    NoScript "noscript" [HEAD BLOCK INLINE MIXED] Block;
    Object "object" [OBJECT INLINE PARAM] Block;
    Ol "ol" [BLOCK] List;
    OptGroup "optgroup" [FIELD] OptGroup;
    Option "option" [FIELD] Text;
    Output "output" [INLINE] Inline;
    P "p" [BLOCK] Inline;
    Param "param" [INLINE EMPTY] Empty;
    Picture "picture" [INLINE] Inline;
    PlainText "plaintext" [BLOCK] Pre;
    Pre "pre" [BLOCK] Pre;
    Progress "progress" [INLINE] Inline;
    Q "q" [INLINE] Inline;
    Rb "rb" [INLINE] Inline;
    Rbc "rbc" [INLINE] Inline;
    Rp "rp" [INLINE] Inline;
    Rt "rt" [INLINE] Inline;
    Rtc "rtc" [INLINE] Inline;
    Ruby "ruby" [INLINE] Inline;
    S "s" [INLINE] Inline;
    Samp "samp" [INLINE] Inline;
    Script "script" [HEAD MIXED BLOCK INLINE] Script;
    Section "section" [BLOCK] Block;
    Select "select" [INLINE FIELD] Select;
    Server "server" [HEAD MIXED BLOCK INLINE] Script;
    Servlet "servlet" [OBJECT INLINE PARAM] Block;
    Small "small" [INLINE] Inline;
    Source "source" [BLOCK INLINE EMPTY] Block;
    Spacer "spacer" [INLINE EMPTY] Empty;
    Span "span" [INLINE] Inline;
    Strike "strike" [INLINE] Inline;
    Strong "strong" [INLINE] Inline;
    Style "style" [HEAD BLOCK] Script;
    Sub "sub" [INLINE] Inline;
    Summary "summary" [BLOCK] Block;
    Sup "sup" [INLINE] Inline;
    Svg "svg" [INLINE BLOCK MIXED] Namespace;
    Table "table" [BLOCK] TableTag;
    Tbody "tbody" [TABLE ROWGRP] RowGroup;
    Td "td" [ROW] Block;
    Template "template" [BLOCK HEAD] Block;
    TextArea "textarea" [INLINE FIELD] Text;
    Tfoot "tfoot" [TABLE ROWGRP] RowGroup;
    Th "th" [ROW] Block;
    Thead "thead" [TABLE ROWGRP] RowGroup;
    Time "time" [INLINE] Inline;
    Title "title" [HEAD] Title;
    Tr "tr" [TABLE] Row;
    Track "track" [BLOCK EMPTY] Block;
    Tt "tt" [INLINE] Inline;
    U "u" [INLINE] Inline;
    Ul "ul" [BLOCK] List;
    Var "var" [INLINE] Inline;
    Video "video" [BLOCK INLINE] Block;
    Wbr "wbr" [INLINE EMPTY] Empty;
    Xmp "xmp" [BLOCK] Pre;
}

impl TidyTag {
    /// The element of this name in small letters.
    pub fn from_name(name: &str) -> Self {
        /// By the numbers of well-known names, and those whose names are not well-known.
        static TABLES: LazyLock<(Vec<TidyTag>, Vec<TidyTag>)> = LazyLock::new(|| {
            let mut numbered = vec![TidyTag::Unknown; KNOWN];
            let mut others = Vec::new();
            for &tag in TAGS {
                match known_tag(tag.entry().name.as_bytes()) {
                    Some(known) => numbered[known.0 as usize] = tag,
                    None => others.push(tag),
                }
            }
            (numbered, others)
        });
        let (numbered, others) = &*TABLES;
        if let Some(known) = known_tag(name.as_bytes()) {
            return numbered[known.0 as usize];
        }
        let is_it = |tag: &&Self| tag.entry().name.eq_ignore_ascii_case(name);
        others.iter().find(is_it).copied().unwrap_or_default()
    }

    /// Its row for HTML 5.
    pub fn entry(self) -> &'static DictEntry {
        &ENTRIES[self as usize]
    }

    /// Whether it is one of H1 to H6 or another heading.
    pub fn is_any(self, tags: &[Self]) -> bool {
        tags.contains(&self)
    }
}
