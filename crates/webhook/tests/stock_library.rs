//! The official `standardwebhooks` crate reads what we sign, in the two ways that the documentation names.

use std::time::UNIX_EPOCH;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cairn_webhook::{Secret, SignMode, sign};
use http::HeaderMap;
use standardwebhooks::Webhook;

const BODY: &[u8] = br#"{"type":"asset.created","timestamp":"2023-11-14T22:13:20Z","data":{"id":"53709ff2"}}"#;

/// Signs now, since the library reads the machine's clock.
fn delivery(secret: &Secret, mode: SignMode) -> HeaderMap {
    let now = UNIX_EPOCH.elapsed().unwrap().as_secs() as i64;
    let mut headers = HeaderMap::new();
    headers.insert("webhook-id", "msg_1".parse().unwrap());
    headers.insert("webhook-timestamp", now.to_string().parse().unwrap());
    headers.insert("webhook-signature", sign(secret, mode, "msg_1", now, BODY).unwrap().parse().unwrap());
    headers
}

#[test]
fn in_standard_mode_it_takes_the_secret_as_shown() {
    let secret = Secret::generate();
    let library = Webhook::new(secret.as_str()).unwrap();
    for (mode, accepted) in [(SignMode::Standard, true), (SignMode::Both, true), (SignMode::Text, false)] {
        assert_eq!(library.verify(BODY, &delivery(&secret, mode)).is_ok(), accepted, "{mode:?}");
    }
    assert!(library.verify(b"{}", &delivery(&secret, SignMode::Standard)).is_err());
}

#[test]
fn in_text_mode_it_takes_base64_of_the_whole_secret() {
    let secret = Secret::generate();
    let library = Webhook::new(&STANDARD.encode(secret.as_str())).unwrap();
    for (mode, accepted) in [(SignMode::Text, true), (SignMode::Both, true), (SignMode::Standard, false)] {
        assert_eq!(library.verify(BODY, &delivery(&secret, mode)).is_ok(), accepted, "{mode:?}");
    }
    assert!(library.verify(b"{}", &delivery(&secret, SignMode::Text)).is_err());
}
