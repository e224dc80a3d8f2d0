//! Conditions on claims: a text, in which `*` stands for any characters.

/// Whether a text matches a pattern as a whole. Everything but `*` stands for itself, in the same case.
pub fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Whether a pattern for a subject says nothing of whose it is: one that begins with `*` matches the tokens that an
/// issuer gives to anybody.
pub fn is_too_wide(pattern: &str) -> bool {
    pattern.is_empty() || pattern.starts_with('*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text) in [
            ("repo:org/app:ref:refs/heads/main", "repo:org/app:ref:refs/heads/main"),
            ("repo:org/*:ref:refs/heads/main", "repo:org/app:ref:refs/heads/main"),
            ("repo:org/app:*", "repo:org/app:ref:refs/heads/main"),
            ("repo:org/app:*", "repo:org/app:"),
            ("a*b*c", "abc"),
            ("a*b*c", "a-b-b-c"),
            ("*", ""),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("repo:org/app", "repo:org/app2"),
            ("repo:org/app", "repo:org/ap"),
            ("repo:org/app", "REPO:org/app"),
            ("repo:org/app:*", "repo:org/apparent:x"),
            ("a*b*c", "acb"),
            ("ab*ba", "aba"),
            ("", "x"),
            ("a.c", "abc"),
        ] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn a_subject_says_whose_it_is() {
        assert!(is_too_wide("*") && is_too_wide("") && is_too_wide("*:main"));
        assert!(!is_too_wide("repo:org/*"));
    }
}
