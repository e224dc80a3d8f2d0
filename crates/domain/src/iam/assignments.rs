//! What is assigned to someone: for themselves, and for whoever takes it over when they leave.

use cairn_engine::query::within::within_condition;
use cairn_engine::query::{Select, column};
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Record, Type};
use cairn_resources::iam::{Actor, User};
use serde::Serialize;
use uuid::Uuid;

use super::user;

/// Assignments by resource.
#[derive(Serialize, Describe)]
pub struct Assignments {
    pub results: Vec<AssignmentBucket>,
}

#[derive(Serialize, Describe)]
pub struct AssignmentBucket {
    /// The path of the resource.
    pub resource: &'static str,
    /// The field that holds the assignment.
    pub field: &'static str,
    pub name: String,
    pub count: usize,
    pub objects: Vec<Assigned>,
}

#[derive(Serialize, Describe)]
pub struct Assigned {
    pub id: Uuid,
    pub str: String,
}

/// What is assigned to a person themselves, as far as the caller sees it: to hand it over to others.
pub async fn of_person(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Assignments> {
    user::covered(cx, id).await?;
    let actors: Vec<Actor> = cx
        .list_all(|select| {
            select.equals("user", id);
        })
        .await?;
    let actors: Vec<Uuid> = actors.iter().map(|actor| actor.id.uuid()).collect();
    let mut found = list(cx, Some(id), &actors, None).await?;
    found.results.retain(|bucket| bucket.count > 0);
    Ok(found)
}

/// Every many-relation to actors is an assignment, and so is being an approver.
pub async fn list(cx: &mut Cx, user: Option<Uuid>, actors: &[Uuid], within: Option<Uuid>) -> Result<Assignments> {
    let mut results = Vec::new();
    for resource in cx.registry().tables().collect::<Vec<_>>() {
        let owned = resource.relations.iter().filter(|relation| relation.owner_field.is_none());
        let many = owned.map(|relation| (resource.field(relation.position).name, relation.target));
        let approver = resource.def.field(APPROVER).map(|field| (field.name, APPROVER));
        for (field, target) in many.chain(approver) {
            let scope = cx.scope(resource);
            let mut select = Select::new(cx, resource, &scope);
            match target {
                Actor::PATH => select.linked(field, actors.to_vec()),
                User::PATH if field == MORE_APPROVERS => select.linked(field, user.into_iter().collect()),
                APPROVER => select.equals(field, user),
                _ => continue,
            };
            if let Some(domain) = within {
                select.condition(within_condition(cx, &column("t", resource.scope_column()), domain));
            }
            let sql = select.project(&format!("t.id, {}", resource.display("t")));
            let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
            let objects: Vec<Assigned> = rows
                .iter()
                .map(|row| Assigned {
                    id: row[0].as_uuid().unwrap_or_default(),
                    str: row[1].as_str().unwrap_or_default().to_owned(),
                })
                .collect();
            let name = format!("{} ({})", resource.plural(), cairn_model::text::humanize(field).to_lowercase());
            results.push(AssignmentBucket { resource: resource.path, field, name, count: objects.len(), objects });
        }
    }
    Ok(Assignments { results })
}

/// The fields for people who decide about an object. Other fields for users say who made it.
const APPROVER: &str = "approver";
const MORE_APPROVERS: &str = "more_approvers";
