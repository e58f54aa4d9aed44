//! Listing pages: front pages, archives of a month, categories and the author's posts. They show
//! posts again, whole or only the beginning, so they hold the words of many topics but answer no
//! query.

use super::blog::Blog;
use super::chance::Chance;
use super::date::DemoDate;
use super::post::Post;
use super::subjects::topic;

/// Posts on a listing page of a blog that shows whole posts.
const WHOLE_POSTS: usize = 3;
/// Posts on a listing page of another.
const EXCERPTS: usize = 5;

#[derive(Debug, Clone)]
pub struct Listing {
    /// The index of its blog.
    pub blog: usize,
    /// Its path, without a slash before it.
    pub path: String,
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
    let mut lists = vec![("".to_owned(), blog.name.clone(), latest(own, |_| true))];
    for month in 0..3 {
        let first = DemoDate::from_day(month * 30);
        let path = format!("{}/{:02}/", first.year, first.month);
        let heading = format!("{} {}", first.month_name, first.year);
        let listed = latest(own, |post| DemoDate::from_day(posts[post].day).month == first.month);
        lists.push((path, heading, listed));
    }
    for (place, category) in blog.categories.iter().enumerate() {
        let path = format!("category/{}/", category.replace(' ', "-"));
        let heading = format!("Archive for the {category} category");
        let listed = match blog.named.iter().find(|&&named| topic(named).title == *category) {
            Some(named) => latest(own, |post| posts[post].topics.contains(named)),
            None => latest(own, |post| posts[post].filed == place),
        };
        lists.push((path, heading, listed));
    }
    let path = format!("author/{}/", blog.author.to_lowercase());
    lists.push((path, format!("Posts by {}", blog.author), latest(own, |_| true)));
    lists
        .into_iter()
        .flat_map(|(path, heading, posts)| pages(index, blog, &path, &heading, &posts))
        .collect()
}

/// Returns the posts to keep, the latest first.
fn latest(posts: &[usize], keep: impl Fn(usize) -> bool) -> Vec<usize> {
    posts.iter().rev().copied().filter(|&post| keep(post)).collect()
}

/// Cuts a list into pages.
fn pages(index: usize, blog: &Blog, path: &str, heading: &str, posts: &[usize]) -> Vec<Listing> {
    let size = if blog.shows_whole_posts { WHOLE_POSTS } else { EXCERPTS };
    let mut pages = Vec::new();
    for (number, posts) in posts.chunks(size).enumerate() {
        let path =
            if number == 0 { path.to_owned() } else { format!("{path}page/{}/", number + 1) };
        let heading = heading.to_owned();
        pages.push(Listing { blog: index, path, heading, posts: posts.to_vec() });
    }
    pages
}
