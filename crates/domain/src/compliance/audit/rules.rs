//! The rules of a framework, applied to an audit: which outcomes it has, and which nodes it leaves out.

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_assess::rules::{AnswerFact, Expression, Facts, RequirementFact, outcomes, visibility};
use cairn_engine::{Cx, Result};
use cairn_model::Type;
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::Framework;
use cairn_store::Sql;
use serde_json::Value as Json;
use uuid::Uuid;

use super::rows::{AuditRows, scale};
use crate::compliance::questionnaire::{self, Said};

/// The name that rules use for a node, a question or a choice: its reference, or else the part of its URN that follows
/// the framework.
pub fn key(ref_id: Option<&str>, urn: &str) -> String {
    match ref_id.filter(|text| !text.is_empty()) {
        Some(ref_id) => ref_id.to_owned(),
        None => urn.splitn(6, ':').nth(5).unwrap_or(urn).to_owned(),
    }
}

/// Puts the outcomes that apply now into the audit, which the caller has locked. Whatever changes rows or answers calls
/// it afterwards.
pub async fn follow(cx: &mut Cx, audit: Uuid) -> Result<()> {
    if !has_outcomes(cx, audit).await? {
        return Ok(());
    }
    let Some(audit) = cx.find::<ComplianceAssessment>(audit).await? else { return Ok(()) };
    let Some(framework) = cx.find::<Framework>(audit.framework.uuid()).await? else { return Ok(()) };
    let defined: Vec<Outcome> = framework.outcomes_definition.0.iter().filter_map(Outcome::read).collect();
    let state = State::load(cx, &audit).await?;
    let known: Vec<&str> = audit.computed_outcome.0.keys().map(String::as_str).collect();
    let rules: Vec<&Expression> = defined.iter().map(|outcome| &outcome.rule).collect();
    let (requirements, answers) = state.facts(&audit);
    let facts = Facts { requirements: &requirements, answers: &answers, computed_outcomes: &known };
    let matched = outcomes(&rules, &facts, &state.hidden(&facts)).matched;
    let now: BTreeMap<String, Json> =
        matched.into_iter().map(|at| (defined[at].key.clone(), defined[at].shown.clone())).collect();
    if now == audit.computed_outcome.0 {
        return Ok(());
    }
    cx.modify::<ComplianceAssessment>(audit.id.uuid(), |audit| {
        audit.computed_outcome.0 = now;
        Ok(())
    })
    .await
    .map(drop)
}

/// Whether an audit has outcomes, or its framework defines some. Most do not, and every change of a row asks.
async fn has_outcomes(cx: &mut Cx, audit: Uuid) -> Result<bool> {
    let mut sql = Sql::raw(
        "select count(*) from compliance_assessments c join frameworks f on f.id = c.framework \
         where (cast(f.outcomes_definition as text) <> '[]' or cast(c.computed_outcome as text) <> '{}') and c.id = ",
    );
    sql.bind(audit);
    let found = cx.conn.query(&sql, &[Type::Int]).await?;
    Ok(found.first().and_then(|row| row[0].as_int()) > Some(0))
}

/// The nodes that rules leave out of an audit.
pub async fn hidden(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<HashSet<Uuid>> {
    let state = State::load(cx, audit).await?;
    let known: Vec<&str> = audit.computed_outcome.0.keys().map(String::as_str).collect();
    let (requirements, answers) = state.facts(audit);
    let facts = Facts { requirements: &requirements, answers: &answers, computed_outcomes: &known };
    let hidden = state.hidden(&facts);
    Ok(state.rows.nodes.iter().zip(hidden).filter(|(_, is_hidden)| *is_hidden).map(|(node, _)| node.id).collect())
}

/// An outcome with the rule that decides it. One whose rule cannot be read never applies.
struct Outcome {
    key: String,
    rule: Expression,
    /// What an audit shows of it: everything but the rule.
    shown: Json,
}

impl Outcome {
    fn read(definition: &Json) -> Option<Self> {
        let key = definition.get("ref_id")?.as_str()?.to_owned();
        let rule = Expression::parse(definition.get("expression")?.as_str()?).ok()?;
        let mut shown = definition.as_object()?.clone();
        shown.retain(|name, _| !["ref_id", "expression"].contains(&name.as_str()));
        Some(Self { key, rule, shown: Json::Object(shown) })
    }
}

/// Everything that rules see of an audit, whoever may see it.
struct State {
    rows: AuditRows,
    said: Vec<Said>,
    rules: Vec<Option<Expression>>,
}

impl State {
    async fn load(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<Self> {
        let rows = AuditRows::whole(cx, audit).await?;
        let nodes: Vec<Uuid> = rows.nodes.iter().map(|node| node.id).collect();
        let said = questionnaire::said(cx, audit.id.uuid(), &nodes).await?;
        let rules = rows.nodes.iter().map(|node| Expression::parse(node.visibility.as_deref()?).ok()).collect();
        Ok(Self { rows, said, rules })
    }

    fn facts(&self, audit: &ComplianceAssessment) -> (Vec<RequirementFact<'_>>, Vec<AnswerFact<'_>>) {
        let scale = scale(audit);
        let requirements = self.rows.rows.iter().zip(&self.rows.nodes).map(|(row, node)| RequirementFact {
            key: &node.key,
            parent: row.parent,
            assessable: row.assessable,
            in_scope: row.in_scope,
            result: row.result,
            status: row.status,
            is_scored: row.is_scored,
            score: row.score,
            max_score: row.scale(scale).max,
        });
        let place: HashMap<Uuid, usize> = self.rows.nodes.iter().enumerate().map(|(at, node)| (node.id, at)).collect();
        let answers = self.said.iter().filter_map(|said| {
            let requirement = *place.get(&said.node)?;
            Some(AnswerFact { requirement, key: &said.key, score: said.score, value: &said.value })
        });
        (requirements.collect(), answers.collect())
    }

    fn hidden(&self, facts: &Facts<'_>) -> Vec<bool> {
        let rules: Vec<Option<&Expression>> = self.rules.iter().map(Option::as_ref).collect();
        visibility(&rules, facts).hidden
    }
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn rules_call_things_by_their_reference_or_the_end_of_their_urn() {
        assert_eq!(key(Some("A.1"), "urn:acme:risk:req_node:base:a.1"), "A.1");
        assert_eq!(key(None, "urn:acme:risk:req_node:base:a.1:question:1"), "a.1:question:1");
        assert_eq!(key(Some(""), "urn:acme"), "urn:acme");
    }
}
