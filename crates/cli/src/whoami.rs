//! `cairn whoami`

use clap::Args;
use serde_json::Value as Json;

use crate::common::Common;
use crate::connection::{Connection, Wanted};
use crate::failure::Result;
use crate::output::{Format, Screen, detail, object_for_programs, print};

/// Shows who you are to the instance.
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
            return print(&object_for_programs(&user, self.common.output)?);
        }
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &Json| {
            let words = value.as_array().into_iter().flatten();
            let words = words.filter_map(|one| one.as_str().or_else(|| one[0].as_str()));
            words.collect::<Vec<_>>().join(", ")
        };
        let limits = match &user["token"] {
            Json::Object(token) if token.get("read_only") == Some(&Json::Bool(true)) => "may only read".to_owned(),
            Json::Object(token) if token.get("folder").is_some_and(|folder| !folder.is_null()) => {
                "limited to one domain".to_owned()
            }
            _ => String::new(),
        };
        let fields = [
            ("User", text(&user["email"])),
            ("Name", format!("{} {}", text(&user["first_name"]), text(&user["last_name"])).trim().to_owned()),
            ("Groups", list(&user["user_groups"])),
            ("Roles", list(&user["roles"])),
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
