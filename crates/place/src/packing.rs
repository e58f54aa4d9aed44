//! Recognises packings, compressions and encodings of text that no reader unpacks.

/// The first bytes of packed files.
const MAGICS: [(&[u8], &str); 12] = [
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x04\x22\x4d\x18", "lz4 data"),
    (b"\x02\x21\x4c\x18", "lz4 data"),
    (b"\xff\x06\0\0sNaPpY", "snappy data"),
    (b"LZIP\x01", "lzip data"),
    (b"\x89LZO\0\r\n\x1a\n", "lzo data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"PK\x03\x04", "a zip file"),
    (b"PK\x05\x06", "a zip file"),
    (b"MSCF\0\0\0\0", "a CAB archive"),
    (b"!<arch>\n", "an ar archive"),
];
/// What is left if a file was compressed twice.
const TWICE: [(&[u8], &str); 3] = [
    (b"\x1f\x8b\x08", "gzip data inside compressed data"),
    (b"\x28\xb5\x2f\xfd", "zstd data inside compressed data"),
    (b"BZh91AY&SY", "bzip2 data inside compressed data"),
];
/// Extensions of packed files, for those that have no magic number or a damaged one.
const EXTENSIONS: [(&str, &str); 12] = [
    ("xz", "xz data"),
    ("lzma", "lzma data"),
    ("lz4", "lz4 data"),
    ("lz", "lzip data"),
    ("lzo", "lzo data"),
    ("sz", "snappy data"),
    ("snappy", "snappy data"),
    ("z", "data of the program compress"),
    ("br", "brotli data"),
    ("7z", "a 7z archive"),
    ("rar", "a RAR archive"),
    ("tar", "a tar archive"),
];
/// The first entries of zip files that are documents, not packed files.
const DOCUMENTS: [&[u8]; 8] = [
    b"[Content_Types].xml",
    b"_rels/",
    b"docProps/",
    b"word/",
    b"xl/",
    b"ppt/",
    b"mimetype",
    b"META-INF/",
];
/// Where a tar archive has its magic number.
const TAR: usize = 257;

/// Describes the packing of a file that starts with `bytes`, for a message; `None` if it is not
/// packed, or in a way that the readers unpack. A document in a zip file, such as a word
/// processor's, is not packed.
pub fn of_bytes(bytes: &[u8]) -> Option<&'static str> {
    if is_document(bytes) {
        return None;
    }
    let known = MAGICS.iter().chain(&TWICE).find(|(magic, _)| bytes.starts_with(magic));
    known.map(|(_, what)| *what).or_else(|| match bytes {
        // In text these are a number: in an archive, more digits follow.
        [b'0', b'7', b'0', b'7', b'0', b'1' | b'7', rest @ ..] if is_cpio(rest) => {
            Some("a cpio archive")
        }
        _ if bytes.get(TAR..).is_some_and(|rest| rest.starts_with(b"ustar")) => {
            Some("a tar archive")
        }
        // Two bytes are few: the third one has the number of bits, 9 to 16, and two unused ones.
        [0x1f, 0x9d, flags, ..] if flags & 0x60 == 0 && matches!(flags & 0x1f, 9..=16) => {
            Some("data of the program compress")
        }
        [0x5d, 0, 0, rest @ ..] if is_lzma(rest) => Some("lzma data"),
        _ => None,
    })
}

/// Describes the packing that the extension of a file's name stands for, for a message.
pub fn of_name(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    EXTENSIONS
        .iter()
        .find(|(known, _)| extension.eq_ignore_ascii_case(known))
        .map(|(_, what)| *what)
}

/// Returns whether a zip file is the container of a document: an office file, an EPUB or a Java
/// archive.
fn is_document(bytes: &[u8]) -> bool {
    // The name of the first entry is after its header of 30 bytes.
    bytes.starts_with(b"PK\x03\x04")
        && bytes.get(30..).is_some_and(|name| DOCUMENTS.iter().any(|known| name.starts_with(known)))
}

/// Returns whether a cpio header goes on with its next number.
fn is_cpio(rest: &[u8]) -> bool {
    rest.get(..6).is_some_and(|number| number.iter().all(u8::is_ascii_hexdigit))
}

/// Checks the size in an lzma header, behind its first three bytes: unknown, or less than a
/// tebibyte.
fn is_lzma(rest: &[u8]) -> bool {
    rest.get(2..10).is_some_and(|size| size == [0xff; 8] || size[5..] == [0; 3])
}

/// Whether a text that begins so is in UTF-16: with a mark, or two letters of ASCII first. A zero
/// after the first letter alone is a damaged text of another encoding.
pub fn is_utf16(early: &[u8]) -> bool {
    let zero_at = |place: usize| {
        let mut units = early.chunks_exact(2).take(2);
        early.len() > 1 && units.all(|unit| unit[place] == 0 && matches!(unit[1 - place], 1..=b'~'))
    };
    early.starts_with(b"\xff\xfe") || early.starts_with(b"\xfe\xff") || zero_at(0) || zero_at(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packings_are_detected_by_their_bytes() {
        let tar = [&[b'x'; TAR][..], b"ustar\x0000"].concat();
        let lzma = [&b"\x5d\0\0\x80\0"[..], &[0xff; 8], b"\0data"].concat();
        let cases: [(&[u8], &str); 10] = [
            (b"\xfd7zXZ\0\0\x04", "xz"),
            (b"\x04\x22\x4d\x18\x64", "lz4"),
            (b"7z\xbc\xaf\x27\x1c\0", "7z"),
            (b"Rar!\x1a\x07\x01\0", "RAR"),
            (b"\x1f\x9d\x90ab", "compress"),
            (b"LZIP\x01", "lzip"),
            (b"07070100000b1f000081a4", "cpio"),
            (b"\x1f\x8b\x08\0", "gzip"),
            (&tar, "tar"),
            (&lzma, "lzma"),
        ];
        for (bytes, expected) in cases {
            assert!(of_bytes(bytes).is_some_and(|what| what.contains(expected)), "{expected}");
        }
    }

    #[test]
    fn pages_images_and_documents_are_not_packed() {
        let docx = [&b"PK\x03\x04"[..], &[0; 26], b"[Content_Types].xml"].concat();
        for bytes in [
            &b""[..],
            b"<html>",
            b"\x89PNG\r\n\x1a\n",
            b"%PDF-1.4",
            b"\x1f\x9d\0",
            b"\x5d\0\0",
            b"070701 0 doc-1 1",
            &docx,
        ] {
            assert_eq!(of_bytes(bytes), None, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn utf16_is_told_by_its_mark_or_by_its_first_letters() {
        for text in [&b"\xff\xfe1\0"[..], b"\xfe\xff\x001", b"1\0\t\0", b"\0<\0t", b"1\0"] {
            assert!(is_utf16(text), "{}", text.escape_ascii());
        }
        for text in [&b"1\0 0 d-1 1"[..], b"\0\x001", b"1 0 d-1 1\0", b"", b"\0"] {
            assert!(!is_utf16(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_name_shows_a_packing_without_a_magic_number() {
        assert_eq!(of_name("a/x.warc.br"), Some("brotli data"));
        assert_eq!(of_name("x.warc.Z"), Some("data of the program compress"));
        assert_eq!(of_name("x.warc.gz"), None);
        assert_eq!(of_name("xz"), None);
    }
}
