//! Parses HTML to a [`Page`](crate::page::Page): decoded, tokenised as the WHATWG specifies,
//! balanced like boilerpipe's parser. Any bytes make a page, in time linear in their number.
//!
//! Of the attributes a page keeps those that classifiers read, in a table beside its events.

mod balance;
mod charset;
mod close;
mod composed;
mod depth;
mod element;
mod encoding;
mod feed;
mod language;
mod names;
mod nest;
mod outline;
mod parse;
mod pending;
mod plain_text;
mod prescan;
mod reference;
pub mod runs;
mod shown;
mod simple;
mod space;
mod stack;
pub mod tokens;
mod unopened;

pub use balance::Balancer;
pub use charset::{Charset, Decoded, decode};
pub use composed::{compose, composed};
pub use element::{KNOWN, TITLE, known_name, known_tag, same, tag_named, tags_named};
pub use encoding::encoding_name;
pub use language::language;
pub(crate) use names::own_tag;
pub use names::{Names, name};
pub use nest::Role;
pub use outline::{Is, Node, Outline};
pub use parse::{parse, parse_decoded, parse_shown, parse_str, parse_str_within, parse_within};
pub use plain_text::{markup_of_text, plain_text};
pub use reference::{decode_reference, decoded_text};
pub(crate) use shown::show_mail;
pub use shown::{MAIL, protected_mail};
pub use space::{floor, has_marks, is_space, marks};

#[cfg(test)]
mod tests;
