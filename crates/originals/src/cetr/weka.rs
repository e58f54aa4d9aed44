//! `SimpleKMeans` of Weka 3.6.14 with its default settings: seed 10, at most 500 iterations.

use super::cluster::{Clusters, MAX_ITERATIONS, PlanePoint};
use std::collections::HashSet;

/// Clusters points into at most `k` clusters.
pub(super) fn cluster(points: &[PlanePoint], k: usize) -> Clusters {
    let scale = PointScale::new(points);
    let scaled: Vec<PlanePoint> = points.iter().map(|point| scale.scaled(point)).collect();
    let (mut centroids, order) = first_centroids(points, k);
    // The passes go in this order; each point lies with its scaled form and its cluster.
    let in_order = order.into_iter().map(|i| (points[i as usize], scaled[i as usize], 0));
    let mut drawn: Vec<(PlanePoint, PlanePoint, usize)> = in_order.collect();
    for _ in 0..MAX_ITERATIONS {
        let mut changed = false;
        let mut sums = vec![([0.0; 2], 0.0f64); centroids.len()];
        let nearest = scale.nearest(&centroids);
        for (point, scaled, assigned) in &mut drawn {
            let cluster = nearest(scaled);
            changed |= std::mem::replace(assigned, cluster) != cluster;
            let (sum, count) = &mut sums[cluster];
            *sum = [sum[0] + point[0], sum[1] + point[1]];
            *count += 1.0;
        }
        // Clusters without points are dropped, and those after them get their numbers.
        let means = sums.into_iter().filter(|(_, count)| *count > 0.0);
        centroids = means.map(|(sum, count)| sum.map(|sum| sum / count)).collect();
        if !changed {
            break;
        }
    }
    let assignment = scaled.iter().map(scale.nearest(&centroids)).collect();
    Clusters { centroids, assignment }
}

/// Draws distinct points as the first centroids. Also returns the order that the draws leave all
/// points in, in which means are summed.
fn first_centroids(points: &[PlanePoint], k: usize) -> (Vec<PlanePoint>, Vec<u32>) {
    let mut random = JavaRandom::new(10);
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let mut centroids = Vec::new();
    let mut known = HashSet::new();
    for last in (0..order.len()).rev() {
        if centroids.len() == k {
            break;
        }
        let drawn = random.below(last as i32 + 1) as usize;
        let point = points[order[drawn] as usize];
        if known.insert(point.map(f64::to_bits)) {
            centroids.push(point);
        }
        order.swap(last, drawn);
    }
    (centroids, order)
}

/// Distances on coordinates that are scaled to 0 to 1.
struct PointScale {
    least: PlanePoint,
    most: PlanePoint,
}

impl PointScale {
    fn new(points: &[PlanePoint]) -> Self {
        let mut least = [f64::INFINITY; 2];
        let mut most = [f64::NEG_INFINITY; 2];
        for &[x, y] in points {
            least = [least[0].min(x), least[1].min(y)];
            most = [most[0].max(x), most[1].max(y)];
        }
        Self { least, most }
    }

    fn scaled(&self, point: &PlanePoint) -> PlanePoint {
        std::array::from_fn(|i| {
            if self.most[i] == self.least[i] {
                0.0
            } else {
                (point[i] - self.least[i]) / (self.most[i] - self.least[i])
            }
        })
    }

    /// Returns what finds a scaled point's nearest centroid, the first of several.
    fn nearest(&self, centroids: &[PlanePoint]) -> impl Fn(&PlanePoint) -> usize + use<> {
        let scaled: Vec<PlanePoint> = centroids.iter().map(|point| self.scaled(point)).collect();
        move |point| {
            let mut nearest = 0;
            let mut least = f64::INFINITY;
            for (i, centroid) in scaled.iter().enumerate() {
                let distance = distance(point, centroid);
                if distance < least {
                    nearest = i;
                    least = distance;
                }
            }
            nearest
        }
    }
}

/// Weka takes the root too, which can make two distances equal.
fn distance(one: &PlanePoint, other: &PlanePoint) -> f64 {
    let x = one[0] - other[0];
    let y = one[1] - other[1];
    (x * x + y * y).sqrt()
}

struct JavaRandom(u64);

impl JavaRandom {
    const FACTOR: u64 = 0x5_DEEC_E66D;
    const MASK: u64 = (1 << 48) - 1;

    fn new(seed: u64) -> Self {
        Self((seed ^ Self::FACTOR) & Self::MASK)
    }

    /// Returns the next 31 bits.
    fn next(&mut self) -> i32 {
        self.0 = self.0.wrapping_mul(Self::FACTOR).wrapping_add(11) & Self::MASK;
        (self.0 >> 17) as i32
    }

    /// `nextInt(bound)`: a number from 0 to `bound` - 1.
    fn below(&mut self, bound: i32) -> i32 {
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(self.next())) >> 31) as i32;
        }
        loop {
            let bits = self.next();
            let value = bits % bound;
            // Draws from the incomplete last range of numbers are repeated.
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that `new java.util.Random(10)` gives.
    #[test]
    fn numbers_are_those_of_java() {
        let mut random = JavaRandom::new(10);
        let numbers: Vec<i32> = (0..5).map(|_| random.below(100)).collect();
        assert_eq!(numbers, [13, 80, 93, 90, 46]);
        let mut random = JavaRandom::new(42);
        assert_eq!(
            (random.below(16), random.below(1 << 30), random.below(1_500_000_000)),
            (11, 58_696_381, 1_467_211_248)
        );
    }

    #[test]
    fn clusters_may_be_fewer_than_requested() {
        assert_eq!(cluster(&[], 3), Clusters { centroids: vec![], assignment: vec![] });
        assert_eq!(
            cluster(&[[1.0, 2.0]; 4], 3),
            Clusters { centroids: vec![[1.0, 2.0]], assignment: vec![0; 4] }
        );
        let points = [[0.0, 0.0], [1.0, 0.0], [100.0, 0.0], [101.0, 0.0]];
        let clusters = cluster(&points, 2);
        assert_eq!(clusters.assignment[0], clusters.assignment[1]);
        assert_ne!(clusters.assignment[1], clusters.assignment[2]);
    }
}
