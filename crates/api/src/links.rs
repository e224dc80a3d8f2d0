//! The next and previous page of a list, as path and query.

use cairn_engine::query::PageRequest;
use http::Uri;

/// `next` and `previous` of a list.
pub fn neighbours(uri: &Uri, page: PageRequest, count: i64) -> (Option<String>, Option<String>) {
    let after = page.offset.saturating_add(page.limit);
    let next = (after < count).then(|| link(uri, page.limit, after));
    let previous = (page.offset > 0).then(|| link(uri, page.limit, (page.offset - page.limit).max(0)));
    (next, previous)
}

fn link(uri: &Uri, limit: i64, offset: i64) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        if name != "limit" && name != "offset" {
            query.append_pair(&name, &value);
        }
    }
    query.append_pair("limit", &limit.to_string());
    if offset > 0 {
        query.append_pair("offset", &offset.to_string());
    }
    format!("{}?{}", uri.path(), query.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_keep_the_rest_of_the_query() {
        let uri: Uri = "/api/assets/?limit=10&name=a%20b&offset=10".parse().unwrap();
        let (next, previous) = neighbours(&uri, PageRequest { limit: 10, offset: 10 }, 25);
        assert_eq!(next.as_deref(), Some("/api/assets/?name=a+b&limit=10&offset=20"));
        assert_eq!(previous.as_deref(), Some("/api/assets/?name=a+b&limit=10"));
        let (next, previous) = neighbours(&uri, PageRequest { limit: 2, offset: 999 }, 3);
        assert_eq!((next, previous.as_deref()), (None, Some("/api/assets/?name=a+b&limit=2&offset=997")));
    }
}
