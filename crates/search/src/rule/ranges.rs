//! Finds rules that no block can meet, such as `words >= 20 and words <= 5`. Each part of a rule
//! narrows the values that a feature may have; a part after which a feature has none left
//! contradicts the others. Every feature is examined by itself, and what cannot be decided is
//! assumed to hold, so a rule that some block could meet is never called a contradiction.

use super::decimal::Decimal;
use super::predicate::{FEATURES, Feature, Operator, Predicate};
use tamis_blocks::classify::LabelSet;
use tamis_blocks::page::BlockKind;
use tamis_index::index::schema::MAX_SCORES;

/// Values of a feature from the first to the second, both included, in the unit of
/// [`PossibleValues::place`].
type ValueSpan = (i128, i128);

/// The values that a feature may have.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Values {
    spans: Vec<ValueSpan>,
    /// Whether a block may be without a value.
    absent: bool,
}

/// The possible blocks that meet a part of a rule.
#[derive(Debug, Clone)]
struct PossibleBlocks {
    values: Vec<Values>,
    with: LabelSet,
    /// Labels that they do not have.
    without: LabelSet,
    /// Whether they may be titles, and text.
    kinds: [bool; 2],
}

impl Predicate {
    /// Whether no block can meet the rule, whatever the index holds. Also false where this is not
    /// obvious.
    pub fn is_contradiction(&self) -> bool {
        any_block().and_then(|blocks| blocks.that_meet(self, true)).is_none()
    }
}

fn any_block() -> Option<PossibleBlocks> {
    // The values of a score are those of any share that a block may lack.
    let plain = FEATURES.iter().map(|feature| feature.all_values());
    let values =
        plain.chain(std::iter::repeat_n(Feature::SiteShare.all_values(), MAX_SCORES)).collect();
    Some(PossibleBlocks {
        values,
        with: LabelSet::default(),
        without: LabelSet::default(),
        kinds: [true, true],
    })
}

/// What is known of the values of a feature.
trait PossibleValues {
    /// Whether values are whole numbers.
    fn has_whole_values(self) -> bool;

    /// Returns the place of the feature in [`PossibleBlocks::values`]: scores follow the others.
    fn place_among_values(self) -> usize;

    fn all_values(self) -> Values;

    /// Returns the place of a value on a line of integers. For a feature of whole numbers, a whole
    /// number is its own place, and another number has that of the next whole number (`up`) or of
    /// the one before. A quotient has even places, and the odd ones stand for the quotients between
    /// two of them.
    fn place(self, value: Decimal, up: bool) -> i128;

    /// Returns the values for which a comparison holds.
    fn spans_of(self, operator: Operator, value: Decimal) -> Vec<ValueSpan>;
}

impl PossibleValues for Feature {
    fn has_whole_values(self) -> bool {
        !matches!(self, Self::TextDensity | Self::LinkDensity | Self::SiteShare | Self::Score(_))
    }

    fn place_among_values(self) -> usize {
        match self {
            Self::Score(score) => FEATURES.len() + score.number(),
            plain => FEATURES.iter().position(|feature| *feature == plain).unwrap_or_default(),
        }
    }

    fn all_values(self) -> Values {
        let absent =
            matches!(self, Self::Repeats | Self::SiteRepeats | Self::SiteShare | Self::Score(_));
        let least = i128::from(matches!(self, Self::Repeats | Self::SiteRepeats));
        let most = self.most().map_or(i128::MAX, |most| self.place(Decimal::whole(most), true));
        Values { spans: vec![(least, most)], absent }
    }

    fn place(self, value: Decimal, up: bool) -> i128 {
        let billionths = value.billionths();
        if !self.has_whole_values() {
            return 2 * billionths;
        }
        let billionths = if up { billionths + BILLION - 1 } else { billionths };
        billionths.div_euclid(BILLION)
    }

    fn spans_of(self, operator: Operator, value: Decimal) -> Vec<ValueSpan> {
        let first = self.place(value, true);
        let last = self.place(value, false);
        match operator {
            // `first` is greater than `last` if a whole number is compared with a fraction, which
            // it never equals.
            Operator::Equal if first > last => Vec::new(),
            Operator::Equal => vec![(first, last)],
            Operator::NotEqual if first > last => vec![(0, i128::MAX)],
            Operator::NotEqual => vec![(0, first - 1), (last + 1, i128::MAX)],
            Operator::Less => vec![(0, first - 1)],
            Operator::AtMost => vec![(0, last)],
            Operator::AtLeast => vec![(first, i128::MAX)],
            Operator::Greater => vec![(last + 1, i128::MAX)],
        }
    }
}

/// Billionths in 1: a [`Decimal`] has at most nine digits behind the point.
const BILLION: i128 = 1_000_000_000;

impl Operator {
    /// Returns the operator that holds exactly where this one does not.
    fn opposite(self) -> Self {
        match self {
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::Greater,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::AtLeast => Self::Less,
            Self::Greater => Self::AtMost,
        }
    }
}

impl Values {
    fn intersect(&self, spans: &[ValueSpan], absent: bool) -> Self {
        let pairs = self.spans.iter().flat_map(|own| spans.iter().map(move |other| (own, other)));
        let both = pairs.map(|(own, other)| (own.0.max(other.0), own.1.min(other.1)));
        Self {
            spans: both.filter(|(first, last)| first <= last).collect(),
            absent: self.absent && absent,
        }
        .few()
    }

    /// Joins the spans into one if there are too many: a rule may have thousands, and a superset of
    /// the possible values is enough.
    fn few(mut self) -> Self {
        if let [first, .., last] = self.spans[..]
            && self.spans.len() > MAX_SPANS
        {
            self.spans = vec![(first.0, last.1)];
        }
        self
    }

    fn unite(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let mut spans = [self.spans, other.spans].concat();
        spans.sort_unstable();
        let mut united: Vec<ValueSpan> = Vec::with_capacity(spans.len());
        for (first, last) in spans {
            match united.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last);
                }
                _ => united.push((first, last)),
            }
        }
        Self { spans: united, absent: self.absent || other.absent }.few()
    }
}

/// The most spans of a feature's values.
const MAX_SPANS: usize = 64;

impl PossibleBlocks {
    /// Returns those of these blocks that meet a rule, or with `holds` false do not; none if there
    /// can be none.
    fn that_meet(self, rule: &Predicate, holds: bool) -> Option<Self> {
        match rule {
            Predicate::All => holds.then_some(self),
            Predicate::Feature(feature, operator, value) => {
                // A comparison with a value that a block does not have is false.
                let operator = if holds { *operator } else { operator.opposite() };
                self.compare(*feature, &feature.spans_of(operator, *value), !holds)
            }
            Predicate::Label(bit, _) => self.labelled(*bit as usize, holds),
            Predicate::Kind(kind) => self.of_kind((*kind == BlockKind::Title) == holds),
            Predicate::Not(inner) => self.that_meet(inner, !holds),
            Predicate::And(parts) if holds => self.meet_all(parts, true),
            Predicate::Or(parts) if !holds => self.meet_all(parts, false),
            Predicate::And(parts) | Predicate::Or(parts) => self.meet_one(parts, holds),
        }
    }

    /// Alternatives come last, so that the other parts have ruled out what they can.
    fn meet_all(self, parts: &[Predicate], holds: bool) -> Option<Self> {
        let is_choice = |part: &&Predicate| {
            matches!(part, Predicate::Or(_) | Predicate::And(_) | Predicate::Not(_))
        };
        let (choices, plain): (Vec<_>, Vec<_>) = parts.iter().partition(is_choice);
        plain
            .into_iter()
            .chain(choices)
            .try_fold(self, |blocks, part| blocks.that_meet(part, holds))
    }

    fn meet_one(self, parts: &[Predicate], holds: bool) -> Option<Self> {
        let met = parts.iter().filter_map(|part| self.clone().that_meet(part, holds));
        met.reduce(Self::unite)
    }

    /// Returns the blocks of both.
    fn unite(self, other: Self) -> Self {
        let values = self.values.into_iter().zip(other.values);
        Self {
            values: values.map(|(own, others)| own.unite(others)).collect(),
            with: self.with.intersection(&other.with),
            without: self.without.intersection(&other.without),
            kinds: [self.kinds[0] | other.kinds[0], self.kinds[1] | other.kinds[1]],
        }
    }

    fn compare(mut self, feature: Feature, spans: &[ValueSpan], absent: bool) -> Option<Self> {
        let place = feature.place_among_values();
        let values = self.values[place].intersect(spans, absent);
        let is_empty = values.spans.is_empty() && !values.absent;
        self.values[place] = values;
        (!is_empty).then_some(self)
    }

    fn labelled(mut self, label: usize, has: bool) -> Option<Self> {
        let (these, others) =
            if has { (&mut self.with, &self.without) } else { (&mut self.without, &self.with) };
        these.insert(label);
        (!others.contains(label)).then_some(self)
    }

    fn of_kind(mut self, title: bool) -> Option<Self> {
        self.kinds[usize::from(title)] = false;
        (self.kinds != [false, false]).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::expression::parse;
    use super::super::predicate::RuleRow;
    use super::*;
    use proptest::prelude::*;
    use tamis_index::index::{BlockRepeats, BlockScores, Manifest, Recipe};

    fn manifest() -> Manifest {
        let recipe = Recipe { scores: vec!["victor".into()], ..Recipe::default() };
        Manifest { classifiers: vec!["bte".into(), "words-tree".into()], ..Manifest::new(recipe) }
    }

    fn contradicts(rule: &str) -> bool {
        parse(rule, &manifest()).unwrap().is_contradiction()
    }

    #[test]
    fn rules_that_no_block_can_meet_are_found() {
        for rule in [
            "words >= 20 and words <= 5",
            "words > 5 and words < 6",
            "words = 5 and words != 5",
            "words = 5.5",
            "words < 0",
            "link_density > 1",
            "link_density > 0.33 and link_density < 0.33",
            "text_density >= 9 and not text_density > 8",
            "site_share <= 0.5 and site_share > 0.5",
            "repeats < 1",
            "label = bte and label != bte",
            "kind = title and kind = text",
            "not (words >= 5 or words < 5)",
            "(words < 5 or link_density > 0.5) and words >= 10 and link_density <= 0.3",
            "words >= 20 and words <= 5 or words < 3 and words > 4",
            "score.victor >= 0.5 and score.victor < 0.5",
            "score.victor > 1",
            "not all",
        ] {
            assert!(contradicts(rule), "{rule}");
        }
    }

    #[test]
    fn rules_that_some_block_may_meet_are_not() {
        for rule in [
            "all",
            "words >= 5 and words <= 5",
            "words > 5 and words < 7",
            "words >= 20 and words <= 5 or kind = title",
            "text_density > 8 and text_density < 8.000000001",
            "link_density >= 1",
            // A block of a page without URL has no such share.
            "not site_share >= 0",
            "not site_share > 1",
            "not score.victor >= 0",
            "(words < 5 or words > 10) and (words < 3 or words > 20)",
            "label = bte and label != words-tree",
        ] {
            assert!(!contradicts(rule), "{rule}");
        }
    }

    /// Joins 10,000 rules with a word between them; `N` is the number of each.
    fn chain(word: &str, rule: &str) -> String {
        (0..10_000).map(|n| rule.replace('N', &n.to_string())).collect::<Vec<_>>().join(word)
    }

    #[test]
    fn a_long_chain_takes_no_time_to_speak_of() {
        assert!(!contradicts(&chain(" and ", "words != N")));
        assert!(!contradicts(&chain(" or ", "words = N")));
    }

    fn rule() -> impl Strategy<Value = Predicate> {
        let operators = [
            Operator::Less,
            Operator::AtMost,
            Operator::Equal,
            Operator::NotEqual,
            Operator::AtLeast,
            Operator::Greater,
        ];
        let value = (0u32..8)
            .prop_map(|halves| format!("{}.{}", halves / 2, halves % 2 * 5).parse().unwrap());
        let score = Feature::Score(manifest().score("victor").unwrap());
        let feature = (0..=FEATURES.len())
            .prop_map(move |number| FEATURES.get(number).copied().unwrap_or(score));
        let plain = prop_oneof![
            4 => (feature, prop::sample::select(operators.to_vec()), value)
                .prop_map(|(feature, operator, value)| {
                    Predicate::Feature(feature, operator, value)
                }),
            1 => (0u32..2).prop_map(|bit| Predicate::Label(bit, bit.to_string())),
            1 => any::<bool>().prop_map(|title| {
                Predicate::Kind(if title { BlockKind::Title } else { BlockKind::Text })
            }),
        ];
        plain.prop_recursive(4, 24, 4, |inner| {
            let parts = prop::collection::vec(inner.clone(), 1..4);
            prop_oneof![
                parts.clone().prop_map(Predicate::And),
                parts.prop_map(Predicate::Or),
                inner.prop_map(|inner| Predicate::Not(Box::new(inner))),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_block_meets_a_contradiction(
            rule in rule(),
            counts in prop::array::uniform6(0u64..4),
            labels in prop::collection::btree_set(0usize..2, 0..3),
            title in any::<bool>(),
            pages in 0u32..4,
            site_pages_with in 0u32..4,
            more in 0u32..3,
            score in prop::option::of(0u8..=100),
        ) {
            let anchor_words = counts[1].min(counts[0]);
            let [words, _, wrapped_words, wrapped_lines, tag_level, tokens] = counts;
            let repeats =
                BlockRepeats { pages, site_pages_with, site_pages: site_pages_with + more };
            let mut scores = BlockScores::default();
            scores.set(0, score);
            let row = RuleRow {
                words,
                anchor_words,
                wrapped_words,
                wrapped_lines,
                tag_level,
                tokens,
                labels: labels.into_iter().collect(),
                title,
                repeats,
                scores,
            };
            prop_assert!(!(rule.is_contradiction() && rule.permits(&row)), "{rule} {row:?}");
        }
    }
}
