//! Finds the language that a page declares.

use super::prescan::EncodingScan;

/// Returns the language that a page declares in its `lang` or `xml:lang`, or else in
/// `<meta http-equiv=Content-Language>`: the primary subtag in lower case (`en` for `en-GB`). Reads
/// only the first 16 KiB.
pub fn language(markup: &str) -> Option<String> {
    let mut scan = EncodingScan::new(markup.as_bytes());
    let mut of_meta = None;
    while let Some(name) = scan.next_start() {
        let attributes = std::iter::from_fn(|| scan.attribute());
        if name.eq_ignore_ascii_case(b"html") {
            let mut values = attributes.filter(|(name, _)| name == "lang" || name == "xml:lang");
            if let Some(language) = values.find_map(|(_, value)| primary(&value)) {
                return Some(language);
            }
        } else if name.eq_ignore_ascii_case(b"meta") && of_meta.is_none() {
            of_meta = language_of_meta(attributes);
        } else if name.eq_ignore_ascii_case(b"body") {
            break;
        }
    }
    of_meta
}

fn language_of_meta(attributes: impl Iterator<Item = (String, String)>) -> Option<String> {
    let mut names_it = false;
    let mut content = None;
    for (name, value) in attributes {
        match name.as_str() {
            "http-equiv" => names_it = value == "content-language",
            "content" => content = primary(&value),
            _ => {}
        }
    }
    content.filter(|_| names_it)
}

/// Returns the primary subtag of a language tag, or of the first in a list.
fn primary(tag: &str) -> Option<String> {
    let first = tag.trim().split(|c: char| !c.is_ascii_alphabetic()).next()?;
    (2..=3).contains(&first.len()).then(|| first.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_root_comes_before_that_of_the_head() {
        for (page, expected) in [
            (
                "<!doctype html><HTML class=x LANG='en-GB'><meta http-equiv=Content-Language \
                 content=de>",
                Some("en"),
            ),
            ("<html xmlns=x xml:lang=\"pt_BR\">", Some("pt")),
            (
                "<html lang=''><head><META content='de, en' http-equiv='content-language'>",
                Some("de"),
            ),
            ("<!-- <html lang=fr> --><html><meta name=x content=de><p>a", None),
            ("<html><body><p lang=fr>a<html lang=de>", None),
            ("<html lang=", None),
            ("<html lang='klingon'>", None),
            ("", None),
        ] {
            assert_eq!(language(page).as_deref(), expected, "{page}");
        }
    }
}
