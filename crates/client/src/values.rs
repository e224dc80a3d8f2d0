//! From what people and programs write as JSON to what the API takes.
//!
//! What was read can be written: a reference may come back as the object by which it was shown. What cannot be meant is
//! left as it is, for the server to refuse by the name of its field.

use serde_json::Value as Json;

use crate::error::Result;
use crate::model::{Field, Kind};
use crate::names::Names;

impl Names<'_> {
    /// The value of a field: names become ids, and labels of choices their keys.
    pub async fn value(&self, field: &Field, given: Json) -> Result<Json> {
        let target = field.target.as_deref().unwrap_or_default();
        Ok(match (field.kind, given) {
            (Kind::Reference, one) => self.reference(target, one).await?,
            (Kind::Any, Json::String(text)) => self.find_any(&text).await?.into(),
            (Kind::Any, Json::Object(shown)) if shown.contains_key("id") => shown["id"].clone(),
            (Kind::Many, Json::Array(list)) => self.references(target, list).await?,
            (Kind::Many, Json::Null) => Json::Array(Vec::new()),
            (Kind::Many, one) => self.references(target, vec![one]).await?,
            (Kind::Choice, Json::String(word)) => field.choice_key(&word),
            (_, other) => other,
        })
    }

    /// The id of an object of any resource, given as `findings:Open port` or as the id itself. What is neither is left
    /// for the server to refuse.
    pub async fn find_any(&self, text: &str) -> Result<String> {
        match text.split_once(':') {
            Some((path, name)) => Ok(self.find(path.trim(), name.trim()).await?.to_string()),
            None => Ok(text.to_owned()),
        }
    }

    /// The ids of objects of a resource, given by its path.
    pub async fn references(&self, target: &str, given: Vec<Json>) -> Result<Json> {
        let mut ids = Vec::new();
        for one in given {
            ids.push(self.reference(target, one).await?);
        }
        Ok(Json::Array(ids))
    }

    /// The id of one object.
    pub async fn reference(&self, target: &str, given: Json) -> Result<Json> {
        Ok(match given {
            Json::String(text) => self.find(target, &text).await?.to_string().into(),
            Json::Object(shown) if shown.contains_key("id") => shown["id"].clone(),
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Choice, Client, Model};

    #[tokio::test]
    async fn what_was_read_can_be_written() {
        let client = Client::new("http://127.0.0.1:1".parse().expect("an address"));
        let model = Model::default();
        let names = Names::new(&client, &model);
        let id = "01987a2c-5a1e-7c1f-9f11-3f2f0f6f1a11";
        let shown = json!({ "id": id, "str": "Sales" });
        let of = |kind| Field { kind, target: Some("folders".into()), ..Field::default() };
        let (one, many) = (of(Kind::Reference), of(Kind::Many));
        for (field, given, sent) in [
            (&one, shown.clone(), json!(id)),
            (&one, json!(id), json!(id)),
            (&one, json!(null), json!(null)),
            (&one, json!(5), json!(5)),
            (&many, json!([shown, id]), json!([id, id])),
            (&many, json!(id), json!([id])),
            (&many, json!(null), json!([])),
        ] {
            assert_eq!(names.value(field, given).await.expect("a value"), sent);
        }
        let choices = vec![Choice { key: json!("PR"), label: "Primary".into() }];
        let choice = Field { kind: Kind::Choice, choices, ..Field::default() };
        for (given, sent) in [("primary", "PR"), ("moon", "moon")] {
            assert_eq!(names.value(&choice, json!(given)).await.expect("a value"), json!(sent));
        }
    }
}
