//! Somebody who signs tokens: a service account with a key of its own, or a CI system with an HTTP server of its own.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::{StatusCode, Uri, header};
use parking_lot::Mutex;
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RsaKeyPair, RsaPublicKeyComponents,
};
use serde_json::{Value as Json, json};

/// A key on the curve P-256.
pub struct Key {
    pub id: String,
    pair: EcdsaKeyPair,
}

impl Key {
    pub fn new(id: &str) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap();
        Self { id: id.to_owned(), pair }
    }

    /// The public half, as a JSON Web Key.
    pub fn public(&self) -> Json {
        let point = self.pair.public_key().as_ref();
        let (x, y) = (encode(&point[1..33]), encode(&point[33..]));
        json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.id, "x": x, "y": y })
    }

    pub fn set(&self) -> Json {
        json!({ "keys": [self.public()] })
    }

    pub fn sign(&self, claims: &Json) -> String {
        self.sign_as(&json!({ "alg": "ES256", "kid": self.id, "typ": "JWT" }), claims)
    }

    /// Signs whatever the header says, as a forger would.
    pub fn sign_as(&self, header: &Json, claims: &Json) -> String {
        let signed = signed(header, claims);
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("{signed}.{}", encode(signature.as_ref()))
    }

    /// A token whose HMAC is keyed with the public key, which everybody has.
    pub fn confused(&self, claims: &Json) -> String {
        confused(&json!({ "alg": "HS256", "kid": self.id }), self.public().to_string().as_bytes(), claims)
    }
}

/// A token with an HMAC in place of a signature, whatever its header says.
pub fn confused(header: &Json, secret: &[u8], claims: &Json) -> String {
    let signed = signed(header, claims);
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    format!("{signed}.{}", encode(hmac::sign(&key, signed.as_bytes()).as_ref()))
}

/// A public RSA key, and the forms in which a library might take it for a secret.
pub fn rsa() -> (Json, Vec<Vec<u8>>) {
    let pair = RsaKeyPair::from_pkcs8(include_bytes!("../../../auth/src/jwt/rsa_for_tests.pkcs8.der")).unwrap();
    let parts: RsaPublicKeyComponents<Vec<u8>> = pair.public().into();
    let public = json!({ "kty": "RSA", "kid": "rsa", "n": encode(&parts.n), "e": encode(&parts.e) });
    let der = pair.public().as_ref().to_vec();
    let pem = format!("-----BEGIN RSA PUBLIC KEY-----\n{}\n-----END RSA PUBLIC KEY-----\n", STANDARD.encode(&der));
    (public.clone(), vec![parts.n, der, pem.into_bytes(), public.to_string().into_bytes(), Vec::new()])
}

/// A token that nobody signed.
pub fn unsigned(claims: &Json) -> String {
    format!("{}.", signed(&json!({ "alg": "none" }), claims))
}

fn signed(header: &Json, claims: &Json) -> String {
    format!("{}.{}", encode(header.to_string().as_bytes()), encode(claims.to_string().as_bytes()))
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A CI system: a real HTTP server with a discovery document and keys.
#[derive(Clone)]
pub struct Issuer {
    pub url: String,
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    pages: HashMap<String, Page>,
    asked: Vec<String>,
}

#[derive(Clone)]
enum Page {
    Json(Json),
    Bytes(Vec<u8>),
    Redirect(String),
}

const DISCOVERY: &str = "/.well-known/openid-configuration";
const KEYS: &str = "/keys";

impl Issuer {
    pub async fn start(key: &Key) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let inner = Arc::new(Mutex::new(Inner::default()));
        let router = Router::new().fallback(answer).with_state(inner.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let issuer = Self { url, inner };
        issuer.names_keys_at(&format!("{}{KEYS}", issuer.url));
        issuer.has(&key.set());
        issuer
    }

    /// The keys that it publishes from now on.
    pub fn has(&self, keys: &Json) {
        self.put(KEYS, Page::Json(keys.clone()));
    }

    pub fn names_keys_at(&self, url: &str) {
        self.put(DISCOVERY, Page::Json(json!({ "issuer": self.url, "jwks_uri": url })));
    }

    pub fn claims_to_be(&self, issuer: &str) {
        self.put(DISCOVERY, Page::Json(json!({ "issuer": issuer, "jwks_uri": format!("{}{KEYS}", self.url) })));
    }

    pub fn redirects_keys_to(&self, url: &str) {
        self.put(KEYS, Page::Redirect(url.to_owned()));
    }

    pub fn publishes_too_much(&self) {
        self.put(KEYS, Page::Bytes(vec![b' '; 1024 * 1024]));
    }

    /// How often its keys were asked for.
    pub fn times_asked(&self) -> usize {
        self.inner.lock().asked.iter().filter(|path| *path == KEYS).count()
    }

    fn put(&self, path: &str, page: Page) {
        self.inner.lock().pages.insert(path.to_owned(), page);
    }
}

async fn answer(State(inner): State<Arc<Mutex<Inner>>>, uri: Uri) -> Response {
    let mut inner = inner.lock();
    inner.asked.push(uri.path().to_owned());
    match inner.pages.get(uri.path()).cloned() {
        Some(Page::Json(json)) => ([(header::CONTENT_TYPE, "application/json")], json.to_string()).into_response(),
        Some(Page::Bytes(bytes)) => bytes.into_response(),
        Some(Page::Redirect(to)) => (StatusCode::FOUND, [(header::LOCATION, to)]).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
