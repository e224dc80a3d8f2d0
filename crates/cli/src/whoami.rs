//! `cairn whoami`

use clap::Args;
use serde_json::Value as Json;

use crate::common::Common;
use crate::connection::{Connection, Wanted};
use crate::failure::Result;
use crate::output::{Format, Screen, detail, object_for_programs, print, print_data};

/// Show who you are signed in as.
#[derive(Debug, Args)]
pub struct Whoami {
    #[command(flatten)]
    common: Common,
}

impl Whoami {
    pub async fn run(self, wanted: Wanted) -> Result {
        let connection = Connection::open(&self.common.wanted(wanted))?;
        let user = connection.client.get("/api/iam/current-user/", &Vec::new()).await?;
        if self.common.output != Format::Table {
            return print_data(object_for_programs(&user, self.common.output)?);
        }
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let all = |names: &Json| {
            let names = names.as_array().into_iter().flatten().filter_map(Json::as_str);
            names.collect::<Vec<_>>().join(", ")
        };
        let limits = limits(&connection, &user["token"]).await;
        let fields = [
            ("User", text(&user["email"])),
            ("Name", format!("{} {}", text(&user["first_name"]), text(&user["last_name"])).trim().to_owned()),
            ("Groups", all(&user["group_names"])),
            ("Roles", all(&user["role_names"])),
            ("Token", limits),
            ("Instance", connection.client.address().to_string()),
            ("Profile", connection.profile.unwrap_or_default()),
        ];
        let fields: Vec<(String, String)> = fields
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(label, text)| (label.to_owned(), text))
            .collect();
        print(&detail(&fields, Screen::stdout()))
    }
}

/// What the token may not do although its owner may.
async fn limits(connection: &Connection, token: &Json) -> String {
    let is = |name: &str| token[name] == Json::Bool(true);
    let mut limits = Vec::new();
    if is("read_only") {
        limits.push("read-only".to_owned());
    }
    if is("propose_only") {
        limits.push("propose-only: changes need approval".to_owned());
    }
    if let Some(id) = token["folder"].as_str() {
        // Someone who can't see the domain gets its id.
        let folder = connection.client.get(&format!("/api/folders/{id}/"), &Vec::new()).await;
        let name = folder.ok().and_then(|folder| folder["name"].as_str().map(str::to_owned));
        limits.push(format!("limited to the domain “{}” and its subdomains", name.as_deref().unwrap_or(id)));
    }
    limits.join("; ")
}
