//! The structure of the pages of a finished index, for exports as Markdown and HTML.

use super::{PageAddress, RereadPage, reread_page};
use crate::corpus::Corpus;
use crate::error::{Error, Remedy, Result};
use crate::index::recipe::Store;
use crate::index::{Index, StoredTexts};
use crate::ingest::{described, read_page};
use tamis_blocks::Wanted;
use tamis_collection::Body;
use tamis_text::metadata::Metadata;
use tamis_text::structure::Structure;
use tantivy::DocAddress;

/// Checks that the indexes store what the structure of their pages is made of.
///
/// # Errors
/// [`Error::Index`] for one that does not.
pub fn check_structure(corpus: &Corpus) -> Result<()> {
    let stores = [Store::All, Store::Structure];
    match corpus.indexes.iter().find(|index| !stores.contains(&index.manifest.recipe.store)) {
        Some(index) => {
            let error = Error::index(&index.path, "does not store the structure of its pages");
            Err(error.with_remedy(Remedy::StoreStructure))
        }
        None => Ok(()),
    }
}

/// Returns the structure of a page, of which `texts` are the texts: as the index stores it, or that
/// of the page which the index stores.
///
/// # Errors
/// [`Error::Index`] if the index stores neither, or what it stores is damaged.
pub fn structure(corpus: &Corpus, address: PageAddress, texts: &StoredTexts) -> Result<Structure> {
    let segment = &corpus.segments[address.0];
    let index = &corpus.indexes[segment.index];
    if index.manifest.recipe.store == Store::Structure {
        let stored = texts.structure(corpus.titles(address.0, address.1)? as usize);
        return stored.ok_or_else(|| {
            let docno = texts.docno();
            let message = format!(
                "the structure of page {docno} is damaged, or written by another version of the \
                 program"
            );
            Error::index(&index.path, message).with_remedy(Remedy::Rebuild)
        });
    }
    let page = index.page_at(DocAddress::new(segment.ordinal, address.1))?;
    let blocks = page.blocks.len();
    let url = page.url.clone();
    let mut reread = reread_page(index, address, page)?;
    let bodies = std::mem::take(&mut reread.bodies);
    let mut made = bodies.into_iter().map(|body| parsed(index, &reread, body, &url));
    // The index does not know whether text was HTML or plain: its blocks tell.
    let fitting = made.find(|(_, found)| *found >= blocks);
    fitting.map(|(structure, _)| structure).ok_or_else(|| {
        let docno = &reread.docno;
        let message = format!(
            "page {docno} has other blocks than when it was indexed: another version of the \
             program cut it, or it reached the time limit for a page"
        );
        Error::index(&index.path, message).with_remedy(Remedy::StoreStructure)
    })
}

/// The structure of a page, and how many blocks it has with its title.
fn parsed(index: &Index, page: &RereadPage, body: Body, url: &str) -> (Structure, usize) {
    let recipe = &index.manifest.recipe;
    let wanted = Wanted { cut: recipe.cut, outline: true, markup: false, shown: true };
    let (page, _) = read_page(body, page.charset(), wanted, false, &recipe.limits.begin());
    let subject = page.subject();
    let address = Some(url).filter(|url| !url.is_empty());
    let mut blocks = subject.blocks.all().count();
    if recipe.has_descriptions() {
        let said = Metadata::read_without_kind(&subject, address);
        blocks += described(&said, recipe).map_or(0, |(_, described)| described.blocks.len());
    }
    (Structure::new(&subject, address), blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;
    use crate::ingest::{Options, ingest};
    use tamis_text::structure;

    #[test]
    fn a_damaged_structure_is_named_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        let out = folder.path().join("index");
        let html = "<h1>Tea</h1><p>Boil <a href=https://a.example/b>fresh</a> water.<p>Wait.";
        let line = format!("{{\"docno\":\"tea\",\"html\":\"{html}\"}}\n");
        std::fs::write(&file, line).unwrap();
        let recipe = Recipe { store: Store::Structure, ..Recipe::default() };
        ingest(&[file], &out, &Options { recipe, ..Options::default() }, &()).unwrap();
        let corpus = Corpus::new(vec![Index::open(&out).unwrap()]).unwrap();
        let read = |change: fn(&mut Vec<u8>)| {
            let texts = corpus.texts_at(0, 0).unwrap().with_structure(change);
            structure(&corpus, (0, 0), &texts)
        };
        let whole = read(|_| ()).unwrap().markdown(structure::Options::default());
        assert_eq!(whole, "## Tea\n\nBoil fresh water.\n\nWait.\n");
        let changes: [fn(&mut Vec<u8>); 4] = [
            Vec::clear,
            |bytes| bytes.truncate(bytes.len() - 1),
            |bytes| bytes[0] = 0xff,
            |bytes| *bytes.iter_mut().find(|byte| **byte == b'h').unwrap() = 0xff,
        ];
        for change in changes {
            let error = read(change).unwrap_err();
            assert_eq!(error.remedy(), Some(Remedy::Rebuild));
            let said = format!("{}: the structure of page tea is damaged", out.display());
            assert!(error.to_string().starts_with(&said), "{error}");
        }
    }
}
