use serde_json::Value;

use super::{Folder, Permission, Role, User};
use cairn_model::{Date, Id, Json, Many, Markdown, Record, Ref, Timestamp};

/// A program that uses the API in its own name, with permissions of its own.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "iam/service-accounts",
    event = "serviceaccount",
    order = "name",
    unique = "name",
    unique = "client_id"
)]
pub struct ServiceAccount {
    pub id: Id<ServiceAccount>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search, max = 100)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// The name by which the program identifies itself. It is not a secret.
    #[field(read_only, search, blank, max = 64, default = "")]
    pub client_id: String,
    /// Whether it can get access tokens and use them.
    #[field(default = true)]
    pub is_active: bool,
    /// The day the account stops working.
    pub expiry_date: Option<Date>,
    /// The role whose permissions it has. When the role changes, so do they. Leave it empty to choose permissions.
    #[field(on_delete = "protect")]
    pub role: Option<Ref<Role>>,
    /// The permissions it has, if it has no role.
    #[field(shows = "codename")]
    pub permissions: Many<Permission>,
    /// The domains in which it has its permissions.
    pub folders: Many<Folder>,
    /// Whether it has them in the subdomains too.
    #[field(default = true)]
    pub is_recursive: bool,
    /// How many minutes an access token works.
    #[field(min = 5, max = 1440, default = 60)]
    pub token_minutes: i64,
    /// The public keys (JSON Web Key Set) with which it can authenticate instead of a secret.
    pub jwks: Option<Json<Value>>,
    /// Where its public keys are, if they are not given here.
    #[field(url, max = 2048)]
    pub jwks_url: Option<String>,
    #[field(read_only, shows = "email")]
    pub created_by: Option<Ref<User>>,
    /// The account behind it, which nobody can sign in to.
    #[field(read_only)]
    pub user: Ref<User>,
    /// How its secret begins and ends, to recognise it by.
    #[field(read_only, max = 32)]
    pub secret_preview: Option<String>,
    /// Until when the secret before the last rotation works.
    #[field(read_only)]
    pub previous_secret_expires_at: Option<Timestamp>,
    /// The SHA-256 of the secret; the secret itself is not kept.
    #[field(secret, max = 64)]
    pub secret_digest: Option<String>,
    #[field(secret, max = 64)]
    pub previous_secret_digest: Option<String>,
    /// Whether a new account gets a secret, which is shown once. Not needed with public keys or workload identities.
    #[field(input, default = true)]
    pub generate_secret: bool,
    /// Confirms that it may be an administrator of the whole instance.
    #[field(input, default = false)]
    pub allow_global_admin: bool,
}
