//! Workload identities: issuers whose tokens a service account accepts in place of a secret.

use cairn_auth::jwt;
use cairn_engine::{Cx, Entry, FieldErrors, Module, Result, Rules};
use cairn_model::Ref;
use cairn_resources::iam::{ServiceAccount, WorkloadIdentity};

use super::service_account::{client, covers, token, too_strong};
use crate::platform::instance::Instance;

pub const ENTRY: Entry = Entry::of::<WorkloadIdentity>()
    .module(Module::Access, "workflow")
    .beside("iam/service-accounts")
    .rank(61)
    .roles("vacd - - - - - - -")
    .rules::<WorkloadIdentityRules>()
    .serialized("access")
    .grants();

/// A handful is enough to pin a token down.
const MAX_CLAIMS: usize = 20;

pub struct WorkloadIdentityRules;

impl Rules for WorkloadIdentityRules {
    type Record = WorkloadIdentity;

    async fn before_write(cx: &mut Cx, old: Option<&WorkloadIdentity>, new: &mut WorkloadIdentity) -> Result<()> {
        if cx.is_detaching() {
            return Ok(());
        }
        let account: Option<ServiceAccount> = cx.find(new.service_account.uuid()).await?;
        if let Some(account) = account {
            // Whoever decides whose tokens are accepted can act as the account.
            if !cx.is_consequence() && !covers(cx, &account) {
                return Err(too_strong());
            }
            if old.is_none() {
                new.folder = Ref::new(account.folder.uuid());
            }
        }
        check(cx, new)
    }

    async fn after_write(cx: &mut Cx, old: Option<&WorkloadIdentity>, new: &WorkloadIdentity) -> Result<()> {
        // What it accepted before it may not accept now.
        if old.is_some() { end_tokens(cx, new).await } else { Ok(()) }
    }

    async fn before_delete(cx: &mut Cx, old: &WorkloadIdentity) -> Result<()> {
        if cx.judges_deletion().is_none() {
            return Ok(());
        }
        let account: Option<ServiceAccount> = cx.find(old.service_account.uuid()).await?;
        if account.is_none_or(|account| covers(cx, &account)) { Ok(()) } else { Err(too_strong()) }
    }

    async fn after_delete(cx: &mut Cx, old: &WorkloadIdentity) -> Result<()> {
        end_tokens(cx, old).await
    }
}

async fn end_tokens(cx: &mut Cx, identity: &WorkloadIdentity) -> Result<()> {
    let now = cx.now;
    token::end_those_of(cx, identity.service_account.uuid(), &identity.id.to_string(), now).await
}

fn check(cx: &Cx, new: &WorkloadIdentity) -> Result<()> {
    let mut errors = FieldErrors::default();
    if let Err(message) = client::check_url(&*Instance::of(cx)?, &new.issuer) {
        errors.add("issuer", message);
    }
    if new.issuer.contains('?') {
        errors.add("issuer", "Enter the URL of the issuer without a query.");
    }
    if jwt::is_too_wide(&new.subject) {
        errors.add("subject", "Enter at least how the subject begins, up to the first “*”. Otherwise everyone who gets tokens from this issuer could use the account.");
    }
    if new.claims.0.len() > MAX_CLAIMS {
        errors.add("claims", format!("The limit is {MAX_CLAIMS} claims."));
    }
    if new
        .claims
        .0
        .iter()
        .any(|(name, value)| name.is_empty() || value.is_empty() || name.len() > 200 || value.len() > 500)
    {
        errors.add("claims", "Each claim needs a name and a value, of at most 200 and 500 characters.");
    }
    errors.into_result()
}
