//! Makes parts of an outline.

use super::address::Base;
use super::code::{is_copy, language_named};
use super::context::Convert;
use super::inline::{add_to_link, leads_somewhere};
use super::keep::SMALL;
use super::noscript::Noscript;
use super::notes::{Notes, is_heading};
use super::text::{Texts, flush, is_blank, plain, tidy};
use super::unplaced::is_all_of;
use super::{Inline, Is, List, Outline, Part, Piece, Structure, Style};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use tamis_blocks::classify::{Kept, Subject};
use tamis_blocks::html::Role;
use tamis_blocks::html::tag_named;
use tamis_blocks::page::{Attribute, Blocks, Label, LimitHit, Stage, Structural, Tag};

/// Bytes of all addresses of a page, besides so many for each byte of it.
const ADDRESSES: (usize, usize) = (1 << 20, 4);
/// Bytes of the address of a link around several parts.
const LONGEST_CARD: usize = 4096;
const A: Tag = tag_named("A");
const BASE: Tag = tag_named("BASE");
const BLOCKQUOTE: Tag = tag_named("BLOCKQUOTE");
const CODE: Tag = tag_named("CODE");
const LINK: Tag = tag_named("LINK");
const META: Tag = tag_named("META");

impl Structure {
    /// Makes parts of a page, of which `address` is the URL, if it is known: paragraphs, if it has
    /// no outline.
    pub fn new(subject: &Subject, address: Option<&str>) -> Self {
        let &Subject { page, blocks, outline, .. } = subject;
        let Some(outline) = outline else { return Self::of_blocks(blocks) };
        Self::made(&Texts::seen(page, blocks, outline), address, None).composed()
    }

    /// Makes parts of what a method keeps, as [`kept`](tamis_blocks::classify::kept) returns it: of
    /// the blocks that it labels as content, and of the text that it prints and that is in none of
    /// these. Lines of text, if the page has no outline.
    pub fn of_kept(subject: &Subject, address: Option<&str>, kept: &Kept) -> Self {
        let &Subject { page, blocks, outline, .. } = subject;
        let Kept { labels, text } = kept;
        let Some(outline) = outline else { return Self::of_lines(text) };
        let is_kept: Vec<bool> = labels.iter().map(|label| *label == Label::Content).collect();
        let mut texts = Texts::seen(page, blocks, outline);
        let mut made = Self::of_kept_texts(&texts, address, &is_kept);
        let seen = texts.seen_blocks(blocks);
        let is_all = |of: &Blocks| is_all_of(text, of, &is_kept);
        if !is_all(blocks) && !seen.as_ref().is_some_and(is_all) {
            let noscript = Noscript::add(&mut texts, blocks);
            let kept = noscript.map(|of| of.kept(&texts, is_kept.clone(), text));
            match kept {
                Some((kept, true)) => {
                    made = Self::of_kept_texts(&texts, address, &kept);
                    made.forget_from(blocks.blocks.len() as u32);
                }
                _ => {
                    made.add_unplaced(text, seen.as_ref().unwrap_or(blocks), &is_kept);
                    made = made.composed();
                }
            }
        }
        made
    }

    /// Makes parts of the texts whose blocks are kept.
    pub(crate) fn of_kept_texts(texts: &Texts, address: Option<&str>, is_kept: &[bool]) -> Self {
        let mut made = Self::made(texts, address, Some(is_kept));
        made.keep(&|block| is_kept.get(block as usize) == Some(&true));
        made.composed()
    }

    fn made(texts: &Texts, address: Option<&str>, is_kept: Option<&[bool]>) -> Self {
        let notes = Notes::find(texts);
        let convert = Convert::new(texts, &notes, address, is_kept);
        let mut parts = Vec::new();
        convert.flow(0, &mut parts);
        let notes = notes.all.iter().map(|note| convert.note(note)).collect();
        let hits = convert.hits();
        if convert.is_over.get() {
            return Self { hits, ..Self::of_texts(texts) };
        }
        Self { parts, notes, hits }
    }
}

/// Where relative addresses start from: what BASE says, or the page's own address, or the one that
/// it gives as its canonical one.
fn base(outline: &Outline, address: Option<&str>) -> Base {
    let mut named = None;
    let mut canonical = None;
    let mut property = None;
    let may_say = |attribute| match attribute {
        Attribute::Of(of) => matches!(of, Structural::Href | Structural::Rel),
        _ => attribute == Attribute::Property,
    };
    for (node, attribute, value) in outline.attributes().all_that(may_say) {
        let is_of = |tag| outline.is_tag(node, tag);
        match attribute {
            Attribute::Of(Structural::Href) if named.is_none() && is_of(BASE) => {
                named = Some(value);
            }
            Attribute::Of(Structural::Rel)
                if value.eq_ignore_ascii_case("canonical") && is_of(LINK) =>
            {
                canonical = canonical.or_else(|| outline.get(node, Structural::Href));
            }
            Attribute::Property if value == "og:url" && is_of(META) => {
                property = property.or_else(|| outline.attribute(node, Attribute::Content));
            }
            _ => {}
        }
    }
    Base::new(address.or(canonical).or(property), named)
}

/// The bytes that all addresses of a page may have.
fn most_of_addresses(outline: &Outline) -> usize {
    ADDRESSES.0 + ADDRESSES.1 * outline.bytes()
}

/// The elements that have the part of another by their role, with its name. Only those that mean
/// nothing by their own name have.
fn by_role(outline: &Outline) -> FxHashMap<u32, &'static str> {
    const HEADINGS: [&str; 6] = ["H1", "H2", "H3", "H4", "H5", "H6"];
    let is_plain = |node: u32| {
        let name = outline.name(node);
        matches!(name, "DIV" | "SPAN" | "SECTION" | "P") || name.contains('-')
    };
    let name = |node: u32, role: &str| match role.trim() {
        "list" => Some("UL"),
        "listitem" => Some("LI"),
        "heading" => {
            let level = outline.get(node, Structural::AriaLevel);
            let level = level.and_then(|level| level.trim().parse().ok()).unwrap_or(2_usize);
            Some(HEADINGS[level.clamp(1, HEADINGS.len()) - 1])
        }
        "table" => Some("TABLE"),
        "rowgroup" => Some("TBODY"),
        "row" => Some("TR"),
        "columnheader" | "rowheader" => Some("TH"),
        "cell" => Some("TD"),
        _ => None,
    };
    let all = outline.attributes().all_that(|attribute| attribute == Attribute::Role);
    let named = all.filter_map(|(node, _, role)| Some((node, name(node, role)?)));
    named.filter(|(node, _)| is_plain(*node)).collect()
}

impl<'a> Convert<'a> {
    /// What all steps need of a page, of which some blocks are kept.
    pub fn new(
        texts: &'a Texts<'a>,
        notes: &'a Notes,
        address: Option<&str>,
        is_kept: Option<&[bool]>,
    ) -> Self {
        let outline = texts.outline;
        Self {
            outline,
            texts,
            base: base(outline, address),
            notes,
            is_math: super::math::find(outline),
            by_role: by_role(outline),
            is_whole: Cell::new(false),
            is_spared: Cell::new(false),
            line_text: Cell::new(None),
            gutters: RefCell::default(),
            languages: RefCell::default(),
            addresses: Cell::new((most_of_addresses(outline), 0)),
            steps: Cell::new(0),
            is_over: Cell::new(false),
            kept_before: is_kept.map(|is_kept| texts.kept_before(is_kept)),
        }
    }
}

impl Convert<'_> {
    /// The name of an element, or of that whose part it has by its role.
    pub fn name(&self, node: u32) -> &str {
        match self.by_role.is_empty() {
            true => self.outline.name(node),
            false => self.by_role.get(&node).copied().unwrap_or_else(|| self.outline.name(node)),
        }
    }

    /// Adds the parts that are inside an element.
    pub fn flow(&self, node: u32, out: &mut Vec<Part>) {
        let mut line = Vec::new();
        self.flow_into(node, None, &mut line, out);
        flush(&mut line, out);
    }

    /// Returns the parts that are inside an element.
    pub fn parts(&self, node: u32) -> Vec<Part> {
        let mut out = Vec::new();
        self.flow(node, &mut out);
        out
    }

    /// Adds what is inside an element, all of which leads to `link`, if there is one.
    fn flow_into(
        &self,
        node: u32,
        link: Option<&str>,
        line: &mut Vec<Inline>,
        out: &mut Vec<Part>,
    ) {
        let outline = self.outline;
        let mut is_listing = false;
        for child in outline.children(node) {
            if self.stops() {
                return;
            }
            let is_note = self.notes.of_reference(child).is_some();
            let is_left_out = self.notes.is_left_out(child) && !is_note;
            if is_left_out || self.is_of_drawing(child) || self.is_unseen(child) {
                continue;
            }
            if outline.is_tag(child, CODE) && self.adds_listing(child, is_listing, line, out) {
                is_listing = true;
                continue;
            }
            let is_part = |name: &&str| matches!(*name, "UL" | "TABLE") || is_heading(name);
            let role = match !self.by_role.is_empty() && is_part(&self.name(child)) {
                true if !outline.is_text(child) => Role::Block,
                _ => outline.role(child),
            };
            let is_blocky =
                role == Role::Inline && self.is_blocky(child) && !self.is_special(child);
            match role {
                Role::Hidden => self.hidden(child, line),
                Role::Block | Role::Inline if self.is_dropped(child, is_blocky) => {
                    flush(line, out);
                    out.push(dropped());
                }
                // White space at the beginning of a line is none.
                Role::Inline if line.is_empty() && self.is_white(child) => {}
                Role::Inline if outline.is_text(child) => self.linked(link, child, line),
                Role::Inline if !is_blocky => self.linked(link, child, line),
                Role::Inline if outline.is_tag(child, A) => self.card(child, link, line, out),
                Role::Inline => self.flow_into(child, link, line, out),
                Role::Block if self.is_math(child) => {
                    flush(line, out);
                    self.inline(child, line);
                    flush(line, out);
                }
                Role::Block => {
                    flush(line, out);
                    let is_output = is_listing && outline.name(child) == "PRE";
                    match is_output.then(|| self.code(child)).flatten() {
                        Some(code) => join(code, out),
                        None => self.block(child, link, out),
                    }
                    is_listing &= is_output;
                }
            }
        }
    }

    /// Whether an element has something inside that stands on lines of its own.
    pub fn is_blocky(&self, node: u32) -> bool {
        let outline = self.outline;
        let inside = outline.inside(node);
        let mut next = inside.start;
        while next < inside.end {
            if outline.role(next) == Role::Block {
                return true;
            }
            // Mathematics and drawings have elements of their own.
            let is_apart = matches!(outline.name(next), "MATH" | "SVG");
            next = if is_apart { outline.end(next) } else { next + 1 };
        }
        false
    }

    /// Whether an element in a line is hidden by the page.
    pub fn is_unseen(&self, node: u32) -> bool {
        self.texts.is_unseen(node)
    }

    pub fn is_white(&self, node: u32) -> bool {
        self.outline.is_text(node) && self.outline.is_blank(node)
    }

    /// Whether an element has much text, and nothing of it is kept, not even a figure without its
    /// caption. One with less may say which language the code below is in, or have an image that
    /// stays; and code takes what stands above it for its language.
    fn is_dropped(&self, node: u32, is_blocky: bool) -> bool {
        let Some(before) = &self.kept_before else { return false };
        let outline = self.outline;
        before[node as usize] == before[outline.end(node) as usize]
            && (is_blocky || outline.role(node) == Role::Block)
            && !self.is_whole.get()
            && !self.is_spared.get()
            && !outline.is_blank(node)
            && !self.is_announced(node)
            && outline.name(node) != "PRE"
            && self.texts.has_more_than(node, SMALL, |inner| self.is_unwritten(inner))
    }

    /// Whether nothing is made of the text of an element.
    fn is_unwritten(&self, node: u32) -> bool {
        let outline = self.outline;
        let is_frame = outline.name(node) == "IFRAME";
        let is_hidden = outline.role(node) == Role::Hidden || self.is_unseen(node);
        is_frame || is_hidden || self.is_of_drawing(node)
    }

    /// Whether an element is or begins with a quotation that the text before announces, as
    /// `Ann wrote:` does.
    fn is_announced(&self, node: u32) -> bool {
        const NEAR: u32 = 32;
        let outline = self.outline;
        let text = |node: u32| match &outline.nodes()[node as usize].is {
            Is::Text(span) => Some(self.texts.text(span).trim_end()).filter(|t| !t.is_empty()),
            Is::Element(_) => None,
        };
        let before = (node.saturating_sub(NEAR)..node).rev().find_map(text);
        let first = |node: &u32| outline.children(*node).find(|child| !self.is_white(*child));
        let mut firsts = std::iter::successors(Some(node), first);
        before.is_some_and(|text| text.ends_with(':'))
            && firsts.any(|node| outline.is_tag(node, BLOCKQUOTE))
    }

    /// Adds code that stands on lines of its own, without a PRE: to the code before, as
    /// documentation of a language has it. Returns whether it is such code.
    fn adds_listing(
        &self,
        code: u32,
        is_listing: bool,
        line: &mut Vec<Inline>,
        out: &mut Vec<Part>,
    ) -> bool {
        let is_blank = self.outline.is_blank(code);
        // In a cell only a PRE has lines.
        let found = if is_blank || self.is_whole.get() { None } else { self.code_alone(code) };
        if found.is_none() && !(is_blank && is_listing) {
            return false;
        }
        flush(line, out);
        let has_gap = self.plain_of(code).trim_start_matches(' ').starts_with('\n');
        if let Some(Part::Code(_, pieces)) = out.last_mut()
            && is_listing
            && (has_gap || is_blank)
        {
            pieces.push(Piece::unplaced("\n"));
        }
        if let Some(code) = found {
            join(code, out);
        }
        true
    }

    /// Adds a link with parts inside: everything in it leads to the same place, and its heading, or
    /// else its first line of text, says so. Whether a heading is kept, [`Structure::keep`] knows.
    fn card(&self, node: u32, link: Option<&str>, line: &mut Vec<Inline>, out: &mut Vec<Part>) {
        let outline = self.outline;
        let href = outline.get(node, Structural::Href).map(str::trim);
        let own = href.filter(|href| leads_somewhere(href)).and_then(|href| self.absolute(href));
        // Every text in it compares this with the link before.
        let own = own.filter(|own| own.len() <= LONGEST_CARD || self.leaves_out_address());
        let is_title = |inner: u32| is_heading(outline.name(inner)) && !outline.is_blank(inner);
        if !outline.inside(node).any(is_title) {
            return self.flow_into(node, own.as_deref().or(link), line, out);
        }
        flush(line, out);
        let mut parts = Vec::new();
        self.flow_into(node, own.as_deref().or(link), line, &mut parts);
        flush(line, &mut parts);
        for part in &mut parts {
            if let Part::Paragraph(line) = part
                && let [Inline::Link(to, inner)] = &mut line[..]
                && own.as_ref() == Some(to)
                && !plain(inner).trim().is_empty()
            {
                *inner = vec![Inline::Link(String::new(), std::mem::take(inner))];
            }
        }
        out.append(&mut parts);
    }

    fn linked(&self, link: Option<&str>, node: u32, line: &mut Vec<Inline>) {
        let Some(link) = link else { return self.inline(node, line) };
        let mut inner = Vec::new();
        self.inline(node, &mut inner);
        match line.last_mut() {
            Some(Inline::Link(last, all)) if last == link => {
                let from = all.len();
                add_to_link(inner, all);
                self.part_from_before(node, from, all);
            }
            _ if self.has_room_for(link) => line.push(Inline::Link(link.to_owned(), inner)),
            _ => add_to_link(inner, line),
        }
    }

    /// An address as an absolute one; none, if it has more bytes than are left for addresses.
    pub fn absolute(&self, address: &str) -> Option<String> {
        if self.addresses.get().0 == 0 {
            self.has_room_for(address);
            return None;
        }
        Some(self.base.absolute(address)).filter(|address| self.has_room_for(address))
    }

    /// Whether the time is up, and nothing more is to be read: what was made is of no use then.
    pub fn stops(&self) -> bool {
        /// Nodes between two looks at the clock.
        const LOOK_EVERY: u32 = 512;
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(LOOK_EVERY) && self.outline.budget().is_over(Stage::Structuring) {
            self.is_over.set(true);
        }
        self.is_over.get()
    }

    /// The limits that were met.
    pub fn hits(&self) -> Vec<LimitHit> {
        let time = self.outline.budget().time_hit(Stage::Structuring, 0);
        let (_, addresses) = self.addresses.get();
        let limit = most_of_addresses(self.outline);
        let hits = [
            self.is_over.get().then_some(time),
            (addresses > 0).then_some(LimitHit::Addresses { limit, addresses }),
        ];
        hits.into_iter().flatten().collect()
    }

    /// Whether so many bytes are left for addresses, which are taken then. A long BASE, or a link
    /// around many blocks, would make a text of the square of the page.
    fn has_room_for(&self, address: &str) -> bool {
        let (left, without) = self.addresses.get();
        let rest = left.checked_sub(address.len() + 1);
        self.addresses.set((rest.unwrap_or(0), without));
        rest.is_some() || self.leaves_out_address()
    }

    /// Counts an address that is left out. Returns whether it stays, which it does not.
    fn leaves_out_address(&self) -> bool {
        let (left, without) = self.addresses.get();
        self.addresses.set((left, without + 1));
        false
    }

    /// The line of an element whose content is to be one line.
    pub fn line(&self, node: u32) -> Vec<Inline> {
        let mut line = Vec::new();
        self.inlines(node, &mut line);
        tidy(&mut line);
        line
    }

    /// Adds an element that stands on lines of its own.
    pub fn block(&self, node: u32, link: Option<&str>, out: &mut Vec<Part>) {
        let outline = self.outline;
        match self.name(node) {
            name if is_heading(name) => {
                let mut line = self.heading(node);
                let is_other = |link: &&str| !self.is_own(link) && self.has_room_for(link);
                if let Some(link) = link.filter(is_other) {
                    line = vec![Inline::Link(link.to_owned(), line)];
                }
                if !is_blank(&line) {
                    out.push(Part::Heading(name.as_bytes()[1] - b'0', line));
                }
            }
            "UL" | "OL" | "MENU" | "DIR" => self.list(node, out),
            "DL" => self.definitions(node, out),
            "BLOCKQUOTE" => {
                let is_spared = self.is_spared.get();
                self.is_spared.set(is_spared || self.is_announced(node));
                let parts = self.parts(node);
                self.is_spared.set(is_spared);
                if !parts.is_empty() {
                    out.push(Part::Quote(parts));
                }
            }
            "PRE" | "LISTING" | "XMP" | "PLAINTEXT" => self.preformatted(node, out),
            "TABLE" => self.table(node, out),
            "FIGURE" => self.figure(node, out),
            "HR" => out.push(Part::Rule),
            "LI" if outline.name(node) == "LI" => {
                out.push(Part::List(List { start: None, items: vec![self.item(node)] }));
            }
            _ => match self.code_of_box(node).or_else(|| self.callout(node)) {
                Some(part) => out.push(part),
                None => {
                    let mut line = Vec::new();
                    self.flow_into(node, link, &mut line, out);
                    flush(&mut line, out);
                }
            },
        }
    }

    /// Adds code; a line above that only names its language, or copies it, goes with it.
    fn preformatted(&self, node: u32, out: &mut Vec<Part>) {
        let Some(Part::Code(mut language, pieces)) = self.code(node) else { return };
        let last_line = |out: &[Part]| match out.last() {
            Some(Part::Paragraph(line)) => plain(line),
            _ => String::new(),
        };
        if is_copy(&last_line(out)) {
            out.pop();
        }
        if let Some(named) = language_named(&last_line(out))
            && language.as_ref().is_none_or(|known| *known == named)
        {
            language = Some(named);
            out.pop();
        }
        out.push(Part::Code(language, pieces));
    }

    /// The line of a heading, without what is all of it and says nothing: bold type, and a link to
    /// itself.
    fn heading(&self, node: u32) -> Vec<Inline> {
        let mut line = self.line(node);
        loop {
            line = match &mut line[..] {
                [Inline::Link(address, inner)] if self.is_own(address) => std::mem::take(inner),
                [Inline::Styled(Style::Strong, inner)] => std::mem::take(inner),
                _ => return line,
            };
        }
    }

    fn is_own(&self, address: &str) -> bool {
        address.starts_with('#') || self.base.is_own(address)
    }

    /// Adds one node, to the line or after it.
    pub fn one(&self, node: u32, line: &mut Vec<Inline>, out: &mut Vec<Part>) {
        match self.outline.role(node) {
            Role::Hidden => self.hidden(node, line),
            Role::Block => {
                flush(line, out);
                self.block(node, None, out);
            }
            Role::Inline if self.is_blocky(node) => {
                self.flow_into(node, None, line, out);
            }
            Role::Inline => self.inline(node, line),
        }
    }
}

/// Stands for a part that is left out, so that what is beside it is not taken for what stands
/// between texts that are kept.
fn dropped() -> Part {
    let piece = Piece { text: "-".to_owned(), block: Some(u32::MAX) };
    Part::Paragraph(vec![Inline::Text(piece)])
}

/// Joins code with that before, if it is in the same language.
fn join(code: Part, out: &mut Vec<Part>) {
    match (out.last_mut(), code) {
        (Some(Part::Code(Some(before), all)), Part::Code(Some(language), pieces))
            if *before == language =>
        {
            all.push(Piece::unplaced("\n"));
            all.extend(pieces);
        }
        (_, code) => out.push(code),
    }
}
