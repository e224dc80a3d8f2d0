use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
    RsaPublicKeyComponents,
};
use serde_json::json;

use super::*;

const RSA: &[u8] = include_bytes!("rsa_for_tests.pkcs8.der");
const NOW: i64 = 1_772_000_000;

struct Signer {
    rsa: RsaKeyPair,
    ec: EcdsaKeyPair,
    ed: Ed25519KeyPair,
}

impl Signer {
    fn new() -> Self {
        let random = SystemRandom::new();
        let ec = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let ed = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        Self {
            rsa: RsaKeyPair::from_pkcs8(RSA).unwrap(),
            ec: EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, ec.as_ref(), &random).unwrap(),
            ed: Ed25519KeyPair::from_pkcs8(ed.as_ref()).unwrap(),
        }
    }

    fn keys(&self) -> Value {
        let (point, ed) = (self.ec.public_key().as_ref(), self.ed.public_key().as_ref());
        json!({ "keys": [
            self.rsa_key(),
            { "kty": "EC", "crv": "P-256", "kid": "ec", "use": "sig", "x": encode(&point[1..33]), "y": encode(&point[33..]) },
            { "kty": "OKP", "crv": "Ed25519", "kid": "ed", "x": encode(ed) },
        ] })
    }

    fn rsa_key(&self) -> Value {
        let public: RsaPublicKeyComponents<Vec<u8>> = self.rsa.public().into();
        json!({ "kty": "RSA", "kid": "rsa", "alg": "RS256", "use": "sig", "n": encode(&public.n), "e": encode(&public.e) })
    }

    fn sign(&self, header: &Value, claims: &Value) -> String {
        let signed = format!("{}.{}", encode(header.to_string().as_bytes()), encode(claims.to_string().as_bytes()));
        let random = SystemRandom::new();
        let signature = match header["alg"].as_str() {
            Some("RS256") => {
                let mut bytes = vec![0; self.rsa.public().modulus_len()];
                self.rsa.sign(&RSA_PKCS1_SHA256, &random, signed.as_bytes(), &mut bytes).unwrap();
                bytes
            }
            Some("ES256") => self.ec.sign(&random, signed.as_bytes()).unwrap().as_ref().to_vec(),
            Some("EdDSA") => self.ed.sign(signed.as_bytes()).as_ref().to_vec(),
            _ => Vec::new(),
        };
        format!("{signed}.{}", encode(&signature))
    }
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn claims() -> Value {
    json!({ "iss": "https://ci.example", "sub": "repo:org/app", "aud": "https://cairn.example", "exp": NOW + 300, "iat": NOW })
}

fn verify(text: &str, keys: &Value) -> Result<Claims, JwtError> {
    let keys = KeySet::read(keys).unwrap();
    let audiences = ["https://cairn.example".to_owned()];
    let expected = Expected { issuer: "https://ci.example", audiences: &audiences, now: NOW, longest: 3600 };
    Unverified::read(text)?.verify(&keys, &expected)
}

fn refusal(text: &str, keys: &Value) -> JwtError {
    verify(text, keys).expect_err("the token is refused")
}

#[test]
fn a_token_signed_by_one_of_the_keys_counts() {
    let signer = Signer::new();
    for (algorithm, key) in [("RS256", "rsa"), ("ES256", "ec"), ("EdDSA", "ed")] {
        let text = signer.sign(&json!({ "alg": algorithm, "kid": key, "typ": "JWT" }), &claims());
        let claims = verify(&text, &signer.keys()).unwrap();
        assert_eq!(claims.text("sub"), Some("repo:org/app"), "{algorithm}");
        assert_eq!(claims.expires(), NOW + 300);
        let unnamed = signer.sign(&json!({ "alg": algorithm }), &super::tests::claims());
        verify(&unnamed, &signer.keys()).unwrap();
    }
}

#[test]
fn none_and_hmac_do_not_exist() {
    let signer = Signer::new();
    for algorithm in ["none", "None", "NONE", "", "HS256", "HS512", "RS1", "ES256K"] {
        let text = signer.sign(&json!({ "alg": algorithm }), &claims());
        assert_eq!(refusal(&text, &signer.keys()), JwtError::Algorithm, "{algorithm}");
    }
    // A public key is no secret: neither the key nor the set is ever an HMAC key.
    let set = json!({ "keys": [{ "kty": "oct", "kid": "rsa", "k": "c2VjcmV0" }] });
    assert!(KeySet::read(&set).is_err());
}

#[test]
fn an_algorithm_belongs_to_a_kind_of_key() {
    let signer = Signer::new();
    for (algorithm, key) in [("ES256", "rsa"), ("RS256", "ec"), ("EdDSA", "ec"), ("RS256", "ed")] {
        let text = signer.sign(&json!({ "alg": algorithm, "kid": key }), &claims());
        assert_eq!(refusal(&text, &signer.keys()), JwtError::Algorithm, "{algorithm} with {key}");
    }
    // The key says that it is for another algorithm of its kind.
    let mut key = signer.rsa_key();
    key["alg"] = "PS256".into();
    let text = signer.sign(&json!({ "alg": "RS256", "kid": "rsa" }), &claims());
    assert_eq!(refusal(&text, &json!({ "keys": [key] })), JwtError::Algorithm);
}

#[test]
fn what_a_token_says_of_its_own_key_is_not_used() {
    let (signer, stranger) = (Signer::new(), Signer::new());
    let own = stranger.keys()["keys"][1].clone();
    let header = json!({ "alg": "ES256", "kid": "ec", "jwk": own, "jku": "https://evil.example/keys" });
    assert_eq!(refusal(&stranger.sign(&header, &claims()), &signer.keys()), JwtError::Signature);
    for id in ["../../etc/passwd", "ec' or '1'='1", "", "EC"] {
        let text = signer.sign(&json!({ "alg": "ES256", "kid": id }), &claims());
        assert_eq!(refusal(&text, &signer.keys()), JwtError::UnknownKey, "{id}");
    }
    for id in [json!(7), json!(["ec"]), json!({ "id": "ec" })] {
        let text = signer.sign(&json!({ "alg": "ES256", "kid": id }), &claims());
        assert_eq!(refusal(&text, &signer.keys()), JwtError::Malformed, "{id}");
    }
    let critical = signer.sign(&json!({ "alg": "ES256", "kid": "ec", "crit": ["b64"] }), &claims());
    assert_eq!(refusal(&critical, &signer.keys()), JwtError::Malformed);
}

#[test]
fn a_token_says_who_it_is_for_and_until_when() {
    let signer = Signer::new();
    let with = |name: &str, value: Value| {
        let mut claims = claims();
        claims[name] = value;
        let header = json!({ "alg": "ES256", "kid": "ec" });
        verify(&signer.sign(&header, &claims), &signer.keys()).err()
    };
    assert_eq!(with("iss", json!("https://ci.example/")), Some(JwtError::Issuer));
    assert_eq!(with("iss", json!(["https://ci.example"])), Some(JwtError::Issuer));
    assert_eq!(with("aud", json!("https://other.example")), Some(JwtError::Audience));
    assert_eq!(with("aud", json!(["https://other.example", "https://cairn.example"])), None);
    assert_eq!(with("aud", json!([])), Some(JwtError::Audience));
    assert_eq!(with("aud", Value::Null), Some(JwtError::Audience));
    assert_eq!(with("exp", json!(NOW - SKEW)), Some(JwtError::Expired));
    assert_eq!(with("exp", json!(NOW - SKEW + 1)), None);
    assert_eq!(with("exp", Value::Null), Some(JwtError::Expired));
    assert_eq!(with("exp", json!("tomorrow")), Some(JwtError::Expired));
    assert_eq!(with("exp", json!(NOW + 3600 + SKEW + 1)), Some(JwtError::TooLongLived));
    assert_eq!(with("exp", json!(1e300)), Some(JwtError::Expired));
    assert_eq!(with("nbf", json!(NOW + SKEW + 1)), Some(JwtError::NotYetValid));
    assert_eq!(with("nbf", json!(NOW + SKEW)), None);
    assert_eq!(with("iat", json!(NOW + 3000)), Some(JwtError::NotYetValid));
    assert_eq!(with("iat", json!("x")), Some(JwtError::Malformed));
}

#[test]
fn a_changed_token_does_not_count() {
    let signer = Signer::new();
    let text = signer.sign(&json!({ "alg": "ES256", "kid": "ec" }), &claims());
    let parts: Vec<&str> = text.split('.').collect();
    let mut other = claims();
    other["sub"] = "repo:evil/app".into();
    let swapped = format!("{}.{}.{}", parts[0], encode(other.to_string().as_bytes()), parts[2]);
    assert_eq!(refusal(&swapped, &signer.keys()), JwtError::Signature);
    assert_eq!(refusal(&format!("{}.{}.", parts[0], parts[1]), &signer.keys()), JwtError::Signature);
    for broken in ["", ".", "..", "a.b.c", "a.b", &format!("{text}="), &text.replace('.', "")] {
        assert_eq!(refusal(broken, &signer.keys()), JwtError::Malformed, "{broken}");
    }
    let long = format!("{}.{}", text, "a".repeat(MAX_LENGTH));
    assert_eq!(refusal(&long, &signer.keys()), JwtError::TooLong);
}

#[test]
fn a_key_set_is_public_and_short() {
    let signer = Signer::new();
    let mut private = signer.rsa_key();
    private["d"] = "abc".into();
    assert!(KeySet::read(&json!({ "keys": [private] })).is_err());
    assert!(KeySet::read(&json!({ "keys": vec![signer.rsa_key(); MAX_KEYS + 1] })).is_err());
    assert!(KeySet::read(&json!([])).is_err());
    let useless = json!({ "keys": [
        { "kty": "RSA", "n": "!", "e": "AQAB" }, { "kty": "EC", "crv": "P-256", "x": "AA", "y": "AA" }, "text", {},
        { "kty": "OKP", "crv": "X25519", "x": "AA" }, { "kty": "RSA", "use": "enc", "n": "AQAB", "e": "AQAB" },
    ] });
    assert!(KeySet::read(&useless).unwrap().is_empty());
    // A modulus of 8 bits is read, but verifies nothing.
    let weak = json!({ "keys": [{ "kty": "RSA", "n": "AQ", "e": "AQAB" }] });
    let text = signer.sign(&json!({ "alg": "RS256" }), &claims());
    assert_eq!(refusal(&text, &weak), JwtError::Signature);
}

#[test]
fn claims_match_patterns() {
    let claims = Claims(claims().as_object().unwrap().clone());
    assert!(claims.has("sub", "repo:org/*"));
    assert!(!claims.has("sub", "repo:other/*"));
    assert!(claims.has("iat", &NOW.to_string()));
    assert!(!claims.has("missing", "*"));
    let listed = Claims(json!({ "groups": ["a", "b"], "nested": { "a": "b" } }).as_object().unwrap().clone());
    assert!(listed.has("groups", "b") && !listed.has("groups", "c") && !listed.has("nested", "*"));
}
