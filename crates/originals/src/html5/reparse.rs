//! Writes what an element contains as HTML and parses it again, as setting `innerHTML` does,
//! without writing it: the tree's nodes are the tokens that its text would be read as.
//!
//! Most trees stay as they are. A paragraph in a paragraph's inline element, a block in SVG, nested
//! forms or links do not.

use super::builder::{Builder, Mode};
use super::dialect::Dialect;
use super::limit::Limit;
use super::tokenizer::{Kind, Token};
use super::tree::{Id, NONE, Node, Space, Tree};
use crate::name::{Name, Set};

const VOID: Set = Set::from_names(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source \
     track wbr",
);

/// A step of a walk over a tree.
enum Step {
    Enter(Id),
    Leave(Id),
}

/// Parses what an element contained again, and puts the result into the element, which has no
/// children now. `original` are the nodes as they were.
pub fn reparse<'a>(
    tree: Tree<'a>,
    original: &[Node],
    element: Id,
    dialect: &'static Dialect,
) -> Result<Tree<'a>, Limit> {
    let steps = steps(original, element);
    // A fragment never has quirks, whatever its page has.
    let mut builder = Builder::new(tree, dialect);
    let html = builder.tree.make(Name::HTML, Space::Html, Default::default());
    builder.push(html, Name::HTML, Space::Html);
    builder.fragment = true;
    builder.mode = Mode::InBody;
    for step in steps {
        if let Some(token) = token(original, &step) {
            builder.take(token)?;
        }
    }
    builder.take(Token::new(Kind::Eof, Name::DOCUMENT))?;
    builder.tree.adopt(html, element);
    Ok(builder.tree)
}

fn steps(nodes: &[Node], top: Id) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = nodes[top as usize].first;
    if at == NONE {
        return steps;
    }
    loop {
        steps.push(Step::Enter(at));
        let node = nodes[at as usize];
        if node.first != NONE {
            at = node.first;
            continue;
        }
        loop {
            steps.push(Step::Leave(at));
            let node = nodes[at as usize];
            if node.next != NONE {
                at = node.next;
                break;
            }
            at = node.parent;
            if at == top {
                return steps;
            }
        }
    }
}

fn token(nodes: &[Node], step: &Step) -> Option<Token> {
    let (Step::Enter(id) | Step::Leave(id)) = *step;
    let node = nodes[id as usize];
    let enters = matches!(step, Step::Enter(_));
    let kind = match node.name {
        Name::TEXT => Kind::Text,
        Name::COMMENT => Kind::Comment,
        _ if enters => Kind::Start,
        _ if VOID.has(node.name) => return None,
        _ => Kind::End,
    };
    if !enters && kind != Kind::End {
        return None;
    }
    let mut token = Token::new(kind, node.name);
    match kind {
        Kind::Text | Kind::Comment => token.span = node.data,
        _ => token.attributes = node.data.start,
    }
    Some(token)
}
