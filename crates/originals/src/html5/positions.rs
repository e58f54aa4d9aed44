//! Positions in a page as Java counts them: in UTF-16 units.

/// Translates positions in bytes. Asking for positions in order takes linear time.
#[derive(Debug)]
pub struct Positions<'a> {
    page: &'a [u8],
    byte: usize,
    unit: usize,
}

impl<'a> Positions<'a> {
    pub fn new(page: &'a str) -> Self {
        Self { page: page.as_bytes(), byte: 0, unit: 0 }
    }

    /// Returns the position of a byte, which may be after the end of the page.
    pub fn position(&mut self, byte: usize) -> i32 {
        let inside = byte.min(self.page.len());
        if inside >= self.byte {
            self.unit += units(&self.page[self.byte..inside]);
        } else {
            self.unit -= units(&self.page[inside..self.byte]);
        }
        self.byte = inside;
        (self.unit + (byte - inside)) as i32
    }
}

/// The UTF-16 units of some bytes of a text: one for each first byte of a character, one more if
/// there are four.
fn units(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    bytes.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf_16_units() {
        let page = "aé漢😀b";
        let mut positions = Positions::new(page);
        for (byte, _) in page.char_indices().chain(std::iter::once((page.len(), ' '))) {
            assert_eq!(positions.position(byte) as usize, page[..byte].encode_utf16().count());
        }
        assert_eq!(
            (positions.position(page.len() + 2), positions.position(1), positions.position(3)),
            (8, 1, 2)
        );
    }
}
