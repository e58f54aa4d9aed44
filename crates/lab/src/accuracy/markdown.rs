//! The tables and the code of a Markdown text, as a reader of GitHub's Markdown finds them.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// Tables, and blocks of code, that are read of a text. Later ones do not count, so that a text
/// made of thousands of small ones is compared in little time.
pub const MOST: usize = 1000;

/// A table: the texts of its cells by rows. No row is without text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarkdownTable {
    /// The rows; the first is usually the header.
    pub rows: Vec<Vec<String>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Code {
    /// Its language as [`language`] has it, if it is named.
    pub language: Option<String>,
    /// Its lines without white space at their ends, without the indentation that all share, and
    /// without empty ones before and after them.
    pub text: String,
}

/// What a text has besides its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarkdownParts {
    pub tables: Vec<MarkdownTable>,
    pub code: Vec<Code>,
}

/// Reads the tables and the code of a text.
///
/// - Markdown cannot write a table without header, so writers put an empty row above such tables:
///   rows without text are left out, and a header is a row like others.
/// - A table whose header begins with `|` ends before the first row that does not: to GitHub, a
///   line of text directly below a table is its last row, but no writer means that.
/// - A cell is its text, without links, images and markup, its white space as single spaces. The
///   text of an image counts in a cell that has no other, such as a tick.
/// - Tables that are written as HTML are none here: no gold has some.
/// - Code is what stands between fences. Indented lines are none: writers indent for other reasons.
pub fn parts(text: &str) -> MarkdownParts {
    let mut reader = MarkdownReader::default();
    for (event, place) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        reader.take(event, text[place].trim_start().starts_with('|'));
    }
    let MarkdownReader { mut parts, .. } = reader;
    parts.tables.truncate(MOST);
    parts.code.truncate(MOST);
    parts
}

/// What was read so far.
#[derive(Default)]
struct MarkdownReader {
    parts: MarkdownParts,
    table: MarkdownTable,
    /// Whether the rows of the table begin with `|`, and whether one did not.
    has_bars: bool,
    has_ended: bool,
    row: Vec<String>,
    /// The text of the cell, and that of its images.
    cell: Option<(String, String)>,
    code: Option<Code>,
    /// How many images are open.
    images: usize,
}

impl MarkdownReader {
    /// Takes an event whose text begins with `|`, or with something else.
    fn take(&mut self, event: Event, is_barred: bool) {
        match event {
            Event::Start(tag) => self.start(&tag, is_barred),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) => self.text(&text),
            Event::SoftBreak | Event::HardBreak | Event::InlineHtml(_) => self.text(" "),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag, is_barred: bool) {
        match tag {
            Tag::Table(_) => self.table = MarkdownTable::default(),
            Tag::TableHead => (self.has_bars, self.has_ended) = (is_barred, false),
            Tag::TableRow => self.has_ended |= self.has_bars && !is_barred,
            Tag::TableCell => self.cell = Some(Default::default()),
            Tag::Image { .. } => self.images += 1,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                self.code = Some(Code { language: language(info), text: String::new() });
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::TableCell => {
                let (text, of_images) = self.cell.take().unwrap_or_default();
                let text = if text.trim().is_empty() { of_images } else { text };
                self.row.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                if !self.has_ended && row.iter().any(|cell| !cell.is_empty()) {
                    self.table.rows.push(row);
                }
            }
            TagEnd::Table => {
                let table = std::mem::take(&mut self.table);
                if !table.rows.is_empty() {
                    self.parts.tables.push(table);
                }
            }
            TagEnd::Image => self.images -= 1,
            TagEnd::CodeBlock => {
                let code = self.code.take();
                self.parts.code.extend(code.map(tidied).filter(|code| !code.text.is_empty()));
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            code.text.push_str(text);
        } else if let Some((own, of_images)) = &mut self.cell {
            let to = if self.images > 0 { of_images } else { own };
            to.push_str(text);
        }
    }
}

fn tidied(code: Code) -> Code {
    let lines: Vec<&str> = code.text.lines().map(str::trim_end).collect();
    let inked = lines.iter().filter(|line| !line.is_empty());
    let indents = inked.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len());
    let indent = indents.min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or("")).collect();
    let text = lines.join("\n").trim_matches('\n').to_owned();
    Code { text, ..code }
}

const ALIASES: [(&str, &str); 13] = [
    ("c++", "cpp"),
    ("c#", "csharp"),
    ("cs", "csharp"),
    ("golang", "go"),
    ("js", "javascript"),
    ("md", "markdown"),
    ("py", "python"),
    ("rb", "ruby"),
    ("rs", "rust"),
    ("sh", "bash"),
    ("shell", "bash"),
    ("ts", "typescript"),
    ("yml", "yaml"),
];

/// Returns the language that the line of a fence names, in lower case and by one of its names; none
/// for plain text: `python`, `py`, `language-py` and `{.python}` are all `python`.
pub fn language(info: &str) -> Option<String> {
    let mut names = info.split(|c: char| c.is_whitespace() || "{},.".contains(c));
    let name = names.find(|name| !name.is_empty())?.to_lowercase();
    let name = name.trim_start_matches("language-").trim_start_matches("lang-");
    if ["text", "plain", "plaintext", "txt", "none"].contains(&name) {
        return None;
    }
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    Some(alias.map_or(name, |(_, name)| name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<Vec<String>>> {
        parts(text).tables.into_iter().map(|table| table.rows).collect()
    }

    #[test]
    fn a_cell_is_its_text() {
        let text =
            "| a | **b** [c](x) |\n|---|:-:|\n| `d\\|e`  f<br>g | ![h](i) |\n| ![j](k) l |  |\n";
        assert_eq!(rows(text), [[["a", "b c"], ["d|e f g", "h"], ["l", ""]]]);
    }

    #[test]
    fn rows_without_text_are_left_out_and_so_are_tables() {
        assert_eq!(rows("|  |  |\n|---|---|\n| a | b |\n"), [[["a", "b"]]]);
        assert!(rows("|  |  |\n|---|---|\n|  |  |\n").is_empty());
    }

    #[test]
    fn tables_stand_among_other_lines() {
        let text = "- an item\n\n  | a |\n  |---|\n  | b |\n\nText:\n| c |\n|---|\n| d |\n\n\
                    | no | table |\n| at | all |\n";
        assert_eq!(rows(text), [[["a"], ["b"]], [["c"], ["d"]]]);
    }

    #[test]
    fn a_line_below_a_table_is_no_row() {
        let text = "| a | b |\n|---|---|\n| 1 | 2 |\nSource: c\n\n> | a |\n> |---|\n> | 1 |\n";
        assert_eq!(rows(text), [vec![vec!["a", "b"], vec!["1", "2"]], vec![vec!["a"], vec!["1"]]]);
        assert_eq!(rows("a | b\n--|--\n1 | 2\n3\n").concat().len(), 3);
    }

    #[test]
    fn code_stands_between_fences() {
        let text = "```py\n\n    a  \n\n  b\n```\n\n    not this\n\n~~~\n| c |\n~~~\n```\n```\n";
        let code = [(Some("python"), "  a\n\nb"), (None, "| c |")];
        let code = code.map(|(language, text)| Code {
            language: language.map(str::to_owned),
            text: text.to_owned(),
        });
        assert_eq!(parts(text), MarkdownParts { tables: Vec::new(), code: code.into() });
    }

    #[test]
    fn a_language_has_one_name() {
        let names = ["Python", "py", "language-py", "{.python .numberLines}", "python,ignore"];
        assert_eq!(names.map(|name| language(name).unwrap()), ["python"; 5]);
        assert_eq!(["", " ", "text", "{}"].map(language), [const { None }; 4]);
    }
}
