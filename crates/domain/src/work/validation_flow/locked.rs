//! What an accepted validation does to the assessments it is about: they are locked until it ends.

use std::collections::HashSet;

use cairn_access::Verb;
use cairn_engine::locks::Locks;
use cairn_engine::query::{Lock, Select};
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Many, Record, Type, Value};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::risk::RiskAssessment;
use cairn_resources::work::{FindingsAssessment, ValidationFlow, ValidationStatus};
use uuid::Uuid;

/// What can be locked, and the field of a flow that has it.
trait Lockable: Record {
    const LINK: &'static str;
    fn linked(flow: &ValidationFlow) -> &Many<Self>;
    fn lock(&mut self) -> &mut bool;
}

macro_rules! lockable {
    ($($record:ident: $field:ident),*) => {
        $(impl Lockable for $record {
            const LINK: &'static str = stringify!($field);

            fn linked(flow: &ValidationFlow) -> &Many<Self> {
                &flow.$field
            }

            fn lock(&mut self) -> &mut bool {
                &mut self.is_locked
            }
        })*

        /// The rows that change when a flow is accepted or ends, to be locked before the flow itself.
        pub async fn hold(cx: &mut Cx, flow: &ValidationFlow) -> Result<()> {
            let mut locks = Locks::default();
            $(for id in flow.$field.uuids() {
                locks.add(cx.resource::<$record>(), id, Lock::Change);
            })*
            locks.take(cx).await
        }

        /// Locks what a flow is about.
        pub async fn lock(cx: &mut Cx, flow: &ValidationFlow) -> Result<()> {
            $(set::<$record>(cx, flow, true).await?;)*
            Ok(())
        }

        /// Unlocks what a flow is about, unless another accepted one is about it too.
        pub async fn unlock(cx: &mut Cx, flow: &ValidationFlow) -> Result<()> {
            $(set::<$record>(cx, flow, false).await?;)*
            Ok(())
        }

        /// Refuses to put something up for validation that the caller may not change: accepting it locks it.
        pub async fn require_change(cx: &mut Cx, old: Option<&ValidationFlow>, new: &ValidationFlow) -> Result<()> {
            $(require::<$record>(cx, old, new).await?;)*
            Ok(())
        }
    };
}

// In the order in which rows are locked.
lockable!(ComplianceAssessment: compliance_assessments, RiskAssessment: risk_assessments, FindingsAssessment: findings_assessments);

async fn set<T: Lockable>(cx: &mut Cx, flow: &ValidationFlow, locked: bool) -> Result<()> {
    let mut ids = T::linked(flow).uuids();
    if !locked {
        let held = held::<T>(cx, &ids, flow.id.uuid()).await?;
        ids.retain(|id| !held.contains(id));
    }
    if ids.is_empty() {
        return Ok(());
    }
    cx.modify_many::<T>(&ids, |object| {
        *object.lock() = locked;
        Ok(())
    })
    .await
}

/// Those that another accepted flow is about.
async fn held<T: Lockable>(cx: &mut Cx, ids: &[Uuid], without: Uuid) -> Result<HashSet<Uuid>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let others = accepted::<T>(cx, ids).await?;
    Ok(others.iter().filter(|flow| flow.id.uuid() != without).flat_map(|flow| T::linked(flow).uuids()).collect())
}

async fn accepted<T: Lockable>(cx: &mut Cx, ids: &[Uuid]) -> Result<Vec<ValidationFlow>> {
    cx.list_all(|select| {
        select.equals("status", ValidationStatus::Accepted.key()).linked(T::LINK, ids.to_vec());
    })
    .await
}

async fn require<T: Lockable>(cx: &mut Cx, old: Option<&ValidationFlow>, new: &ValidationFlow) -> Result<()> {
    let before: HashSet<Uuid> = old.map(|old| T::linked(old).uuids()).unwrap_or_default().into_iter().collect();
    let added: Vec<Uuid> = T::linked(new).uuids().into_iter().filter(|id| !before.contains(id)).collect();
    if added.is_empty() {
        return Ok(());
    }
    let resource = cx.resource::<T>();
    let scope = cx.scope_for(resource.permission(Verb::Change));
    let mut select = Select::new(cx, resource, &scope);
    select.any_of("id", Value::Uuids(added.clone()));
    let allowed = cx.conn.query(&select.project("t.id"), &[Type::Uuid]).await?;
    if allowed.len() < added.len() {
        return Err(Error::field(T::LINK, "You can only ask to validate what you may change."));
    }
    Ok(())
}

/// Refuses to unlock what an accepted validation keeps locked.
pub async fn refuse_unlock(cx: &mut Cx, link: &'static str, id: Uuid) -> Result<()> {
    if cx.is_consequence() {
        return Ok(());
    }
    let holding: Vec<ValidationFlow> = cx
        .list_all(|select| {
            select.equals("status", ValidationStatus::Accepted.key()).linked(link, vec![id]);
        })
        .await?;
    if !holding.is_empty() {
        return Err(Error::field("is_locked", "It was validated. An approver has to revoke the validation first."));
    }
    Ok(())
}
