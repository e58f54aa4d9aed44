//! Listing pages: front pages, archives of a month, categories and the author's posts. They show
//! posts again, whole or how they begin, so they hold the words of many topics; and they are no
//! answer to any.

use super::blog::Blog;
use super::chance::Chance;
use super::date::Date;
use super::post::Post;
use super::subjects::topic;

/// Posts on a listing page of a blog that shows whole posts.
const WHOLE_POSTS: usize = 3;
/// Posts on a listing page of another.
const EXCERPTS: usize = 5;

/// A listing page.
#[derive(Debug, Clone)]
pub struct Listing {
    /// The index of its blog.
    pub blog: usize,
    /// Its path, without a slash before it.
    pub path: String,
    /// Its heading.
    pub heading: String,
    /// The posts that it lists, the latest first.
    pub posts: Vec<usize>,
}

/// Draws `count` listing pages: of all that the blogs have, as many for each blog as it has posts.
pub fn listings(
    blogs: &[Blog],
    posts: &[Post],
    posts_of: &[Vec<usize>],
    count: usize,
    seed: u64,
) -> Vec<Listing> {
    let mut drawn: Vec<Listing> = Vec::new();
    let mut seen = 0;
    for (index, own) in posts_of.iter().enumerate() {
        seen += own.len();
        // The shares of the blogs add up to the count.
        let wanted = count * seen / posts.len() - drawn.len();
        let mut all = listings_of(index, &blogs[index], posts, own);
        Chance::new(seed, "listings", index).shuffle(&mut all);
        drawn.extend(all.into_iter().take(wanted));
    }
    drawn
}

/// Returns all listing pages of a blog.
fn listings_of(index: usize, blog: &Blog, posts: &[Post], own: &[usize]) -> Vec<Listing> {
    let latest = |keep: &dyn Fn(usize) -> bool| {
        own.iter().rev().copied().filter(|&p| keep(p)).collect::<Vec<_>>()
    };
    let mut lists = vec![("".to_owned(), blog.name.clone(), latest(&|_| true))];
    for month in 0..3 {
        let first = Date::from_day(month * 30);
        let of = latest(&|p| Date::from_day(posts[p].day).month == first.month);
        lists.push((
            format!("{}/{:02}/", first.year, first.month),
            format!("{} {}", first.month_name, first.year),
            of,
        ));
    }
    for (place, category) in blog.categories.iter().enumerate() {
        let named = blog.named.iter().find(|&&t| topic(t).title == *category);
        let of = match named {
            Some(t) => latest(&|p| posts[p].topics.contains(t)),
            None => latest(&|p| posts[p].filed == place),
        };
        let heading = format!("Archive for the {category} category");
        lists.push((format!("category/{}/", category.replace(' ', "-")), heading, of));
    }
    let author = (
        format!("author/{}/", blog.author.to_lowercase()),
        format!("Posts by {}", blog.author),
        latest(&|_| true),
    );
    lists.push(author);
    lists
        .into_iter()
        .flat_map(|(path, heading, posts)| pages(index, blog, &path, &heading, &posts))
        .collect()
}

/// Cuts a list into pages.
fn pages(index: usize, blog: &Blog, path: &str, heading: &str, posts: &[usize]) -> Vec<Listing> {
    let size = if blog.shows_whole_posts { WHOLE_POSTS } else { EXCERPTS };
    let page = |(number, posts): (usize, &[usize])| {
        let path =
            if number == 0 { path.to_owned() } else { format!("{path}page/{}/", number + 1) };
        Listing { blog: index, path, heading: heading.to_owned(), posts: posts.to_vec() }
    };
    posts.chunks(size).enumerate().map(page).collect()
}
