//! Chooses pages so that their means are those of the collection to be made.

use crate::chance::{Purpose, hash};

/// How near the means must come to what is wanted.
const NEAR: f64 = 0.002;

/// What a page has, or the mean page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// Bytes of HTML.
    pub bytes: f64,
    pub blocks: f64,
}

#[derive(Debug, Clone, Copy)]
struct Sums {
    size: Size,
    pages: f64,
}

impl Sums {
    fn new(pages: &[Size]) -> Self {
        let bytes = pages.iter().map(|page| page.bytes).sum();
        let blocks = pages.iter().map(|page| page.blocks).sum();
        Self { size: Size { bytes, blocks }, pages: pages.len() as f64 }
    }

    fn without(self, page: Size) -> Self {
        let bytes = self.size.bytes - page.bytes;
        let blocks = self.size.blocks - page.blocks;
        Self { size: Size { bytes, blocks }, pages: self.pages - 1.0 }
    }

    fn mean(self) -> Size {
        Size { bytes: self.size.bytes / self.pages, blocks: self.size.blocks / self.pages }
    }

    /// Returns how far the means are from those that are wanted.
    fn distance(self, wanted: Size) -> f64 {
        let mean = self.mean();
        libm::hypot(mean.bytes / wanted.bytes - 1.0, mean.blocks / wanted.blocks - 1.0)
    }
}

pub fn mean(pages: &[Size]) -> Size {
    Sums::new(pages).mean()
}

/// Returns which pages to keep: drops pages in random order, each if the means come nearer by it,
/// until they are near. So there remain large and small pages of all sites.
pub fn select(pages: &[Size], wanted: Size, seed: u64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_by_key(|place| hash(seed, Purpose::Select, &[*place as u64]));
    let mut sums = Sums::new(pages);
    let mut is_kept = vec![true; pages.len()];
    for place in order {
        let now = sums.distance(wanted);
        if now < NEAR || sums.pages < 2.0 {
            break;
        }
        let without = sums.without(pages[place]);
        if without.distance(wanted) < now {
            is_kept[place] = false;
            sums = without;
        }
    }
    is_kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_come_near_and_large_pages_remain() {
        let page = |number: u32| Size {
            bytes: f64::from(number % 100 * 1000),
            blocks: f64::from(number % 7 * 50),
        };
        let pages: Vec<Size> = (0..5000).map(page).collect();
        let wanted = Size { bytes: 40_000.0, blocks: 125.0 };
        let is_kept = select(&pages, wanted, 1);
        let kept: Vec<Size> =
            (0..pages.len()).filter(|place| is_kept[*place]).map(|place| pages[place]).collect();
        let mean = mean(&kept);
        assert!((mean.bytes / wanted.bytes - 1.0).abs() < 0.01, "{mean:?}");
        assert!((mean.blocks / wanted.blocks - 1.0).abs() < 0.01, "{mean:?}");
        assert!(kept.iter().any(|page| page.bytes > 90_000.0));
    }
}
