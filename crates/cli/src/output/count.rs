//! Counts with their nouns.

/// `1 file`, `2 files`; handles irregular plurals such as “entries”.
pub fn counted(count: u64, one: &str) -> String {
    match (count, one.strip_suffix('y')) {
        (1, _) => format!("{count} {one}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_not_several() {
        assert_eq!([0_u64, 1, 2].map(|count| counted(count, "file")), ["0 files", "1 file", "2 files"]);
        assert_eq!([1_u64, 2].map(|count| counted(count, "sealed entry")), ["1 sealed entry", "2 sealed entries"]);
    }
}
