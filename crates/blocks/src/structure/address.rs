//! Addresses made absolute.

use url::Url;

/// Where a page's relative addresses start from.
#[derive(Debug, Clone, Default)]
pub struct Base(Option<Url>);

impl Base {
    /// The address of a page, and what its BASE element names.
    pub fn new(page: Option<&str>, base: Option<&str>) -> Self {
        let page = page.and_then(|page| Url::parse(page).ok());
        let named = base.and_then(|base| match &page {
            Some(page) => page.join(base).ok(),
            None => Url::parse(base).ok(),
        });
        Self(named.or(page))
    }

    /// Whether an address is a place in the page itself.
    pub fn is_own(&self, address: &str) -> bool {
        let page = address.split('#').next().unwrap_or_default();
        address.contains('#')
            && (page.is_empty() || self.0.as_ref().is_some_and(|base| base.as_str() == page))
    }

    /// Returns an address as an absolute one; as it is, if the page's own is not known.
    pub fn absolute(&self, address: &str) -> String {
        let address = address.trim();
        match &self.0 {
            Some(base) if !address.is_empty() => {
                base.join(address).map_or_else(|_| address.to_owned(), Into::into)
            }
            _ => address.to_owned(),
        }
    }
}
