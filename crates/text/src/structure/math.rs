//! Mathematics: TeX as the page has it, or made of MathML.

use super::context::Convert;
use super::{Is, Math, Outline, mathml};
use tamis_blocks::html::Role;
use tamis_blocks::html::tag_named;
use tamis_blocks::page::{Attribute, Structural, Tag};

const IMG: Tag = tag_named("IMG");
const SCRIPT: Tag = tag_named("SCRIPT");

/// Returns which nodes are mathematics, or go with some; nothing, if none is.
pub fn find(outline: &Outline) -> Vec<bool> {
    let tags: Vec<Is> = ["MATH", "MJX-CONTAINER"]
        .iter()
        .filter_map(|name| outline.own_tag(name).map(Is::Element))
        .collect();
    let nodes = if tags.is_empty() { &[] } else { outline.nodes() };
    let named = (0..).zip(nodes).skip(1).filter(|(_, node)| tags.contains(&node.is));
    let mut all: Vec<u32> = named.map(|(node, _)| node).collect();
    let attributes = outline.attributes();
    let has_class = ["katex", "MathJax"].iter().any(|one| attributes.mentions(one));
    let may_be_math = |attribute| match attribute {
        Attribute::Class => true,
        Attribute::Of(of) => matches!(
            of,
            Structural::Type
                | Structural::Alt
                | Structural::DataMath
                | Structural::DataLatex
                | Structural::DataTex
                | Structural::DataEntry
        ),
        _ => false,
    };
    for (node, attribute, value) in attributes.all_that(may_be_math) {
        let is_marked = match attribute {
            Attribute::Class => {
                has_class && is_math_class(value)
                    || outline.is_tag(node, IMG) && is_tex_class(value)
            }
            Attribute::Of(Structural::Type) => {
                outline.is_tag(node, SCRIPT)
                    && value.trim().starts_with("math/")
                    && outline.get(node, Structural::Script).is_some()
            }
            Attribute::Of(Structural::Alt) => outline.is_tag(node, IMG) && is_tex(value),
            Attribute::Of(of) => tex_of_data(outline, node, of, value).is_some(),
            _ => false,
        };
        if is_marked {
            all.push(node);
        }
    }
    let mut is_math = vec![false; if all.is_empty() { 0 } else { outline.nodes().len() }];
    for node in all {
        is_math[node as usize] = true;
    }
    is_math
}

fn is_math_class(class: &str) -> bool {
    let has = |is: &dyn Fn(&str) -> bool| class.split_ascii_whitespace().any(is);
    let is_katex = |one: &str| matches!(one, "katex" | "katex-display" | "katex-mathml");
    class.contains("katex") && has(&is_katex)
        || class.contains("MathJax") && has(&|one| one.starts_with("MathJax"))
}

fn is_tex_class(class: &str) -> bool {
    class.split_ascii_whitespace().any(|one| matches!(one, "latex" | "tex"))
}

/// The TeX that an attribute has.
fn tex_of_data<'a>(
    outline: &Outline,
    node: u32,
    attribute: Structural,
    value: &'a str,
) -> Option<&'a str> {
    let is_tex = match attribute {
        Structural::DataMath | Structural::DataLatex | Structural::DataTex => true,
        Structural::DataEntry => outline.children(node).any(|child| outline.name(child) == "MATH"),
        _ => false,
    };
    (is_tex && !value.trim().is_empty()).then_some(value)
}

impl Convert<'_> {
    /// Whether an element is mathematics, or goes with some.
    pub fn is_math(&self, node: u32) -> bool {
        self.is_math.get(node as usize) == Some(&true)
    }

    /// The mathematics of an element; none, if it is a picture of what follows as TeX.
    pub fn math(&self, node: u32) -> Option<Math> {
        let outline = self.outline;
        if outline.class(node).split_ascii_whitespace().any(|one| one.starts_with("MathJax"))
            && self.has_script_after(node)
        {
            return None;
        }
        let tex = self.tex(node)?;
        let mut blocks = Vec::new();
        for inner in outline.inside(node) {
            if let Is::Text(span) = &outline.nodes()[inner as usize].is {
                self.texts.pieces(span, |piece| blocks.extend(piece.block));
            }
        }
        blocks.dedup();
        let tex = tex.trim().to_owned();
        (!tex.is_empty()).then(|| Math { tex, display: self.is_display(node), blocks })
    }

    /// Whether an image is a formula that the page has beside it as mathematics, with the same TeX:
    /// pages write both, for those who cannot see one of them.
    pub fn is_formula_again(&self, image: u32) -> bool {
        const AROUND: usize = 3;
        let outline = self.outline;
        if self.is_math.is_empty() || !outline.is_tag(image, IMG) {
            return false;
        }
        let alt = bare(outline.get(image, Structural::Alt).unwrap_or_default());
        if alt.is_empty() {
            return false;
        }
        let mut at = image;
        for _ in 0..AROUND {
            let is_seen = |node: &u32| !self.is_white(*node);
            let before = std::iter::successors(outline.before(at), |n| outline.before(*n));
            let after = std::iter::successors(outline.after(at), |n| outline.after(*n));
            let beside = [before.take(2).find(is_seen), after.take(2).find(is_seen)];
            if beside.iter().flatten().any(|node| self.is_formula_alone(*node, &alt)) {
                return true;
            }
            let parent = outline.parent(at);
            if beside != [None, None] || outline.role(parent) != Role::Inline {
                return false;
            }
            at = parent;
        }
        false
    }

    /// Whether an element is mathematics with this TeX, or has nothing else inside.
    fn is_formula_alone(&self, mut node: u32, bare_tex: &str) -> bool {
        const DEEP: usize = 4;
        for _ in 0..DEEP {
            if self.is_math(node) {
                let is_image = self.outline.is_tag(node, IMG);
                return !is_image && self.math(node).is_some_and(|of| bare(&of.tex) == bare_tex);
            }
            let mut inside = self.outline.children(node).filter(|child| !self.is_white(*child));
            match (inside.next(), inside.next()) {
                (Some(only), None) => node = only,
                _ => return false,
            }
        }
        false
    }

    fn has_script_after(&self, node: u32) -> bool {
        let outline = self.outline;
        let after = std::iter::successors(outline.after(node), |node| outline.after(*node));
        let mut elements = after.filter(|n| !outline.name(*n).is_empty()).take(2);
        elements.any(|n| outline.name(n) == "SCRIPT" && self.is_math(n))
    }

    fn tex_of_data(&self, node: u32) -> Option<&str> {
        let outline = self.outline;
        let mut attributes = outline.attributes_of(node);
        attributes.find_map(|(attribute, value)| match attribute {
            Attribute::Of(attribute) => tex_of_data(outline, node, attribute, value),
            _ => None,
        })
    }

    fn tex(&self, node: u32) -> Option<String> {
        let outline = self.outline;
        if let Some(script) = outline.get(node, Structural::Script) {
            let script = script.trim().trim_start_matches("% <![CDATA[").trim_end_matches("%]]>");
            return Some(script.to_owned());
        }
        if let Some(tex) = self.tex_of_data(node) {
            return Some(tex.to_owned());
        }
        if outline.name(node) == "IMG" {
            return outline.get(node, Structural::Alt).map(str::to_owned);
        }
        let all = || std::iter::once(node).chain(outline.inside(node));
        let is_tex = |n: &u32| {
            outline.name(*n) == "ANNOTATION"
                && outline
                    .get(*n, Structural::Encoding)
                    .is_some_and(|e| e.to_ascii_lowercase().contains("tex"))
        };
        if let Some(annotation) = all().find(is_tex) {
            return Some(self.plain_of(annotation));
        }
        if let Some(data) = all().find_map(|n| self.tex_of_data(n)) {
            return Some(data.to_owned());
        }
        let math = all().find(|n| outline.name(*n) == "MATH");
        if let Some(math) = math {
            if let Some(alt) = outline.get(math, Structural::Alttext) {
                return Some(alt.to_owned());
            }
            return Some(mathml::tex(outline, math, &|n| self.plain_of(n)));
        }
        if let Some(drawn) = all().find(|n| outline.name(*n) == "MJX-MATH") {
            let plain = |n: u32| {
                let text = self.plain_of(n);
                let glyphs = || {
                    std::iter::once(n)
                        .chain(outline.inside(n))
                        .filter_map(|n| glyph(outline.class(n)))
                };
                if text.trim().is_empty() {
                    glyphs().collect()
                } else {
                    text.chars().map(mathml::plain_letter).collect()
                }
            };
            return Some(mathml::tex(outline, drawn, &plain));
        }
        let characters: String = all().filter_map(|n| glyph(outline.class(n))).collect();
        Some(if characters.is_empty() { self.plain_of(node) } else { characters })
    }

    fn is_display(&self, node: u32) -> bool {
        let outline = self.outline;
        let all = || outline.around(node).take(1).chain([node]).chain(outline.inside(node));
        all().any(|n| {
            outline.get(n, Structural::Type).is_some_and(|kind| kind.contains("mode=display"))
                || outline.get(n, Structural::Display).is_some_and(|d| d == "block" || d == "true")
                    && matches!(outline.name(n), "MATH" | "MJX-CONTAINER")
                || [
                    "katex-display",
                    "MathJax_Display",
                    "MathJax_SVG_Display",
                    "math-display",
                    "math-block",
                ]
                .iter()
                .any(|class| outline.has_class(n, class))
        })
    }
}

/// TeX without white space, and without what says that all of it is large.
fn bare(tex: &str) -> String {
    let tex: String = tex.split_whitespace().collect();
    let mut bare = &*tex;
    while let Some(inside) =
        bare.strip_prefix("{\\displaystyle").and_then(|inside| inside.strip_suffix('}'))
    {
        bare = inside;
    }
    bare.to_owned()
}

/// Whether a text can only be TeX.
pub fn is_tex(text: &str) -> bool {
    let mut commands = text.match_indices('\\');
    let is_command = |(at, _): (usize, &str)| {
        text[at + 1..].chars().next().is_some_and(|c| c.is_ascii_alphabetic())
    };
    commands.any(is_command) && text.contains('{') && text.contains('}')
}

/// The character that MathJax draws with a class such as `mjx-c1D465`, as a plain letter.
fn glyph(class: &str) -> Option<char> {
    let code = class.split_ascii_whitespace().find_map(|one| one.strip_prefix("mjx-c"))?;
    let c = char::from_u32(u32::from_str_radix(code.split('.').next()?, 16).ok()?)?;
    Some(mathml::plain_letter(c))
}
