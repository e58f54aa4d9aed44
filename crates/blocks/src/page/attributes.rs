//! The attributes of a page that classifiers read.

use super::{InlineStyle, Span};
use crate::lookup::Lookup;
use std::cell::LazyCell;

/// An attribute that a page keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribute {
    /// `class`
    Class,
    /// `id`
    Id,
    /// `role`
    Role,
    /// `itemprop`
    Itemprop,
    /// `style`
    Style,
    /// `hidden`
    Hidden,
    /// `aria-hidden`
    AriaHidden,
    /// `open`
    Open,
    /// `data-cfemail`: a mail address that Cloudflare hides.
    Mail,
    /// `shadowrootmode`, before 2023 `shadowroot`.
    ShadowRoot,
    /// `name`, of META only.
    Name,
    /// `property`, of META only.
    Property,
    /// `content`, of META only.
    Content,
    /// One that only a page's structure needs, or its metadata.
    Of(Structural),
}

macro_rules! structural {
    ($($variant:ident $name:literal;)*) => {
        /// An attribute that only a page's structure needs, or its metadata.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Structural {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
            /// The content of a SCRIPT that holds data or mathematics.
            Script,
        }

        impl Structural {
            const NAMED: &[Self] = &[$(Self::$variant),*];

            /// Returns the attribute of this name, in any case.
            fn known(name: &[u8]) -> Option<Self> {
                static NAMES: Lookup<{ Structural::NAMED.len() }, 128> = Lookup::new([$($name),*]);
                NAMES.find(name).map(|number| Self::NAMED[usize::from(number)])
            }
        }
    };
}

structural! {
    Alt "alt";
    Alttext "alttext";
    AriaLevel "aria-level";
    Checked "checked";
    Colspan "colspan";
    Close "close";
    DataCallout "data-callout";
    DataEntry "data-entry";
    DataImage "data-image";
    DataLang "data-lang";
    DataLanguage "data-language";
    DataLatex "data-latex";
    DataLazySrc "data-lazy-src";
    DataMath "data-math";
    DataOriginal "data-original";
    DataSrc "data-src";
    DataSrcset "data-srcset";
    DataTex "data-tex";
    Datetime "datetime";
    Display "display";
    Encoding "encoding";
    Href "href";
    Height "height";
    HttpEquiv "http-equiv";
    Itemtype "itemtype";
    Lang "lang";
    Linethickness "linethickness";
    Mathvariant "mathvariant";
    Notation "notation";
    Pubdate "pubdate";
    Rel "rel";
    Rowspan "rowspan";
    Src "src";
    Srcset "srcset";
    Start "start";
    Title "title";
    Type "type";
    Typeof "typeof";
    Width "width";
}

impl Attribute {
    /// Returns the attribute of this name, in any case.
    pub fn known(name: &[u8]) -> Option<Self> {
        let (known, attribute): (&[u8], Self) = match (name.len(), name.first()? | 0x20) {
            (2, b'i') => (b"id", Self::Id),
            (4, b'r') => (b"role", Self::Role),
            (4, b'n') => (b"name", Self::Name),
            (4, b'o') => (b"open", Self::Open),
            (5, b'c') => (b"class", Self::Class),
            (5, b's') => (b"style", Self::Style),
            (6, b'h') => (b"hidden", Self::Hidden),
            (7, b'c') => (b"content", Self::Content),
            (8, b'i') => (b"itemprop", Self::Itemprop),
            (8, b'p') => (b"property", Self::Property),
            (10, b's') => (b"shadowroot", Self::ShadowRoot),
            (11, b'a') => (b"aria-hidden", Self::AriaHidden),
            (12, b'd') => (b"data-cfemail", Self::Mail),
            (14, b's') => (b"shadowrootmode", Self::ShadowRoot),
            _ => return None,
        };
        name.eq_ignore_ascii_case(known).then_some(attribute)
    }

    /// Returns the attribute of this name, in any case, with those of [`Structural`].
    pub fn known_of_structure(name: &[u8]) -> Option<Self> {
        Self::known(name).or_else(|| Structural::known(name).map(Self::Of))
    }

    /// Whether it hides its element (WHATWG HTML, section 6.1; CSS `display`, `visibility`).
    pub fn hides(self, value: &str) -> bool {
        match self {
            Self::Hidden => !value.eq_ignore_ascii_case("until-found"),
            Self::Style => {
                let style = InlineStyle::read(value);
                style.display == Some("none") || style.is_invisible()
            }
            _ => false,
        }
    }

    /// Whether it says that its element is hidden for a time: a script shows panels of tabs, slides
    /// and answers to questions one at a time, and all are content.
    fn is_of_panel(self, value: &str) -> bool {
        match self {
            Self::AriaHidden => value == "true",
            Self::Role => matches!(value, "tabpanel" | "region"),
            Self::Class | Self::Id => words(value).any(|word| {
                let begins = |with: &&str| {
                    word.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
                };
                let is = |name: &&str| word.eq_ignore_ascii_case(name);
                PANELS.iter().any(is) || BEGINNINGS.iter().any(begins)
            }),
            _ => false,
        }
    }

    /// Whether only META keeps it.
    pub fn is_of_meta(self) -> bool {
        matches!(self, Self::Name | Self::Property | Self::Content)
    }
}

/// The words of a class or id: letters, or a capital and small letters.
fn words(value: &str) -> impl Iterator<Item = &str> {
    let mut rest = value;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let first = rest.chars().next()?;
        let goes_on = |c: char| match first.is_ascii_uppercase() {
            true => c.is_ascii_alphabetic(),
            false => c.is_ascii_lowercase(),
        };
        let is_small = |at: usize| rest[..at].ends_with(|c: char| c.is_ascii_lowercase());
        let ends =
            |(at, c): &(usize, char)| !goes_on(*c) || c.is_ascii_uppercase() && is_small(*at);
        let end = rest.char_indices().skip(1).find(ends).map_or(rest.len(), |(at, _)| at);
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

/// Words of classes and ids of panels, and beginnings of such words.
const PANELS: [&str; 7] = ["answer", "content", "faq", "more", "pane", "tab", "tabs"];
const BEGINNINGS: [&str; 7] =
    ["accordion", "carousel", "collaps", "expand", "panel", "slide", "toggle"];

/// What a page hides and is one of so many parts of its text is much of it: a script will show it.
pub const MUCH: usize = 3;

/// Whether a browser shows nothing of an element with these attributes, of which one [hides] it,
/// and no script is to be expected that shows it. Others in it `may_be_visible`, if a style says
/// so.
///
/// [hides]: Attribute::hides
fn are_hidden<'a>(
    attributes: impl Iterator<Item = (Attribute, &'a str)> + Clone,
    may_be_visible: impl Fn() -> bool,
) -> bool {
    let styles = attributes.clone().filter(|(attribute, _)| *attribute == Attribute::Style);
    let style = styles.map(|(_, value)| InlineStyle::read(value)).next().unwrap_or_default();
    let has_display = match style.display {
        // A style of its own shows an element in spite of `hidden`.
        Some(display) if !matches!(display, "inherit" | "revert") => display != "none",
        _ => !attributes.clone().any(|(of, value)| of == Attribute::Hidden && of.hides(value)),
    };
    let is_shown = has_display && (!style.is_invisible() || may_be_visible());
    !is_shown && !attributes.clone().any(|(attribute, value)| attribute.is_of_panel(value))
}

/// The attributes of a page's elements, in the order of the start events.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes {
    text: String,
    entries: Vec<AttributeEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct AttributeEntry {
    event: u32,
    attribute: Attribute,
    value: Span,
}

impl Attributes {
    /// None, with room for so many bytes of so many attributes.
    pub fn with_capacity(bytes: usize, attributes: usize) -> Self {
        Self { text: String::with_capacity(bytes), entries: Vec::with_capacity(attributes) }
    }

    /// Adds an attribute of the element that starts with this event; events must not decrease.
    pub fn push(&mut self, event: u32, attribute: Attribute, value: &str) {
        // Spans are u32.
        if self.text.len() + value.len() <= u32::MAX as usize {
            let start = self.text.len() as u32;
            self.text.push_str(value);
            self.entries.push(AttributeEntry {
                event,
                attribute,
                value: start..self.text.len() as u32,
            });
        }
    }

    /// Whether any value has this text; most pages have none of most.
    pub fn mentions(&self, text: &str) -> bool {
        memchr::memmem::find(self.text.as_bytes(), text.as_bytes()).is_some()
    }

    /// The attributes whose values have this text, as [`Attributes::iter`] returns them.
    pub fn mentioning(&self, text: &str) -> impl Iterator<Item = (u32, Attribute, &str)> {
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let found = memchr::memmem::find(&self.text.as_bytes()[from..], text.as_bytes())?;
                let start = from + found;
                let after = |entry: &AttributeEntry| entry.value.end as usize <= start;
                let AttributeEntry { event, attribute, value } =
                    self.entries.get(self.entries.partition_point(after))?;
                from = value.end as usize;
                // Otherwise it is in two values.
                if start + text.len() <= from {
                    let value = &self.text[value.start as usize..value.end as usize];
                    return Some((*event, *attribute, value));
                }
                from = start + 1;
            }
        })
    }

    /// Drops those of the elements that start with this event or later.
    pub fn drop_from(&mut self, event: u32) {
        while let Some(last) = self.entries.pop_if(|entry| entry.event >= event) {
            self.text.truncate(last.value.start as usize);
        }
    }

    /// Returns where the attributes of each of so many events begin, and the end.
    pub fn firsts(&self, events: usize) -> Vec<u32> {
        let mut firsts = Vec::with_capacity(events + 1);
        for (number, entry) in (0..).zip(&self.entries) {
            while firsts.len() <= entry.event as usize {
                firsts.push(number);
            }
        }
        firsts.resize(events + 1, self.entries.len() as u32);
        firsts
    }

    /// Returns the value of an attribute among these entries.
    pub fn get(&self, entries: std::ops::Range<u32>, attribute: Attribute) -> Option<&str> {
        let entries = &self.entries[entries.start as usize..entries.end as usize];
        let entry = entries.iter().find(|entry| entry.attribute == attribute)?;
        Some(self.value(entry))
    }

    /// Returns the attributes among these entries, and their values.
    pub fn among(&self, entries: std::ops::Range<u32>) -> impl Iterator<Item = (Attribute, &str)> {
        self.among_that(entries, |_| true)
    }

    /// Returns those attributes among these entries that are wanted, and their values.
    pub fn among_that(
        &self,
        entries: std::ops::Range<u32>,
        is_wanted: impl Fn(Attribute) -> bool,
    ) -> impl Iterator<Item = (Attribute, &str)> {
        let entries = &self.entries[entries.start as usize..entries.end as usize];
        let wanted = entries.iter().filter(move |entry| is_wanted(entry.attribute));
        wanted.map(|entry| (entry.attribute, self.value(entry)))
    }

    /// Returns the index of the start event of an element, an attribute of it, and its value, for
    /// all attributes in page order.
    pub fn iter(&self) -> AttributesIter<'_> {
        AttributesIter { text: &self.text, entries: self.entries.iter() }
    }

    /// Returns those of [`Attributes::iter`] that are wanted.
    pub fn all_that(
        &self,
        is_wanted: impl Fn(Attribute) -> bool,
    ) -> impl Iterator<Item = (u32, Attribute, &str)> {
        let wanted = self.entries.iter().filter(move |entry| is_wanted(entry.attribute));
        wanted.map(|entry| (entry.event, entry.attribute, self.value(entry)))
    }

    /// The elements, by their start events, of which a browser shows nothing and no script is to
    /// be expected that shows them, in page order.
    pub fn hidden(&self) -> Vec<u32> {
        let may_hide = |of| matches!(of, Attribute::Hidden | Attribute::Style);
        let may_be_visible = LazyCell::new(|| {
            let mut styles = self.all_that(|of| of == Attribute::Style);
            styles.any(|(_, _, style)| InlineStyle::read(style).is_visible())
        });
        let mut hidden = Vec::new();
        for (at, entry) in self.entries.iter().enumerate().filter(|(_, e)| may_hide(e.attribute)) {
            let event = entry.event;
            if !entry.attribute.hides(self.value(entry)) || hidden.last() == Some(&event) {
                continue;
            }
            let before = self.entries[..at].iter().rev().take_while(|entry| entry.event == event);
            let of_element = self.entries[at - before.count()..].iter();
            let of_element = of_element.take_while(|entry| entry.event == event);
            let of_element = of_element.map(|entry| (entry.attribute, self.value(entry)));
            if are_hidden(of_element, || *may_be_visible) {
                hidden.push(event);
            }
        }
        hidden
    }

    fn value(&self, entry: &AttributeEntry) -> &str {
        &self.text[entry.value.start as usize..entry.value.end as usize]
    }
}

/// The attributes of a page, in page order.
#[derive(Debug, Clone)]
pub struct AttributesIter<'a> {
    text: &'a str,
    entries: std::slice::Iter<'a, AttributeEntry>,
}

impl<'a> Iterator for AttributesIter<'a> {
    type Item = (u32, Attribute, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let AttributeEntry { event, attribute, value } = self.entries.next()?;
        Some((*event, *attribute, &self.text[value.start as usize..value.end as usize]))
    }
}
