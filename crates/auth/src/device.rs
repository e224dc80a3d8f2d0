//! Recognises a browser that has signed in before.
//!
//! This grants no access. It only tells a person's own browser from strangers, so that other people's wrong passwords
//! don't make the account's owner wait. The server stores none of it: the cookie is sealed with the server's key.

use crate::seal::Sealer;

const KIND: &str = "device";

/// The cookie value for a browser that has signed in as a user.
pub fn issue(sealer: &Sealer, user: &str) -> String {
    sealer.seal(&format!("{KIND} {user} {:032x}", rand::random::<u128>()))
}

/// The browser that sent the value, if it has signed in as the user before.
pub fn known(sealer: &Sealer, sent: &str, user: &str) -> Option<String> {
    let text = sealer.open(sent).ok()?;
    let mut parts = text.split(' ');
    let is_theirs = parts.next() == Some(KIND) && parts.next() == Some(user);
    is_theirs.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer() -> Sealer {
        Sealer::from_base64(&Sealer::generate_key()).unwrap()
    }

    #[test]
    fn a_browser_is_known_for_the_user_who_signed_in() {
        let sealer = sealer();
        let sent = issue(&sealer, "ada");
        assert!(known(&sealer, &sent, "ada").is_some());
        assert_eq!(known(&sealer, &sent, "ad"), None);
        assert_eq!(known(&sealer, &sent, "bob"), None);
        assert_ne!(known(&sealer, &sent, "ada"), known(&sealer, &issue(&sealer, "ada"), "ada"), "each is its own");
    }

    #[test]
    fn nobody_makes_one_up() {
        let sealer = sealer();
        for sent in ["", "device ada 1", &issue(&self::sealer(), "ada"), &sealer.seal("whsec_abc")] {
            assert_eq!(known(&sealer, sent, "ada"), None);
        }
    }
}
