//! Titles without the name of the site.

use super::evidence::plain;
use super::source::Source;

/// What separates a title from the name of a site; the last of these in a title counts.
pub const SEPARATORS: [&str; 11] =
    [" | ", "｜", " - ", " – ", " — ", " :: ", " » ", " · ", " • ", " / ", " > "];
/// After these the last part is nearly always the name of the site.
const BARS: [&str; 2] = [" | ", "｜"];
/// After these it often is, in TITLE.
const DASHES: [&str; 6] = [" - ", " – ", " — ", " :: ", " » ", " · "];
/// A single word of so many characters may be all of a title.
const WORD: usize = 12;

/// A title without the names of the site; `sites` and `headline` are letters and digits only.
pub fn title<'a>(
    whole: &'a str,
    source: Source,
    sites: &[String],
    headline: &str,
) -> Option<&'a str> {
    let mut title = whole;
    for separator in SEPARATORS {
        let is_site = |part: &str| sites.contains(&plain(part));
        let is_headline = |part: &str| plain(part) == headline;
        match (title.split_once(separator), title.rsplit_once(separator)) {
            (_, Some((rest, site))) if is_site(site) || is_headline(rest) => title = rest,
            (Some((site, rest)), _) if is_site(site) || is_headline(rest) => title = rest,
            _ => {}
        }
    }
    let title = if title.len() == whole.len() { without_last(title, source) } else { title };
    Some(title.trim()).filter(|title| !plain(title).is_empty())
}

/// A title without a last part that is likely to be the name of the site.
fn without_last(title: &str, source: Source) -> &str {
    let dashes = DASHES.iter().filter(|_| source == Source::TitleTag);
    let mut parts = BARS.iter().chain(dashes).filter_map(|of| title.rsplit_once(of));
    let is_enough = |rest: &str| rest.contains(' ') || rest.chars().count() > WORD;
    let cut = parts.find(|(rest, last)| is_enough(rest) && last.len() < rest.len() * 2);
    cut.map_or(title, |(rest, _)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_without_the_site() {
        let sites = ["penguinnews".to_owned()];
        let headline = plain("Two on the ice");
        for (whole, cut) in [
            ("Two penguins - Penguin News", "Two penguins"),
            ("Penguin News: Two penguins", "Penguin News: Two penguins"),
            ("Penguin News | Two penguins", "Two penguins"),
            ("Two on the ice – All about ice and snow and more", "Two on the ice"),
            ("Two penguins and their long way home | Ice", "Two penguins and their long way home"),
            ("Penguin News", "Penguin News"),
        ] {
            assert_eq!(title(whole, Source::TitleTag, &sites, &headline), Some(cut));
        }
        assert_eq!(
            title("A long way - Ice", Source::OpenGraph, &sites, ""),
            Some("A long way - Ice")
        );
        assert_eq!(title("|", Source::OpenGraph, &sites, ""), None);
    }
}
