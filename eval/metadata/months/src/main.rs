//! Prints the names of months in all languages, those of CLDR by `icu_datetime`, as
//! crates/text/src/metadata/months.tsv has them:
//!
//! ```text
//! cargo run -p tamis-months > crates/text/src/metadata/months.tsv
//! ```

use icu_calendar::{Date, Gregorian};
use icu_datetime::fieldsets::enums::DateFieldSet;
use icu_datetime::pattern::{DateTimePattern, FixedCalendarDateTimeNames};
use icu_locale_core::Locale;
use std::error::Error;
use writeable::TryWriteable;

/// The languages of which CLDR has names of months, with scripts and countries that have others.
const LOCALES: &str = "af ak am ar ar-DZ ar-IQ ar-MA as ast az ba be bg bgc bho blo bn br brx bs \
    bs-Cyrl bua ca ceb chr ckb cop cs csw cv cy da de de-AT doi dsb ee el en en-GB eo es es-PE et \
    eu fa fa-AF fi fil fo fr fr-CA fy ga gaa gd gl gu ha he hi hr hsb hu hy ia id ie ig ii is it \
    ja \
    jv ka kbd kea kek kgp ki kk kk-Arab km kn ko kok kok-Latn ks ksh ku kxv ky lb lij lld lmo lo \
    lt \
    lv mai mi mk ml mn mni mr ms mt my nb nds ne nl nn no nqo nso oc om or pa pcm pl pms prg ps pt \
    qu quc raj rm ro ru rw sa sah sat sc scn sd shn si sk sl so sq sr sr-Latn st su sv sw syr szl \
    ta te tg th ti tk tn to tr tt tyv ug uk ur uz uz-Cyrl vec vi vmw wo xh xnr yo yrl yue za zh zu";
/// Names in dates and alone, whole and abbreviated.
const PATTERNS: [&str; 4] = ["MMMM", "LLLL", "MMM", "LLL"];

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "# Names of months of Unicode's CLDR (Unicode License v3), printed by eval/metadata/months."
    );
    println!(
        "# Locale, pattern of CLDR, January to December; a pattern with the names of another is \
         left out."
    );
    for locale in LOCALES.split(' ') {
        let mut known = Vec::new();
        for pattern in PATTERNS {
            let names = in_cldr(locale, pattern)?;
            // What CLDR has no names for is numbered.
            assert!(!names.iter().any(|name| name == "M01"), "{locale}: CLDR has no names");
            // Whole names and abbreviations are read in different ways.
            let row = (pattern.len(), names);
            if !known.contains(&row) {
                println!("{locale}\t{pattern}\t{}", row.1.join("\t"));
                known.push(row);
            }
        }
    }
    Ok(())
}

/// The twelve names of a locale.
fn in_cldr(locale: &str, pattern: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let locale: Locale = locale.parse()?;
    let pattern = DateTimePattern::try_from_pattern_str(pattern).map_err(|e| format!("{e:?}"))?;
    let mut names =
        FixedCalendarDateTimeNames::<Gregorian, DateFieldSet>::new_without_number_formatting(
            locale.into(),
        );
    let formatter = names.include_for_pattern(&pattern).map_err(|e| format!("{e:?}"))?;
    let mut all = Vec::new();
    for month in 1..=12 {
        let day = Date::try_new_gregorian(2000, month, 1)?;
        let formatted = formatter.format(&day);
        let name = formatted.try_write_to_string().map_err(|e| format!("{e:?}"))?;
        all.push(name.into_owned());
    }
    Ok(all)
}
