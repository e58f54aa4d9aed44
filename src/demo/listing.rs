//! Listing pages: front pages, archives of a month, categories and the author's posts. They show posts again, whole or how
//! they begin, so they hold the words of many topics; and they are no answer to any.

use super::blog::Blog;
use super::chance::Chance;
use super::date::Date;
use super::plan::{Plan, topic};

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
pub fn listings(plan: &Plan, count: usize, seed: u64) -> Vec<Listing> {
    let mut drawn: Vec<Listing> = Vec::new();
    let mut seen = 0;
    for (blog, posts) in plan.posts_of.iter().enumerate() {
        seen += posts.len();
        // The shares of the blogs add up to the count.
        let wanted = count * seen / plan.posts.len() - drawn.len();
        let mut all = listings_of(plan, blog);
        Chance::of(seed, "listings", blog).shuffle(&mut all);
        drawn.extend(all.into_iter().take(wanted));
    }
    drawn
}

/// Returns all listing pages of a blog.
fn listings_of(plan: &Plan, index: usize) -> Vec<Listing> {
    let (blog, posts) = (&plan.blogs[index], &plan.posts_of[index]);
    let latest = |keep: &dyn Fn(usize) -> bool| posts.iter().rev().copied().filter(|&p| keep(p)).collect::<Vec<_>>();
    let mut lists = vec![("".to_owned(), blog.name.clone(), latest(&|_| true))];
    for month in 0..3 {
        let first = Date::of(month * 30);
        let of = latest(&|p| Date::of(plan.posts[p].day).month == first.month);
        lists.push((format!("{}/{:02}/", first.year, first.month), format!("{} {}", first.month_name, first.year), of));
    }
    for (place, category) in blog.categories.iter().enumerate() {
        let named = blog.named.iter().find(|&&t| topic(t).title == *category);
        let of = match named {
            Some(t) => latest(&|p| plan.posts[p].topics.contains(t)),
            None => latest(&|p| plan.posts[p].filed == place),
        };
        let heading = format!("Archive for the {category} category");
        lists.push((format!("category/{}/", category.replace(' ', "-")), heading, of));
    }
    let author =
        (format!("author/{}/", blog.author.to_lowercase()), format!("Posts by {}", blog.author), latest(&|_| true));
    lists.push(author);
    lists.into_iter().flat_map(|(path, heading, posts)| pages(index, blog, &path, &heading, &posts)).collect()
}

/// Cuts a list into pages.
fn pages(index: usize, blog: &Blog, path: &str, heading: &str, posts: &[usize]) -> Vec<Listing> {
    let size = if blog.shows_whole_posts { WHOLE_POSTS } else { EXCERPTS };
    let page = |(number, posts): (usize, &[usize])| {
        let path = if number == 0 { path.to_owned() } else { format!("{path}page/{}/", number + 1) };
        Listing { blog: index, path, heading: heading.to_owned(), posts: posts.to_vec() }
    };
    posts.chunks(size).enumerate().map(page).collect()
}
