//! The page of a page: its blocks, those that the rule permits plain and the others faded.

use super::table::{Column, HtmlAttributes, Sheet, Value, markup, numbers, table};
use super::{
    Answered, Form, FormPage, Page, at, command_for, counted, layout, named, original, shown, url,
    warnings,
};
use crate::answers::page::{Amount, BLOCKS, LabelAmount, PARAMETERS, ShownPage, page as answer};
use crate::requests::{Answer, Pairs, Scope, SearchRequest, of_part};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::request::Part;
use tamis::words::{self, day, percent};
use tamis::{BlockColumn, BlockGet, BlockOutput, BlockRow, Weight, block_columns, two_decimals};

/// Shows a page and its blocks.
///
/// # Errors
/// [`Failure`] if there is no such page, and if the index cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let Some(docno) = web.fields.get("docno") else { return Ok(Page::Shown(choose(web))) };
    let mut kept = web.fields.given(&["docno", "q"]);
    // One page is shown whatever the filters of pages; they only keep their place.
    for filter in of_part(Part::Pages) {
        let name = Scope::List.name(filter.name);
        kept.extend(web.fields.all(name).map(|value| (name, value.to_owned())));
    }
    let form = FormPage {
        title: docno,
        has_heading: true,
        kept,
        first: choices,
        scope: Scope::List,
        ..FormPage::new(web, ("/page", "Page", "Show"), &PARAMETERS, &[])
    };
    form.page(
        |_| Ok(own(web)),
        |request, own| {
            let page = &answer(web, request)?;
            let content = PageView { web, request, page, own };
            // Apart: it must not be loaded again while the rule moves.
            let original = html! { section aria-label="The original" { (content.original()) } };
            Ok(Answered { shown: content.show(), fixed: Some(original) })
        },
    )
}

/// The parameters of the address that are not of the search, in their usual form.
fn own(web: &WebRequest<'_>) -> Pairs {
    let usual = |(name, value): (&'static str, String)| match name {
        "features" => web.fields.is_on(name).then(|| (name, "true".to_owned())),
        "from" => (value != "0").then_some((name, value)),
        _ => Some((name, value)),
    };
    web.fields.given(&PARAMETERS).into_iter().filter_map(usual).collect()
}

/// A form that asks for a page.
fn choose(web: &WebRequest<'_>) -> Markup {
    let content = html! {
        h1 { "Page" }
        form method="get" action="/page" {
            div.query {
                label for="docno" { "Docno of a page" }
                input type="text" id="docno" name="docno" autofocus;
                button type="submit" { "Show" }
            }
        }
        p.quiet { "Results of a search lead to their pages." }
    };
    layout(web, "Page", "/page", None, &content)
}

/// What to show beside the blocks: two labels side by side, the features, reasons.
fn choices(form: &Form<'_>) -> Markup {
    let labels = form.web.snapshot.index.labels().iter();
    let labels = labels.map(|label| (label.as_str(), label.as_str()));
    let labels: Vec<(&str, &str)> = [("", "–")].into_iter().chain(labels).collect();
    html! {
        details.panel open {
            summary { "Labels: what each would keep" }
            div.fields {
                (form.select("left", "Beside each block", &labels))
                (form.select("right", "and, to compare", &labels))
                (form.select("explain", "Why: reasons of", &labels))
                (form.switch("features", "Features of each block"))
            }
        }
    }
}

/// A page to be shown.
struct PageView<'a> {
    web: &'a WebRequest<'a>,
    request: &'a SearchRequest,
    page: &'a ShownPage,
    own: &'a Pairs,
}

impl PageView<'_> {
    fn show(&self) -> Markup {
        let page = self.page;
        html! {
            h1 { (named(&page.title, &page.docno)) }
            (self.facts())
            p.summary role="status" { (summary(self.request, page)) }
            (warnings(&self.request.warnings))
            @if !page.has_texts {
                p.warning { "This index stores no texts, so the blocks have none: it was built \
                             with --store none. Their features and labels are here." }
            }
            @if let Some(explanation) = &page.explanation { p.explanation { (shown(explanation)) } }
            (self.blocks())
            (self.others())
            (self.labels())
            (command_for("These blocks with their features on the command line:", &page.command))
        }
    }

    fn facts(&self) -> Markup {
        let page = self.page;
        html! {
            @if !page.url.is_empty() { p.address { (url(&page.url)) } }
            p.facts {
                span { (shown(&page.docno)) }
                @if !page.date.is_empty() { span { "captured " (shown(&day(&page.date))) } }
                span { (shown(&page.archive)) ":" (page.offset) }
                span { (page.encoding) }
                @if page.language != "und" { span { (page.language) } }
            }
            @if !page.metadata.is_empty() {
                dl.metadata {
                    @for (name, text) in page.metadata.texts() {
                        dt { (name) }
                        dd { (shown(&text)) }
                    }
                }
            }
        }
    }

    /// The address of this page with another value of a parameter.
    fn with(&self, name: &'static str, value: &str) -> String {
        let kept = self.own.iter().filter(|(other, _)| *other != name).cloned();
        let own: Pairs = kept.chain([(name, value.to_owned())]).collect();
        at("/page", &self.request.address_in(Scope::List, &own))
    }

    fn blocks(&self) -> Markup {
        let value = |name| self.own.iter().find(|(known, _)| *known == name);
        let labels = ["left", "right"].map(|name| value(name).map(|(_, value)| value.as_str()));
        let mut columns = vec![numbers("Block", |block: &&BlockRow| block_number(block))];
        for label in labels.into_iter().flatten() {
            columns.push(markup(label, move |block: &&BlockRow| match has_label(block, label) {
                _ if block.is_title() => html! { "–" },
                true => html! { span.keeps { "+ keeps" } },
                false => html! { span.drops { "− drops" } },
            }));
        }
        let text = markup("Text", |block: &&BlockRow| {
            html! {
                @if block.is_title() { span.kind { "title " } }
                (shown(&block.text))
                @if let Some(because) = &block.because { p.because { (shown(because)) } }
            }
        });
        columns.push(text.class("text"));
        if value("features").is_some() {
            columns.extend(self.features());
        }
        let rows: Vec<HtmlAttributes> =
            self.page.blocks.iter().map(|block| attributes(block, labels)).collect();
        let sheet = Sheet { rows: &rows, ..Sheet::scrolled("Blocks", "blocks stacked") };
        table(&sheet, columns, &self.page.blocks)
    }

    /// A column for each feature, and each score.
    fn features<'b>(&self) -> impl Iterator<Item = Column<'b, &'b BlockRow>> {
        let shown = block_columns(BlockOutput::Server);
        let features = shown
            .filter_map(|column| Some(feature(column.on_page?, move |block| cell(column, block))));
        features.chain(
            self.web
                .snapshot
                .index
                .scores()
                .into_iter()
                .map(|score| feature(score, move |block| block.score(score).map(two_decimals))),
        )
    }

    /// Links to the blocks before and after those that are shown.
    fn others(&self) -> Markup {
        let from = self.page.from;
        let all = self.page.all.blocks as usize;
        let end = from + self.page.blocks.len();
        html! {
            @if from > 0 || end < all {
                p {
                    "Blocks " (from) " to " (end.saturating_sub(1)) " of " (counted(all as u64))
                    ". "
                    @if from > 0 {
                        a href=(self.with("from", &from.saturating_sub(BLOCKS).to_string())) {
                            "Before"
                        }
                        " "
                    }
                    @if end < all { a href=(self.with("from", &end.to_string())) { "After" } }
                }
            }
        }
    }

    /// What every label keeps of the page.
    fn labels(&self) -> Markup {
        let all = self.page.all.words;
        let columns = vec![
            markup("Label", |label: &&LabelAmount| {
                html! {
                    a href=(self.with("left", &label.label)) data-live-link {
                        (shown(&label.label))
                    }
                }
            }),
            Column::counts("Blocks", |label: &&LabelAmount| label.amount.blocks),
            Column::counts("Words", |label: &&LabelAmount| label.amount.words),
            numbers("Share of words", move |label: &&LabelAmount| {
                Value::Percent(share(label.amount.words, all))
            }),
        ];
        let sheet = Sheet::scrolled("What each label keeps", "");
        html! { h2 { "What each label keeps" } (table(&sheet, columns, &self.page.labels)) }
    }

    /// The page as in its archive, where it can do no harm.
    fn original(&self) -> Markup {
        html! {
            h2 { "The original" }
            @if self.page.has_original {
                p.quiet { "Without scripts, forms, frames and anything from the network: styles \
                           and pictures that are in the page itself." }
                (original(&self.page.docno, "Show the page as in its archive", None))
            } @else {
                p.quiet { "This index does not keep the pages themselves; one built with --store \
                           all does." }
            }
        }
    }
}

fn has_label(block: &BlockRow, label: &str) -> bool {
    block.labels.iter().any(|known| known == label)
}

/// A column of numbers that some blocks do not have.
fn feature<'b>(
    head: &str,
    get: impl Fn(&BlockRow) -> Option<String> + 'b,
) -> Column<'b, &'b BlockRow> {
    numbers(head, move |block: &&BlockRow| Value::maybe(get(block), Value::name))
}

/// The number of a block, with what the rule makes of it.
fn block_number(block: &BlockRow) -> Value<'static> {
    let weight = block.weight.filter(|weight| *weight != Weight::ONE);
    let shown = html! {
        (block.number)
        @if block.permitted == Some(false) {
            span.hidden { " not permitted" }
        } @else if let Some(weight) = weight {
            span.weight { " ×" (weight) }
        }
    };
    Value::Html(shown.into_string())
}

/// The class of a block's row, and its id.
fn attributes(block: &BlockRow, labels: [Option<&str>; 2]) -> HtmlAttributes {
    let permitted = if block.permitted == Some(false) { "faded" } else { "permitted" };
    let differ = match labels.map(|label| label.map(|label| has_label(block, label))) {
        [Some(left), Some(right)] if left != right => " differ",
        _ => "",
    };
    vec![("class", format!("{permitted}{differ}")), ("id", format!("block-{}", block.number))]
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A cell of a block's features. Counts of pages can be large, so their digits are in groups.
fn cell(column: &BlockColumn, row: &BlockRow) -> Option<String> {
    match column.get {
        BlockGet::MaybeWhole(get) => get(row).map(|count| counted(count.into())),
        _ => column.cell(row),
    }
}

/// What the rule keeps, in a sentence.
fn summary(request: &SearchRequest, page: &ShownPage) -> Markup {
    let Amount { blocks, words: kept } = page.permitted;
    html! {
        @if request.has_rule() { "The rule keeps " } @else { "Without a rule, a search sees " }
        strong { (counted(blocks)) " of " (words::counted(page.all.blocks, "block")) }
        " and " (counted(kept)) " of " (words::counted(page.all.words, "word")) " ("
        (percent(share(kept, page.all.words))) ")."
    }
}
