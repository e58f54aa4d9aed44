//! Whether the attribute `style` hides its element.

use tamis_blocks::page::InlineStyle;

/// Whether a style has `display: none` or `visibility: hidden`.
pub fn hides(style: &str) -> bool {
    let style = InlineStyle::read(style);
    style.display == Some("none") || style.visibility == Some("hidden")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_hide_as_in_browsers() {
        for style in [
            "display:none",
            "color:red;;Display : NONE ;",
            "display:none!important;display:block",
            "display:none;display:bogus",
            "/*x*/display:none",
            "background:url(data:x;y);display:none",
            "visibility:hidden",
        ] {
            assert!(hides(style), "{style}");
        }
        for style in [
            "",
            "display:none;display:block",
            "{display:none}",
            "display:none}",
            "list-style:none",
            "overflow:hidden",
            "display:'none'",
        ] {
            assert!(!hides(style), "{style}");
        }
    }
}
