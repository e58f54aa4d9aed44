//! Words of pages that stand around authors, dates and numbers of comments.

/// Words before the name of an author, in lower case.
pub const BY: &[&str] = &[
    "by",
    "written by",
    "posted by",
    "published by",
    "words by",
    "text by",
    "authored by",
    "story by",
    "author",
    "authors",
    "von",
    "par",
    "por",
    "di",
    "door",
    "av",
    "af",
    "przez",
    "autor",
    "auteur",
    "autore",
    "автор",
    "作者",
    "文",
    "yazar",
    "geschrieben von",
    "écrit par",
    "escrito por",
    "scritto da",
    "geschreven door",
    "a cura di",
];

/// Words that join two names.
pub const AND: &[&str] = &["and", "&", "und", "et", "y", "e", "en", "og", "och", "i", ",", "·"];

/// Words that end a name, and that no name starts with.
pub const AFTER_NAME: &[&str] = &[
    "updated",
    "published",
    "posted",
    "last",
    "reviewed",
    "on",
    "share",
    "follow",
    "min",
    "read",
    "sponsored",
    "edited",
    "am",
    "modified",
    "at",
    "is",
    "in",
    "contributor",
    "verified",
    "fact",
    "medically",
    "ago",
    "date",
    "review",
    "name",
    "view",
    "if",
    "about",
    "more",
    "from",
    "today",
    "checked",
    "created",
    "added",
    "submitted",
    "written",
];

/// Months and days: they end a name, but some are names.
pub const CALENDAR: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
];

/// What somebody did who is not the author.
pub const NOT_BY: &[&str] = &[
    "updated",
    "edited",
    "reviewed",
    "checked",
    "verified",
    "approved",
    "modified",
    "illustrated",
    "photo",
    "photos",
    "photography",
    "sponsored",
    "powered",
    "illustration",
    "images",
    "image",
];

/// Small words of names.
pub const SMALL: &[&str] = &[
    "de", "van", "von", "der", "and", "la", "und", "et", "y", "e", "da", "di", "del", "the", "al",
    "bin", "le", "du", "dos", "den",
];

/// Words of classes of what stands beside the page's own text.
pub const BESIDE: &[&str] = &[
    "comments",
    "sidebar",
    "related",
    "recommended",
    "newsletter",
    "cookie",
    "cookies",
    "trending",
    "popular",
    "footer",
    "nav",
    "menu",
    "navigation",
    "breadcrumb",
    "breadcrumbs",
    "recent",
];

/// How words for comments start, in lower case.
pub const COMMENTS: &[&str] = &[
    "comment",
    "kommentar",
    "comentario",
    "comentário",
    "reactie",
    "reacties",
    "komentarz",
    "komentář",
    "коммент",
    "yorum",
    "评论",
    "コメント",
    "댓글",
    "disqus",
];

/// Words of classes of a number.
pub const COUNTS: &[&str] = &["count", "number", "num", "total", "counter"];

/// Names that name nobody.
pub const NOBODY: &[&str] = &[
    "admin",
    "administrator",
    "unknown",
    "author",
    "anonymous",
    "webmaster",
    "undefined",
    "null",
    "none",
    "guest",
    "user",
    "root",
    "na",
    "authors",
    "staff",
    "editor",
    "editors",
    "team",
    "default",
    "post",
];

/// Words that begin something else than a name, such as a path of links.
pub const NO_NAME: &[&str] = &["this", "home", "article", "articles", "insights", "learn", "via"];

/// How a sentence begins that tells when a post was published, as WordPress has it below posts, in
/// lower case.
pub const POSTED: &[&str] = &[
    "this entry was posted",
    "this entry was written",
    "this post was published",
    "this post was written",
    "dieser eintrag wurde",
    "dieser beitrag wurde",
    "cette entrée a été publiée",
    "ce billet a été publié",
    "esta entrada fue publicada",
    "questo articolo è stato pubblicato",
    "dit bericht is geplaatst",
    "este artigo foi publicado",
];

/// Words that tell that a date is of a change.
pub const CHANGED: &[&str] = &[
    "updat",
    "modif",
    "last ",
    "revis",
    "edited",
    "aktualisiert",
    "geändert",
    "mis à jour",
    "mise à jour",
    "actualizad",
    "atualizad",
    "aggiornat",
    "bijgewerkt",
    "uppdatera",
    "oppdatert",
    "opdateret",
    "zaktualizowan",
    "обновл",
    "изменен",
];
