//! Hashes, verifies and generates passwords.
//!
//! Uses Argon2id with the parameters OWASP recommends: a stolen table can be attacked offline for years. The plain
//! functions block for tens of milliseconds; request handlers use the `_async` versions.

mod limited;
mod strength;

use argon2::password_hash::{Error, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use tokio::sync::Semaphore;

use crate::random;

pub use strength::{DEFAULT_LENGTH, LEAST_LENGTH, MAX_LENGTH, check, score};

/// 19 MiB, two passes, one lane.
const PARAMS: Params = match Params::new(19_456, 2, 1, None) {
    Ok(params) => params,
    Err(_) => panic!("the parameters are in range"),
};

/// Random bytes in the form of a hash with our parameters. A constant, so that even the first attempt on an
/// unknown account after a start takes as long as any other.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$XYOQel7meD/Gr8Y6REiKwg$89KvGtW/IJgfLK9R1JL1FcF66nv8eOsoDzF2XKL8O2I";

/// Two at a time: enough for a busy morning, while the other cores stay free for requests.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// Lower-case letters and digits, without those that are easily confused: 0 and o, 1, i and l.
const ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Hashes a password with a new salt, as a PHC string.
pub fn hash(password: &str) -> String {
    let hash: PasswordHash = argon2()
        .hash_password(password.as_bytes())
        .expect("hashing fails only when the system has no memory or no randomness");
    hash.to_string()
}

/// Whether the password matches the hash.
///
/// An account without a usable hash takes just as long, so that timing doesn't reveal accounts without a password.
pub fn verify(password: &str, hash: &str) -> bool {
    match argon2().verify_password(password.as_bytes(), hash) {
        Ok(()) => true,
        Err(Error::PasswordInvalid) => false,
        Err(_) => verify_nobody(password),
    }
}

/// Takes as long as [`verify`] and is never true: for accounts that don't exist.
pub fn verify_nobody(password: &str) -> bool {
    let _ = std::hint::black_box(argon2().verify_password(password.as_bytes(), NOBODY));
    false
}

/// [`hash`] on a blocking thread.
pub async fn hash_async(password: String) -> String {
    limited::run(&PERMITS, move || hash(&password)).await
}

/// [`verify`] on a blocking thread.
pub async fn verify_async(password: String, hash: String) -> bool {
    limited::run(&PERMITS, move || verify(&password, &hash)).await
}

/// [`verify_nobody`] on a blocking thread.
pub async fn verify_nobody_async(password: String) -> bool {
    limited::run(&PERMITS, move || verify_nobody(&password)).await
}

/// A password that is easy to read out or copy, such as `k7mwp-3fqhx-9ancd-tz4ev`, with 99 bits of randomness.
pub fn generate() -> String {
    let groups: Vec<_> = (0..4).map(|_| random::text(ALPHABET, 5)).collect();
    groups.join("-")
}

fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, PARAMS)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const OURS: &str = "$argon2id$v=19$m=19456,t=2,p=1$";

    #[test]
    fn a_password_verifies_against_its_own_hash_only() {
        let stored = hash("correct horse");
        assert!(stored.starts_with(OURS), "{stored}");
        assert!(verify("correct horse", &stored));
        assert!(!verify("correct horsf", &stored));
        assert!(!verify("", &stored));
        assert_ne!(stored, hash("correct horse"), "each hash has its own salt");
    }

    #[test]
    fn weaker_parameters_of_an_older_hash_still_verify() {
        let older = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).unwrap());
        let stored = older.hash_password(b"correct horse").unwrap().to_string();
        assert!(verify("correct horse", &stored));
        assert!(!verify("wrong", &stored));
    }

    #[test]
    fn a_broken_hash_never_verifies() {
        let salt_only = format!("{OURS}c2FsdHNhbHRzYWx0");
        for stored in ["", "!", "plain", "$argon2id$", "$2b$12$abcdefghijklmnopqrstuv", &salt_only] {
            assert!(!verify("", stored), "{stored:?}");
            assert!(!verify("plain", stored), "{stored:?}");
        }
    }

    #[test]
    fn nobody_is_never_right_and_costs_the_same() {
        assert!(!verify_nobody("correct horse"));
        assert!(NOBODY.starts_with(OURS));
        let refused = argon2().verify_password(b"correct horse", NOBODY);
        assert_eq!(refused, Err(Error::PasswordInvalid), "the constant must be a whole hash");
        let (nobody, ours) = (PasswordHash::new(NOBODY).unwrap(), PasswordHash::new(&hash("x")).unwrap());
        assert_eq!(nobody.hash.map(|hash| hash.len()), ours.hash.map(|hash| hash.len()));
    }

    #[tokio::test]
    async fn the_async_ones_answer_the_same() {
        let stored = hash_async("correct horse".to_owned()).await;
        assert!(verify_async("correct horse".to_owned(), stored.clone()).await);
        assert!(!verify_async("wrong".to_owned(), stored).await);
        assert!(!verify_nobody_async("wrong".to_owned()).await);
    }

    #[test]
    fn a_generated_password_is_grouped_unambiguous_and_strong() {
        let mut seen = HashSet::new();
        for _ in 0..200 {
            let password = generate();
            let groups: Vec<_> = password.split('-').collect();
            assert_eq!(groups.len(), 4, "{password}");
            assert!(groups.iter().all(|group| group.len() == 5), "{password}");
            assert!(!password.contains(['0', 'o', '1', 'i', 'l']), "{password}");
            assert_eq!(check(&password, "alice@example.org", &["Alice"], DEFAULT_LENGTH), Ok(()));
            assert!(seen.insert(password));
        }
    }
}
