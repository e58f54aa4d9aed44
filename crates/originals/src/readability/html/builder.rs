//! The state of the tree construction: open elements, formatting elements that are reopened, and
//! the tree so far (13.2.4 and 13.2.6.1).

use super::element::Span;
use super::limit::{Limit, MAX_DEPTH, MAX_NODES};
use super::token::{Kind, State, Token, Tokenizer, is_space};
use super::tree::{Id, NONE, ROOT, Space, Tree};
use crate::name::{Name, Set};

/// How to treat the next token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InSelect,
    InSelectInTable,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// An open element.
#[derive(Debug, Clone, Copy)]
pub struct Open {
    pub id: Id,
    /// Its name; of one that is not of HTML, [`Name::FOREIGN`] or [`Name::INTEGRATION`].
    pub name: Name,
    pub space: Space,
}

/// A formatting element, which is reopened where a block closed it.
#[derive(Debug, Clone, Copy)]
pub struct Formatting {
    pub id: Id,
    pub name: Name,
    pub attributes: u32,
}

/// Elements that bound the search for an open element.
pub const SCOPE: Set =
    Set::from_names("applet caption html table td th marquee object template #integration");
const TABLE_SCOPE: Set = Set::from_names("html table template");
const IMPLIED_ENDS: Set = Set::from_names("dd dt li optgroup option p rb rp rt rtc");
const ALL_IMPLIED_ENDS: Set = Set::from_names(
    "caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr",
);
/// Where content is moved out of the table.
pub const FOSTERS: Set = Set::from_names("table tbody tfoot thead tr");

pub struct Builder<'a> {
    pub tree: Tree<'a>,
    pub tokens: Tokenizer<'a>,
    pub mode: Mode,
    /// The mode after text.
    pub original: Mode,
    pub template_modes: Vec<Mode>,
    pub open: Vec<Open>,
    /// `None` is a marker: no element before it is reopened.
    pub formatting: Vec<Option<Formatting>>,
    pub head: Id,
    pub form: Id,
    pub frameset_ok: bool,
    /// New nodes go before the table.
    pub fosters: bool,
    /// Texts in a table that wait for the next token.
    pub table_text: Vec<Span>,
    /// A line feed that comes next is dropped.
    pub skips_line_feed: bool,
    /// Whether the content of an element is parsed, not a page.
    pub fragment: bool,
    pub reopened: usize,
    /// The length of the texts that were copied to be joined with another. When it exceeds the
    /// page's, texts stay apart, so that the pool stays linear.
    copied: usize,
    pub exceeded: Option<Limit>,
    /// Whether the page contains U+0000.
    pub nulls: bool,
}

impl<'a> Builder<'a> {
    pub fn new(tree: Tree<'a>) -> Self {
        let page = tree.page;
        Self {
            tree,
            tokens: Tokenizer::new(page),
            mode: Mode::Initial,
            original: Mode::Initial,
            template_modes: Vec::new(),
            open: Vec::new(),
            formatting: Vec::new(),
            head: NONE,
            form: NONE,
            frameset_ok: true,
            fosters: false,
            table_text: Vec::new(),
            skips_line_feed: false,
            fragment: false,
            reopened: 0,
            copied: 0,
            exceeded: None,
            nulls: memchr::memchr(0, page.as_bytes()).is_some(),
        }
    }

    /// Reads the whole page.
    pub fn read(&mut self) -> Result<(), Limit> {
        loop {
            let foreign = self.open.last().is_some_and(|open| open.space != Space::Html);
            let token = self.tokens.next(foreign, &mut self.tree);
            self.take(token)?;
            if token.kind == Kind::Eof {
                return Ok(());
            }
        }
    }

    /// Takes the next token.
    pub fn take(&mut self, mut token: Token) -> Result<(), Limit> {
        if std::mem::take(&mut self.skips_line_feed)
            && token.kind == Kind::Text
            && self.tree.str(token.span).starts_with('\n')
        {
            token.span.start += 1;
        }
        if token.kind != Kind::Text || !token.span.is_empty() {
            self.process(token);
        }
        self.exceeded.map_or(Ok(()), Err)
    }

    pub fn current(&self) -> Name {
        self.open.last().map_or(Name::DOCUMENT, |open| open.name)
    }

    /// The node that takes what an element contains: its own content of a template.
    fn holder(&self, open: Option<&Open>) -> Id {
        match open {
            Some(open) if open.name == Name::TEMPLATE => open.id + 1,
            Some(open) => open.id,
            None => ROOT,
        }
    }

    /// Where the next node goes: the parent, and the node that it goes before.
    pub fn place(&self) -> (Id, Id) {
        self.place_in(self.open.last(), self.fosters)
    }

    /// Where a node goes that should go into an open element; out of a table if it `fosters`.
    fn place_in(&self, target: Option<&Open>, fosters: bool) -> (Id, Id) {
        if !(fosters && target.is_some_and(|open| FOSTERS.has(open.name))) {
            return (self.holder(target), NONE);
        }
        let template = self.open.iter().rposition(|open| open.name == Name::TEMPLATE);
        let table = self.open.iter().rposition(|open| open.name == Name::TABLE);
        match (table, template) {
            (table, Some(at)) if table.is_none_or(|table| table < at) => {
                (self.holder(self.open.get(at)), NONE)
            }
            (Some(at), _) => {
                let table = self.open[at].id;
                match self.tree.node(table).parent {
                    NONE => (self.holder(self.open.get(at.saturating_sub(1))), NONE),
                    parent => (parent, table),
                }
            }
            _ => (self.holder(self.open.first()), NONE),
        }
    }

    pub fn put(&mut self, id: Id, target: Option<Open>, fosters: bool) {
        match self.place_in(target.as_ref(), fosters) {
            (parent, NONE) => self.tree.append(parent, id),
            (_, before) => self.tree.insert_before(before, id),
        }
    }

    pub fn make(&mut self, name: Name, space: Space, attributes: u32) -> Id {
        if self.tree.nodes.len() >= MAX_NODES {
            self.exceeded = Some(Limit::Nodes);
        }
        self.tree.make(name, space, Span { start: attributes, end: attributes })
    }

    pub fn push(&mut self, id: Id, name: Name, space: Space) {
        if self.open.len() >= MAX_DEPTH {
            self.exceeded = Some(Limit::Depth);
        }
        self.open.push(Open { id, name, space });
    }

    /// Opens an element.
    pub fn insert(&mut self, token: Token) -> Id {
        let id = self.insert_empty(token);
        self.push(id, token.name, Space::Html);
        id
    }

    /// Adds an element without content.
    pub fn insert_empty(&mut self, token: Token) -> Id {
        let id = self.make(token.name, Space::Html, token.attributes);
        self.put(id, self.open.last().copied(), self.fosters);
        if token.name == Name::TEMPLATE {
            self.tree.make(Name::DOCUMENT, Space::Html, Span::default());
        }
        id
    }

    pub fn insert_implied(&mut self, name: Name) -> Id {
        self.insert(Token::new(Kind::Start, name))
    }

    pub fn insert_comment(&mut self, token: Token) {
        let parent = self.place();
        self.insert_comment_at(token, parent);
    }

    pub fn insert_comment_at(&mut self, token: Token, (parent, before): (Id, Id)) {
        let id = self.tree.make(Name::COMMENT, Space::Html, token.span);
        match before {
            NONE => self.tree.append(parent, id),
            _ => self.tree.insert_before(before, id),
        }
    }

    /// Adds a text, to the text before it if there is one.
    pub fn insert_text(&mut self, span: Span) {
        if span.is_empty() {
            return;
        }
        let (parent, before) = self.place();
        let prev = match before {
            NONE => self.tree.node(parent).last,
            _ => self.tree.node(before).prev,
        };
        let joins = prev != NONE && self.tree.node(prev).name == Name::TEXT;
        if joins && self.extend_text(prev, span) {
            return;
        }
        if self.tree.nodes.len() >= MAX_NODES {
            self.exceeded = Some(Limit::Nodes);
        }
        let id = self.tree.make(Name::TEXT, Space::Html, span);
        match before {
            NONE => self.tree.append(parent, id),
            _ => self.tree.insert_before(before, id),
        }
    }

    /// Adds a text to another one, and returns whether it could.
    fn extend_text(&mut self, text: Id, span: Span) -> bool {
        let page = self.tree.page.len() as u32;
        let had = self.tree.node(text).data;
        if had.end == span.start && (had.start >= page) == (span.start >= page) {
            self.tree.node_mut(text).data.end = span.end;
            return true;
        }
        // Between the two, other text may have been added to the pool: then both are copied.
        self.copied += (had.end - had.start) as usize;
        if self.copied > self.tree.page.len() {
            return false;
        }
        let both = [self.tree.str(had), self.tree.str(span)].concat();
        let from = self.tree.pool.len();
        self.tree.pool.push_str(&both);
        self.tree.node_mut(text).data = self.tree.pooled(from);
        true
    }

    pub fn is_blank(&self, token: Token) -> bool {
        token.kind == Kind::Text && self.tree.str(token.span).bytes().all(is_space)
    }

    /// Closes the innermost elements up to one of these names.
    pub fn close_to(&mut self, wanted: impl Fn(Name) -> bool) {
        while let Some(open) = self.open.pop() {
            if wanted(open.name) {
                break;
            }
        }
    }

    /// Closes the innermost elements until one of these names is the innermost.
    pub fn clear_to(&mut self, names: Set) {
        while self.open.len() > 1 && !names.has(self.current()) {
            self.open.pop();
        }
    }

    pub fn place_of(&self, id: Id) -> Option<usize> {
        self.open.iter().rposition(|open| open.id == id)
    }

    pub fn remove_open(&mut self, id: Id) {
        if let Some(at) = self.place_of(id) {
            self.open.remove(at);
        }
    }

    pub fn has_open(&self, name: Name) -> bool {
        self.open.iter().any(|open| open.name == name)
    }

    fn within(&self, wanted: impl Fn(Name) -> bool, bounds: impl Fn(Name) -> bool) -> bool {
        let mut innermost_first = self.open.iter().rev().map(|open| open.name);
        innermost_first.find(|&name| wanted(name) || bounds(name)).is_some_and(wanted)
    }

    pub fn in_scope(&self, name: Name) -> bool {
        self.within(|open| open == name, |open| SCOPE.has(open))
    }

    pub fn any_in_scope(&self, names: Set) -> bool {
        self.within(|open| names.has(open), |open| SCOPE.has(open))
    }

    pub fn in_list_scope(&self, name: Name) -> bool {
        let bounds = |open| SCOPE.has(open) || matches!(open, Name::OL | Name::UL);
        self.within(|open| open == name, bounds)
    }

    pub fn in_button_scope(&self, name: Name) -> bool {
        self.within(|open| open == name, |open| SCOPE.has(open) || open == Name::BUTTON)
    }

    pub fn in_table_scope(&self, name: Name) -> bool {
        self.within(|open| open == name, |open| TABLE_SCOPE.has(open))
    }

    pub fn in_select_scope(&self, name: Name) -> bool {
        let bounds = |open| !matches!(open, Name::OPTGROUP | Name::OPTION);
        self.within(|open| open == name, bounds)
    }

    /// Closes elements whose end tag may be missing.
    pub fn imply_ends(&mut self, except: Name) {
        while self.current() != except && IMPLIED_ENDS.has(self.current()) {
            self.open.pop();
        }
    }

    pub fn imply_all_ends(&mut self) {
        while ALL_IMPLIED_ENDS.has(self.current()) {
            self.open.pop();
        }
    }

    /// Opens an element with text that has no tags.
    pub fn insert_raw(&mut self, token: Token, state: State) {
        self.insert(token);
        self.tokens.state = state;
        self.original = self.mode;
        self.mode = Mode::Text;
    }
}
