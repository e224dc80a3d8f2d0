//! A stored file: name, type, size and SHA-256. The content is uploaded separately, not in JSON.

use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, PRESENCE};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct FileKind;

impl FieldKind for FileKind {
    fn name(&self) -> &'static str {
        "file"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Json)
    }
    fn parse(&self, _: &Json) -> Result<Value, String> {
        Err("Upload files to the upload endpoint instead of sending them as JSON.".into())
    }
    fn parse_text(&self, _: &str) -> Result<Value, String> {
        Err("Send the file as an upload, not as text.".into())
    }
    fn lookups(&self) -> &'static [Lookup] {
        PRESENCE
    }
    fn schema(&self) -> Json {
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "media_type": { "type": "string" },
                "size": { "type": "integer" },
                "sha256": { "type": "string" },
            },
        })
    }
    fn widget(&self) -> &'static str {
        "file"
    }
}
