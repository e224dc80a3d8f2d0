//! What endpoints and audit sinks have in common: an allowed URL, encrypted secrets, and a lane in the queue.

use cairn_access::Behalf;
use cairn_engine::journal::ChangeKind;
use cairn_engine::{Cx, Error, FieldErrors, Result, place};
use cairn_model::{Ref, Timestamp, Type};
use cairn_outbound::Target;
use cairn_resources::iam::{Folder, User};
use cairn_resources::platform::{AuditSink, DeliveryState, SignMode, WebhookEndpoint};
use cairn_store::Sql;
use cairn_webhook::{Secret, SigningKey};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::iam::scim;
use crate::platform::instance::Instance;

pub fn check_url(instance: &Instance, url: &str, errors: &mut FieldErrors) {
    if let Err(message) = Target::parse(url, &instance.outbound) {
        errors.add("url", message);
    }
}

/// Whether mistakes keep a destination from being written. Cairn itself must be able to stop one that the operator no
/// longer allows: whoever has left would otherwise stay for its sake.
pub fn must_be_right(cx: &Cx, is_active: bool) -> bool {
    is_active || !cx.authority.caller.is_trusted()
}

/// Whose permissions, within which limits, decide what a destination receives.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    pub owner: Ref<User>,
    pub limited_to: Option<Ref<Folder>>,
    pub repointed_at: Option<Timestamp>,
}

impl Binding {
    /// The owner and limits of a destination that is being written. Whoever decides where messages go is accountable
    /// for what is in them: they become the owner, with the limits of their token. Otherwise it stays as it was.
    pub fn decide(cx: &Cx, old: Option<Self>, is_repointed: bool) -> Result<Self> {
        let repointed_at = if is_repointed { Some(cx.now) } else { old.and_then(|old| old.repointed_at) };
        let caller = cx.authority.caller.behalf();
        match (old, caller) {
            (Some(old), None) => Ok(Self { repointed_at, ..old }),
            (Some(old), _) if !is_repointed => Ok(old),
            (_, Some(Behalf { user, limits })) => {
                Ok(Self { owner: Ref::new(user), limited_to: limits.folder.map(Ref::new), repointed_at })
            }
            (None, None) => Err(Error::Forbidden(
                "Endpoints and audit sinks need an owner. Sign in as a user to create them.".into(),
            )),
        }
    }
}

/// On whose behalf a destination receives messages. Write limits do not matter: it only reads.
pub fn behalf(owner: Ref<User>, limited_to: Option<Ref<Folder>>) -> Behalf {
    let limits = cairn_access::Limits { folder: limited_to.map(Ref::uuid), ..cairn_access::Limits::default() };
    Behalf { user: owner.uuid(), limits }
}

/// Generates a secret, shown only in this response, and encrypts it.
pub fn new_secret(cx: &mut Cx, instance: &Instance) -> String {
    let secret = Secret::generate();
    cx.revealed.insert("secret".into(), json!(secret.as_str()));
    instance.sealer.seal(secret.as_str())
}

/// Encrypts the secret in a request, or generates one if requested.
pub async fn seal_secret(
    cx: &mut Cx,
    instance: &Instance,
    place: Uuid,
    secret: &mut Option<String>,
    old: Option<&String>,
    generate: bool,
    errors: &mut FieldErrors,
) -> Result<()> {
    if generate {
        *secret = Some(new_secret(cx, instance));
    } else if let Some(given) = secret
        && Some(&*given) != old
        // What our own actions write is already encrypted.
        && !cx.is_consequence()
    {
        match Secret::parse(given) {
            Err(error) => errors.add("secret", error.to_string()),
            Ok(parsed) if is_taken(cx, instance, place, &parsed).await? => errors.add(
                "secret",
                "Another endpoint or audit sink already uses this secret. Choose a different one, or set “generate_secret”.",
            ),
            Ok(parsed) => *secret = Some(instance.sealer.seal(parsed.as_str())),
        }
    }
    Ok(())
}

/// Whether another destination has the secret, be it current or part of a rotation. Encrypted, the same secret looks
/// different every time, so all of them are decrypted: there are few.
async fn is_taken(cx: &mut Cx, instance: &Instance, place: Uuid, secret: &Secret) -> Result<bool> {
    // Two requests at the same time must see each other.
    cx.conn.lock("webhook secrets").await?;
    let endpoints: Vec<WebhookEndpoint> = cx.list_all(|_| ()).await?;
    let sinks: Vec<AuditSink> = cx.list_all(|_| ()).await?;
    let of_endpoints = endpoints
        .into_iter()
        .filter(|endpoint| endpoint.id.uuid() != place)
        .flat_map(|endpoint| [endpoint.secret, endpoint.next_secret]);
    let of_sinks = sinks.into_iter().filter(|sink| sink.id.uuid() != place).map(|sink| sink.secret);
    // A secret encrypted with a lost key signs nothing any more.
    Ok(of_endpoints
        .chain(of_sinks)
        .flatten()
        .filter_map(|sealed| instance.sealer.open(&sealed).ok())
        .any(|known| known == secret.as_str()))
}

/// Whether a deleted destination is being restored. Its secrets and headers are gone, since nothing else keeps them:
/// it stays disabled until someone has set them again.
pub async fn comes_back(cx: &mut Cx, id: Uuid) -> Result<bool> {
    let mut sql = Sql::raw("select 1 from places where is_deleted and id = ");
    sql.bind(id);
    Ok(!cx.conn.query(&sql, &[Type::Int]).await?.is_empty())
}

/// Why a restored destination is disabled.
pub const RESTORED: &str = "restored";

/// Refuses to enable a restored destination that signed its messages before, until it can sign them again.
pub async fn check_signs_again(cx: &mut Cx, id: Uuid, disabled_reason: Option<&str>, signs: bool) -> Result<()> {
    if disabled_reason != Some(RESTORED) || signs || !had_secret(cx, id).await? {
        return Ok(());
    }
    Err(Error::Conflict(
        "It was restored without its secret, so messages would not be signed. Generate or set a secret first.".into(),
    ))
}

/// Whether a destination had a secret when it was last deleted. If the journal no longer knows, it may have had one.
async fn had_secret(cx: &mut Cx, id: Uuid) -> Result<bool> {
    let mut sql = Sql::raw("select cast(changes as text) from journal where kind = ");
    sql.bind(ChangeKind::Deleted.word()).push(" and object_id = ").bind(id).push(" order by seq desc limit 1");
    let rows = cx.conn.query(&sql, &[Type::Text]).await?;
    let changes = rows.first().and_then(|row| serde_json::from_str::<Json>(row[0].as_str()?).ok());
    let has = |changes: Json| ["secret", "next_secret"].iter().any(|name| changes.get(name).is_some());
    Ok(changes.is_none_or(has))
}

/// A secret that is not base64 has no key for stock libraries.
pub fn check_key(instance: &Instance, sealed: Option<&String>, mode: SignMode) -> Result<()> {
    let Some(sealed) = sealed else { return Ok(()) };
    let text = instance.sealer.open(sealed).map_err(|error| Error::internal(error.to_string()))?;
    let key = Secret::parse(&text).and_then(|secret| SigningKey::new(&secret, sign_mode(mode)).map(drop));
    key.map_err(|error| Error::field("sign_mode", error.to_string()))
}

pub fn sign_mode(mode: SignMode) -> cairn_webhook::SignMode {
    match mode {
        SignMode::Text => cairn_webhook::SignMode::Text,
        SignMode::Standard => cairn_webhook::SignMode::Standard,
        SignMode::Both => cairn_webhook::SignMode::Both,
    }
}

/// The narrow row that the sender works with, separate from the row that people edit.
pub async fn keep_lane(cx: &mut Cx, id: Uuid, is_active: bool, max_in_flight: i64) -> Result<()> {
    let mut sql = Sql::raw("insert into webhook_lanes (endpoint, is_active, max_in_flight) values (");
    sql.bind(id).push(", ").bind(is_active).push(", ").bind(max_in_flight);
    sql.push(
        ") on conflict (endpoint) do update set is_active = excluded.is_active, max_in_flight = excluded.max_in_flight",
    );
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// A fresh start after a fix: earlier failures no longer count.
pub async fn forgive(cx: &mut Cx, id: Uuid) -> Result<()> {
    let mut sql =
        Sql::raw("update webhook_lanes set failures = 0, discarded = 0, failing_since = null where endpoint = ");
    sql.bind(id);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// Removes the lane and everything in it.
pub async fn remove_lane(cx: &mut Cx, id: Uuid) -> Result<()> {
    let mut attempts = Sql::raw(
        "delete from webhooks_attempts where delivery in (select d.id from webhooks_deliveries d where d.endpoint = ",
    );
    attempts.bind(id).push(")");
    let mut statements = vec![attempts];
    for table in ["webhooks_deliveries", "webhook_lanes"] {
        let mut sql = Sql::raw(format!("delete from {table} where endpoint = "));
        sql.bind(id);
        statements.push(sql);
    }
    cx.conn.execute_all(&statements).await?;
    Ok(())
}

/// The log moves with its endpoint: whoever may see the one may see the other.
pub async fn move_log(cx: &mut Cx, id: Uuid, folder: Uuid) -> Result<()> {
    let mut attempts = Sql::raw("update webhooks_attempts set folder = ");
    attempts.bind(folder).push(" where delivery in (select d.id from webhooks_deliveries d where d.endpoint = ");
    attempts.bind(id).push(")");
    let mut deliveries = Sql::raw("update webhooks_deliveries set folder = ");
    deliveries.bind(folder).push(" where endpoint = ").bind(id);
    cx.conn.execute_all(&[attempts, deliveries]).await?;
    Ok(())
}

/// Ends all undelivered messages, even those in flight: they were made for a URL that the destination no longer has.
pub async fn end_unsent(cx: &mut Cx, id: Uuid) -> Result<()> {
    let mut sql = Sql::raw("update webhooks_deliveries set state = ");
    sql.bind(DeliveryState::Skipped.key()).push(", lease = null, lease_until = null, ended_at = ").bind(cx.now);
    sql.push(" where state in ('pending', 'leased') and endpoint = ").bind(id);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// The condition on deliveries that can be sent again: their message is still kept, it was made for the current URL,
/// and the owner may see what it is about.
pub fn may_go_again(cx: &mut Cx, binding: Binding) -> Sql {
    let mut sql = Sql::raw(" and exists (select 1 from webhook_messages m where m.id = webhooks_deliveries.message");
    let owner = cx.authority.on_behalf(behalf(binding.owner, binding.limited_to), "webhooks");
    if !owner.sees_everything() {
        let own = std::mem::replace(&mut cx.authority, owner);
        sql.push(" and exists (select 1 from places p where p.id = m.object_id and ").append(place::visible(cx));
        sql.push(")");
        cx.authority = own;
    }
    sql.push(")");
    if let Some(since) = binding.repointed_at {
        sql.push(" and created_at >= ").bind(since);
    }
    sql
}

/// Ends queued messages when nothing may be sent any more.
pub async fn end_pending(cx: &mut Cx, id: Uuid, state: DeliveryState) -> Result<()> {
    let mut sql = Sql::raw("update webhooks_deliveries set state = ");
    sql.bind(state.key()).push(", ended_at = ").bind(cx.now).push(" where state = 'pending' and endpoint = ").bind(id);
    cx.conn.execute(&sql).await?;
    Ok(())
}

/// What prevents messages from being sent, if anything.
pub fn notice(disabled_reason: Option<&str>) -> Option<&'static str> {
    match disabled_reason? {
        "gone" => Some("The receiver responded with 410 Gone. Check the URL, then enable this again."),
        scim::users::OWNER_LEFT => Some(
            "The account of its owner was disabled. Whoever changes the URL becomes the owner and can enable it again.",
        ),
        RESTORED => {
            Some("It was restored without its secret and headers, which are not kept. Set them again, then enable it.")
        }
        _ => Some(
            "Every delivery has failed for days. Fix the receiver, then enable this again and replay what was missed.",
        ),
    }
}

/// A replay cannot start in the future.
pub fn check_since(cx: &Cx, since: Timestamp) -> Result<()> {
    if since > cx.now { Err(Error::field("since", "Must not be in the future.")) } else { Ok(()) }
}
