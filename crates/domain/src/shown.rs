//! Objects as the API shows them, for actions that put them into something larger.

use cairn_engine::query::{PageRequest, Select, load_page};
use cairn_engine::{Cx, Error, Resource, Result, render};
use serde_json::Value as Json;

use crate::work::sight::visible;

/// The objects of a selection that the caller may see, up to a limit, as in the list of their resource.
pub async fn shown(
    cx: &mut Cx,
    resource: &'static Resource,
    limit: i64,
    narrow: impl FnOnce(&mut Select),
) -> Result<Vec<Json>> {
    let mut select = visible(cx, resource);
    narrow(&mut select);
    shown_page(cx, resource, select, PageRequest { limit, offset: 0 }).await.map(|(_, rows)| rows)
}

/// A page of a selection, with how many objects there are.
pub async fn shown_page(
    cx: &mut Cx,
    resource: &'static Resource,
    select: Select,
    page: PageRequest,
) -> Result<(i64, Vec<Json>)> {
    let page = load_page(cx, resource, select, page).await?;
    let mut list: Json = serde_json::from_slice(&render::list(cx, &page, None, None))
        .map_err(|error| Error::internal(error.to_string()))?;
    match list["results"].take() {
        Json::Array(rows) => Ok((page.count, rows)),
        _ => Ok((page.count, Vec::new())),
    }
}
