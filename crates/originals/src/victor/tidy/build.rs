//! The state of a page that is being read, and what all parsers share: tokens, open inline
//! elements, white space.

use super::dict::{self, TidyModel, TidyParser, TidyTag};
use super::lexer::{TidyLexer, TidyMode};
use super::tree::{NONE, ReopenedInline, TidyId, TidyKind, TidyNode, TidyTree};

/// Maximum number of open elements. The content of deeper ones belongs to the element around them.
/// Real pages stay below 100.
const MAX_OPEN: usize = 200;
/// Maximum number of inline elements that are opened again: a constant, and a number for each byte
/// of the page.
const REOPENED: (usize, usize) = (1_000, 1);
/// How often a token may be given back before it is dropped: every open element may do it a few
/// times.
const MAX_RETURNS: usize = 4 * MAX_OPEN;

/// A page that is being read.
pub(super) struct Build {
    pub tree: TidyTree,
    pub lexer: TidyLexer,
    /// The last token, and whether it was given back.
    token: TidyId,
    pushed: bool,
    /// The inline element that was inserted before a text that was given back.
    inserted: TidyId,
    /// The inline element to insert next, and the token after the last of them.
    pub(super) insert: Option<usize>,
    pub(super) after_insert: TidyId,
    pub(super) inlines: Vec<ReopenedInline>,
    /// The inline elements before this one are outside of the current table or object.
    pub inline_base: usize,
    pub exclude_blocks: bool,
    /// The content of a table is read that belongs before it.
    pub exiled: bool,
    pub has_main: bool,
    /// The page declares a version of HTML before 5.
    pub is_html4: bool,
    /// The page is in the namespace of XHTML.
    pub is_xhtml: bool,
    has_doctype: bool,
    depth: usize,
    returns: usize,
    /// How many inline elements may still be opened again.
    pub(super) reopened: usize,
    pub html: TidyId,
    pub head: TidyId,
}

impl Build {
    pub fn new(markup: &str) -> Self {
        Self {
            tree: TidyTree::with_room_for(markup.len()),
            lexer: TidyLexer::new(markup),
            token: NONE,
            pushed: false,
            inserted: NONE,
            insert: None,
            after_insert: NONE,
            inlines: Vec::new(),
            inline_base: 0,
            exclude_blocks: false,
            exiled: false,
            has_main: false,
            is_html4: false,
            is_xhtml: false,
            has_doctype: false,
            depth: 0,
            returns: 0,
            reopened: REOPENED.0 + REOPENED.1 * markup.len(),
            html: NONE,
            head: NONE,
        }
    }

    pub fn tag(&self, node: TidyId) -> TidyTag {
        self.tree.tag(node)
    }

    pub fn kind(&self, node: TidyId) -> TidyKind {
        self.tree[node].kind
    }

    pub fn model_of(&self, tag: TidyTag) -> TidyModel {
        match tag {
            TidyTag::A if self.is_html4 => dict::INLINE,
            TidyTag::Object if self.is_html4 => tag.entry().model | dict::HEAD,
            _ => tag.entry().model,
        }
    }

    pub fn parser_of(&self, tag: TidyTag) -> TidyParser {
        match tag {
            TidyTag::A | TidyTag::Caption if self.is_html4 => TidyParser::Inline,
            TidyTag::Button if self.is_html4 => TidyParser::Block,
            _ => tag.entry().parser,
        }
    }

    /// Whether a node's element has one of these properties.
    pub fn has(&self, node: TidyId, model: TidyModel) -> bool {
        self.model_of(self.tag(node)) & model != 0
    }

    pub fn is_start(&self, node: TidyId) -> bool {
        self.kind(node) == TidyKind::Start
    }

    pub fn is_end(&self, node: TidyId) -> bool {
        self.kind(node) == TidyKind::End
    }

    /// Whether a node is the end tag of an element.
    pub fn ends(&self, node: TidyId, element: TidyId) -> bool {
        self.is_end(node)
            && self.tag(node) == self.tag(element)
            && self.tag(node) != TidyTag::Unknown
    }

    /// A node that the parser inserts.
    pub fn inferred(&mut self, tag: TidyTag) -> TidyId {
        self.tree.add(TidyNode {
            kind: TidyKind::Start,
            tag,
            implicit: true,
            ..TidyNode::default()
        })
    }

    /// A copy of an element without its content.
    pub fn cloned(&mut self, element: TidyId) -> TidyId {
        let TidyNode { kind, tag, implicit, has_attributes, is_named, .. } = self.tree[element];
        self.tree.add(TidyNode {
            kind,
            tag,
            implicit,
            has_attributes,
            is_named,
            ..TidyNode::default()
        })
    }

    /// Makes another element of a node.
    pub fn rename(&mut self, node: TidyId, tag: TidyTag) {
        let was = self.tag(node);
        let node = &mut self.tree[node];
        node.was = was;
        node.tag = tag;
        node.kind = TidyKind::Start;
        node.implicit = true;
    }

    /// Returns the next token: one that was given back, an inline element to open again, or one of
    /// the page.
    pub fn get(&mut self, mode: TidyMode) -> Option<TidyId> {
        if self.pushed || self.inserted != NONE {
            if self.inserted != NONE {
                if std::mem::take(&mut self.pushed) {
                    return Some(self.inserted);
                }
                self.inserted = NONE;
            }
            self.pushed = false;
            if !self.tree.is_text(self.token)
                || (self.insert.is_none() && self.after_insert == NONE)
            {
                return Some(self.token);
            }
            self.inserted = self.inserted_token();
            if self.inserted == NONE {
                return Some(self.token);
            }
            return Some(self.inserted);
        }
        if (self.insert.is_some() || self.after_insert != NONE) && !self.inlines.is_empty() {
            let inserted = self.inserted_token();
            if inserted != NONE {
                self.token = inserted;
                return Some(inserted);
            }
        }
        self.returns = 0;
        let node = self.lexer.token(mode)?;
        if node.kind == TidyKind::DocType && !std::mem::replace(&mut self.has_doctype, true) {
            self.is_html4 = !is_html5(node.name.as_deref().unwrap_or_default());
        }
        self.token = self.tree.add(node);
        Some(self.token)
    }

    /// Gives the last token back.
    pub fn unget(&mut self) {
        self.returns += 1;
        // A token that no element takes is dropped, so reading ends.
        self.pushed = self.returns <= MAX_RETURNS;
        if !self.pushed {
            self.inserted = NONE;
        }
    }

    /// Reads the content of an element.
    pub fn parse(&mut self, node: TidyId, mode: TidyMode) {
        let tag = self.tag(node);
        if tag == TidyTag::Unknown {
            return;
        }
        if !self.has(node, dict::EMPTY | dict::INLINE) {
            self.lexer.insert_space = false;
        }
        if self.kind(node) == TidyKind::StartEnd {
            return;
        }
        if self.depth >= MAX_OPEN {
            // What made an element necessary must not require it again.
            if self.tree[node].implicit
                && std::mem::take(&mut self.pushed)
                && self.tree.is_text(self.token)
            {
                self.tree.append(node, self.token);
            }
            return;
        }
        self.depth += 1;
        match self.parser_of(tag) {
            TidyParser::Block => self.parse_block(node, mode),
            TidyParser::Body => self.parse_body(node),
            TidyParser::ColGroup => self.parse_col_group(node),
            TidyParser::DefList => self.parse_def_list(node, mode),
            TidyParser::Empty => self.parse_empty(node, mode),
            TidyParser::FrameSet => self.parse_frame_set(node),
            TidyParser::Head => self.parse_head(node),
            TidyParser::Html => {}
            TidyParser::Inline => self.parse_inline(node, mode),
            TidyParser::List => self.parse_list(node),
            TidyParser::Namespace => self.parse_namespace(node),
            TidyParser::NoFrames => self.parse_no_frames(node),
            TidyParser::OptGroup => self.parse_options(node, &[TidyTag::Option, TidyTag::OptGroup]),
            TidyParser::Pre => self.parse_pre(node),
            TidyParser::Row => self.parse_row(node),
            TidyParser::RowGroup => self.parse_row_group(node),
            TidyParser::Script => self.parse_script(node),
            TidyParser::Select => {
                self.parse_options(
                    node,
                    &[TidyTag::Option, TidyTag::OptGroup, TidyTag::DataList, TidyTag::Script],
                );
            }
            TidyParser::TableTag => self.parse_table(node),
            TidyParser::Text => self.parse_text(node),
            TidyParser::Title => self.parse_title(node),
        }
        self.depth -= 1;
    }

    /// Adds a text to BODY or a block, unless inline elements are opened again before it.
    pub fn append_text(&mut self, element: TidyId, text: TidyId, content: &mut TidyContent) {
        if std::mem::take(&mut content.may_reopen) && !content.is_mixed && self.reopen(text) {
            return;
        }
        self.tree.append(element, text);
        content.mode = TidyMode::Mixed;
    }

    /// Prepares for an element in BODY or a block. Returns whether inline elements are opened again
    /// before it; it is then the next node.
    pub fn reopens_before(&mut self, node: TidyId, content: &mut TidyContent) -> bool {
        if !self.has(node, dict::INLINE) {
            content.may_reopen = true;
            content.mode = TidyMode::IgnoreWhitespace;
            return false;
        }
        if content.may_reopen && !self.tree[node].implicit {
            content.may_reopen = false;
            if !content.is_mixed && self.reopen(node) {
                return true;
            }
        }
        content.mode = TidyMode::Mixed;
        false
    }

    /// Makes an element of the end tag of BR or P.
    pub fn make_element(&mut self, end: TidyId) {
        if self.tag(end) == TidyTag::Br {
            self.tree[end].kind = TidyKind::Start;
        } else {
            self.tree[end].kind = TidyKind::StartEnd;
            self.tree[end].implicit = true;
        }
    }

    /// Adds what is neither text nor an element. Returns whether it is.
    pub fn insert_misc(&mut self, element: TidyId, node: TidyId) -> bool {
        let is_misc =
            matches!(self.kind(node), TidyKind::Comment | TidyKind::Instruction | TidyKind::Misc);
        if is_misc {
            self.tree.append(element, node);
        }
        is_misc
    }

    /// Moves an element to the head and reads its content there.
    pub fn move_to_head(&mut self, node: TidyId) {
        if self.tree.is_element(node) {
            self.tree.append(self.head, node);
            self.parse(node, TidyMode::IgnoreWhitespace);
        }
    }
}

/// The state while the content of BODY or a block is read.
pub(super) struct TidyContent {
    /// How the next token is read.
    pub mode: TidyMode,
    /// Whether inline elements that a block has closed may be opened again.
    pub may_reopen: bool,
    /// Whether the element never opens them again.
    pub is_mixed: bool,
}

/// What to do with a tag.
pub(super) enum Next {
    /// Go on with this node.
    Node(TidyId),
    /// Nothing more.
    Skip,
    /// End the element.
    Return,
    /// End the element as it is.
    Abandon,
}

/// Whether a doctype in small letters is that of HTML 5.
fn is_html5(doctype: &str) -> bool {
    let after = doctype.trim_start_matches("<!doctype").trim_start();
    let name = after.split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default();
    name == "html" && !after.contains("public")
}
