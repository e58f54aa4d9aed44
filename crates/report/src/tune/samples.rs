//! A page of a collection with what counts of it under the tuned rule.

use crate::markup::escape;
use crate::words::counted;
use tamis_search::tune::{SampleBlock, SamplePage};

/// Returns a page with its blocks. Neighbours of one weight below 1 are a paragraph: menus are long
/// lists of short blocks.
pub(super) fn sample(sample: &SamplePage) -> String {
    let title = if sample.title.is_empty() { "no title" } else { &sample.title };
    let is_joined =
        |one: &SampleBlock, next: &SampleBlock| one.weight == next.weight && one.weight < 1.0;
    let paragraphs = sample.blocks.chunk_by(is_joined).map(|blocks| {
        let weight = blocks[0].weight;
        let texts: Vec<String> = blocks.iter().map(|block| escape(&block.text)).collect();
        let text = texts.join(" <i>·</i> ");
        match class(weight) {
            None => format!("<p>{text}</p>\n"),
            Some(class) => format!("<p class=\"{class}\"><b>{weight}</b> {text}</p>\n"),
        }
    });
    format!(
        "<details class=\"sample\">\n<summary><b>{}</b><br>{}: {}, of which {:.0} count</summary>\n\
         {}</details>\n",
        escape(title),
        escape(&sample.docno),
        counted(sample.tokens, "token"),
        sample.kept,
        paragraphs.collect::<String>()
    )
}

/// Returns the class of a block by its weight: the lower it is, the darker the grey. A block that
/// counts once has none.
fn class(weight: f64) -> Option<&'static str> {
    match weight {
        1.0 => None,
        more if more > 1.0 => Some("more"),
        half if half >= 0.5 => Some("less"),
        few if few > 0.1 => Some("less few"),
        _ => Some("less least"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str, weight: f64) -> SampleBlock {
        SampleBlock { text: text.to_owned(), tokens: 2, weight }
    }

    #[test]
    fn neighbours_that_count_less_share_a_paragraph_and_nothing_is_markup() {
        let blocks = vec![
            block("home <b>", 0.05),
            block("about", 0.05),
            block("tags", 0.5),
            block("Sea ice & more", 1.0),
            block("It melts", 1.0),
        ];
        let shown = SamplePage {
            docno: "d<1>".to_owned(),
            url: String::new(),
            title: String::new(),
            tokens: 1200,
            kept: 5.1,
            blocks,
        };
        let expected = "<details class=\"sample\">\n<summary><b>no title</b><br>d&lt;1&gt;: 1,200 \
                        tokens, of which 5 count</summary>\n<p class=\"less least\"><b>0.05</b> \
                        home &lt;b&gt; <i>·</i> about</p>\n<p class=\"less\"><b>0.5</b> \
                        tags</p>\n<p>Sea ice &amp; more</p>\n<p>It melts</p>\n</details>\n";
        assert_eq!(sample(&shown), expected);
    }
}
