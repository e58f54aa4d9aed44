//! Weights of blocks: how many times the text of a block counts. The term frequencies and lengths
//! of a page are sums of weights, as in the simple extension of BM25 to weighted fields (Robertson,
//! Zaragoza and Taylor, CIKM 2004).

use super::decimal::Decimal;
use super::expression::{self, Expression};
use super::predicate::{Predicate, RuleRow};
use crate::TitleRule;
use crate::model::Unit;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use tamis_index::error::{Error, Result};
use tamis_index::index::columns::ColumnSet;
use tamis_index::index::{Manifest, Score};
use tamis_place::{nearest, shown};

/// The name of the setting in errors.
const SETTING: &str = "weight";

/// A weight in hundredths, 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(u16);

/// A weight as it is written: `title=kind = title: 3`. It is read without an index, and
/// [resolved](Self::resolve) against the labels and scores of one to a [`WeightRule`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightClause {
    /// The name by which a sweep varies the weight: letters, digits, `_` and `-`.
    pub name: Option<String>,
    pub rule: Expression,
    pub weight: Weight,
}

/// A rule with the weight of the blocks that it holds for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightRule {
    /// The name by which a sweep varies the weight: letters, digits, `_` and `-`.
    pub name: Option<String>,
    pub rule: Predicate,
    pub weight: Weight,
}

/// The weights of blocks: the first rule that holds gives a block its weight. A block for which
/// none does weighs its score, if the weights name one and it has one; else it weighs 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Weights {
    rules: Vec<WeightRule>,
    by: Option<Score>,
}

/// Which blocks a search sees, and how many times the text of each counts. A permitted block with
/// the weight 0 is not permitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockRule {
    /// The blocks that the rule permits.
    pub permits: Predicate,
    /// The weights of these blocks.
    pub weights: Weights,
}

/// The same with the treatment of titles apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitRule {
    /// The blocks that the rule permits, titles aside.
    pub permits: Predicate,
    pub title: TitleRule,
    /// The weights of these blocks.
    pub weights: Weights,
}

impl SplitRule {
    /// Returns the rule for all blocks.
    pub fn whole(&self) -> BlockRule {
        let permits = self.title.apply(self.permits.clone());
        BlockRule { permits, weights: self.weights.clone() }
    }
}

/// The class of a block for which no rule of the weights holds. Smaller classes are the numbers of
/// the rules.
pub(crate) const NO_RULE: u8 = 254;
/// The class of a block that is not permitted.
pub(crate) const BARRED: u8 = 255;
/// The class of a block that weighs its score, if that is 0; those of higher scores follow, up to
/// [`NO_RULE`].
pub(crate) const SCORED: u8 = NO_RULE - 101;

/// What each token of a block counts, by the block's class.
pub(crate) type ByClass = [u16; 256];

/// Returns the same by the lowest `bits` of the class, which tell it from others: rules are counted
/// from 0 on, and the other classes down from 255 ([`Weights::class_bits`]).
pub(crate) fn by_low_bits(amounts: &ByClass, bits: u32) -> ByClass {
    let all = 1usize << bits;
    let mut by_low_bits = [0; 256];
    by_low_bits[..all].copy_from_slice(&amounts[..all]);
    let others = usize::from(NO_RULE);
    by_low_bits[all - (256 - others)..all].copy_from_slice(&amounts[others..]);
    by_low_bits
}

impl Weight {
    /// Of blocks that no rule weighs.
    pub const ONE: Self = Self(100);

    /// Returns the weight in hundredths, 0 to 10,000.
    pub fn hundredths(self) -> u16 {
        self.0
    }

    /// Whether it is a whole number.
    pub fn is_whole(self) -> bool {
        self.0.is_multiple_of(100)
    }

    /// Returns what a token counts in a unit; in whole tokens, the weight must be whole.
    fn amount(self, unit: Unit) -> u16 {
        match unit {
            Unit::Tokens => self.0 / 100,
            Unit::Hundredths => self.0,
        }
    }
}

impl TryFrom<Decimal> for Weight {
    type Error = Error;

    fn try_from(value: Decimal) -> Result<Self> {
        let hundredths =
            value.as_hundredths().and_then(|hundredths| u16::try_from(hundredths).ok());
        hundredths
            .filter(|hundredths| *hundredths <= 10_000)
            .map(Self)
            .ok_or_else(|| out_of_range(&value.to_string()))
    }
}

impl FromStr for Weight {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        text.parse::<Decimal>().map_err(|_| out_of_range(text))?.try_into()
    }
}

fn out_of_range(found: &str) -> Error {
    let expected = "a number from 0 to 100 with at most two decimals, such as 3 or 0.25";
    Error::setting(SETTING, format!("found {}, expected {expected}", shown(found)))
}

impl From<Weight> for Decimal {
    fn from(weight: Weight) -> Self {
        Self::from_hundredths(weight.0)
    }
}

impl From<Weight> for f64 {
    fn from(weight: Weight) -> Self {
        Self::from(weight.0) / 100.0
    }
}

/// As a number; whole ones are integers.
impl Serialize for Weight {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        if self.is_whole() {
            serializer.serialize_u16(self.0 / 100)
        } else {
            serializer.serialize_f64((*self).into())
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Decimal::from(*self).fmt(f)
    }
}

impl WeightClause {
    /// Parses `RULE: WEIGHT` or `NAME=RULE: WEIGHT`. The last colon separates the weight. What
    /// reads as a rule is one: `kind=title: 3` has no name. With a manifest, every name in the rule
    /// must be one of its index.
    ///
    /// # Errors
    /// [`Error::Setting`] with the part that is wrong, and the column if it is in the rule.
    fn read(text: &str, manifest: Option<&Manifest>) -> Result<Self> {
        let Some((rule, weight)) = text.rsplit_once(':') else {
            let expected = "a rule, a colon and a weight, such as 'kind = title: 3'";
            return Err(Error::setting(
                SETTING,
                format!("found {}, expected {expected}", shown(text)),
            ));
        };
        let weight = weight.trim().parse()?;
        let unnamed = |rule| Self { name: None, rule, weight };
        let whole = match Expression::read(SETTING, rule, 0, manifest) {
            Ok(rule) if rule.has_known_names() => return Ok(unnamed(rule)),
            whole => whole,
        };
        let named = rule.split_once('=').map(|(name, rest)| (name.trim(), rest));
        let Some((name, rest)) = named else { return whole.map(unnamed) };
        let before = rule.chars().count() - rest.chars().count();
        let inner = Expression::read(SETTING, rest, before as u64, manifest);
        let is_known = inner.as_ref().is_ok_and(Expression::has_known_names);
        if !is_known && (!is_name(name) || expression::is_tested(name)) {
            // `words => 3: 2` is a mistake in a rule, not in the rule of a weight with the name
            // `words`.
            return whole.map(unnamed);
        }
        let rule = inner?;
        if is_name(name) {
            return Ok(Self { name: Some(name.to_owned()), rule, weight });
        }
        let problem =
            format!("found the name {}, expected letters, digits, '_' and '-'", shown(name));
        Err(Error::setting(SETTING, problem))
    }

    /// Returns the weight with the labels and scores of an index.
    ///
    /// # Errors
    /// [`Error::Setting`] with the column of what the index does not have.
    pub fn resolve(&self, manifest: &Manifest) -> Result<WeightRule> {
        let rule = self.rule.resolve_in(SETTING, manifest)?;
        Ok(WeightRule { name: self.name.clone(), rule, weight: self.weight })
    }
}

impl FromStr for WeightClause {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::read(text, None)
    }
}

/// As it is typed; parsing it gives the same weight.
impl fmt::Display for WeightClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(f, self.name.as_deref(), &self.rule, self.weight)
    }
}

impl WeightRule {
    /// Parses `RULE: WEIGHT` or `NAME=RULE: WEIGHT`, as a [`WeightClause`], and resolves it.
    ///
    /// # Errors
    /// [`Error::Setting`] with the part that is wrong, and the column if it is in the rule.
    pub fn parse(text: &str, manifest: &Manifest) -> Result<Self> {
        WeightClause::read(text, Some(manifest))?.resolve(manifest)
    }
}

fn print(
    f: &mut fmt::Formatter<'_>,
    name: Option<&str>,
    rule: &impl fmt::Display,
    weight: Weight,
) -> fmt::Result {
    match name {
        Some(name) => write!(f, "{name}={rule}: {weight}"),
        None => write!(f, "{rule}: {weight}"),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// As it is typed; parsing it gives the same rule.
impl fmt::Display for WeightRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(f, self.name.as_deref(), &self.rule, self.weight)
    }
}

impl Weights {
    /// Parses the rules, in the order in which they are tried.
    ///
    /// # Errors
    /// As [`WeightRule::parse`] and [`Weights::add`].
    pub fn parse<'a>(
        rules: impl IntoIterator<Item = &'a str>,
        manifest: &Manifest,
    ) -> Result<Self> {
        let mut weights = Self::default();
        for rule in rules {
            weights.add(WeightRule::parse(rule, manifest)?)?;
        }
        Ok(weights)
    }

    /// Returns the weights of an index, in the order in which they are tried.
    ///
    /// # Errors
    /// As [`WeightClause::resolve`] and [`Weights::add`].
    pub fn resolve(clauses: &[WeightClause], manifest: &Manifest) -> Result<Self> {
        let mut weights = Self::default();
        for clause in clauses {
            weights.add(clause.resolve(manifest)?)?;
        }
        Ok(weights)
    }

    /// Adds a rule behind the others.
    ///
    /// # Errors
    /// [`Error::Setting`] for a name that another rule has, and for more than 254 rules, or 153
    /// beside a score.
    pub fn add(&mut self, rule: WeightRule) -> Result<()> {
        if let Some(name) = &rule.name
            && self.number(name).is_some()
        {
            return Err(Error::setting(
                SETTING,
                format!("found the name {name} twice, expected another name for each"),
            ));
        }
        self.rules.push(rule);
        self.check_number()
    }

    /// Weighs the blocks for which no rule holds by a score: one of 30 hundredths weighs 0.3. A
    /// block without this score weighs 1.
    ///
    /// # Errors
    /// [`Error::Setting`] for a second score, and for more than 153 rules.
    pub fn weigh_by(&mut self, score: Score) -> Result<()> {
        if let Some(known) = self.by {
            let problem =
                format!("found {} after {}, expected one score", score.name(), known.name());
            return Err(Error::setting(SETTING, problem));
        }
        self.by = Some(score);
        self.check_number()
    }

    /// Checks that there is a class for every rule.
    fn check_number(&self) -> Result<()> {
        let most = if self.by.is_some() { SCORED } else { NO_RULE };
        if self.rules.len() <= usize::from(most) {
            return Ok(());
        }
        let beside = if self.by.is_some() { " beside a score" } else { "" };
        let problem = format!(
            "found more than {most} rules{beside}, expected at most that; join rules of the same \
             weight by 'or'"
        );
        Err(Error::setting(SETTING, problem))
    }

    /// The rules, in the order in which they are tried.
    pub fn rules(&self) -> &[WeightRule] {
        &self.rules
    }

    /// The score that weighs the blocks for which no rule holds.
    pub fn by(&self) -> Option<Score> {
        self.by
    }

    /// Returns the weights without the rules: only the score.
    pub(crate) fn without_rules(&self) -> Self {
        Self { rules: Vec::new(), by: self.by }
    }

    /// Whether there are neither rules nor a score.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.by.is_none()
    }

    /// The rules as they are typed, then the score: `by score.victor`.
    pub fn texts(&self) -> Vec<String> {
        self.rules.iter().map(WeightRule::to_string).chain(self.text_of_score()).collect()
    }

    /// The score as [`Weights::texts`] has it.
    pub(crate) fn text_of_score(&self) -> Option<String> {
        self.by.map(|score| format!("by {}", score.name()))
    }

    /// Returns the number of the rule of this name.
    fn number(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.name.as_deref() == Some(name))
    }

    /// Replaces the weight of the rule of this name.
    ///
    /// # Errors
    /// [`Error::Setting`] if no rule has the name.
    pub fn set(&mut self, name: &str, weight: Weight) -> Result<()> {
        let Some(number) = self.number(name) else { return Err(self.unknown(name)) };
        self.rules[number].weight = weight;
        Ok(())
    }

    fn unknown(&self, name: &str) -> Error {
        let names: Vec<&str> = self.rules.iter().filter_map(|rule| rule.name.as_deref()).collect();
        let expected = match (nearest(name, names.iter().copied()), names.is_empty()) {
            (Some(near), _) => format!("did you mean '{near}'?"),
            (None, true) => {
                format!("expected a weight with this name, such as '{name}=kind = title: 3'")
            }
            (None, false) => format!("expected one of {}", names.join(", ")),
        };
        Error::setting(SETTING, format!("found no rule with the name {}; {expected}", shown(name)))
    }

    /// Whether every block counts once.
    pub fn are_one(&self) -> bool {
        self.by.is_none() && self.rules.iter().all(|rule| rule.weight == Weight::ONE)
    }

    /// Whether every block counts once or not at all.
    pub fn only_select(&self) -> bool {
        self.by.is_none()
            && self.rules.iter().all(|rule| rule.weight == Weight::ONE || rule.weight.0 == 0)
    }

    /// Returns how many of the lowest bits tell the classes of blocks apart: 2, 4 or 8.
    pub(crate) fn class_bits(&self) -> u32 {
        let rules = self.rules.len();
        [2, 4].into_iter().find(|bits| self.by.is_none() && rules + 2 <= 1 << bits).unwrap_or(8)
    }

    /// The unit in which a view with these weights counts.
    pub fn unit(&self) -> Unit {
        let whole = self.by.is_none() && self.rules.iter().all(|rule| rule.weight.is_whole());
        if whole { Unit::Tokens } else { Unit::Hundredths }
    }

    /// Returns the weight of a block.
    pub fn weight(&self, row: &RuleRow) -> Weight {
        if let Some(rule) = self.rules.iter().find(|rule| rule.rule.permits(row)) {
            return rule.weight;
        }
        let score = self.by.and_then(|score| row.scores.hundredths(score.number()));
        score.map_or(Weight::ONE, |hundredths| Weight(hundredths.into()))
    }

    /// Returns the columns that the rules need.
    pub fn columns(&self) -> ColumnSet {
        let of_rules: ColumnSet = self.rules.iter().map(|rule| rule.rule.columns()).collect();
        match self.by {
            Some(score) => of_rules.with(score.column()),
            None => of_rules,
        }
    }

    /// Returns what a token counts in blocks of each class.
    pub(crate) fn by_class(&self) -> ByClass {
        let unit = self.unit();
        let mut amounts = [0; 256];
        amounts[usize::from(NO_RULE)] = Weight::ONE.amount(unit);
        if self.by.is_some() {
            for (class, score) in (SCORED..NO_RULE).zip(0..) {
                amounts[usize::from(class)] = score;
            }
        }
        for (amount, rule) in amounts.iter_mut().zip(&self.rules) {
            *amount = rule.weight.amount(unit);
        }
        amounts
    }
}

/// The rules as they are typed, with semicolons between them.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join("; "))
    }
}

impl BlockRule {
    /// Whether a search sees a block.
    pub fn permits(&self, row: &RuleRow) -> bool {
        self.permits.permits(row) && self.weights.weight(row).0 > 0
    }

    /// Returns the columns that it needs.
    pub fn columns(&self) -> ColumnSet {
        self.permits.columns().union(self.weights.columns())
    }

    /// Whether every block is permitted and counts once.
    pub fn is_everything(&self) -> bool {
        self.permits == Predicate::All && self.weights.are_one()
    }

    /// The error for weights that leave none of the permitted text.
    pub(crate) fn nothing_left() -> Error {
        let problem = "found the weight 0 for every block that the rule permits, expected some \
                       text that counts; give a rule a weight above 0, or permit other blocks";
        Error::setting(SETTING, problem)
    }
}

impl From<Predicate> for BlockRule {
    fn from(permits: Predicate) -> Self {
        Self { permits, weights: Weights::default() }
    }
}

impl From<&Predicate> for BlockRule {
    fn from(permits: &Predicate) -> Self {
        permits.clone().into()
    }
}

impl From<&Self> for BlockRule {
    fn from(rule: &Self) -> Self {
        rule.clone()
    }
}

/// The rule, and the weights if there are any:
/// `words >= 5, weights kind = title: 3; link_density > 0.5: 0.3`.
impl fmt::Display for BlockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.permits.fmt(f)?;
        if self.weights.is_empty() { Ok(()) } else { write!(f, ", weights {}", self.weights) }
    }
}

#[cfg(test)]
mod tests;
