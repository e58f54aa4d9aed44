//! Hand-written pages, with topics and judgements.

/// An article and three comments of readers, one of which answers another.
pub const ANSWERED: &str = "<!DOCTYPE html><html lang=en><title>Penguins on the \
    ice</title><body class=single><ul class=menu><li><a href=/>Home</a><li><a \
    href=/news>News</a></ul><div class=post><h1>Penguins on the ice</h1><div \
    class=entry-content><p>Two penguins crossed the frozen bay on Sunday morning, watched by a \
    crowd of several hundred people who had waited since dawn. The station wrote down what it \
    saw, and its table was read aloud in the evening.<p>Nobody knows where they came from. The \
    nearest colony lies two hundred miles away, and the wind had blown from the south for a \
    week. The harbour master has asked for more ice, and for a telescope.</div></div><div \
    id=comments><h3>3 Responses to Penguins on the ice</h3><ol class=commentlist><li \
    class='comment even depth-1' id=comment-1><div class='comment-author vcard'><cite \
    class=fn>Ada Frost</cite> <span class=says>says:</span></div><div class='comment-meta \
    commentmetadata'><a href=#comment-1>May 6, 2024 at 7:08 pm</a></div><p>I was there with my \
    daughter, and we have never seen anything like it. Thank you for writing this down!</p><div \
    class=reply><a class=comment-reply-link href=#>Reply</a></div><ul class=children><li \
    class='comment odd depth-2' id=comment-2><div class='comment-author vcard'><cite \
    class=fn>Bo</cite> <span class=says>says:</span></div><div class='comment-meta \
    commentmetadata'><a href=#comment-2>May 7, 2024 at 1:00 am</a></div><p>We missed it, \
    because we slept too long. Did you take any pictures of the two, Ada?</p></li></ul></li><li \
    class='comment even depth-1' id=comment-3><p>I think that they came over the sea, as the \
    ones of last year did. It is not that far for them.</p></li></ol></div><div id=footer><a \
    href=/about>About</a></div>";

/// Docno, title, the word of the links around the text, and the text.
pub const PAGES: [(&str, &str, &str, &str); 5] = [
    (
        "ice-1",
        "On the ice",
        "kettle",
        "A penguin walks for many days over the ice to the sea, and in the autumn it walks all the \
         way back to its egg.",
    ),
    (
        "ice-2",
        "Winter",
        "bridge",
        "When the wind is strongest each penguin moves a little towards the middle of the crowd, \
         and so each one is warm.",
    ),
    (
        "tea-1",
        "Tea for two",
        "penguin",
        "The kettle is filled with fresh water every time, for water that has boiled before makes \
         the tea taste of nothing.",
    ),
    (
        "road-1",
        "The old bridge",
        "penguin",
        "The bridge over the river was closed for the whole summer, because two of its stones had \
         moved in the flood.",
    ),
    ("short-1", "Notes", "archive", "Kettle on."),
];

/// Topic 2 has stop words only.
pub const TOPICS: &str = "1\tpenguin\n2\tof the\n3\tkettle tea\n";

/// Topic 3 has a judged document that no page is.
pub const QRELS: &str =
    "1 0 ice-1 2\n1 0 ice-2 1\n1 0 tea-1 0\n2 0 ice-1 1\n3 0 tea-1 1\n3 0 gone-1 1\n";

/// A page of the collection: links, text, links.
pub fn html(&(_, title, link, text): &(&str, &str, &str, &str)) -> String {
    format!(
        "<html><head><title>{title}</title></head><body><ul><li><a href='/'>Home</a></li><li><a \
         href='/x'>About the {link}</a></li></ul><p>{text}</p><div><a href='/older'>Older {link} \
         posts</a></div></body></html>"
    )
}
