//! Decides whether a new password is good enough, and says what to do if it isn't.
//!
//! What counts is length and not being guessable. There are no rules on kinds of characters, since people respond to
//! those with `Password1!`. All problems are reported at once.

/// No instance can ask for fewer characters. Counted in characters, not bytes: an accented letter is one.
pub const LEAST_LENGTH: usize = 8;
/// What an instance asks for unless someone changes it.
pub const DEFAULT_LENGTH: usize = 12;
pub const MAX_LENGTH: usize = 256;

/// Shorter names, such as "Al", appear in other words by chance.
const MIN_PERSONAL_LENGTH: usize = 4;

/// Words that passwords found in leaks are most often made of, in lower case.
const COMMON: &str = include_str!("common.txt");

/// Keys that lie side by side, and the alphabet.
const RUNS: [&str; 9] = [
    "abcdefghijklmnopqrstuvwxyz",
    "1234567890",
    "0123456789",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "qwertzuiop",
];

/// Checks a new password; `names` are the user's first and last names, `least` the number of characters it needs.
///
/// The error has one sentence for each problem, to be shown as it is.
pub fn check(password: &str, email: &str, names: &[&str], least: usize) -> Result<(), Vec<String>> {
    let mut faults = Vec::new();
    let (length, least) = (password.chars().count(), least.clamp(LEAST_LENGTH, MAX_LENGTH));
    let lower = password.to_lowercase();
    if length < least {
        faults.push(format!("Use at least {least} characters; a few unrelated words work well."));
    }
    if length > MAX_LENGTH {
        faults.push(format!("Use at most {MAX_LENGTH} characters."));
    }
    if is_repetition(&lower) {
        faults.push("Do not repeat a single character or a short text.".to_owned());
    } else if is_run(&lower) {
        faults.push("Do not use letters or digits in the order of the keyboard or the alphabet.".to_owned());
    } else if is_common(&lower) {
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

/// How well a password without faults withstands guessing, from 2 to 4, for a meter. Each further character counts for
/// more than its kind.
pub fn score(password: &str) -> u8 {
    let mut different: Vec<char> = password.chars().collect();
    let length = different.len();
    different.sort_unstable();
    different.dedup();
    match (length, different.len()) {
        (20.., 10..) => 4,
        (16.., 8..) => 3,
        _ => 2,
    }
}

/// Whether it is one character, or a text of a few, again and again.
fn is_repetition(password: &str) -> bool {
    let characters: Vec<char> = password.chars().collect();
    let is_made_of = |block: usize| characters.iter().skip(block).zip(&characters).all(|(one, earlier)| one == earlier);
    (1..=4).any(|block| characters.len() >= 2 * block && is_made_of(block))
}

/// Whether nearly all of it follows the keyboard or the alphabet, forwards or backwards.
fn is_run(password: &str) -> bool {
    let characters: Vec<char> = password.chars().collect();
    let pairs = characters.len().saturating_sub(1);
    let is_step = |pair: &&[char]| {
        let (one, next): (String, String) = (pair.iter().collect(), pair.iter().rev().collect());
        pair[0] == pair[1] || RUNS.iter().any(|run| run.contains(&one) || run.contains(&next))
    };
    let steps = characters.windows(2).filter(is_step).count();
    pairs >= 4 && steps * 4 >= pairs * 3
}

/// Whether the password is one or two common words, also once the digits and signs that people put around and into them
/// are taken off.
fn is_common(password: &str) -> bool {
    let core = password.trim_matches(|character: char| !character.is_alphabetic());
    let plain: String = core.chars().map(plain).collect();
    let is_word = |text: &str| COMMON.lines().any(|common| common == text);
    let is_two_words = |text: &str| {
        let mut cuts = text.char_indices().map(|(at, _)| at).skip(1);
        cuts.any(|at| text.get(..at).is_some_and(is_word) && text.get(at..).is_some_and(is_word))
    };
    [password, core, &plain].into_iter().any(|text| is_word(text) || is_two_words(text))
}

/// The letter that a sign or digit inside a word stands for.
fn plain(character: char) -> char {
    match character {
        '@' | '4' => 'a',
        '0' => 'o',
        '1' | '!' => 'i',
        '3' | '€' => 'e',
        '$' | '5' => 's',
        '7' => 't',
        other => other,
    }
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
        check(password, "alice.martin@example.org", &["Alice", "Le Bihan-Durand"], 10).err().unwrap_or_default()
    }

    fn assert_fault(password: &str, part: &str) {
        let faults = faults(password);
        assert!(faults.iter().any(|fault| fault.contains(part)), "{password:?}: {faults:?}");
    }

    #[test]
    fn good_passwords_pass() {
        for password in
            ["correct horse battery", "tr0ub4dor&3x", "éàüöçñßøåæ", "mannequin-7-lamp", "日本語と東京の雨の日々"]
        {
            assert_eq!(faults(password), Vec::<String>::new(), "{password:?}");
        }
        assert_eq!(check("correct horse", "", &[], 12), Ok(()));
        assert_eq!(check("correct horse", "", &["", " "], 12), Ok(()));
    }

    #[test]
    fn length_counts_characters() {
        assert_fault("ab3de6gh9", "at least 10");
        assert_fault("éàüöçñßøå", "at least 10");
        let long = "a quiet heron, 7 lamps; ".repeat(11);
        assert_eq!(faults(&long[..256]), Vec::<String>::new());
        assert_fault(&long[..257], "at most 256");
        assert_eq!(faults("").len(), 1);
    }

    #[test]
    fn the_least_length_is_a_setting_with_a_floor() {
        assert!(check("heron7lamp4x", "", &[], 12).is_ok());
        assert!(check("heron7lamp4x", "", &[], 13).is_err());
        assert!(check("heron7l", "", &[], 1).is_err(), "no instance can ask for less than 8");
        assert!(check("heron7lx", "", &[], 1).is_ok());
    }

    #[test]
    fn common_passwords_are_refused_with_their_usual_dressing() {
        for password in [
            "Password123",
            "PASSWORD2026!!",
            "123welcome123",
            "P@ssw0rd2026",
            "Summer2026!",
            "sh@d0w123456",
            "dragonmonkey",
            "iloveyou-2026!",
            "M0tdepasse2026",
        ] {
            assert_fault(password, "too common");
        }
    }

    #[test]
    fn keyboards_and_alphabets_are_refused() {
        for password in ["1234567890", "qwertyuiop1", "azertyuiop12", "abcdefghijkl", "zyxwvutsrqpo", "poiuytrewq"] {
            assert_fault(password, "keyboard");
        }
    }

    #[test]
    fn one_text_repeated_is_refused() {
        for password in ["zzzzzzzzzzzz", "zZzZzZzZzZzZ", "            ", "éééééééééééé", "abcabcabcabc", "x7k9x7k9x7k9"]
        {
            assert_fault(password, "repeat");
        }
    }

    #[test]
    fn the_email_and_the_names_are_left_out() {
        assert_fault("alice.martin-2026", "email");
        assert_fault("xx-MARTIN-7788", "email");
        assert_fault("my-Alice-lamp-9", "your name");
        assert_fault("durandcastle99", "your name");
        assert_fault("le bihan-durand", "your name");
        assert_eq!(check("albatross-lamp", "al@example.org", &["Al"], 12), Ok(()));
        assert_eq!(check("example.org-lamp", "alice@example.org", &[], 12), Ok(()));
    }

    #[test]
    fn all_faults_are_told_at_once() {
        assert_eq!(faults("alice").len(), 4, "{:?}", faults("alice"));
    }

    #[test]
    fn longer_is_stronger() {
        assert_eq!(score("heron7lamp4x"), 2);
        assert_eq!(score("a quiet heron on"), 3);
        assert_eq!(score("a quiet heron on 7 lamps"), 4);
        assert_eq!(score(&"ab".repeat(20)), 2);
    }

    #[test]
    fn the_list_is_lower_case_and_without_doubles() {
        let mut seen = std::collections::HashSet::new();
        for line in COMMON.lines() {
            assert_eq!(line, line.to_lowercase().trim());
            assert!(!line.is_empty() && seen.insert(line), "{line:?}");
        }
        assert!(seen.len() >= 500);
    }
}
