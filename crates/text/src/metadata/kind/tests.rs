use super::words::{ADDRESS, CLASSES, ELEMENTS, GENERATORS, LINKS, TEXTS, TYPES};
use super::*;
use crate::metadata::{Metadata, Sources};
use std::collections::BTreeSet;
use tamis_blocks::block;
use tamis_blocks::classify::tamis::keywords::Groups;
use tamis_blocks::page::{Budget, Cut};

/// The kind of a page, and its row.
fn read(html: &str, address: Option<&str>) -> (Option<PageKind>, Option<Vec<i32>>) {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::default());
    let subject = Subject::new(&page, &blocks).with_outline(&outline);
    let sources = Sources::read(&page, &outline, address);
    let row = row(&subject, &outline, &sources.said(&sources.metadata(), address));
    (Metadata::read(&subject, address).kind, row)
}

fn metadata(html: &str, address: Option<&str>) -> Metadata {
    let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::default());
    Metadata::read(&Subject::new(&page, &blocks).with_outline(&outline), address)
}

/// A feature of a page.
fn feature(html: &str, address: Option<&str>, name: &str) -> i32 {
    let at = names().iter().position(|known| known == name).unwrap();
    read(html, address).1.unwrap()[at]
}

const MENU: &str = "<header><nav><ul><li><a href=/>Home</a><li><a href=/about>About</a></ul></nav>\
                    </header>";
const SENTENCE: &str = "The penguins crossed the frozen bay on Sunday morning, and nobody knows \
                        where they came from or why they left the colony before dawn. ";

fn article() -> String {
    let body = format!("<p>{}</p>", SENTENCE.repeat(3)).repeat(8);
    format!(
        "<head><title>Penguins on the ice</title><meta property=og:type content=article>\
         <meta property=article:published_time content=2026-05-06></head><body>{MENU}<article>\
         <h1>Penguins on the ice</h1><p class=byline>By Ada Frost</p>{body}</article></body>"
    )
}

fn forum() -> String {
    let post = |n: usize| {
        format!(
            "<article class='message post' id=post-{n}><div class=message-user><a \
            href=/members/{n} \
             class=avatar>frost{n}</a> Member, joined May 2020, {n} posts</div>\
             <time datetime=2026-05-06>2 days ago</time><div class=message-body><p>I saw my first \
             one last year. {SENTENCE}Does anybody know?</p><blockquote class=quote>my quote\
             </blockquote></div><a href=#post-{n}>Reply</a> <a href=/quote/{n}>Quote</a> Likes: 3\
             </article>"
        )
    };
    let posts: String = (0..12).map(post).collect();
    format!(
        "<head><title>Penguins on the ice? | Forum</title><meta name=generator content=XenForo>\
         <link rel=canonical href=https://forum.test/threads/penguins-on-the-ice.123/></head>\
         <body class=forum>{MENU}<div class=breadcrumb><a href=/forums/ice/>Ice</a></div>\
         <h1 class=thread-title>Penguins on the ice?</h1>{posts}<form><textarea></textarea>\
         <button>Post reply</button></form></body>"
    )
}

fn product() -> String {
    let review = format!("<li class=review><span class=rating>5 stars</span> {SENTENCE}").repeat(4);
    format!(
        "<head><title>Ice axe 300 | Frost shop</title><meta property=og:type content=product>\
         <meta property=product:price:amount content=79>\
         <link rel=canonical href=https://shop.test/products/ice-axe-300>\
         <script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Ice axe 300\",\
         \"brand\":{{\"@type\":\"Brand\"}},\"offers\":{{\"@type\":\"Offer\",\
         \"price\":79}}}}</script>\
         </head><body class=product-page>{MENU}<div class=product><h1>Ice axe 300</h1>\
         <span class=price>$79.00</span><form class=cart><label>Quantity</label><input>\
         <select class=variant-swatch><option>Red<option>Blue</select><button \
         class=add-to-cart>Add \
         to cart</button></form><p>In stock. Free shipping.</p><p>A light axe for steep ice.</p>\
         <ul class=reviews>{review}</ul></div></body>"
    )
}

fn listing() -> String {
    let teaser = |n: usize| {
        format!(
            "<article class='card teaser'><a href=/2026/05/story-{n}><img src={n}.jpg><h3>Story \
             number {n} of the ice</h3></a><p>Penguins cross bay {n}.</p><time>May {n}, 2026</time>\
             </article>"
        )
    };
    let all: String = (1..30).map(teaser).collect();
    format!(
        "<head><title>Latest news from the ice</title><meta property=og:type content=website>\
         <link rel=canonical href=https://news.test/topics/ice/></head><body class='archive \
         category'>{MENU}<h1>Ice</h1><div class='grid list'>{all}</div><div class=pagination>\
         <a href=/topics/ice/page/2 rel=next>Next page</a></div></body>"
    )
}

fn collection() -> String {
    let tile = |n: usize| {
        format!(
            "<li class='product-item card'><a href=/products/axe-{n}><img src={n}.jpg><h3>Ice axe \
             {n}</h3></a><span class=price>${n}9.00</span><span class=rating>4.5</span>\
             <button class=add-to-cart>Add to cart</button>"
        )
    };
    let all: String = (1..40).map(tile).collect();
    format!(
        "<head><title>Ice axes | Frost shop</title><meta property=og:type content=product.group>\
         <link rel=canonical href=https://shop.test/collections/ice-axes></head>\
         <body class=collection-page>{MENU}<h1>Ice axes</h1><div class=filters>Filter Sort by \
         <select><option>Price</select> 39 results</div><ul class='product-grid'>{all}</ul>\
         <div class=pagination><a href=?page=2>Next page</a></div></body>"
    )
}

fn documentation() -> String {
    let section = |n: usize| {
        format!(
            "<section id=step-{n}><h2>walk{n}()<a class=headerlink href=#step-{n}>¶</a></h2>\
             <p>The \
             function <code>walk{n}</code> returns the version of the API. See the parameters \
             below.</p><pre><code class=highlight>ice.walk{n}(steps)</code></pre><table><tr><th>\
             Parameters<td>steps</table></section>"
        )
    };
    let all: String = (1..9).map(section).collect();
    let toc: String =
        (1..30).map(|n| format!("<li class=toc><a href=#step-{n}>Step</a>")).collect();
    format!(
        "<head><title>walk &mdash; ice 2.1 documentation</title><meta name=generator \
         content='Docutils 0.17'><link rel=canonical \
         href=https://docs.ice.test/en/latest/api/walk.html>\
         </head><body>{MENU}<div class='sidebar toc'><ul>{toc}</ul></div><main class=document>\
         <h1>walk</h1>{all}<p>Previous Next Edit this page On this page</p></main></body>"
    )
}

fn service() -> String {
    let feature = "<section class='feature section'><h2>Ice that your business can trust</h2><p>We \
                   move our customers over the ice. Our team is there for you.</p><a class=cta \
                   href=/contact>Get started</a></section>";
    let faq = "<div class=accordion><h3>How much do you ask?</h3><p>Talk to us.</p></div>";
    format!(
        "<head><title>Ice transport services | Frost</title><meta property=og:type \
         content=website><link rel=canonical href=https://frost.test/services/ice-transport/>\
         <script type=application/ld+json>{{\"@type\":\"Service\",\"provider\":{{\"@type\":\
         \"LocalBusiness\"}}}}</script></head><body>{MENU}<section class=hero><h1>Ice transport \
         for companies</h1><a class=cta href=/contact>Request a demo</a> <a href=/pricing>Pricing\
         </a></section>{}<section class=testimonial><p>Our clients say: you are \
         great!</p></section>\
         {}<form class=contact-form><input><input><textarea></textarea><button>Contact us</button>\
         </form></body>",
        feature.repeat(6),
        faq.repeat(5)
    )
}

#[test]
fn pages_made_for_each_kind_are_of_that_kind() {
    let pages =
        [article(), forum(), product(), listing(), collection(), documentation(), service()];
    let kinds: Vec<Option<PageKind>> = pages.iter().map(|page| read(page, None).0).collect();
    assert_eq!(kinds, PageKind::ALL.map(Some));
}

#[test]
fn names_and_dates_that_lists_and_shops_show_are_of_others() {
    let said = "<head><meta name=author content='Ada Frost'><meta name=date content=2026-05-06>";
    for (page, is_own) in
        [(article(), true), (product(), false), (listing(), false), (collection(), false)]
    {
        let links = "<a href=/about>About</a> ".repeat(10) + "</body>";
        let page = page.replace("2026-05-06", "").replace("</body>", &links);
        // Of pages that are not made for phones the kind is a guess.
        let page =
            page.replace("<head>", "<head><meta name=viewport content='width=device-width'>");
        let shown = page.replace("</h1>", "</h1><p>By Bo Seal, May 7, 2026. 3 comments</p>");
        let of = metadata(&shown, None);
        assert_eq!(of.kind, read(&page, None).0);
        assert_eq!(of.author.is_some(), is_own, "{:?}", of.kind);
        assert_eq!(of.published.is_some(), is_own, "{:?}", of.kind);
        let said = metadata(&shown.replace("<head>", said), None);
        assert!(said.author.is_some() && said.published.is_some());
    }
}

#[test]
fn the_only_date_of_an_article_may_stand_after_it() {
    let page = article().replace("content=2026-05-06", "");
    let with = |end: &str| {
        let text = format!("<p>{SENTENCE}").repeat(9);
        metadata(&page.replace("</article>", &format!("{text}{end}</article>")), None).published
    };
    assert_eq!(with("<p>6 May 2026, 7:08<p>").as_deref(), Some("2026-05-06T07:08"));
    assert_eq!(with("<p>6 May 2026<p>7 May 2026"), None);
    assert_eq!(with("<p>Last updated on 6 May 2026"), None);
    assert_eq!(with("<ul><li><i>7 May 2026</i></ul><p>6 May 2026").as_deref(), Some("2026-05-06"));
}

#[test]
fn a_page_without_text_has_no_kind() {
    assert_eq!(read("<title>Ice</title><img src=a>", None), (None, None));
}

#[test]
fn rows_have_the_features_that_names_tell() {
    let names = names();
    assert_eq!(names.len(), WIDTH);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), WIDTH);
    assert_eq!(read("<p>We walk.", None).1.unwrap().len(), WIDTH);
    let html = "<meta content='vBulletin 4' name=Generator><meta property='product:price' \
                content=3><script type=application/ld+json>{\"@type\" : \
                [\"http://schema.org/QAPage\",\
                \"X\"], \"a\": {\"@type\":\"Offer</script><div \
                itemtype='https://schema.org/Product \
                b:Review' class='ADD-to-Cart docs-x cta1'>I read my document. Add to Cart? $5 for \
                whatever<a href='#c' rel=next>a</a><a href=/tag/b?page=2>b</a></div>";
    for (name, count) in [
        ("generator_forum", 1),
        ("meta_product", 1),
        ("type_forum", 1),
        ("type_offer", 0),
        ("type_product", 1),
        ("type_review", 1),
        ("types", 3),
        ("class_cart", 1),
        ("class_doc", 1),
        ("class_cta", 1),
        ("says_cart", 1),
        ("says_i", 2),
        ("says_price", 1),
        ("says_question", 1),
        ("links_to_fragments", 1),
        ("links_to_next", 1),
        ("link_tag", 1),
        ("link_page", 1),
        ("elements_a", 2),
        ("has_author", 0),
    ] {
        assert_eq!(feature(html, None, name), count, "{name}");
    }
}

#[test]
fn addresses_are_those_given_or_those_of_the_page() {
    let html = "<link rel=canonical href=https://a.test/docs/><p>We walk.";
    let url = Some("https://www.forum.a.test/threads/ice_and-snow-12.5/2026/Page.html?a=1");
    for (name, given, own) in [
        ("address_depth", 4, 1),
        ("address_query", 3, 0),
        ("address_hyphens", 3, 0),
        ("address_digits", 7, 0),
        ("address_date", 1, 0),
        ("address_ending", 1, 0),
        ("address_host_forum", 1, 0),
        ("address_path_forum", 1, 0),
        ("address_last_documentation", 0, 1),
        ("address_words_forum", 1, 0),
        ("address_last_length", 9, 4),
    ] {
        assert_eq!(feature(html, url, name), given, "{name}");
        assert_eq!(feature(html, None, name), own, "{name} of the page's own");
    }
    let missing = tamis_blocks::classify::tamis::MISSING;
    assert_eq!(feature("<p>We walk.", Some("no address"), "address_depth"), missing);
    let long = format!("https://a.test/{}", "a".repeat(3000));
    assert_eq!(feature("<p>We walk.", Some(&long), "address_depth"), missing);
}

#[test]
fn the_card_is_that_of_the_model() {
    let bytes = include_bytes!("kind.model");
    let model = Model::from_bytes(bytes, Path::new("kind.model"), KIND).unwrap();
    let file = format!("- file: `kind.model`, {} bytes, XXH3 {:016x}", bytes.len(), model.sum());
    assert!(include_str!("kind.md").contains(&file), "{file}");
}

#[test]
fn models_of_other_features_or_of_fewer_kinds_are_refused() {
    let settings = BUILT_IN.as_ref().unwrap();
    let read = |settings: &KindSettings| KindSettings::from_model(&settings.to_model());
    assert_eq!(&read(settings).unwrap(), settings);
    let mut other = settings.clone();
    other.features[0] = "length".to_owned();
    assert!(read(&other).unwrap_err().to_string().contains("found other features"));
    let mut fewer = settings.clone();
    fewer.forests.remove(&PageKind::Forum);
    let message = read(&fewer).unwrap_err().to_string();
    assert!(message.contains("expected one for forum"), "{message}");
    let wide = serde_json::json!({ "bias": 0, "trees": [
        { "splits": [[0, WIDTH, 1, 0]], "leaves": [0, 0] }
    ]});
    let mut outside = settings.clone();
    outside.forests.insert(PageKind::Forum, serde_json::from_value(wide).unwrap());
    assert!(read(&outside).unwrap_err().to_string().contains("tests another feature"));
}

#[test]
fn numbers_of_features_are_those_of_the_lists() {
    assert_eq!(OPEN_GRAPH, words::OPEN_GRAPH.len());
    assert_eq!(address::GROUPS, ADDRESS.len());
    let groups = [&CLASSES, &TEXTS, &LINKS, &GENERATORS, &TYPES].map(|groups| groups.len());
    assert_eq!(signs::COUNTED[0], ELEMENTS.len());
    assert_eq!(signs::COUNTED[1..6], groups);
    assert!(CLASSES.len() <= Groups::BITS as usize);
}
