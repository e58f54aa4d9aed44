//! Turns a page's events into blocks: the state machine of boilerpipe's
//! `BoilerpipeHTMLContentHandler`.

use super::action::{Action, Actions};
use super::count::BlockCounts;
use crate::html;
use crate::page::{Block, BlockKind, Blocks, Cut, Inside, LimitHit, Page, Span, Tag};

/// The finished blocks, and the current text, which is not yet a block.
pub(super) struct BlockBuilder {
    actions: &'static Actions,
    title: Tag,
    out: Blocks,
    limit: usize,
    /// Number of blocks beyond the limit, and bytes of text in them.
    blocks_left_out: u64,
    bytes_left_out: u64,
    /// Where the current text begins in `out.text`.
    start: usize,
    counts: BlockCounts,
    /// Whether the current text, if there is any, ends with a space.
    after_space: bool,
    /// Whether words were linked words when the current text began.
    anchored_before: bool,
    /// The events of the current text; empty if it is blank.
    events: Span,
    /// Number of open elements at the first text since the last block. Text outside the body
    /// counts: as in boilerpipe, the first block of a page with a title has the title's level.
    text_level: Option<u32>,
    level: u32,
    /// Number of open elements of each kind in [`Inside`].
    open: [u32; 7],
    in_body: u32,
    in_anchor: u32,
    ignored: u32,
    /// Whether the next text begins a block.
    flush: bool,
    last_start: Option<Tag>,
}

impl BlockBuilder {
    pub(super) fn new(page: &Page, cut: Cut, limit: usize) -> Self {
        let text = String::with_capacity(page.text.len());
        Self {
            actions: Actions::for_cut(cut),
            title: html::TITLE,
            out: Blocks { text, ..Blocks::default() },
            limit,
            blocks_left_out: 0,
            bytes_left_out: 0,
            start: 0,
            counts: BlockCounts::new(),
            after_space: false,
            anchored_before: false,
            events: 0..0,
            text_level: None,
            level: 0,
            open: [0; 7],
            in_body: 0,
            in_anchor: 0,
            ignored: 0,
            flush: false,
            last_start: None,
        }
    }

    pub(super) fn start(&mut self, tag: Tag) {
        let action = self.actions.get(tag);
        self.level += u32::from(counts_in_level(action));
        match action {
            Action::Separate => self.flush = true,
            Action::Ignore => {
                self.ignored += 1;
                self.flush = true;
            }
            Action::Anchor => self.start_anchor(),
            Action::Body => {
                self.flush_block();
                self.in_body += 1;
            }
            Action::Pass => {}
            Action::Space => self.space(),
        }
        if let Some(bit) = self.actions.remembered(tag) {
            self.open[usize::from(bit)] += 1;
        }
        self.last_start = Some(tag);
    }

    pub(super) fn end(&mut self, tag: Tag) {
        let action = self.actions.get(tag);
        match action {
            Action::Separate => self.flush = true,
            Action::Ignore => {
                self.ignored = self.ignored.saturating_sub(1);
                self.flush = true;
            }
            Action::Anchor => self.end_anchor(),
            Action::Body => {
                self.flush_block();
                self.in_body = self.in_body.saturating_sub(1);
            }
            Action::Pass => {}
            Action::Space => self.space(),
        }
        self.level = self.level.saturating_sub(u32::from(counts_in_level(action)));
        if self.flush {
            // Only text resets the flag: tags that follow flush again.
            self.flush_block();
        }
        // The block that ends with an element is inside it.
        if let Some(bit) = self.actions.remembered(tag) {
            let open = &mut self.open[usize::from(bit)];
            *open = open.saturating_sub(1);
        }
    }

    pub(super) fn text(&mut self, index: u32, text: &str) {
        if std::mem::take(&mut self.flush) {
            self.flush_block();
        }
        if self.ignored > 0 {
            return;
        }
        let rest = text.trim_start_matches(html::is_space);
        let core = rest.trim_end_matches(html::is_space);
        if core.is_empty() {
            return self.space();
        }
        if rest.len() < text.len() {
            self.space();
        }
        if self.events.is_empty() {
            self.events.start = index;
        }
        self.text_level.get_or_insert(self.level);
        self.events.end = index + 1;
        self.counts.text(core, &mut self.out.text);
        self.after_space = false;
        if core.len() < rest.len() {
            self.space();
        }
    }

    pub(super) fn finish(mut self) -> Blocks {
        self.flush_block();
        self.out.text.truncate(self.start);
        if self.blocks_left_out > 0 {
            self.out.hits.push(LimitHit::Blocks {
                limit: self.limit,
                blocks: self.blocks_left_out,
                bytes: self.bytes_left_out,
            });
        }
        self.out
    }

    /// Adds a space, unless the text ends with one.
    fn space(&mut self) {
        if self.after_space {
            return;
        }
        self.after_space = true;
        self.counts.space();
        // Texts are trimmed, so none begins with a space.
        if self.out.text.len() > self.start {
            self.out.text.push(' ');
        }
    }

    fn start_anchor(&mut self) {
        self.in_anchor += 1;
        if self.in_anchor > 1 {
            self.end_anchor();
        }
        self.mark_anchor(true);
    }

    fn end_anchor(&mut self) {
        self.in_anchor = self.in_anchor.saturating_sub(1);
        if self.in_anchor == 0 {
            self.mark_anchor(false);
        }
    }

    fn mark_anchor(&mut self, linked: bool) {
        if self.ignored == 0 {
            self.space();
            self.counts.in_anchor = linked;
        }
    }

    /// Makes a block of the current text, if there is any.
    fn flush_block(&mut self) {
        self.counts.space();
        if self.in_body == 0 {
            if self.last_start == Some(self.title) {
                self.take_title();
            }
            // Anchors outside the body are dropped with their text.
            self.counts.in_anchor = self.anchored_before;
            return self.clear();
        }
        if self.events.is_empty() {
            // Anchors that have opened or closed stay so for the text that follows.
            return;
        }
        let text = self.trimmed();
        if self.out.blocks.len() < self.limit {
            self.out.text.truncate(text.end as usize);
            let block = self.block(text, BlockKind::Text);
            self.out.blocks.push(block);
        } else {
            self.blocks_left_out += 1;
            self.bytes_left_out += text.len() as u64;
            self.out.text.truncate(self.start);
        }
        self.text_level = None;
        self.clear();
    }

    fn clear(&mut self) {
        if self.in_body == 0 {
            self.out.text.truncate(self.start);
        }
        self.start = self.out.text.len();
        self.counts.clear();
        self.anchored_before = self.counts.in_anchor;
        self.events = 0..0;
    }

    /// Takes the current text as the title. The last title before the body wins; its text comes
    /// before all blocks.
    fn take_title(&mut self) {
        let text = self.trimmed();
        if text.is_empty() || self.counts.tokens == 0 {
            return;
        }
        self.out.text.truncate(text.end as usize);
        self.out.text.replace_range(..text.start as usize, "");
        let block = self.block(0..self.out.text.len() as u32, BlockKind::Title);
        self.out.title =
            Some(Block { anchor_words: 0, tag_level: 0, inside: Inside::default(), ..block });
        self.start = self.out.text.len();
    }

    fn block(&self, text: Span, kind: BlockKind) -> Block {
        let (wrapped_words, wrapped_lines) = self.counts.wrapped();
        Block {
            text,
            words: self.counts.words,
            anchor_words: self.counts.anchor_words,
            wrapped_words,
            wrapped_lines,
            tag_level: self.text_level.unwrap_or(0),
            inside: Inside((0..7).map(|bit| u8::from(self.open[bit] > 0) << bit).sum()),
            kind,
            events: self.events.clone(),
        }
    }

    /// The current text without the spaces and control characters around it (Java's `String.trim`).
    fn trimmed(&self) -> Span {
        let text = self.out.text[self.start..].trim_end_matches(|c| c <= ' ');
        let end = self.start + text.len();
        let begin = end - text.trim_start_matches(|c| c <= ' ').len();
        begin as u32..end as u32
    }
}

fn counts_in_level(action: Action) -> bool {
    !matches!(action, Action::Pass | Action::Space)
}
