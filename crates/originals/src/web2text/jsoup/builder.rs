//! The state of jsoup's tree construction: open elements, formatting elements that are reopened,
//! and the tree so far.

use super::token::{Kind, State, Token, Tokenizer, is_space};
use super::tree::{Id, NONE, ROOT, Tree};
use crate::name::{Name, Set};

/// Maximum number of open elements, as in browsers: the next one closes the innermost. Real pages
/// have at most 100. It bounds the time of every step.
const MAX_OPEN: usize = 512;
/// Maximum number of steps that one token may cause. Real pages need 6.
const MAX_STEPS: u32 = 64;

/// How to treat the next token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
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
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// An element that is reopened where a block closed it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Formatting {
    pub id: Id,
    pub name: Name,
    /// A hash of its attributes.
    pub attributes: u64,
}

/// Elements that bound the search for an open element.
const SCOPE: Set = Set::from_names("applet caption html table td th marquee object");
const TABLE_SCOPE: Set = Set::from_names("html table");
const NO_NAMES: Set = Set::from_names("");
const IMPLIED_ENDS: Set = Set::from_names("dd dt li option optgroup p rp rt");

pub(super) struct Builder<'a> {
    pub tree: Tree<'a>,
    pub tokens: Tokenizer<'a>,
    pub mode: Mode,
    /// The mode after text.
    pub original: Mode,
    pub open: Vec<(Id, Name)>,
    /// `None` is a marker: no element before it is reopened.
    pub formatting: Vec<Option<Formatting>>,
    pub head: Id,
    pub form: Option<Id>,
    pub frameset_ok: bool,
    /// New elements go before the table.
    pub fosters: bool,
    pub quirks: bool,
    /// A text in a table waits for the next token.
    pub table_text: Option<Token>,
    pub steps: u32,
    /// Number of elements that may still be reopened: as many as the page has bytes, so that the
    /// tree stays linear.
    pub reopenings: usize,
}

impl<'a> Builder<'a> {
    pub fn new(page: &'a str) -> Self {
        Self {
            tree: Tree::new(page),
            tokens: Tokenizer::new(page),
            mode: Mode::Initial,
            original: Mode::Initial,
            open: Vec::new(),
            formatting: Vec::new(),
            head: NONE,
            form: None,
            frameset_ok: true,
            fosters: false,
            quirks: false,
            table_text: None,
            steps: 0,
            reopenings: page.len(),
        }
    }

    /// Counts a step of the current token, and returns whether it may be taken.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        self.steps <= MAX_STEPS
    }

    pub fn next(&mut self) -> Token {
        self.tokens.next(&mut self.tree.names)
    }

    /// The name of the innermost open element.
    pub fn current(&self) -> Name {
        self.open.last().map_or(Name::DOCUMENT, |&(_, name)| name)
    }

    fn current_id(&self) -> Id {
        self.open.last().map_or(ROOT, |&(id, _)| id)
    }

    /// Makes an element at its place in the tree.
    fn place(&mut self, token: Token) -> Id {
        let id = self.tree.make(token.name, token.start, -1);
        self.tree.node_mut(id).range = token.class;
        if self.fosters && !self.open.is_empty() {
            self.foster(id);
        } else {
            self.tree.append(self.current_id(), id);
        }
        id
    }

    /// Opens an element.
    pub fn insert(&mut self, token: Token) -> Id {
        self.open.truncate(MAX_OPEN - 1);
        let id = self.place(token);
        self.open.push((id, token.name));
        if token.self_closing {
            self.tree.node_mut(id).end = token.end;
            // jsoup closes every self-closed element, with an end tag that it makes up.
            self.tokens.state = State::Data;
            self.tokens.emit(Token::implied(Kind::End, token.name));
        }
        id
    }

    /// Adds an element without content.
    pub fn insert_empty(&mut self, token: Token) {
        let id = self.place(token);
        self.tree.node_mut(id).end = token.end;
    }

    pub fn insert_form(&mut self, token: Token, opens: bool) {
        self.open.truncate(MAX_OPEN - 1);
        let id = self.place(token);
        self.form = Some(id);
        if opens {
            self.open.push((id, token.name));
        }
    }

    pub fn insert_implied(&mut self, name: Name) -> Id {
        self.insert(Token::implied(Kind::Start, name))
    }

    pub fn insert_comment(&mut self, token: Token) {
        let id = self.tree.make(Name::COMMENT, token.start, token.end);
        if self.fosters && !self.open.is_empty() {
            self.foster(id);
        } else {
            self.tree.append(self.current_id(), id);
        }
    }

    /// Adds the tokenizer's text, with white space folded. It is never moved out of a table.
    pub fn insert_text(&mut self, token: Token) {
        if matches!(self.current(), Name::SCRIPT | Name::STYLE) {
            return;
        }
        let from = self.tree.text.len();
        let text = &*self.tokens.text;
        // What is not in the tree's text yet begins here.
        let mut rest = 0;
        let mut at = 0;
        while let Some(found) = text.as_bytes()[at..].iter().position(|&byte| is_space(byte)) {
            let space = at + found;
            let spaces = text.as_bytes()[space..].iter().take_while(|&&byte| is_space(byte));
            at = space + spaces.count();
            // Most white space is a single space, and stays.
            if at > space + 1 || text.as_bytes()[space] != b' ' {
                self.tree.text.push_str(&text[rest..space]);
                self.tree.text.push(' ');
                rest = at;
            }
        }
        self.tree.text.push_str(&text[rest..]);
        let id = self.tree.make(Name::TEXT, token.start, token.end);
        self.tree.node_mut(id).range = (from as u32, self.tree.text.len() as u32);
        self.tree.append(self.current_id(), id);
    }

    pub fn is_blank(&self, token: Token) -> bool {
        token.kind == Kind::Text && self.tokens.text.bytes().all(is_space)
    }

    /// Puts a node before the innermost table.
    pub fn foster(&mut self, id: Id) {
        let table = self.open.iter().rposition(|&(_, name)| name == Name::TABLE);
        match table.map(|at| (at, self.open[at].0)) {
            Some((_, table)) if self.tree.node(table).parent != NONE => {
                self.tree.insert_before(table, id);
            }
            Some((at, _)) => self.tree.append(self.open[at.saturating_sub(1)].0, id),
            None => self.tree.append(self.open.first().map_or(ROOT, |&(id, _)| id), id),
        }
    }

    pub fn pop(&mut self, end: i32) {
        if let Some((id, _)) = self.open.pop() {
            self.tree.node_mut(id).end = end;
        }
    }

    /// Closes the innermost elements up to one of these names.
    pub fn close_to(&mut self, names: impl Fn(Name) -> bool, end: i32) {
        while let Some((id, name)) = self.open.pop() {
            self.tree.node_mut(id).end = end;
            if names(name) {
                break;
            }
        }
    }

    /// Closes the innermost elements until one of these names is the innermost.
    pub fn clear_to(&mut self, names: Set) {
        while self.open.last().is_some_and(|&(_, name)| name != Name::HTML && !names.has(name)) {
            self.open.pop();
        }
    }

    pub fn remove_open(&mut self, id: Id) {
        if let Some(at) = self.open.iter().rposition(|&(open, _)| open == id) {
            self.open.remove(at);
        }
    }

    pub fn is_open(&self, id: Id) -> bool {
        self.open.iter().rev().any(|&(open, _)| open == id)
    }

    pub fn find_open(&self, name: Name) -> Option<Id> {
        self.open.iter().rev().find(|&&(_, open)| open == name).map(|&(id, _)| id)
    }

    fn within(&self, wanted: impl Fn(Name) -> bool, bounds: Set, more: Set) -> bool {
        for &(_, name) in self.open.iter().rev() {
            if wanted(name) {
                return true;
            }
            if bounds.has(name) || more.has(name) {
                return false;
            }
        }
        false
    }

    pub fn in_scope(&self, name: Name) -> bool {
        self.within(|open| open == name, SCOPE, NO_NAMES)
    }

    pub fn any_in_scope(&self, names: Set) -> bool {
        self.within(|open| names.has(open), SCOPE, NO_NAMES)
    }

    pub fn in_list_scope(&self, name: Name) -> bool {
        self.within(|open| open == name, SCOPE, const { Set::from_names("ol ul") })
    }

    pub fn in_button_scope(&self, name: Name) -> bool {
        self.within(|open| open == name, SCOPE, const { Set::from_names("button") })
    }

    pub fn in_table_scope(&self, name: Name) -> bool {
        self.within(|open| open == name, TABLE_SCOPE, NO_NAMES)
    }

    pub fn in_select_scope(&self, name: Name) -> bool {
        for &(_, open) in self.open.iter().rev() {
            if open == name {
                return true;
            }
            if !matches!(open, Name::OPTGROUP | Name::OPTION) {
                return false;
            }
        }
        false
    }

    /// Closes elements whose end tag may be missing. Without a name to spare, jsoup closes none.
    pub fn imply_ends(&mut self, except: Name) {
        while self.current() != except && IMPLIED_ENDS.has(self.current()) {
            self.open.pop();
        }
    }
}
