//! The contract's test vector, and what must be refused.

use cairn_webhook::{Headers, Rejection, Secret, SecretError, SignMode, Verifier, sign, verify};
use proptest::prelude::*;

const SECRET: &str = "whsec_C2FVsBQIhrscChlQIMV2b5sSYspob7oD7dJJyjvKrAM4TTxG0SIcJ8Zqvgg9JTWe";
const ID: &str = "msg_0190b7c4a1e27d5c8f3e6a9b2c4d5e6f";
const TIME: i64 = 1_700_000_000;
const BODY: &[u8] = br#"{"type":"asset.created","timestamp":"2023-11-14T22:13:20Z","data":{"id":"53709ff2-ade7-4172-9dee-daa580cbba5b"}}"#;
const TEXT: &str = "v1,B/vN4+mqW8+8jZn7kngDfSfubLgNMM36s2MxPFN+EcE=";
const STANDARD: &str = "v1,rq8+F8+qzj6vSyYQyMG8GHSUr36mw/iEhHQTUm2xZ7c=";

fn secret() -> Secret {
    Secret::parse(SECRET).unwrap()
}

fn headers(signature: &str) -> Headers<'_> {
    Headers { id: Some(ID), timestamp: Some("1700000000"), signature: Some(signature) }
}

#[test]
fn the_test_vector() {
    let signed = |mode| sign(&secret(), mode, ID, TIME, BODY).unwrap();
    assert_eq!(signed(SignMode::Text), TEXT);
    assert_eq!(signed(SignMode::Standard), STANDARD);
    assert_eq!(signed(SignMode::Both), format!("{TEXT} {STANDARD}"));
    assert_eq!(SignMode::default(), SignMode::Text);
}

#[test]
fn each_reading_accepts_its_own_signature() {
    let both = format!("{TEXT} {STANDARD}");
    let verdict = |mode, signature: &str| {
        Verifier::with_mode(&secret(), mode).unwrap().verify(&headers(signature), BODY, TIME).is_ok()
    };
    for (mode, text, standard) in
        [(SignMode::Text, true, false), (SignMode::Standard, false, true), (SignMode::Both, true, true)]
    {
        assert_eq!(verdict(mode, TEXT), text);
        assert_eq!(verdict(mode, STANDARD), standard);
        assert!(verdict(mode, &both));
    }
}

#[test]
fn signatures_may_be_several_and_of_unknown_versions() {
    let judge = |signature: &str| verify(&secret(), &headers(signature), BODY, TIME);
    let value = TEXT.strip_prefix("v1,").unwrap();
    assert_eq!(judge(&format!("v1a,whatever v2 v1,AAAA {TEXT} v9,{value}")), Ok(()));
    for wrong in [
        value.to_owned(),
        format!("v2,{value}"),
        format!("v1a,{value}"),
        format!("V1,{value}"),
        format!("v1,{}", value.trim_end_matches('=')),
        format!("{TEXT}=="),
        TEXT.replace("v1,", "v1, "),
        "v1,".to_owned(),
        "v1".to_owned(),
        " ".to_owned(),
        "ü".to_owned(),
    ] {
        assert_eq!(judge(&wrong), Err(Rejection::BadSignature), "{wrong:?}");
    }
}

#[test]
fn every_header_is_needed() {
    let full = headers(TEXT);
    for (headers, name) in [
        (Headers { id: None, ..full }, "webhook-id"),
        (Headers { id: Some(""), ..full }, "webhook-id"),
        (Headers { timestamp: None, ..full }, "webhook-timestamp"),
        (Headers { signature: None, ..full }, "webhook-signature"),
    ] {
        let rejection = verify(&secret(), &headers, BODY, TIME).unwrap_err();
        assert_eq!(rejection, Rejection::MissingHeader(name));
        assert_eq!(rejection.to_string(), format!("the header {name} is missing"));
    }
    let found = Headers::from_fn(|name| match name {
        "webhook-id" => Some(ID),
        "webhook-timestamp" => Some("1700000000"),
        "webhook-signature" => Some(TEXT),
        _ => None,
    });
    assert_eq!(found, full);
}

#[test]
fn the_timestamp_is_a_plain_number_near_now() {
    let judge = |now| verify(&secret(), &headers(TEXT), BODY, now);
    assert_eq!(judge(TIME + 300), Ok(()));
    assert_eq!(judge(TIME - 300), Ok(()));
    assert_eq!(judge(TIME + 301), Err(Rejection::TooOld { seconds: 301 }));
    assert_eq!(judge(TIME - 301), Err(Rejection::TooNew { seconds: 301 }));
    for now in [i64::MIN, i64::MAX] {
        assert!(judge(now).is_err());
    }
    for text in ["+1700000000", "-1", "1700000000.0", " 1700000000", "17e8", "１７", "99999999999999999999"] {
        let headers = Headers { timestamp: Some(text), ..headers(TEXT) };
        assert_eq!(verify(&secret(), &headers, BODY, TIME), Err(Rejection::BadTimestamp), "{text:?}");
    }
    let verifier = Verifier::new(&secret());
    assert!(verifier.clone().tolerance(5).verify(&headers(TEXT), BODY, TIME + 6).is_err());
    assert!(verifier.any_age().verify(&headers(TEXT), BODY, 0).is_ok());
}

#[test]
fn a_second_secret_counts_while_the_first_is_replaced() {
    let old = Secret::generate();
    let verifier = Verifier::new(&old).also(&secret(), SignMode::Text).unwrap();
    assert_eq!(verifier.verify(&headers(TEXT), BODY, TIME), Ok(()));
    assert_eq!(Verifier::new(&old).verify(&headers(TEXT), BODY, TIME), Err(Rejection::BadSignature));
}

#[test]
fn the_standard_reading_needs_base64() {
    let text_only = Secret::parse("whsec_this-is-text-and-not-base64").unwrap();
    assert!(sign(&text_only, SignMode::Text, ID, TIME, BODY).is_ok());
    for mode in [SignMode::Standard, SignMode::Both] {
        assert_eq!(sign(&text_only, mode, ID, TIME, BODY), Err(SecretError::NotBase64));
    }
}

fn modes() -> impl Strategy<Value = SignMode> {
    prop_oneof![Just(SignMode::Text), Just(SignMode::Standard), Just(SignMode::Both)]
}

proptest! {
    #[test]
    fn what_is_signed_verifies(
        mode in modes(),
        secret in "[A-Za-z0-9+/]{24}([A-Za-z0-9+/]{4}){0,19}",
        id in "msg_[0-9a-f]{32}",
        time in 0i64..4_000_000_000,
        drift in -300i64..=300,
        body in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let secret = Secret::parse(&format!("whsec_{secret}")).unwrap();
        let signature = sign(&secret, mode, &id, time, &body).unwrap();
        let timestamp = time.to_string();
        let headers = Headers { id: Some(&id), timestamp: Some(&timestamp), signature: Some(&signature) };
        let verifier = Verifier::with_mode(&secret, mode).unwrap();
        prop_assert_eq!(verifier.verify(&headers, &body, time + drift), Ok(()));
        prop_assert!(Verifier::with_mode(&Secret::generate(), mode).unwrap().verify(&headers, &body, time).is_err());
    }

    /// One bit of anything that was sent or of the secret.
    #[test]
    fn any_flipped_bit_is_refused(
        mode in prop_oneof![Just(SignMode::Text), Just(SignMode::Standard)],
        body in prop::collection::vec(any::<u8>(), 1..200),
        part in 0usize..5,
        place in any::<prop::sample::Index>(),
        bit in 0u8..7,
    ) {
        let secret = Secret::parse(SECRET).unwrap();
        let signature = sign(&secret, mode, ID, TIME, &body).unwrap();
        let mut parts = [ID.into(), b"1700000000".to_vec(), signature.into_bytes(), SECRET.into(), body];
        let place = place.index(parts[part].len());
        parts[part][place] ^= 1 << bit;
        let [id, timestamp, signature, secret, body] = parts;
        // What is no longer text cannot be a header's value here; it is not accepted either.
        let as_text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
        let (id, timestamp, signature) = (as_text(id), as_text(timestamp), as_text(signature));
        let Ok(secret) = Secret::parse(&as_text(secret)) else { return Ok(()) };
        let Ok(verifier) = Verifier::with_mode(&secret, mode) else { return Ok(()) };
        let headers = Headers { id: Some(&id), timestamp: Some(&timestamp), signature: Some(&signature) };
        prop_assert!(verifier.any_age().verify(&headers, &body, TIME).is_err());
    }
}
