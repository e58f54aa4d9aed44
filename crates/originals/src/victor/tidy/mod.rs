//! The elements that HTML tidy (5.6, which Victor runs) makes of a page, and the text as it prints
//! it. For methods whose originals read tidy's output.
//!
//! tidy's parser is one function per kind of element, which give back tokens to each other. This is
//! its behaviour in our own code, for the settings of Victor (`output-xml`, `force-output`, no
//! wrapping), with bounds: elements deeper than 200 do not nest, at most 32 inline elements are
//! opened again in a block. So any page is read, in time linear in its size.

mod attributes;
mod blocks;
mod build;
mod chars;
mod clean;
mod dict;
mod document;
mod inlines;
mod lexer;
mod lists;
mod open_inlines;
mod others;
mod print;
mod spaces;
mod tables;
mod tree;

/// Maximum depth of elements in SVG and MathML.
const MAX_DEPTH: usize = 400;

/// Receives a page as tidy prints it. Elements are balanced.
pub trait TidyOutput {
    /// An element begins; `alt` is the text in place of an image.
    fn start(&mut self, name: &str, alt: Option<&str>);
    /// The innermost open element ends.
    fn end(&mut self, name: &str);
    /// A piece of text, with line ends as printed.
    fn text(&mut self, text: &str);
    /// A processing instruction: it is printed, but has no text.
    fn instruction(&mut self);
}

/// Reads a page and prints it.
pub fn print(markup: &str, printed: &mut impl TidyOutput) {
    let mut page = build::Build::new(markup);
    page.parse_document();
    page.clean();
    page.print(printed);
}
