//! The only place in this crate that generates random values.
//!
//! Secrets never come from a generator passed in by the caller: a seeded one, right for a test, would make them
//! guessable in production.

use rand::RngExt;

/// Draws each character uniformly and independently from an ASCII alphabet.
pub(crate) fn text(alphabet: &[u8], length: usize) -> String {
    let mut generator = rand::rng();
    (0..length).map(|_| char::from(alphabet[generator.random_range(0..alphabet.len())])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_the_alphabet_appears() {
        let drawn = text(b"abc", 1_000);
        assert_eq!(drawn.len(), 1_000);
        for character in ['a', 'b', 'c'] {
            assert!(drawn.matches(character).count() > 200, "{character} is too rare");
        }
    }
}
