//! `cairn admin …`: for the operator, on the server itself. These commands work directly on the database,
//! also while the server is running, and are recorded in the journal like everything else.

use std::io::{IsTerminal, Read};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use cairn_auth::password;
use cairn_cli::{note, print};
use cairn_domain::iam::auth_token::{self, Days, NewToken, Revocation};
use cairn_domain::iam::{erasure, password as policy, session};
use cairn_domain::platform::settings::{self, InfraConfig, Operator};
use cairn_domain::setup;
use cairn_engine::{Caller, Cx, Nothing, unused_files};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

use crate::config::Config;
use crate::instance;

#[derive(Subcommand)]
pub enum Admin {
    /// Create a user.
    CreateUser(CreateUser),
    /// Create a personal access token for a user and print it.
    Token(Token),
    /// Enable or disable API access with tokens on a hosted instance.
    ApiAccess(ApiAccess),
    /// Show or clear the list of addresses from which this instance can be used, for example when nobody can reach it
    /// any more. Takes effect immediately.
    AllowList(AllowList),
    /// Set a new password for a user and end their sessions.
    ResetPassword(ResetPassword),
    /// Erase a person: the account stays, disabled and without a name, and their name and email are removed from
    /// records, messages and the audit log. This cannot be undone.
    EraseUser(EraseUser),
    /// List the access tokens of one user or of everyone.
    ListTokens(ListTokens),
    /// Revoke a user's access tokens immediately.
    RevokeTokens(RevokeTokens),
    /// Remove files that no object or journal entry refers to any more.
    RemoveUnusedFiles(RemoveUnusedFiles),
}

#[derive(Args)]
pub struct RemoveUnusedFiles {
    /// Keep files stored within this many days, in case an upload is in progress.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    days: u32,
}

#[derive(Args)]
pub struct CreateUser {
    /// Email address to sign in with.
    #[arg(long)]
    email: String,
    /// Make the user an instance administrator.
    #[arg(long)]
    admin: bool,
    /// Read the password from standard input; otherwise one is generated and printed.
    #[arg(long)]
    password_stdin: bool,
}

#[derive(Args)]
pub struct Token {
    #[arg(long)]
    email: String,
    /// What the token is for.
    #[arg(long)]
    name: String,
    /// Days until it expires, from 1 to 365.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(i64).range(1..=365))]
    days: i64,
    /// Make the token read-only.
    #[arg(long)]
    read_only: bool,
    /// Changes made with the token need approval.
    #[arg(long, conflicts_with = "read_only")]
    propose_only: bool,
}

#[derive(Args)]
pub struct ApiAccess {
    what: Access,
}

#[derive(Clone, Copy, ValueEnum)]
enum Access {
    Enable,
    Disable,
    Status,
}

#[derive(Args)]
pub struct AllowList {
    what: Listed,
}

#[derive(Clone, Copy, ValueEnum)]
enum Listed {
    Show,
    Clear,
}

#[derive(Args)]
pub struct ResetPassword {
    #[arg(long)]
    email: String,
    /// Read the password from standard input; otherwise one is generated and printed.
    #[arg(long)]
    password_stdin: bool,
    /// Also revoke the user's access tokens.
    #[arg(long)]
    revoke_tokens: bool,
}

#[derive(Args)]
pub struct EraseUser {
    #[arg(long)]
    email: String,
}

#[derive(Args)]
pub struct ListTokens {
    /// Only this user's tokens.
    #[arg(long)]
    email: Option<String>,
}

#[derive(Args)]
pub struct RevokeTokens {
    #[arg(long)]
    email: String,
    /// Only the token with this id; can be repeated [default: all of the user's tokens].
    #[arg(long = "id", value_name = "ID")]
    ids: Vec<uuid::Uuid>,
}

impl Admin {
    pub async fn run(self, config: &Config) -> Result<()> {
        let engine = instance::open(config).await?.engine;
        let begin = async || engine.write(Arc::new(Caller::command_line())).await;
        match self {
            Admin::CreateUser(command) => command.run(begin().await?).await,
            Admin::Token(command) => command.run(begin().await?).await,
            Admin::ApiAccess(command) => command.run(begin().await?).await,
            Admin::AllowList(command) => command.run(begin().await?).await,
            Admin::ResetPassword(command) => command.run(begin().await?).await,
            Admin::EraseUser(command) => command.run(begin().await?).await,
            Admin::ListTokens(command) => command.run(begin().await?).await,
            Admin::RevokeTokens(command) => command.run(begin().await?).await,
            Admin::RemoveUnusedFiles(command) => {
                let removed = unused_files::remove(&engine, command.days).await?;
                Ok(print(&format!("{removed}\n"))?)
            }
        }
    }
}

impl CreateUser {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let (password, generated) = password_from(self.password_stdin)?;
        check(&mut cx, &password, &self.email, &[]).await?;
        let hash = password::hash_async(password.clone()).await;
        setup::create_user(&mut cx, &self.email, hash, self.admin).await?;
        cx.commit().await?;
        note(&format!("{} can now sign in.", self.email));
        tell(&password, generated)
    }
}

impl Token {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let user = setup::find_user(&mut cx, &self.email).await?;
        let user = user.with_context(|| format!("there is no user {}", self.email))?;
        ensure!(user.is_active, "the account {} is disabled, so a token would not work", self.email);
        ensure!(!user.is_third_party, "external users cannot have access tokens");
        let wanted = NewToken {
            name: self.name,
            expiry: Some(Days(self.days)),
            read_only: self.read_only,
            propose_only: self.propose_only,
            folder: None,
            calendar: None,
        };
        let made = auth_token::create_for(&mut cx, user.id.uuid(), wanted, false).await?;
        cx.commit().await?;
        Ok(print(&format!("{}\n", made.token.unwrap_or_default()))?)
    }
}

impl ApiAccess {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let operator: Operator = match self.what {
            Access::Status => settings::get(&mut cx).await?,
            Access::Enable => settings::set(&mut cx, &json!({ "api_access": true })).await?,
            Access::Disable => settings::set(&mut cx, &json!({ "api_access": false })).await?,
        };
        cx.commit().await?;
        Ok(print(if operator.api_access { "enabled\n" } else { "disabled\n" })?)
    }
}

impl AllowList {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let infra: InfraConfig = match self.what {
            Listed::Show => settings::get(&mut cx).await?,
            Listed::Clear => settings::set(&mut cx, &json!({ "ip_allow_list": [] })).await?,
        };
        cx.commit().await?;
        if infra.ip_allow_list.is_empty() {
            note("The list is empty: this instance can be used from any address.");
        }
        let lines: Vec<String> = infra.ip_allow_list.iter().map(|network| format!("{network}\n")).collect();
        Ok(print(&lines.concat())?)
    }
}

impl ResetPassword {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let (password, generated) = password_from(self.password_stdin)?;
        let user = setup::find_user(&mut cx, &self.email).await?;
        let user = user.with_context(|| format!("there is no user {}", self.email))?;
        let id = user.id.uuid();
        check(&mut cx, &password, &self.email, &[&user.first_name, &user.last_name]).await?;
        let hash = password::hash_async(password.clone()).await;
        setup::set_password(&mut cx, id, hash).await?;
        session::end_all(&mut cx, id, None).await?;
        if self.revoke_tokens {
            auth_token::revoke_all(&mut cx, id).await?;
        }
        cx.commit().await?;
        note(&format!("{} has a new password. Their sessions have ended.", self.email));
        tell(&password, generated)
    }
}

impl EraseUser {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let user = setup::find_user(&mut cx, &self.email).await?;
        let id = user.with_context(|| format!("there is no user {}", self.email))?.id.uuid();
        let job = erasure::begin(&mut cx, id).await?;
        cx.commit().await?;
        note(
            "The account is anonymised. A running server or worker removes the person from records and the audit \
             log; the id of that job follows.",
        );
        Ok(print(&format!("{job}\n"))?)
    }
}

impl ListTokens {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let mut tokens = auth_token::everyones(&mut cx, Nothing {}).await?.results;
        if let Some(email) = &self.email {
            let user = setup::find_user(&mut cx, email).await?;
            let id = user.with_context(|| format!("there is no user {email}"))?.id.uuid();
            tokens.retain(|token| token.user.as_ref().is_some_and(|user| user.id == id));
        }
        let mut lines = Vec::new();
        for token in tokens {
            let email = token.user.map(|user| user.email).unwrap_or_default();
            let expiry = token.expiry.map_or_else(|| "never".to_owned(), |at| at.to_string());
            let last_used = token.last_used.map_or_else(|| "never".to_owned(), |at| at.to_string());
            lines.push(format!("{}\t{email}\t{}\texpires {expiry}\tlast used {last_used}\n", token.id, token.name));
        }
        Ok(print(&lines.concat())?)
    }
}

impl RevokeTokens {
    async fn run(self, mut cx: Cx) -> Result<()> {
        let user = setup::find_user(&mut cx, &self.email).await?;
        let id = user.with_context(|| format!("there is no user {}", self.email))?.id.uuid();
        let wanted = Revocation { ids: (!self.ids.is_empty()).then_some(self.ids) };
        let done = auth_token::revoke_of_person(&mut cx, id, wanted).await?;
        cx.commit().await?;
        note(&format!("Tokens revoked: {}.", done.revoked));
        Ok(())
    }
}

/// A password from standard input, or a generated one; and whether it was generated.
fn password_from(standard_input: bool) -> Result<(String, bool)> {
    if !standard_input {
        return Ok((password::generate(), true));
    }
    if std::io::stdin().is_terminal() {
        note("Enter the password, then press Ctrl-D:");
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("cannot read the password")?;
    let password = text.trim_end_matches(['\r', '\n']).to_owned();
    ensure!(!password.is_empty(), "the password on standard input is empty");
    Ok((password, false))
}

async fn check(cx: &mut Cx, password: &str, email: &str, names: &[&str]) -> Result<()> {
    let faults = policy::faults(cx, password, email, names).await?;
    ensure!(faults.is_empty(), "{}", faults.join(" "));
    Ok(())
}

/// Only a generated password is printed, on its own on standard output, for use in scripts.
fn tell(password: &str, generated: bool) -> Result<()> {
    if generated {
        print(&format!("{password}\n"))?;
    }
    Ok(())
}
