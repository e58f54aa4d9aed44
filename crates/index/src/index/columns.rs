//! The numbers that the index holds for every block.

use super::schema::MAX_SCORES;
use std::ops::{Index, IndexMut};

/// A number that the index holds for every block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockColumn {
    Words,
    AnchorWords,
    WrappedWords,
    WrappedLines,
    TagLevel,
    Tokens,
    /// 1 for the title, else 0.
    Kind,
    /// Pages with the block; 0 if it is not known.
    Repeats,
    /// Pages of the site with the block; 0 if it is not known.
    SiteRepeats,
    /// Pages of the site; 0 if it is not known.
    SitePages,
    /// A score, by its number in the recipe, below [`MAX_SCORES`]: its hundredths plus 1, or 0 for
    /// a block without a score ([`super::scores`]).
    Score(u8),
}

/// The names of the scores as columns.
const SCORE_COLUMNS: [&str; MAX_SCORES] =
    ["score_0", "score_1", "score_2", "score_3", "score_4", "score_5", "score_6", "score_7"];

/// The columns before the scores, in the order of [`BlockColumn::index`].
const PLAIN: [BlockColumn; 10] = [
    BlockColumn::Words,
    BlockColumn::AnchorWords,
    BlockColumn::WrappedWords,
    BlockColumn::WrappedLines,
    BlockColumn::TagLevel,
    BlockColumn::Tokens,
    BlockColumn::Kind,
    BlockColumn::Repeats,
    BlockColumn::SiteRepeats,
    BlockColumn::SitePages,
];

impl BlockColumn {
    pub const COUNT: usize = PLAIN.len() + MAX_SCORES;

    /// All columns, in the order of [`index`](Self::index).
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self::Score(0); Self::COUNT];
        let mut index = 0;
        while index < all.len() {
            all[index] = match index.checked_sub(PLAIN.len()) {
                Some(score) => Self::Score(score as u8),
                None => PLAIN[index],
            };
            assert!(all[index].index() == index);
            index += 1;
        }
        all
    };

    /// Returns the place of the column among all of them.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Words => 0,
            Self::AnchorWords => 1,
            Self::WrappedWords => 2,
            Self::WrappedLines => 3,
            Self::TagLevel => 4,
            Self::Tokens => 5,
            Self::Kind => 6,
            Self::Repeats => 7,
            Self::SiteRepeats => 8,
            Self::SitePages => 9,
            Self::Score(number) => PLAIN.len() + number as usize,
        }
    }

    /// Returns the name of the column; rules name a score by its classifier instead
    /// ([`Score::name`](super::Score::name)).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::AnchorWords => "anchor_words",
            Self::WrappedWords => "wrapped_words",
            Self::WrappedLines => "wrapped_lines",
            Self::TagLevel => "tag_level",
            Self::Tokens => "tokens",
            Self::Kind => "kind",
            Self::Repeats => "repeats",
            Self::SiteRepeats => "site_repeats",
            Self::SitePages => "site_pages",
            Self::Score(number) => SCORE_COLUMNS[number as usize],
        }
    }
}

/// A set of block columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ColumnSet(u32);

const _: () = assert!(BlockColumn::COUNT <= u32::BITS as usize);

impl ColumnSet {
    pub const EMPTY: Self = Self(0);
    pub const ALL: Self = Self::new(&BlockColumn::ALL);

    /// Returns the set of these columns.
    pub const fn new(columns: &[BlockColumn]) -> Self {
        let mut bits = 0;
        let mut place = 0;
        while place < columns.len() {
            bits |= 1 << columns[place].index();
            place += 1;
        }
        Self(bits)
    }

    #[inline]
    pub const fn insert(&mut self, column: BlockColumn) {
        self.0 |= 1 << column.index();
    }

    /// Returns the set with another column.
    #[inline]
    #[must_use]
    pub const fn with(mut self, column: BlockColumn) -> Self {
        self.insert(column);
        self
    }

    /// Whether a column is in the set.
    #[inline]
    pub const fn contains(self, column: BlockColumn) -> bool {
        self.0 >> column.index() & 1 == 1
    }

    /// Returns the columns that are in one of the sets, or in both.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a column is in both sets.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether no column is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<BlockColumn> for ColumnSet {
    fn from(column: BlockColumn) -> Self {
        Self::EMPTY.with(column)
    }
}

impl<const N: usize> From<[BlockColumn; N]> for ColumnSet {
    fn from(columns: [BlockColumn; N]) -> Self {
        Self::new(&columns)
    }
}

impl FromIterator<BlockColumn> for ColumnSet {
    fn from_iter<I: IntoIterator<Item = BlockColumn>>(columns: I) -> Self {
        columns.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl FromIterator<ColumnSet> for ColumnSet {
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, Self::union)
    }
}

/// The numbers of neighbouring blocks: one list per column, each with one value per block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlockNumbers(pub(super) [Vec<u64>; BlockColumn::COUNT]);

impl BlockNumbers {
    /// Returns the lists of several columns at once, to write one by means of another.
    ///
    /// # Panics
    /// If a column is given twice.
    pub(super) fn several_mut<const N: usize>(
        &mut self,
        columns: [BlockColumn; N],
    ) -> [&mut [u64]; N] {
        match self.0.get_disjoint_mut(columns.map(BlockColumn::index)) {
            Ok(lists) => lists.map(Vec::as_mut_slice),
            Err(error) => panic!("{columns:?}: {error}"),
        }
    }
}

impl Index<BlockColumn> for BlockNumbers {
    type Output = [u64];

    #[inline]
    fn index(&self, column: BlockColumn) -> &[u64] {
        &self.0[column.index()]
    }
}

impl IndexMut<BlockColumn> for BlockNumbers {
    #[inline]
    fn index_mut(&mut self, column: BlockColumn) -> &mut [u64] {
        &mut self.0[column.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: ColumnSet =
        ColumnSet::new(&[BlockColumn::WrappedWords, BlockColumn::WrappedLines]);

    #[test]
    fn a_set_has_the_columns_that_were_put_in() {
        let mut set = ColumnSet::from([BlockColumn::Words, BlockColumn::Score(7)]);
        assert!(!set.contains(BlockColumn::Repeats) && set.contains(BlockColumn::Score(7)));
        set.insert(BlockColumn::Repeats);
        assert!(set.intersects(BlockColumn::Repeats.into()) && !set.intersects(LINES));
        let columns = BlockColumn::ALL.into_iter().filter(|column| set.contains(*column));
        assert!(columns.eq([BlockColumn::Words, BlockColumn::Repeats, BlockColumn::Score(7)]));
        assert_eq!(BlockColumn::ALL.into_iter().collect::<ColumnSet>(), ColumnSet::ALL);
        assert_eq!([set, LINES].into_iter().collect::<ColumnSet>(), set.union(LINES));
        assert!(ColumnSet::EMPTY.is_empty() && !LINES.is_empty());
    }

    #[test]
    fn several_columns_are_borrowed_at_once() {
        let mut numbers = BlockNumbers::default();
        numbers.0[BlockColumn::Words.index()] = vec![3];
        numbers.0[BlockColumn::Kind.index()] = vec![0];
        let [kinds, words] = numbers.several_mut([BlockColumn::Kind, BlockColumn::Words]);
        kinds[0] = words[0];
        assert_eq!(numbers[BlockColumn::Kind], [3]);
    }
}
