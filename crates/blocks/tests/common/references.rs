//! Character references as NekoHTML reads them, where the WHATWG reads them otherwise: a cause of known differences.

/// The page with its character references as NekoHTML reads them: numbers cut to 16 bits and not mapped from
/// windows-1252, names as HTML 4 has them (of those that HTML 5 reads otherwise, the ones that occur).
pub fn as_nekohtml(html: &str) -> String {
    let mut pieces = html.split('&');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match number(piece) {
            Some((number, rest)) if number > 0xFFFF || number == 0 || (0x80..0xA0).contains(&number) => {
                out.extend(char::from_u32(number & 0xFFFF));
                out.push_str(rest.strip_prefix(';').unwrap_or(rest));
            }
            _ if ["copy2006", "AMP;", "notit;"].iter().any(|name| piece.starts_with(name)) => {
                out.extend(["&amp;", piece])
            }
            _ => out.extend(["&", piece]),
        }
    }
    out
}

/// The number of a numeric character reference, and what follows it.
fn number(reference: &str) -> Option<(u32, &str)> {
    let digits = reference.strip_prefix('#')?;
    let (digits, radix) = digits.strip_prefix(['x', 'X']).map_or((digits, 10), |digits| (digits, 16));
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    Some((u32::from_str_radix(&digits[..end], radix).ok()?, &digits[end..]))
}
