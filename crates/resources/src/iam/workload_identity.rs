use std::collections::BTreeMap;

use super::{Folder, ServiceAccount};
use cairn_model::{Id, Json, Markdown, Record, Ref};

/// Trusts the tokens that a CI system or platform gives to its jobs, so that they can act as a service account without a
/// stored secret.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "iam/workload-identities",
    event = "workloadidentity",
    order = "name",
    unique = "service_account,name",
    within = "service_account"
)]
pub struct WorkloadIdentity {
    pub id: Id<WorkloadIdentity>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    /// The service account that the jobs act as.
    #[field(immutable)]
    pub service_account: Ref<ServiceAccount>,
    #[field(search, max = 100)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Whether its tokens are accepted.
    #[field(default = true)]
    pub is_active: bool,
    /// Who issues the tokens, exactly as they say in `iss`, such as `https://token.actions.githubusercontent.com`.
    #[field(search, url, max = 500)]
    pub issuer: String,
    /// Whom the tokens must be meant for, exactly as they say in `aud`, such as the URL of this instance.
    #[field(max = 500)]
    pub audience: String,
    /// Whom the tokens must be about, as they say in `sub`, such as `repo:org/app:ref:refs/heads/main`. A `*` stands for
    /// any characters.
    #[field(search, max = 500)]
    pub subject: String,
    /// What else the tokens must say: the value of each of these claims. A `*` stands for any characters.
    #[field(default = "{}")]
    pub claims: Json<BTreeMap<String, String>>,
}
