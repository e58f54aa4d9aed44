//! A block of Victor: a run of text between two tags, with the elements around it and the tags
//! before it.

/// Kinds of elements that may be around a block.
pub(super) const CONTAINERS: usize = 9;
/// The bits of these kinds.
const BOLD: u16 = 1;
const ITALIC: u16 = 1 << 1;
const HEADING: u16 = 1 << 2;
const LIST: u16 = 1 << 3;
const FORM: u16 = 1 << 4;
const UNDERLINED: u16 = 1 << 5;
const PARAGRAPH: u16 = 1 << 6;
const LINK: u16 = 1 << 7;
const IMAGE: u16 = 1 << 8;
/// Kinds of tags that may separate it from the block before it.
pub(super) const SPLITS: usize = 5;

/// A run of text between two tags, not blank.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VictorBlock {
    /// Its text, character references decoded.
    pub text: String,
    /// One bit for each kind of element around it.
    pub(super) containers: u16,
    /// Start and end tags since the block before: inline, block, P, BR, HR.
    pub(super) splits: [u32; SPLITS],
    /// The number of the table cell (TD) it is in; blocks outside of cells share one.
    pub td: u32,
    /// The number of the DIV it is in.
    pub div: u32,
}

impl VictorBlock {
    /// A block of this text, outside of all elements.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }

    /// Adds an element that is around the block, by its name in small letters.
    pub fn add_container(&mut self, name: &str) {
        self.containers |= containers_of(name);
    }

    /// Adds a start or end tag that is between the previous block and this one.
    pub fn add_split(&mut self, name: &str) {
        for (count, adds) in self.splits.iter_mut().zip(splits_of(name)) {
            *count += u32::from(adds);
        }
    }

    pub(super) fn is_in(&self, kind: usize) -> bool {
        self.containers >> kind & 1 == 1
    }

    pub(super) fn is_in_link(&self) -> bool {
        self.containers & LINK != 0
    }
}

/// Returns the kinds of an element that contains blocks, one bit each: bold, italic, headings,
/// lists, forms, U, P, A, IMG.
pub(super) fn containers_of(name: &str) -> u16 {
    match name {
        "b" | "strong" => BOLD,
        "i" | "em" => ITALIC,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => HEADING,
        "dd" | "dir" | "dl" | "dt" | "menu" | "li" | "ol" | "ul" => LIST,
        "button" | "input" | "isindex" | "label" => FORM,
        "u" => UNDERLINED,
        "p" => PARAGRAPH,
        "a" => LINK,
        "img" => IMAGE,
        _ => 0,
    }
}

/// Returns whether a tag is inline, block, P, BR and HR.
pub(super) fn splits_of(name: &str) -> [bool; SPLITS] {
    let inline = matches!(
        name,
        "b" | "strong"
            | "i"
            | "em"
            | "a"
            | "abbr"
            | "acronym"
            | "bdo"
            | "big"
            | "br"
            | "cite"
            | "code"
            | "font"
            | "img"
            | "ins"
            | "kbd"
            | "noscript"
            | "samp"
            | "small"
            | "span"
            | "sub"
            | "sup"
            | "tt"
            | "u"
            | "var"
    );
    let block = containers_of(name) & (HEADING | LIST | FORM) != 0
        || matches!(
            name,
            "address"
                | "blockquote"
                | "caption"
                | "center"
                | "dfn"
                | "div"
                | "layer"
                | "hr"
                | "legend"
                | "noframes"
                | "p"
                | "pre"
                | "q"
                | "td"
                | "th"
                | "title"
                | "marquee"
        );
    [inline, block, name == "p", name == "br", name == "hr"]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_their_kinds() {
        assert_eq!(
            ["strong", "h6", "dl", "label", "a", "img", "span"].map(containers_of),
            [BOLD, HEADING, LIST, FORM, LINK, IMAGE, 0]
        );
        assert_eq!(splits_of("li"), [false, true, false, false, false]);
        assert_eq!(splits_of("br"), [true, false, false, true, false]);
        assert_eq!(splits_of("hr"), [false, true, false, false, true]);
        assert_eq!(splits_of("tr"), [false; SPLITS]);
    }
}
