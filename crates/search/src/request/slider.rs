//! The values through which a slider of a threshold goes.

use crate::Decimal;

/// The values of a slider, from the lowest. No bound is one more step, where the bound is loosest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slider {
    /// Hundredths, from the first to the last with this step.
    Even(u16, u16, u16),
    /// Whole numbers with growing steps: each to 10, then nine between each power of ten and the
    /// next, to 10 000.
    Widening,
}

impl Slider {
    pub fn values(self) -> Vec<Decimal> {
        match self {
            Self::Even(first, last, step) => {
                let hundredths = (first..=last).step_by(step.into());
                hundredths.map(Decimal::from_hundredths).collect()
            }
            Self::Widening => {
                let mut values: Vec<u32> = (1..=10).collect();
                for power in [1, 10, 100] {
                    values.extend([12, 15, 20, 25, 30, 40, 50, 70, 100].map(|step| step * power));
                }
                values.into_iter().map(Decimal::whole).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(slider: Slider) -> Vec<String> {
        slider.values().iter().map(Decimal::to_string).collect()
    }

    #[test]
    fn values_are_even_or_ever_further_apart() {
        assert_eq!(texts(Slider::Even(0, 100, 25)), ["0", "0.25", "0.5", "0.75", "1"]);
        assert_eq!(texts(Slider::Even(100, 300, 100)), ["1", "2", "3"]);
        let widening = texts(Slider::Widening);
        assert_eq!(widening[8..13], ["9", "10", "12", "15", "20"]);
        assert_eq!((widening.len(), widening[36].as_str()), (37, "10000"));
    }
}
