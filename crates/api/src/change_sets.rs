//! Many objects of many resources in one request: written together, or only planned.

use std::sync::Arc;
use std::time::Duration;

use cairn_access::Limits;
use cairn_change_sets::{ChangeSet, MOST, Terms};
use cairn_engine::{Caller, Error, action};
use cairn_model::Timestamp;
use http::StatusCode;

use crate::again::again;
use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::resources::{Result, finish};

/// A plan blocks nobody, but it takes a processor, and even a read-only token can ask for one.
const PLANNED_FOR: Duration = Duration::from_mins(1);

/// Why a propose-only token applies nothing.
const NOT_PROPOSED: &str = "This token can only propose changes, and change sets can only be planned, not proposed. Propose the changes one by one, or ask someone with a write token to apply the set.";

pub async fn apply(app: Arc<App>, request: Call) -> Result {
    let parts = request.parts.clone();
    let caller = authentication::sender(&app, &parts).await?;
    let (json, bytes) = body::json(request, app.config.limits.large_json()).await?;
    // Anything that is not marked as a plan would be written.
    if json["plan"] != true {
        authentication::refuse_reader(&app, &parts, &caller).await?;
        authentication::refuse_proposer(&app, &parts, &caller, NOT_PROPOSED).await?;
    }
    let wanted: ChangeSet = action::input(json)?;
    if wanted.changes.len() > MOST {
        return Err(Error::field("changes", format!("You can send at most {MOST} objects at once.")).into());
    }
    if wanted.plan {
        let work = plan(app.clone(), caller, wanted);
        return Box::pin(app.engine.apart.run(work)).await?;
    }
    let key = Key::of(&parts)?.map(|key| Key::new(key, parts.uri.path(), &bytes));
    let lane = app.clone();
    let work = async move { again(|| carry_out(&app, &caller, &wanted, key.as_ref())).await };
    Box::pin(finish(async move { Box::pin(lane.engine.apart.run(work)).await? })).await
}

async fn carry_out(app: &App, caller: &Arc<Caller>, wanted: &ChangeSet, key: Option<&Key>) -> Result {
    let mut cx = app.engine.write_long(caller.clone()).await?;
    if let Some(answer) = earlier(&mut cx, key).await? {
        return Ok(answer.into_response());
    }
    let outcome = cairn_change_sets::run(&mut cx, wanted, &Terms::default()).await?;
    let answer = Answer::new(StatusCode::OK, action::output(outcome)?.to_string().into_bytes());
    Ok(commit(cx, key, answer).await?.into_response())
}

/// Shows what a set would do. The work is done on a copy, so that nobody waits for it, with the person's permissions:
/// a token's write limits do not matter when nothing is changed, and its read limits stay.
async fn plan(app: Arc<App>, caller: Arc<Caller>, wanted: ChangeSet) -> Result {
    let limits = Limits { read_only: false, ..caller.limits };
    let mut cx = app.engine.rehearse(Arc::new(Caller { limits, ..Caller::clone(&caller) })).await?;
    let until = Timestamp::from_micros(cx.now.micros().saturating_add(PLANNED_FOR.as_micros() as i64));
    let outcome = cairn_change_sets::run(&mut cx, &wanted, &Terms { until: Some(until), ..Terms::default() }).await?;
    let body = action::output(outcome)?.to_string().into_bytes();
    Ok(Answer::new(StatusCode::OK, body).into_response())
}
