//! The names by which pages say what they are, some of them in `tables.txt`. Where several names
//! of a source say the same, the first in its table is believed.

use super::source::Field::{self, *};
use crate::wordlist::{WordGroups, WordList};

const FILE: &str = include_str!("tables.txt");

pub static META: WordGroups = WordGroups::groups(FILE, "[meta]");
pub static POSTS: WordList = WordList::words(FILE, "[posts]");
pub static PAGES: WordList = WordList::words(FILE, "[pages]");
pub static ASIDE: WordList = WordList::words(FILE, "[aside]");

/// Properties of schema.org, in JSON-LD, microdata and RDFa.
pub const SCHEMA: &[(&str, Field)] = &[
    ("@type", Type),
    ("headline", Title),
    ("name", Title),
    ("author", Author),
    ("creator", Author),
    ("datePublished", Published),
    ("dateCreated", Published),
    ("uploadDate", Published),
    ("dateModified", Modified),
    ("publisher", Site),
    ("isPartOf", Site),
    ("description", Description),
    ("inLanguage", Language),
    ("url", Canonical),
    ("mainEntityOfPage", Canonical),
    ("license", Licence),
    ("commentCount", Comments),
    ("interactionCount", Comments),
];

/// Properties of schema.org that hold the parts of a person's name, in their order.
pub const NAME_PARTS: [&str; 3] = ["givenName", "additionalName", "familyName"];

pub const MICROFORMAT: &[(&str, Field)] = &[
    ("p-name", Title),
    ("entry-title", Title),
    ("p-author", Author),
    ("dt-published", Published),
    ("published", Published),
    ("dt-updated", Modified),
    ("updated", Modified),
    ("u-url", Canonical),
];

/// Words of classes: a class with one of the first and none of the second says the third.
pub const CLASS: &[(&str, &str, Field)] = &[
    ("headline", "sub kicker related card teaser list item", Title),
    ("title", "sub page site widget section related card teaser list item menu nav sidebar", Title),
    ("byline author authors writer autor auteur", NOT_AUTHOR, Author),
    ("username poster", NOT_AUTHOR, Author),
    ("modified updated", "comment comments", Modified),
    ("date published pubdate publish posted timestamp datetime postdate", NOT_DATE, Published),
];

const NOT_AUTHOR: &str = "bio image img avatar photo box about comment comments related social \
    date time description desc follow role job position title icon list more info count \
    testimonial testimonials customer reviewer";
const NOT_DATE: &str = "modified updated update comment comments event events related sidebar \
    footer picker copyright expiry end start upcoming author by";
