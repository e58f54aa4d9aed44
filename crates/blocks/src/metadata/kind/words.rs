//! The words that tell the kind of a page: of classes, texts, links, addresses, programs and types.

use crate::classify::tamis::keywords::WordGroups;

/// Elements that are counted, upper case.
pub const ELEMENTS: [&str; 40] = [
    "A", "ARTICLE", "ASIDE", "BLOCKQUOTE", "BUTTON", "CODE", "DETAILS", "DL", "FIGURE", "FORM",
    "H1", "H2", "H3", "H4", "IFRAME", "IMG", "INPUT", "LABEL", "LI", "LINK", "MAIN", "META", "NAV",
    "OL", "OPTION", "P", "PRE", "SCRIPT", "SECTION", "SELECT", "SPAN", "STYLE", "SVG", "TABLE",
    "TEXTAREA", "TIME", "TR", "UL", "VIDEO", "DIV",
];

/// Words in the classes and ids of all elements.
pub const CLASSES: WordGroups = &[
    ("product", &["product"]),
    ("price", &["price"]),
    ("cart", &["cart", "basket"]),
    ("variant", &["swatch", "variant", "sku"]),
    ("review", &["review"]),
    ("rating", &["rating", "stars"]),
    ("forum", &["forum"]),
    ("thread", &["thread"]),
    ("reply", &["reply", "replies"]),
    ("post", &["post"]),
    ("message", &["message"]),
    ("user", &["user", "member"]),
    ("avatar", &["avatar"]),
    ("quote", &["quote", "signature"]),
    ("vote", &["vote"]),
    ("topic", &["topic"]),
    ("card", &["card"]),
    ("grid", &["grid"]),
    ("item", &["item"]),
    ("list", &["list"]),
    ("filter", &["filter", "facet", "sort"]),
    ("pager", &["paginat", "pager"]),
    ("result", &["result"]),
    ("doc", &["=doc", "=docs"]),
    ("toc", &["toc"]),
    ("sidebar", &["sidebar"]),
    ("breadcrumb", &["breadcrumb"]),
    ("code", &["code", "highlight"]),
    ("article", &["article"]),
    ("author", &["author", "byline"]),
    ("date", &["date"]),
    ("hero", &["hero"]),
    ("cta", &["=cta"]),
    ("testimonial", &["testimonial"]),
    ("feature", &["feature"]),
    ("pricing", &["pricing", "=plan", "=plans"]),
    ("faq", &["faq", "accordion"]),
    ("contact", &["contact"]),
    ("form", &["=form"]),
    ("section", &["section"]),
    ("share", &["share", "social"]),
    ("comment", &["comment"]),
    ("related", &["related"]),
    ("tag", &["=tag", "=tags"]),
    ("entry", &["entry"]),
    ("category", &["category"]),
    ("collection", &["collection"]),
    ("listing", &["listing"]),
    ("slider", &["carousel", "slider", "swiper"]),
    ("tab", &["=tab", "=tabs"]),
    ("video", &["video"]),
    ("recipe", &["recipe"]),
];

/// Words of the text, none of which may be a part of a longer one.
pub const TEXTS: WordGroups = &[
    (
        "cart",
        &[
            "=add to cart", "=add to bag", "=add to basket", "=buy now", "=in stock",
            "=out of stock", "=free shipping", "=quantity", "=qty", "=wishlist",
        ],
    ),
    (
        "sort",
        &[
            "=sort by", "=filter", "=filters", "=results", "=showing", "=per page", "=view all",
            "=load more", "=show more", "=next page",
        ],
    ),
    (
        "forum",
        &[
            "=reply", "=replies", "=quote", "=joined", "=posts", "=member", "=likes", "=thread",
            "=threads", "=topic", "=permalink", "=upvote",
        ],
    ),
    (
        "service",
        &[
            "=contact us", "=get started", "=free trial", "=book a demo", "=request a demo",
            "=get a quote", "=our services", "=pricing", "=talk to", "=schedule", "=our team",
            "=testimonials", "=customers", "=clients", "=sign up",
        ],
    ),
    (
        "article",
        &[
            "=min read", "=minutes read", "=share this", "=updated", "=published", "=written by",
            "=related articles", "=related posts", "=references", "=conclusion",
        ],
    ),
    (
        "documentation",
        &[
            "=on this page", "=table of contents", "=edit this page", "=api", "=syntax",
            "=parameters", "=returns", "=example", "=version", "=documentation", "=deprecated",
        ],
    ),
    (
        "month",
        &[
            "=january", "=february", "=march", "=april", "=june", "=july", "=august",
            "=september", "=october", "=november", "=december", "=jan", "=feb", "=mar", "=apr",
            "=jun", "=jul", "=aug", "=sep", "=oct", "=nov", "=dec",
        ],
    ),
    ("ago", &["=ago"]),
    ("more", &["=read more", "=learn more"]),
    ("i", &["=i", "=my", "=me"]),
    ("you", &["=you", "=your"]),
    ("we", &["=we", "=our", "=us"]),
    ("price", &["$", "€", "£", "¥"]),
    ("question", &["?"]),
    ("exclamation", &["!"]),
];

/// Words in the addresses of links.
pub const LINKS: WordGroups = &[
    ("product", &["product", "/p/", "/dp/", "/itm/"]),
    ("collection", &["collections/", "categor", "/c/"]),
    ("tag", &["/tag/", "/tags/", "/topic"]),
    ("author", &["/author"]),
    ("user", &["/user", "member", "profile"]),
    ("thread", &["thread", "/t/", "topic"]),
    ("docs", &["docs", "/doc/", "/api/"]),
    ("blog", &["/blog"]),
    ("news", &["/news"]),
    ("article", &["/article"]),
    ("date", &["/19", "/20"]),
    ("cart", &["cart", "checkout"]),
    ("search", &["search"]),
    ("login", &["login", "signin", "register"]),
    ("comment", &["#comment", "#respond"]),
    ("post", &["#post", "#p"]),
    ("contact", &["contact"]),
    ("service", &["service", "solution"]),
    ("pricing", &["pricing"]),
    ("page", &["/page/", "page=", "?p=", "&p="]),
    ("html", &[".html"]),
];

/// Programs that META names as the page's generator.
pub const GENERATORS: WordGroups = &[
    (
        "forum",
        &[
            "discourse", "phpbb", "vbulletin", "xenforo", "invision", "mybb", "flarum", "=smf",
            "nodebb", "vanilla", "bbpress",
        ],
    ),
    (
        "documentation",
        &[
            "sphinx", "docusaurus", "mkdocs", "mdbook", "docutils", "vitepress", "gitbook",
            "mediawiki", "dokuwiki", "javadoc", "rustdoc", "antora", "asciidoctor", "doxygen",
        ],
    ),
    ("shop", &["woocommerce", "shopify", "magento", "prestashop", "opencart", "bigcommerce"]),
    ("site", &["wordpress", "ghost", "drupal", "joomla", "typo3", "elementor", "hugo"]),
];

/// Types of schema.org, lower case, in JSON-LD, microdata and RDFa.
pub const TYPES: WordGroups = &[
    ("forum", &["discussionforumposting", "qapage"]),
    ("comment", &["comment", "usercomments"]),
    (
        "product",
        &[
            "product", "productgroup", "someproducts", "individualproduct", "productmodel",
            "brand", "merchantreturnpolicy", "offershippingdetails",
        ],
    ),
    ("offer", &["offer", "aggregateoffer"]),
    (
        "article",
        &["article", "newsarticle", "blogposting", "reportagenewsarticle", "liveblogposting"],
    ),
    ("recipe", &["recipe"]),
    ("question", &["question", "answer"]),
    ("list", &["itemlist", "offercatalog"]),
    ("collection", &["collectionpage"]),
    ("documentation", &["techarticle", "apireference", "howto"]),
    (
        "service",
        &[
            "service", "localbusiness", "professionalservice", "softwareapplication",
            "webapplication", "openinghoursspecification", "contactpoint", "postaladdress",
        ],
    ),
    ("breadcrumb", &["breadcrumblist"]),
    ("person", &["person"]),
    ("rating", &["aggregaterating"]),
    ("review", &["review"]),
    ("page", &["webpage"]),
    ("faq", &["faqpage"]),
    ("interaction", &["interactioncounter", "commentaction"]),
    ("search", &["searchaction"]),
];

/// Types of OpenGraph, lower case; the first group with a word that the type begins with.
pub const OPEN_GRAPH: WordGroups = &[
    ("article", &["article", "blog", "post"]),
    ("group", &["product.group", "product:group"]),
    ("product", &["product", "og:product", "ebay-objects:item"]),
    ("website", &["website"]),
];

/// Words of a page's address: of its host, its path and its last part.
pub const ADDRESS: WordGroups = &[
    (
        "article",
        &[
            "blog", "blogs", "news", "article", "articles", "story", "stories", "post", "posts",
            "archive", "archives", "magazine", "press", "insights", "guide", "guides", "recipe",
            "recipes", "learn", "resources", "review", "reviews", "best", "how", "why", "what",
        ],
    ),
    (
        "forum",
        &[
            "forum", "forums", "community", "thread", "threads", "topic", "topics", "t",
            "showthread", "viewtopic", "discussion", "discussions", "board", "boards", "bbs",
            "question", "questions", "comments", "r", "q", "discuss", "answers", "talk",
        ],
    ),
    (
        "product",
        &[
            "product", "products", "p", "dp", "item", "itm", "pd", "shop", "store", "sku", "buy",
            "prod", "app",
        ],
    ),
    (
        "collection",
        &[
            "collection", "collections", "category", "categories", "c", "cat", "browse", "b",
            "department", "catalog", "store", "shop", "sale", "brands", "all",
        ],
    ),
    (
        "listing",
        &[
            "tag", "tags", "topic", "topics", "category", "categories", "search", "directory",
            "listing", "listings", "jobs", "top", "list", "hub", "section", "trending", "market",
            "events", "courses", "author", "authors",
        ],
    ),
    (
        "documentation",
        &[
            "docs", "doc", "documentation", "manual", "reference", "api", "wiki", "tutorial",
            "tutorials", "help", "support", "kb", "book", "develop", "developer", "developers",
            "handbook", "man", "spec", "library", "faq", "stable", "latest",
        ],
    ),
    (
        "service",
        &[
            "services", "service", "solutions", "pricing", "features", "platform", "about",
            "contact", "plans", "industries", "company", "business", "insurance", "consulting",
            "locations", "agency",
        ],
    ),
];
