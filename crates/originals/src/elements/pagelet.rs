//! Largest Pagelet: keeps the pagelet with the most text.
//!
//! Bar-Yossef and Rajagopalan, "Template Detection via Data Mining and its Applications", WWW 2002,
//! define pagelets over the tree: an element is one if none of its children has K links or more in
//! it, and no element around it is a pagelet. Gottron's evaluations and CETR's paper keep the
//! largest. The paper gives no K that we could check; ours is 3. Our other choices: a link is an A
//! element; the largest pagelet has the most characters other than white space, the first of
//! equals; text outside all pagelets, beside an element with many links, is never kept.

use super::measured::MeasuredElements;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::html;
use tamis_blocks::page::Label;
use tamis_blocks::{Error, Result};

pub(crate) struct LargestPagelet {
    /// K: an element with a child of at least this many links is no pagelet itself.
    links: u32,
}

/// The pagelets of a page.
struct Pagelets {
    /// The pagelet around each element, itself included.
    around: Vec<Option<usize>>,
    largest: Option<usize>,
}

impl LargestPagelet {
    /// Parses K, at least 1.
    ///
    /// # Errors
    /// The argument is anything else.
    pub(crate) fn new(argument: Option<&str>) -> Result<Self> {
        let Some(argument) = argument else { return Ok(Self { links: 3 }) };
        match argument.parse() {
            Ok(links @ 1..) => Ok(Self { links }),
            _ => Err(Error::setting(format!(
                "lp: found '{argument}', expected a number of links, at least 1: lp:3"
            ))),
        }
    }

    fn pagelets(&self, elements: &MeasuredElements) -> Pagelets {
        let around = elements.inherit(|number, element, outer: Option<Option<usize>>| {
            outer.flatten().or((element.links_of_child < self.links).then_some(number))
        });
        let mut largest: Option<usize> = None;
        for (number, pagelet) in around.iter().enumerate() {
            if *pagelet == Some(number)
                && largest
                    .is_none_or(|largest| elements.all[number].text > elements.all[largest].text)
            {
                largest = *pagelet;
            }
        }
        Pagelets { around, largest }
    }
}

impl Classifier for LargestPagelet {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let elements = MeasuredElements::shared(subject);
        let Pagelets { around, largest } = self.pagelets(&elements);
        let pagelets = elements.of_blocks().map(|element| around[element?]);
        pagelets
            .map(|pagelet| match pagelet {
                Some(_) if pagelet == largest => Label::Content,
                _ => Label::Boilerplate,
            })
            .collect()
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let elements = MeasuredElements::shared(subject);
        let Pagelets { around, largest } = self.pagelets(&elements);
        let most = largest.map_or(0, |largest| elements.all[largest].text);
        let mut explanations = Vec::with_capacity(subject.blocks.blocks.len());
        for element in elements.of_blocks() {
            let Some(pagelet) = element.and_then(|element| around[element]) else {
                explanations.push("lp: in no pagelet".to_owned());
                continue;
            };
            let name = html::name(subject.page, elements.all[pagelet].tag);
            let text = elements.all[pagelet].text;
            explanations.push(if Some(pagelet) == largest {
                format!("lp: in the largest pagelet, a {name} of {text} characters")
            } else {
                format!("lp: in a pagelet, a {name} of {text} characters; the largest has {most}")
            });
        }
        explanations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::page::Cut;

    const PAGE: &str = "<div><ul><li><a>a</a><li><a>b</a><li><a>c</a></ul>text<p>beside</div>\
                        <div><p>the <a>main</a> text<p>and more</div>";

    fn kept(markup: &str, argument: Option<&str>) -> Vec<String> {
        let page = html::parse_str(markup);
        let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
        let text = LargestPagelet::new(argument).unwrap().text(&Subject::new(&page, &blocks));
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_largest_pagelet_stays() {
        assert_eq!(kept(PAGE, None), ["the main text", "and more"]);
        assert_eq!(kept(PAGE, Some("4")).len(), 7, "the body is one pagelet");
        assert_eq!(
            kept(PAGE, Some("1")),
            ["and more"],
            "a P with a link is no pagelet of its parent's"
        );
        assert!(kept("", None).is_empty());
    }

    #[test]
    fn arguments_are_checked() {
        for argument in ["", "0", "-1", "three"] {
            assert!(LargestPagelet::new(Some(argument)).is_err(), "{argument}");
        }
    }

    #[test]
    fn the_pagelet_of_every_block_is_explained() {
        let page = html::parse_str(PAGE);
        let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
        let reasons = LargestPagelet { links: 3 }.explain(&Subject::new(&page, &blocks));
        assert_eq!(reasons[0], "lp: in a pagelet, a UL of 3 characters; the largest has 18");
        assert_eq!(reasons[3], "lp: in no pagelet");
        assert_eq!(reasons[5], "lp: in the largest pagelet, a DIV of 18 characters");
    }
}
