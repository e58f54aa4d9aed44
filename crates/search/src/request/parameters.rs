//! All parameters of searches and sweeps, in one list. The flags of the command line,
//! the names that a grid, a configuration file and an address accept, the keywords of Python and
//! the titles of a report's axes all come from it.

use super::slider::Slider;
use crate::Decimal;
use crate::feedback::Method;
use crate::rule::predicate::{FEATURES, Feature, Operator};

/// A parameter of a search.
#[derive(Debug)]
pub struct ParameterSpec {
    /// The name in reports, addresses and configuration files: `min_words`. Flags write it with
    /// dashes.
    pub name: &'static str,
    pub role: Role,
    /// The placeholder for a value in a synopsis: `N`, `SHARE`.
    pub value_name: &'static str,
    /// The help of its flag: meaning, range and default.
    pub help: &'static str,
    /// An example of several values, or of the one in a field of texts; empty if `help` says
    /// enough.
    pub example: &'static str,
    /// The meaning in the title of an axis, and above the fields of one that has several; empty if
    /// it has neither.
    pub title: &'static str,
    /// What a form calls it; if empty, its title.
    pub label: &'static str,
    /// What its terms mean, for somebody who meets them in a form; if empty, its help.
    pub explanation: &'static str,
    /// The slider that a form shows first, among what most change; others are folded away.
    pub slider: Option<Slider>,
    /// The value that changes nothing; empty if there is none.
    pub default: &'static str,
}

/// What a value of a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// An exact decimal of 0 or more that blocks are compared with; whole if it counts something.
    Bound(BoundKind),
    Number,
    /// A whole number of 1 or more.
    Count,
    Text,
    /// A date: `2005`, `2005-12`, `2005-12-06`, or with a time, in UTC.
    Date,
    /// A text; there may be several.
    Texts,
    /// A name; there may be several, with commas between.
    Names,
    /// One of these names, each with its meaning.
    Choice(&'static [(&'static str, &'static str)]),
    Switch,
}

/// What a bound is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundKind {
    /// A number of words or pages: a whole number.
    Count,
    /// A density or a share: a decimal number.
    Ratio,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Which blocks are permitted, and what they weigh.
    Blocks,
    Ranking,
    Pages,
    /// How a query is read, and how many results it has.
    Query,
}

const KINDS: &[(&str, &str)] = &[("title", "The page's title"), ("text", "Everything else")];
/// The name of the sieve.
pub const SIEVE: &str = "sieve";
/// The name of the tuned rule.
pub const TUNED: &str = "tuned";
/// The rules that have names, each with what it is.
pub(super) const RULES: &[(&str, &str)] =
    &[(SIEVE, "As --sieve"), (TUNED, "The rule that `tamis tune` stored in the index")];
/// What captures have in common that are collapsed.
pub(super) const BY_URL: &str = "url";
const COLLAPSES: &[(&str, &str)] =
    &[(BY_URL, "Their URL: without scheme, www, final slash and fragment")];

impl Role {
    /// What a threshold bounds, and how.
    pub fn bound(self) -> Option<(Feature, Operator)> {
        let Self::Threshold(rule) = self else { return None };
        let (feature, sign) = rule.strip_suffix(" {}")?.split_once(' ')?;
        let feature = FEATURES.into_iter().find(|known| known.name() == feature)?;
        Some((feature, Operator::from_symbol(sign)?))
    }

    fn counts(self) -> bool {
        self.bound().is_some_and(|(feature, _)| feature.is_count())
    }

    /// Whether a value in a sweep is a name.
    pub fn is_named(self) -> bool {
        matches!(self, Self::Label | Self::Model | Self::Feedback)
    }

    /// Whether it is a number that only query expansion takes.
    pub fn is_of_expansion(self) -> bool {
        matches!(self, Self::FeedbackTerms | Self::FeedbackPages | Self::OriginalWeight)
    }

    /// Whether it says what blocks weigh.
    pub fn is_of_weights(self) -> bool {
        matches!(self, Self::Weight | Self::WeightBy | Self::Sieve | Self::Rule)
    }

    /// Whether it selects or weighs blocks in a comparison of labels too, which has its own labels
    /// and thresholds.
    pub fn is_of_compared(self) -> bool {
        matches!(self, Self::Where | Self::Title) || self.is_of_weights()
    }

    /// Whether it bounds how often the text of a block is repeated, which an index may not know
    /// yet.
    pub fn needs_repeats(self) -> bool {
        let feature = self.bound().map(|(feature, _)| feature);
        matches!(feature, Some(Feature::Repeats | Feature::SiteRepeats | Feature::SiteShare))
    }

    /// Whether a sweep takes several rankings by it.
    pub fn is_axis_of_rankings(self) -> bool {
        self.part() == Part::Ranking && !matches!(self, Self::Expansion(_))
    }
}

impl ParameterSpec {
    /// The name of its flag, without the dashes in front.
    pub fn flag(&self) -> String {
        self.name.replace('_', "-")
    }

    /// The name of its keyword in Python; none if another keyword says it.
    pub fn keyword(&self) -> Option<&'static str> {
        match self.role {
            // Words of the language, or too short to stand alone among keywords.
            Role::Lambda => Some("lambda_"),
            Role::From => Some("from_date"),
            Role::To => Some("to_date"),
            Role::Collapse => Some("collapse_url"),
            // `collapse_url` takes the date, `feedback` the method.
            Role::CollapseDate | Role::Expansion(_) => None,
            _ => Some(self.name),
        }
    }

    /// What a form calls it.
    pub fn label_in_form(&self) -> &'static str {
        if self.label.is_empty() { self.title } else { self.label }
    }

    /// What a form says of its terms.
    pub fn explained_in_form(&self) -> &'static str {
        if self.explanation.is_empty() { self.help } else { self.explanation }
    }

    /// Whether a value, as it is typed, changes nothing.
    pub fn is_default(&self, value: &str) -> bool {
        match self.role.shape() {
            Shape::Bound(_) => {
                let bound = value.parse::<Decimal>();
                bound.is_ok_and(|bound| self.default.parse() == Ok(bound))
            }
            _ => !self.default.is_empty() && value == self.default,
        }
    }
}

/// A parameter of which nothing is said: only a grid gives it values.
const NONE: ParameterSpec = ParameterSpec {
    name: "",
    role: Role::OtherThreshold,
    value_name: "",
    help: "",
    example: "",
    title: "",
    label: "",
    explanation: "",
    slider: None,
    default: "",
};

/// Lists parameters: the name; the role, with the part of a request that it decides and what a
/// value is, unless several have it; the placeholder of a value and the help of the flag; then what
/// else is to be said.
macro_rules! parameters {
    ($($name:literal $([$role:ident: $part:ident, $shape:expr])? $(= $of_several:expr,)?
        $value_name:literal $help:literal $(, $field:ident: $value:expr)*;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Role {
            /// A bound on a feature of blocks that has its own flag: a rule with a hole for its
            /// value, such as `words >= {}`.
            Threshold(&'static str),
            /// A bound on a feature of blocks without its own flag.
            OtherThreshold,
            /// A method of query expansion that is on or off.
            Expansion(Method),
            $($(#[doc = concat!("`", $name, "`")] $role,)?)*
        }

        impl Role {
            pub fn part(self) -> Part {
                match self {
                    Self::Threshold(_) | Self::OtherThreshold => Part::Blocks,
                    Self::Expansion(_) => Part::Ranking,
                    $($(Self::$role => Part::$part,)?)*
                }
            }

            pub fn shape(self) -> Shape {
                match self {
                    Self::Threshold(_) if self.counts() => Shape::Bound(BoundKind::Count),
                    Self::Threshold(_) | Self::OtherThreshold => Shape::Bound(BoundKind::Ratio),
                    Self::Expansion(_) => Shape::Switch,
                    $($(Self::$role => $shape,)?)*
                }
            }
        }

        /// The parameters in the order of flags and reports.
        pub const PARAMETERS: &[ParameterSpec] = &[$({
            let spec = ParameterSpec {
                name: $name,
                role: $(Role::$role)? $($of_several)?,
                value_name: $value_name,
                help: $help,
                ..NONE
            };
            $(let spec = ParameterSpec { $field: $value, ..spec };)*
            spec
        },)*];
    };
}

parameters! {
    "min_words" = Role::Threshold("words >= {}"), "N" "Minimum number of words in a block",
        title: "Minimum words per block", label: "Minimum words", example: "11, 1..=100 or 5,10,20",
        default: "0", slider: Some(Slider::Even(100, 10_000, 100)),
        explanation: "A block is a piece of a page between two tags: a paragraph, a cell, an item \
            of a menu. Menus and footers are short, so a minimum of some ten words drops most of \
            them";
    "max_words" = Role::Threshold("words <= {}"), "N" "Maximum number of words in a block",
        title: "Maximum words per block", label: "Maximum words",
        explanation: "Only blocks of at most so many words: what a minimum drops, looked at alone";
    "min_density" = Role::Threshold("text_density >= {}"), "D"
        "Minimum text density of a block (words per full line of 80 characters)",
        title: "Minimum text density of a block, in words per line", label: "Minimum text density",
        example: "1..=20 or 5..=15:0.5", default: "0", slider: Some(Slider::Even(50, 2000, 50)),
        explanation: "The words of a block per line, if it is set in lines of 80 characters. \
            Running text has more than 10, menus and lists have few";
    "min_link_density" = Role::Threshold("link_density >= {}"), "D"
        "Minimum link density of a block (share of words in links)",
        title: "Minimum link density of a block", label: "Minimum link density",
        example: "0,0.33,0.5", default: "0",
        explanation: "The share of a block's words that are links, 0 to 1. A minimum shows what is \
            navigation";
    "max_link_density" = Role::Threshold("link_density <= {}"), "D"
        "Maximum link density of a block (share of words in links)",
        title: "Maximum link density of a block", label: "Maximum link density",
        example: "0.2,0.33,1", default: "1", slider: Some(Slider::Even(0, 99, 1)),
        explanation: "The share of a block's words that are links, 0 to 1. Menus are nearly all \
            links; 0.33 is the bound of the paper on text density";
    "max_repeats" = Role::Threshold("repeats <= {}"), "N"
        "Maximum number of pages that hold a block of the same tokens; captures of a URL count \
            once",
        title: "Maximum number of pages that hold the block", label: "Maximum repeats",
        example: "10 or 1,2,3,5,10..=100:10", slider: Some(Slider::Widening),
        explanation: "On how many pages of the index the same block stands, word for word. \
            Templates stand on many pages; 1 keeps only blocks that are on no other page";
    "max_site_share" = Role::Threshold("site_share <= {}"), "SHARE"
        "Maximum share of the other pages of a page's site that hold a block of the same tokens, 0 \
            to 1",
        title: "Maximum share of the site's other pages that hold the block",
        label: "Maximum share of the site",
        explanation: "On which share of the other pages of its site the same block stands, 0 to 1. \
            It finds templates of small sites, too, which are on few pages";
    "min_repeats" = Role::OtherThreshold, "" "",
        title: "Minimum number of pages that hold the block";
    "max_site_repeats" = Role::OtherThreshold, "" "",
        title: "Maximum number of pages of the site that hold the block";
    "max_density" = Role::OtherThreshold, "" "",
        title: "Maximum text density of a block, in words per line";
    "label" [Label: Blocks, Shape::Names] "NAMES"
        "Only blocks that this label of the index calls content (`tamis stats` lists them); \
            comma-separate several to require all",
        label: "Label",
        explanation: "A label is the judgement of a classifier, made when the index was built: for \
            each block, content or not. Only blocks that it calls content count";
    "kind" [Kind: Blocks, Shape::Choice(KINDS)] "KIND" "Only blocks of this kind",
        label: "Kind",
        explanation: "Titles are the page's own title, text is everything else";
    "where" [Where: Blocks, Shape::Texts] "RULE"
        "Only blocks that match a rule over words, anchor_words, wrapped_words, wrapped_lines, \
            tag_level, tokens, text_density, link_density, repeats, site_repeats, site_share, the \
            scores of the index (score.victor), kind and label, such as 'words >= 11 and \
            link_density <= 0.33 or kind = title'",
        label: "Any other rule (where)",
        example: "words >= 11 and link_density <= 0.33 or kind = title",
        explanation: "A rule in words, over the numbers of a block: words, link_density, \
            text_density, repeats, site_share, kind, label and others, with and, or, not and \
            brackets";
    "title" [Title: Blocks, Shape::Text] "keep|drop|block"
        "Page titles: always permitted (keep), never (drop), or treated like any block (block)",
        label: "Titles", default: "keep",
        explanation: "Whether the page's title counts although the rule would drop it: titles are \
            short";
    "weight" [Weight: Blocks, Shape::Texts] "[NAME=]RULE: W"
        "Count the text of blocks that match a rule W times, 0 to 100 in hundredths: 'kind = \
            title: 3'; may be repeated, the first rule that holds decides. With a name for `tamis \
            sweep --grid weight.NAME`: 'title=kind = title: 3'",
        title: "Weights: rule, colon, weight", label: "Weight", example: "repeats > 20: 0.05",
        explanation: "How many times the text of some blocks counts, 0 to 100: a rule, a colon and \
            the weight. The first rule that holds decides; blocks for which none holds count once";
    "weight_by" [WeightBy: Blocks, Shape::Text] "score.NAME"
        "Weigh every block by a score of the index: a block of score 0.3 counts 0.3 times, one of \
            score 0 not at all. Blocks for which a rule of --weight holds keep its weight, and \
            blocks without a score, such as titles, count once",
        label: "Weigh by",
        explanation: "A score is a classifier's certainty that a block is content, 0 to 1. Each \
            block counts as much as its score";
    "sieve" [Sieve: Blocks, Shape::Switch] ""
        "Weigh blocks as the sieve does, a preset that was found on judged collections: titles \
            count more; text on many pages, links and short blocks count less. Its rules (title, \
            repeated, links, short) come after those of --weight; one with such a name takes its \
            place",
        label: "Weigh blocks as the sieve";
    "rule" [Rule: Blocks, Shape::Choice(RULES)] "NAME"
        "Add the parameters of a rule: of the sieve (as --sieve), or of the rule that `tamis tune` \
            found for this index and stored in it. Your own parameters come first: a threshold or \
            a weight of the same name takes the place of the rule's",
        label: "Named rule",
        explanation: "The sieve is a preset of weights: titles count more; text on many pages, \
            links and short blocks count less. The tuned rule is the one that `tamis tune` found \
            for this index";
    "model" [Model: Ranking, Shape::Text] "NAME"
        "Retrieval model: bm25, bm25-lucene, tfidf-lucene, ql-dirichlet, ql-jm, \
            ql-dirichlet-indri, ql-jm-indri, dph or pl2 [default: bm25]",
        title: "Retrieval model", label: "Model", example: "bm25,dph", default: "bm25",
        explanation: "The formula that makes a score of the words of the query in a page. BM25 is \
            the usual one";
    "k1" [K1: Ranking, Shape::Number] "K1"
        "Term frequency saturation of bm25 and bm25-lucene, 0 or more [default: 0.9]",
        title: "Saturation of term frequencies", label: "k1", example: "0.6,1.2 or 0.5..=2:0.25",
        explanation: "How much more a word counts that is in a page again: 0 not at all. Of BM25 \
            [default: 0.9]";
    "b" [B: Ranking, Shape::Number] "B"
        "Length normalisation of bm25 and bm25-lucene, 0 to 1 [default: 0.4]",
        title: "Length normalisation", label: "b",
        explanation: "How much long pages lose: 0 nothing, 1 in proportion to their length. Of \
            BM25 [default: 0.4]";
    "mu" [Mu: Ranking, Shape::Number] "MU"
        "Prior of Dirichlet smoothing in tokens, more than 0 [default: 1000, Indri's model 2500]",
        title: "Weight of the Dirichlet prior, in tokens", label: "mu",
        explanation: "How many words of the collection are added to each page. Of ql-dirichlet \
            [default: 1000, Indri's model 2500]";
    "lambda" [Lambda: Ranking, Shape::Number] "LAMBDA"
        "Weight of the collection in Jelinek-Mercer smoothing, between 0 and 1 [default: 0.1, \
            Indri's model 0.4]",
        title: "Weight of the collection in Jelinek-Mercer smoothing", label: "lambda",
        explanation: "The share of the collection in the language model of a page, 0 to 1. Of \
            ql-jm [default: 0.1, Indri's model 0.4]";
    "c" [C: Ranking, Shape::Number] "C" "Length normalisation of pl2, more than 0 [default: 1]",
        title: "Length normalisation of PL2", label: "c";
    "feedback" [Feedback: Ranking, Shape::Text] "" "";
    "rm3" = Role::Expansion(Method::Rm3), ""
        "Expand queries with Anserini's RM3: terms of the best pages' permitted text, weighted by \
            the pages' scores",
        label: "Expand with RM3",
        explanation: "Adds to the query the words that are frequent in the permitted text of its \
            first results";
    "rm1_mixture" = Role::Expansion(Method::Rm1Mixture), ""
        "Expand queries with Lavrenko's RM1, interpolated with the query; needs a ql-... model",
        label: "Expand with RM1",
        explanation: "As RM3, by Lavrenko's estimate; it needs a model that begins with ql-";
    "fb_terms" [FeedbackTerms: Ranking, Shape::Count] "N"
        "Number of terms that query expansion keeps [default: 10]",
        title: "Terms of query expansion", label: "Terms of expansion";
    "fb_docs" [FeedbackPages: Ranking, Shape::Count] "N"
        "Number of best pages that query expansion reads [default: 10]",
        title: "Pages of query expansion", label: "Pages of expansion";
    "original_query_weight" [OriginalWeight: Ranking, Shape::Number] "WEIGHT"
        "Weight of the original query in the expanded one, 0 to 1 [default: 0.5]",
        title: "Weight of the original query", label: "Weight of the query";
    "docnos" [Docnos: Pages, Shape::Texts] "DOCNO" "Only the pages with these docnos";
    "not_docnos" [NotDocnos: Pages, Shape::Texts] "DOCNO" "Exclude the pages with these docnos";
    "from" [From: Pages, Shape::Date] "DATE"
        "Only pages of this date (2005, 2005-12, 2005-12-06, or with a time: 2005-12-06T09:12:33Z; \
            UTC) or later; the date of a revisit counts as one of its page",
        title: "From", example: "2005-12";
    "to" [To: Pages, Shape::Date] "DATE" "Only pages of this date or earlier",
        title: "To", example: "2005-12-31";
    "published_from" [PublishedFrom: Pages, Shape::Date] "DATE"
        "Only pages that say they were published at this date or later (needs `tamis index \
            --metadata`)",
        title: "Published from", example: "2005-12";
    "published_to" [PublishedTo: Pages, Shape::Date] "DATE"
        "Only pages that say they were published at this date or earlier",
        title: "Published to", example: "2005-12-31";
    "page_language" [PageLanguage: Pages, Shape::Names] "CODES"
        "Only pages in these languages, such as en,de (needs `tamis index --detect-language`); und \
            for undetermined",
        title: "Languages", example: "en,de";
    "url_prefix" [UrlPrefix: Pages, Shape::Texts] "URL"
        "Only pages whose URL starts with this, with or without scheme and www: a host \
            (example.org), or a host and the start of a path (example.org/blog); may be repeated",
        title: "URLs that start with", example: "example.org/blog";
    "collapse" [Collapse: Pages, Shape::Choice(COLLAPSES)] "BY"
        "Only one capture of each URL, after all other filters: the newest, or the one nearest to \
            --collapse-date",
        title: "One capture of each";
    "collapse_date" [CollapseDate: Pages, Shape::Date] "DATE"
        "Keep the capture nearest to this date (2006, 2006-01, 2006-01-15, or with a time; UTC) \
            instead of the newest",
        title: "Capture nearest to", example: "2006-01-15";
    "query_syntax" [QuerySyntax: Query, Shape::Switch] ""
        "Read \"phrases\", +required and -excluded words in topics too; in WORDS they are always \
            read";
    "hits" [Hits: Query, Shape::Count] "K"
        "Number of results per query [default: 1000 for topics, 10 for words]",
        label: "Results";
    "remove_query" [RemoveQuery: Query, Shape::Switch] ""
        "Leave the page whose docno is the topic's id out of its results, for collections that \
            hold their queries, such as ArguAna and Quora; another result takes its place";
}

/// Returns the parameter of that name.
pub fn parameter(name: &str) -> Option<&'static ParameterSpec> {
    PARAMETERS.iter().find(|spec| spec.name == name)
}

/// The place of a parameter in the list; others are behind it.
pub(super) fn place(name: &str) -> usize {
    PARAMETERS.iter().position(|spec| spec.name == name).unwrap_or(PARAMETERS.len())
}

/// Returns the parameter of a keyword of Python.
pub fn of_keyword(keyword: &str) -> Option<&'static ParameterSpec> {
    PARAMETERS.iter().find(|spec| spec.keyword() == Some(keyword))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TitleRule;
    use crate::model::MODELS;
    use crate::sweep::ThresholdAxis;

    #[test]
    fn a_threshold_is_named_as_its_axis() {
        for spec in PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Threshold(_))) {
            let bound = spec.role.bound();
            assert!(bound.is_some(), "{}: its rule is no bound", spec.name);
            if let Some((feature, comparison)) = bound {
                let axis = ThresholdAxis { feature, comparison, values: Vec::new() };
                assert_eq!(axis.name(), spec.name);
            }
        }
    }

    #[test]
    fn names_and_keywords_are_distinct() {
        for (number, spec) in PARAMETERS.iter().enumerate() {
            let others = &PARAMETERS[..number];
            assert!(others.iter().all(|other| other.name != spec.name), "{}", spec.name);
            let Some(keyword) = spec.keyword() else { continue };
            assert!(others.iter().all(|other| other.keyword() != Some(keyword)), "{keyword}");
            assert_eq!(of_keyword(keyword).map(|found| found.name), Some(spec.name));
        }
    }

    #[test]
    fn filters_of_pages_have_their_own_titles() {
        let filters = PARAMETERS.iter().filter(|spec| spec.role.part() == Part::Pages);
        let titled = filters.filter(|spec| !spec.title.is_empty());
        let titles: Vec<(&str, &str)> = titled.map(|spec| (spec.name, spec.title)).collect();
        let expected = [
            ("from", "From"),
            ("to", "To"),
            ("published_from", "Published from"),
            ("published_to", "Published to"),
            ("page_language", "Languages"),
            ("url_prefix", "URLs that start with"),
            ("collapse", "One capture of each"),
            ("collapse_date", "Capture nearest to"),
        ];
        assert_eq!(titles, expected);
        assert!(parameter("query_syntax").is_some_and(|spec| spec.title.is_empty()));
    }

    #[test]
    fn defaults_are_the_values_of_parameters_that_are_not_set() {
        let is_default =
            |name: &str, value: &str| parameter(name).is_some_and(|spec| spec.is_default(value));
        assert!(is_default("title", TitleRule::default().name()) && !is_default("title", "drop"));
        assert!(is_default("model", MODELS[0].0) && !is_default("model", "dph"));
        assert!(is_default("min_words", "0.0") && !is_default("min_words", "x"));
        assert!(is_default("max_link_density", "1") && !is_default("max_link_density", "0"));
        // Some blocks have no repeats, and meet no bound on them.
        assert!(!is_default("max_site_share", "1") && !is_default("max_repeats", ""));
    }
}
