//! Link Quota Filter: removes elements whose text is mostly links.
//!
//! Mantratzis, Orgun and Cassidy, "Separating XHTML Content from Navigation Clutter Using
//! DOM-Structure Block Analysis", Hypertext 2005. The paper specifies only the idea: at any level
//! of the tree, an element with too large a share of linked text is removed. Gottron's evaluations
//! use quotas of 25, 50 and 75 %; CETR's paper reports one column and not its quota. Our choices:
//! 75 %, which comes closest to that column; shares of characters other than white space; elements
//! that only format text, and HTML and BODY, are not removed by themselves. What remains of a page
//! is not measured again.

use super::measured::{MeasuredElement, MeasuredElements};
use crate::words::is_inline;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::html::{self, known_tag};
use tamis_blocks::page::Label;
use tamis_blocks::{Error, Result};

pub(crate) struct LinkQuota {
    /// The largest share of linked text of an element that stays, in per cent.
    quota: u32,
}

impl LinkQuota {
    /// Parses a quota in per cent, 0 to 100.
    ///
    /// # Errors
    /// The argument is anything else.
    pub(crate) fn new(argument: Option<&str>) -> Result<Self> {
        let Some(argument) = argument else { return Ok(Self { quota: 75 }) };
        match argument.parse() {
            Ok(quota @ 0..=100) => Ok(Self { quota }),
            _ => Err(Error::setting(format!(
                "lqf: found the quota '{argument}', expected a whole number of per cent, 0 to 100: \
                 lqf:50"
            ))),
        }
    }

    /// Whether links have a larger share of an element's text than the quota.
    fn is_exceeded(&self, element: &MeasuredElement) -> bool {
        u64::from(element.linked) * 100 > u64::from(self.quota) * u64::from(element.text)
    }

    /// Returns for each element the outermost removed element around it, itself included.
    fn removed(&self, elements: &MeasuredElements) -> Vec<Option<usize>> {
        let skeleton = [known_tag(b"HTML"), known_tag(b"BODY")];
        elements.inherit(|number, element, outer: Option<Option<usize>>| {
            let stays = is_inline(element.tag) || skeleton.contains(&Some(element.tag));
            let is_removed = !stays && self.is_exceeded(element);
            outer.flatten().or(is_removed.then_some(number))
        })
    }
}

impl Classifier for LinkQuota {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let elements = MeasuredElements::shared(subject);
        let removed = self.removed(&elements);
        let around = elements.of_blocks().map(|element| removed[element?]);
        around
            .map(|removed| if removed.is_some() { Label::Boilerplate } else { Label::Content })
            .collect()
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let elements = MeasuredElements::shared(subject);
        let removed = self.removed(&elements);
        let mut reasons = Vec::new();
        for removed in elements.of_blocks().map(|element| removed[element?]) {
            let Some(at) = removed else {
                reasons.push(format!(
                    "lqf: no element around it has over {} % of its text in links",
                    self.quota
                ));
                continue;
            };
            let MeasuredElement { tag, text, linked, .. } = elements.all[at];
            let name = html::name(subject.page, tag);
            reasons.push(format!(
                "lqf: links are {linked} of the {text} characters of the {name} around it, over \
                 {} %",
                self.quota
            ));
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::page::Cut;

    fn kept(markup: &str, argument: Option<&str>) -> Vec<String> {
        let page = html::parse_str(markup);
        let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
        let text = LinkQuota::new(argument).unwrap().text(&Subject::new(&page, &blocks));
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn elements_of_links_go_with_all_in_them() {
        let html = "<div><p>see <a>abc</a> d<ul><li><a>home</a><li><a>about</a> us</ul></div>";
        assert_eq!(kept(html, None), ["see abc d"], "10 of 11 characters of the UL are links");
        assert_eq!(kept(html, Some("90")), ["see abc d", "about us"]);
        assert_eq!(kept(html, Some("100")).len(), 3);
        assert!(kept(html, Some("40")).is_empty(), "12 of 18 characters of the DIV are links");
    }

    #[test]
    fn the_body_and_inline_elements_stay() {
        assert_eq!(kept("<a>home</a> <b><a>about</a></b>", None), ["home about"]);
        assert!(kept("", None).is_empty());
    }

    #[test]
    fn arguments_are_checked() {
        for argument in ["", "101", "-1", "1.5", "50 %"] {
            assert!(LinkQuota::new(Some(argument)).is_err(), "{argument}");
        }
    }

    #[test]
    fn the_removed_element_is_explained() {
        let page = html::parse_str("<p>text<ul><li><a>home</a></ul>");
        let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
        let reasons = LinkQuota { quota: 50 }.explain(&Subject::new(&page, &blocks));
        let expected = "lqf: links are 4 of the 4 characters of the UL around it, over 50 %";
        assert_eq!(
            reasons,
            ["lqf: no element around it has over 50 % of its text in links", expected]
        );
    }
}
