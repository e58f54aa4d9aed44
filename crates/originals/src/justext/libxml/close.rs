//! Which tags end which elements: libxml2's two tables (`htmlStartClose` and `htmlEndPriority` of
//! 2.14).

use super::table::TagTable;
use crate::justext::tags::Tags;
use std::sync::LazyLock;
use tamis_blocks::page::Tag;

/// Whether the start tag of `tag` ends the innermost open element.
pub(super) fn ends(open: Tag, tag: Tag) -> bool {
    static ENDED_BY: LazyLock<TagTable<Tags>> = LazyLock::new(|| {
        TagTable::new(
            Tags::default(),
            ENDS.iter().flat_map(|&(open, by)| {
                open.split(' ').map(move |open| (open, Tags::from_names(by)))
            }),
        )
    });
    ENDED_BY.row(open).contains(tag)
}

/// The priority of an element. An end tag never closes an element of a higher priority than its
/// own.
pub(super) fn priority(tag: Tag) -> u8 {
    static PRIORITY: LazyLock<TagTable<u8>> = LazyLock::new(|| TagTable::new(0, PRIORITIES));
    *PRIORITY.row(tag)
}

const PRIORITIES: [(&str, u8); 11] = [
    ("div", 1),
    ("td", 2),
    ("th", 2),
    ("tr", 3),
    ("thead", 4),
    ("tbody", 4),
    ("tfoot", 4),
    ("table", 5),
    ("head", 6),
    ("body", 6),
    ("html", 7),
];

/// Open elements, and the start tags that end them.
#[rustfmt::skip]
const ENDS: [(&str, &str); 38] = [
    ("a", "a fieldset table td th"),
    ("address", "dd dl dt form li ul"),
    ("b i", "center p td th"),
    ("big s small strike tt", "p"),
    ("caption", "col colgroup tbody tfoot thead tr"),
    ("col", "col colgroup tbody tfoot thead tr"),
    ("colgroup", "colgroup tbody tfoot thead tr"),
    ("dd", "dt"),
    ("dir", "dd dl dt form ul"),
    ("dl", "form li"),
    ("dt", "dd dl"),
    ("font", "center td th"),
    ("form", "form"),
    ("h1 h2 h3 h4 h5 h6", "fieldset form li p table"),
    ("head", "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div \
              dl dt em fieldset font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li \
              listing map menu ol p pre q s samp small span strike strong sub sup table tt u ul \
              var xmp"),
    ("hr", "form"),
    ("legend", "fieldset"),
    ("li", "li"),
    ("link", "body frameset"),
    ("listing", "dd dl dt fieldset form li table ul"),
    ("menu", "dd dl dt form ul"),
    ("ol", "form"),
    ("option", "optgroup option"),
    ("p", "address blockquote body caption center col colgroup dd dir div dl dt fieldset form \
           frameset h1 h2 h3 h4 h5 h6 head hr li listing menu ol p pre table tbody td tfoot th \
           title tr ul xmp"),
    ("pre", "dd dl dt fieldset form li table ul"),
    ("script", "noscript"),
    ("span", "td th"),
    ("style", "body frameset"),
    ("tbody", "tbody tfoot"),
    ("td", "tbody td tfoot th tr"),
    ("tfoot", "tbody"),
    ("th", "tbody td tfoot th tr"),
    ("thead", "tbody tfoot"),
    ("title", "body frameset"),
    ("tr", "tbody tfoot tr"),
    ("u", "p td th"),
    ("ul", "address form menu pre"),
    ("xmp", "dd dl dt fieldset form li table ul"),
];
