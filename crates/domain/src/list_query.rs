//! The query of a list, for actions that show part of one: they take the same filters, order and pages as the list itself.

use std::collections::BTreeMap;

use cairn_engine::Cx;
use cairn_engine::query::{ListParams, PageRequest, neighbours};
use cairn_model::Describe;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// The parameters of a list. Which ones there are is decided by the list.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct ListQuery(BTreeMap<String, Json>);

impl Describe for ListQuery {
    fn schema() -> Json {
        let whole = |least: i64, doc: &str| json!({ "type": "integer", "minimum": least, "description": doc });
        let text = |doc: &str| json!({ "type": "string", "description": doc });
        json!({
            "type": "object",
            "properties": {
                "limit": whole(1, "Number of objects per page."),
                "offset": whole(0, "Number of objects to skip."),
                "ordering": text("Field to sort by. Prefix with `-` to reverse."),
                "search": text("Search terms."),
            },
            "additionalProperties": { "type": "string" },
        })
    }
}

impl ListQuery {
    pub fn params(&self) -> ListParams {
        let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        ListParams(self.0.iter().map(|(name, value)| (name.clone(), text(value))).collect())
    }

    /// The next and the previous page of what stands at a path, of the same instant or draft.
    pub fn neighbours(&self, cx: &Cx, path: &str, page: PageRequest, count: i64) -> (Option<String>, Option<String>) {
        let mut params = self.params().0;
        params.extend(cx.view_param());
        neighbours(path, &params, page, count)
    }
}
