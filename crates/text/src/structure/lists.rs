//! Lists, definitions, figures, and boxes that stand beside the text.

use super::context::Convert;
use super::text::{flush, is_blank, lines_of, plain, tidy};
use super::{Definition, Inline, List, ListItem, Part, Style};
use tamis_blocks::page::Structural;

/// Classes of boxes that say something aside, before the kind of box.
const CALLOUTS: [&str; 5] = ["markdown-alert", "admonition", "callout", "notecard", "alert"];

impl Convert<'_> {
    pub fn list(&self, node: u32, out: &mut Vec<Part>) {
        let outline = self.outline;
        let first =
            outline.get(node, Structural::Start).and_then(|first| first.trim().parse().ok());
        let mut start = (outline.name(node) == "OL").then(|| first.unwrap_or(1));
        let mut items: Vec<ListItem> = Vec::new();
        let mut line = Vec::new();
        for child in outline.children(node) {
            if self.notes.is_left_out(child) {
                continue;
            }
            if self.name(child) == "LI" {
                loose(&mut line, &mut items);
                items.push(self.item(child));
                continue;
            }
            let mut parts = Vec::new();
            self.one(child, &mut line, &mut parts);
            if !parts.is_empty() {
                loose(&mut line, &mut items);
                match items.last_mut() {
                    // A list beside an item belongs to it.
                    Some(item) => item.parts.append(&mut parts),
                    None => items.push(ListItem { is_done: None, parts }),
                }
            }
        }
        loose(&mut line, &mut items);
        items.retain(|item| !item.parts.is_empty());
        if self.by_role.contains_key(&node) && are_numbered(&items) {
            start = Some(1);
            for item in &mut items {
                item.parts.remove(0);
            }
        }
        if !items.is_empty() {
            out.push(Part::List(List { start, items }));
        }
    }

    /// An item of a list.
    pub fn item(&self, node: u32) -> ListItem {
        let outline = self.outline;
        let is_box = |node: &u32| {
            let kind = outline.get(*node, Structural::Type);
            outline.name(*node) == "INPUT"
                && kind.is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"))
        };
        let is_own = |inner: &u32| !matches!(outline.name(*inner), "UL" | "OL");
        let task = outline.inside(node).take_while(is_own).find(is_box);
        let is_done = task.map(|task| outline.get(task, Structural::Checked).is_some());
        ListItem { is_done, parts: self.parts(node) }
    }

    /// Adds terms with their definitions, and what else stands among them after.
    pub fn definitions(&self, node: u32, out: &mut Vec<Part>) {
        let mut all: Vec<Definition> = Vec::new();
        let mut others = Vec::new();
        self.definitions_into(node, &mut all, &mut others);
        all.retain(|one| !(one.terms.is_empty() && one.meanings.is_empty()));
        if !all.is_empty() {
            out.push(Part::Definitions(all));
        }
        out.append(&mut others);
    }

    fn definitions_into(&self, node: u32, all: &mut Vec<Definition>, others: &mut Vec<Part>) {
        for child in self.outline.children(node) {
            match self.outline.name(child) {
                "DT" => {
                    let term = self.line(child);
                    match all.last_mut() {
                        _ if is_blank(&term) => {}
                        Some(last) if last.meanings.is_empty() => last.terms.push(term),
                        _ => all.push(Definition { terms: vec![term], meanings: Vec::new() }),
                    }
                }
                "DD" => {
                    let meaning = self.parts(child);
                    match all.last_mut() {
                        _ if meaning.is_empty() => {}
                        Some(last) => last.meanings.push(meaning),
                        None => all.push(Definition { terms: Vec::new(), meanings: vec![meaning] }),
                    }
                }
                "DIV" => self.definitions_into(child, all, others),
                _ => {
                    let mut line = Vec::new();
                    self.one(child, &mut line, others);
                    flush(&mut line, others);
                }
            }
        }
    }

    pub fn figure(&self, node: u32, out: &mut Vec<Part>) {
        let outline = self.outline;
        if let Some(code) = self.code_of_box(node) {
            out.push(code);
            return;
        }
        let caption = outline.inside(node).find(|inner| outline.name(*inner) == "FIGCAPTION");
        let mut parts = self.parts_without(node, caption);
        once(&mut parts);
        let caption = self.caption(caption);
        if !(parts.is_empty() && is_blank(&caption)) {
            out.push(Part::Figure(parts, caption));
        }
    }

    /// The line of a caption.
    pub fn caption(&self, caption: Option<u32>) -> Vec<Inline> {
        let mut line = caption.map_or_else(Vec::new, |caption| lines_of(self.parts(caption)));
        tidy(&mut line);
        line
    }

    /// A box that says something aside, as several generators of sites mark it.
    pub fn callout(&self, node: u32) -> Option<Part> {
        let outline = self.outline;
        let named = outline.get(node, Structural::DataCallout);
        let class = outline.class(node);
        if named.is_none() && !class.split_ascii_whitespace().any(is_callout) {
            return None;
        }
        let kind = named
            .or_else(|| callout_kind(class))
            .or_else(|| self.is_admonition(node).then_some("note"))?
            .to_lowercase();
        let is_title = |child: &u32| {
            outline.class(*child).split_ascii_whitespace().any(|class| {
                let class = class.to_ascii_lowercase();
                class.ends_with("-title") || class.ends_with("-heading") || class == "title"
            })
        };
        let title = outline.inside(node).find(is_title);
        let mut parts = self.parts_without(node, title);
        let line = match title {
            Some(title) => self.line(title),
            None => bold_title(&kind, &mut parts),
        };
        Some(Part::Callout(kind, line, parts))
    }

    /// Whether an element is a box with a title as Sphinx has them, whatever its kind is.
    fn is_admonition(&self, node: u32) -> bool {
        let outline = self.outline;
        outline.has_class(node, "admonition")
            && outline.children(node).any(|child| outline.has_class(child, "admonition-title"))
    }

    /// What is in an element, but for one that is somewhere inside.
    fn parts_without(&self, node: u32, left_out: Option<u32>) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut line = Vec::new();
        self.add_without(node, left_out, &mut line, &mut parts);
        flush(&mut line, &mut parts);
        parts
    }

    fn add_without(
        &self,
        node: u32,
        left_out: Option<u32>,
        line: &mut Vec<Inline>,
        out: &mut Vec<Part>,
    ) {
        for child in self.outline.children(node) {
            match left_out {
                Some(left_out) if left_out == child => {}
                Some(left_out) if self.outline.is_inside(left_out, child) => {
                    self.add_without(child, Some(left_out), line, out);
                }
                _ => self.one(child, line, out),
            }
        }
    }
}

/// Takes a title off a box: its first line, if that is bold, or the bold word for its kind.
fn bold_title(kind: &str, parts: &mut Vec<Part>) -> Vec<Inline> {
    let Some(Part::Paragraph(line)) = parts.first_mut() else { return Vec::new() };
    let [Inline::Styled(Style::Strong, title), rest @ ..] = &mut line[..] else {
        return Vec::new();
    };
    let is_line = matches!(rest, [] | [Inline::Break, ..]);
    let is_kind = |text: &str| text.eq_ignore_ascii_case(kind);
    let mut title = match &mut title[..] {
        _ if is_line => std::mem::take(title),
        [Inline::Text(piece)] if piece.text.trim().strip_suffix(':').is_some_and(is_kind) => {
            std::mem::take(title)
        }
        _ => return Vec::new(),
    };
    line.drain(..1 + usize::from(is_line && line.len() > 1));
    if !is_line && let [Inline::Text(piece)] = &mut title[..] {
        piece.text.truncate(piece.text.trim_end().len() - 1);
        tidy(line);
    }
    if line.is_empty() {
        parts.remove(0);
    }
    title
}

/// Whether a class is one of boxes that say something aside.
fn is_callout(class: &str) -> bool {
    CALLOUTS.iter().any(|base| class.eq_ignore_ascii_case(base))
}

/// The kind of a callout, by the classes of its box: `alert alert-warning`, `admonition note`.
fn callout_kind(class: &str) -> Option<&str> {
    let mut bases = CALLOUTS.iter();
    let has =
        |base: &str| class.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(base));
    let base = bases.find(|base| class.len() > base.len() && has(base))?;
    class.split_ascii_whitespace().find_map(|word| {
        let after = word.strip_prefix(base).and_then(|rest| rest.strip_prefix('-'));
        // `alert` and `note` may stand together for other reasons.
        let alone = Some(word).filter(|_| matches!(*base, "admonition" | "callout" | "notecard"));
        after.or(alone).filter(|kind| is_kind(kind))
    })
}

/// Whether a word names a kind of callout.
fn is_kind(word: &str) -> bool {
    const KINDS: [&str; 23] = [
        "note",
        "info",
        "tip",
        "hint",
        "important",
        "warning",
        "caution",
        "danger",
        "error",
        "bug",
        "success",
        "check",
        "question",
        "help",
        "faq",
        "failure",
        "example",
        "quote",
        "abstract",
        "summary",
        "todo",
        "attention",
        "seealso",
    ];
    KINDS.iter().any(|kind| word.eq_ignore_ascii_case(kind))
}

/// Whether every item has a paragraph before others that is its number.
fn are_numbered(items: &[ListItem]) -> bool {
    let is_number = |(item, number): (&ListItem, usize)| match &item.parts[..] {
        [Part::Paragraph(line), _, ..] => plain(line).trim().parse() == Ok(number),
        _ => false,
    };
    items.iter().zip(1..).all(is_number)
}

/// Makes an item of what stands in a list, but in no item.
fn loose(line: &mut Vec<Inline>, items: &mut Vec<ListItem>) {
    let mut parts = Vec::new();
    flush(line, &mut parts);
    if !parts.is_empty() {
        items.push(ListItem { is_done: None, parts });
    }
}

/// Leaves out images that a figure has again in another size: they have the same text.
fn once(parts: &mut Vec<Part>) {
    fn alt(part: &Part) -> Option<&str> {
        match part {
            Part::Paragraph(line) => match &line[..] {
                [Inline::Image(image)] => Some(&image.alt),
                _ => None,
            },
            _ => None,
        }
    }
    parts.dedup_by(|next, before| alt(next).is_some() && alt(next) == alt(before));
}
