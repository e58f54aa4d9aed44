//! Names of nodes as numbers: fixed ones for the names that the parser and its users know, then the
//! other names of the page in order of appearance.

use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A node's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u16);

macro_rules! names {
    ($($constant:ident $name:literal)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum NamePlace { $($constant),* }

        impl Name { $(pub const $constant: Self = Self(NamePlace::$constant as u16);)* }

        const NAMES: &[&[u8]] = &[$($name),*];

        /// Returns a name that is known, in lower case.
        fn known(name: &[u8]) -> Option<Name> {
            match name {
                $($name => Some(Name::$constant),)*
                _ => None,
            }
        }
    };
}

names! {
    A b"a" ABBR b"abbr" ACRONYM b"acronym" ADDRESS b"address" ANNOTATION_XML b"annotation-xml"
    APPLET b"applet" AREA b"area" ARTICLE b"article" ASIDE b"aside" AUDIO b"audio" B b"b"
    BASE b"base" BASEFONT b"basefont" BDO b"bdo" BGSOUND b"bgsound" BIG b"big"
    BLOCKQUOTE b"blockquote" BODY b"body" BR b"br" BUTTON b"button" CANVAS b"canvas"
    CAPTION b"caption" CENTER b"center" CHECKBOX b"checkbox" CITE b"cite" CODE b"code" COL b"col"
    COLGROUP b"colgroup" COMMAND b"command" DATA b"data" DATALIST b"datalist" DD b"dd" DEL b"del"
    DESC b"desc" DETAILS b"details" DFN b"dfn" DIALOG b"dialog" DIR b"dir" DIV b"div" DL b"dl"
    DT b"dt" EM b"em" EMBED b"embed" FIELDSET b"fieldset" FIGCAPTION b"figcaption" FIGURE b"figure"
    FONT b"font" FOOTER b"footer" FOREIGNOBJECT b"foreignobject" FORM b"form" FRAME b"frame"
    FRAMESET b"frameset" H1 b"h1" H2 b"h2" H3 b"h3" H4 b"h4" H5 b"h5" H6 b"h6" HEAD b"head"
    HEADER b"header" HGROUP b"hgroup" HR b"hr" HTML b"html" I b"i" IFRAME b"iframe" IMAGE b"image"
    IMG b"img" INPUT b"input" INS b"ins" ISINDEX b"isindex" KBD b"kbd" KEYGEN b"keygen"
    LABEL b"label" LEGEND b"legend" LI b"li" LINK b"link" LISTING b"listing" MAIN b"main"
    MALIGNMARK b"malignmark" MARK b"mark" MARQUEE b"marquee" MATH b"math" MENU b"menu" META b"meta"
    METER b"meter" MGLYPH b"mglyph" MI b"mi" MN b"mn" MO b"mo" MS b"ms" MTEXT b"mtext" NAV b"nav"
    NOBR b"nobr" NOEMBED b"noembed" NOFRAMES b"noframes" NOSCRIPT b"noscript" OBJECT b"object"
    OL b"ol" OPTGROUP b"optgroup" OPTION b"option" OUTPUT b"output" P b"p" PARAM b"param"
    PICTURE b"picture" PLAINTEXT b"plaintext" PRE b"pre" PROGRESS b"progress" Q b"q" RADIO b"radio"
    RB b"rb" RP b"rp" RT b"rt" RTC b"rtc" RUBY b"ruby" S b"s" SAMP b"samp" SCRIPT b"script"
    SEARCH b"search" SECTION b"section" SELECT b"select" SMALL b"small" SOURCE b"source"
    SPAN b"span" STRIKE b"strike" STRONG b"strong" STYLE b"style" SUB b"sub" SUMMARY b"summary"
    SUP b"sup" SVG b"svg" TABLE b"table" TBODY b"tbody" TD b"td" TEMPLATE b"template"
    TEXTAREA b"textarea" TFOOT b"tfoot" TH b"th" THEAD b"thead" TIME b"time" TITLE b"title" TR b"tr"
    TRACK b"track" TT b"tt" U b"u" UL b"ul" VAR b"var" VIDEO b"video" WBR b"wbr" XMP b"xmp"
    TEXT b"#text" COMMENT b"#comment" DOCUMENT b"#document" FOREIGN b"#foreign"
    INTEGRATION b"#integration"
}

/// A set of known names.
#[derive(Debug, Clone, Copy, Default)]
pub struct Set([u64; 3]);

impl Set {
    /// The set of these known names, separated by spaces.
    ///
    /// # Panics
    /// A name is not known. Names come from the source code only, so this happens when it is
    /// compiled.
    pub const fn from_names(names: &str) -> Self {
        let names = names.as_bytes();
        let mut set = Self([0; 3]);
        let mut at = 0;
        while at < names.len() {
            let mut end = at;
            while end < names.len() && names[end] != b' ' {
                end += 1;
            }
            if end > at {
                set.add(numbered(names, at, end));
            }
            at = end + 1;
        }
        set
    }

    /// Adds a name; one that is not known stays out.
    pub const fn add(&mut self, name: Name) {
        let word = name.0 as usize / 64;
        if word < self.0.len() {
            self.0[word] |= 1 << (name.0 % 64);
        }
    }

    /// Whether the set contains a name.
    pub const fn has(&self, name: Name) -> bool {
        let word = name.0 as usize / 64;
        word < self.0.len() && self.0[word] >> (name.0 % 64) & 1 == 1
    }
}

/// The known name that stands in a list of names.
const fn numbered(names: &[u8], at: usize, end: usize) -> Name {
    let mut number = 0;
    while number < NAMES.len() {
        let name = NAMES[number];
        let mut same = 0;
        while same < name.len() && same < end - at && name[same] == names[at + same] {
            same += 1;
        }
        if same == name.len() && same == end - at {
            return Name(number as u16);
        }
        number += 1;
    }
    panic!("no known name")
}

/// The known names of at most eight bytes, which are nearly all tags of a page.
static SHORT: LazyLock<FxHashMap<u64, Name>> = LazyLock::new(|| {
    let names = (0..).zip(NAMES).filter_map(|(number, name)| Some((packed(name)?, Name(number))));
    names.collect()
});

/// Returns a name of at most eight bytes as a number, in lower case. Zeros fill it up, so that none
/// may be at its end.
fn packed(name: &[u8]) -> Option<u64> {
    let mut bytes = [0; 8];
    bytes.get_mut(..name.len())?.copy_from_slice(name);
    bytes.make_ascii_lowercase();
    (name.last() != Some(&0)).then_some(u64::from_le_bytes(bytes))
}

/// The names of a page that are not known.
#[derive(Debug, Default)]
pub(crate) struct PageNames {
    /// Known names that are treated like others.
    pub unknown: Set,
    own: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u16>,
    lower: Vec<u8>,
}

impl PageNames {
    /// Returns the name of a tag. When numbers run out, all further names share the last one.
    pub fn intern(&mut self, written: &[u8]) -> Name {
        let short = packed(written).and_then(|packed| SHORT.get(&packed));
        if let Some(&name) = short.filter(|&&name| !self.unknown.has(name)) {
            return name;
        }
        self.lower.clear();
        self.lower.extend(written.iter().map(u8::to_ascii_lowercase));
        if !written.is_ascii() {
            self.lower = String::from_utf8_lossy(written).to_lowercase().into_bytes();
        }
        if let Some(name) = known(&self.lower).filter(|&name| !self.unknown.has(name)) {
            return name;
        }
        if let Some(&number) = self.numbers.get(&*self.lower) {
            return Name(number);
        }
        let number = NAMES.len() + self.own.len();
        if number < usize::from(u16::MAX) {
            let name = self.lower.clone().into_boxed_slice();
            self.own.push(name.clone());
            self.numbers.insert(name, number as u16);
        }
        Name(number as u16)
    }

    pub fn get(&self, name: Name) -> &[u8] {
        let place = usize::from(name.0);
        match NAMES.get(place) {
            Some(name) => name,
            None => self.own.get(place - NAMES.len()).map_or(&b""[..], |name| name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        let mut names = PageNames::default();
        assert_eq!(
            (names.intern(b"BR"), names.intern(b"h6"), names.intern(b"xmp")),
            (Name::BR, Name::H6, Name::XMP)
        );
        let own = names.intern(b"my-Own");
        assert_eq!((names.intern(b"MY-OWN"), names.get(own)), (own, &b"my-own"[..]));
        assert_ne!(names.intern("É".as_bytes()), own);
        assert_eq!(names.get(Name::TABLE), b"table");
    }

    #[test]
    fn a_set_has_what_it_was_made_of() {
        const SET: Set = Set::from_names("a xmp #document");
        let held: Vec<u16> = (0..=u16::MAX).filter(|&number| SET.has(Name(number))).collect();
        assert_eq!(held, [Name::A.0, Name::XMP.0, Name::DOCUMENT.0]);
    }
}
