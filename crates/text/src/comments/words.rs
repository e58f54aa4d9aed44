//! Words of comments and of what stands around them.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Words after the name of who wrote a comment, in lower case.
pub const SAYS: &[&str] = &[
    "says",
    "said",
    "wrote",
    "writes",
    "commented",
    "comments",
    "replied",
    "responded",
    "schrieb",
    "schreibt",
    "sagt",
    "sagte",
    "meint",
    "dice",
    "dijo",
    "escribió",
    "disse",
    "diz",
    "dit",
    "écrit",
    "scrive",
    "scritto",
    "detto",
    "skrev",
    "skriver",
    "säger",
    "sier",
    "пишет",
    "говорит",
    "napisał",
    "pisze",
    "schreef",
    "zei",
    "zegt",
];

/// Words of what stands around a comment and says nothing of its own, in lower case.
pub const FILLER: &[&str] = &[
    "a",
    "about",
    "ago",
    "at",
    "an",
    "and",
    "answer",
    "answered",
    "author",
    "anonymous",
    "by",
    "comment",
    "comments",
    "commented",
    "date",
    "days",
    "day",
    "delete",
    "edit",
    "edited",
    "fa",
    "flag",
    "for",
    "from",
    "guest",
    "gmt",
    "has",
    "helpful",
    "his",
    "hours",
    "hour",
    "in",
    "is",
    "it",
    "just",
    "le",
    "left",
    "like",
    "likes",
    "link",
    "log",
    "login",
    "member",
    "minutes",
    "minute",
    "months",
    "month",
    "name",
    "now",
    "of",
    "on",
    "parent",
    "permalink",
    "pm",
    "points",
    "point",
    "post",
    "posted",
    "posts",
    "quote",
    "re",
    "recommend",
    "reply",
    "replies",
    "report",
    "response",
    "responses",
    "says",
    "said",
    "score",
    "share",
    "submitted",
    "the",
    "this",
    "thread",
    "thumbs",
    "to",
    "top",
    "up",
    "down",
    "utc",
    "vote",
    "votes",
    "weeks",
    "week",
    "with",
    "wrote",
    "written",
    "years",
    "year",
    "your",
    "yesterday",
    "today",
    "est",
    "edt",
    "pst",
    "pdt",
    "cst",
    "cdt",
    "antworten",
    "um",
    "uhr",
    "am",
    "vor",
    "von",
    "responder",
    "répondre",
    "à",
    "dit",
    "el",
    "de",
    "actions",
    "action",
    "recs",
    "rec",
    "via",
    "mobile",
    "reported",
    "hide",
    "show",
    "more",
    "less",
    "profile",
    "view",
    "rispondi",
    "reageer",
    "op",
    "svar",
    "odpowiedz",
    "ответить",
    "em",
    "às",
    "las",
];

/// Words of dates that are no names of months, in lower case.
pub const OF_DATES: &[&str] = &[
    "am",
    "pm",
    "a",
    "p",
    "m",
    "at",
    "on",
    "the",
    "of",
    "st",
    "nd",
    "rd",
    "th",
    "t",
    "z",
    "gmt",
    "utc",
    "est",
    "edt",
    "pst",
    "pdt",
    "cst",
    "cdt",
    "mst",
    "bst",
    "cet",
    "cest",
    "um",
    "uhr",
    "le",
    "à",
    "h",
    "de",
    "del",
    "el",
    "om",
    "kl",
    "ago",
    "today",
    "yesterday",
    "vor",
    "hace",
    "il",
    "fa",
    "geleden",
    "sedan",
    "назад",
    "в",
    "г",
    "posted",
    "date",
    "published",
];

/// Words before a date that is not that of a comment: of an edit, or of the day somebody became a
/// member.
pub const OF_OTHER: &[&str] = &[
    "edited",
    "modified",
    "updated",
    "bearbeitet",
    "modifié",
    "editado",
    "modificato",
    "join",
    "joined",
    "registered",
    "since",
    "registriert",
    "inscrit",
    "inscription",
    "registrado",
    "registrato",
    "iscritto",
];

/// Words of a time that has passed, in lower case.
pub const AGO: &[&str] = &[
    "ago",
    "yesterday",
    "today",
    "vor",
    "hace",
    "geleden",
    "sedan",
    "siden",
    "назад",
    "fa",
    "temu",
];

/// How the names of days start.
pub const DAYS: &[&str] = &["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The last word of a class of a name.
pub const NAMES: &[&str] = &[
    "author",
    "username",
    "user",
    "commenter",
    "nick",
    "nickname",
    "fn",
    "poster",
    "handle",
    "byline",
    "vcard",
    "name",
    "screenname",
    "owner",
    "writer",
    "autor",
    "auteur",
    "creator",
    "displayname",
    "login",
    "by",
    "hnuser",
    "member",
    "fullname",
];

/// Words of a class with one of [`NAMES`] that is not the name of who wrote.
pub const NO_NAMES: &[&str] = &[
    "avatar", "photo", "img", "image", "site", "file", "tag", "category", "form", "input", "label",
    "field", "reply", "parent", "original", "blog", "post", "article", "entry", "recent", "widget",
    "sidebar", "menu", "nav", "footer", "edited", "last", "domain", "product", "company",
];

/// The last word of a class of a date.
pub const TIMES: &[&str] = &[
    "date",
    "time",
    "timestamp",
    "posted",
    "published",
    "when",
    "datetime",
    "ago",
    "created",
    "age",
    "metadata",
    "pubdate",
    "postdate",
    "datum",
    "fecha",
    "data",
];

/// Words of a class of the subject of a comment.
pub const SUBJECTS: &[&str] = &["title", "subject", "betreff", "sujet", "asunto"];

/// Words for one comment in classes.
pub const COMMENT: &[&str] = &[
    "comment",
    "cmt",
    "reply",
    "response",
    "answer",
    "message",
    "msg",
    "post",
    "review",
    "reaction",
    "kommentar",
    "comentario",
    "commentaire",
    "commento",
    "opinion",
    "comm",
    "note",
    "entry",
];

/// Words by which classes call comments, besides those with `comment` in them.
pub const CALLED: &[&str] = &[
    "cmt",
    "cmts",
    "reply",
    "replies",
    "response",
    "responses",
    "respond",
    "reaction",
    "reactions",
    "discussion",
    "disqus",
    "kommentar",
    "kommentare",
    "comentario",
    "comentarios",
    "commenti",
    "commento",
    "reacties",
    "review",
    "reviews",
    "guestbook",
    "feedback",
    "talkback",
];

/// Classes and ids of an element around all comments.
pub const LISTS: &[&str] =
    &["comments", "commentlist", "comment-list", "comments-list", "commentslist", "comment_list"];

/// Words for a part of a comment, or for something beside it.
pub const PART: &[&str] = &[
    "author",
    "date",
    "time",
    "meta",
    "avatar",
    "link",
    "form",
    "list",
    "count",
    "header",
    "footer",
    "head",
    "foot",
    "actions",
    "action",
    "title",
    "number",
    "num",
    "button",
    "text",
    "image",
    "icon",
    "tools",
    "info",
    "name",
    "user",
    "comments",
    "replies",
    "responses",
    "thread",
    "area",
    "section",
    "respond",
    "policy",
    "box",
    "metadata",
    "data",
    "permalink",
    "content",
    "message",
    "avatars",
];

/// Words for all comments.
pub const ALL: &[&str] = &[
    "comments",
    "commentlist",
    "list",
    "thread",
    "container",
    "wrapper",
    "wrap",
    "main",
    "page",
    "content",
    "replies",
    "responses",
    "children",
    "area",
    "section",
    "group",
    "holder",
    "outer",
];

/// What is counted above comments, in lower case.
pub const COUNTED: &[&str] = &[
    "comment",
    "comments",
    "response",
    "responses",
    "reply",
    "replies",
    "thoughts",
    "answers",
    "kommentare",
    "kommentar",
    "commentaires",
    "comentarios",
    "comentários",
    "commenti",
    "reacties",
];

/// What a word is, as bits.
pub type Kinds = u8;
/// A word of [`SAYS`].
pub const IS_SAYS: Kinds = 1;
/// A word of [`FILLER`].
pub const IS_FILLER: Kinds = 2;
/// A word of [`OF_DATES`].
pub const IS_OF_DATES: Kinds = 4;
/// A word of [`AGO`].
pub const IS_AGO: Kinds = 8;

static KINDS: LazyLock<FxHashMap<&str, Kinds>> = LazyLock::new(|| {
    let mut kinds: FxHashMap<&str, Kinds> = FxHashMap::default();
    let all = [(SAYS, IS_SAYS), (FILLER, IS_FILLER), (OF_DATES, IS_OF_DATES), (AGO, IS_AGO)];
    for (words, kind) in all {
        for word in words {
            *kinds.entry(*word).or_default() |= kind;
        }
    }
    kinds
});

/// What a word in lower case is.
pub fn kinds(word: &str) -> Kinds {
    KINDS.get(word).copied().unwrap_or_default()
}

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
