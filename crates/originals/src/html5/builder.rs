//! The state of the tree construction: open elements, formatting elements that are reopened, and
//! the tree so far (13.2.4 and 13.2.6.1).

use super::dialect::Dialect;
use super::element::Span;
use super::limit::{Limit, MAX_DEPTH, MAX_NODES};
use super::tokenizer::{Kind, NOWHERE, State, Token, Tokenizer, is_space};
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

/// No open element has this name.
pub const NO_NAME: Name = Name::TEXT;
/// Elements that bound the search for an open element.
pub const SCOPE: Set =
    Set::from_names("applet caption html table td th marquee object template #integration");
const TABLE_SCOPE: Set = Set::from_names("html table template");
const IMPLIED_ENDS: Set = Set::from_names("dd dt li optgroup option p rb rp rt rtc");
/// Elements that end the search for an open LI, DD or DT, except ADDRESS, DIV and P; and for
/// another element that an end tag names.
const SPECIAL: Set = Set::from_names(
    "address applet area article aside base basefont bgsound blockquote body br button caption \
     center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form \
     frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link \
     listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre \
     script search section select source style summary table tbody td template textarea tfoot th \
     thead title tr track ul wbr xmp #integration",
);
/// Where content is moved out of the table.
pub const FOSTERS: Set = Set::from_names("table tbody tfoot thead tr");

pub struct Builder<'a> {
    pub dialect: &'static Dialect,
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
    /// Whether tables stand in paragraphs, as in pages of the nineties.
    pub quirks: bool,
    pub frameset_ok: bool,
    /// New nodes go before the table.
    pub fosters: bool,
    /// Texts in a table that wait for the next token.
    pub table_text: Vec<Token>,
    /// A line feed that comes next is dropped.
    pub skips_line_feed: bool,
    /// Whether the content of an element is parsed, not a page.
    pub fragment: bool,
    pub reopened: usize,
    /// The length of the texts that were copied to be joined with another. When it exceeds the
    /// page's, texts stay apart, so that the pool stays linear.
    copied: usize,
    pub exceeded: Option<Limit>,
    /// Whether the page may contain U+0000.
    pub nulls: bool,
}

impl<'a> Builder<'a> {
    pub fn new(mut tree: Tree<'a>, dialect: &'static Dialect) -> Self {
        let page = tree.page;
        tree.names.unknown = dialect.unknown;
        if dialect.positions {
            tree.places.push((0, NOWHERE));
        }
        Self {
            dialect,
            tree,
            tokens: Tokenizer::new(page, dialect),
            mode: Mode::Initial,
            original: Mode::Initial,
            template_modes: Vec::new(),
            open: Vec::new(),
            formatting: Vec::new(),
            head: NONE,
            form: NONE,
            quirks: false,
            frameset_ok: true,
            fosters: false,
            table_text: Vec::new(),
            skips_line_feed: false,
            fragment: false,
            reopened: 0,
            copied: 0,
            exceeded: None,
            nulls: dialect.keeps_nulls || memchr::memchr(0, page.as_bytes()).is_some(),
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
        if token.kind != Kind::Text || !token.span.is_empty() || self.dialect.folds_text {
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
    fn place(&self) -> (Id, Id) {
        let fosters =
            self.fosters && (self.dialect.fosters_elements || FOSTERS.has(self.current()));
        self.place_in(self.open.last(), fosters)
    }

    /// Where a node goes that should go into an open element; out of the table if it is fostered.
    fn place_in(&self, target: Option<&Open>, fostered: bool) -> (Id, Id) {
        if !fostered {
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

    fn put(&mut self, id: Id, (parent, before): (Id, Id)) {
        match before {
            NONE => self.tree.append(parent, id),
            _ => self.tree.insert_before(before, id),
        }
    }

    /// Puts a node into an open element, or before the table if that is one of its parts.
    pub fn put_in(&mut self, id: Id, target: Open) {
        let place = self.place_in(Some(&target), FOSTERS.has(target.name));
        self.put(id, place);
    }

    /// Refuses the page, unless the dialect flattens it.
    pub fn exceed(&mut self, limit: Limit) {
        if !self.dialect.flattens {
            self.exceeded.get_or_insert(limit);
        }
    }

    fn make(&mut self, name: Name, space: Space, data: Span, place: (i32, i32)) -> Id {
        if self.tree.nodes.len() >= MAX_NODES {
            self.exceed(Limit::Nodes);
        }
        if self.dialect.positions {
            self.tree.places.push(place);
        }
        self.tree.make(name, space, data)
    }

    /// Makes an element that begins with this tag.
    pub fn make_element(&mut self, token: Token, space: Space) -> Id {
        let data = Span { start: token.attributes, end: token.attributes };
        self.make(token.name, space, data, (token.start, NOWHERE))
    }

    pub fn push(&mut self, id: Id, name: Name, space: Space) {
        if self.open.len() >= MAX_DEPTH {
            self.exceed(Limit::Depth);
        }
        self.open.push(Open { id, name, space });
    }

    #[inline]
    fn insert_element(&mut self, token: Token, space: Space) -> Id {
        let id = self.make_element(token, space);
        self.put(id, self.place());
        id
    }

    /// Opens an element.
    pub fn insert(&mut self, token: Token) -> Id {
        if self.dialect.flattens {
            self.open.truncate(MAX_DEPTH - 1);
        }
        let id = self.insert_element(token, Space::Html);
        if token.name == Name::TEMPLATE {
            self.tree.make(Name::DOCUMENT, Space::Html, Span::default());
        }
        self.push(id, token.name, Space::Html);
        if self.dialect.closes_itself && token.self_closing {
            self.end_at(id, token.end);
            self.tokens.state = State::Data;
            self.tokens.pending = Some(Token::new(Kind::End, token.name));
        }
        id
    }

    /// Adds an element without content.
    pub fn insert_empty(&mut self, token: Token) {
        let id = self.insert_element(token, Space::Html);
        self.end_at(id, token.end);
    }

    pub fn insert_implied(&mut self, name: Name) -> Id {
        self.insert(Token::new(Kind::Start, name))
    }

    /// Opens an element of SVG or MathML.
    pub fn insert_foreign(&mut self, token: Token, space: Space) {
        let id = self.insert_element(token, space);
        if !token.self_closing {
            let name = match space {
                Space::Svg | Space::Math => Name::FOREIGN,
                _ => Name::INTEGRATION,
            };
            self.push(id, name, space);
        }
    }

    pub fn insert_comment(&mut self, token: Token) {
        self.insert_comment_at(token, self.place());
    }

    pub fn insert_comment_at(&mut self, token: Token, place: (Id, Id)) {
        let id = self.make(Name::COMMENT, Space::Html, token.span, (token.start, token.end));
        self.put(id, place);
    }

    /// Adds a text, to the text before it if there is one.
    pub fn insert_text(&mut self, token: Token) {
        if self.dialect.folds_text {
            return self.insert_folded(token);
        }
        let (parent, before) = self.place();
        let prev = match before {
            NONE => self.tree.node(parent).last,
            _ => self.tree.node(before).prev,
        };
        let joins = prev != NONE && self.tree.node(prev).name == Name::TEXT;
        if !(joins && self.extend_text(prev, token.span)) {
            let id = self.make(Name::TEXT, Space::Html, token.span, (token.start, token.end));
            self.put(id, (parent, before));
        }
    }

    /// Adds a text with its white space folded. It is never moved out of a table.
    fn insert_folded(&mut self, token: Token) {
        if matches!(self.current(), Name::SCRIPT | Name::STYLE) {
            return;
        }
        let page = self.tree.page;
        let start = token.span.start as usize;
        let decoded;
        let text = match start.checked_sub(page.len()) {
            // A decoded text is the last in the pool.
            Some(at) => {
                decoded = self.tree.pool.split_off(at);
                &*decoded
            }
            None => &page[start..token.span.end as usize],
        };
        let from = self.tree.pool.len();
        // What is not in the pool yet begins here.
        let mut rest = 0;
        let mut at = 0;
        while let Some(found) = text.as_bytes()[at..].iter().position(|&byte| is_space(byte)) {
            let space = at + found;
            let spaces = text.as_bytes()[space..].iter().take_while(|&&byte| is_space(byte));
            at = space + spaces.count();
            // Most white space is a single space, and stays.
            if at > space + 1 || text.as_bytes()[space] != b' ' {
                self.tree.pool.push_str(&text[rest..space]);
                self.tree.pool.push(' ');
                rest = at;
            }
        }
        self.tree.pool.push_str(&text[rest..]);
        let span = self.tree.pooled(from);
        let id = self.make(Name::TEXT, Space::Html, span, (token.start, token.end));
        self.put(id, (self.holder(self.open.last()), NONE));
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
        self.tree.node_mut(text).data = self.tree.pool_text(&both);
        true
    }

    pub fn is_blank(&self, token: Token) -> bool {
        token.kind == Kind::Text && self.tree.str(token.span).bytes().all(is_space)
    }

    /// Notes where an element ends.
    pub fn end_at(&mut self, id: Id, end: i32) {
        if let Some(place) = self.tree.places.get_mut(id as usize) {
            place.1 = end;
        }
    }

    /// Closes the innermost element.
    pub fn pop(&mut self, end: i32) {
        if let Some(open) = self.open.pop() {
            self.end_at(open.id, end);
        }
    }

    /// Closes the innermost elements up to one of these names.
    pub fn close_to(&mut self, wanted: impl Fn(Name) -> bool, end: i32) {
        while let Some(open) = self.open.pop() {
            self.end_at(open.id, end);
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

    /// Opens an element with text that has no tags.
    pub fn insert_raw(&mut self, token: Token, state: State) {
        self.insert(token);
        self.read_raw(state);
    }

    pub fn read_raw(&mut self, state: State) {
        self.tokens.state = state;
        self.original = self.mode;
        self.mode = Mode::Text;
    }

    /// Whether a list has a name in this dialect.
    pub fn is_listed(&self, list: Set, name: Name) -> bool {
        list.has(name) && !(self.dialect.plain_main && name == Name::MAIN)
    }

    pub fn is_special(&self, name: Name) -> bool {
        self.is_listed(SPECIAL, name)
    }
}
