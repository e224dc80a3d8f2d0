//! From a library to a file.

mod scalar;
mod yaml;

use serde_json::{Map, Value};

use crate::Library;

/// A YAML file that [`crate::read`] reads back to an equal library. Its notes are not part of it.
pub fn write(library: &Library) -> String {
    // Every part of a library has names for keys and numbers that JSON can say.
    let mut document = serde_json::to_value(library).unwrap_or_default();
    for framework in items(&mut document["objects"], "frameworks") {
        for node in items(framework, "requirement_nodes") {
            key_by_urn(node);
        }
    }
    yaml::document(&document)
}

fn items<'a>(object: &'a mut Value, key: &str) -> impl Iterator<Item = &'a mut Value> {
    object.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten()
}

/// Files have the questions of a node by their URNs.
fn key_by_urn(node: &mut Value) {
    let Some(questions) = node.get_mut("questions") else { return };
    let Value::Array(list) = questions.take() else { return };
    let keyed = list.into_iter().filter_map(|mut question| {
        let urn = question.as_object_mut()?.shift_remove("urn")?;
        Some((urn.as_str()?.to_owned(), question))
    });
    *questions = Value::Object(keyed.collect::<Map<_, _>>());
}
