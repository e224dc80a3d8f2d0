//! A copy of an assessment with its scenarios, to start the next round from.

use std::collections::HashMap;

use cairn_access::Verb;
use cairn_engine::query::PageRequest;
use cairn_engine::{Cx, Object, Result, query, write};
use cairn_model::{Id, Many, Ref};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use crate::work::applied_control::duplicate::{Duplicate, Duplicated};
use crate::work::sight::visible;

/// The copy has what the caller may see. Nobody has accepted its risks.
pub async fn duplicate(cx: &mut Cx, id: Uuid, input: Duplicate) -> Result<Duplicated> {
    let resource = cx.resource::<RiskAssessment>();
    let page = query::item(cx, resource, id).await?;
    let original = &page.objects[0];
    let mut body = Map::new();
    for (position, field) in resource.def.fields.iter().enumerate() {
        if field.writable() {
            body.insert(field.name.to_owned(), original.values[position].to_json());
        }
    }
    body.insert("name".to_owned(), input.name.into());
    body.insert("folder".to_owned(), json!(input.folder.unwrap_or_else(|| original.folder())));
    body.insert("status".to_owned(), json!("planned"));
    body.insert("is_locked".to_owned(), json!(false));
    let copy = write::create(cx, resource, &Json::Object(body)).await?;
    cx.require(cx.resource::<RiskScenario>(), Verb::Add, copy.folder())?;
    let scenarios = seen(cx, id).await?;
    let new: HashMap<Uuid, Uuid> =
        scenarios.iter().map(|row| (row.id.uuid(), cx.new_id::<RiskScenario>().uuid())).collect();
    let place = |row: &RiskScenario| new.get(&row.id.uuid()).copied().unwrap_or_default();
    let antecedents: Vec<(Uuid, Vec<Uuid>)> = scenarios
        .iter()
        .map(|row| {
            let before = row.antecedent_scenarios.uuids();
            (place(row), before.iter().filter_map(|id| new.get(id).copied()).collect())
        })
        .collect();
    let is_published = copy.get("is_published").as_bool().unwrap_or_default();
    let copies = scenarios.into_iter().map(|row| RiskScenario {
        id: Id::new(place(&row)),
        folder: Ref::new(copy.folder()),
        risk_assessment: Ref::new(copy.id()),
        treatment: row.treatment_before_acceptance.unwrap_or(row.treatment),
        treatment_before_acceptance: None,
        antecedent_scenarios: Many::default(),
        is_published,
        ..row
    });
    let copies: Vec<RiskScenario> = copies.collect();
    cx.create_many(copies).await?;
    // They can only lead to each other once all are there.
    let leading: HashMap<Uuid, Vec<Uuid>> = antecedents.into_iter().filter(|(_, before)| !before.is_empty()).collect();
    let ids: Vec<Uuid> = leading.keys().copied().collect();
    cx.modify_many::<RiskScenario>(&ids, |row| {
        row.antecedent_scenarios = Many::of(leading[&row.id.uuid()].iter().copied());
        Ok(())
    })
    .await?;
    Ok(Duplicated { id: copy.id(), name: copy.name() })
}

/// The scenarios with the links that the caller sees: a copy must not lead to anything else.
async fn seen(cx: &mut Cx, assessment: Uuid) -> Result<Vec<RiskScenario>> {
    let resource = cx.resource::<RiskScenario>();
    let mut select = visible(cx, resource);
    select.equals("risk_assessment", assessment).order_by("t.ref_id").order_by("t.id");
    let all = PageRequest { limit: i64::MAX, offset: 0 };
    let page = query::load_page(cx, resource, select, all).await?;
    page.objects.iter().map(Object::decode).collect()
}
