//! The log of deliveries: read by people, written by the sender.

use cairn_engine::computed::schema_of;
use cairn_engine::filter::{Filter, FilterCx};
use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Resource, Result, action};
use cairn_model::LogKind;
use cairn_model::{Describe, Record, Type};
use cairn_resources::platform::{AuditSink, PayloadFormat, WebhookAttempt, WebhookDelivery, WebhookEndpoint};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::endpoint::{self, require_switched_on};
use super::{audit_sink, destination};

pub const ENTRY: Entry = Entry::of::<WebhookDelivery>().module(Module::Integrations, "send").unlisted().roles("vc - - - - - - -").log().filters(&[Filter {
    name: "audit_sink",
    doc: "Deliveries to this audit sink, by its id.",
    schema: schema_of::<Uuid>,
    condition: to_sink,
}]).actions(&[
    action!(GET "body", item, View, body: Nothing => Message, "The message as it was sent, if you have access to its object."),
    action!(POST "redeliver", item, Change, redeliver: Nothing => Redelivered, "Sends the message again with the same id and body, and a fresh set of attempts."),
]);

pub const ATTEMPTS: Entry =
    Entry::of::<WebhookAttempt>().module(Module::Integrations, "repeat").unlisted().roles("v - - - - - - -").log();

/// Deliveries to a sink have its id where others have that of an endpoint.
fn to_sink(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let id: Uuid = text.trim().parse().map_err(|_| format!("“{text}” is not a valid UUID."))?;
    let mut sql = Sql::raw("exists (select 1 from webhooks_audit_sinks r where r.id = t.endpoint and r.id = ");
    sql.bind(id).push(" and ").append(cx.visible(AuditSink::PATH, "r")).push(")");
    Ok(sql)
}

/// A message as it was sent.
#[derive(Serialize, Describe)]
pub struct Message {
    pub id: String,
    pub body: Json,
}

async fn body(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Message> {
    let delivery: WebhookDelivery = cx.get(id).await?;
    let endpoint: WebhookEndpoint = cx.get(delivery.endpoint.uuid()).await?;
    let column = endpoint.payload_format.key();
    let mut sql = Sql::raw(format!(
        "select resource, object_id, folder, body_{column}, occurred_at from webhook_messages where id = "
    ));
    sql.bind(delivery.message.as_str());
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Uuid, Type::Uuid, Type::Bytes, Type::Time]).await?;
    let gone = || Error::NotFound("The body has expired and is no longer available.".into());
    let row = rows.into_iter().next().ok_or_else(gone)?;
    let resource = row[0].as_str().and_then(|path| cx.registry().find(path)).ok_or_else(gone)?;
    let folder = row[2].as_uuid().unwrap_or_default();
    if !cx.authority.allows(resource.view, folder) {
        return Err(Error::Forbidden("You do not have access to the object this message is about.".into()));
    }
    let is_of_now = endpoint.repointed_at.is_none_or(|since| row[4].as_time().is_some_and(|at| at >= since));
    let is_for_owner = is_of_now && may_act_as_owner(cx, &endpoint);
    if endpoint.payload_format == PayloadFormat::Full && !is_for_owner && !sees_all_named(cx, resource) {
        let reason = "This message may contain data that only the endpoint's owner has access to.";
        return Err(Error::Forbidden(reason.into()));
    }
    let cairn_model::Value::Bytes(bytes) = &row[3] else { return Err(gone()) };
    let body = serde_json::from_slice(bytes).map_err(|error| Error::internal(error.to_string()))?;
    Ok(Message { id: delivery.message, body })
}

/// Whether the caller owns the endpoint, for whom its messages are made, and is not more limited than it.
fn may_act_as_owner(cx: &Cx, endpoint: &WebhookEndpoint) -> bool {
    let caller = &cx.authority.caller;
    let is_within = |limit| endpoint.limited_to.is_some_and(|to| cx.tree().is_within(to.uuid(), limit));
    caller.user == Some(endpoint.owner.uuid()) && caller.limits.folder.is_none_or(is_within)
}

/// Whether the caller can see everything that a full message about a resource may name.
fn sees_all_named(cx: &Cx, resource: &Resource) -> bool {
    let mut targets = resource.def.fields.iter().flat_map(|field| cx.registry().targets(&field.kind));
    targets.all(|target| cx.scope(cx.registry().get(target)).is_unrestricted())
}

#[derive(Serialize, Describe)]
pub struct Redelivered {
    pub message: String,
}

async fn redeliver(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Redelivered> {
    require_switched_on(cx).await?;
    let delivery: WebhookDelivery = cx.get(id).await?;
    let place = delivery.endpoint.uuid();
    let (name, binding) = match (cx.find::<WebhookEndpoint>(place).await?, cx.find::<AuditSink>(place).await?) {
        (Some(endpoint), _) => (endpoint.name.clone(), endpoint::binding(&endpoint)),
        (None, Some(sink)) => (sink.name.clone(), audit_sink::binding(&sink)),
        (None, None) => {
            return Err(Error::NotFound("The endpoint or audit sink this message was for no longer exists.".into()));
        }
    };
    let mut sql = Sql::raw(
        "update webhooks_deliveries set state = 'pending', attempts = 0, losses = 0, first_at = null, ended_at = null, next_at = ",
    );
    sql.bind(cx.now).push(" where id = ").bind(id).push(" and state not in ('pending', 'leased')");
    sql.append(destination::may_go_again(cx, binding));
    if cx.conn.execute(&sql).await? == 0 {
        return Err(Error::Conflict(
            "This message cannot be sent again: it is already being sent, its body has expired, or the URL or the owner's permissions have changed since."
                .into(),
        ));
    }
    let detail = json!({ "message": delivery.message, "event": delivery.event });
    let about = About::object(WebhookEndpoint::PATH, place, &name).within(delivery.folder.uuid());
    journal::note(cx, LogKind::Redelivered, Some(about), detail).await?;
    cx.leave_work(super::WORK);
    Ok(Redelivered { message: delivery.message })
}
