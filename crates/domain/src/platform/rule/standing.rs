//! Whether a rule can work, and with whose rights.

use std::sync::Arc;

use cairn_access::{Behalf, Limits};
use cairn_engine::{Authority, Caller, Cx};
use cairn_model::Ref;
use cairn_resources::platform::Rule;

use super::condition::{Condition, is_watchable};
use super::trouble::Trouble;

/// The name under which rules act. What they write is not checked again at once, so that no rule sets off another.
pub const NAME: &str = "rules";

/// What rules write is written by Cairn itself: the rights of their creators have been checked before.
pub fn writer() -> Caller {
    Caller { label: NAME.to_owned(), ..Caller::worker() }
}

pub fn is_by_rules(cx: &Cx) -> bool {
    cx.authority.caller.is_trusted() && cx.authority.caller.label == NAME
}

pub enum Standing {
    /// It is turned off.
    Off,
    Stopped(Trouble),
    Ready(Box<Ready>),
}

/// A rule that can work.
pub struct Ready {
    pub condition: Condition,
    /// Sees what its creator may see, within the limits of their token.
    pub reader: Arc<Caller>,
}

impl Ready {
    /// What its creator may do now.
    pub fn creator(&self, cx: &Cx) -> Authority {
        Authority::new(self.reader.clone(), cx.authority.snapshot.clone())
    }
}

pub fn standing(cx: &Cx, rule: &Rule) -> Standing {
    if !rule.is_active {
        return Standing::Off;
    }
    let creator = rule.created_by.map(Ref::uuid);
    let working = creator.filter(|user| cx.authority.snapshot.user(*user).is_some_and(|user| user.is_active));
    let Some(user) = working else { return Standing::Stopped(Trouble::NoCreator) };
    let Some(resource) = cx.registry().find(&rule.resource).filter(|resource| is_watchable(resource)) else {
        return Standing::Stopped(Trouble::Broken(format!("There is no resource “{}”.", rule.resource)));
    };
    let condition = match Condition::read(cx.registry(), resource, &rule.expression) {
        Ok(condition) => condition.of(rule.action),
        Err(error) => return Standing::Stopped(Trouble::Broken(error.to_string())),
    };
    let limits = Limits { folder: rule.limited_to.map(Ref::uuid), ..Limits::default() };
    let reader = Arc::new(Caller::on_behalf(Behalf { user, limits }, NAME));
    let authority = Authority::new(reader.clone(), cx.authority.snapshot.clone());
    if !authority.may_view(resource) {
        return Standing::Stopped(Trouble::NotAllowed);
    }
    Standing::Ready(Box::new(Ready { condition, reader }))
}
