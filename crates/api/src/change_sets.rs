//! Many objects of many resources in one request: written together, or only planned.

use std::sync::Arc;

use cairn_engine::change_set::{self, ChangeSet, MOST, Terms};
use cairn_engine::{Error, action};
use http::StatusCode;

use crate::app::App;
use crate::authentication;
use crate::body::{self, Call};
use crate::changes::{commit, earlier};
use crate::idempotency::{Answer, Key};
use crate::resources::{Result, finish};

/// A set has many objects: it may be so many times as large as the body of one.
const LARGER: usize = 16;

pub async fn apply(app: Arc<App>, request: Call) -> Result {
    let (caller, key, path) = (
        authentication::caller(&app, &request.parts).await?,
        Key::of(&request.parts)?,
        request.parts.uri.path().to_owned(),
    );
    let (json, bytes) = body::json(request, app.config.limits.json.saturating_mul(LARGER)).await?;
    let key = key.map(|key| Key::new(key, &path, &bytes));
    let wanted: ChangeSet = action::input(json)?;
    if wanted.changes.len() > MOST {
        return Err(Error::field("changes", format!("At most {MOST} objects at once.")).into());
    }
    finish(async move {
        let mut cx = app.engine.write_long(caller).await?;
        if let Some(answer) = earlier(&mut cx, key.as_ref()).await? {
            return Ok(answer.into_response());
        }
        let outcome = change_set::run(&mut cx, &wanted, &Terms::default()).await?;
        let answer = Answer::new(StatusCode::OK, action::output(outcome)?.to_string().into_bytes());
        // A plan ends with its transaction, which is not committed.
        let answer = if wanted.plan { answer } else { commit(cx, key.as_ref(), answer).await? };
        Ok(answer.into_response())
    })
    .await
}
