//! Small helpers for words that are made from names.

/// `AppliedControl`, `applied-controls` or `due_date` as a person would write it.
pub fn humanize(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut previous_lower = false;
    for letter in name.chars() {
        if matches!(letter, '_' | '-' | '/') {
            words.push(' ');
            previous_lower = false;
        } else if letter.is_uppercase() {
            if previous_lower {
                words.push(' ');
            }
            if words.is_empty() || !previous_lower {
                words.push(letter);
            } else {
                words.extend(letter.to_lowercase());
            }
            previous_lower = false;
        } else {
            if words.is_empty() {
                words.extend(letter.to_uppercase());
            } else {
                words.push(letter);
            }
            previous_lower = true;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::humanize;

    #[test]
    fn names_become_words() {
        assert_eq!(humanize("AppliedControl"), "Applied control");
        assert_eq!(humanize("applied-controls"), "Applied controls");
        assert_eq!(humanize("due_date"), "Due date");
        assert_eq!(humanize("ToDo"), "To do");
        assert_eq!(humanize("P1"), "P1");
    }
}
