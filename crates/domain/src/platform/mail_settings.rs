//! The mail server of the instance. Its password is stored encrypted, and never shown.

use cairn_access::Verb;
use cairn_engine::{Cx, Error, FieldErrors, Result, action};
use cairn_mail::{Security, Server, check_address};
use cairn_model::Describe;
use cairn_resources::platform::Settings;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::instance::Instance;
use super::notification;
use super::settings::{self, Group};

/// How mail is sent.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    /// Whether notifications are sent by email.
    pub enabled: bool,
    /// The host name of the mail server (SMTP).
    pub host: String,
    /// Its port: usually 587 with STARTTLS, 465 with TLS, 25 without encryption.
    pub port: i64,
    /// `starttls`, `tls`, or `none`.
    pub security: String,
    /// The user to sign in with. Empty if the server wants none.
    pub user: String,
    /// The sender: `security@example.com`, or `Cairn <security@example.com>`.
    pub from: String,
    /// The URL at which people open Cairn, for links in emails.
    pub site_url: String,
}

impl Default for Mail {
    fn default() -> Self {
        Self {
            enabled: false,
            host: String::new(),
            port: 587,
            security: "starttls".into(),
            user: String::new(),
            from: String::new(),
            site_url: String::new(),
        }
    }
}

impl Group for Mail {
    const NAME: &'static str = "mail";

    fn check(&self) -> Result<()> {
        let mut errors = FieldErrors::default();
        if Security::of(&self.security).is_none() {
            let all = Security::ALL.map(|(name, _)| name).join(", ");
            let given = &self.security;
            errors.add("security", format!("“{given}” is not a valid choice. Choose one of: {all}."));
        }
        if !(1..=65535).contains(&self.port) {
            errors.add("port", "Must be from 1 to 65535.");
        }
        if !self.from.is_empty()
            && let Err(message) = check_address(&self.from)
        {
            errors.add("from", message);
        }
        if !self.site_url.is_empty() && !is_site(&self.site_url) {
            errors.add("site_url", "Enter a URL that begins with http:// or https:// and has no question mark.");
        }
        let needed = [("host", &self.host), ("from", &self.from), ("site_url", &self.site_url)];
        for (field, _) in needed.into_iter().filter(|(_, value)| self.enabled && value.trim().is_empty()) {
            errors.add(field, "Needed to send email.");
        }
        errors.into_result()
    }
}

fn is_site(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_plain = |letter: char| !letter.is_whitespace() && !letter.is_control() && !"<>\"'?#".contains(letter);
    rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_plain)) && url.len() <= 500
}

impl Mail {
    /// Where the password is sent, and whether anyone on the way could read it.
    fn destination(&self) -> (&str, i64, &str, &str) {
        (&self.host, self.port, &self.security, &self.user)
    }

    /// The URL of a page of the interface.
    pub fn page(&self, path: &str) -> String {
        format!("{}/{path}", self.site_url.trim_end_matches('/'))
    }
}

/// The shape of what is shown: the settings, and whether there is a password.
pub fn shown_schema() -> Json {
    let mut schema = Mail::schema();
    schema["properties"]["has_password"] = json!({ "type": "boolean", "description": "Whether there is a password." });
    if let Some(required) = schema["required"].as_array_mut() {
        required.push("has_password".into());
    }
    schema
}

/// The shape of a change: any part of the settings, and the password.
pub fn change_schema() -> Json {
    let mut schema = Mail::schema();
    let doc = "The password to sign in with. Null removes it.";
    schema["properties"]["password"] = json!({ "type": ["string", "null"], "maxLength": MOST, "description": doc });
    schema.as_object_mut().map(|schema| schema.remove("required"));
    schema
}

/// The longest password.
const MOST: usize = 1000;

async fn shown(cx: &mut Cx) -> Result<Json> {
    let mail: Mail = settings::get(cx).await?;
    let mut shown = action::output(mail)?;
    shown["has_password"] = settings::sealed::<Mail>(cx).await?.is_some().into();
    Ok(shown)
}

pub async fn read(cx: &mut Cx) -> Result<Json> {
    let view = cx.resource::<Settings>().permission(Verb::View);
    if !cx.authority.allows_somewhere(view) {
        return Err(Error::Forbidden("You do not have permission to view the settings.".into()));
    }
    shown(cx).await
}

/// Changes some of the settings. Who changes where the password goes, or how, has to know it.
pub async fn change(cx: &mut Cx, body: &Json) -> Result<Json> {
    let resource = cx.resource::<Settings>();
    cx.require(resource, Verb::Change, cx.root_folder())?;
    let mut body = body.clone();
    let mut password = None;
    if let Some(wanted) = body.as_object_mut() {
        password = wanted.remove("password");
        // What was read may be sent back.
        wanted.remove("has_password");
    }
    // Before reading: a password that someone else stores meanwhile is meant for their server.
    cx.conn.lock("settings").await?;
    let before: Mail = settings::get(cx).await?;
    let mail: Mail = settings::set(cx, &body).await?;
    let is_moved = before.destination() != mail.destination();
    match password {
        Some(Json::String(password)) if !password.is_empty() && password.len() <= MOST => {
            let sealed = Instance::of(cx)?.sealer.seal(&password);
            settings::seal::<Mail>(cx, Some(sealed)).await?;
        }
        Some(Json::Null) => settings::seal::<Mail>(cx, None).await?,
        Some(Json::String(text)) if text.is_empty() => settings::seal::<Mail>(cx, None).await?,
        Some(_) => return Err(Error::field("password", "Expected a text of at most 1000 characters.")),
        None if is_moved => settings::seal::<Mail>(cx, None).await?,
        None => {}
    }
    if mail.enabled {
        notification::send_soon(cx).await?;
    }
    shown(cx).await
}

/// The server that the settings name.
pub async fn server(cx: &mut Cx, mail: &Mail) -> Result<Server> {
    let sealed = settings::sealed::<Mail>(cx).await?;
    let instance = Instance::of(cx)?;
    let open = |sealed: String| {
        let opened = instance.sealer.open(&sealed);
        opened.map_err(|error| Error::Conflict(format!("The password cannot be read: {error}. Enter it again.")))
    };
    let password = sealed.map(open).transpose()?.unwrap_or_default();
    Ok(Server {
        host: mail.host.trim().to_owned(),
        port: u16::try_from(mail.port).unwrap_or(587),
        security: Security::of(&mail.security).unwrap_or(Security::Starttls),
        credentials: (!mail.user.is_empty()).then(|| (mail.user.clone(), password)),
    })
}
