//! The token endpoint, described for OpenAPI.

use cairn_describe::{Content, Method, Operation};
use serde_json::{Value as Json, json};

use super::proof::PATH;

pub fn operations() -> Vec<Operation> {
    let token = Operation::new(Method::Post, PATH, "oauth_token", "Signing in")
        .summary("Get an access token for a service account")
        .description(
            "OAuth 2.0 client credentials (RFC 6749). A service account authenticates with its secret, in the \
             header or the body, with an assertion that it has signed (RFC 7523), or with a token of an issuer that \
             it trusts, as an assertion or to be exchanged (RFC 8693). Refusals are in the form of RFC 6749.",
        )
        .public()
        .request(Content::of("application/x-www-form-urlencoded", form()))
        .response(Content::json(issued()))
        .status(200);
    vec![token]
}

fn form() -> Json {
    let text = |doc: &str| json!({ "type": "string", "description": doc });
    json!({
        "type": "object",
        "properties": {
            "grant_type": text("`client_credentials`, or `urn:ietf:params:oauth:grant-type:token-exchange`."),
            "client_id": text("The client id of the service account."),
            "client_secret": text("Its secret, if it is not in the Authorization header."),
            "client_assertion_type": text("`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`."),
            "client_assertion": text("A JWT that the account or an issuer that it trusts has signed."),
            "subject_token": text("A JWT of an issuer that the account trusts, to be exchanged."),
            "subject_token_type": text("`urn:ietf:params:oauth:token-type:jwt` or `…:id_token`."),
            "requested_token_type": text("`urn:ietf:params:oauth:token-type:access_token`."),
            "scope": text("Limits the token: `read` or `propose`, and `domain:` with the id of a domain."),
        },
        "required": ["grant_type"],
    })
}

fn issued() -> Json {
    json!({
        "type": "object",
        "properties": {
            "access_token": { "type": "string", "description": "Send it as `Authorization: Bearer …`." },
            "token_type": { "type": "string", "const": "Bearer" },
            "expires_in": { "type": "integer", "description": "Seconds for which it works." },
            "scope": { "type": "string" },
            "issued_token_type": { "type": "string" },
        },
        "required": ["access_token", "token_type", "expires_in"],
    })
}
