//! Settings of the process: flags first, then `CAIRN_*` variables, then `cairn.toml`, then defaults.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use cairn_api::{Deployment, Edition};
use cairn_auth::throttle;
use cairn_domain::library::stock::Sources;
use cairn_engine::clock::ShiftedClock;
use cairn_journal::Signer;
use cairn_outbound::Policy;
use cairn_store::DatabaseUrl;
use cairn_webhooks::{Schedule, WorkerSettings};
use clap::Args;
use serde::Deserialize;

use crate::{clock, log};

/// Shown separately from a command's own flags, since every server command accepts them.
const HEADING: &str = "Settings of the server";

#[derive(Args)]
pub struct Settings {
    /// File with settings; `cairn.toml` in the working folder is read if it is there.
    #[arg(long, env = "CAIRN_CONFIG", global = true, help_heading = HEADING, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder for the database and the attachments [default: ./cairn-data].
    #[arg(long, env = "CAIRN_DATA", global = true, help_heading = HEADING, value_name = "DIR")]
    data: Option<PathBuf>,
    /// `sqlite:PATH` or `postgres://…` [default: SQLite in the data folder].
    #[arg(long, env = "CAIRN_DATABASE", global = true, help_heading = HEADING, value_name = "URL", hide_env_values = true)]
    database: Option<String>,
}

/// What `cairn.toml` may contain; every name is optional.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    listen: Option<String>,
    data: Option<PathBuf>,
    database: Option<String>,
    debug: Option<bool>,
    metrics: Option<bool>,
    edition: Option<String>,
    deployment: Option<String>,
    secure_cookies: Option<bool>,
    trust_proxy: Option<bool>,
    log: Option<String>,
    log_format: Option<String>,
    max_json_kib: Option<usize>,
    max_attachment_mib: Option<u64>,
    max_domain_mib: Option<u64>,
    read_seconds: Option<usize>,
    past_folder: Option<PathBuf>,
    past_mib: Option<u64>,
    secret_key: Option<String>,
    journal_key: Option<String>,
    journal_retention_days: Option<u32>,
    #[serde(default)]
    sign_in: SignInFile,
    #[serde(default)]
    webhooks: WebhooksFile,
    #[serde(default)]
    connections: ConnectionsFile,
    #[serde(default)]
    libraries: LibrariesFile,
}

/// Which libraries are in the store from the start.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LibrariesFile {
    bundled: Option<bool>,
    path: Option<PathBuf>,
}

impl LibrariesFile {
    fn sources(self) -> Result<Sources> {
        let bundled = switch("CAIRN_LIBRARIES_BUNDLED", Some(self.bundled.unwrap_or(true)))?;
        let folder = variable("CAIRN_LIBRARIES_PATH")?.map(PathBuf::from).or(self.path);
        Ok(Sources { bundled, folder: folder.filter(|path| !path.as_os_str().is_empty()) })
    }
}

/// The limits of one connection, and how many connections are allowed.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ConnectionsFile {
    header_seconds: Option<usize>,
    body_seconds: Option<usize>,
    idle_seconds: Option<usize>,
    per_address: Option<usize>,
    most: Option<usize>,
}

impl ConnectionsFile {
    fn settings(&self, trust_proxy: bool) -> Result<cairn_edge::Settings> {
        let defaults = cairn_edge::Settings::default();
        let seconds = |name: &str, file: Option<usize>, default: Duration| {
            within(name, file, 1..=3600, default.as_secs()).map(Duration::from_secs)
        };
        let per_address = within("CAIRN_CONNECTIONS_PER_ADDRESS", self.per_address, 1..=1_000_000, 0)?;
        let per_address = if per_address == 0 {
            // A proxy opens everyone's connections from one address, and has its own limits.
            defaults.per_address.filter(|_| !trust_proxy)
        } else {
            Some(per_address)
        };
        Ok(cairn_edge::Settings {
            header: seconds("CAIRN_CONNECTIONS_HEADER_SECONDS", self.header_seconds, defaults.header)?,
            body: seconds("CAIRN_CONNECTIONS_BODY_SECONDS", self.body_seconds, defaults.body)?,
            idle: seconds("CAIRN_CONNECTIONS_IDLE_SECONDS", self.idle_seconds, defaults.idle)?,
            per_address,
            most: within("CAIRN_CONNECTIONS_MOST", self.most, 1..=1_000_000, defaults.most)?,
        })
    }
}

/// How many wrong passwords are too many.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SignInFile {
    account_failures: Option<usize>,
    address_failures: Option<usize>,
    window_minutes: Option<usize>,
}

impl SignInFile {
    fn throttle(&self) -> Result<throttle::Settings> {
        let defaults = throttle::Settings::default();
        let (account, address) = (defaults.account_failures, defaults.address_failures);
        let minutes =
            within("CAIRN_SIGN_IN_WINDOW_MINUTES", self.window_minutes, 1..=1440, defaults.window_seconds / 60)?;
        Ok(throttle::Settings {
            account_failures: within("CAIRN_SIGN_IN_ACCOUNT_FAILURES", self.account_failures, 1..=1000, account)?,
            address_failures: within("CAIRN_SIGN_IN_ADDRESS_FAILURES", self.address_failures, 1..=100_000, address)?,
            window_seconds: minutes * 60,
            ..defaults
        })
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct WebhooksFile {
    /// Internal addresses that webhooks may be sent to.
    allow: Vec<String>,
    in_flight: Option<usize>,
    lease_seconds: Option<usize>,
    retries: Option<usize>,
    window_minutes: Option<usize>,
    body_days: Option<usize>,
    log_days: Option<usize>,
    log_rows: Option<usize>,
}

impl WebhooksFile {
    fn worker(&self) -> Result<WorkerSettings> {
        let defaults = WorkerSettings::default();
        let retries = within("CAIRN_WEBHOOKS_RETRIES", self.retries, 0..=20, Schedule::RETRIES)?;
        let minutes =
            within("CAIRN_WEBHOOKS_WINDOW_MINUTES", self.window_minutes, 1..=10_080, Schedule::WINDOW_MINUTES)?;
        let schedule = Schedule::new(retries, minutes)
            .map_err(|error| anyhow::anyhow!("CAIRN_WEBHOOKS_RETRIES and CAIRN_WEBHOOKS_WINDOW_MINUTES: {error}"))?;
        Ok(WorkerSettings {
            schedule,
            in_flight: within("CAIRN_WEBHOOKS_IN_FLIGHT", self.in_flight, 1..=1024, defaults.in_flight)?,
            lease_seconds: within("CAIRN_WEBHOOKS_LEASE_SECONDS", self.lease_seconds, 3..=600, defaults.lease_seconds)?,
            body_days: within("CAIRN_WEBHOOKS_BODY_DAYS", self.body_days, 1..=3650, defaults.body_days)?,
            log_days: within("CAIRN_WEBHOOKS_LOG_DAYS", self.log_days, 1..=3650, defaults.log_days)?,
            log_rows: within("CAIRN_WEBHOOKS_LOG_ROWS", self.log_rows, 1000..=100_000_000, defaults.log_rows)?,
            ..defaults
        })
    }
}

/// All settings, resolved.
#[derive(Debug)]
pub struct Config {
    /// Where to listen, unless the flag says otherwise.
    pub listen: String,
    pub data: PathBuf,
    pub database: DatabaseUrl,
    pub log: log::Settings,
    /// The machine's clock, except in tests.
    pub clock: ShiftedClock,
    pub api: cairn_api::Config,
    /// Where webhooks may be sent, besides the public internet.
    pub webhooks: Policy,
    pub worker: WorkerSettings,
    pub connections: cairn_edge::Settings,
    /// The libraries that are in the store from the start.
    pub libraries: Sources,
    /// How long one database read may take.
    pub longest_read: Duration,
    /// Where rebuilt past states are kept, and how much of them.
    pub past: cairn_engine::past::Settings,
    /// Encrypts secrets; by default the key is in the data folder.
    pub secret_key: Option<String>,
    /// Signs the journal; by default the key is in the data folder.
    pub journal_key: Option<Signer>,
    /// How long journal content is kept; forever if not set.
    pub journal_retention_days: Option<u32>,
}

impl Settings {
    pub fn resolve(self) -> Result<Config> {
        let file = self.file()?;
        // An empty variable, as in compose files, counts as not set.
        let data = self.data.filter(|path| !path.as_os_str().is_empty());
        let data = data.or(file.data).unwrap_or_else(|| PathBuf::from("cairn-data"));
        let database = match self.database.filter(|url| !url.is_empty()).or(file.database) {
            Some(url) => url.parse().map_err(|error| anyhow::anyhow!("--database: {error}"))?,
            None => DatabaseUrl::Sqlite(data.join("cairn.db")),
        };
        let edition = match variable("CAIRN_EDITION")?.or(file.edition).as_deref() {
            None | Some("community") => Edition::Community,
            Some("pro") => Edition::Pro,
            Some(other) => bail!("CAIRN_EDITION must be “community” or “pro”, not “{other}”"),
        };
        let deployment = match variable("CAIRN_DEPLOYMENT")?.or(file.deployment).as_deref() {
            None | Some("self_hosted") => Deployment::SelfHosted,
            Some("hosted") => Deployment::Hosted,
            Some(other) => bail!("CAIRN_DEPLOYMENT must be “self_hosted” or “hosted”, not “{other}”"),
        };
        let defaults = cairn_api::Config::default();
        let limits = cairn_api::Limits {
            json: number("CAIRN_MAX_JSON_KIB")?
                .or(file.max_json_kib)
                .map_or(defaults.limits.json, |kib| kib.saturating_mul(1024)),
            attachment: number("CAIRN_MAX_ATTACHMENT_MIB")?
                .map(|mib| mib as u64)
                .or(file.max_attachment_mib)
                .map_or(defaults.limits.attachment, |mib| mib.saturating_mul(1024 * 1024)),
            domain: number("CAIRN_MAX_DOMAIN_MIB")?
                .map(|mib| mib as u64)
                .or(file.max_domain_mib)
                .map_or(defaults.limits.domain, |mib| mib.saturating_mul(1024 * 1024)),
        };
        let worker = file.webhooks.worker()?;
        let throttle = file.sign_in.throttle()?;
        let trust_proxy = switch("CAIRN_TRUST_PROXY", file.trust_proxy)?;
        let longest_read = Duration::from_secs(within("CAIRN_READ_SECONDS", file.read_seconds, 1..=3600, 30)?);
        let connections = file.connections.settings(trust_proxy)?;
        let libraries = file.libraries.sources()?;
        let allow = match variable("CAIRN_WEBHOOKS_ALLOW")? {
            Some(list) => {
                list.split(',').map(|entry| entry.trim().to_owned()).filter(|entry| !entry.is_empty()).collect()
            }
            None => file.webhooks.allow,
        };
        let journal_key = variable("CAIRN_JOURNAL_KEY")?.or(file.journal_key).filter(|key| !key.is_empty());
        let journal_retention_days = match number("CAIRN_JOURNAL_RETENTION_DAYS")? {
            Some(days) => Some(u32::try_from(days).context("CAIRN_JOURNAL_RETENTION_DAYS is too large")?),
            None => file.journal_retention_days,
        };
        // Keeping it for 0 days makes no sense: 0 means forever, as in the example file.
        let journal_retention_days = journal_retention_days.filter(|days| *days > 0);
        let webhooks = Policy::parse(&allow).map_err(|error| anyhow::anyhow!("webhooks.allow: {error}"))?;
        let past = past(&data, &database, file.past_folder, file.past_mib)?;
        Ok(Config {
            past,
            webhooks,
            worker,
            connections,
            libraries,
            longest_read,
            secret_key: variable("CAIRN_SECRET_KEY")?.or(file.secret_key).filter(|key| !key.is_empty()),
            journal_key: journal_key.as_deref().map(Signer::from_base64).transpose().context("CAIRN_JOURNAL_KEY")?,
            journal_retention_days,
            listen: file.listen.unwrap_or_else(|| "127.0.0.1:8000".into()),
            data,
            database,
            log: log::Settings {
                filter: variable("CAIRN_LOG")?.or(file.log).unwrap_or_else(|| "info".into()),
                form: log::Form::parse(variable("CAIRN_LOG_FORMAT")?.or(file.log_format).as_deref().unwrap_or("auto"))?,
            },
            clock: clock::from_variable(variable(clock::VARIABLE)?.as_deref(), cfg!(debug_assertions))?,
            api: cairn_api::Config {
                debug: switch("CAIRN_DEBUG", file.debug)?,
                metrics: switch("CAIRN_METRICS", file.metrics)?,
                edition,
                deployment,
                secure_cookies: switch("CAIRN_SECURE_COOKIES", file.secure_cookies)?,
                trust_proxy,
                limits,
                throttle,
            },
        })
    }

    fn file(&self) -> Result<File> {
        let path = match &self.config {
            Some(path) if !path.as_os_str().is_empty() => path.clone(),
            _ if Path::new("cairn.toml").exists() => PathBuf::from("cairn.toml"),
            _ => return Ok(File::default()),
        };
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).map_err(|error| {
            // The parser's own message spreads over several lines.
            let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            anyhow::anyhow!("{}, line {line}: {}", path.display(), error.message().trim_end())
        })
    }
}

/// Rebuilt past states are in the data folder. Servers that share that folder on PostgreSQL use the machine's own
/// temporary folder, because a shared folder may be on a network and SQLite needs a local disk.
fn past(
    data: &Path,
    database: &DatabaseUrl,
    folder: Option<PathBuf>,
    mib: Option<u64>,
) -> Result<cairn_engine::past::Settings> {
    let defaults = cairn_engine::past::Settings::default();
    let own = match database {
        DatabaseUrl::Sqlite(_) => data.join("past"),
        DatabaseUrl::Postgres(_) => defaults.folder,
    };
    let folder = variable("CAIRN_PAST_FOLDER")?.map(PathBuf::from).or(folder).unwrap_or(own);
    let mib = number("CAIRN_PAST_MIB")?.map(|mib| mib as u64).or(mib);
    Ok(cairn_engine::past::Settings {
        folder,
        bytes: mib.map_or(defaults.bytes, |mib| mib.saturating_mul(1024 * 1024)),
    })
}

/// An address to listen on; `localhost:8000` is accepted too.
pub fn address(text: &str) -> Result<SocketAddr> {
    let plain = text.replace("localhost", "127.0.0.1");
    plain.parse().with_context(|| format!("--listen takes an address and port such as 127.0.0.1:8000, not “{text}”"))
}

fn variable(name: &str) -> Result<Option<String>> {
    match std::env::var(name) {
        Ok(text) if text.is_empty() => Ok(None),
        Ok(text) => Ok(Some(text)),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(error) => bail!("{name}: {error}"),
    }
}

fn switch(name: &str, file: Option<bool>) -> Result<bool> {
    match variable(name)?.as_deref().map(str::to_lowercase).as_deref() {
        None => Ok(file.unwrap_or_default()),
        Some("true" | "1" | "yes" | "on") => Ok(true),
        Some("false" | "0" | "no" | "off") => Ok(false),
        Some(other) => bail!("{name} must be “true” or “false”, not “{other}”"),
    }
}

fn number(name: &str) -> Result<Option<usize>> {
    variable(name)?
        .map(|text| text.parse().with_context(|| format!("{name} must be a whole number, not “{text}”")))
        .transpose()
}

fn within<T>(name: &str, file: Option<usize>, range: RangeInclusive<usize>, default: T) -> Result<T>
where
    T: TryFrom<usize>,
{
    let Some(given) = number(name)?.or(file) else { return Ok(default) };
    match T::try_from(given) {
        Ok(value) if range.contains(&given) => Ok(value),
        _ => bail!("{name} must be from {} to {}, not {given}", range.start(), range.end()),
    }
}
