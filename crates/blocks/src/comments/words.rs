//! Words of comments and of what stands around them.

/// Words after the name of who wrote a comment, in lower case.
pub const SAYS: &[&str] = &[
    "says", "said", "wrote", "writes", "commented", "comments", "replied", "responded", "schrieb",
    "schreibt", "sagt", "sagte", "meint", "dice", "dijo", "escribió", "disse", "diz", "dit",
    "écrit", "scrive", "scritto", "detto", "skrev", "skriver", "säger", "sier", "пишет", "говорит",
    "napisał", "pisze", "schreef", "zei", "zegt",
];

/// Words of what stands around a comment and says nothing of its own, in lower case.
pub const FILLER: &[&str] = &[
    "a", "about", "ago", "at", "an", "and", "answer", "answered", "author", "anonymous", "by",
    "comment", "comments", "commented", "date", "days", "day", "delete", "edit", "edited", "fa",
    "flag", "for", "from", "guest", "gmt", "has", "helpful", "his", "hours", "hour", "in", "is",
    "it", "just", "le", "left", "like", "likes", "link", "log", "login", "member", "minutes",
    "minute", "months", "month", "name", "now", "of", "on", "parent", "permalink", "pm", "points",
    "point", "post", "posted", "posts", "quote", "re", "recommend", "reply", "replies", "report",
    "response", "responses", "says", "said", "score", "share", "submitted", "the", "this", "thread",
    "thumbs", "to", "top", "up", "down", "utc", "vote", "votes", "weeks", "week", "with", "wrote",
    "written", "years", "year", "your", "yesterday", "today", "est", "edt", "pst", "pdt", "cst",
    "cdt", "antworten", "um", "uhr", "am", "vor", "von", "responder", "répondre", "à", "dit", "el",
    "de", "actions", "action", "recs", "rec", "via", "mobile", "reported", "hide", "show", "more",
    "less", "profile", "view", "rispondi", "reageer", "op", "svar", "odpowiedz", "ответить", "em", "às", "las",
];

/// Words of dates that are no names of months, in lower case.
pub const OF_DATES: &[&str] = &[
    "am", "pm", "a", "p", "m", "at", "on", "the", "of", "st", "nd", "rd", "th", "t", "z", "gmt",
    "utc", "est", "edt", "pst", "pdt", "cst", "cdt", "mst", "bst", "cet", "cest", "um", "uhr", "le",
    "à", "h", "de", "del", "el", "om", "kl", "ago", "today", "yesterday", "vor", "hace", "il",
    "fa", "geleden", "sedan", "назад", "в", "г", "posted", "date", "published",
];

/// Words of a time that has passed, in lower case.
pub const AGO: &[&str] = &[
    "ago", "yesterday", "today", "vor", "hace", "geleden", "sedan", "siden", "назад", "fa", "temu",
];

/// How the names of days start.
pub const DAYS: &[&str] = &["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The last word of a class of a name.
pub const NAMES: &[&str] = &[
    "author", "username", "user", "commenter", "nick", "nickname", "fn", "poster", "handle",
    "byline", "vcard", "name", "screenname", "owner", "writer", "autor", "auteur", "creator",
    "displayname", "login", "by", "hnuser", "member", "fullname",
];

/// Words of a class with one of [`NAMES`] that is not the name of who wrote.
pub const NO_NAMES: &[&str] = &[
    "avatar", "photo", "img", "image", "site", "file", "tag", "category", "form", "input", "label",
    "field", "reply", "parent", "original", "blog", "post", "article", "entry", "recent", "widget",
    "sidebar", "menu", "nav", "footer", "edited", "last", "domain", "product", "company",
];

/// The last word of a class of a date.
pub const TIMES: &[&str] = &[
    "date", "time", "timestamp", "posted", "published", "when", "datetime", "ago", "created",
    "age", "metadata", "pubdate", "postdate", "datum", "fecha", "data",
];

/// Words for one comment in classes.
pub const COMMENT: &[&str] = &[
    "comment", "cmt", "reply", "response", "answer", "message", "msg", "post", "review", "reaction",
    "kommentar", "comentario", "commentaire", "commento", "opinion", "comm", "note", "entry",
];

/// Words for a part of a comment, or for something beside it.
pub const PART: &[&str] = &[
    "author", "date", "time", "meta", "avatar", "link", "form", "list", "count", "header", "footer",
    "head", "foot", "actions", "action", "title", "number", "num", "button", "text", "image", "icon",
    "tools", "info", "name", "user", "comments", "replies", "responses", "thread", "area", "section",
    "respond", "policy", "box", "metadata", "data", "permalink", "content", "message", "avatars",
];

/// Words for all comments.
pub const ALL: &[&str] = &[
    "comments", "commentlist", "list", "thread", "container", "wrapper", "wrap", "main", "page",
    "content", "replies", "responses", "children", "area", "section", "group", "holder", "outer",
];

/// What is counted above comments, in lower case.
pub const COUNTED: &[&str] = &[
    "comment", "comments", "response", "responses", "reply", "replies", "thoughts", "answers",
    "kommentare", "kommentar", "commentaires", "comentarios", "comentários", "commenti", "reacties",
];

/// Whether a word is one of some.
pub fn is_in(word: &str, of: &[&str]) -> bool {
    of.contains(&word)
}

/// Whether an element joins the texts around it.
pub fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "A" | "B" | "I" | "EM" | "STRONG" | "SUP" | "SUB" | "CODE" | "MARK" | "FONT" | "U" | ""
    )
}
