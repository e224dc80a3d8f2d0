//! Signing in with a password, for as long as it takes to make a token.

use http::HeaderName;
use http::header::COOKIE;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::error::{Error, Result};
use crate::secret::Secret;

/// A person who has signed in with a password. Ends with [`Session::end`].
pub struct Session {
    client: Client,
}

/// A token that was just made. It is shown once.
#[derive(Debug)]
pub struct NewToken {
    pub id: String,
    pub token: Secret,
    /// When it stops to work.
    pub expiry: Option<String>,
}

#[derive(Deserialize)]
struct SignedIn {
    csrf_token: String,
}

impl Session {
    pub async fn begin(client: &Client, email: &str, password: &Secret) -> Result<Self> {
        let credentials = json!({ "email": email, "password": password.reveal() });
        let reply = client.request(http::Method::POST, "/api/iam/login/", Some(&credentials)).await?;
        let strange = || Error::Strange {
            address: client.address().to_string(),
            detail: "expected the response to a sign-in".into(),
        };
        let signed_in: SignedIn = serde_json::from_slice(&reply.body).map_err(|_| strange())?;
        let cookies = reply.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
        let cookies: Vec<&str> = cookies.filter_map(|cookie| cookie.split(';').next()).collect();
        let client = client.clone().with_header(COOKIE, &cookies.join("; "))?;
        let client = client.with_header(HeaderName::from_static("x-csrf-token"), &signed_in.csrf_token)?;
        Ok(Self { client })
    }

    pub async fn make_token(&self, name: &str, days: u32) -> Result<NewToken> {
        let wanted = json!({ "name": name, "expiry": days });
        let reply = self.client.request(http::Method::POST, "/api/iam/auth-tokens/", Some(&wanted)).await?;
        let made: Json = serde_json::from_slice(&reply.body).unwrap_or_default();
        let text = |key: &str| made[key].as_str().map(str::to_owned);
        match (text("id"), text("token")) {
            (Some(id), Some(token)) => Ok(NewToken { id, token: Secret::new(token), expiry: text("expiry") }),
            _ => Err(Error::Strange {
                address: self.client.address().to_string(),
                detail: "expected a new token".into(),
            }),
        }
    }

    pub async fn end(self) -> Result<()> {
        self.client.request(http::Method::POST, "/api/iam/logout/", None).await.map(drop)
    }
}
