//! The form of a search: the query, the rule, the ranking. Without the script it is sent by its
//! button; with it, as it changes.
//!
//! Its fields are those of the list of parameters, in the order of the list: what one looks like
//! follows from what its values are, and its label and its slider stand in the list.

use super::{hidden, labels, shown, tip};
use crate::answers::command;
use crate::requests::{
    PIN, Pairs, Problem, ReplaceableWeight, Scope, TITLE_WEIGHT, encode, named_weights, of_part,
    title_weight, tuned_weights,
};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::request::{ParameterSpec, Part, Role, SIEVE, Shape, Slider, TUNED, parameter};
use tamis::{Decimal, MODELS, Operator, TitleRule, TunedRule, words};

/// A form as it was sent.
pub struct Form<'a> {
    /// The request that sent it.
    pub web: &'a WebRequest<'a>,
    /// The page that answers it.
    pub action: &'a str,
    /// What is wrong in it.
    pub problems: &'a [Problem],
    /// What else the address has.
    pub hidden: &'a Pairs,
}

/// Whether a parameter of blocks is folded away: it has no slider, and is none of the first.
fn is_folded(spec: &ParameterSpec) -> bool {
    spec.slider.is_none() && !matches!(spec.role, Role::Label | Role::Where | Role::Rule)
}

/// Whether a parameter may have several values that are typed; its fields stand below others.
fn is_list(spec: &ParameterSpec) -> bool {
    spec.role.shape() == Shape::Texts
}

/// The steps of a slider. The empty one is no bound: after the values if these are upper bounds,
/// else before them.
fn steps(slider: Slider, role: Role) -> Vec<String> {
    let mut steps: Vec<String> = slider.values().iter().map(Decimal::to_string).collect();
    let loosest = match role.bound() {
        Some((_, Operator::AtMost)) => steps.len(),
        _ => 0,
    };
    steps.insert(loosest, String::new());
    steps
}

/// The problems that have to be solved before there is an answer, with links to their fields: a
/// field may be far down, or folded away.
pub fn to_fix(problems: &[Problem]) -> Markup {
    html! {
        p { "Fix these first:" }
        ul {
            @for problem in problems {
                li {
                    // A pinned rule has no field: it is in the address alone.
                    @if problem.parameter == PIN { "pin " } @else if !problem.parameter.is_empty() {
                        a href=(format!("#{}", problem.parameter)) {
                            (shown(&problem.parameter))
                        }
                        ": "
                    }
                    (problem.message)
                }
            }
        }
    }
}

/// The parameters of the ranking, and how many results it has.
fn ranking() -> impl Iterator<Item = &'static ParameterSpec> {
    of_part(Part::Ranking).chain(of_part(Part::Query))
}

impl Form<'_> {
    /// The form. `button` is what sends it, `first` what comes before the rule, such as the query.
    pub fn show(&self, button: &str, first: fn(&Self) -> Markup) -> Markup {
        let is_set = |spec| is_folded(spec) && self.has_field(spec.name) && self.is_set(spec);
        html! {
            form #form method="get" action=(self.action) data-live-form {
                (hidden(self.hidden.iter().cloned()))
                (hidden(self.pins()))
                (first(self))
                (self.problem("", "form"))
                details.panel open {
                    summary { "Rule: which blocks count" }
                    div.fields {
                        (self.of_blocks(|spec| spec.slider.is_some()))
                        (self.title_slider())
                        (self.of_blocks(|spec| spec.role == Role::Label))
                        (self.of_blocks(|spec| spec.role == Role::Rule))
                    }
                    (self.tuned())
                    (self.of_blocks(|spec| spec.role == Role::Where))
                    details open[of_part(Part::Blocks).any(is_set)] {
                        summary { "More rules" }
                        div.fields { (self.of_blocks(|spec| is_folded(spec) && !is_list(spec))) }
                        (self.of_blocks(|spec| is_folded(spec) && is_list(spec)))
                    }
                }
                details.panel open[ranking().any(|spec| self.is_set(spec))] {
                    summary {
                        "Ranking: " (shown(self.value("model").unwrap_or(MODELS[0].0)))
                    }
                    div.fields { @for spec in ranking() { (self.parameter(spec)) } }
                }
                @if self.has_pages() { (self.pages()) }
                p.send {
                    button type="submit" { (button) }
                    " "
                    a href=(self.reset()) data-reset { "Clear the rule" }
                }
            }
        }
    }

    /// The pinned rules of the address.
    fn pins(&self) -> impl Iterator<Item = (&str, &str)> {
        self.web.fields.all(PIN).map(|pin| (PIN, pin))
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.web.fields.get(name)
    }

    /// Whether the form has the filters of pages: one page is shown whatever they are.
    fn has_pages(&self) -> bool {
        self.action != "/page"
    }

    /// Whether a parameter has a value that is not shown elsewhere, or a wrong one.
    fn is_set(&self, spec: &ParameterSpec) -> bool {
        self.shown(spec).next().is_some() || self.is_wrong(spec.name).is_some()
    }

    /// The values that stand at a parameter's own field: the weight of titles and those of the
    /// tuned rule have others, and are not folded away.
    fn shown(&self, spec: &ParameterSpec) -> impl Iterator<Item = &str> {
        let name = spec.name;
        let is_weight = spec.role == Role::Weight;
        let values = self.web.fields.all(name);
        let manifest = self.web.snapshot.manifest();
        let tuned = if is_weight { tuned_weights(self.web.fields, manifest) } else { Vec::new() };
        values.filter(move |value| {
            let has_slider = |weight: &ReplaceableWeight| weight.given(value).is_some();
            !is_weight || title_weight(value).is_none() && !tuned.iter().any(has_slider)
        })
    }

    /// The fields of some parameters of blocks.
    fn of_blocks(&self, is_one: impl Fn(&ParameterSpec) -> bool) -> Markup {
        let specs = of_part(Part::Blocks).filter(|spec| is_one(spec));
        html! { @for spec in specs { (self.parameter(spec)) } }
    }

    /// The field of a parameter, or its fields.
    fn parameter(&self, spec: &'static ParameterSpec) -> Markup {
        let name = spec.name;
        let label = spec.label_in_form();
        if !self.has_field(name) {
            return html! {};
        }
        if let Some(slider) = spec.slider {
            return self.slid(name, label, self.value(name), &steps(slider, spec.role), "no bound");
        }
        if spec.role == Role::Label {
            return self.labels(name, label);
        }
        if let Some(options) = self.options(spec) {
            return self.select(name, label, &options);
        }
        match (spec.role, spec.role.shape()) {
            // A form has one field for a rule.
            (Role::Where, _) => html! { div.wide { (self.text(spec)) } },
            (_, Shape::Texts) => self.texts(spec),
            (_, Shape::Switch) => self.switch(name, label),
            (_, Shape::Bound(_) | Shape::Number | Shape::Count) => {
                self.field(name, label, &self.number(name, self.value(name), None))
            }
            _ => self.text(spec),
        }
    }

    /// The values of which one is chosen, each as it is shown; none if a value is typed.
    fn options(&self, spec: &ParameterSpec) -> Option<Vec<(&str, &str)>> {
        let manifest = self.web.snapshot.manifest();
        let named: Vec<(&str, &str)> = match (spec.role, spec.role.shape()) {
            (Role::Title, _) => [
                (TitleRule::Keep, "always kept"),
                (TitleRule::Drop, "dropped"),
                (TitleRule::Block, "like any block"),
            ]
            .map(|(title, shown)| (title.name(), shown))
            .into(),
            (Role::Model, _) => MODELS.map(|(name, _, _)| (name, name)).into(),
            (Role::Kind, _) => vec![("title", "titles only"), ("text", "text only")],
            (Role::WeightBy, _) => {
                let scores = manifest.scores().into_iter();
                scores.map(|score| (score.name(), score.name())).collect()
            }
            (_, Shape::Choice(choices)) => choices.iter().map(|(name, _)| (*name, *name)).collect(),
            _ => return None,
        };
        let none = match spec.role {
            Role::Title | Role::Model => None,
            Role::Rule => Some("none"),
            Role::Kind => Some("any"),
            Role::WeightBy => Some("nothing"),
            _ => Some("no"),
        };
        Some(none.map(|shown| ("", shown)).into_iter().chain(named).collect())
    }

    /// The same query without the rule.
    fn reset(&self) -> String {
        let query = self.value("q").map(|query| ("q", query));
        let hidden = self.hidden.iter().filter(|(name, _)| *name != "q");
        let hidden = hidden.map(|(name, value)| (*name, value.as_str()));
        super::at(self.action, &encode(query.into_iter().chain(hidden).chain(self.pins())))
    }

    /// Where the problems of a parameter are shown.
    pub fn problem(&self, name: &str, id: &str) -> Markup {
        let problems = self.problems.iter().filter(|problem| self.is_at(problem, name));
        html! {
            p.problem id=(format!("problem-{id}")) data-live data-of=(name) {
                @for problem in problems {
                    span {
                        @if name.is_empty() && !problem.parameter.is_empty() {
                            (shown(&problem.parameter)) ": "
                        }
                        (problem.message) " "
                        @if let Some(column) = problem.column {
                            (self.place(&problem.parameter, column))
                        }
                    }
                }
            }
        }
    }

    /// Whether a problem is shown at this field; without a name, whether it is shown for the whole
    /// form, as those of parameters that have no field are.
    fn is_at(&self, problem: &Problem, name: &str) -> bool {
        match name {
            "" => problem.parameter.is_empty() || !self.has_field(&problem.parameter),
            name => problem.parameter == name,
        }
    }

    /// The value of a parameter with the character that is wrong marked.
    fn place(&self, name: &str, column: usize) -> Markup {
        let Some(value) = self.value(name) else { return html! {} };
        let at = column.saturating_sub(1);
        let from = at.saturating_sub(30);
        let wrong = characters(value, at, 1);
        html! {
            code.place aria-hidden="true" {
                @if from > 0 { "…" }
                (shown(&characters(value, from, at - from)))
                mark.wrong {
                    @if wrong.is_empty() { "\u{a0}" } @else { (shown(&wrong)) }
                }
                (shown(&characters(value, at + 1, 30)))
            }
        }
    }

    fn has_field(&self, name: &str) -> bool {
        // Some pages have fields of their own.
        let own: &[&str] = match self.action {
            "/measures" => &["axis", "measure", "against"],
            "/page" => &["left", "right", "explain", "features"],
            _ => &[],
        };
        if own.contains(&name) {
            return true;
        }
        // A pinned rule is in the address alone.
        let is_known = name != PIN && Scope::Search.parameters().any(|known| known == name);
        let is_lacking = match parameter(name).map(|spec| spec.role) {
            Some(Role::WeightBy) => self.web.snapshot.manifest().scores().is_empty(),
            // The choice of a rule has it.
            Some(Role::Sieve) => true,
            Some(role) => role.part() == Part::Pages && !self.has_pages(),
            None => false,
        };
        is_known && !is_lacking
    }

    fn is_wrong(&self, name: &str) -> Option<&'static str> {
        self.problems.iter().any(|problem| problem.parameter == name).then_some("true")
    }

    /// A field with its label, what it means, and its problem.
    pub fn field(&self, name: &str, label: &str, input: &Markup) -> Markup {
        html! {
            div.field {
                div.named { label for=(name) { (label) } (meaning(name, label)) }
                (input)
                (self.problem(name, name))
            }
        }
    }

    /// The field of a number: a browser would hide what is no number.
    fn number(&self, name: &str, value: Option<&str>, placeholder: Option<&str>) -> Markup {
        let is_number =
            self.value(name).is_none_or(|value| value.parse::<f64>().is_ok_and(f64::is_finite));
        html! {
            input type=(if is_number { "number" } else { "text" }) step="any" min="0" id=(name)
                name=(name) value=[value] inputmode="decimal" placeholder=[placeholder]
                aria-describedby=(format!("problem-{name}")) aria-invalid=[self.is_wrong(name)];
        }
    }

    /// The weight of titles: the rule of a weight that the form itself types.
    fn title_slider(&self) -> Markup {
        let typed = self.web.fields.all("weight").find_map(title_weight);
        let weight = self.value(TITLE_WEIGHT).or(typed).unwrap_or("1");
        let weights: Vec<String> =
            Slider::Even(0, 1000, 25).values().iter().map(Decimal::to_string).collect();
        // A named rule weighs titles itself: the slider at 1 would deny it.
        let is_named = !self.chosen("rule").is_empty() && weight == "1";
        html! {
            fieldset #own-title.plain disabled[is_named] hidden[is_named] {
                (self.slid(TITLE_WEIGHT, "Title weight", Some(weight), &weights, "1"))
                @if self.action == "/measures" { p.quiet { (NO_CURVE) } }
            }
        }
    }

    /// The tuned rule: its reasons, and a slider for each weight that has a name. They are sent
    /// only if the rule is chosen. Without a tuned rule, the command that finds one.
    fn tuned(&self) -> Markup {
        let Some(rule) = &self.web.snapshot.manifest().tuned else {
            return html! {
                p.quiet {
                    "No rule was tuned for this index. This command finds one: "
                    code { (tamis::Escaped(command::tune(self.web.path())).to_string()) }
                }
            };
        };
        let is_chosen = self.chosen("rule") == TUNED;
        html! {
            fieldset #tuned.field disabled[!is_chosen] hidden[!is_chosen] {
                legend { "Tuned rule" }
                @if !rule.summary.is_empty() { p { (shown(&rule.summary)) } }
                p.quiet { (shown(&chosen_on(rule))) }
                div.fields {
                    @for weight in named_weights(self.web.snapshot.manifest()) {
                        (self.tuned_slider(&weight))
                    }
                }
                dl {
                    @for parameter in &rule.parameters {
                        dt {
                            (shown(&parameter.name)) " "
                            code { (shown(&parameter.value)) }
                        }
                        dd { (shown(&parameter.because)) }
                    }
                }
            }
        }
    }

    /// The slider of a weight of the tuned rule.
    fn tuned_slider(&self, weight: &ReplaceableWeight) -> Markup {
        let field = weight.field();
        let moved = self.web.fields.all("weight").find_map(|value| weight.given(value));
        let stored = weight.stored.weight.to_string();
        let moved = moved.map_or(stored.clone(), |moved| moved.to_string());
        let value = self.value(&field).map_or(moved, str::to_owned);
        let steps: Vec<String> = weight.slider().values().iter().map(Decimal::to_string).collect();
        let label = format!("Weight of {}", weight.name);
        self.slid(&field, &label, Some(&value), &steps, &stored)
    }

    fn slid(
        &self,
        name: &str,
        label: &str,
        value: Option<&str>,
        steps: &[String],
        none: &str,
    ) -> Markup {
        let input = html! {
            span.slid {
                input type="range" id=(format!("slide-{name}")) data-for=(name)
                    data-steps=(steps.join(",")) data-none=(none)
                    aria-label=(format!("{label}, slider")) min="0" max=(steps.len() - 1) value="0"
                    hidden;
                (self.number(name, value, Some("–")))
            }
        };
        self.field(name, label, &input)
    }

    /// The value of a parameter of which one is chosen.
    fn chosen(&self, name: &str) -> &str {
        let is_sieve = name == "rule" && self.web.fields.is_on("sieve");
        self.value(name).unwrap_or(if is_sieve { SIEVE } else { "" })
    }

    /// A choice of one of these values, each as it is sent and as it is shown.
    pub fn select(&self, name: &str, label: &str, options: &[(&str, &str)]) -> Markup {
        self.grouped(name, label, &[("", options.to_vec())])
    }

    /// The labels of the index by what they are for.
    fn labels(&self, name: &str, label: &str) -> Markup {
        let mut groups = vec![("", vec![("", "none: every block")])];
        groups.extend(labels::by_purpose(&self.web.snapshot.manifest().classifiers));
        self.grouped(name, label, &groups)
    }

    /// The same with the values in groups; those of the group without a name stand alone.
    fn grouped(&self, name: &str, label: &str, groups: &[OptionGroup<'_>]) -> Markup {
        let chosen = self.chosen(name);
        let mut values = groups.iter().flat_map(|(_, options)| options);
        let is_listed = chosen.is_empty() || values.any(|(value, _)| *value == chosen);
        let input = html! {
            select id=(name) name=(name) aria-describedby=(format!("problem-{name}"))
                aria-invalid=[self.is_wrong(name)] {
                @for (group, options) in groups {
                    @if group.is_empty() { (choices(options, chosen)) } @else {
                        optgroup label=(group) { (choices(options, chosen)) }
                    }
                }
                @if !is_listed {
                    option value=(chosen) selected { (tamis::Escaped(chosen).to_string()) }
                }
            }
        };
        self.field(name, label, &input)
    }

    pub fn switch(&self, name: &str, label: &str) -> Markup {
        html! {
            div.field.switch {
                label {
                    input type="checkbox" name=(name) value="true"
                        checked[self.web.fields.is_on(name)];
                    " " (label)
                }
                (meaning(name, label))
                (self.problem(name, name))
            }
        }
    }

    fn text(&self, spec: &ParameterSpec) -> Markup {
        let name = spec.name;
        let input = self.typed(spec, Some(name), None, self.value(name).unwrap_or_default());
        self.field(name, spec.label_in_form(), &input)
    }

    /// The field of a value that is typed, with an id or a label of its own.
    fn typed(
        &self,
        spec: &ParameterSpec,
        id: Option<&str>,
        label: Option<String>,
        value: &str,
    ) -> Markup {
        let name = spec.name;
        html! {
            input type="text" id=[id] name=(name) value=(value) spellcheck="false"
                autocomplete="off" aria-label=[label] placeholder=(spec.example)
                aria-describedby=(format!("problem-{name}")) aria-invalid=[self.is_wrong(name)];
        }
    }

    /// A field for each value of a parameter, and room for one more.
    fn texts(&self, spec: &ParameterSpec) -> Markup {
        let name = spec.name;
        let label = spec.label_in_form();
        html! {
            div.wide {
                fieldset.field {
                    legend { (spec.title) }
                    (meaning(name, spec.title))
                    @for (number, value) in (1..).zip(self.shown(spec).chain([""])) {
                        (self.typed(spec, None, Some(format!("{label} {number}")), value))
                    }
                    (self.problem(name, name))
                }
            }
        }
    }

    fn pages(&self) -> Markup {
        let is_open = of_part(Part::Pages).any(|spec| self.is_set(spec));
        let (lists, fields): (Vec<_>, Vec<_>) =
            of_part(Part::Pages).partition(|spec| is_list(spec));
        html! {
            details.panel open[is_open] {
                summary { "Pages: which are searched" }
                div.fields { @for spec in fields { (self.parameter(spec)) } }
                @for spec in lists { (self.parameter(spec)) }
            }
        }
    }
}

/// Values to choose from under a heading: each as it is sent and as it is shown.
type OptionGroup<'a> = (&'a str, Vec<(&'a str, &'a str)>);

/// What those of the measures mean.
const MEANINGS: [(&str, &str); 2] = [
    (
        "axis",
        "The rule is measured with this threshold at each of its values; all else stays as it is. \
         With a script it is the threshold that you moved last. A rule without this threshold \
         stands at the end where most blocks are permitted.",
    ),
    (
        "measure",
        "Names of trec_eval or of papers, with commas between: P@10, nDCG@10, map, recip_rank, \
         recall_100. The first one orders the topics.",
    ),
];

/// What is said where one looks for the curve of the slider that moves.
const NO_CURVE: &str = "No curve here: sweeping a weight takes too long for a page. Use tamis \
                        sweep --grid weight.NAME.";

/// The values of a choice.
fn choices(options: &[(&str, &str)], chosen: &str) -> Markup {
    html! {
        @for (value, shown) in options {
            option value=(value) selected[*value == chosen] { (shown) }
        }
    }
}

/// What a parameter means, to be opened beside its name.
fn meaning(name: &str, label: &str) -> Markup {
    if let Some((_, meaning)) = MEANINGS.iter().find(|(own, _)| *own == name) {
        return tip(label, meaning);
    }
    let listed = if name == TITLE_WEIGHT { "weight" } else { name };
    let Some(spec) = parameter(listed) else { return html! {} };
    tip(label, spec.explained_in_form())
}

/// On which pages a rule was chosen, and what happened to them.
fn chosen_on(rule: &TunedRule) -> String {
    let pages = words::counted(rule.pages, "page");
    let changed = words::counted(rule.changed, "page");
    format!("Chosen on {pages}; since then {changed} added or deleted.")
}

/// The characters of a text from a place on, `most` of them.
fn characters(text: &str, from: usize, most: usize) -> String {
    text.chars().skip(from).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps_of(name: &str) -> Vec<String> {
        let spec = parameter(name).unwrap();
        steps(spec.slider.unwrap(), spec.role)
    }

    #[test]
    fn no_bound_is_the_loosest_step() {
        let [words, density] = ["min_words", "min_density"].map(steps_of);
        assert_eq!((words.len(), &*words[0], &*words[11], &*words[100]), (101, "", "11", "100"));
        assert_eq!((&*density[1], &*density[40]), ("0.5", "20"));
        let [links, repeats] = ["max_link_density", "max_repeats"].map(steps_of);
        assert_eq!((&*links[0], &*links[33], &*links[99], &*links[100]), ("0", "0.33", "0.99", ""));
        assert_eq!((&*repeats[0], &*repeats[36], &*repeats[37]), ("1", "10000", ""));
    }
}
