//! What holds for `tamis`, `tamis-article` and `tamis-comments` on any page: the assertions of the
//! fuzz target, on pages made of pieces.

#[path = "../../../../fuzz/src/remover.rs"]
mod target;

use proptest::prelude::*;

/// Pieces of pages: what the remover reads of elements, attributes and text.
const PIECES: [&str; 66] = [
    "<title>Walks on ice",
    "</title>",
    "<meta property=og:title content='Walks on ice'>",
    "<meta name=description content='About walks'>",
    "<head>",
    "<body>",
    "</body>",
    "<p>",
    "</p>",
    "<div class='post-content wide' id=main>",
    "<div class=comments>",
    "<div style='display: none'>",
    "<div hidden>",
    "<div itemprop=articleBody>",
    "<div role=navigation aria-hidden=true>",
    "</div>",
    "<article>",
    "</article>",
    "<section class=a>",
    "<nav>",
    "</nav>",
    "<footer>",
    "<span>",
    "</span>",
    "<a href=x>",
    "</a>",
    "<b>",
    "</b>",
    "<i>",
    "<br>",
    "<br> <br>",
    "<hr>",
    "<img src=x>",
    "<input>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<ul>",
    "<li class=item>",
    "</ul>",
    "<h1>",
    "</h1>",
    "<h2>",
    "<pre>",
    "<form>",
    "<textarea>",
    "</textarea>",
    "<select><option>",
    "</select>",
    "<script>",
    "</script>",
    "<noscript>",
    "</noscript>",
    "<svg>",
    "</svg>",
    "<x-own>",
    "&nbsp;",
    " \n",
    "\u{85}\u{3000}",
    "-- |",
    "é😀",
    "漢字2024年。",
    "word ",
    "Leave a reply ",
    "We walk over the ice, for 12:30 is the time of many words that are read. ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]
    #[test]
    fn the_remover_reads_any_page(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60),
    ) {
        target::remover(pieces.concat().as_bytes());
    }
}
