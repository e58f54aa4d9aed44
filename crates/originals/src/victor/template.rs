//! Templates of CRF++: which features of which blocks together are one feature of the model.
//! `U1_-3:%x[-3,1]` is the first feature of the third block before.

use super::features::{FEATURES, FeatureRow};

/// Maximum number of features of blocks that make one feature of the model together.
const MAX_PLACES: usize = 4;

/// The values of a template's features at a block, packed. A value is that of a feature, or the
/// distance from the page of a block that would be outside.
pub(super) type TemplateKey = u64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FeatureTemplate {
    /// The text before each feature, and after the last one.
    literals: Vec<String>,
    /// For each feature the distance of its block, and its column.
    pub places: Vec<(i32, usize)>,
}

impl FeatureTemplate {
    /// Parses a template. The error is what was expected.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let mut template = Self { literals: Vec::new(), places: Vec::new() };
        let mut rest = text;
        while let Some((literal, after)) = rest.split_once("%x[") {
            let place = after.split_once(']').and_then(|(place, after)| {
                let (row, column) = place.split_once(',')?;
                Some((row.trim().parse().ok()?, column.trim().parse::<usize>().ok()?, after))
            });
            let Some((row, column, after)) = place else {
                return Err("%x[ROW,COLUMN] with two whole numbers");
            };
            if !(-100..=100).contains(&row) || !(1..=FEATURES).contains(&column) {
                return Err("a row from -100 to 100 and a column from 1 to 46");
            }
            template.literals.push(literal.to_owned());
            template.places.push((row, column));
            rest = after;
        }
        template.literals.push(rest.to_owned());
        match template.places.len() {
            0 => Err("at least one %x[ROW,COLUMN]"),
            1..=MAX_PLACES => Ok(template),
            _ => Err("at most four %x[ROW,COLUMN]"),
        }
    }

    /// The template as text.
    pub fn text(&self) -> String {
        self.expand(self.places.iter().map(|(row, column)| format!("%x[{row},{column}]")))
    }

    /// The text of a feature of this template.
    pub fn feature(&self, key: TemplateKey) -> String {
        self.expand(unpacked(key, self.places.len()).map(value_text))
    }

    fn expand(&self, values: impl Iterator<Item = String>) -> String {
        let mut text = self.literals[0].clone();
        for (value, literal) in values.zip(&self.literals[1..]) {
            text += &value;
            text += literal;
        }
        text
    }

    /// The text before its first feature, which names it.
    pub fn name(&self) -> &str {
        &self.literals[0]
    }

    /// The values of a feature of this template: its text without the template's name.
    pub fn values(&self, key: TemplateKey) -> String {
        self.feature(key).split_off(self.name().len())
    }

    /// Returns the key of a feature from its text.
    pub fn key_of(&self, feature: &str) -> Option<TemplateKey> {
        self.key_of_values(feature.strip_prefix(self.name())?)
    }

    /// Returns the key of a feature from its values.
    pub fn key_of_values(&self, values: &str) -> Option<TemplateKey> {
        let mut rest = values;
        let mut key = 0;
        for literal in &self.literals[1..] {
            let end = if literal.is_empty() { rest.len() } else { rest.find(literal)? };
            key = key << 16 | u64::from(value_of(&rest[..end])?);
            rest = &rest[end + literal.len()..];
        }
        rest.is_empty().then_some(key)
    }

    /// Returns the key of a block's feature.
    pub fn key(&self, rows: &[FeatureRow], block: usize) -> TemplateKey {
        let mut key = 0;
        for &(distance, column) in &self.places {
            let value = value_at(rows, block as i64 + i64::from(distance), column);
            key = key << 16 | u64::from(value);
        }
        key
    }
}

/// Returns the feature in a column of the block at `at`, or how far outside the page that is.
pub(super) fn value_at(rows: &[FeatureRow], at: i64, column: usize) -> u16 {
    if at < 0 {
        return BEFORE - 1 + (-at) as u16;
    }
    let at = at as usize;
    match rows.get(at) {
        Some(row) => row[column - 1],
        None => AFTER + (at - rows.len()) as u16,
    }
}

/// The values of the first block before the page and the first after it.
const BEFORE: u16 = 0xFF00;
const AFTER: u16 = 0xFF80;

fn value_of(text: &str) -> Option<u16> {
    let Some(signed) = text.strip_prefix("_B") else {
        return text.parse().ok().filter(|value| *value < BEFORE);
    };
    let (sign, digits) = signed.split_at_checked(1)?;
    let first = match sign {
        "-" => BEFORE,
        "+" => AFTER,
        _ => return None,
    };
    let distance: u16 = digits.parse().ok()?;
    (1..=100).contains(&distance).then(|| first + distance - 1)
}

fn value_text(value: u16) -> String {
    match value {
        AFTER.. => format!("_B+{}", value - AFTER + 1),
        BEFORE.. => format!("_B-{}", value - BEFORE + 1),
        _ => value.to_string(),
    }
}

fn unpacked(key: TemplateKey, values: usize) -> impl Iterator<Item = u16> {
    (0..values).rev().map(move |i| (key >> (16 * i)) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_and_their_features_are_texts() {
        let template = FeatureTemplate::parse("U43_-2:%x[-2,32]/%x[1,33]").unwrap();
        assert_eq!(
            (template.places.as_slice(), template.name()),
            (&[(-2, 32), (1, 33)][..], "U43_-2:")
        );
        assert_eq!(template.text(), "U43_-2:%x[-2,32]/%x[1,33]");
        let mut rows = [[0; FEATURES]; 3];
        rows[0][31] = 2;
        rows[2][32] = 7;
        let features: Vec<String> =
            (0..3).map(|block| template.feature(template.key(&rows, block))).collect();
        assert_eq!(features, ["U43_-2:_B-2/0", "U43_-2:_B-1/7", "U43_-2:2/_B+1"]);
        for (block, feature) in features.iter().enumerate() {
            assert_eq!(template.key_of(feature), Some(template.key(&rows, block)));
        }
        assert_eq!(
            ["U43_-2:", "U43_-2:x/1", "U43_-2:1", "U43_-2:_B*1/1"]
                .map(|text| template.key_of(text)),
            [None; 4]
        );
    }

    #[test]
    fn malformed_templates_are_refused() {
        let wrong = [
            "U1",
            "U1:%x[a,1]",
            "U1:%x[0,47]",
            "U1:%x[0,0]",
            "U:%x[0,1",
            "U%x[0,1]%x[0,1]%x[0,1]%x[0,1]%x[0,1]",
        ];
        assert!(wrong.iter().all(|text| FeatureTemplate::parse(text).is_err()));
    }
}
