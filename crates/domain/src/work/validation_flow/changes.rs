//! What an approver looks at: what has changed since the objects were last accepted.

use cairn_engine::diff::{Difference, of_whole};
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Timestamp};
use cairn_resources::work::{ValidationFlow, ValidationStatus};
use cairn_validation::Status;
use serde::Serialize;
use uuid::Uuid;

use super::{LINKS, links};
use crate::work::sight::visible;

/// More differences of one object than anyone reads.
const MOST: usize = 200;

/// The objects of a validation, and what has changed in each.
#[derive(Debug, Serialize, Describe)]
pub struct Changes {
    pub objects: Vec<Changed>,
}

/// An object that is to be validated.
#[derive(Debug, Serialize, Describe)]
pub struct Changed {
    /// The path of its resource.
    pub resource: &'static str,
    pub id: Uuid,
    pub name: String,
    /// When it was last accepted. Null if it never was, as far as you may see.
    pub accepted_at: Option<Timestamp>,
    /// The validation in which it was accepted, by its reference.
    pub accepted_in: Option<String>,
    /// Number of differences since then, in the object and its parts.
    pub count: usize,
    /// The first 200 of them, the object itself first.
    pub differences: Vec<Difference>,
}

pub async fn changes(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Changes> {
    let flow: ValidationFlow = cx.get(id).await?;
    let mut objects = Vec::new();
    for (field, ids) in LINKS.iter().zip(links(&flow)) {
        let relation = cx.resource::<ValidationFlow>().relation(field).expect("the field is a many-relation of flows");
        let resource = cx.registry().get(relation.target);
        for object in ids {
            // The caller may not see all that someone else has put up for validation.
            let Some(name) = name(cx, resource, object).await? else { continue };
            let last = last_accepted(cx, field, object, id).await?;
            let (count, differences) = match &last {
                Some((at, _)) => of_whole(cx, resource, object, *at, MOST).await?,
                None => (0, Vec::new()),
            };
            let (accepted_at, accepted_in) = last.unzip();
            objects.push(Changed {
                resource: resource.path,
                id: object,
                name,
                accepted_at,
                accepted_in: accepted_in.flatten(),
                count,
                differences,
            });
        }
    }
    Ok(Changes { objects })
}

async fn name(cx: &mut Cx, resource: &'static cairn_engine::Resource, id: Uuid) -> Result<Option<String>> {
    let mut select = visible(cx, resource);
    select.equals("id", id);
    let sql = select.project(&resource.display("t"));
    let rows = cx.conn.query(&sql, &[cairn_model::Type::Text]).await?;
    Ok(rows.first().map(|row| row[0].as_str().unwrap_or_default().to_owned()))
}

/// When an object was last accepted in another validation, also one that was revoked since.
async fn last_accepted(
    cx: &mut Cx,
    field: &'static str,
    object: Uuid,
    without: Uuid,
) -> Result<Option<(Timestamp, Option<String>)>> {
    let accepted = [ValidationStatus::Accepted, ValidationStatus::Revoked].map(|status| status.key().to_owned());
    let flows: Vec<ValidationFlow> = cx
        .list(|select| {
            select.any_of("status", cairn_model::Value::Texts(accepted.to_vec())).linked(field, vec![object]);
        })
        .await?;
    let times = flows.into_iter().filter(|flow| flow.id.uuid() != without).filter_map(|flow| {
        let accepted = flow.events.0.iter().rfind(|event| event.event_type == Status::Accepted.as_str())?;
        Some((accepted.created_at, flow.ref_id))
    });
    Ok(times.max_by_key(|(at, _)| *at))
}
