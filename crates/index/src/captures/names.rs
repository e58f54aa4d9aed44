//! Finds a page by another form of its record's id, and names that are near to one that no page
//! has.

use crate::error::Result;
use crate::index::Index;
use crate::index::url::UrlPrefix;
use tantivy::{DocAddress, SegmentReader};

/// Returns where the page with this docno is, or the page with this WARC-Record-ID: with or without
/// angle brackets, with or without `urn:uuid:`, in either case.
///
/// # Errors
/// If the index cannot be read.
pub fn record(index: &Index, name: &str) -> Result<Option<DocAddress>> {
    for form in forms(name) {
        if let Some(address) = index.address(&form)? {
            return Ok(Some(address));
        }
    }
    Ok(None)
}

/// Returns the id of a record without the angle brackets and the `urn:uuid:` that writers put
/// around it.
pub(super) fn bare(name: &str) -> &str {
    let name = name.trim();
    let name = name.strip_prefix('<').and_then(|name| name.strip_suffix('>')).unwrap_or(name);
    match name.get(..9) {
        Some(start) if start.eq_ignore_ascii_case("urn:uuid:") => &name[9..],
        _ => name,
    }
}

/// Returns the docnos that a name may stand for, the name itself first.
fn forms(name: &str) -> Vec<String> {
    let id = bare(name);
    let is_uuid = id.len() == 36 && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let mut forms = vec![name.to_owned()];
    if is_uuid {
        for id in [id.to_owned(), id.to_ascii_lowercase(), id.to_ascii_uppercase()] {
            forms.extend([format!("<urn:uuid:{id}>"), format!("urn:uuid:{id}"), id]);
        }
    } else if id != name {
        forms.push(id.to_owned());
    } else if name.contains(':') {
        forms.push(format!("<{name}>"));
    }
    forms
}

/// Returns up to `limit` names near to one that no page has, in the order of their bytes: docnos
/// that start with it, else URLs that do.
///
/// # Errors
/// If the index cannot be read.
pub fn near(index: &Index, name: &str, limit: usize) -> Result<Vec<String>> {
    let docnos = values(index, "docno", limit, |docno| docno.starts_with(name))?;
    if !docnos.is_empty() {
        return Ok(docnos);
    }
    let Some(prefix) = UrlPrefix::new(name) else { return Ok(docnos) };
    values(index, "url", limit, |url| prefix.is_start_of(url))
}

/// Returns the first `limit` values of a column that pass.
fn values(
    index: &Index,
    column: &str,
    limit: usize,
    passes: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for reader in index.searcher.segment_readers() {
        add_values(reader, column, limit, &passes, &mut found).map_err(|e| index.error(e))?;
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(limit);
    Ok(found)
}

/// Adds the first `limit` values of a segment's column that pass.
fn add_values(
    reader: &SegmentReader,
    column: &str,
    limit: usize,
    passes: impl Fn(&str) -> bool,
    found: &mut Vec<String>,
) -> tantivy::Result<()> {
    let Some(column) = reader.fast_fields().str(column)? else { return Ok(()) };
    let mut terms = column.dictionary().stream()?;
    let mut taken = 0;
    while taken < limit && terms.advance() {
        if let Some(value) = str::from_utf8(terms.key()).ok().filter(|value| passes(value)) {
            found.push(value.to_owned());
            taken += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_known_with_and_without_what_is_around_it() {
        let id = "0a1B2c3d-0000-0000-0000-000000000001";
        for name in
            [id.to_owned(), format!("urn:uuid:{id}"), format!("<URN:UUID:{id}>"), id.to_uppercase()]
        {
            let forms = forms(&name);
            assert_eq!(forms[0], name);
            assert!(
                forms.contains(&format!("<urn:uuid:{}>", id.to_lowercase())),
                "{name}: {forms:?}"
            );
        }
        assert_eq!(forms("clueweb09-en0000-00-00000"), ["clueweb09-en0000-00-00000"]);
        assert_eq!(forms("<id:x>"), ["<id:x>", "id:x"]);
        assert_eq!(forms("id:x"), ["id:x", "<id:x>"]);
    }
}
