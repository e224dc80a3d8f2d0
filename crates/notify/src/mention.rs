//! Who is mentioned in a comment.

/// The names that follow an `@` at the beginning of a word: `@ada` or `@ada@example.com`, in lower case, each once. Code
/// is not searched: programs are full of such signs.
pub fn mentioned(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // Between backticks is code; what follows an odd one without a partner is not.
    let parts: Vec<&str> = text.split('`').collect();
    let is_code = |at: usize| at % 2 == 1 && at + 1 < parts.len();
    for part in parts.iter().enumerate().filter(|(at, _)| !is_code(*at)).map(|(_, part)| part) {
        for word in part.split(|letter: char| letter.is_whitespace() || "()[]{}<>,;:!?\"'*/|".contains(letter)) {
            let Some(name) = word.strip_prefix('@') else { continue };
            let name = name.trim_end_matches(['.', '_', '-', '@']).to_lowercase();
            if !name.is_empty() && name.chars().count() <= 100 && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::mentioned;

    #[test]
    fn names_are_found_where_words_begin() {
        assert_eq!(mentioned("Hello @Ada, see (@bob@example.com)."), ["ada", "bob@example.com"]);
        assert_eq!(mentioned("@ada @ADA **@ada**"), ["ada"]);
        assert!(mentioned("write to ada@example.com, `@cached fn`, @ and a@b").is_empty());
        assert_eq!(mentioned("a lone ` before @ada"), ["ada"]);
    }
}
