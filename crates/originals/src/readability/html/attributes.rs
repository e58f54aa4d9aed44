//! Reads the attributes of a tag into what an element has of them.

use super::element::{Attr, Attributes, Flag, Span};
use super::tree::Tree;
use crate::name::Name;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Roles of what is not the article.
const UNLIKELY_ROLES: [&str; 7] =
    ["menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog"];
/// Attributes of looks, which are dropped before images are looked for.
const LOOKS: [&[u8]; 12] = [
    b"align",
    b"background",
    b"bgcolor",
    b"border",
    b"cellpadding",
    b"cellspacing",
    b"frame",
    b"hspace",
    b"rules",
    b"style",
    b"valign",
    b"vspace",
];

/// The attributes of a tag that is being read.
pub struct Reader {
    pub attributes: Attributes,
    tag: Name,
    /// Whether attributes are compared, as those of formatting elements are.
    hashes: bool,
    any: bool,
    /// The known attributes that the tag has so far: of two with a name, the first counts.
    seen: u32,
}

impl Reader {
    pub fn new(tag: Name, hashes: bool, tree: &Tree) -> Self {
        let attributes = Attributes { values: tree.values.len() as u32, ..Attributes::default() };
        Self { attributes, tag, hashes, any: false, seen: 0 }
    }

    /// Adds the attributes to the tree, and returns their number there. 0 is that of none.
    pub fn finish(self, tree: &mut Tree) -> u32 {
        if !self.any {
            return 0;
        }
        tree.attributes.push(self.attributes);
        (tree.attributes.len() - 1) as u32
    }

    fn is_first(&mut self, number: u32) -> bool {
        let first = self.seen & (1 << number) == 0;
        self.seen |= 1 << number;
        first
    }

    fn keep(&mut self, attr: Attr, value: Span, tree: &mut Tree) {
        if self.is_first(24 + attr as u32) {
            tree.values.push((attr, value));
            self.attributes.count += 1;
            self.any = true;
        }
    }

    fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.attributes.flags |= flag as u32;
            self.any = true;
        }
    }

    /// Notes an attribute.
    pub fn add(&mut self, name: &[u8], value: Span, tree: &mut Tree) {
        let mut lower = [0; 16];
        let length = name.len().min(lower.len());
        lower[..length].copy_from_slice(&name[..length]);
        lower[..length].make_ascii_lowercase();
        let name = &lower[..length];
        if self.hashes {
            // The order of attributes does not matter.
            let seed = xxh3_64_with_seed(name, name.len() as u64);
            let hash = xxh3_64_with_seed(tree.str(value).as_bytes(), seed);
            self.attributes.hash = self.attributes.hash.wrapping_add(hash);
            self.any = true;
        }
        match self.tag {
            Name::IMG | Name::FIGURE | Name::OBJECT | Name::EMBED | Name::IFRAME => {
                self.media(name, tree.str(value));
            }
            Name::META => self.meta(name, value, tree),
            Name::TD | Name::TR | Name::TABLE => self.table(name, value, tree),
            Name::A => self.link(name, tree.str(value)),
            _ => {}
        }
        self.common(name, value, tree);
    }

    fn common(&mut self, name: &[u8], value: Span, tree: &Tree) {
        match name {
            b"class" if self.attributes.class.is_none() => {
                self.attributes.class = Some(value);
                self.any = true;
            }
            b"id" if self.attributes.id.is_none() => {
                self.attributes.id = Some(value);
                self.any = true;
            }
            b"style" if self.is_first(0) => {
                let hides = super::super::style::hides(tree.str(value));
                self.set(Flag::HiddenStyle, hides);
            }
            b"hidden" => self.set(Flag::Hidden, true),
            b"aria-hidden" if self.is_first(1) => {
                self.set(Flag::AriaHidden, tree.str(value) == "true");
            }
            b"aria-modal" if self.is_first(2) => self.set(Flag::Modal, tree.str(value) == "true"),
            b"role" if self.is_first(3) => {
                let role = tree.str(value);
                self.set(Flag::Dialog, role == "dialog");
                self.set(Flag::UnlikelyRole, UNLIKELY_ROLES.contains(&role));
                self.set(Flag::Presentation, role == "presentation");
            }
            b"rel" if self.is_first(4) => self.set(Flag::Author, tree.str(value) == "author"),
            b"itemprop" if self.is_first(5) => {
                let property = tree.str(value);
                self.set(Flag::Author, property.contains("author"));
                self.set(Flag::ItemName, property.contains("name"));
            }
            b"type" if self.is_first(6) => {
                let kind = tree.str(value);
                self.set(Flag::JsonLd, kind == "application/ld+json");
                self.set(Flag::HiddenInput, kind.eq_ignore_ascii_case("hidden"));
            }
            b"color" | b"face" | b"size" => {
                self.set(Flag::FontLooks, self.tag == Name::FONT);
            }
            b"encoding" if self.is_first(7) => {
                let kind = tree.str(value);
                let html = ["text/html", "application/xhtml+xml"];
                let html = html.iter().any(|html| kind.eq_ignore_ascii_case(html));
                self.set(Flag::HtmlEncoding, html);
            }
            _ => {}
        }
    }

    fn link(&mut self, name: &[u8], value: &str) {
        if name == b"href" && self.is_first(8) {
            let place = value.strip_prefix('#').and_then(|place| place.chars().next());
            self.set(Flag::HashLink, place.is_some_and(|c| !"\n\r\u{2028}\u{2029}".contains(c)));
            self.set(Flag::ScriptLink, value.starts_with("javascript:"));
        }
    }

    fn meta(&mut self, name: &[u8], value: Span, tree: &mut Tree) {
        match name {
            b"name" => self.keep(Attr::Name, value, tree),
            b"property" => self.keep(Attr::Property, value, tree),
            b"content" => self.keep(Attr::Content, value, tree),
            _ => {}
        }
    }

    fn table(&mut self, name: &[u8], value: Span, tree: &mut Tree) {
        match name {
            b"rowspan" => self.keep(Attr::RowSpan, value, tree),
            b"colspan" => self.keep(Attr::ColSpan, value, tree),
            b"datatable" if self.is_first(9) => self.set(Flag::NoDataTable, tree.str(value) == "0"),
            b"summary" if self.is_first(10) => self.set(Flag::Summary, !value.is_empty()),
            _ => {}
        }
    }

    fn media(&mut self, name: &[u8], value: &str) {
        match self.tag {
            Name::IMG => {
                let source = matches!(name, b"src" | b"srcset" | b"data-src" | b"data-srcset");
                self.set(Flag::ImageSource, source || names_image(&value.to_ascii_lowercase()));
            }
            Name::FIGURE => {
                let skipped = matches!(name, b"src" | b"srcset" | b"alt") || LOOKS.contains(&name);
                self.set(Flag::LazyImage, !skipped && is_image_address(value));
            }
            _ => {
                let video = super::super::words::is_video(value);
                self.set(Flag::Video, video);
            }
        }
    }
}

const IMAGES: [&str; 4] = ["jpg", "jpeg", "png", "webp"];

/// The places after `.jpg` and the like.
fn image_ends(value: &str) -> impl Iterator<Item = usize> + '_ {
    value.match_indices('.').filter_map(|(at, _)| {
        let rest = &value[at + 1..];
        let image = IMAGES.iter().find(|image| rest.starts_with(**image))?;
        Some(at + 1 + image.len())
    })
}

/// Whether a value names the file of an image.
fn names_image(lower: &str) -> bool {
    image_ends(lower).next().is_some()
}

/// Whether a value is the address of an image, or begins with those of several sizes.
fn is_image_address(value: &str) -> bool {
    let spaced = |end: usize| {
        let rest = value[end..].trim_start();
        rest.len() < value.len() - end && rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let trimmed = value.trim();
    let alone = !trimmed.contains(char::is_whitespace)
        && image_ends(trimmed).any(|end| trimmed[..end].rfind('.').is_some_and(|dot| dot > 0));
    alone || image_ends(value).any(spaced)
}
