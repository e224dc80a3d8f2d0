//! The next and previous page of what a request lists, as path and query.

use cairn_engine::query::{ListParams, PageRequest, neighbours as around};
use http::Uri;

/// `next` and `previous` of a list.
pub fn neighbours(uri: &Uri, page: PageRequest, count: i64) -> (Option<String>, Option<String>) {
    around(uri.path(), &ListParams::parse(uri.query().unwrap_or_default()).0, page, count)
}
