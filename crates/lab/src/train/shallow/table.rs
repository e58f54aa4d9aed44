//! Blocks as a table: a column per feature, the class of each block, and its words as its weight.

#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockTable {
    /// The names of the columns.
    pub features: Vec<String>,
    pub columns: Vec<Vec<f64>>,
    /// The names of the classes; the first is boilerplate.
    pub names: Vec<String>,
    /// The class of each block, a number of [`BlockTable::names`].
    pub classes: Vec<usize>,
    /// The weight of each block, above 0.
    pub weights: Vec<f64>,
}

impl BlockTable {
    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Returns the features of a block.
    pub fn row(&self, block: usize) -> Vec<f64> {
        self.columns.iter().map(|column| column[block]).collect()
    }

    /// Returns the blocks of `rows`, in that order.
    pub fn part(&self, rows: &[usize]) -> Self {
        Self {
            features: self.features.clone(),
            columns: self
                .columns
                .iter()
                .map(|column| rows.iter().map(|&row| column[row]).collect())
                .collect(),
            names: self.names.clone(),
            classes: rows.iter().map(|&row| self.classes[row]).collect(),
            weights: rows.iter().map(|&row| self.weights[row]).collect(),
        }
    }

    /// Returns the table with the columns of these names alone, in this order. Unknown names are
    /// left out.
    pub fn with_names(&self, names: &[String]) -> Self {
        let places: Vec<usize> = names
            .iter()
            .filter_map(|name| self.features.iter().position(|known| known == name))
            .collect();
        Self {
            features: places.iter().map(|&place| self.features[place].clone()).collect(),
            columns: places.iter().map(|&place| self.columns[place].clone()).collect(),
            names: self.names.clone(),
            classes: self.classes.clone(),
            weights: self.weights.clone(),
        }
    }

    /// Returns the words of each class.
    pub fn words(&self) -> Vec<f64> {
        words(self, 0..self.len())
    }
}

/// Returns the words of each class in some blocks of a table.
pub fn words(table: &BlockTable, blocks: impl Iterator<Item = usize>) -> Vec<f64> {
    let mut words = vec![0.0; table.names.len()];
    for block in blocks {
        words[table.classes[block]] += table.weights[block];
    }
    words
}

/// Returns the class with the most words, the first of equals.
pub fn heaviest(words: &[f64]) -> usize {
    (0..words.len()).fold(0, |best, class| if words[class] > words[best] { class } else { best })
}
