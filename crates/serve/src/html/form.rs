//! The form of a search: the query, the rule, the ranking. Without the script it is sent by its button; with it, as it changes.

use super::super::asked::{Scope, TITLE_WEIGHT, of_part, title_weight};
use super::super::failure::Problem;
use super::super::site::Request;
use maud::{Markup, html};
use tamis_search::TitleRule;
use tamis_search::model::MODELS;
use tamis_search::request::{ParameterSpec, Part, Role, Shape, parameter};

/// A form as it was sent.
pub struct Form<'a> {
    /// The request that sent it.
    pub request: &'a Request<'a>,
    /// The page that answers it.
    pub action: &'a str,
    /// What is wrong in it.
    pub problems: &'a [Problem],
    /// What else the address has.
    pub hidden: &'a [(&'a str, &'a str)],
    /// What comes before the rule, such as the query.
    pub first: Markup,
}

/// A number with a slider.
struct Slider {
    name: &'static str,
    label: &'static str,
    /// The values of the slider; the empty one is no bound.
    steps: fn() -> Vec<String>,
}

/// The rules that have a slider.
const SLIDERS: [Slider; 4] = [
    Slider { name: "min_words", label: "Minimum words", steps: || numbers(1, 100, 1.0, true) },
    Slider { name: "min_density", label: "Minimum text density", steps: || numbers(1, 40, 0.5, true) },
    Slider { name: "max_link_density", label: "Maximum link density", steps: || numbers(0, 99, 0.01, false) },
    Slider { name: "max_repeats", label: "Maximum repeats", steps: repeats },
];

/// Multiples of a step, with no bound in front or behind.
fn numbers(from: u32, to: u32, step: f64, is_lower: bool) -> Vec<String> {
    let number = |number: u32| {
        let text = format!("{:.2}", f64::from(number) * step);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let none = || [String::new()];
    let (before, after) = if is_lower { (Some(none()), None) } else { (None, Some(none())) };
    before.into_iter().flatten().chain((from..=to).map(number)).chain(after.into_iter().flatten()).collect()
}

/// Numbers of pages, ever further apart; no bound behind.
fn repeats() -> Vec<String> {
    let mut steps: Vec<u32> = (1..=10).collect();
    for tens in [10, 100, 1000] {
        steps.extend([12, 15, 20, 25, 30, 40, 50, 70, 100].map(|step| step * tens / 10));
    }
    steps.dedup();
    steps.iter().map(u32::to_string).chain([String::new()]).collect()
}

/// What must be mended before there is an answer, with links to the fields: a field may be far down, or folded away.
pub fn mend(problems: &[Problem]) -> Markup {
    html! {
        p { "There is no answer until this is mended:" }
        ul {
            @for problem in problems {
                li {
                    @if !problem.parameter.is_empty() { a href=(format!("#{}", problem.parameter)) { (super::text::shown(&problem.parameter)) } ": " }
                    (problem.message)
                }
            }
        }
    }
}

impl Form<'_> {
    /// The form. `button` is what sends it.
    pub fn show(&self, button: &str) -> Markup {
        html! {
            form #form method="get" action=(self.action) data-live-form {
                @for (name, value) in self.hidden { input type="hidden" name=(name) value=(value); }
                (self.first)
                (self.problem("", "form"))
                details.panel open {
                    summary { "Rule: which blocks count" }
                    div.fields {
                        @for slider in &SLIDERS { (self.slider(slider)) }
                        (self.title_slider())
                        (self.label())
                    }
                    (self.where_())
                    details open[self.has_more_rules()] {
                        summary { "More rules" }
                        div.fields {
                            (self.number("max_words", "Maximum words"))
                            (self.number("min_link_density", "Minimum link density"))
                            (self.number("max_site_share", "Maximum share of the site"))
                            (self.select("kind", "Kind", &[("", "any"), ("title", "titles only"), ("text", "text only")]))
                            (self.select("title", "Titles", &[(TitleRule::Keep.name(), "always kept"), (TitleRule::Drop.name(), "dropped"), (TitleRule::Block.name(), "like any block")]))
                            (self.weight_by())
                            (self.switch("sieve", "Weigh blocks as the sieve"))
                        }
                        (self.weights())
                    }
                }
                details.panel open[self.has_ranking()] {
                    summary { "Ranking: " (super::text::shown(self.value("model").unwrap_or(MODELS[0].0))) }
                    div.fields {
                        (self.select("model", "Model", &MODELS.map(|(name, _, _)| (name, name))))
                        (self.number("k1", "k1")) (self.number("b", "b")) (self.number("mu", "mu"))
                        (self.number("lambda", "lambda")) (self.number("c", "c"))
                        (self.switch("rm3", "Expand with RM3")) (self.switch("rm1_mixture", "Expand with RM1"))
                        (self.number("fb_terms", "Terms of expansion")) (self.number("fb_docs", "Pages of expansion"))
                        (self.number("original_query_weight", "Weight of the query"))
                        (self.number("hits", "Results"))
                    }
                }
                @if self.has_pages() { (self.pages()) }
                p.send { button type="submit" { (button) } " " a href=(self.reset()) data-reset { "Clear the rule" } }
            }
        }
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.request.fields.get(name)
    }

    /// Whether the form has the filters of pages: one page is shown whatever they are.
    fn has_pages(&self) -> bool {
        self.action != "/page"
    }

    /// Whether a parameter has a value that is not shown elsewhere, or a wrong one.
    fn is_set(&self, name: &str) -> bool {
        let has_value = match name {
            // The rule that the form itself makes is not folded away.
            "weight" => self.request.fields.all(name).any(|rule| title_weight(rule).is_none()),
            _ => self.value(name).is_some(),
        };
        has_value || self.is_wrong(name).is_some()
    }

    /// Whether a rule is set that is folded away.
    fn has_more_rules(&self) -> bool {
        let is_folded =
            |name: &str| name != "label" && name != "where" && SLIDERS.iter().all(|slider| slider.name != name);
        of_part(Part::Blocks).any(|name| is_folded(name) && self.is_set(name))
    }

    fn has_ranking(&self) -> bool {
        of_part(Part::Ranking).chain(["hits"]).any(|name| self.is_set(name))
    }

    /// The same query without the rule.
    fn reset(&self) -> String {
        let kept = self.value("q").map(|query| ("q", query)).into_iter().chain(self.hidden.iter().copied());
        super::layout::at(self.action, &super::super::fields::encode(kept))
    }

    /// Where a problem with a parameter is told.
    pub fn problem(&self, name: &str, id: &str) -> Markup {
        let known = |problem: &&Problem| match name {
            // Those of parameters that have no field are told for the whole form.
            "" => problem.parameter.is_empty() || !self.has_field(&problem.parameter),
            name => problem.parameter == name,
        };
        html! {
            p.problem id=(format!("problem-{id}")) data-live data-of=(name) {
                @for problem in self.problems.iter().filter(known) {
                    span {
                        @if name.is_empty() && !problem.parameter.is_empty() { (super::text::shown(&problem.parameter)) ": " }
                        (problem.message) " "
                        @if let Some(column) = problem.column { (self.place(&problem.parameter, column)) }
                    }
                }
            }
        }
    }

    /// The value of a parameter with the character that is wrong marked.
    fn place(&self, name: &str, column: usize) -> Markup {
        let Some(value) = self.value(name) else { return html! {} };
        let cut = |from: usize, most: usize| value.chars().skip(from).take(most).collect::<String>();
        let at = column.saturating_sub(1);
        let (from, wrong) = (at.saturating_sub(30), cut(at, 1));
        html! {
            code.place aria-hidden="true" {
                @if from > 0 { "…" }
                (super::text::shown(&cut(from, at - from)))
                mark.wrong { @if wrong.is_empty() { "\u{a0}" } @else { (super::text::shown(&wrong)) } }
                (super::text::shown(&cut(at + 1, 30)))
            }
        }
    }

    fn has_field(&self, name: &str) -> bool {
        let is_known = Scope::Search.parameters().any(|known| known == name);
        let is_lacking = match parameter(name).map(|spec| spec.role) {
            Some(Role::WeightBy) => self.request.snapshot.manifest().scores().is_empty(),
            Some(role) => role.part() == Part::Pages && !self.has_pages(),
            None => false,
        };
        is_known && !is_lacking
    }

    fn is_wrong(&self, name: &str) -> Option<&'static str> {
        self.problems.iter().any(|problem| problem.parameter == name).then_some("true")
    }

    /// A field with its label and its problem.
    fn field(&self, name: &str, label: &str, input: &Markup) -> Markup {
        let hint = parameter(name).map(|spec| spec.help).filter(|help| !help.is_empty());
        html! {
            div.field {
                label for=(name) title=[hint] { (label) }
                (input)
                (self.problem(name, name))
            }
        }
    }

    /// The kind of the field of a number: a browser would hide what is no number.
    fn kind(&self, name: &str) -> &'static str {
        let is_number = self.value(name).is_none_or(|value| value.parse::<f64>().is_ok_and(f64::is_finite));
        if is_number { "number" } else { "text" }
    }

    fn number(&self, name: &str, label: &str) -> Markup {
        let input = html! {
            input type=(self.kind(name)) step="any" min="0" id=(name) name=(name) value=[self.value(name)] inputmode="decimal"
                aria-describedby=(format!("problem-{name}")) aria-invalid=[self.is_wrong(name)];
        };
        self.field(name, label, &input)
    }

    fn slider(&self, slider: &Slider) -> Markup {
        self.slid(slider.name, slider.label, self.value(slider.name), &(slider.steps)(), "no bound")
    }

    /// The weight of titles: the rule of a weight that the form itself types.
    fn title_slider(&self) -> Markup {
        let typed = self.request.fields.all("weight").find_map(title_weight);
        let weight = self.value(TITLE_WEIGHT).or(typed).unwrap_or("1");
        self.slid(TITLE_WEIGHT, "Title weight", Some(weight), &numbers(0, 40, 0.25, false)[..41], "1")
    }

    fn slid(&self, name: &str, label: &str, value: Option<&str>, steps: &[String], none: &str) -> Markup {
        let input = html! {
            span.slid {
                input type="range" id=(format!("slide-{name}")) data-for=(name) data-steps=(steps.join(" ,").replace(' ', ""))
                    data-none=(none) aria-label=(format!("{label}, slider")) min="0" max=(steps.len() - 1) value="0" hidden;
                input type=(self.kind(name)) step="any" min="0" id=(name) name=(name) value=[value] inputmode="decimal" placeholder="–"
                    aria-describedby=(format!("problem-{name}")) aria-invalid=[self.is_wrong(name)];
            }
        };
        self.field(name, label, &input)
    }

    fn select(&self, name: &str, label: &str, options: &[(&str, &str)]) -> Markup {
        let chosen = self.value(name).unwrap_or_default();
        let input = html! {
            select id=(name) name=(name) aria-describedby=(format!("problem-{name}")) aria-invalid=[self.is_wrong(name)] {
                @for (value, shown) in options { option value=(value) selected[*value == chosen] { (shown) } }
                @if !chosen.is_empty() && options.iter().all(|(value, _)| *value != chosen) {
                    option value=(chosen) selected { (tamis_place::Escaped(chosen).to_string()) }
                }
            }
        };
        self.field(name, label, &input)
    }

    fn label(&self) -> Markup {
        let labels = &self.request.snapshot.manifest().classifiers;
        let named: Vec<(&str, &str)> = labels.iter().map(|label| (label.as_str(), label.as_str())).collect();
        self.select("label", "Label", &[&[("", "none: every block")], &named[..]].concat())
    }

    fn weight_by(&self) -> Markup {
        let scores = self.request.snapshot.manifest().scores();
        let named: Vec<(&str, &str)> = scores.iter().map(|score| (score.name(), score.name())).collect();
        html! { @if !named.is_empty() { (self.select("weight_by", "Weigh by", &[&[("", "nothing")], &named[..]].concat())) } }
    }

    fn switch(&self, name: &str, label: &str) -> Markup {
        html! {
            div.field.switch {
                label { input type="checkbox" name=(name) value="true" checked[self.request.fields.is_on(name)]; " " (label) }
                (self.problem(name, name))
            }
        }
    }

    fn where_(&self) -> Markup {
        let placeholder = "words >= 11 and link_density <= 0.33 or kind = title";
        html! { div.wide { (self.text("where", "Any other rule (where)", placeholder)) } }
    }

    fn text(&self, name: &str, label: &str, placeholder: &str) -> Markup {
        let input = html! {
            input type="text" id=(name) name=(name) value=[self.value(name)] spellcheck="false" autocomplete="off"
                placeholder=(placeholder)
                aria-describedby=(format!("problem-{name}")) aria-invalid=[self.is_wrong(name)];
        };
        self.field(name, label, &input)
    }

    /// The rules of weights other than the form's own.
    fn weights(&self) -> Markup {
        let typed = self.request.fields.all("weight").filter(|rule| title_weight(rule).is_none());
        self.texts("weight", "Weights: rule, colon, weight", "Weight", "repeats > 20: 0.05", typed)
    }

    /// A field for each value of a parameter, and room for one more.
    fn texts<'t>(
        &self,
        name: &str,
        legend: &str,
        label: &str,
        placeholder: &str,
        values: impl Iterator<Item = &'t str>,
    ) -> Markup {
        html! {
            div.wide {
                fieldset.field {
                    legend { (legend) }
                    @for (number, value) in (1..).zip(values.chain([""])) {
                        input type="text" name=(name) value=(value) spellcheck="false" autocomplete="off"
                            aria-label=(format!("{label} {number}")) placeholder=(placeholder)
                            aria-describedby=(format!("problem-{name}")) aria-invalid=[self.is_wrong(name)];
                    }
                    (self.problem(name, name))
                }
            }
        }
    }

    /// A filter of pages with one value.
    fn filter(&self, spec: &ParameterSpec) -> Markup {
        match spec.role.shape() {
            Shape::Choice(choices) => {
                let named = choices.iter().map(|(name, _)| (*name, *name));
                let options: Vec<(&str, &str)> = [("", "no")].into_iter().chain(named).collect();
                self.select(spec.name, spec.title, &options)
            }
            _ => self.text(spec.name, spec.title, spec.example),
        }
    }

    /// The filters of pages.
    fn pages(&self) -> Markup {
        let specs = || of_part(Part::Pages).filter_map(parameter);
        let is_list = |spec: &&ParameterSpec| spec.role.shape() == Shape::Texts;
        let fields = self.request.fields;
        html! {
            details.panel open[of_part(Part::Pages).any(|name| self.is_set(name))] {
                summary { "Pages: which are searched" }
                div.fields { @for spec in specs().filter(|spec| !is_list(spec)) { (self.filter(spec)) } }
                @for spec in specs().filter(is_list) {
                    (self.texts(spec.name, spec.title, spec.title, spec.example, fields.all(spec.name)))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_have_their_steps() {
        let [words, density, links, repeats] = SLIDERS.map(|slider| (slider.steps)());
        assert_eq!((words.len(), &*words[0], &*words[11], &*words[100]), (101, "", "11", "100"));
        assert_eq!((&*density[1], &*density[40]), ("0.5", "20"));
        assert_eq!((&*links[0], &*links[33], &*links[99], &*links[100]), ("0", "0.33", "0.99", ""));
        assert_eq!(
            (&*repeats[0], &*repeats[9], &*repeats[10], repeats.last().unwrap().as_str()),
            ("1", "10", "12", "")
        );
        assert!(repeats.contains(&"10000".to_owned()));
    }
}
