//! Elements of SVG and MathML (13.2.6.5).

use super::builder::Builder;
use super::element::{FONT_LOOKS, HTML_ENCODING, Span};
use super::tokenizer::{Kind, Token};
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

    pub fn space_of(&self, token: Token, around: Space) -> Space {
        let svg = matches!(around, Space::Svg | Space::SvgPoint);
        match token.name {
            Name::FOREIGNOBJECT | Name::DESC | Name::TITLE if svg => Space::SvgPoint,
            _ if svg => Space::Svg,
            Name::MI | Name::MN | Name::MO | Name::MS | Name::MTEXT => Space::MathText,
            Name::ANNOTATION_XML if self.has_flag(token, HTML_ENCODING) => Space::AnnotationHtml,
            Name::ANNOTATION_XML => Space::Annotation,
            _ => Space::Math,
        }
    }

    pub fn has_flag(&self, token: Token, flag: u32) -> bool {
        self.tree.attributes[token.attributes as usize].flags & flag != 0
    }

    pub fn in_foreign(&mut self, token: Token) {
        match token.kind {
            Kind::Text => {
                let span = self.with_replaced_nulls(token.span);
                let token = Token { span, ..token };
                self.frameset_ok = self.frameset_ok && self.is_blank(token);
                self.insert_text(token);
            }
            Kind::Comment => self.insert_comment(token),
            Kind::Start if self.breaks_out(token) => self.break_out(token),
            Kind::End if matches!(token.name, Name::P | Name::BR) => self.break_out(token),
            Kind::Start => {
                let around = self.open.last().map_or(Space::Svg, |open| open.space);
                {
                    let space = self.space_of(token, around);
                    self.insert_foreign(token, space);
                };
            }
            Kind::End => self.end_foreign(token),
            Kind::Doctype | Kind::Eof => {}
        }
    }

    fn with_replaced_nulls(&mut self, span: Span) -> Span {
        let replaced = |text: &str| text.contains('\0').then(|| text.replace('\0', "\u{FFFD}"));
        let text = if self.nulls { replaced(self.tree.str(span)) } else { None };
        text.map_or(span, |text| self.tree.pool_text(&text))
    }

    fn breaks_out(&self, token: Token) -> bool {
        BREAK_OUT.has(token.name) || (token.name == Name::FONT && self.has_flag(token, FONT_LOOKS))
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
