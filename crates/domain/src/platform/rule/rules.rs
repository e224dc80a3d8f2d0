//! What a rule may say, and whose rights it has.

use cairn_access::{Behalf, Verb};
use cairn_engine::{Cx, Error, Result, Rules};
use cairn_model::{Record, Ref, Type};
use cairn_resources::platform::{Rule, RuleAction};
use cairn_resources::work::{Finding, FindingsAssessment, TaskNode, TaskTemplate};
use cairn_store::Sql;

use super::changed::remember;
use super::condition::{Condition, watched};
use super::status;

/// More would slow down every night, and nobody could look after them.
const MOST_ACTIVE: i64 = 200;

pub struct RuleRules;

impl Rules for RuleRules {
    type Record = Rule;

    async fn before_write(cx: &mut Cx, old: Option<&Rule>, new: &mut Rule) -> Result<()> {
        // Something that it refers to goes: it says itself what it lacks when it runs.
        if cx.is_detaching() {
            return Ok(());
        }
        let is_bound_anew = old.is_none_or(|old| decides(old) != decides(new) || (new.is_active && !old.is_active));
        if is_bound_anew {
            check(cx, new).await?;
            match cx.authority.caller.behalf() {
                Some(Behalf { user, limits }) => {
                    (new.created_by, new.limited_to) = (Some(Ref::new(user)), limits.folder.map(Ref::new));
                }
                // Cairn itself, for example when a domain is restored: nobody's rights are widened by that.
                None => {
                    (new.created_by, new.limited_to) = old.map_or((None, None), |old| (old.created_by, old.limited_to));
                }
            }
        }
        if new.is_active && old.is_none_or(|old| !old.is_active) {
            refuse_too_many(cx, new).await?;
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&Rule>, new: &Rule) -> Result<()> {
        let says = |rule: &Rule| (rule.is_active, rule.severity);
        let is_news = old.is_none_or(|old| decides(old) != decides(new) || says(old) != says(new));
        if is_news && (new.is_active || old.is_some_and(|old| old.is_active)) {
            remember(cx, &[(Rule::PATH, new.id.uuid())].into()).await?;
        }
        Ok(())
    }

    async fn before_delete(cx: &mut Cx, old: &Rule) -> Result<()> {
        status::forget(cx, old.id.uuid()).await
    }
}

/// What decides what a rule sees and does. Whoever changes it lends the rule their rights.
fn decides(rule: &Rule) -> impl PartialEq + use<> {
    (rule.resource.clone(), rule.expression.clone(), rule.folder, rule.action, rule.findings_assessment)
}

/// Checks a rule against the definitions and the rights of the caller.
async fn check(cx: &mut Cx, new: &Rule) -> Result<()> {
    let resource = watched(cx, &new.resource)?;
    Condition::read(cx.registry(), resource, &new.expression)?.refuse_hidden(cx)?;
    let feeds_itself = match new.action {
        RuleAction::Task => [TaskTemplate::PATH, TaskNode::PATH].contains(&resource.def.path),
        RuleAction::Finding => resource.def.path == Finding::PATH,
        RuleAction::Note | RuleAction::Notification => false,
    };
    if feeds_itself {
        let words = "A rule cannot create what it watches: each would be a reason for the next. Choose another action.";
        return Err(Error::field("action", words));
    }
    match new.action {
        RuleAction::Task => cx.require(cx.resource::<TaskTemplate>(), Verb::Add, new.folder.uuid()),
        RuleAction::Finding => {
            let Some(review) = new.findings_assessment else {
                return Err(Error::field("findings_assessment", "Choose where findings are added."));
            };
            match cx.find::<FindingsAssessment>(review.uuid()).await? {
                Some(review) => cx.require(cx.resource::<Finding>(), Verb::Add, review.folder.uuid()),
                None => Ok(()),
            }
        }
        RuleAction::Note | RuleAction::Notification => Ok(()),
    }
}

async fn refuse_too_many(cx: &mut Cx, new: &Rule) -> Result<()> {
    // Two requests at the same time must see each other.
    cx.conn.lock("active rules").await?;
    let mut sql = Sql::raw("select count(*) from rules where is_active and id <> ");
    sql.bind(new.id.uuid());
    let rows = cx.conn.query(&sql, &[Type::Int]).await?;
    let active = rows.first().and_then(|row| row[0].as_int()).unwrap_or_default();
    if active < MOST_ACTIVE {
        return Ok(());
    }
    let words = format!("There are {active} active rules already. Turn off one that is no longer needed.");
    Err(Error::field("is_active", words))
}
