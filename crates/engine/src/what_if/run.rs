//! Runs the steps of a draft.

use std::sync::Arc;

use cairn_model::Timestamp;
use uuid::Uuid;

use super::{Draft, Seed, Step};
use crate::action::Answers;
use crate::caller::{Authority, Caller, Origin};
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::order::{self, Deed, Order};
use crate::query::DRAFT;
use crate::registry::Resource;

/// How many steps a draft may have.
pub const MOST_STEPS: usize = 200;

/// How many changes a draft may make: all of it is run again whenever the present changes.
pub const MOST_CHANGES: usize = 2000;

const NOT_RESTORED: &str = "An earlier state cannot be restored in a what-if draft.";

/// A step that cannot be carried out in the present.
#[derive(Debug, Clone)]
pub struct Problem {
    /// Its position in the list.
    pub step: usize,
    pub message: String,
}

/// A step that was tried out and is not stored yet.
pub struct Tried {
    /// The fingerprint of the steps before it.
    pub after: String,
    /// None if it changes nothing.
    pub step: Option<Step>,
    /// The body of the response.
    pub answer: Vec<u8>,
}

/// Refuses what cannot be part of a draft: what decides about access, leaves the instance or cannot be stored.
pub fn refuse(order: &Order) -> Result<()> {
    refuse_resource(order.resource)?;
    let words = match order.deed {
        // A copy has no journal to take the state from.
        Deed::Restore(_) => NOT_RESTORED.to_owned(),
        Deed::Batch if order.body["action"] == "restore" => NOT_RESTORED.to_owned(),
        Deed::Action(action, _) if action.form.is_some() => "Files cannot be sent to a what-if draft.".to_owned(),
        Deed::Action(action, _) if action.answers == Answers::Job => {
            "Jobs cannot be run in a what-if draft.".to_owned()
        }
        _ => match order.secrets().first() {
            Some(secret) => format!("“{secret}” is a secret, and a what-if draft would store it in clear text."),
            None => return Ok(()),
        },
    };
    Err(Error::field(DRAFT, words))
}

/// Whether objects of a resource can be part of a draft.
pub fn is_possible(resource: &Resource) -> bool {
    let entry = &resource.entry;
    !(entry.grants || entry.log || entry.real_only)
}

fn refuse_resource(resource: &Resource) -> Result<()> {
    if is_possible(resource) {
        return Ok(());
    }
    Err(Error::field(DRAFT, format!("{} cannot be changed in a what-if draft.", resource.plural())))
}

/// Runs an order as the next step of a draft, on a copy, with the caller's permissions. Nothing is stored.
pub async fn try_out(engine: &Arc<Engine>, caller: Arc<Caller>, draft: &Draft, order: &Order) -> Result<Tried> {
    refuse(order)?;
    if draft.steps.len() >= MOST_STEPS {
        return Err(Error::TooLarge(format!("A what-if draft can have at most {MOST_STEPS} steps.")));
    }
    let mut cx = engine.rehearse(caller).await?;
    let own = cx.authority.caller.clone();
    run_present(&mut cx, draft).await?;
    cx.authority = Authority::new(own.clone(), cx.authority.snapshot.clone());
    cx.compare_changes();
    let before = cx.changes.len();
    let (key, at) = (Uuid::from_u128(rand::random()), cx.now);
    let answer = run_one(&mut cx, (key, at), On::Copy, order).await?;
    if cx.changes.len() > MOST_CHANGES {
        return Err(Error::TooLarge(format!(
            "This would change {} objects. A what-if draft can change at most {MOST_CHANGES}.",
            cx.changes.len()
        )));
    }
    let changes = &cx.changes[before..];
    let step = (!changes.is_empty()).then(|| Step {
        key,
        at,
        limited_to: own.limits.folder,
        name: order.words(changes).chars().take(400).collect(),
        order: order.to_json(),
        difference: order::differences(changes),
    });
    Ok(Tried { after: draft.fingerprint(), step, answer })
}

/// Runs all steps on a copy, each with the author's present permissions. Those that fail are left out and returned.
pub async fn run_present(cx: &mut Cx, draft: &Draft) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for (at, step) in draft.steps.iter().enumerate() {
        let caller = Caller {
            origin: Origin::Job,
            label: draft.author_label.clone(),
            // Someone who no longer exists has no permissions.
            user: Some(draft.author.unwrap_or_default()),
            limits: step.limits(),
            ..Caller::system()
        };
        cx.authority = Authority::new(Arc::new(caller), cx.authority.snapshot.clone());
        let mark = cx.mark().await?;
        match run_step(cx, step, On::Copy).await {
            Ok(_) => cx.keep().await?,
            Err(error) if is_refusal(&error) => {
                cx.undo(mark).await?;
                cx.revealed.clear();
                problems.push(Problem { step: at, message: error.to_string() });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(problems)
}

/// Runs all steps for real, with the caller's permissions. The first that fails ends it; nothing may be committed then.
pub async fn run_all(cx: &mut Cx, draft: &Draft) -> Result<()> {
    for (at, step) in draft.steps.iter().enumerate() {
        run_step(cx, step, On::Present).await.map_err(|error| match error {
            error if is_refusal(&error) => Error::Conflict(format!(
                "Step {} ({}) cannot be applied, so nothing was changed: {error}",
                at + 1,
                step.name
            )),
            other => other,
        })?;
    }
    Ok(())
}

/// Whether an error is about the step itself, and not about the database or the code.
fn is_refusal(error: &Error) -> bool {
    matches!(
        error,
        Error::Invalid(_) | Error::NotFound(_) | Error::Forbidden(_) | Error::Conflict(_) | Error::TooLarge(_)
    )
}

async fn run_step(cx: &mut Cx, step: &Step, on: On) -> Result<Vec<u8>> {
    let order = Order::from_json(cx.registry(), &step.order)
        .ok_or_else(|| Error::Conflict("This change is no longer possible on this instance.".into()))?;
    // What can be part of a draft may have changed with the version.
    refuse(&order)?;
    run_one(cx, (step.key, step.at), on, &order).await
}

/// Where a step runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Copy,
    Present,
}

/// Runs one order with the ids of a step. On a copy, what it writes is dated to when the step was added, so that an
/// object of a draft does not look changed each time the draft is run.
async fn run_one(cx: &mut Cx, (key, at): (Uuid, Timestamp), on: On, order: &Order) -> Result<Vec<u8>> {
    let before = cx.changes.len();
    cx.seed = Some(Seed::new(key, at));
    cx.stamp = (on == On::Copy).then_some(at);
    let answer = order.run(cx).await;
    (cx.seed, cx.stamp) = (None, None);
    let answer = answer?;
    for change in &cx.changes[before..] {
        refuse_resource(change.resource)?;
    }
    if !cx.revealed.is_empty() {
        return Err(Error::field(
            DRAFT,
            "This creates a secret that is shown only once, which a what-if draft cannot do.",
        ));
    }
    Ok(answer)
}
