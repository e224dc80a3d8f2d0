//! `cairn api GET /api/…`: sends any request, for what has no command of its own.

use std::io::Read;

use clap::Args;
use http::Method;
use serde_json::Value as Json;

use crate::connection::{Connection, Wanted};
use crate::failure::{Failure, Result};
use crate::output::{pretty, print_data};

/// Send a request to the API and print the response.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  cairn api GET /api/settings/feature-flags/\n  \
    echo '{\"outgoing_webhooks\": true}' | cairn api PATCH /api/settings/feature-flags/ -\n  \
    cairn api GET '/api/search/?q=vault'")]
pub struct Api {
    /// GET, POST, PUT, PATCH or DELETE.
    method: String,
    /// The path, such as /api/build/.
    path: String,
    /// - reads a JSON body from standard input.
    #[arg(value_name = "-", value_parser = ["-"], hide_possible_values = true)]
    body: Option<String>,
    /// The profile to use instead of the current one.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl Api {
    pub async fn run(self, wanted: Wanted) -> Result {
        let known = ["GET", "POST", "PUT", "PATCH", "DELETE"];
        let method = self.method.to_uppercase();
        if !known.contains(&method.as_str()) {
            return Err(Failure::usage(format!(
                "the method must be one of {}, not “{}”",
                known.join(", "),
                self.method
            )));
        }
        let method = Method::from_bytes(method.as_bytes()).map_err(|error| Failure::usage(error.to_string()))?;
        let path = if self.path.starts_with('/') { self.path.clone() } else { format!("/{}", self.path) };
        if !path.starts_with("/api/") {
            return Err(Failure::usage(format!("a path must start with /api/, unlike “{}”", self.path)));
        }
        let connection = Connection::open(&Wanted { profile: self.profile.or(wanted.profile), url: wanted.url })?;
        let body = match self.body {
            None => None,
            Some(_) => {
                let mut text = String::new();
                let read = std::io::stdin().read_to_string(&mut text);
                read.map_err(|error| Failure::other(format!("cannot read standard input: {error}")))?;
                let json: Json = serde_json::from_str(&text)
                    .map_err(|error| Failure::usage(format!("standard input is not JSON: {error}")))?;
                Some(json)
            }
        };
        let reply = connection.client.request(method, &path, body.as_ref()).await?;
        match serde_json::from_slice::<Json>(&reply.body) {
            Ok(json) => print_data(pretty(&json)),
            Err(_) => print_data(&reply.body),
        }
    }
}
