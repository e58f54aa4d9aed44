//! What a file's name promises about its compression.

/// A compression that the readers decompress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstd,
    Bzip2,
}

/// Returns the outermost compression that `name`, a path or its last part, promises, and its last
/// part without the extensions of compressions, in lower case.
pub(crate) fn promised(name: &str) -> (Option<Compression>, String) {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let mut rest = name.as_str();
    let mut outermost = None;
    while let Some((stem, extension)) = rest.rsplit_once('.') {
        let compression = match extension {
            "gz" | "gzip" => Compression::Gzip,
            "zst" | "zstd" => Compression::Zstd,
            "bz2" | "bzip2" => Compression::Bzip2,
            _ => break,
        };
        outermost.get_or_insert(compression);
        rest = stem;
    }
    (outermost, rest.to_owned())
}
