//! The formats of archives: this list, and a file for each. The file says how a file of its format
//! is distinguished from others, how it is read, and its names (`format.rs` explains them). A new
//! format needs a file, a line here and a `mod`.

pub(crate) mod arc;
pub(crate) mod detect;
pub(crate) mod folder;
mod format;
pub(crate) mod jsonl;
pub(crate) mod promise;
pub(crate) mod trecweb;
pub(crate) mod tsv;
pub(crate) mod wacz;
pub(crate) mod warc;

use format::InputFormat;

/// Makes the type of the list.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident => $file:ident,)*) => {
        /// The format of an archive.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ArchiveKind {
            $($(#[$about])* $kind,)*
        }

        impl ArchiveKind {
            /// All formats, in the order in which messages name them.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Returns what the format's file says of it.
            pub(crate) fn format(self) -> &'static InputFormat {
                match self {
                    $(Self::$kind => &$file::FORMAT,)*
                }
            }
        }
    };
}

kinds! {
    /// WARC, ISO 28500, and its drafts from 0.17 on.
    Warc => warc,
    /// ARC, versions 1 and 2: the format of crawlers before WARC.
    Arc => arc,
    /// A damaged WACZ: what is wrong with its directory, and no document. The archives in it are
    /// archives of their own.
    Wacz => wacz,
    /// `<DOC>` records: TREC web (WT2g to GOV2) and BLOGS06.
    TrecWeb => trecweb,
    /// One JSON object per line.
    Jsonl => jsonl,
    /// One document per line: docno, tab, text; or docno, URL, title and body.
    Tsv => tsv,
    /// HTML files.
    Folder => folder,
}

impl ArchiveKind {
    /// Returns the kind's stable name, in lower case: `warc`, `trecweb`.
    pub fn name(self) -> &'static str {
        self.format().name
    }
}

/// Says what every format is, for the messages about files of none.
pub(crate) fn expected() -> String {
    let all: Vec<&str> = ArchiveKind::ALL.iter().map(|kind| kind.format().expected).collect();
    let (last, others) = all.split_last().expect("there are formats");
    let others = others.join(", ");
    format!(
        "{others}, or {last}; plain or compressed with gzip, zstd or bzip2; leave this file out, \
         or unpack or convert it"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_formats_have_a_name_or_an_extension_in_common() {
        let mut names = HashSet::new();
        let mut extensions = HashSet::new();
        for format in ArchiveKind::ALL.iter().map(|kind| kind.format()) {
            assert!(names.insert(format.name), "{}", format.name);
            for extension in format.signs.extensions {
                assert!(extensions.insert(extension), "{extension}");
            }
        }
    }

    #[test]
    fn a_message_names_all_formats() {
        let formats = "WARC, ARC, WACZ, TREC web, JSONL, lines of docno<TAB>text or \
                       docno<TAB>url<TAB>title<TAB>body, or HTML";
        assert!(
            expected().starts_with(&format!("{formats}; plain or compressed with")),
            "{}",
            expected()
        );
    }
}
