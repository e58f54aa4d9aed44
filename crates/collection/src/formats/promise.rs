//! What a file's name promises about its contents. The bytes decide where they can; the name
//! distinguishes a damaged archive from a file that never was one.

use super::{ArchiveKind, wacz};
use crate::compress::promised::{Compression, promised};

/// What a name promises; nothing by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Promise {
    /// The format of the records; never [`ArchiveKind::Folder`].
    pub kind: Option<ArchiveKind>,
    /// The outermost compression.
    pub compression: Option<Compression>,
    /// Whether it is a WACZ, which has archives in it.
    pub wacz: bool,
}

impl Promise {
    /// Returns what `name`, a path or its last part, promises.
    pub(crate) fn from_name(name: &str) -> Self {
        let (compression, rest) = promised(name);
        let extension = rest.rsplit_once('.').map(|(_, extension)| extension);
        let kind = ArchiveKind::ALL.iter().copied().find(|kind| {
            let signs = &kind.format().signs;
            extension.is_some_and(|extension| signs.extensions.contains(&extension))
                || (signs.is_name)(&rest)
        });
        Self { kind, compression, wacz: extension == Some(wacz::EXTENSION) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_a_format_and_a_compression() {
        use ArchiveKind::{Arc, Jsonl, TrecWeb, Tsv, Warc};
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
            ("x.tsv.gz", Some(Tsv), Some(Gzip)),
            ("package.json", None, None),
            ("a.warc/page.html", None, None),
            ("warc", None, None),
            ("", None, None),
        ];
        for (name, kind, compression) in cases {
            assert_eq!(
                Promise::from_name(name),
                Promise { kind, compression, wacz: false },
                "{name}"
            );
        }
        assert!(Promise::from_name("x.wacz").wacz);
    }
}
