//! What a file's name promises about its contents. The bytes decide where they can; the name tells a damaged archive from
//! a file that never was one.

use crate::kind::ArchiveKind;

/// A compression that the readers decompress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstd,
    Bzip2,
}

/// What a name promises; nothing by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Promise {
    /// The format of the records. Never [`ArchiveKind::Folder`], and never [`ArchiveKind::Tsv`], because topics and
    /// qrels are tables too.
    pub kind: Option<ArchiveKind>,
    /// The outermost compression.
    pub compression: Option<Compression>,
    /// Whether it is a WACZ.
    pub wacz: bool,
    /// Whether it is a table with tabs.
    pub table: bool,
}

impl Promise {
    /// Returns what `name`, a path or its last part, promises.
    pub(crate) fn of(name: &str) -> Self {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
        let (mut rest, mut promise) = (name.as_str(), Self::default());
        while let Some((stem, extension)) = rest.rsplit_once('.') {
            match extension {
                "gz" | "gzip" => promise.compressed(Compression::Gzip),
                "zst" | "zstd" => promise.compressed(Compression::Zstd),
                "bz2" | "bzip2" => promise.compressed(Compression::Bzip2),
                _ => {
                    promise.kind = kind(extension);
                    promise.wacz = extension == "wacz";
                    promise.table = extension == "tsv";
                    break;
                }
            }
            rest = stem;
        }
        promise.kind = promise.kind.or_else(|| is_blogs06(rest).then_some(ArchiveKind::TrecWeb));
        promise
    }

    fn compressed(&mut self, compression: Compression) {
        self.compression.get_or_insert(compression);
    }
}

/// Returns the format that usually has this extension.
fn kind(extension: &str) -> Option<ArchiveKind> {
    Some(match extension {
        "warc" | "wet" | "wat" => ArchiveKind::Warc,
        "arc" => ArchiveKind::Arc,
        // Not trec: qrels and runs have that ending too.
        "trecweb" => ArchiveKind::TrecWeb,
        "jsonl" | "ndjson" | "jl" | "jsonlines" => ArchiveKind::Jsonl,
        _ => return None,
    })
}

/// Returns whether a file is named like those of BLOGS06: `permalinks-000`.
fn is_blogs06(name: &str) -> bool {
    let parts = ["permalinks-", "feeds-", "homepages-"];
    let number = parts.iter().find_map(|part| name.strip_prefix(part));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_a_format_and_a_compression() {
        use ArchiveKind::{Arc, Jsonl, TrecWeb, Warc};
        use Compression::{Bzip2, Gzip, Zstd};
        let cases = [
            ("a/x.warc", Some(Warc), None),
            ("x.WARC.GZ", Some(Warc), Some(Gzip)),
            ("x.warc.wet.gz", Some(Warc), Some(Gzip)),
            ("x.arc.bz2", Some(Arc), Some(Bzip2)),
            ("x.y.jsonl.zst", Some(Jsonl), Some(Zstd)),
            ("BLOGS06/permalinks-012.gz", Some(TrecWeb), Some(Gzip)),
            ("GX000/00.gz", None, Some(Gzip)),
            ("permalinks-x.gz", None, Some(Gzip)),
            ("index.cdx", None, None),
            ("qrels.trec", None, None),
            ("x.jl.gz", Some(Jsonl), Some(Gzip)),
            ("x.jsonlines", Some(Jsonl), None),
            ("package.json", None, None),
            ("a.warc/page.html", None, None),
            ("warc", None, None),
            ("", None, None),
        ];
        for (name, kind, compression) in cases {
            assert_eq!(Promise::of(name), Promise { kind, compression, wacz: false, table: false }, "{name}");
        }
        assert!(Promise::of("x.wacz").wacz && Promise::of("x.tsv.gz").table);
    }
}
