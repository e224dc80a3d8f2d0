//! What-if drafts: changes that people try out together, on top of the present.
//!
//! What a draft does is in the engine (`cairn_engine::what_if`); here are the rules of drafts themselves: who sees them,
//! who adds steps ([`add`]), and what becomes of them ([`close`]).

pub mod add;
mod close;
mod compare;
mod steps;

use cairn_access::Scope;
use cairn_engine::past::PRESENT_FOLDER;
use cairn_engine::query::column;
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Ref, Value};
use cairn_resources::platform::{DraftStatus, WhatIfDraft};
use cairn_store::Sql;

use self::close::{Apply, Closed, Discard, Remove, Removed, apply, discard, remove_step};
use self::compare::{Comparison, comparison};
use self::steps::{ShownStep, fingerprints, is_mine, steps};

pub const ENTRY: Entry = Entry::of::<WhatIfDraft>()
    .module(Module::Risk, "flask-conical")
    .rank(60)
    .roles("vacd vacd vacd v v - - -")
    .rules::<WhatIfDraftRules>()
    .sight(sight)
    .real_only()
    .computed(&[
        computed!(is_mine: bool, "Whether you are its author.", is_mine),
        computed!(fingerprint: String, "Identifies its steps. Send it with a decision to make sure that they are the ones you looked at.", fingerprints)
            .detail_only()
            .present_only(),
        computed!(steps: Vec<ShownStep>, "Its changes, one after another, limited to what you have access to.", steps)
            .detail_only()
            .present_only(),
    ])
    .actions(&[
        action!(GET "comparison", item, View, comparison: Nothing => Comparison, "What it changes against the present, and what that does to measures, risk levels and audits."),
        action!(
            POST "apply", item, Change, apply: Apply => Closed,
            "Makes all of its changes together, with your permissions, or none of them."
        )
        .long(),
        action!(POST "discard", item, Change, discard: Discard => Closed, "Closes it without changing anything."),
        action!(POST "remove-step", item, Change, remove_step: Remove => Removed, "Removes one of its steps."),
    ]);

/// People who see everything see all drafts. Others see their own, and the shared ones of the domains where they may see
/// drafts. In a past, only their own: what was shared then may not be now.
fn sight(cx: &Cx, alias: &str) -> Option<Sql> {
    if cx.authority.sees_everything() {
        return None;
    }
    let scope: Scope = cx.scope(cx.resource::<WhatIfDraft>());
    if scope.only_actors().is_some() {
        return Some(Sql::raw("1 = 0"));
    }
    let place = if cx.is_present() { "folder" } else { PRESENT_FOLDER };
    let mut sql = Sql::raw(format!("({} = ", column(alias, "author")));
    sql.bind(scope.user());
    if cx.is_present() {
        sql.push(" or ").push(&column(alias, "is_shared"));
    }
    sql.push(")");
    if let Some(folders) = scope.folders() {
        sql.push(" and ").push(&column(alias, place)).any(cx.conn.dialect(), Value::Uuids(folders.to_vec()));
    }
    Some(sql)
}

pub struct WhatIfDraftRules;

impl Rules for WhatIfDraftRules {
    type Record = WhatIfDraft;

    async fn before_write(cx: &mut Cx, old: Option<&WhatIfDraft>, new: &mut WhatIfDraft) -> Result<()> {
        let caller = &cx.authority.caller;
        match old {
            None => {
                new.author = caller.user.map(Ref::new);
                new.author_label = caller.label.chars().take(254).collect();
            }
            Some(old) if !cx.is_consequence() => require_open(old)?,
            Some(_) => {}
        }
        // Also when an earlier state is restored, which has no steps: they stay.
        new.step_count = new.stored_steps.0.as_array().map_or(0, |steps| steps.len() as i64);
        Ok(())
    }
}

fn is_author(cx: &Cx, draft: &WhatIfDraft) -> bool {
    let author = draft.author.map(Ref::uuid);
    author.is_some() && author == cx.authority.caller.user
}

/// Steps run with the permissions of the author, so nobody else adds any.
fn require_author(cx: &Cx, draft: &WhatIfDraft) -> Result<()> {
    if is_author(cx, draft) {
        return Ok(());
    }
    Err(Error::Forbidden(format!("Only its author, {}, can add steps to this what-if draft.", draft.author_label)))
}

fn require_open(draft: &WhatIfDraft) -> Result<()> {
    if draft.status == DraftStatus::Open {
        return Ok(());
    }
    let by = draft.closed_by_label.as_deref().unwrap_or("someone");
    Err(Error::Conflict(format!("This what-if draft was already {} by {by}.", draft.status.key())))
}
