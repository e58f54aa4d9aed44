//! The hosts, and how many pages each gets. A site of the base becomes a platform with many hosts,
//! in proportion to its pages.

use crate::base::Base;
use crate::chance::fraction;

/// Hosts that may get pages, over all platforms.
pub const HOSTS: usize = 112_000;
/// Adds to the rank of a host in Zipf's law, so that the largest have about a four-hundredth of
/// the pages.
const SHIFT: f64 = 50.0;

/// The hosts of one platform.
#[derive(Debug)]
struct Platform {
    /// The number of the first host.
    first: usize,
    /// For each host the weight of it and all before it.
    sums: Vec<f64>,
}

/// The hosts of all platforms.
#[derive(Debug)]
pub struct Hosts {
    platforms: Vec<Platform>,
}

impl Hosts {
    /// Divides the hosts over the sites of the base.
    pub fn new(base: &Base) -> Self {
        let mut pages = vec![0_usize; base.sites];
        for page in &base.pages {
            pages[page.site] += 1;
        }
        let mut platforms = Vec::with_capacity(pages.len());
        let mut first = 0;
        for pages in pages {
            let share = pages as f64 / base.pages.len() as f64;
            let count = ((HOSTS as f64 * share) as usize).max(1);
            let mut sums = Vec::with_capacity(count);
            let mut sum = 0.0;
            for rank in 1..=count {
                sum += 1.0 / (rank as f64 + SHIFT * share);
                sums.push(sum);
            }
            platforms.push(Platform { first, sums });
            first += count;
        }
        Self { platforms }
    }

    /// Returns the number of hosts, with those that get no pages.
    pub fn count(&self) -> usize {
        self.platforms.last().map_or(0, |last| last.first + last.sums.len())
    }

    /// Returns a host of the site's platform, by 64 random bits.
    pub fn draw(&self, site: usize, bits: u64) -> usize {
        let platform = &self.platforms[site];
        let all = platform.sums.last().copied().unwrap_or_default();
        let rank = platform.sums.partition_point(|sum| *sum <= fraction(bits) * all);
        platform.first + rank.min(platform.sums.len() - 1)
    }
}
