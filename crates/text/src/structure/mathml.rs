//! MathML as TeX.

use super::{Is, Outline};
use crate::wordlist::WordList;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tamis_blocks::page::{Attribute, Structural};

const FILE: &str = include_str!("mathml.txt");

static FUNCTIONS: WordList = WordList::words(FILE, "[functions]");
static SYMBOLS: WordList = WordList::words(FILE, "[symbols]");

/// Returns the TeX of a MATH element; `plain` returns the text of a node.
pub fn tex(outline: &Outline, math: u32, plain: &dyn Fn(u32) -> String) -> String {
    let writer = MathWriter { outline, plain, times: RefCell::default() };
    let out = writer.all(math);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct MathWriter<'a> {
    outline: &'a Outline,
    plain: &'a dyn Fn(u32) -> String,
    /// How often each element was written: parts that are drawn in each other would be written
    /// twice in each level.
    times: RefCell<FxHashMap<u32, u8>>,
}

/// How often an element is written at most.
const TIMES: u8 = 2;

impl MathWriter<'_> {
    fn elements(&self, node: u32) -> Vec<u32> {
        let is_element = |n: &u32| matches!(self.outline.nodes()[*n as usize].is, Is::Element(_));
        self.outline.children(node).filter(is_element).collect()
    }

    fn all(&self, node: u32) -> String {
        let children = self.elements(node);
        let bracketed = self.bracketed(&children);
        if let Some(matrix) = bracketed.as_ref().and_then(|(kind, inner)| matrix(kind, inner)) {
            return matrix;
        }
        // What is no matrix has been written already.
        let mut inner = bracketed.map(|(_, inner)| inner);
        let marks: Vec<String> = children
            .iter()
            .map(|child| match self.outline.name(*child) {
                "MO" | "MJX-MO" => (self.plain)(*child).trim().to_owned(),
                _ => String::new(),
            })
            .collect();
        let mut out = String::new();
        let mut open: Vec<(&str, usize)> = Vec::new();
        let mut grows = vec![false; children.len()];
        for (at, mark) in marks.iter().enumerate() {
            match &**mark {
                "(" | "[" => open.push((if mark == "(" { ")" } else { "]" }, at)),
                ")" | "]" => {
                    if let Some((close, start)) = open.pop()
                        && close == mark
                    {
                        grows[start] = true;
                        grows[at] = true;
                    }
                }
                _ => {}
            }
        }
        for (at, child) in children.iter().enumerate() {
            let is_open = matches!(&*marks[at], "(" | "[");
            let text = match (grows[at], is_open) {
                (true, true) => format!("\\left{}", marks[at]),
                (true, false) => format!("\\right{}", marks[at]),
                _ if at == 1 => inner.take().unwrap_or_else(|| self.one(*child)),
                _ => self.one(*child),
            };
            let is_close = grows[at] && !is_open;
            let after_open = at > 0 && grows[at - 1] && matches!(&*marks[at - 1], "(" | "[");
            if text.is_empty() {
                continue;
            }
            if !(out.is_empty() || is_close || after_open) {
                out.push(' ');
            }
            out.push_str(&text);
        }
        out
    }

    /// What is between brackets or bars of a kind of matrix.
    fn bracketed(&self, children: &[u32]) -> Option<(&'static str, String)> {
        let [open, table, close] = *children else { return None };
        let mark = |node| (self.plain)(node).trim().to_owned();
        let kind = match (&*mark(open), &*mark(close)) {
            ("(", ")") => "pmatrix",
            ("[", "]") => "bmatrix",
            ("{", "}") => "Bmatrix",
            ("|", "|") => "vmatrix",
            ("‖" | "∥", "‖" | "∥") => "Vmatrix",
            ("{", "") => "cases",
            _ => return None,
        };
        Some((kind, self.one(table)))
    }

    /// A part in braces; empty ones, if it is missing.
    fn group(&self, node: Option<&u32>) -> String {
        format!("{{{}}}", node.map_or_else(String::new, |node| self.one(*node)).trim())
    }

    /// Whether an element was written as often as it may be; counts this time.
    fn is_used_up(&self, node: u32) -> bool {
        let mut times = self.times.borrow_mut();
        let count = times.entry(node).or_default();
        let is_used_up = *count == TIMES;
        *count += u8::from(!is_used_up);
        is_used_up
    }

    fn one(&self, node: u32) -> String {
        if self.is_used_up(node) {
            return String::new();
        }
        let children = self.elements(node);
        let group = |at: usize| self.group(children.get(at));
        let base = |at: usize| children.get(at).map_or_else(String::new, |child| self.one(*child));
        if let Some(drawn) = self.outline.name(node).strip_prefix("MJX-") {
            return self.drawn(node, drawn);
        }
        match self.outline.name(node) {
            "MI" => {
                let letter = identifier(&(self.plain)(node));
                self.outline
                    .get(node, Structural::Mathvariant)
                    .and_then(alphabet)
                    .map_or_else(|| letter.clone(), |alphabet| format!("\\{alphabet}{{{letter}}}"))
            }
            "MN" => (self.plain)(node).trim().to_owned(),
            "MO" => operator((self.plain)(node).trim()),
            "MTEXT" | "MS" => format!("\\text{{{}}}", (self.plain)(node)),
            "MSPACE" => "\\,".to_owned(),
            "MFRAC" => {
                let is_flat = self.outline.get(node, Structural::Linethickness);
                let is_flat = is_flat.is_some_and(|width| width.starts_with('0'));
                format!("\\{}{}{}", if is_flat { "binom" } else { "frac" }, group(0), group(1))
            }
            "MENCLOSE" => self.enclosed(node),
            "MSQRT" => format!("\\sqrt{{{}}}", self.all(node)),
            "MROOT" => format!("\\sqrt[{}]{}", base(1), group(0)),
            "MSUP" => format!("{}^{}", base(0), group(1)),
            "MSUB" => format!("{}_{}", base(0), group(1)),
            "MSUBSUP" => format!("{}_{}^{}", base(0), group(1), group(2)),
            "MUNDER" => self.under(&base(0), &group(1), None),
            "MOVER" => self.over(&base(0), &base(1)),
            "MUNDEROVER" => self.under(&base(0), &group(1), Some(&group(2))),
            "MFENCED" => {
                let get = |attribute, usual: &str| {
                    self.outline.attribute(node, attribute).unwrap_or(usual).to_owned()
                };
                let inner: Vec<String> = children.iter().map(|child| self.one(*child)).collect();
                let close = get(Attribute::Of(Structural::Close), ")");
                let open = get(Attribute::Open, "(");
                format!("\\left{open}{}\\right{close}", inner.join(", "))
            }
            "MTABLE" => {
                let rows: Vec<String> = children.iter().map(|row| self.one(*row)).collect();
                format!("\\begin{{matrix}} {} \\end{{matrix}}", rows.join(" \\\\ "))
            }
            "MTR" | "MLABELEDTR" => {
                let cells: Vec<String> = children.iter().map(|cell| self.one(*cell)).collect();
                cells.join(" & ")
            }
            "SEMANTICS" => base(0),
            "ANNOTATION" | "ANNOTATION-XML" => String::new(),
            "MPHANTOM" => format!("\\phantom{{{}}}", self.all(node)),
            _ => self.all(node),
        }
    }

    fn enclosed(&self, node: u32) -> String {
        match self.outline.get(node, Structural::Notation) {
            Some("top") => format!("\\overline{{{}}}", self.all(node)),
            Some("bottom") => format!("\\underline{{{}}}", self.all(node)),
            Some("box") => format!("\\boxed{{{}}}", self.all(node)),
            _ => self.all(node),
        }
    }

    /// What MathJax draws: elements named after those of MathML, with boxes between.
    fn drawn(&self, node: u32, name: &str) -> String {
        let inside = |name: &str| {
            let name = format!("MJX-{name}");
            self.outline.inside(node).find(|inner| self.outline.name(*inner) == name)
        };
        let part = |name: &str| inside(name).map_or_else(String::new, |inner| self.all(inner));
        let group = |name: &str| format!("{{{}}}", part(name).trim());
        let children = self.elements(node);
        let first = || children.first().map_or_else(String::new, |child| self.one(*child));
        match name {
            "MI" => identifier(&(self.plain)(node)),
            "MN" => (self.plain)(node).trim().chars().map(plain_letter).collect(),
            "MO" => operator((self.plain)(node).trim()),
            "MTEXT" | "MS" => format!("\\text{{{}}}", (self.plain)(node)),
            "MFRAC" => format!("\\frac{}{}", group("NUM"), group("DEN")),
            "MSQRT" => format!("\\sqrt{}", group("BOX")),
            "MROOT" => format!("\\sqrt[{}]{}", part("ROOT"), group("BOX")),
            "MSUB" => format!("{}_{}", first(), group("SCRIPT")),
            "MSUP" => format!("{}^{}", first(), group("SCRIPT")),
            "MSUBSUP" => {
                let scripts =
                    inside("SCRIPT").map_or_else(Vec::new, |script| self.elements(script));
                let [sup, sub] = [self.group(scripts.first()), self.group(scripts.last())];
                format!("{}_{sub}^{sup}", first())
            }
            "MUNDER" | "MOVER" | "MUNDEROVER" => {
                let base = part("BASE");
                match (inside("UNDER"), inside("OVER")) {
                    (Some(_), over) => {
                        let over = over.map(|_| group("OVER"));
                        self.under(&base, &group("UNDER"), over.as_deref())
                    }
                    (None, Some(_)) => self.over(&base, &part("OVER")),
                    _ => base,
                }
            }
            "MTABLE" => {
                let is_row =
                    |inner: &u32| matches!(self.outline.name(*inner), "MJX-MTR" | "MJX-MLABELEDTR");
                let rows: Vec<String> =
                    self.outline.inside(node).filter(is_row).map(|row| self.one(row)).collect();
                format!("\\begin{{matrix}} {} \\end{{matrix}}", rows.join(" \\\\ "))
            }
            "MTR" | "MLABELEDTR" => {
                let cells: Vec<String> = children.iter().map(|cell| self.one(*cell)).collect();
                cells.join(" & ")
            }
            "NSTRUT" | "DSTRUT" | "LINE" | "SURD" | "SPACER" | "MSPACE" | "ASSISTIVE-MML" => {
                String::new()
            }
            _ => self.all(node),
        }
    }

    fn under(&self, base: &str, under: &str, over: Option<&str>) -> String {
        let is_large = base.starts_with("\\sum")
            || base.starts_with("\\prod")
            || base.starts_with("\\int")
            || base.starts_with("\\lim")
            || base.starts_with("\\max")
            || base.starts_with("\\min");
        match over {
            Some(over) => format!("{base}_{under}^{over}"),
            None if is_large => format!("{base}_{under}"),
            None if under == "{⏟}" => format!("\\underbrace{{{base}}}"),
            None => format!("\\underset{under}{{{base}}}"),
        }
    }

    fn over(&self, base: &str, over: &str) -> String {
        let is_letter = base.chars().count() == 1;
        let command = match over.trim() {
            "^" | "\\^" | "ˆ" => "\\hat",
            "¯" | "‾" | "―" | "_" | "-" if is_letter => "\\bar",
            "¯" | "‾" | "―" | "_" | "-" => "\\overline",
            "~" | "˜" | "\\sim" => "\\tilde",
            "\\rightarrow" | "→" if is_letter => "\\vec",
            "⏞" => "\\overbrace",
            "\\rightarrow" | "→" => "\\overrightarrow",
            "." | "˙" => "\\dot",
            "¨" => "\\ddot",
            other => return format!("\\overset{{{other}}}{{{base}}}"),
        };
        format!("{command}{{{base}}}")
    }
}

/// A table between brackets or bars is a matrix.
fn matrix(kind: &str, inner: &str) -> Option<String> {
    if kind == "pmatrix" && inner.starts_with("\\binom") {
        return Some(inner.to_owned());
    }
    let rows = inner.strip_prefix("\\begin{matrix}")?.strip_suffix("\\end{matrix}")?;
    Some(format!("\\begin{{{kind}}}{rows}\\end{{{kind}}}"))
}

/// The command for letters of an alphabet of MathML.
fn alphabet(variant: &str) -> Option<&'static str> {
    Some(match variant {
        "bold" | "bold-italic" => "mathbf",
        "double-struck" => "mathbb",
        "fraktur" | "bold-fraktur" => "mathfrak",
        "script" | "bold-script" => "mathcal",
        "sans-serif" => "mathsf",
        "monospace" => "mathtt",
        _ => return None,
    })
}

fn identifier(text: &str) -> String {
    let text = text.trim();
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => {
            symbol(plain_letter(c)).map_or_else(|| plain_letter(c).to_string(), str::to_owned)
        }
        (Some(_), Some(_)) if is_function(text) => format!("\\{text}"),
        _ => text.to_owned(),
    }
}

fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

fn operator(text: &str) -> String {
    match text {
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => String::new(),
        "{" => "\\{".to_owned(),
        "}" => "\\}".to_owned(),
        _ => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) => symbol(c).map_or_else(|| text.to_owned(), str::to_owned),
                _ => text.to_owned(),
            }
        }
    }
}

/// A mathematical letter (U+1D400 and on) as a plain one.
pub fn plain_letter(c: char) -> char {
    let code = c as u32;
    let latin = |at: u32| {
        let at = at % 52;
        char::from_u32(if at < 26 { 'A' as u32 + at } else { 'a' as u32 + at - 26 })
    };
    let found = match code {
        0x1D400..=0x1D6A3 => latin(code - 0x1D400),
        0x1D7CE..=0x1D7FF => char::from_u32('0' as u32 + (code - 0x1D7CE) % 10),
        0x1D6A8..=0x1D7C9 => {
            let at = (code - 0x1D6A8) % 58;
            char::from_u32(if at < 25 {
                0x391 + at
            } else if at < 26 {
                0x2207
            } else {
                0x3B1 + at - 26
            })
        }
        0x210E => Some('h'),
        0x2212 => Some('-'),
        _ => None,
    };
    found.unwrap_or(c)
}

fn symbol(c: char) -> Option<&'static str> {
    SYMBOLS.iter().find_map(|symbol| symbol.strip_prefix(c)?.strip_prefix(' '))
}
