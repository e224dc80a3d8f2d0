//! An object of any resource: its values, in the order of the definition's fields.

use cairn_model::def::{CREATED_AT, ID, UPDATED_AT};
use cairn_model::{Record, ResourceDef, Timestamp, Value};
use uuid::Uuid;

use crate::error::{Error, Result};

#[derive(Clone, Debug)]
pub struct Object {
    pub def: &'static ResourceDef,
    pub values: Vec<Value>,
}

impl Object {
    pub fn id(&self) -> Uuid {
        self.values[ID].as_uuid().unwrap_or_default()
    }

    pub fn get(&self, field: &str) -> &Value {
        self.def.position(field).map_or(&Value::Null, |position| &self.values[position])
    }

    pub fn set(&mut self, field: &str, value: impl Into<Value>) {
        if let Some(position) = self.def.position(field) {
            self.values[position] = value.into();
        }
    }

    /// The folder that decides who may see it.
    pub fn folder(&self) -> Uuid {
        self.values[self.def.scope_position()].as_uuid().unwrap_or_default()
    }

    pub fn created_at(&self) -> Timestamp {
        self.values[CREATED_AT].as_time().unwrap_or(Timestamp::from_micros(0))
    }

    pub fn updated_at(&self) -> Timestamp {
        self.values[UPDATED_AT].as_time().unwrap_or(Timestamp::from_micros(0))
    }

    /// The object's name: the first of the usual name fields that is set.
    pub fn name(&self) -> String {
        ["name", "label", "email", "codename"]
            .into_iter()
            .find_map(|field| self.get(field).as_str().map(str::to_owned))
            .unwrap_or_else(|| self.id().to_string())
    }

    /// The struct of the object. A required reference that is missing (hidden from the caller, or not yet set by a
    /// rule) is the nil id, which no object has.
    pub fn decode<T: Record>(&self) -> Result<T> {
        let mut values = self.values.clone();
        for (value, field) in values.iter_mut().zip(self.def.fields) {
            if value.is_null() && !field.nullable && field.kind.is_reference() {
                *value = Value::Uuid(Uuid::nil());
            }
        }
        T::decode(values).map_err(Error::Internal)
    }

    pub fn encode<T: Record>(record: T) -> Self {
        Self { def: T::def(), values: record.encode() }
    }
}
