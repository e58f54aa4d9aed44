//! Features one after the other, and those that leaves and the nodes around them have alike.

use super::count::TextCounts;

/// Features in the order of the file; exactly as many are added as there is room for.
pub(super) struct NetworkRow<const N: usize> {
    pub values: [f32; N],
    pub length: usize,
}

impl<const N: usize> NetworkRow<N> {
    pub fn new() -> Self {
        Self { values: [0.0; N], length: 0 }
    }

    pub fn number(&mut self, value: f64) {
        self.values[self.length] = value as f32;
        self.length += 1;
    }

    /// A number minus its mean, over its deviation.
    pub fn scaled(&mut self, value: f64, mean: f64, deviation: f64) {
        self.number((value - mean) / deviation);
    }

    /// A fact: 1 or -1.
    pub fn fact(&mut self, fact: bool) {
        self.number(sign(fact));
    }

    pub fn all(&mut self, values: &[f32]) {
        self.values[self.length..self.length + values.len()].copy_from_slice(values);
        self.length += values.len();
    }

    pub fn word_length(&mut self, counts: &TextCounts) {
        match counts.words {
            0 => self.number(-1.0),
            words => self.scaled(
                f64::from(counts.word_length / words).clamp(3.0, 15.0),
                4.910001,
                1.905709,
            ),
        }
    }

    pub fn stop_words(&mut self, counts: &TextCounts) {
        self.fact(counts.stop_words > 0);
        match counts.words {
            0 => self.number(0.0),
            words => self.scaled(f64::from(counts.stop_words) / f64::from(words), 0.374, 0.1529),
        }
    }

    pub fn punctuation(&mut self, counts: &TextCounts) {
        match counts.punctuation {
            0 => self.number(0.0),
            signs => {
                let share = f64::from(signs) / f64::from(counts.characters);
                self.scaled(share.ln().clamp(-4.0, -2.5), -3.338525, 0.6058926);
            }
        }
    }

    pub fn digits_and_sentences(&mut self, counts: &TextCounts) {
        self.scaled(sign(counts.digits > 0), -0.5900983, 0.8073342);
        self.scaled(f64::from(counts.digits) / f64::from(counts.characters), 0.2655969, 0.3052819);
        let length = f64::from(counts.characters / counts.sentences.max(1));
        self.scaled(length.ln().clamp(2.0, 5.0), 3.109, 1.011);
    }

    pub fn patterns(&mut self, counts: &TextCounts) {
        self.fact(counts.ends_with_punctuation);
        self.fact(counts.ends_with_question);
        self.fact(counts.copyright);
        self.fact(counts.email);
        self.fact(counts.url);
        self.fact(counts.year);
    }

    pub fn capitals(&mut self, counts: &TextCounts) {
        if counts.words == 0 {
            return self.all(&[0.0; 3]);
        }
        let share = f64::from(counts.capitalised) / f64::from(counts.words);
        self.scaled(share, 0.4475758, 0.4129316);
        self.scaled(share * share, 0.3708354, 0.4334037);
        self.scaled(share * share * share, 0.340843, 0.4404389);
    }
}

pub(super) fn sign(fact: bool) -> f64 {
    if fact { 1.0 } else { -1.0 }
}
