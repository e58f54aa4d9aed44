//! What stands in a line.

use super::address::{may_lead, may_show};
use super::context::Convert;
use super::text::{is_blank, is_larger, is_private, is_space, plain};
use super::{Image, Inline, Is, Piece, Style};
use memchr::memmem::Finder;
use std::borrow::Cow;
use std::sync::LazyLock;
use tamis_blocks::html::Role;
use tamis_blocks::html::{MAIL, compose, protected_mail};
use tamis_blocks::page::{Attribute, Structural};

impl Convert<'_> {
    /// Adds what is inside an element to a line.
    pub fn inlines(&self, node: u32, line: &mut Vec<Inline>) {
        for child in self.outline.children(node) {
            if self.stops() {
                return;
            }
            self.inline(child, line);
        }
    }

    /// Whether an element is read as a whole, whatever is inside.
    pub fn is_special(&self, node: u32) -> bool {
        self.is_math(node) || self.notes.of_reference(node).is_some()
    }

    /// Adds a node to a line.
    pub fn inline(&self, node: u32, line: &mut Vec<Inline>) {
        if let Some(note) = self.notes.of_reference(node) {
            line.push(Inline::Note(note));
            return;
        }
        if !self.notes.is_left_out(node) && !self.is_unseen(node) {
            self.inline_alone(node, line);
        }
    }

    /// Adds a node to a line, also if it stands with the footnotes.
    pub fn inline_alone(&self, node: u32, line: &mut Vec<Inline>) {
        if let Is::Text(span) = &self.outline.nodes()[node as usize].is {
            self.texts.pieces(span, |mut piece| {
                // A run of blanks is one, also across texts.
                if !piece.text.is_empty() && piece.text.chars().all(is_space) {
                    if ends_in_space(line) {
                        return;
                    }
                    piece.text.replace_range(.., " ");
                }
                if !is_icons(&piece.text) {
                    line.push(Inline::Text(piece));
                }
            });
            return;
        }
        // The links beside headings of MediaWiki, whose pages are many.
        let is_edit =
            || self.outline.name(node) == "SPAN" && self.outline.class(node) == "mw-editsection";
        if is_edit() || self.is_of_drawing(node) || self.is_formula_again(node) {
            return;
        }
        if self.is_math(node) {
            line.extend(self.math(node).map(Inline::Math));
            return;
        }
        let style = match self.outline.name(node) {
            "B" | "STRONG" => Style::Strong,
            "I" | "EM" => Style::Emphasis,
            "S" | "STRIKE" | "DEL" => Style::Deleted,
            "MARK" => Style::Marked,
            "SUB" => Style::Subscript,
            "SUP" => Style::Superscript,
            other => return self.other(node, other, line),
        };
        let mut inner = Vec::new();
        self.inlines(node, &mut inner);
        add_styled(style, inner, line);
    }

    fn other(&self, node: u32, name: &str, line: &mut Vec<Inline>) {
        match name {
            "BR" => line.push(Inline::Break),
            "WBR" | "INPUT" | "SOURCE" => {}
            "IMG" => {
                let image = self.image(node).map(Inline::Image);
                let is_smiley = matches!(&image, Some(Inline::Image(i)) if i.address.is_empty());
                if is_smiley && last_letter(line).is_some_and(char::is_alphanumeric) {
                    line.push(Inline::Text(Piece::unplaced(" ")));
                }
                if is_smiley || !image.as_ref().is_some_and(|image| ends_with(line, image)) {
                    line.extend(image);
                }
            }
            "IFRAME" => line.extend(self.video(node).map(Inline::Image)),
            "A" => self.link(node, line),
            "CODE" | "TT" => self.code_in_line(node, line),
            "Q" => {
                line.push(Inline::Text(Piece::unplaced("“")));
                self.inlines(node, line);
                line.push(Inline::Text(Piece::unplaced("”")));
            }
            _ if self.outline.role(node) == Role::Hidden => self.hidden(node, line),
            _ => {
                let is_block = self.outline.role(node) == Role::Block || self.is_control(node);
                if is_block && line.iter().rev().take(NEAR).any(is_seen) {
                    add_space(line);
                }
                let from = line.len();
                self.inlines(node, line);
                self.part_from_before(node, from, line);
                if is_block {
                    add_space(line);
                }
            }
        }
    }

    /// Adds what is to be seen of an element that is not shown: mathematics in scripts.
    pub fn hidden(&self, node: u32, line: &mut Vec<Inline>) {
        if self.is_math(node) {
            line.extend(self.math(node).map(Inline::Math));
        }
    }

    fn code_in_line(&self, node: u32, line: &mut Vec<Inline>) {
        let outline = self.outline;
        let has_links = outline.inside(node).any(|inner| {
            self.is_math(inner)
                || outline.name(inner) == "A" && outline.get(inner, Structural::Href).is_some()
        });
        if has_links {
            return self.inlines(node, line);
        }
        let mut pieces = Vec::new();
        for inner in outline.inside(node) {
            if let Is::Text(span) = &outline.nodes()[inner as usize].is {
                self.texts.pieces(span, |piece| pieces.push(piece));
            }
        }
        if !pieces.iter().all(|piece| piece.text.trim().is_empty()) {
            line.push(Inline::Code(pieces));
        }
    }

    fn link(&self, node: u32, line: &mut Vec<Inline>) {
        let mut all = Vec::new();
        self.inlines(node, &mut all);
        let mut inner = Vec::with_capacity(all.len());
        add_to_link(all, &mut inner);
        let href = self.outline.get(node, Structural::Href).unwrap_or_default().trim();
        let href = &*readable_mail(href, &inner);
        let from = line.len();
        let is_own = href.starts_with('#');
        if is_own && (is_permalink(&inner) || self.is_permalink(node)) {
            return;
        }
        if !leads_somewhere(href) || is_blank(&inner) {
            line.append(&mut inner);
        } else {
            // One within the page stays so.
            let address = if is_own { Some(href.to_owned()) } else { self.absolute(href) };
            match address {
                Some(address) => line.push(Inline::Link(address, inner)),
                None => line.append(&mut inner),
            }
        }
        self.part_from_before(node, from, line);
    }

    /// Puts a space before an element whose text runs into that of its kind before: two links are
    /// two words, and so are two SPANs if the second begins with a capital.
    pub fn part_from_before(&self, node: u32, from: usize, line: &mut Vec<Inline>) {
        let (Some(last), Some(first)) = (last_letter(&line[..from]), first_letter(&line[from..]))
        else {
            return;
        };
        let is_link = self.outline.name(node) == "A";
        let is_parted = match is_link {
            true => first.is_alphanumeric() && last.is_alphanumeric(),
            false => first.is_uppercase() && (last.is_lowercase() || last.is_ascii_digit()),
        };
        let name = if is_link { "A" } else { "SPAN" };
        let is_named = |node| self.outline.name(node) == name;
        if is_parted && is_named(node) && self.outline.before(node).is_some_and(is_named) {
            line.insert(from, Inline::Text(Piece::unplaced(" ")));
        }
    }

    /// Whether an element is a button or the like, which has space around.
    fn is_control(&self, node: u32) -> bool {
        let role = self.outline.attribute(node, Attribute::Role);
        matches!(self.outline.name(node), "BUTTON" | "OPTION" | "LABEL")
            || matches!(role, Some("tab" | "button" | "option" | "listitem" | "menuitem"))
    }

    /// Whether an element is what a drawing says of itself, which is not shown.
    pub fn is_of_drawing(&self, node: u32) -> bool {
        let outline = self.outline;
        matches!(outline.name(node), "TITLE" | "DESC")
            && outline.around(node).take(8).any(|around| outline.name(around) == "SVG")
    }

    /// Whether a class says that a link leads to its own heading.
    fn is_permalink(&self, link: u32) -> bool {
        const CLASSES: [&str; 5] =
            ["headerlink", "hash-link", "heading-anchor", "anchor-link", "anchorjs-link"];
        let mut classes = self.outline.class(link).split_ascii_whitespace();
        classes.any(|class| CLASSES.contains(&class)) && self.texts.letters(link) <= 4
    }

    /// The image of an IMG, unless it only keeps a place or is a sign beside text.
    pub fn image(&self, node: u32) -> Option<Image> {
        let outline = self.outline;
        let alt = outline.get(node, Structural::Alt).unwrap_or_default().trim();
        if is_smiley(outline.class(node), alt) {
            return Some(Image { address: String::new(), alt: alt.to_owned() });
        }
        let get = |attribute| outline.get(node, attribute).map(str::trim).filter(|v| !v.is_empty());
        let is_place = |src: &&str| {
            !src.starts_with("data:") && !src.starts_with("about:") && !is_placeholder(src)
        };
        let shown = |attribute| get(attribute).filter(|address| may_show(address));
        let src = shown(Structural::Src).filter(is_place);
        let of_set = |set: &str| largest(set).map(str::to_owned);
        let picture = outline.around(node).next().filter(|p| outline.name(*p) == "PICTURE");
        let source = || {
            let first = outline.children(picture?).take(NEAR);
            let sources = first.filter(|s| outline.name(*s) == "SOURCE");
            sources.filter_map(|s| outline.get(s, Structural::Srcset)).find_map(of_set)
        };
        let late = [
            Structural::DataSrc,
            Structural::DataLazySrc,
            Structural::DataOriginal,
            Structural::DataImage,
        ];
        let address = late
            .into_iter()
            .find_map(shown)
            .map(str::to_owned)
            .or_else(|| get(Structural::DataSrcset).and_then(of_set))
            .or_else(|| src.map(str::to_owned))
            .or_else(|| get(Structural::Srcset).and_then(of_set))
            .or_else(source)?;
        // A table may have nothing else in a cell.
        if !self.is_whole.get() && (self.is_small(node, alt) || is_sign(&address, alt)) {
            return None;
        }
        let mut alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        compose(&mut alt);
        Some(Image { address: self.absolute(&address)?, alt })
    }

    /// Whether an IMG is as small as a sign or a face, by its size or class, and no smiley.
    fn is_small(&self, node: u32, alt: &str) -> bool {
        let outline = self.outline;
        let has = |side| outline.get(node, side).is_some();
        let is_smiley = alt.starts_with(|c: char| !c.is_alphanumeric()) && !alt.contains(' ');
        outline.has_class(node, "avatar")
            || has(Structural::Width) && has(Structural::Height) && !is_smiley
    }

    /// A video that is shown in a frame, by its address.
    fn video(&self, node: u32) -> Option<Image> {
        let src = self.outline.get(node, Structural::Src)?;
        let id = src
            .split_once("youtube.com/embed/")
            .or_else(|| src.split_once("youtube-nocookie.com/embed/"))?
            .1;
        let id = id.split(['?', '&', '/', '#']).next().filter(|id| !id.is_empty())?;
        let address = format!("https://www.youtube.com/watch?v={id}");
        Some(Image { address, alt: String::new() })
    }
}

/// Adds a blank to a line that does not end in one.
fn add_space(line: &mut Vec<Inline>) {
    if !ends_in_space(line) {
        line.push(Inline::Text(Piece::unplaced(" ")));
    }
}

fn ends_in_space(line: &[Inline]) -> bool {
    matches!(line.last(), Some(Inline::Text(piece)) if piece.text.ends_with(is_space))
}

/// The last letter or mark of a line, or its white space.
fn last_letter(line: &[Inline]) -> Option<char> {
    line.iter().rev().find_map(|inline| match inline {
        Inline::Text(piece) => piece.text.chars().next_back(),
        Inline::Styled(_, inner) | Inline::Link(_, inner) => last_letter(inner),
        _ => Some(' '),
    })
}

/// The first letter or mark of a line, or its white space.
fn first_letter(line: &[Inline]) -> Option<char> {
    line.iter().find_map(|inline| match inline {
        Inline::Text(piece) => piece.text.chars().next(),
        Inline::Styled(_, inner) | Inline::Link(_, inner) => first_letter(inner),
        _ => Some(' '),
    })
}

/// Parts of a line among which the image before is looked for: breaks and blanks may be many.
const NEAR: usize = 64;
/// Bytes of a text without letters that stands between two images.
const GAP: usize = 256;

/// Whether something of a line is more than a gap.
fn is_seen(inline: &Inline) -> bool {
    let is_long = matches!(inline, Inline::Text(piece) if piece.text.len() > GAP);
    is_long || !is_blank(std::slice::from_ref(inline))
}

/// Whether a line ends with an image, among others at most: pages that load images late have each
/// twice, once for those without scripts.
fn ends_with(line: &[Inline], image: &Inline) -> bool {
    const OTHERS: usize = 8;
    let near = line.iter().rev().take(NEAR);
    let images = near.filter(|inline| is_seen(inline));
    let mut images = images.take_while(|inline| matches!(inline, Inline::Image(_))).take(OTHERS);
    images.any(|before| before == image)
}

/// Adds what is in a link to what it has already. Of images with the same text side by side, one
/// stays: pages show the next one at a touch, or another size.
pub fn add_to_link(inner: Vec<Inline>, link: &mut Vec<Inline>) {
    for inline in inner {
        let Inline::Image(image) = &inline else {
            link.push(inline);
            continue;
        };
        if ends_with(link, &inline) {
            continue;
        }
        match link.iter_mut().rev().take(NEAR).find(|inline| is_seen(inline)) {
            Some(Inline::Image(last)) if image.alt == last.alt => {
                if is_larger(&image.address, &last.address) {
                    last.address.clone_from(&image.address);
                }
            }
            _ => link.push(inline),
        }
    }
}

/// Adds text of a style: to what has the same directly before, and without it inside.
fn add_styled(style: Style, mut inner: Vec<Inline>, line: &mut Vec<Inline>) {
    unstyle(style, &mut inner);
    // An empty line would end what has the style.
    let is_space = |inline: &Inline| matches!(inline, Inline::Text(p) if p.text.trim().is_empty());
    let mut after_break = false;
    inner.retain(|inline| {
        let is_second = after_break && *inline == Inline::Break;
        after_break = *inline == Inline::Break || after_break && is_space(inline);
        !is_second
    });
    if is_blank(&inner) {
        return line.append(&mut inner);
    }
    match line.last_mut() {
        Some(Inline::Styled(before, all)) if *before == style => all.append(&mut inner),
        _ => line.push(Inline::Styled(style, inner)),
    }
}

/// Takes a style off what has it inside.
pub fn unstyle(style: Style, line: &mut Vec<Inline>) {
    if !line.iter().any(|inline| matches!(inline, Inline::Styled(..) | Inline::Link(..))) {
        return;
    }
    for inline in std::mem::take(line) {
        match inline {
            Inline::Styled(of, mut inner) if of == style => {
                unstyle(style, &mut inner);
                line.append(&mut inner);
            }
            Inline::Styled(of, mut inner) => {
                unstyle(style, &mut inner);
                line.push(Inline::Styled(of, inner));
            }
            Inline::Link(address, mut inner) => {
                unstyle(style, &mut inner);
                line.push(Inline::Link(address, inner));
            }
            other => line.push(other),
        }
    }
}

/// The address of a link, of which Cloudflare hides one to mail: what follows `#` is its code, or
/// the text in the link is the mail address. Nothing, if neither is one.
fn readable_mail<'a>(href: &'a str, inner: &[Inline]) -> Cow<'a, str> {
    static FINDER: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(MAIL));
    let Some(found) = FINDER.find(href.as_bytes()) else { return Cow::Borrowed(href) };
    let after = &href[found + MAIL.len()..];
    let decoded = after.strip_prefix('#').and_then(protected_mail);
    let mail = decoded.unwrap_or_else(|| plain(inner).trim().to_owned());
    let is_mail = mail.contains('@') && !mail.contains(char::is_whitespace);
    Cow::Owned(if is_mail { format!("mailto:{mail}") } else { String::new() })
}

/// Whether an address leads to a place, and not only to a script.
pub fn leads_somewhere(address: &str) -> bool {
    let starts = |with: &str| {
        address.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    !matches!(address, "" | "#" | "#!") && may_lead(address) && !starts("#elementor-action")
}

/// Whether a text is letters of a font of icons.
fn is_icons(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| !c.is_whitespace());
    letters.next().is_some_and(is_private) && letters.all(is_private)
}

/// Whether a link says only that it leads to its own heading.
fn is_permalink(link: &[Inline]) -> bool {
    const WORDS: [&str; 11] =
        ["", "#", "¶", "§", "🔗", "⚓", "link", "anchor", "permalink", "top", "^"];
    let text = plain(link);
    let text = text.trim();
    let is_word = WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        || matches!(text, "Copy link" | "back to top" | "Back to top");
    is_word && !link.iter().any(|inline| matches!(inline, Inline::Image(_)))
}

/// Whether an image is a smiley, by its class or the text that stands for it: `:D`, `:wink:`.
fn is_smiley(class: &str, alt: &str) -> bool {
    const LONGEST: usize = 24;
    const CLASSES: [&str; 4] = ["smil", "emoji", "emoticon", "wp-smil"];
    let is_named = |class: &str| CLASSES.iter().any(|name| class.starts_with(name));
    let is_sign = alt.starts_with(|c: char| !c.is_alphanumeric());
    let is_word = is_sign && alt.len() <= LONGEST && !alt.contains(char::is_whitespace);
    let is_face = || alt.len() > 1 && alt.starts_with([':', ';']);
    is_word && (is_face() || class.to_ascii_lowercase().split_ascii_whitespace().any(is_named))
}

/// Whether an image is a sign or a face, by what it is called.
fn is_sign(address: &str, alt: &str) -> bool {
    const FOLDERS: [&str; 4] = ["/avatar/", "/avatars/", "/user_avatar/", "//avatars."];
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_icon = || name.ends_with(".svg") && path.contains("/icons/");
    path.contains("avatar") && FOLDERS.iter().any(|folder| path.contains(folder))
        || is_icon()
        || names_sign(stem)
        || names_sign(alt)
}

/// Whether a name is that of a sign: it has no other words but how it looks.
fn names_sign(name: &str) -> bool {
    #[rustfmt::skip]
    const SIGNS: [&str; 26] = [
        "angle", "arrow", "arrows", "avatar", "bullet", "caret", "check", "checkmark", "chevron",
        "cross", "divider", "icon", "icons", "pixel", "rating", "ratings", "separator", "spacer",
        "spinner", "sprite", "star", "stars", "starred", "tick", "line", "quote",
    ];
    #[rustfmt::skip]
    const LOOKS: [&str; 35] = [
        "big", "black", "blue", "bold", "bottom", "circle", "dark", "default", "down", "empty",
        "filled", "full", "gold", "gray", "green", "grey", "half", "horizontal", "large",
        "left", "light", "mark", "new", "of", "out", "red", "review", "right", "small",
        "solid", "top", "up", "user", "white", "yellow",
    ];
    const LONGEST_WORD: usize = 10;
    const LONGEST: usize = 48;
    if name.len() > LONGEST {
        return false;
    }
    let is_of = |word: &str, all: &[&str]| {
        word.len() <= LONGEST_WORD && all.iter().any(|one| word.eq_ignore_ascii_case(one))
    };
    let mut has_sign = false;
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.all(|word| {
        let is_sign = is_of(word, &SIGNS);
        has_sign |= is_sign;
        is_sign || is_of(word, &LOOKS) || word.bytes().all(|byte| byte.is_ascii_digit())
    }) && has_sign
}

/// Whether an address is that of an image that only keeps a place.
fn is_placeholder(address: &str) -> bool {
    const NAMES: [&str; 9] = [
        "blank",
        "clear",
        "spacer",
        "placeholder",
        "pixel",
        "transparent",
        "1x1",
        "loading",
        "tiny",
    ];
    // Also beside a hash or another word: `placeholder.60f9.svg`, `grey-placeholder.png`.
    const WORDS: [&str; 3] = ["spacer", "placeholder", "1x1"];
    const FEW: usize = 3;
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_of = |word: &str, names: &[&str]| names.iter().any(|n| word.eq_ignore_ascii_case(n));
    let words = || stem.split(['.', '-', '_']);
    is_of(stem, &NAMES)
        || name.ends_with(".gif") && words().next().is_some_and(|word| word == "loading")
        || words().count() <= FEW && words().any(|word| is_of(word, &WORDS))
}

/// The largest image of a srcset.
fn largest(set: &str) -> Option<&str> {
    let may_be = |address: &&str| !address.starts_with("data:") && may_show(address);
    let mut best: Option<(f64, &str)> = None;
    for candidate in split_set(set) {
        let mut words = candidate.split_ascii_whitespace();
        let Some(address) = words.next().filter(may_be) else { continue };
        let size = words.next().unwrap_or("1x");
        let size = size.trim_end_matches(|c: char| c.is_alphabetic()).parse().unwrap_or(1.0);
        if best.is_none_or(|(most, _)| size > most) {
            best = Some((size, address));
        }
    }
    best.map(|(_, address)| address)
}

/// The candidates of a srcset; a comma inside an address parts nothing.
fn split_set(set: &str) -> impl Iterator<Item = &str> {
    let mut rest = set;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([',', ' ', '\n', '\t', '\r']);
        if rest.is_empty() {
            return None;
        }
        let address = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let end = match rest[..address].strip_suffix(',') {
            Some(_) => address,
            None => address + rest[address..].find(',').unwrap_or(rest.len() - address),
        };
        let candidate = rest[..end].trim_end_matches(',');
        rest = &rest[end..];
        Some(candidate)
    })
}
