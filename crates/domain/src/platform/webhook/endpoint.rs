//! Webhook endpoints, which are notified of changes.

use cairn_access::Verb;
use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Entry, Error, FieldErrors, Module, Nothing, Result, Rules, action, computed};
use cairn_model::LogKind;
use cairn_model::{Describe, Record, Timestamp, Type, Value};
use cairn_resources::platform::{DeliveryState, PayloadFormat, WebhookEndpoint};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{destination, event, headers};
use crate::platform::instance::Instance;
use crate::platform::settings::{self, FeatureFlags};

pub const ENTRY: Entry = Entry::of::<WebhookEndpoint>()
    .module(Module::Integrations, "webhook")
    .rank(10)
    .roles("vacd - - - - - - -")
    .rules::<WebhookEndpointRules>()
    // The sender keeps the endpoints in memory and reloads them when this changes.
    .grants()
    .computed(&[
        computed!(has_secret: bool, "Whether messages are signed.", has_secret).present_only(),
        computed!(header_names: Vec<String>, "The names of the custom headers sent with every request.", header_names).present_only(),
        computed!(stats: Stats, "Delivery statistics.", stats).present_only(),
        computed!(notice: Option<String>, "What prevents messages from being sent, if anything.", notice).present_only(),
    ])
    .actions(&[
        action!(POST "generate-secret", item, Change, generate_secret: Nothing => NewSecret, "Generates a secret, effective immediately, and shows it once."),
        action!(POST "rotate-secret", item, Change, rotate_secret: Rotation => NewSecret, "Generates a new secret, shows it once, and signs with it from the chosen time."),
        action!(POST "replay", item, Change, replay: Replay => Replayed, "Sends failed or missed messages again."),
        action!(POST "enable", item, Change, enable: Nothing => Switched, "Enables the endpoint."),
        action!(POST "disable", item, Change, disable: Nothing => Switched, "Disables the endpoint. Events are recorded as missed."),
    ]);

pub struct WebhookEndpointRules;

impl Rules for WebhookEndpointRules {
    type Record = WebhookEndpoint;

    async fn before_write(cx: &mut Cx, old: Option<&WebhookEndpoint>, new: &mut WebhookEndpoint) -> Result<()> {
        let instance = Instance::of(cx)?;
        let mut errors = FieldErrors::default();
        let is_repointed = old.is_some_and(|old| old.url != new.url);
        let binding = destination::Binding::decide(cx, old.map(binding), is_repointed)?;
        (new.owner, new.limited_to, new.repointed_at) = (binding.owner, binding.limited_to, binding.repointed_at);
        if let Some(old) = old.filter(|_| is_repointed) {
            // What was meant for the old URL is not for the new one.
            new.secret = new.secret.take().filter(|secret| Some(secret) != old.secret.as_ref());
            new.headers = new.headers.take().filter(|headers| Some(headers) != old.headers.as_ref());
            (new.next_secret, new.next_secret_at, new.overlap_until) = (None, None, None);
        }
        destination::check_url(&instance, &new.url, &mut errors);
        let known = event::names(cx.registry());
        new.event_types.0.sort();
        new.event_types.0.dedup();
        for name in new.event_types.0.iter().filter(|name| !known.contains(name)) {
            errors.add("event_types", format!("There is no event “{name}”. See /api/webhooks/event-types/."));
        }
        if new.payload_format == PayloadFormat::Thin && !instance.is_pro {
            errors.add("payload_format", "Thin payloads are part of the PRO edition. Choose “full”.");
        }
        let known = old.and_then(|old| old.secret.as_ref());
        let (id, generate) = (new.id.uuid(), new.generate_secret);
        destination::seal_secret(cx, &instance, id, &mut new.secret, known, generate, &mut errors).await?;
        if new.headers != old.and_then(|old| old.headers.clone()) && !cx.is_consequence() {
            headers::seal(&instance.sealer, &mut new.headers, &mut errors);
        }
        if old.is_none() && destination::comes_back(cx, id).await? {
            (new.is_active, new.disabled_reason) = (false, Some(destination::RESTORED.to_owned()));
            (new.next_secret_at, new.overlap_until) = (None, None);
        }
        if destination::must_be_right(cx, new.is_active) {
            errors.into_result()?;
        }
        if new.is_active {
            let reason = old.and_then(|old| old.disabled_reason.as_deref());
            let rotated = new.next_secret.is_some() && new.next_secret_at.is_some_and(|at| at <= cx.now);
            destination::check_signs_again(cx, id, reason, new.secret.is_some() || rotated).await?;
            new.disabled_reason = None;
        }
        destination::check_key(&instance, new.secret.as_ref(), new.sign_mode)
    }

    async fn after_write(cx: &mut Cx, old: Option<&WebhookEndpoint>, new: &WebhookEndpoint) -> Result<()> {
        destination::keep_lane(cx, new.id.uuid(), new.is_active, new.max_in_flight).await?;
        if old.is_some_and(|old| old.is_active) && !new.is_active {
            destination::end_pending(cx, new.id.uuid(), DeliveryState::Skipped).await?;
        }
        if old.is_some_and(|old| old.url != new.url) {
            destination::end_unsent(cx, new.id.uuid()).await?;
        }
        if old.is_some_and(|old| old.folder != new.folder) {
            destination::move_log(cx, new.id.uuid(), new.folder.uuid()).await?;
        }
        Ok(())
    }

    async fn before_delete(cx: &mut Cx, old: &WebhookEndpoint) -> Result<()> {
        destination::remove_lane(cx, old.id.uuid()).await
    }
}

pub(super) fn binding(endpoint: &WebhookEndpoint) -> destination::Binding {
    let WebhookEndpoint { owner, limited_to, repointed_at, .. } = *endpoint;
    destination::Binding { owner, limited_to, repointed_at }
}

async fn has_secret(_: &mut Cx, endpoints: &[WebhookEndpoint]) -> Result<Vec<bool>> {
    Ok(endpoints.iter().map(|endpoint| endpoint.secret.is_some()).collect())
}

async fn header_names(_: &mut Cx, endpoints: &[WebhookEndpoint]) -> Result<Vec<Vec<String>>> {
    Ok(endpoints.iter().map(|endpoint| headers::names(endpoint.headers.as_ref())).collect())
}

async fn notice(cx: &mut Cx, endpoints: &[WebhookEndpoint]) -> Result<Vec<Option<String>>> {
    let flags: FeatureFlags = settings::get(cx).await?;
    Ok(endpoints
        .iter()
        .map(|endpoint| {
            if !flags.outgoing_webhooks {
                return Some(SWITCHED_OFF.to_owned());
            }
            let unsigned = endpoint.secret.is_none().then_some(match endpoint.repointed_at {
                Some(_) => REPOINTED,
                None => "Messages are not signed. Generate a secret.",
            });
            destination::notice(endpoint.disabled_reason.as_deref()).or(unsigned).map(str::to_owned)
        })
        .collect())
}

/// Counts of deliveries by state, and when one last succeeded.
#[derive(Debug, Clone, Default, Serialize, Describe)]
pub struct Stats {
    pub pending: i64,
    pub delivered: i64,
    pub discarded: i64,
    pub skipped: i64,
    /// Number of consecutive failed attempts.
    pub failures: i64,
    pub last_success: Option<Timestamp>,
}

async fn stats(cx: &mut Cx, endpoints: &[WebhookEndpoint]) -> Result<Vec<Stats>> {
    let ids: Vec<Uuid> = endpoints.iter().map(|endpoint| endpoint.id.uuid()).collect();
    let dialect = cx.conn.dialect();
    let mut counts = Sql::raw("select endpoint, state, count(*) from webhooks_deliveries where endpoint");
    counts.any(dialect, Value::Uuids(ids.clone())).push(" group by endpoint, state");
    let mut lanes = Sql::raw("select endpoint, failures, last_success from webhook_lanes where endpoint");
    lanes.any(dialect, Value::Uuids(ids.clone()));
    let counts = cx.conn.query(&counts, &[Type::Uuid, Type::Text, Type::Int]).await?;
    let lanes = cx.conn.query(&lanes, &[Type::Uuid, Type::Int, Type::Time]).await?;
    Ok(ids
        .iter()
        .map(|id| {
            let mut stats = Stats::default();
            for row in counts.iter().filter(|row| row[0].as_uuid() == Some(*id)) {
                let count = row[2].as_int().unwrap_or_default();
                match row[1].as_str() {
                    Some("pending" | "leased") => stats.pending += count,
                    Some("delivered") => stats.delivered += count,
                    Some("discarded") => stats.discarded += count,
                    _ => stats.skipped += count,
                }
            }
            if let Some(lane) = lanes.iter().find(|row| row[0].as_uuid() == Some(*id)) {
                stats.failures = lane[1].as_int().unwrap_or_default();
                stats.last_success = lane[2].as_time();
            }
            stats
        })
        .collect())
}

/// A secret, shown only once.
#[derive(Serialize, Describe)]
pub struct NewSecret {
    /// Only in the first response. It is stored encrypted, and repeating the request does not show it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// When it takes over.
    pub active_from: Timestamp,
}

async fn generate_secret(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<NewSecret> {
    let instance = Instance::of(cx)?;
    let secret = Some(destination::new_secret(cx, &instance));
    let change = |endpoint: &mut WebhookEndpoint| {
        endpoint.secret = secret;
        (endpoint.next_secret, endpoint.next_secret_at, endpoint.overlap_until) = (None, None, None);
        Ok(())
    };
    cx.modify_for(id, Verb::Change, change).await?;
    Ok(NewSecret { secret: None, active_from: cx.now })
}

/// How to rotate the secret.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    /// When the new secret takes over, at most 7 days ahead. Defaults to now.
    #[serde(default)]
    pub activate_at: Option<Timestamp>,
    /// How many hours both secrets sign after that, at most 168. The header then has two signatures.
    #[serde(default)]
    pub overlap_hours: Option<u32>,
}

async fn rotate_secret(cx: &mut Cx, id: Uuid, rotation: Rotation) -> Result<NewSecret> {
    let instance = Instance::of(cx)?;
    let active_from = rotation.activate_at.unwrap_or(cx.now).max(cx.now);
    if active_from > cx.now.plus_days(7) {
        return Err(Error::field("activate_at", "Must be within the next 7 days."));
    }
    let hours = rotation.overlap_hours.unwrap_or(0);
    if hours > 168 {
        return Err(Error::field("overlap_hours", "Must be from 0 to 168."));
    }
    let (now, secret) = (cx.now, destination::new_secret(cx, &instance));
    let change = |endpoint: &mut WebhookEndpoint| {
        // A pending rotation is completed first.
        if let (Some(next), Some(at)) = (endpoint.next_secret.take(), endpoint.next_secret_at.take())
            && at <= now
        {
            endpoint.secret = Some(next);
        }
        endpoint.next_secret = Some(secret);
        endpoint.next_secret_at = Some(active_from);
        endpoint.overlap_until = (hours > 0).then(|| active_from.plus_seconds(i64::from(hours) * 3600));
        Ok(())
    };
    cx.modify_for(id, Verb::Change, change).await?;
    Ok(NewSecret { secret: None, active_from })
}

#[derive(Serialize, Describe)]
pub struct Switched {
    pub is_active: bool,
}

async fn enable(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Switched> {
    switch(cx, id, true).await
}

async fn disable(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Switched> {
    switch(cx, id, false).await
}

async fn switch(cx: &mut Cx, id: Uuid, is_active: bool) -> Result<Switched> {
    let change = |endpoint: &mut WebhookEndpoint| {
        endpoint.is_active = is_active;
        Ok(())
    };
    cx.modify_for(id, Verb::Change, change).await?;
    destination::forgive(cx, id).await?;
    Ok(Switched { is_active })
}

/// The messages to send again.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    pub since: Timestamp,
    /// Defaults to now.
    #[serde(default)]
    pub until: Option<Timestamp>,
    /// `failed` for discarded messages, `missed` for skipped ones. Defaults to both.
    #[serde(default)]
    pub what: Option<ReplayWhat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum ReplayWhat {
    Failed,
    Missed,
}

#[derive(Serialize, Describe)]
pub struct Replayed {
    /// Number of messages queued for replay.
    pub count: u64,
}

async fn replay(cx: &mut Cx, id: Uuid, replay: Replay) -> Result<Replayed> {
    require_switched_on(cx).await?;
    destination::check_since(cx, replay.since)?;
    let endpoint: WebhookEndpoint = cx.get_for(id, Verb::Change).await?;
    if !endpoint.is_active {
        return Err(Error::Conflict("The endpoint is disabled. Enable it first.".into()));
    }
    let states: &[&str] = match replay.what {
        Some(ReplayWhat::Failed) => &["discarded"],
        Some(ReplayWhat::Missed) => &["skipped"],
        None => &["discarded", "skipped"],
    };
    let mut sql = Sql::raw(
        "update webhooks_deliveries set state = 'pending', attempts = 0, losses = 0, first_at = null, ended_at = null, next_at = ",
    );
    sql.bind(cx.now).push(" where endpoint = ").bind(id).push(" and created_at >= ").bind(replay.since);
    sql.push(" and created_at <= ").bind(replay.until.unwrap_or(cx.now)).push(" and state");
    let dialect = cx.conn.dialect();
    sql.any(dialect, Value::Texts(states.iter().map(|state| (*state).to_owned()).collect()));
    sql.append(destination::may_go_again(cx, binding(&endpoint)));
    let count = cx.conn.execute(&sql).await?;
    let detail = json!({ "since": replay.since, "until": replay.until, "what": states, "count": count });
    let about = About::object(WebhookEndpoint::PATH, id, &endpoint.name).within(endpoint.folder.uuid());
    journal::note(cx, LogKind::Replayed, Some(about), detail).await?;
    cx.leave_work(super::WORK);
    Ok(Replayed { count })
}

/// Refuses while the feature is off.
pub async fn require_switched_on(cx: &mut Cx) -> Result<()> {
    let flags: FeatureFlags = settings::get(cx).await?;
    if flags.outgoing_webhooks {
        return Ok(());
    }
    Err(Error::Conflict(SWITCHED_OFF.into()))
}

const REPOINTED: &str = "Its URL was changed, which cleared its secret and headers. Messages are not signed: generate a secret, and set the headers again if the receiver requires them.";

const SWITCHED_OFF: &str = "Outgoing webhooks are off. Turn on the feature flag “outgoing_webhooks” first.";
