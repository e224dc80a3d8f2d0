//! Decides whether a new password is good enough, and says what to do if it isn't.
//!
//! What counts is length and not being guessable. There are no rules on kinds of characters, since people respond to
//! those with `Password1!`. All problems are reported at once.

/// Counted in characters, not bytes: an accented letter is one character.
pub const MIN_LENGTH: usize = 10;
pub const MAX_LENGTH: usize = 256;

/// Shorter names, such as "Al", appear in other words by chance.
const MIN_PERSONAL_LENGTH: usize = 4;

/// The most common passwords in leaks, in lower case.
const COMMON: &str = include_str!("common.txt");

/// Checks a new password; `names` are the user's first and last names.
///
/// The error has one sentence for each problem, to be shown as it is.
pub fn check(password: &str, email: &str, names: &[&str]) -> Result<(), Vec<String>> {
    let mut faults = Vec::new();
    let length = password.chars().count();
    let lower = password.to_lowercase();
    if length < MIN_LENGTH {
        faults.push(format!("Use at least {MIN_LENGTH} characters; a few unrelated words work well."));
    }
    if length > MAX_LENGTH {
        faults.push(format!("Use at most {MAX_LENGTH} characters."));
    }
    if is_one_character_repeated(&lower) {
        faults.push("Do not repeat a single character.".to_owned());
    }
    if is_common(&lower) {
        faults.push("This password is too common. Choose another one.".to_owned());
    }
    let local_part = email.rsplit_once('@').map_or(email, |(local, _)| local);
    let has_address = !email.is_empty() && lower.contains(&email.to_lowercase());
    if has_address || contains_personal(&lower, local_part) {
        faults.push("Do not use your email address in your password.".to_owned());
    }
    if names.iter().any(|name| contains_personal(&lower, name)) {
        faults.push("Do not use your name in your password.".to_owned());
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn is_one_character_repeated(password: &str) -> bool {
    let mut characters = password.chars();
    let Some(first) = characters.next() else { return false };
    let mut rest = characters.peekable();
    rest.peek().is_some() && rest.all(|character| character == first)
}

/// Whether the password is a common one, possibly with digits and signs around it.
fn is_common(password: &str) -> bool {
    let core = password.trim_matches(|character: char| !character.is_alphabetic());
    COMMON.lines().any(|common| common == password || common == core)
}

/// Whether the password contains the whole text or one of its words.
fn contains_personal(password: &str, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let words = text.split(|character: char| !character.is_alphanumeric());
    std::iter::once(text.as_str())
        .chain(words)
        .any(|word| word.chars().count() >= MIN_PERSONAL_LENGTH && password.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(password: &str) -> Vec<String> {
        check(password, "alice.martin@example.org", &["Alice", "Le Bihan-Durand"]).err().unwrap_or_default()
    }

    fn assert_fault(password: &str, part: &str) {
        let faults = faults(password);
        assert!(faults.iter().any(|fault| fault.contains(part)), "{password:?}: {faults:?}");
    }

    #[test]
    fn good_passwords_pass() {
        for password in
            ["correct horse battery", "tr0ub4dor&3x", "éàüöçñßøåæ", "mannequin-7-lamp", "日本語日本語日本語日本"]
        {
            assert_eq!(faults(password), Vec::<String>::new(), "{password:?}");
        }
        assert_eq!(check("correct horse", "", &[]), Ok(()));
        assert_eq!(check("correct horse", "", &["", " "]), Ok(()));
    }

    #[test]
    fn length_counts_characters() {
        assert_fault("ab3de6gh9", "at least 10");
        assert_fault("éàüöçñßøå", "at least 10");
        assert_eq!(faults(&"ab".repeat(128)), Vec::<String>::new());
        assert_fault(&format!("{}c", "ab".repeat(128)), "at most 256");
        assert_eq!(faults("").len(), 1);
    }

    #[test]
    fn common_passwords_are_refused_with_their_usual_dressing() {
        for password in [
            "1234567890",
            "Password123",
            "PASSWORD2026!!",
            "123welcome123",
            "P@ssw0rd2026",
            "qwertyuiop1",
            "Summer2026!",
        ] {
            assert_fault(password, "too common");
        }
    }

    #[test]
    fn one_character_repeated_is_refused() {
        assert_fault("zzzzzzzzzzzz", "single character");
        assert_fault("zZzZzZzZzZzZ", "single character");
        assert_fault("            ", "single character");
        assert_fault("éééééééééééé", "single character");
    }

    #[test]
    fn the_email_and_the_names_are_left_out() {
        assert_fault("alice.martin-2026", "email");
        assert_fault("xx-MARTIN-7788", "email");
        assert_fault("my-Alice-lamp-9", "your name");
        assert_fault("durandcastle99", "your name");
        assert_fault("le bihan-durand", "your name");
        assert_eq!(check("albatross-lamp", "al@example.org", &["Al"]), Ok(()));
        assert_eq!(check("example.org-lamp", "alice@example.org", &[]), Ok(()));
    }

    #[test]
    fn all_faults_are_told_at_once() {
        assert_eq!(faults("alice").len(), 3, "{:?}", faults("alice"));
    }

    #[test]
    fn the_list_is_lower_case_and_without_doubles() {
        let mut seen = std::collections::HashSet::new();
        for line in COMMON.lines() {
            assert_eq!(line, line.to_lowercase().trim());
            assert!(!line.is_empty() && seen.insert(line), "{line:?}");
        }
        assert!(seen.len() >= 100);
    }
}
