//! Cuts a page into Victor's blocks: HTML tidy, then the original's two passes over tidy's output.
//!
//! The content of scripts, objects, form options and struck text is dropped; the text that replaces
//! an image becomes text of the image; every other run of text in the body that is not blank is a
//! block, and in PRE every line. Blanks are those of Perl, so a no-break space is none when tidy
//! writes it as `&nbsp;`.

use super::block::{SPLITS, VictorBlock, containers_of, splits_of};
use super::tidy::{self, TidyOutput};
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Elements that are dropped with their content.
const DELETED: [&str; 14] = [
    "applet", "del", "embed", "frame", "frameset", "iframe", "object", "option", "param", "s",
    "script", "strike", "style", "textarea",
];

/// Elements without content, which tidy prints with a slash.
const VOID: [&str; 3] = ["embed", "frame", "param"];

/// Returns the blocks of a page, in order. Never fails; linear in the page's size.
pub fn blocks(markup: &str) -> Vec<VictorBlock> {
    let mut cutter = Cutter::default();
    tidy::print(&without_written_scripts(markup), &mut cutter);
    cutter.blocks
}

/// Returns a page in which the word `script` in a call of `document.write` does not look like a
/// tag: the first call of each line, up to its first closing bracket.
fn without_written_scripts(markup: &str) -> Cow<'_, str> {
    static CALL: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\bdocument.write\s*\(").ok());
    static SCRIPT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\bscript\b").ok());
    let (Some(call), Some(script)) = (&*CALL, &*SCRIPT) else { return Cow::Borrowed(markup) };
    if !call.is_match(markup) {
        return Cow::Borrowed(markup);
    }
    let mut changed = String::with_capacity(markup.len());
    for line in markup.split_inclusive('\n') {
        let Some(found) = call.find(line) else {
            changed.push_str(line);
            continue;
        };
        let (before, written) = line.split_at(found.end());
        let end = written.find(')').unwrap_or(written.len());
        changed.push_str(before);
        changed.push_str(&script.replace_all(&written[..end], "scr ipt"));
        changed.push_str(&written[end..]);
    }
    Cow::Owned(changed)
}

/// Makes blocks of what tidy prints.
#[derive(Default)]
struct Cutter {
    blocks: Vec<VictorBlock>,
    /// The text since the last tag, and whether there is anything in it that is not text.
    text: String,
    has_instruction: bool,
    /// The open elements that are dropped.
    deleted: Vec<String>,
    /// The kinds of the elements around, one value for each open element.
    containers: Vec<u16>,
    /// Tags since the last block.
    splits: [u32; SPLITS],
    /// The cells and DIVs around, and how many there have been.
    cells: Vec<u32>,
    divs: Vec<u32>,
    groups: u32,
    in_body: bool,
    in_pre: u32,
}

impl Cutter {
    /// Ends the run of text before a tag.
    fn end_text(&mut self) {
        let mut text = std::mem::take(&mut self.text);
        let has_instruction = std::mem::take(&mut self.has_instruction);
        if self.deleted.is_empty() {
            self.blocks_of(&text, has_instruction);
        }
        // Most runs are blank: they all use one buffer.
        text.clear();
        self.text = text;
    }

    fn blocks_of(&mut self, text: &str, has_instruction: bool) {
        if self.in_pre == 0 {
            return self.block(text, has_instruction);
        }
        let lines = text.trim_end_matches('\n');
        if lines.is_empty() {
            return;
        }
        for line in lines.split('\n') {
            self.block(line, false);
            self.tag("br");
            self.tag("br");
        }
    }

    fn block(&mut self, text: &str, has_instruction: bool) {
        let is_blank = text.chars().all(|c| c.is_whitespace() && c != '\u{A0}') && !has_instruction;
        if is_blank || !self.in_body {
            return;
        }
        let block = VictorBlock {
            // tidy's lines are joined with another line end each; those of PRE are alone.
            text: text.replace('\n', "\n\n"),
            containers: self.containers.last().copied().unwrap_or_default(),
            splits: std::mem::take(&mut self.splits),
            td: self.cells.last().copied().unwrap_or_default(),
            div: self.divs.last().copied().unwrap_or_default(),
        };
        self.blocks.push(block);
    }

    fn tag(&mut self, name: &str) {
        for (count, adds) in self.splits.iter_mut().zip(splits_of(name)) {
            *count = count.saturating_add(u32::from(adds));
        }
    }

    fn open(&mut self, name: &str) {
        self.tag(name);
        let around = self.containers.last().copied().unwrap_or_default();
        self.containers.push(around | containers_of(name));
        self.groups += 1;
        match name {
            "td" => self.cells.push(self.groups),
            "div" => self.divs.push(self.groups),
            _ => {}
        }
    }
}

impl TidyOutput for Cutter {
    fn start(&mut self, name: &str, alt: Option<&str>) {
        self.end_text();
        if DELETED.contains(&name) {
            if !VOID.contains(&name) {
                self.deleted.push(name.to_owned());
            }
            return;
        }
        if !self.deleted.is_empty() {
            return;
        }
        if name == "pre" {
            self.in_pre += 1;
        }
        self.open(name);
        if let ("img", Some(alt)) = (name, alt.filter(|alt| !alt.is_empty() && *alt != "0")) {
            self.text.push_str(alt);
            self.end_text();
        }
        self.in_body |= name == "body";
    }

    fn end(&mut self, name: &str) {
        self.end_text();
        if VOID.contains(&name) {
            return;
        }
        if self.deleted.last().is_some_and(|deleted| deleted == name) {
            self.deleted.pop();
            return;
        }
        if !self.deleted.is_empty() {
            return;
        }
        if name == "pre" {
            self.in_pre = self.in_pre.saturating_sub(1);
        }
        self.tag(name);
        self.containers.pop();
        match name {
            "td" => drop(self.cells.pop()),
            "div" => drop(self.divs.pop()),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.deleted.is_empty() {
            self.text.push_str(text);
        }
    }

    fn instruction(&mut self) {
        self.has_instruction = true;
    }
}
