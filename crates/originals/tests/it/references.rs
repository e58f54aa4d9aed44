//! Character references that NekoHTML reads differently from the WHATWG: a cause of known
//! differences.

/// Returns a page with its character references decoded like NekoHTML: numbers cut to 16 bits and
/// not mapped from windows-1252, names as in HTML 4 (only those that differ in HTML 5 and occur in
/// the pages).
pub fn as_nekohtml(html: &str) -> String {
    let mut pieces = html.split('&');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match number(piece) {
            Some((number, rest))
                if number > 0xFFFF || number == 0 || (0x80..0xA0).contains(&number) =>
            {
                out.extend(char::from_u32(number & 0xFFFF));
                out.push_str(rest.strip_prefix(';').unwrap_or(rest));
            }
            _ if ["copy2006", "AMP;", "notit;"].iter().any(|name| piece.starts_with(name)) => {
                out.extend(["&amp;", piece]);
            }
            _ => out.extend(["&", piece]),
        }
    }
    out
}

/// Returns the number of a numeric character reference, and the text after it.
fn number(reference: &str) -> Option<(u32, &str)> {
    let digits = reference.strip_prefix('#')?;
    let (digits, radix) =
        digits.strip_prefix(['x', 'X']).map_or((digits, 10), |digits| (digits, 16));
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    Some((u32::from_str_radix(&digits[..end], radix).ok()?, &digits[end..]))
}
