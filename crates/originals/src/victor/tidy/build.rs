//! The state of a page that is being read, and what all parsers share: tokens, open inline
//! elements, white space.

use super::dict::{self, Model, Parser, Tag};
use super::lexer::{Lexer, Mode};
use super::tree::{Id, Inline, Kind, NONE, Node, Tree};

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
    pub tree: Tree,
    pub lexer: Lexer,
    /// The last token, and whether it was given back.
    token: Id,
    pushed: bool,
    /// The inline element that was inserted before a text that was given back.
    inserted: Id,
    /// The inline element to insert next, and the token after the last of them.
    pub(super) insert: Option<usize>,
    pub(super) after_insert: Id,
    pub(super) inlines: Vec<Inline>,
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
    pub html: Id,
    pub head: Id,
}

impl Build {
    pub fn new(markup: &str) -> Self {
        Self {
            tree: Tree::with_room_for(markup.len()),
            lexer: Lexer::new(markup),
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

    pub fn tag(&self, node: Id) -> Tag {
        self.tree.tag(node)
    }

    pub fn kind(&self, node: Id) -> Kind {
        self.tree[node].kind
    }

    pub fn model_of(&self, tag: Tag) -> Model {
        match tag {
            Tag::A if self.is_html4 => dict::INLINE,
            Tag::Object if self.is_html4 => tag.entry().model | dict::HEAD,
            _ => tag.entry().model,
        }
    }

    pub fn parser_of(&self, tag: Tag) -> Parser {
        match tag {
            Tag::A | Tag::Caption if self.is_html4 => Parser::Inline,
            Tag::Button if self.is_html4 => Parser::Block,
            _ => tag.entry().parser,
        }
    }

    /// Whether a node's element has one of these properties.
    pub fn has(&self, node: Id, model: Model) -> bool {
        self.model_of(self.tag(node)) & model != 0
    }

    pub fn is_start(&self, node: Id) -> bool {
        self.kind(node) == Kind::Start
    }

    pub fn is_end(&self, node: Id) -> bool {
        self.kind(node) == Kind::End
    }

    /// Whether a node is the end tag of an element.
    pub fn ends(&self, node: Id, element: Id) -> bool {
        self.is_end(node) && self.tag(node) == self.tag(element) && self.tag(node) != Tag::Unknown
    }

    /// A node that the parser inserts.
    pub fn inferred(&mut self, tag: Tag) -> Id {
        self.tree.add(Node { kind: Kind::Start, tag, implicit: true, ..Node::default() })
    }

    /// A copy of an element without its content.
    pub fn cloned(&mut self, element: Id) -> Id {
        let Node { kind, tag, implicit, has_attributes, is_named, .. } = self.tree[element];
        self.tree.add(Node { kind, tag, implicit, has_attributes, is_named, ..Node::default() })
    }

    /// Makes another element of a node.
    pub fn rename(&mut self, node: Id, tag: Tag) {
        let was = self.tag(node);
        let node = &mut self.tree[node];
        node.was = was;
        node.tag = tag;
        node.kind = Kind::Start;
        node.implicit = true;
    }

    /// Returns the next token: one that was given back, an inline element to open again, or one of
    /// the page.
    pub fn get(&mut self, mode: Mode) -> Option<Id> {
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
        if node.kind == Kind::DocType && !std::mem::replace(&mut self.has_doctype, true) {
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
    pub fn parse(&mut self, node: Id, mode: Mode) {
        let tag = self.tag(node);
        if tag == Tag::Unknown {
            return;
        }
        if !self.has(node, dict::EMPTY | dict::INLINE) {
            self.lexer.insert_space = false;
        }
        if self.kind(node) == Kind::StartEnd {
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
            Parser::Block => self.parse_block(node, mode),
            Parser::Body => self.parse_body(node),
            Parser::ColGroup => self.parse_col_group(node),
            Parser::DefList => self.parse_def_list(node, mode),
            Parser::Empty => self.parse_empty(node, mode),
            Parser::FrameSet => self.parse_frame_set(node),
            Parser::Head => self.parse_head(node),
            Parser::Html => {}
            Parser::Inline => self.parse_inline(node, mode),
            Parser::List => self.parse_list(node),
            Parser::Namespace => self.parse_namespace(node),
            Parser::NoFrames => self.parse_no_frames(node),
            Parser::OptGroup => self.parse_options(node, &[Tag::Option, Tag::OptGroup]),
            Parser::Pre => self.parse_pre(node),
            Parser::Row => self.parse_row(node),
            Parser::RowGroup => self.parse_row_group(node),
            Parser::Script => self.parse_script(node),
            Parser::Select => {
                self.parse_options(node, &[Tag::Option, Tag::OptGroup, Tag::DataList, Tag::Script]);
            }
            Parser::TableTag => self.parse_table(node),
            Parser::Text => self.parse_text(node),
            Parser::Title => self.parse_title(node),
        }
        self.depth -= 1;
    }

    /// Adds a text to BODY or a block, unless inline elements are opened again before it.
    pub fn append_text(&mut self, element: Id, text: Id, content: &mut Content) {
        if std::mem::take(&mut content.may_reopen) && !content.is_mixed && self.reopen(text) {
            return;
        }
        self.tree.append(element, text);
        content.mode = Mode::Mixed;
    }

    /// Prepares for an element in BODY or a block. Returns whether inline elements are opened again
    /// before it; it is then the next node.
    pub fn reopens_before(&mut self, node: Id, content: &mut Content) -> bool {
        if !self.has(node, dict::INLINE) {
            content.may_reopen = true;
            content.mode = Mode::IgnoreWhitespace;
            return false;
        }
        if content.may_reopen && !self.tree[node].implicit {
            content.may_reopen = false;
            if !content.is_mixed && self.reopen(node) {
                return true;
            }
        }
        content.mode = Mode::Mixed;
        false
    }

    /// Makes an element of the end tag of BR or P.
    pub fn make_element(&mut self, end: Id) {
        if self.tag(end) == Tag::Br {
            self.tree[end].kind = Kind::Start;
        } else {
            self.tree[end].kind = Kind::StartEnd;
            self.tree[end].implicit = true;
        }
    }

    /// Adds what is neither text nor an element. Returns whether it is.
    pub fn insert_misc(&mut self, element: Id, node: Id) -> bool {
        let is_misc = matches!(self.kind(node), Kind::Comment | Kind::Instruction | Kind::Misc);
        if is_misc {
            self.tree.append(element, node);
        }
        is_misc
    }

    /// Moves an element to the head and reads its content there.
    pub fn move_to_head(&mut self, node: Id) {
        if self.tree.is_element(node) {
            self.tree.append(self.head, node);
            self.parse(node, Mode::IgnoreWhitespace);
        }
    }
}

/// The state while the content of BODY or a block is read.
pub(super) struct Content {
    /// How the next token is read.
    pub mode: Mode,
    /// Whether inline elements that a block has closed may be opened again.
    pub may_reopen: bool,
    /// Whether the element never opens them again.
    pub is_mixed: bool,
}

/// What to do with a tag.
pub(super) enum Next {
    /// Go on with this node.
    Node(Id),
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
