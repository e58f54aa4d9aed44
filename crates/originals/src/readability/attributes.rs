//! The attributes that Readability reads: the values of some, and of the others what it asks.

use crate::html5::{Attr, FONT_LOOKS, HIDDEN_INPUT, HTML_ENCODING, Reader, Span, Tree};
use crate::name::Name;

/// What is known about an element's attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Flag {
    /// `hidden`, whatever its value.
    Hidden = 1,
    /// `aria-hidden` is `true`.
    AriaHidden = 1 << 1,
    /// `aria-modal` is `true`.
    Modal = 1 << 2,
    /// `role` is `dialog`.
    Dialog = 1 << 3,
    /// `role` is one of navigation or of dialogs.
    UnlikelyRole = 1 << 4,
    /// `role` is `presentation`.
    Presentation = 1 << 5,
    /// `rel` is `author`, or `itemprop` contains it.
    Author = 1 << 6,
    /// `itemprop` contains `name`.
    ItemName = 1 << 7,
    /// The style hides the element.
    HiddenStyle = 1 << 8,
    /// `href` is a place in the page.
    HashLink = 1 << 9,
    /// `href` is a script.
    ScriptLink = 1 << 10,
    /// `datatable` is `0`.
    NoDataTable = 1 << 11,
    /// `summary` is not empty.
    Summary = 1 << 12,
    /// Of an image, an attribute that may name its file.
    ImageSource = 1 << 13,
    /// Of a figure, an attribute that names the file of an image that is loaded later.
    LazyImage = 1 << 14,
    /// Of an embedded document, the address of a known player of videos.
    Video = 1 << 15,
    /// `type` is that of JSON-LD.
    JsonLd = 1 << 16,
}

impl From<Flag> for u32 {
    fn from(flag: Flag) -> Self {
        flag as Self
    }
}

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

/// Notes an attribute: its name is in lower case.
pub fn note(reader: &mut Reader, name: &[u8], value: Span, tree: &mut Tree) {
    match reader.tag {
        Name::IMG | Name::FIGURE | Name::OBJECT | Name::EMBED | Name::IFRAME => {
            media(reader, name, tree.str(value));
        }
        Name::META => meta(reader, name, value, tree),
        Name::TD | Name::TR | Name::TABLE => table(reader, name, value, tree),
        Name::A => link(reader, name, tree.str(value)),
        _ => {}
    }
    common(reader, name, value, tree);
}

fn common(reader: &mut Reader, name: &[u8], value: Span, tree: &Tree) {
    match name {
        b"class" if reader.attributes.class.is_none() => {
            reader.attributes.class = Some(value);
            reader.any = true;
        }
        b"id" if reader.attributes.id.is_none() => {
            reader.attributes.id = Some(value);
            reader.any = true;
        }
        b"style" if reader.is_first(0) => {
            let hides = super::style::hides(tree.str(value));
            reader.set(Flag::HiddenStyle, hides);
        }
        b"hidden" => reader.set(Flag::Hidden, true),
        b"aria-hidden" if reader.is_first(1) => {
            reader.set(Flag::AriaHidden, tree.str(value) == "true");
        }
        b"aria-modal" if reader.is_first(2) => reader.set(Flag::Modal, tree.str(value) == "true"),
        b"role" if reader.is_first(3) => {
            let role = tree.str(value);
            reader.set(Flag::Dialog, role == "dialog");
            reader.set(Flag::UnlikelyRole, UNLIKELY_ROLES.contains(&role));
            reader.set(Flag::Presentation, role == "presentation");
        }
        b"rel" if reader.is_first(4) => reader.set(Flag::Author, tree.str(value) == "author"),
        b"itemprop" if reader.is_first(5) => {
            let property = tree.str(value);
            reader.set(Flag::Author, property.contains("author"));
            reader.set(Flag::ItemName, property.contains("name"));
        }
        b"type" if reader.is_first(6) => {
            let kind = tree.str(value);
            reader.set(Flag::JsonLd, kind == "application/ld+json");
            reader.set(HIDDEN_INPUT, kind.eq_ignore_ascii_case("hidden"));
        }
        b"color" | b"face" | b"size" => {
            reader.set(FONT_LOOKS, reader.tag == Name::FONT);
        }
        b"encoding" if reader.is_first(7) => {
            let kind = tree.str(value);
            let html = ["text/html", "application/xhtml+xml"];
            let html = html.iter().any(|html| kind.eq_ignore_ascii_case(html));
            reader.set(HTML_ENCODING, html);
        }
        _ => {}
    }
}

fn link(reader: &mut Reader, name: &[u8], value: &str) {
    if name == b"href" && reader.is_first(8) {
        let place = value.strip_prefix('#').and_then(|place| place.chars().next());
        reader.set(Flag::HashLink, place.is_some_and(|c| !"\n\r\u{2028}\u{2029}".contains(c)));
        reader.set(Flag::ScriptLink, value.starts_with("javascript:"));
    }
}

fn meta(reader: &mut Reader, name: &[u8], value: Span, tree: &mut Tree) {
    match name {
        b"name" => reader.keep(Attr::Name, value, tree),
        b"property" => reader.keep(Attr::Property, value, tree),
        b"content" => reader.keep(Attr::Content, value, tree),
        _ => {}
    }
}

fn table(reader: &mut Reader, name: &[u8], value: Span, tree: &mut Tree) {
    match name {
        b"rowspan" => reader.keep(Attr::RowSpan, value, tree),
        b"colspan" => reader.keep(Attr::ColSpan, value, tree),
        b"datatable" if reader.is_first(9) => reader.set(Flag::NoDataTable, tree.str(value) == "0"),
        b"summary" if reader.is_first(10) => reader.set(Flag::Summary, !value.is_empty()),
        _ => {}
    }
}

fn media(reader: &mut Reader, name: &[u8], value: &str) {
    match reader.tag {
        Name::IMG => {
            let source = matches!(name, b"src" | b"srcset" | b"data-src" | b"data-srcset");
            reader.set(Flag::ImageSource, source || names_image(&value.to_ascii_lowercase()));
        }
        Name::FIGURE => {
            let skipped = matches!(name, b"src" | b"srcset" | b"alt") || LOOKS.contains(&name);
            reader.set(Flag::LazyImage, !skipped && is_image_address(value));
        }
        _ => {
            let video = super::words::is_video(value);
            reader.set(Flag::Video, video);
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
