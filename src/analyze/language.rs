//! The language of a page's text.

use tamis_blocks::page::Blocks;

/// Text that is looked at, in bytes: trigrams tell a language from less, and a page has more.
const SAMPLE: usize = 512;
/// Blocks with fewer words (menus, names, dates) tell little.
const WORDS: u32 = 10;

/// The code (ISO 639-1) of the language of a page's longer blocks; `und` where they are too few to tell.
pub fn language(blocks: &Blocks) -> &'static str {
    let mut sample = String::with_capacity(2 * SAMPLE);
    for block in blocks.blocks.iter().filter(|block| block.words >= WORDS) {
        let text = blocks.text_of(block);
        let end = (0..=text.len().min(SAMPLE)).rev().find(|end| text.is_char_boundary(*end));
        sample.push_str(&text[..end.unwrap_or(0)]);
        sample.push('\n');
        if sample.len() >= SAMPLE {
            break;
        }
    }
    let told = whatlang::detect(&sample).filter(whatlang::Info::is_reliable);
    told.map_or(UNDETERMINED, |told| short(told.lang().code()))
}

/// The code of pages whose language is not known (ISO 639-2).
pub const UNDETERMINED: &str = "und";

/// The code that pages have for a language by its code of two letters or of three; none for one that is never told.
pub fn code(language: &str) -> Option<&'static str> {
    let asked = language.to_ascii_lowercase();
    let known = CODES.iter().find(|(short, long)| asked == *short || asked == *long);
    known.map(|(short, _)| *short).or_else(|| (asked == UNDETERMINED).then_some(UNDETERMINED))
}

/// All codes of [`language`].
pub fn codes() -> impl Iterator<Item = &'static str> + Clone {
    CODES.iter().map(|(short, _)| *short).chain([UNDETERMINED])
}

fn short(long: &str) -> &'static str {
    code(long).unwrap_or(UNDETERMINED)
}

/// ISO 639-1 and 639-3 of what whatlang tells apart.
const CODES: [(&str, &str); 70] = [
    ("af", "afr"),
    ("ak", "aka"),
    ("am", "amh"),
    ("ar", "ara"),
    ("az", "aze"),
    ("be", "bel"),
    ("bg", "bul"),
    ("bn", "ben"),
    ("ca", "cat"),
    ("cs", "ces"),
    ("cy", "cym"),
    ("da", "dan"),
    ("de", "deu"),
    ("el", "ell"),
    ("en", "eng"),
    ("eo", "epo"),
    ("es", "spa"),
    ("et", "est"),
    ("fa", "pes"),
    ("fi", "fin"),
    ("fr", "fra"),
    ("gu", "guj"),
    ("he", "heb"),
    ("hi", "hin"),
    ("hr", "hrv"),
    ("hu", "hun"),
    ("hy", "hye"),
    ("id", "ind"),
    ("it", "ita"),
    ("ja", "jpn"),
    ("jv", "jav"),
    ("ka", "kat"),
    ("km", "khm"),
    ("kn", "kan"),
    ("ko", "kor"),
    ("la", "lat"),
    ("lt", "lit"),
    ("lv", "lav"),
    ("mk", "mkd"),
    ("ml", "mal"),
    ("mr", "mar"),
    ("my", "mya"),
    ("nb", "nob"),
    ("ne", "nep"),
    ("nl", "nld"),
    ("or", "ori"),
    ("pa", "pan"),
    ("pl", "pol"),
    ("pt", "por"),
    ("ro", "ron"),
    ("ru", "rus"),
    ("si", "sin"),
    ("sk", "slk"),
    ("sl", "slv"),
    ("sn", "sna"),
    ("sr", "srp"),
    ("sv", "swe"),
    ("ta", "tam"),
    ("te", "tel"),
    ("th", "tha"),
    ("tk", "tuk"),
    ("tl", "tgl"),
    ("tr", "tur"),
    ("uk", "ukr"),
    ("ur", "urd"),
    ("uz", "uzb"),
    ("vi", "vie"),
    ("yi", "yid"),
    ("zh", "cmn"),
    ("zu", "zul"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::page::Cut;

    fn of(html: &str) -> &'static str {
        language(&tamis_blocks::block::cut(&tamis_blocks::html::parse_str(html), Cut::Boilerpipe))
    }

    #[test]
    fn the_long_blocks_tell() {
        let german = "<ul><li>Home<li>About us</ul><p>Der Kessel steht seit gestern Abend auf dem Herd, und niemand hat \
                      ihn bemerkt, weil alle im Garten waren.";
        assert_eq!(of(german), "de");
        assert_eq!(
            of("<p>The kettle has been standing on the stove since yesterday and nobody noticed it at all."),
            "en"
        );
        assert_eq!((of("<p>Home"), of(""), of("<p>1 2 3 4 5 6 7 8 9 10 11 12 13")), ("und", "und", "und"));
    }

    #[test]
    fn every_language_that_is_told_has_a_code() {
        for lang in whatlang::Lang::all() {
            assert_ne!(short(lang.code()), UNDETERMINED, "{lang:?}");
        }
        assert_eq!((code("EN"), code("eng"), code("und"), code("xx")), (Some("en"), Some("en"), Some("und"), None));
        assert_eq!(codes().count(), 71);
    }
}
