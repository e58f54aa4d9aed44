//! Points in clusters, and the k-means of the paper.

/// A point in the plane: a line's smoothed ratio, and its derivative.
pub type PlanePoint = [f64; 2];

/// Points in clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    /// The mean of each cluster: at most as many as requested.
    pub centroids: Vec<PlanePoint>,
    /// The number of each point's cluster.
    pub assignment: Vec<usize>,
}

impl Clusters {
    /// Returns the first cluster whose mean has the smallest first coordinate.
    pub fn lowest(&self) -> usize {
        let mut lowest = 0;
        for i in 1..self.centroids.len() {
            if self.centroids[i][0] < self.centroids[lowest][0] {
                lowest = i;
            }
        }
        lowest
    }
}

/// Limit of iterations, as in Weka. Each takes one pass over all points, so time is linear.
pub(super) const MAX_ITERATIONS: usize = 500;

/// Clusters points into `k` clusters. If `pinned`, the mean of cluster 0 stays at the origin. The
/// first means are the origin and, of the distinct points by their distance from it, k - 1 at equal
/// steps: for 3 clusters the middle one and the farthest. Nothing is drawn at random. A cluster
/// that loses all points keeps its mean.
pub(super) fn k_means(points: &[PlanePoint], k: usize, pinned: bool) -> Clusters {
    let mut centroids = first_means(points, k);
    let mut assignment = vec![usize::MAX; points.len()];
    for _ in 0..MAX_ITERATIONS {
        let mut changed = false;
        let mut sums = vec![([0.0; 2], 0.0); centroids.len()];
        for (cluster, point) in assignment.iter_mut().zip(points) {
            let nearest = nearest(&centroids, point);
            changed |= std::mem::replace(cluster, nearest) != nearest;
            let (sum, count) = &mut sums[nearest];
            *sum = [sum[0] + point[0], sum[1] + point[1]];
            *count += 1.0;
        }
        if !changed {
            break;
        }
        for (centroid, (sum, count)) in centroids.iter_mut().zip(sums).skip(usize::from(pinned)) {
            if count > 0.0 {
                *centroid = sum.map(|sum| sum / count);
            }
        }
    }
    Clusters { centroids, assignment }
}

/// The square of a distance.
fn distance(one: &PlanePoint, other: &PlanePoint) -> f64 {
    let x = one[0] - other[0];
    let y = one[1] - other[1];
    x * x + y * y
}

/// Returns the nearest mean, the first of several.
fn nearest(centroids: &[PlanePoint], point: &PlanePoint) -> usize {
    let mut nearest = 0;
    let mut least = f64::INFINITY;
    for (i, centroid) in centroids.iter().enumerate() {
        let distance = distance(point, centroid);
        if distance < least {
            nearest = i;
            least = distance;
        }
    }
    nearest
}

/// Coordinates are not negative, so the order of numbers is that of their bits.
fn first_means(points: &[PlanePoint], k: usize) -> Vec<PlanePoint> {
    let origin = [0.0; 2];
    let bits =
        |point: &PlanePoint| [distance(point, &origin), point[0], point[1]].map(f64::to_bits);
    let elsewhere = points.iter().filter(|point| **point != origin);
    let mut distinct: Vec<[u64; 3]> = elsewhere.map(bits).collect();
    if distinct.len() < points.len() {
        distinct.push(bits(&origin));
    }
    distinct.sort_unstable();
    distinct.dedup();
    let last = distinct.len().saturating_sub(1);
    let mut means = vec![origin];
    for i in 1..k {
        let mean = distinct.get(last * i / (k - 1));
        means.extend(mean.map(|&[_, x, y]| [x, y].map(f64::from_bits)));
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_mean_stays_at_the_origin() {
        let points = [[1.0, 1.0], [2.0, 1.0], [50.0, 4.0], [52.0, 4.0], [100.0, 60.0]];
        let clusters = k_means(&points, 3, true);
        assert_eq!(clusters.assignment, [0, 0, 1, 1, 2]);
        assert_eq!(clusters.centroids, [[0.0, 0.0], [51.0, 4.0], [100.0, 60.0]]);
        let free = k_means(&points, 3, false);
        assert_eq!((free.assignment, free.centroids[0]), (clusters.assignment, [1.5, 1.0]));
    }

    #[test]
    fn few_points_fill_few_clusters() {
        assert_eq!(k_means(&[], 3, true).assignment, Vec::<usize>::new());
        assert_eq!(k_means(&[[0.0, 0.0]; 3], 3, true).assignment, [0; 3]);
        assert_eq!(k_means(&[[7.0, 0.0]], 3, true).assignment, [1]);
        assert_eq!(k_means(&[[7.0, 0.0]], 3, false).lowest(), 0);
    }

    proptest::proptest! {
        /// Every point is in the cluster of its nearest mean, and the means are those of their
        /// points.
        #[test]
        fn clusters_are_stable(
            points in proptest::collection::vec([0.0..100.0f64, 0.0..100.0], 0..60),
            k in 2usize..6,
        ) {
            let clusters = k_means(&points, k, true);
            proptest::prop_assert_eq!(clusters.centroids.first(), Some(&[0.0, 0.0]));
            for (point, cluster) in points.iter().zip(&clusters.assignment) {
                proptest::prop_assert_eq!(nearest(&clusters.centroids, point), *cluster);
            }
        }
    }
}
