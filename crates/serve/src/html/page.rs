//! The page of a page: its blocks, those that the rule permits plain and the others faded.

use super::{
    Column, FormPage, Page, at, choice, command_for, counted, layout, named, original, scrolled,
    shown, url,
};
use crate::answers::page::{Amount, BLOCKS, LabelAmount, PARAMETERS, ShownPage, page as answer};
use crate::requests::{Answer, Scope, SearchRequest, of_part};
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
    let mut kept = vec![("docno", docno)];
    kept.extend(web.fields.given(&["q"]));
    // One page is shown whatever the filters of pages; they only keep their place.
    kept.extend(web.fields.pairs().filter(|(name, _)| is_filter(name)));
    let form = FormPage {
        web,
        path: "/page",
        title: docno,
        name: "Page",
        has_heading: true,
        button: "Show",
        kept,
        first: choices(web),
    };
    let read = web.search_request(Scope::List, &PARAMETERS);
    let (page, request) = match read.and_then(|request| Ok((answer(web, &request)?, request))) {
        Ok(found) => found,
        Err(failure) => return form.page(Err(failure)),
    };
    let own = own(web);
    if let Some(address) = web.moved(&request, Scope::List, &own) {
        return Ok(Page::At(at("/page", &address)));
    }
    let content = Shown { web, request: &request, page: &page, own: &own };
    // Apart: it must not be loaded again while the rule moves.
    let original = html! { section aria-label="The original" { (content.original()) } };
    Ok(Page::Shown(form.whole(Some(&request), &[], &content.show(), &original)))
}

/// The parameters of the address that are not of the search, in their usual form.
fn own<'a>(web: &WebRequest<'a>) -> Vec<(&'a str, &'a str)> {
    let usual = |(name, value)| match name {
        "features" => web.fields.is_on(name).then_some((name, "true")),
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

/// Whether a parameter of the address is a filter of pages.
fn is_filter(name: &str) -> bool {
    of_part(Part::Pages).any(|filter| Scope::List.name(filter.name) == name)
}

/// What to show beside the blocks: two labels side by side, the features, reasons.
fn choices(web: &WebRequest<'_>) -> Markup {
    html! {
        details.panel open {
            summary { "Labels: what each would keep" }
            div.fields {
                (label_choice(web, "left", "Beside each block"))
                (label_choice(web, "right", "and, to compare"))
                (label_choice(web, "explain", "Why: reasons of"))
                div.field.switch {
                    label {
                        input type="checkbox" name="features" value="true"
                            checked[web.fields.is_on("features")];
                        " Features of each block"
                    }
                }
            }
        }
    }
}

/// A choice of one of the index's labels.
fn label_choice(web: &WebRequest<'_>, name: &str, title: &str) -> Markup {
    let labels = web.snapshot.index.labels().iter().map(|label| (label.as_str(), label.as_str()));
    let options: Vec<(&str, &str)> = [("", "–")].into_iter().chain(labels).collect();
    let chosen = web.fields.get(name).unwrap_or_default();
    choice(name, &html! { label for=(name) { (title) } }, &options, chosen)
}

/// A page to be shown.
struct Shown<'a> {
    web: &'a WebRequest<'a>,
    request: &'a SearchRequest,
    page: &'a ShownPage,
    own: &'a [(&'a str, &'a str)],
}

impl Shown<'_> {
    fn show(&self) -> Markup {
        let page = self.page;
        html! {
            h1 { (named(&page.title, &page.docno)) }
            (self.facts())
            p.summary role="status" { (summary(self.request, page)) }
            @for warning in &self.request.warnings { p.warning { (warning) } }
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

    /// The address of this page with other parameters; an empty value takes one away.
    fn with(&self, others: &[(&str, &str)]) -> String {
        let kept = self
            .own
            .iter()
            .filter(|(name, _)| others.iter().all(|(other, _)| other != name))
            .copied();
        let set = others.iter().filter(|(_, value)| !value.is_empty()).copied();
        at("/page", &self.request.address_in(Scope::List, &kept.chain(set).collect::<Vec<_>>()))
    }

    /// The label that a parameter names, if the address has it.
    fn label(&self, name: &str) -> Option<&str> {
        self.own.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    fn blocks(&self) -> Markup {
        let left = self.label("left");
        let right = self.label("right");
        let has_features = self.label("features").is_some();
        html! {
            div.scroll tabindex="0" role="group" aria-label="Blocks" {
                table.blocks.stacked {
                    thead {
                        tr {
                            th scope="col" { "Block" }
                            @for label in [left, right].into_iter().flatten() {
                                th.words scope="col" { (shown(label)) }
                            }
                            th.words.text scope="col" { "Text" }
                            @if has_features {
                                @for column in block_columns(BlockOutput::Server) {
                                    @if let Some(heading) = column.on_page {
                                        th scope="col" { (heading) }
                                    }
                                }
                                @for score in self.scores() { th scope="col" { (shown(score)) } }
                            }
                        }
                    }
                    tbody {
                        @for block in &self.page.blocks {
                            (self.block(block, left, right, has_features))
                        }
                    }
                }
            }
        }
    }

    fn scores(&self) -> Vec<&str> {
        self.web.snapshot.index.scores()
    }

    fn block(
        &self,
        block: &BlockRow,
        left: Option<&str>,
        right: Option<&str>,
        has_features: bool,
    ) -> Markup {
        let differ = left
            .zip(right)
            .is_some_and(|(left, right)| has_label(block, left) != has_label(block, right));
        let permitted = block.permitted != Some(false);
        let class = match (permitted, differ) {
            (true, false) => "permitted",
            (true, true) => "permitted differ",
            (false, false) => "faded",
            (false, true) => "faded differ",
        };
        let is_title = block.is_title();
        let weight = block.weight.filter(|weight| *weight != Weight::ONE);
        html! {
            tr class=(class) id=(format!("block-{}", block.number)) {
                th scope="row" {
                    (block.number)
                    @if !permitted {
                        span.hidden { " not permitted" }
                    } @else if let Some(weight) = weight {
                        span.weight { " ×" (weight) }
                    }
                }
                @for label in [left, right].into_iter().flatten() {
                    td.words data-label=(tamis::Escaped(label).to_string()) {
                        @if is_title {
                            "–"
                        } @else if has_label(block, label) {
                            span.keeps { "+ keeps" }
                        } @else {
                            span.drops { "− drops" }
                        }
                    }
                }
                td.words.text {
                    @if is_title { span.kind { "title " } }
                    (shown(&block.text))
                    @if let Some(because) = &block.because { p.because { (shown(because)) } }
                }
                @if has_features { (self.features(block)) }
            }
        }
    }

    fn features(&self, row: &BlockRow) -> Markup {
        let columns = block_columns(BlockOutput::Server).filter(|column| column.on_page.is_some());
        html! {
            @for column in columns {
                td data-label=[column.on_page] { (or_dash(cell(column, row))) }
            }
            @for name in self.scores() {
                td data-label=(name) { (or_dash(row.score(name).map(two_decimals))) }
            }
        }
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
                        a href=(self.with(&[("from", &from.saturating_sub(BLOCKS).to_string())])) {
                            "Before"
                        }
                        " "
                    }
                    @if end < all { a href=(self.with(&[("from", &end.to_string())])) { "After" } }
                }
            }
        }
    }

    /// What every label keeps of the page.
    fn labels(&self) -> Markup {
        let all = self.page.all.words;
        let amount = |label: &LabelAmount| label.amount;
        let columns = [
            Column::of_names("Label", |label: &LabelAmount| {
                html! {
                    a href=(self.with(&[("left", &label.label)])) data-live-link {
                        (shown(&label.label))
                    }
                }
            }),
            Column::of_numbers(
                "Blocks",
                |label: &LabelAmount| html! { (counted(amount(label).blocks)) },
            )
            .alone(),
            Column::of_numbers(
                "Words",
                |label: &LabelAmount| html! { (counted(amount(label).words)) },
            )
            .alone(),
            Column::of_numbers("Share of words", |label: &LabelAmount| {
                html! { (percent(share(amount(label).words, all))) }
            })
            .alone(),
        ];
        html! {
            h2 { "What each label keeps" }
            (scrolled("What each label keeps", "", &columns, &self.page.labels))
        }
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

fn or_dash(value: Option<String>) -> String {
    value.unwrap_or_else(|| "–".to_owned())
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
