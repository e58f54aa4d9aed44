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
/// What stands between the name of a site and the title of a post.
const ARCHIVES: [&str; 9] = [
    ">> Blog Archive >>",
    "» Blog Archive »",
    "» Blog Archiv »",
    "» Archives du Blog »",
    "» Archivo del Blog »",
    "» Archivio Blog »",
    "» Blog Archief »",
    "» Arquivo do Blog »",
    "» Bloggarkiv »",
];
/// Beside these a title may say more than its headline.
const AROUND: [&str; 9] = [" | ", "｜", ": ", " : ", " - ", " – ", " — ", " · ", " • "];
/// Marks that may stand around a title.
const MARKS: &str = "=<>-–—|·•»«›‹→←*~:";
/// A single word of so many characters may be all of a title.
const WORD: usize = 12;

/// A title without the names of the site; `sites` and `headline` are letters and digits only.
pub fn title<'a>(
    whole: &'a str,
    source: Source,
    sites: &[String],
    headline: &str,
) -> Option<&'a str> {
    let title = without_sites(of_archive(whole), sites, headline);
    let title = if title.len() == whole.len() {
        without_sites(without_last(title, source), sites, headline)
    } else {
        title
    };
    let title = of_headline(title, headline, sites).unwrap_or(title);
    Some(without_marks(title)).filter(|title| !plain(title).is_empty())
}

/// What comes after `Site » Blog Archive »`, which WordPress's old default theme writes before the
/// title of a post.
fn of_archive(whole: &str) -> &str {
    let mut rests = ARCHIVES.iter().filter_map(|archive| whole.split_once(archive));
    let rest = rests.next().map(|(_, rest)| rest.trim_start());
    rest.filter(|rest| !rest.is_empty()).unwrap_or(whole)
}

/// A title without first and last parts that are a known name of the site, or all but its headline.
fn without_sites<'a>(whole: &'a str, sites: &[String], headline: &str) -> &'a str {
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
    title
}

/// A title without arrows and the like at its ends.
fn without_marks(title: &str) -> &str {
    let is_mark = |word: &str| word.chars().all(|c| MARKS.contains(c));
    let mut title = title.trim();
    while let Some((_, rest)) = title.split_once(' ').filter(|(first, _)| is_mark(first)) {
        title = rest.trim_start();
    }
    while let Some((rest, _)) = title.rsplit_once(' ').filter(|(_, last)| is_mark(last)) {
        title = rest.trim_end();
    }
    title
}

/// The headline, if a title starts with it and says more of it after a mark, or ends with it.
fn of_headline<'a>(title: &'a str, headline: &str, sites: &[String]) -> Option<&'a str> {
    if headline.is_empty() || sites.iter().any(|site| site == headline) {
        return None;
    }
    let is_headline = |part: &&str| part.len() >= headline.len() && plain(part) == headline;
    let marks = || AROUND.iter().flat_map(|mark| title.match_indices(mark));
    let mut starts = marks().map(|(at, _)| &title[..at]);
    let mut ends = marks().map(|(at, mark)| &title[at + mark.len()..]);
    starts.find(is_headline).or_else(|| ends.find(is_headline))
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
            ("Two on the ice: A penguin and a seal | Ice", "Two on the ice"),
            (
                "Two on the iceberg: A penguin and a seal",
                "Two on the iceberg: A penguin and a seal",
            ),
            ("Two penguins | Penguin News – All about ice", "Two penguins"),
            ("=> Two penguins <=", "Two penguins"),
            ("Ice Blog » Blog Archive » Two penguins: a tale", "Two penguins: a tale"),
            ("Ice Blog » Blog Archive » Seals » and bears", "Seals » and bears"),
            ("Penguin News » Blog Archive » Two penguins", "Two penguins"),
            ("Eisblog » Blog Archiv » Zwei Pinguine", "Zwei Pinguine"),
            ("Our Blog Archive of penguins", "Our Blog Archive of penguins"),
            ("Ice Blog » Blog Archive »", "Ice Blog"),
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
