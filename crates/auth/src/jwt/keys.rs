//! Public keys as JSON Web Keys, and the signatures they verify.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey};
use serde_json::{Map, Value};

use super::{Algorithm, JwtError};

/// More keys than any issuer has at a time.
pub const MAX_KEYS: usize = 100;

/// The public keys of somebody who signs tokens.
#[derive(Debug, Clone, Default)]
pub struct KeySet(Vec<Key>);

#[derive(Debug, Clone)]
struct Key {
    id: Option<String>,
    /// The only algorithm that the key is for, if it says so.
    algorithm: Option<String>,
    material: Material,
}

/// The kind of a key decides which algorithms it can be used with: a public key is never taken for the secret of an
/// HMAC.
#[derive(Debug, Clone)]
enum Material {
    Rsa { modulus: Vec<u8>, exponent: Vec<u8> },
    P256(Vec<u8>),
    P384(Vec<u8>),
    Ed25519(Vec<u8>),
}

impl KeySet {
    /// Reads a key set (RFC 7517). Keys that cannot verify anything here are left out; what is not a key set at all is
    /// refused, and so is a set that has private or symmetric keys in it, because it was published by mistake.
    pub fn read(json: &Value) -> Result<Self, &'static str> {
        let keys = json.get("keys").and_then(Value::as_array).ok_or("Expected a JSON Web Key Set: {\"keys\": […]}.")?;
        if keys.len() > MAX_KEYS {
            return Err("The key set has too many keys. The limit is 100.");
        }
        let objects: Vec<&Map<String, Value>> = keys.iter().filter_map(Value::as_object).collect();
        if objects.iter().any(|key| ["d", "k", "p", "q"].iter().any(|secret| key.contains_key(*secret))) {
            return Err("The key set contains a private or symmetric key. Give the public keys only.");
        }
        Ok(Self(objects.into_iter().filter_map(Key::read).collect()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn verify(
        &self,
        algorithm: Algorithm,
        id: Option<&str>,
        signed: &[u8],
        signature: &[u8],
    ) -> Result<(), JwtError> {
        let named: Vec<&Key> = match id {
            // A set with a single key often does not name it.
            Some(id) => self.0.iter().filter(|key| key.id.as_deref() == Some(id)).collect(),
            None => self.0.iter().collect(),
        };
        if named.is_empty() {
            return Err(JwtError::UnknownKey);
        }
        let fitting: Vec<&Key> = named.into_iter().filter(|key| key.suits(algorithm)).collect();
        if fitting.is_empty() {
            return Err(JwtError::Algorithm);
        }
        if fitting.iter().any(|key| key.verifies(algorithm, signed, signature)) {
            Ok(())
        } else {
            Err(JwtError::Signature)
        }
    }
}

impl Key {
    fn read(key: &Map<String, Value>) -> Option<Self> {
        let text = |name: &str| key.get(name).and_then(Value::as_str);
        let bytes = |name: &str| URL_SAFE_NO_PAD.decode(text(name)?.trim_end_matches('=')).ok();
        if text("use").is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let may_verify = |all: &Vec<Value>| all.iter().any(|one| one == "verify");
        if key.get("key_ops").and_then(Value::as_array).is_some_and(|all| !may_verify(all)) {
            return None;
        }
        let point = |size: usize| {
            let (x, y) = (bytes("x")?, bytes("y")?);
            (x.len() == size && y.len() == size).then(|| [&[4][..], &x, &y].concat())
        };
        let material = match (text("kty")?, text("crv")) {
            ("RSA", _) => Material::Rsa { modulus: number(bytes("n")?), exponent: number(bytes("e")?) },
            ("EC", Some("P-256")) => Material::P256(point(32)?),
            ("EC", Some("P-384")) => Material::P384(point(48)?),
            ("OKP", Some("Ed25519")) => Material::Ed25519(bytes("x").filter(|x| x.len() == 32)?),
            _ => return None,
        };
        Some(Self { id: text("kid").map(str::to_owned), algorithm: text("alg").map(str::to_owned), material })
    }

    fn suits(&self, algorithm: Algorithm) -> bool {
        let is_kind = match &self.material {
            Material::Rsa { .. } => rsa(algorithm).is_some(),
            Material::P256(_) => algorithm == Algorithm::Es256,
            Material::P384(_) => algorithm == Algorithm::Es384,
            Material::Ed25519(_) => algorithm == Algorithm::EdDsa,
        };
        let is_named = self.algorithm.as_deref().is_none_or(|name| Algorithm::find(name) == Some(algorithm));
        is_kind && is_named
    }

    fn verifies(&self, algorithm: Algorithm, signed: &[u8], signature: &[u8]) -> bool {
        let plain = |by: &'static dyn signature::VerificationAlgorithm, key: &[u8]| {
            UnparsedPublicKey::new(by, key).verify(signed, signature).is_ok()
        };
        match &self.material {
            Material::Rsa { modulus, exponent } => rsa(algorithm).is_some_and(|parameters| {
                RsaPublicKeyComponents { n: modulus, e: exponent }.verify(parameters, signed, signature).is_ok()
            }),
            Material::P256(point) => plain(&signature::ECDSA_P256_SHA256_FIXED, point),
            Material::P384(point) => plain(&signature::ECDSA_P384_SHA384_FIXED, point),
            Material::Ed25519(key) => plain(&signature::ED25519, key),
        }
    }
}

/// How RSA verifies with an algorithm; none if the algorithm is not one of RSA. Keys shorter than 2048 bits are refused.
fn rsa(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        Algorithm::Rs256 => &signature::RSA_PKCS1_2048_8192_SHA256,
        Algorithm::Rs384 => &signature::RSA_PKCS1_2048_8192_SHA384,
        Algorithm::Rs512 => &signature::RSA_PKCS1_2048_8192_SHA512,
        Algorithm::Ps256 => &signature::RSA_PSS_2048_8192_SHA256,
        Algorithm::Ps384 => &signature::RSA_PSS_2048_8192_SHA384,
        Algorithm::Ps512 => &signature::RSA_PSS_2048_8192_SHA512,
        Algorithm::Es256 | Algorithm::Es384 | Algorithm::EdDsa => return None,
    })
}

/// A number without leading zeros, as ring wants it.
fn number(bytes: Vec<u8>) -> Vec<u8> {
    bytes.into_iter().skip_while(|byte| *byte == 0).collect()
}
