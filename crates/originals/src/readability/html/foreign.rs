//! Elements of SVG and MathML (13.2.6.5).

use super::builder::Builder;
use super::element::{Flag, Span};
use super::token::{Kind, Token, is_space};
use super::tree::Space;
use crate::name::{Name, Set};

/// Elements of HTML that end all of SVG and MathML around them.
const BREAK_OUT: Set = Set::from_names(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li \
     listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
);

impl Builder<'_> {
    /// Whether a token is treated as in SVG or MathML.
    pub fn is_foreign(&self, token: Token) -> bool {
        let Some(open) = self.open.last() else { return false };
        let start = token.kind == Kind::Start;
        let content = start || token.kind == Kind::Text;
        match open.space {
            Space::Html => false,
            _ if token.kind == Kind::Eof => false,
            Space::MathText => {
                !content || (start && matches!(token.name, Name::MGLYPH | Name::MALIGNMARK))
            }
            Space::Annotation => !token.is_start(Name::SVG),
            Space::AnnotationHtml | Space::SvgPoint => !content,
            Space::Svg | Space::Math => true,
        }
    }

    /// Opens an element of SVG or MathML.
    pub fn insert_foreign(&mut self, token: Token, around: Space) {
        let space = self.space_of(token, around);
        let id = self.make(token.name, space, token.attributes);
        self.put(id, self.open.last().copied(), self.fosters);
        if !token.self_closing {
            let name = match space {
                Space::Svg | Space::Math => Name::FOREIGN,
                _ => Name::INTEGRATION,
            };
            self.push(id, name, space);
        }
    }

    fn space_of(&self, token: Token, around: Space) -> Space {
        let svg = matches!(around, Space::Svg | Space::SvgPoint);
        match token.name {
            Name::FOREIGNOBJECT | Name::DESC | Name::TITLE if svg => Space::SvgPoint,
            _ if svg => Space::Svg,
            Name::MI | Name::MN | Name::MO | Name::MS | Name::MTEXT => Space::MathText,
            Name::ANNOTATION_XML if self.has_flag(token, Flag::HtmlEncoding) => {
                Space::AnnotationHtml
            }
            Name::ANNOTATION_XML => Space::Annotation,
            _ => Space::Math,
        }
    }

    fn has_flag(&self, token: Token, flag: Flag) -> bool {
        self.tree.attributes[token.attributes as usize].flags & flag as u32 != 0
    }

    pub fn in_foreign(&mut self, token: Token) {
        match token.kind {
            Kind::Text => {
                let span = self.with_replaced_nulls(token.span);
                self.frameset_ok &= self.tree.str(span).bytes().all(is_space);
                self.insert_text(span);
            }
            Kind::Comment => self.insert_comment(token),
            Kind::Start if self.breaks_out(token) => self.break_out(token),
            Kind::End if matches!(token.name, Name::P | Name::BR) => self.break_out(token),
            Kind::Start => {
                let around = self.open.last().map_or(Space::Svg, |open| open.space);
                self.insert_foreign(token, around);
            }
            Kind::End => self.end_foreign(token),
            Kind::Doctype | Kind::Eof => {}
        }
    }

    fn with_replaced_nulls(&mut self, span: Span) -> Span {
        if !self.nulls || !self.tree.str(span).contains('\0') {
            return span;
        }
        let text = self.tree.str(span).replace('\0', "\u{FFFD}");
        let from = self.tree.pool.len();
        self.tree.pool.push_str(&text);
        self.tree.pooled(from)
    }

    fn breaks_out(&self, token: Token) -> bool {
        BREAK_OUT.has(token.name)
            || (token.name == Name::FONT && self.has_flag(token, Flag::FontLooks))
    }

    fn break_out(&mut self, token: Token) {
        while self
            .open
            .last()
            .is_some_and(|open| matches!(open.space, Space::Svg | Space::Math | Space::Annotation))
        {
            self.open.pop();
        }
        self.process_in(self.mode, token);
    }

    fn end_foreign(&mut self, token: Token) {
        for at in (1..self.open.len()).rev() {
            let open = self.open[at];
            if open.space == Space::Html {
                return self.process_in(self.mode, token);
            }
            if self.tree.node(open.id).name == token.name {
                return self.open.truncate(at);
            }
        }
    }
}
