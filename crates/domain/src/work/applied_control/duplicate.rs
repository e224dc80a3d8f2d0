//! A copy of a control.

use cairn_engine::{Cx, Result, query, write};
use cairn_model::Describe;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::Place;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Duplicate {
    /// The name of the copy.
    pub name: String,
    /// The domain of the copy. Defaults to the domain of the original.
    #[serde(default)]
    pub folder: Option<Uuid>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Duplicated {
    pub id: Uuid,
    pub name: String,
}

/// The copy is created as if the caller had typed it, with their own permissions, from what they may see. What others
/// link to the original stays with the original: it is theirs to change.
pub async fn duplicate<P: Place>(cx: &mut Cx, id: Uuid, input: Duplicate) -> Result<Duplicated> {
    let resource = P::resource(cx);
    let page = query::item(cx, resource, id).await?;
    let original = &page.objects[0];
    let mut body = Map::new();
    for (position, field) in resource.def.fields.iter().enumerate() {
        let is_reverse = resource.relation(field.name).is_some_and(|relation| relation.owner_field.is_some());
        if field.writable() && !is_reverse {
            body.insert(field.name.to_owned(), original.values[position].to_json());
        }
    }
    body.insert("name".to_owned(), input.name.into());
    body.insert("folder".to_owned(), input.folder.unwrap_or_else(|| original.folder()).to_string().into());
    let copy = write::create(cx, resource, &Json::Object(body)).await?;
    Ok(Duplicated { id: copy.id(), name: copy.name() })
}
