use serde::{Deserialize, Serialize};

use super::{Folder, IdpGroup, UserGroup};
use cairn_model::{Date, Describe, Id, Json, Many, Markdown, Record, Ref};
use cairn_notify::Choices;

/// Interface preferences.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// Interface language, such as `en` or `fr`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// `auto`, or a date format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_format: Option<String>,
    /// Anything the interface stores, such as the theme.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub ui: serde_json::Map<String, serde_json::Value>,
    /// What the person is notified of, how and when.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notifications: Choices,
}

fn is_default(choices: &Choices) -> bool {
    *choices == Choices::default()
}

impl Preferences {
    /// With what holds where the person has chosen nothing.
    fn with_defaults(mut self) -> Self {
        self.lang.get_or_insert_with(|| "en".to_owned());
        self.date_format.get_or_insert_with(|| "auto".to_owned());
        self.ui.entry("theme").or_insert_with(|| "system".into());
        self
    }

    /// As the person sees them: complete, whatever they have chosen.
    pub fn shown(self) -> serde_json::Value {
        let notifications = self.notifications.shown();
        let mut shown = serde_json::to_value(self.with_defaults()).unwrap_or_default();
        shown["notifications"] = notifications;
        shown
    }
}

/// A person who signs in, identified by their email address.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "users",
    order = "-is_active,email",
    unique = "email",
    always_published,
    mine = "user",
    display = "coalesce(nullif(trim({t}.first_name || ' ' || {t}.last_name), ''), {t}.email)"
)]
pub struct User {
    pub id: Id<User>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search, max = 100, email)]
    pub email: String,
    #[field(search, max = 150, blank, default = "")]
    pub first_name: String,
    #[field(search, max = 150, blank, default = "")]
    pub last_name: String,
    /// Whether the user can sign in and use access tokens.
    #[field(default = true)]
    pub is_active: bool,
    /// The groups the user gets roles from.
    #[field(shows = "builtin")]
    pub user_groups: Many<UserGroup>,
    /// The groups of the identity provider that the user is in.
    #[field(read_only, reverse = "users")]
    pub idp_groups: Many<IdpGroup>,
    /// Allows password sign-in even where single sign-on is required.
    #[field(default = false)]
    pub keep_local_login: bool,
    /// An external user, who sees only what is assigned to them.
    #[field(default = false)]
    pub is_third_party: bool,
    /// The account behind a service account, which nobody can sign in to. Lists leave it out unless they are filtered by
    /// this.
    #[field(read_only, default = false)]
    pub is_service_account: bool,
    /// Whether the identity provider maintains the account by SCIM.
    #[field(read_only, default = false)]
    pub is_scim_managed: bool,
    /// The user name at the identity provider, if it is not the email address.
    #[field(read_only, max = 300)]
    pub scim_user_name: Option<String>,
    /// The id of the user at the identity provider.
    #[field(read_only, max = 300)]
    pub external_id: Option<String>,
    pub observation: Option<Markdown>,
    /// The day the account stops working.
    pub expiry_date: Option<Date>,
    #[field(secret)]
    pub password: Option<String>,
    /// The person's own; `/api/user-preferences/` shows and changes them.
    #[field(secret, default = "{}")]
    pub preferences: Json<Preferences>,
    /// When disabling or enabling the account, keeps its access tokens instead of revoking them.
    #[field(input, default = false)]
    pub keep_tokens: bool,
}
