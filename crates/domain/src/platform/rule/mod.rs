//! Rules: conditions that are watched, and what they have found.
//!
//! **Guarantees.** A rule sees and does what whoever set it up could see and do at that moment, within the limits of the
//! token they used ([`standing`]). Each object is at most one match of a rule, which opens and closes ([`matches`]);
//! nothing is done twice, whichever processes look at the same time and whenever one of them dies. What rules write sets
//! off no rule before the next night.
//!
//! - [`condition`] reads an expression and knows what it looks at; [`load`] reads that, [`judge`] decides.
//! - [`run`] checks everything, [`listen`] notices changes and [`changed`] checks what they are about.
//! - [`act`] creates tasks, findings and notifications, and ends those that nobody has touched.
//! - [`dry_run`] tries an expression out; [`fields`] and [`examples`] help to write one; [`words`] names things.

mod act;
mod changed;
mod closest;
mod condition;
mod dry_run;
mod examples;
mod fields;
mod judge;
mod links;
mod listen;
mod load;
mod made;
mod matches;
mod rules;
mod run;
mod standing;
mod status;
mod trouble;
mod words;

use cairn_access::Verb;
use cairn_engine::past::PRESENT_FOLDER;
use cairn_engine::query::{among, column};
use cairn_engine::{Cx, Entry, Module, Nothing, Resource, Result, action, computed};
use cairn_model::Timestamp;
use cairn_resources::platform::{Rule, RuleMatch};
use cairn_store::Sql;
use uuid::Uuid;

use condition::is_watchable;

pub use changed::CheckChanges;
pub use listen::RuleWatcher;
pub use run::RunRules;

pub const ENTRY: Entry = Entry::of::<Rule>()
    .module(Module::Operations, "radar")
    .rank(40)
    .roles("vacd vacd vacd v v - - -")
    .rules::<rules::RuleRules>()
    // Every process knows in memory what rules look at, and reloads it when this changes.
    .grants()
    .real_only()
    .computed(&[
        computed!(matches: i64, "The number of open matches.", sql status::matches).present_only(),
        computed!(last_run_at: Option<Timestamp>, "When all objects were last checked.", sql status::last_run_at).present_only(),
        computed!(failures: i64, "For how many objects it could not be decided in the last run.", sql status::failures).present_only(),
        computed!(last_error: Option<String>, "What went wrong in the last run, if anything.", status::last_error).present_only(),
    ])
    .actions(&[
        action!(
            GET "try", collection, View, dry_run::of_expression: dry_run::Trial => dry_run::Tried,
            "What an expression would find among what you have access to. Writes nothing."
        )
        .speaks(),
        action!(
            GET "dry-run", item, View, dry_run::of_rule: Nothing => dry_run::Tried,
            "What the rule would find among what you have access to. Writes nothing."
        )
        .speaks(),
        action!(GET "fields", collection, View, fields::fields: fields::Wanted => fields::Offered, "What an expression can use."),
        action!(GET "resources", collection, View, fields::resources: Nothing => Vec<fields::Watchable>, "The resources that rules can watch."),
        action!(GET "examples", collection, View, examples::examples: Nothing => Vec<examples::Example>, "Rules to begin with."),
        action!(POST "run", item, Change, run_now: Nothing => job, "Checks all objects now."),
    ]);

pub const MATCHES: Entry = Entry::of::<RuleMatch>()
    .module(Module::Operations, "crosshair")
    .rank(41)
    .beside("rules")
    .roles("vc vc vc v v - - -")
    .made_with_parent()
    .real_only()
    .sight(sight);

/// A match is seen by those who may see matches in the domain of its object, and who see the object.
fn sight(cx: &Cx, alias: &str) -> Option<Sql> {
    if cx.authority.sees_everything() {
        return None;
    }
    let resource = cx.resource::<RuleMatch>();
    let scope = cx.scope(resource);
    if scope.only_actors().is_some() {
        return Some(Sql::raw("1 = 0"));
    }
    // In a past, permissions are today's: it counts where the match is now.
    let place = if cx.is_present() { "folder" } else { PRESENT_FOLDER };
    let mut sql = Sql::raw("(");
    if let Some(folders) = scope.folders() {
        sql.append(among(&column(alias, place), folders, cx.conn.dialect())).push(" and ");
    }
    sql.append(sees_object(cx, resource, alias)).push(")");
    Some(sql)
}

/// The condition that the object of a match may be seen. Rules watch no matches, so this ends.
fn sees_object(cx: &Cx, resource: &Resource, alias: &str) -> Sql {
    let (object, inner) = (column(alias, "object"), format!("{alias}_object"));
    let kind = resource.def.field("object").map(|field| &field.kind);
    let paths = kind.map(|kind| cx.registry().targets(kind)).unwrap_or_default();
    let mut sql = Sql::raw("(1 = 0");
    for target in paths.into_iter().map(|path| cx.registry().get(path)).filter(|target| is_watchable(target)) {
        sql.push(&format!(" or exists (select 1 from {} {inner} where {inner}.id = {object}", target.def.table));
        if let Some(condition) = cx.sight(target, &inner) {
            sql.push(" and ").append(condition);
        }
        sql.push(")");
    }
    sql.push(")");
    sql
}

async fn run_now(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Uuid> {
    let rule: Rule = cx.get_for(id, Verb::Change).await?;
    cairn_jobs::enqueue(cx, &RunRules { rule: Some(rule.id.uuid()) }).await
}
