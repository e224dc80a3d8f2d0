//! Settings of the instance: typed, with a closed list of names, stored as differences from the defaults.

use std::collections::BTreeMap;
use std::net::IpAddr;

use cairn_access::Verb;
use cairn_auth::password;
use cairn_engine::{Cx, Entry, Error, FieldErrors, Module, Result};
use cairn_model::zone::zone;
use cairn_model::{Describe, Json, Record, Ref};
use cairn_outbound::Network;
use cairn_resources::platform::Settings;
use cairn_risk::sla::{Anchor, MAX_DAYS, Policy, Severity};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::iam::session;
use crate::work::asset::scale::{self, SCALES};

pub const ENTRY: Entry = Entry::of::<Settings>()
    .module(Module::Instance, "sliders-horizontal")
    .unlisted()
    .roles("vc v v v v - - -")
    .grants();

/// A group of settings: a struct whose fields all have defaults.
pub trait Group: Default + Serialize + for<'de> Deserialize<'de> + Describe {
    /// The name in `/api/settings/{name}/`.
    const NAME: &'static str;

    /// Checks what types alone cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

/// General settings.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct General {
    /// The security objective scale: `1-3`, `1-4`, `1-5`, `0-3`, `0-4` or `FIPS-199`.
    pub security_objective_scale: String,
    /// The language for users who have not chosen one and whose browser asks for none that is available.
    pub default_language: String,
    /// The time zone for dates and schedules, as an IANA name such as `Europe/Paris`.
    pub time_zone: String,
    /// The currency of costs.
    pub currency: String,
    /// The cost of a person-day.
    pub daily_rate: f64,
    /// How many frameworks a mapping may lead through, both ends included: 2 to 5.
    pub mapping_max_depth: i64,
    /// Whether to warn before opening external links.
    pub show_warning_external_links: bool,
    /// Whether new instances show the guided setup.
    pub show_get_started: bool,
    /// Whether access tokens without an expiration date are allowed.
    pub allow_unlimited_tokens: bool,
    /// Whether people may approve the validations that they ask for themselves.
    pub allow_self_validation: bool,
}

impl Default for General {
    fn default() -> Self {
        Self {
            security_objective_scale: scale::DEFAULT.into(),
            default_language: "en".into(),
            time_zone: "UTC".into(),
            currency: "€".into(),
            daily_rate: 500.0,
            mapping_max_depth: 3,
            show_warning_external_links: true,
            show_get_started: true,
            allow_unlimited_tokens: false,
            allow_self_validation: false,
        }
    }
}

impl Group for General {
    const NAME: &'static str = "general";

    fn check(&self) -> Result<()> {
        let mut errors = FieldErrors::default();
        let mut one_of = |field: &str, value: &str, allowed: &[&str]| {
            if !allowed.contains(&value) {
                errors.add(field, format!("“{value}” is not a valid choice. Choose one of: {}.", allowed.join(", ")));
            }
        };
        one_of("security_objective_scale", &self.security_objective_scale, &SCALES.map(|(name, _)| name));
        one_of("default_language", &self.default_language, &["en", "fr"]);
        if zone(&self.time_zone).is_none() {
            errors.add(
                "time_zone",
                format!("Unknown time zone “{}”. Use a name such as Europe/Paris or UTC.", self.time_zone),
            );
        }
        if !(0.0..=1_000_000.0).contains(&self.daily_rate) {
            errors.add("daily_rate", "Must be from 0 to 1,000,000.");
        }
        if !(2..=5).contains(&self.mapping_max_depth) {
            errors.add("mapping_max_depth", "Must be from 2 to 5.");
        }
        if self.currency.trim().is_empty() || self.currency.chars().count() > 8 {
            errors.add("currency", "Enter a currency symbol or code of at most 8 characters.");
        }
        errors.into_result()
    }
}

macro_rules! flags {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal),* $(,)?) => {
        /// Features that can be turned on and off.
        #[derive(Debug, Clone, Serialize, Deserialize, Describe)]
        #[serde(default, deny_unknown_fields)]
        pub struct FeatureFlags {
            $($(#[doc = $doc])* pub $name: bool),*
        }

        impl Default for FeatureFlags {
            fn default() -> Self {
                Self { $($name: $default),* }
            }
        }
    };
}

// Only features that exist have a flag. Each is read somewhere: by `Entry::flag` of the resources that it hides, or by
// code that a test names.
flags! {
    /// Checks the data for missing or outdated information.
    xrays = true,
    /// Findings assessments and their follow-up.
    follow_up = true,
    /// Comments on objects.
    comments = true,
    /// Requests to validate assessments, evidence, exceptions and policies.
    validation_flows = true,
    /// Notifies other systems of changes as they happen.
    outgoing_webhooks = false,
}

impl FeatureFlags {
    /// Whether the feature that a resource belongs to is on; a resource without a flag is always on.
    pub fn is_on(&self, flag: Option<&str>) -> bool {
        match flag {
            Some("follow_up") => self.follow_up,
            Some("comments") => self.comments,
            Some("validation_flows") => self.validation_flows,
            _ => true,
        }
    }
}

impl Group for FeatureFlags {
    const NAME: &'static str = "feature-flags";
}

/// How many days each severity leaves to deal with a vulnerability. Without a number there is no due date.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct VulnerabilitySla {
    /// The day from which days are counted: `detected_at` or `published_date`. Where it is not known, the other one counts.
    pub sla_anchor: String,
    /// Days for critical vulnerabilities.
    pub critical: Option<u32>,
    /// Days for vulnerabilities of high severity.
    pub high: Option<u32>,
    /// Days for vulnerabilities of medium severity.
    pub medium: Option<u32>,
    /// Days for vulnerabilities of low severity.
    pub low: Option<u32>,
    /// Days for vulnerabilities that are for information only.
    pub info: Option<u32>,
}

impl Default for VulnerabilitySla {
    fn default() -> Self {
        let Policy { anchor, critical, high, medium, low, info } = Policy::default();
        Self { sla_anchor: anchor.as_str().into(), critical, high, medium, low, info }
    }
}

impl VulnerabilitySla {
    /// The settings as the arithmetic takes them.
    pub fn policy(&self) -> Policy {
        let Self { critical, high, medium, low, info, .. } = *self;
        let anchor = Anchor::parse(&self.sla_anchor).unwrap_or(Anchor::DetectedAt);
        Policy { anchor, critical, high, medium, low, info }
    }
}

impl Group for VulnerabilitySla {
    const NAME: &'static str = "vulnerability-sla";

    fn check(&self) -> Result<()> {
        let mut errors = FieldErrors::default();
        if Anchor::parse(&self.sla_anchor).is_none() {
            let all = Anchor::ALL.iter().map(|anchor| anchor.as_str()).collect::<Vec<_>>().join(", ");
            let given = &self.sla_anchor;
            errors.add("sla_anchor", format!("“{given}” is not a valid choice. Choose one of: {all}."));
        }
        for severity in self.policy().problems() {
            let field = match severity {
                Severity::Critical => "critical",
                Severity::High => "high",
                Severity::Medium => "medium",
                Severity::Low => "low",
                Severity::Info => "info",
            };
            errors.add(field, format!("Must be from 0 to {MAX_DAYS}."));
        }
        errors.into_result()
    }
}

/// How people sign in, and how long they stay signed in.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct SignIn {
    /// The fewest characters of a password, from 8 to 64.
    pub password_min_length: i64,
    /// Days after which a session ends, from 1 to 365.
    pub session_days: i64,
    /// Minutes without activity after which a session ends, from 5 to 43,200. Null for no limit.
    pub idle_minutes: Option<i64>,
    /// Days for which an invitation can be used, from 1 to 30.
    pub invitation_days: i64,
    /// Minutes for which a password reset link can be used, from 5 to 1,440.
    pub reset_minutes: i64,
    /// Whether people get an email when their account is used from a new browser.
    pub new_device_email: bool,
}

impl Default for SignIn {
    fn default() -> Self {
        Self {
            password_min_length: password::DEFAULT_LENGTH as i64,
            session_days: session::SESSION_DAYS,
            idle_minutes: None,
            invitation_days: 7,
            reset_minutes: 60,
            new_device_email: true,
        }
    }
}

impl Group for SignIn {
    const NAME: &'static str = "sign-in";

    fn check(&self) -> Result<()> {
        let mut errors = FieldErrors::default();
        let mut within = |field: &str, value: i64, least: i64, most: i64| {
            if !(least..=most).contains(&value) {
                errors.add(field, format!("Must be from {least} to {most}."));
            }
        };
        within("password_min_length", self.password_min_length, password::LEAST_LENGTH as i64, 64);
        within("session_days", self.session_days, 1, 365);
        within("idle_minutes", self.idle_minutes.unwrap_or(5), 5, 43_200);
        within("invitation_days", self.invitation_days, 1, 30);
        within("reset_minutes", self.reset_minutes, 5, 1440);
        errors.into_result()
    }
}

/// From where the instance can be reached.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct InfraConfig {
    /// Addresses and networks (CIDR) from which the instance can be used, at most 50. Everywhere, if the list is empty.
    pub ip_allow_list: Vec<String>,
}

/// The most networks of the allow list.
const MOST_NETWORKS: usize = 50;

impl Group for InfraConfig {
    const NAME: &'static str = "infra-config";

    fn check(&self) -> Result<()> {
        let mut errors = FieldErrors::default();
        if self.ip_allow_list.len() > MOST_NETWORKS {
            errors.add("ip_allow_list", format!("List at most {MOST_NETWORKS} addresses and networks."));
        }
        for text in &self.ip_allow_list {
            if let Err(problem) = Network::parse_loosely(text) {
                let mut letters = problem.chars();
                let sentence = letters.next().map(|first| first.to_uppercase().to_string() + letters.as_str());
                errors.add("ip_allow_list", format!("{}.", sentence.unwrap_or_default()));
            }
        }
        errors.into_result()
    }
}

/// Changes from where the instance can be reached. Nobody locks themselves out.
pub async fn change_infra(cx: &mut Cx, body: &Value) -> Result<InfraConfig> {
    let infra: InfraConfig = change(cx, body).await?;
    let Some(address) = cx.authority.caller.address.clone() else {
        return Err(Error::Conflict("The address of this request is not known, so the list cannot be checked.".into()));
    };
    if !infra.allows(&address) {
        return Err(Error::field("ip_allow_list", format!("Your own address {address} is not in the list.")));
    }
    Ok(infra)
}

impl InfraConfig {
    fn allows(&self, address: &str) -> bool {
        let networks = self.ip_allow_list.iter().filter_map(|text| Network::parse_loosely(text).ok());
        let address = address.parse::<IpAddr>().ok().map(|address| address.to_canonical());
        self.ip_allow_list.is_empty()
            || address.is_some_and(|address| networks.into_iter().any(|one| one.contains(address)))
    }
}

/// Settings that only the operator changes, with the admin commands.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct Operator {
    /// Whether tokens may use the API of a hosted instance.
    pub api_access: bool,
}

impl Group for Operator {
    const NAME: &'static str = "operator";
}

/// Reads the current values of a group.
pub async fn get<G: Group>(cx: &mut Cx) -> Result<G> {
    Ok(match stored::<G>(cx).await? {
        Some(settings) => serde_json::from_value(known::<G>(settings.value.0)).unwrap_or_default(),
        None => G::default(),
    })
}

/// The general settings.
pub async fn general(cx: &mut Cx) -> Result<General> {
    get(cx).await
}

/// Changes some settings of a group as requested; an unknown name is refused.
pub async fn change<G: Group>(cx: &mut Cx, body: &Value) -> Result<G> {
    let resource = cx.resource::<Settings>();
    cx.require(resource, Verb::Change, cx.root_folder())?;
    set(cx, body).await
}

/// Changes settings regardless of the caller: for the operator's commands.
pub async fn set<G: Group>(cx: &mut Cx, body: &Value) -> Result<G> {
    let Value::Object(wanted) = body else {
        return Err(Error::field("detail", "Expected a JSON object with the settings to change."));
    };
    cx.conn.lock("settings").await?;
    let old = stored::<G>(cx).await?;
    let current: G = get(cx).await?;
    let Ok(Value::Object(mut values)) = serde_json::to_value(&current) else {
        return Err(Error::internal("settings are not an object"));
    };
    let mut errors = FieldErrors::default();
    for (name, value) in wanted {
        if !values.contains_key(name) {
            let all = values.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            errors.add(name, format!("Unknown setting. Valid settings: {all}."));
        } else if let Err(message) = fits::<G>(name, value) {
            errors.add(name, message);
        }
    }
    errors.into_result()?;
    values.extend(wanted.clone());
    let new: G = cairn_engine::action::input(Value::Object(values.clone()))?;
    new.check()?;
    let value = Json(Value::Object(values));
    let (id, folder) = (cx.new_id(), Ref::new(cx.root_folder()));
    match old {
        Some(known) => {
            let change = |settings: &mut Settings| {
                settings.value = value;
                Ok(())
            };
            cx.modify(known.id.uuid(), change).await?;
        }
        None => cx.create(Settings { id, folder, name: G::NAME.into(), value, secret: None }).await?,
    }
    Ok(new)
}

/// The secret of a group, encrypted.
pub async fn sealed<G: Group>(cx: &mut Cx) -> Result<Option<String>> {
    Ok(stored::<G>(cx).await?.and_then(|settings| settings.secret))
}

/// Keeps a secret, encrypted by the caller, with a group whose settings were changed before.
pub async fn seal<G: Group>(cx: &mut Cx, secret: Option<String>) -> Result<()> {
    let Some(known) = stored::<G>(cx).await? else { return Ok(()) };
    let change = |settings: &mut Settings| {
        settings.secret = secret;
        Ok(())
    };
    cx.modify(known.id.uuid(), change).await?;
    Ok(())
}

/// Whether one value has the type of its setting.
fn fits<G: Group>(name: &str, value: &Value) -> Result<(), String> {
    let alone = Value::Object(Map::from_iter([(name.to_owned(), value.clone())]));
    // Settings refuse what every JSON field refuses.
    let field = Settings::def().field("value").expect("settings have a value");
    field.kind.behaviour().parse(&alone)?;
    serde_json::from_value::<G>(alone).map(drop).map_err(|error| format!("{error}."))
}

/// Values stored by an older version may have names that are no longer known.
fn known<G: Group>(stored: Value) -> Value {
    let Ok(Value::Object(defaults)) = serde_json::to_value(G::default()) else { return stored };
    let Value::Object(stored) = stored else { return Value::Object(defaults) };
    let kept: BTreeMap<String, Value> = stored.into_iter().filter(|(name, _)| defaults.contains_key(name)).collect();
    Value::Object(kept.into_iter().collect())
}

async fn stored<G: Group>(cx: &mut Cx) -> Result<Option<Settings>> {
    let found: Vec<Settings> = cx
        .list_all(|select| {
            select.equals("name", G::NAME);
        })
        .await?;
    Ok(found.into_iter().next())
}
