//! What a client asks for, and how it says who it is.

use cairn_auth::header as credentials;
use cairn_auth::jwt::Unverified;
use http::{HeaderMap, header};

use super::Result;
use super::refusal::{Code, Refusal};

const CLIENT_CREDENTIALS: &str = "client_credentials";
const TOKEN_EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const JWT_BEARER: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// What may be exchanged: a token that somebody signed.
const TOKEN_TYPES: [&str; 2] = ["urn:ietf:params:oauth:token-type:jwt", "urn:ietf:params:oauth:token-type:id_token"];
const ACCESS_TOKEN: &str = "urn:ietf:params:oauth:token-type:access_token";

const PARAMETERS: [&str; 13] = [
    "grant_type",
    "client_id",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
    "scope",
    "subject_token",
    "subject_token_type",
    "requested_token_type",
    // RFC 8693 and RFC 8707: accepted, since clients send them, and without effect, since there is one audience.
    "audience",
    "resource",
    "actor_token",
    "actor_token_type",
];

/// A longer one is no scope of ours.
const MAX_SCOPE: usize = 200;
const MAX_CLIENT_ID: usize = 200;

#[derive(Debug)]
pub struct Asked {
    pub client_id: String,
    pub credentials: Credentials,
    pub scope: Option<String>,
    /// Whether a token is exchanged, which the answer says.
    pub is_exchange: bool,
}

#[derive(Debug)]
pub enum Credentials {
    Secret { secret: String, by_header: bool },
    Assertion(String),
}

impl Credentials {
    /// How the client authenticated, for the audit log.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Secret { by_header: true, .. } => "client_secret_basic",
            Self::Secret { by_header: false, .. } => "client_secret_post",
            Self::Assertion(_) => "assertion",
        }
    }
}

impl Asked {
    pub fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self> {
        let fields = Fields::read(headers, body)?;
        let scope = fields.get("scope").map(str::to_owned);
        if scope.as_ref().is_some_and(|scope| scope.len() > MAX_SCOPE) {
            return Err(Refusal::new(Code::InvalidScope, "The scope is too long."));
        }
        let is_exchange = match fields.get("grant_type") {
            Some(CLIENT_CREDENTIALS) => false,
            Some(TOKEN_EXCHANGE) => true,
            Some(_) => {
                return Err(Refusal::new(
                    Code::UnsupportedGrantType,
                    "Use the grant type client_credentials, or urn:ietf:params:oauth:grant-type:token-exchange.",
                ));
            }
            None => return Err(Refusal::request("grant_type is missing.")),
        };
        let (client_id, credentials) = if is_exchange { exchange(&fields)? } else { client(headers, &fields)? };
        if client_id.len() > MAX_CLIENT_ID {
            return Err(Refusal::request("client_id is too long."));
        }
        Ok(Self { client_id, credentials, scope, is_exchange })
    }
}

/// Client authentication: in the header, in the body, or by an assertion; by one of them (RFC 6749, section 2.3).
fn client(headers: &HeaderMap, fields: &Fields) -> Result<(String, Credentials)> {
    let authorization = headers.get(header::AUTHORIZATION);
    let secret = fields.get("client_secret");
    let assertion = fields.get("client_assertion");
    if usize::from(authorization.is_some()) + usize::from(secret.is_some()) + usize::from(assertion.is_some()) > 1 {
        return Err(Refusal::request("Authenticate in one way only: header, client_secret or client_assertion."));
    }
    if let Some(value) = authorization {
        let read = value.to_str().ok().and_then(credentials::client);
        let (client_id, secret) =
            read.ok_or_else(|| Refusal::new(Code::InvalidClient, "The Authorization header is malformed.").asking())?;
        if fields.get("client_id").is_some_and(|named| named != client_id) {
            return Err(Refusal::request("client_id is another than in the Authorization header."));
        }
        return Ok((client_id, Credentials::Secret { secret, by_header: true }));
    }
    if let Some(assertion) = assertion {
        if fields.get("client_assertion_type") != Some(JWT_BEARER) {
            return Err(Refusal::request(format!("client_assertion_type must be {JWT_BEARER}.")));
        }
        // RFC 7521: the assertion names the client, unless the request does.
        let named = fields.get("client_id").map(str::to_owned);
        let told = || Unverified::read(assertion).ok().and_then(|token| token.subject().map(str::to_owned));
        let client_id = named.or_else(told).ok_or_else(|| Refusal::request("client_id is missing."))?;
        return Ok((client_id, Credentials::Assertion(assertion.to_owned())));
    }
    let client_id = fields.get("client_id");
    match (client_id, secret) {
        (Some(client_id), Some(secret)) => {
            Ok((client_id.to_owned(), Credentials::Secret { secret: secret.to_owned(), by_header: false }))
        }
        _ => Err(Refusal::new(Code::InvalidClient, "Send client_id with client_secret or client_assertion.").asking()),
    }
}

/// A token of a trusted issuer, to be exchanged (RFC 8693). The service account is the client.
fn exchange(fields: &Fields) -> Result<(String, Credentials)> {
    let client_id = fields.get("client_id").ok_or_else(|| Refusal::request("client_id is missing."))?;
    let token = fields.get("subject_token").ok_or_else(|| Refusal::request("subject_token is missing."))?;
    if !fields.get("subject_token_type").is_some_and(|kind| TOKEN_TYPES.contains(&kind)) {
        return Err(Refusal::request(format!("subject_token_type must be {}.", TOKEN_TYPES.join(" or "))));
    }
    if fields.get("requested_token_type").is_some_and(|kind| kind != ACCESS_TOKEN) {
        return Err(Refusal::request(format!("requested_token_type must be {ACCESS_TOKEN}.")));
    }
    if fields.get("actor_token").is_some() {
        return Err(Refusal::request("actor_token is not supported."));
    }
    Ok((client_id.to_owned(), Credentials::Assertion(token.to_owned())))
}

/// The fields of the form, each at most once.
struct Fields(Vec<(String, String)>);

impl Fields {
    fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self> {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err(Refusal::request(
                "Send a form with the header Content-Type: application/x-www-form-urlencoded.",
            ));
        }
        let mut fields: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(body) {
            if !PARAMETERS.contains(&&*name) {
                // RFC 6749, section 3.2: unknown parameters are ignored.
                continue;
            }
            if fields.iter().any(|(known, _)| *known == name) {
                return Err(Refusal::request(format!("{name} is given more than once.")));
            }
            // An empty parameter counts as omitted.
            if !value.is_empty() {
                fields.push((name.into_owned(), value.into_owned()));
            }
        }
        if fields.iter().any(|(_, value)| value.contains('\0')) {
            return Err(Refusal::request("A value contains a NUL character."));
        }
        Ok(Self(fields))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
