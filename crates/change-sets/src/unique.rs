//! Objects that are known by their unique fields: those which are there already under another id, and those which a
//! rule made along with another object.

use cairn_engine::cx::Cx;
use cairn_engine::decode::{self, Input};
use cairn_engine::error::Result;
use cairn_engine::identity::identities;
use cairn_engine::query::Select;
use cairn_engine::registry::Resource;
use cairn_model::Value;
use uuid::Uuid;

/// The field that says where among others of its name an object is: its domain, or what it is a part of.
pub fn place_position(resource: &Resource) -> Option<usize> {
    let by_group = resource.def.unique.iter().find_map(|group| {
        let (first, rest) = group.split_once(',')?;
        let is_named = rest.split(',').any(|field| identities(resource).any(|name| name == field));
        let position = resource.def.position(first)?;
        (is_named && resource.field(position).kind.target().is_some()).then_some(position)
    });
    let by_scope = resource.def.scope.has_folder().then_some(resource.scope_position);
    by_group.or(by_scope)
}

/// The object that has the unique fields of a new one, as far as the caller may see it.
pub async fn twin(cx: &mut Cx, resource: &'static Resource, input: &Input) -> Result<Option<Uuid>> {
    let defaults = decode::defaults(resource);
    for group in resource.def.unique {
        let positions: Vec<usize> = group.split(',').filter_map(|name| resource.def.position(name)).collect();
        let value = |at: &usize| input.get(*at).unwrap_or(&defaults.values[*at]).clone();
        let values: Vec<Value> = positions.iter().map(value).collect();
        // Nothing is equal to what is not set.
        if values.iter().any(Value::is_null) {
            continue;
        }
        let scope = cx.scope(resource);
        let mut select = Select::new(cx, resource, &scope);
        for (position, value) in positions.iter().zip(values) {
            select.equals(resource.field(*position).name, value);
        }
        let rows = cx.conn.query(&select.ids(1), &[cairn_model::Type::Uuid]).await?;
        if let Some(id) = rows.first().and_then(|row| row[0].as_uuid()) {
            return Ok(Some(id));
        }
    }
    Ok(None)
}
