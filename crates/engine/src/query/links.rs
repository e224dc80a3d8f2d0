//! The next and previous page of a list, as path and query.

use super::params::PageRequest;

/// `next` and `previous` of a list.
pub fn neighbours(
    path: &str,
    params: &[(String, String)],
    page: PageRequest,
    count: i64,
) -> (Option<String>, Option<String>) {
    let after = page.offset.saturating_add(page.limit);
    let next = (after < count).then(|| link(path, params, page.limit, after));
    let previous = (page.offset > 0).then(|| link(path, params, page.limit, (page.offset - page.limit).max(0)));
    (next, previous)
}

fn link(path: &str, params: &[(String, String)], limit: i64, offset: i64) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in params.iter().filter(|(name, _)| name != "limit" && name != "offset") {
        query.append_pair(name, value);
    }
    query.append_pair("limit", &limit.to_string());
    if offset > 0 {
        query.append_pair("offset", &offset.to_string());
    }
    format!("{path}?{}", query.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_keep_the_rest_of_the_query() {
        let params =
            [("limit", "10"), ("name", "a b"), ("offset", "10")].map(|(name, value)| (name.into(), value.into()));
        let (next, previous) = neighbours("/api/assets/", &params, PageRequest { limit: 10, offset: 10 }, 25);
        assert_eq!(next.as_deref(), Some("/api/assets/?name=a+b&limit=10&offset=20"));
        assert_eq!(previous.as_deref(), Some("/api/assets/?name=a+b&limit=10"));
        let (next, previous) = neighbours("/api/assets/", &params, PageRequest { limit: 2, offset: 999 }, 3);
        assert_eq!((next, previous.as_deref()), (None, Some("/api/assets/?name=a+b&limit=2&offset=997")));
    }
}
