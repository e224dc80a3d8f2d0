//! Audit sinks, which the audit log is forwarded to. The sender takes entries in the order in which they were sealed,
//! from a position that it stores for each sink.

use cairn_access::Verb;
use cairn_engine::journal::{self, About};
use cairn_engine::{Cx, Entry, Error, FieldErrors, Module, Nothing, Result, Rules, action, computed};
use cairn_model::LogKind;
use cairn_model::{Describe, Record, Timestamp, Type};
use cairn_resources::platform::AuditSink;
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{destination, headers};
use crate::platform::instance::Instance;

pub const ENTRY: Entry = Entry::of::<AuditSink>()
    .module(Module::Integrations, "cable")
    .rank(20)
    .roles("vacd - - - - - - -")
    .rules::<AuditSinkRules>()
    // The sender keeps the sinks in memory and reloads them when this changes.
    .grants()
    .computed(&[
        computed!(has_secret: bool, "Whether messages are signed.", has_secret).present_only(),
        computed!(has_headers: bool, "Whether custom headers are sent.", has_headers).present_only(),
        computed!(header_names: Vec<String>, "The names of the custom headers sent with every request.", header_names).present_only(),
        computed!(notice: Option<String>, "What prevents entries from being sent, if anything.", notice).present_only(),
    ])
    .actions(&[
        action!(POST "replay", item, Change, replay: Since => Replaying, "Sends all entries since a given time again, with the same ids."),
        action!(POST "enable", item, Change, enable: Nothing => Switched, "Enables the sink. It resumes where it stopped."),
        action!(POST "disable", item, Change, disable: Nothing => Switched, "Disables the sink. It keeps its place in the log."),
    ]);

pub struct AuditSinkRules;

impl Rules for AuditSinkRules {
    type Record = AuditSink;

    async fn before_write(cx: &mut Cx, old: Option<&AuditSink>, new: &mut AuditSink) -> Result<()> {
        let instance = Instance::of(cx)?;
        let mut errors = FieldErrors::default();
        let is_repointed = old.is_some_and(|old| old.url != new.url);
        let binding = destination::Binding::decide(cx, old.map(binding), is_repointed)?;
        (new.owner, new.limited_to, new.repointed_at) = (binding.owner, binding.limited_to, binding.repointed_at);
        if let Some(old) = old.filter(|_| is_repointed) {
            // What was meant for the old URL is not for the new one.
            new.secret = new.secret.take().filter(|secret| Some(secret) != old.secret.as_ref());
            new.headers = new.headers.take().filter(|headers| Some(headers) != old.headers.as_ref());
        }
        destination::check_url(&instance, &new.url, &mut errors);
        let known = old.and_then(|old| old.secret.as_ref());
        let (id, generate) = (new.id.uuid(), new.generate_secret);
        destination::seal_secret(cx, &instance, id, &mut new.secret, known, generate, &mut errors).await?;
        if new.headers != old.and_then(|old| old.headers.clone()) && !cx.is_consequence() {
            headers::seal(&instance.sealer, &mut new.headers, &mut errors);
        }
        if old.is_none() && destination::comes_back(cx, id).await? {
            (new.is_active, new.disabled_reason) = (false, Some(destination::RESTORED.to_owned()));
        }
        if destination::must_be_right(cx, new.is_active) {
            errors.into_result()?;
        }
        if new.is_active {
            let reason = old.and_then(|old| old.disabled_reason.as_deref());
            destination::check_signs_again(cx, id, reason, new.secret.is_some()).await?;
            new.disabled_reason = None;
        }
        destination::check_key(&instance, new.secret.as_ref(), new.sign_mode)
    }

    async fn after_write(cx: &mut Cx, old: Option<&AuditSink>, new: &AuditSink) -> Result<()> {
        let id = new.id.uuid();
        destination::keep_lane(cx, id, new.is_active, new.max_in_flight).await?;
        if old.is_none() {
            // A new sink receives new entries, and earlier ones if it asks for them.
            place(cx, id, None).await?;
        }
        if old.is_some_and(|old| old.url != new.url) {
            destination::end_unsent(cx, id).await?;
        }
        if old.is_some_and(|old| old.folder != new.folder) {
            destination::move_log(cx, id, new.folder.uuid()).await?;
        }
        Ok(())
    }

    async fn before_delete(cx: &mut Cx, old: &AuditSink) -> Result<()> {
        let mut sql = Sql::raw("delete from audit_sink_places where sink = ");
        sql.bind(old.id);
        cx.conn.execute(&sql).await?;
        destination::remove_lane(cx, old.id.uuid()).await
    }
}

/// Moves a sink to the first entry since a time, or after the last one.
async fn place(cx: &mut Cx, sink: Uuid, since: Option<Timestamp>) -> Result<i64> {
    let number = |rows: Vec<cairn_store::Row>| rows.first().and_then(|row| row[0].as_int());
    let last = Sql::raw("select max(leaf) + 1 from journal_leaves");
    let behind = number(cx.conn.query(&last, &[Type::Int]).await?).unwrap_or_default();
    let next = match since {
        Some(since) => {
            let mut first =
                Sql::raw("select min(l.leaf) from journal_leaves l join journal j on j.seq = l.seq where j.at >= ");
            first.bind(since);
            number(cx.conn.query(&first, &[Type::Int]).await?).unwrap_or(behind)
        }
        None => behind,
    };
    let mut sql = Sql::raw("insert into audit_sink_places (sink, next) values (");
    sql.bind(sink).push(", ").bind(next).push(") on conflict (sink) do update set next = excluded.next");
    cx.conn.execute(&sql).await?;
    Ok(behind - next)
}

pub(super) fn binding(sink: &AuditSink) -> destination::Binding {
    let AuditSink { owner, limited_to, repointed_at, .. } = *sink;
    destination::Binding { owner, limited_to, repointed_at }
}

async fn has_secret(_: &mut Cx, sinks: &[AuditSink]) -> Result<Vec<bool>> {
    Ok(sinks.iter().map(|sink| sink.secret.is_some()).collect())
}

async fn has_headers(_: &mut Cx, sinks: &[AuditSink]) -> Result<Vec<bool>> {
    Ok(sinks.iter().map(|sink| sink.headers.is_some()).collect())
}

async fn header_names(_: &mut Cx, sinks: &[AuditSink]) -> Result<Vec<Vec<String>>> {
    Ok(sinks.iter().map(|sink| headers::names(sink.headers.as_ref())).collect())
}

async fn notice(_: &mut Cx, sinks: &[AuditSink]) -> Result<Vec<Option<String>>> {
    let of = |sink: &AuditSink| destination::notice(sink.disabled_reason.as_deref()).map(str::to_owned);
    Ok(sinks.iter().map(of).collect())
}

/// Sends all entries since this time again.
#[derive(Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Since {
    pub since: Timestamp,
}

#[derive(Serialize, Describe)]
pub struct Replaying {
    /// How many entries are sealed since then; those that concern the sink are sent.
    pub entries: i64,
}

async fn replay(cx: &mut Cx, id: Uuid, Since { since }: Since) -> Result<Replaying> {
    destination::check_since(cx, since)?;
    let sink: AuditSink = cx.get_for(id, Verb::Change).await?;
    if !sink.is_active {
        return Err(Error::Conflict("The audit sink is disabled. Enable it first.".into()));
    }
    let entries = place(cx, id, Some(since)).await?;
    let detail = json!({ "since": since, "entries": entries });
    let about = About::object(AuditSink::PATH, id, &sink.name).within(sink.folder.uuid());
    journal::note(cx, LogKind::Replayed, Some(about), detail).await?;
    cx.leave_work(super::WORK);
    Ok(Replaying { entries })
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
    let change = |sink: &mut AuditSink| {
        sink.is_active = is_active;
        Ok(())
    };
    cx.modify_for(id, Verb::Change, change).await?;
    destination::forgive(cx, id).await?;
    Ok(Switched { is_active })
}
