//! What is known of a page, and the places that say it.

macro_rules! named {
    ($(#[$doc:meta])* $type:ident: $($(#[$of:meta])* $variant:ident $name:literal;)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type { $($(#[$of])* $variant,)* }

        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable name, used in results.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

named! {
    /// A part of a page's metadata.
    Field:
    /// What the page is called.
    Title "title";
    /// Who wrote it.
    Author "author";
    /// When it was published.
    Published "published";
    /// When it last changed.
    Modified "modified";
    /// The name of the site.
    Site "site";
    /// What the page says of itself.
    Description "description";
    /// Its language.
    Language "language";
    /// The address that it wants to be known by.
    Canonical "canonical";
    /// The address or name of its licence.
    Licence "licence";
    /// The type that it says it has; only to know what else to believe.
    Type "type";
    /// How many comments it has.
    Comments "comments";
}

named! {
    /// A place that says something of a page.
    Source:
    /// JSON-LD: an article, a post, a recipe, a question.
    LinkedPost "json-ld post";
    /// JSON-LD: a product, an event, a video and other things.
    LinkedThing "json-ld thing";
    /// JSON-LD: a page or a site.
    LinkedPage "json-ld page";
    /// JSON-LD: an author that is an organization.
    Organization "json-ld organization";
    /// OpenGraph and `article:*`.
    OpenGraph "opengraph";
    /// Cards of Twitter.
    Twitter "twitter";
    /// Dublin Core, and the names that libraries and scholars use.
    Library "library";
    /// The names of services that count readers.
    Tracker "tracker";
    /// Plain names of META elements, such as `author` and `date`.
    Meta "meta";
    /// Microdata and RDFa in the page's elements, of an article.
    ItemPost "item post";
    /// The same, of anything else.
    Item "item";
    /// Classes of microformats.
    Microformat "microformat";
    /// TIME elements.
    Time "time";
    /// `rel`, and LINK elements.
    Rel "rel";
    /// Links to pages of authors.
    AuthorLink "author link";
    /// Classes that say it in English.
    Class "class";
    /// TIME elements far from the headline.
    FarTime "far time";
    /// Classes that say it in English, far from the headline.
    FarClass "far class";
    /// Words of the page near its headline.
    Words "words";
    /// A date that stands alone, far from the headline, on a page without another.
    FarWords "far words";
    /// An H1 that says what TITLE or OpenGraph says.
    Headline "h1";
    /// The first H1, if none says what TITLE says.
    OtherHeadline "other h1";
    /// Words of the page near its headline that tell of a change.
    Changed "changed";
    /// TITLE.
    TitleTag "title";
    /// The page's address.
    Address "address";
    /// Attributes of the HTML element.
    Root "html";
}

impl Source {
    /// Whether programs are meant to read it, which list all authors and nothing else.
    pub(super) fn is_data(self) -> bool {
        self < Self::Item
    }

    /// Whether it is of the page alone, even on a page that shows parts of others.
    pub(super) fn is_of_page(self) -> bool {
        !self.is_shown() || self == Self::Address
    }

    /// The part of a page that it is of: JSON-LD, the head, the address, or what is shown. What is
    /// said twice in one part may be said by one line of a template.
    pub(super) fn part(self) -> usize {
        match self {
            Self::Address => 0,
            _ if self <= Self::Organization => 1,
            _ if self <= Self::Meta => 2,
            _ => 3,
        }
    }

    /// Whether readers are meant to read it, with other words around.
    pub(super) fn is_shown(self) -> bool {
        self >= Self::Microformat
    }
}
