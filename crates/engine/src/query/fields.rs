//! Which fields a response shows: all of them, or those named by `fields=`.

use std::collections::HashSet;

use crate::registry::Resource;

/// The parameter that limits the fields.
pub const FIELDS: &str = "fields";

/// The names to show; none means all.
#[derive(Debug, Clone, Default)]
pub struct Fields(Option<HashSet<String>>);

/// The parent domains of an object, which every response has besides its fields.
const PATH: &str = "path";

impl Fields {
    /// Reads the names for a list, or for a single object, which has fields that a list leaves out.
    pub fn read(resource: &Resource, text: &str, detail: bool) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let names: HashSet<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
        for name in &names {
            let computed = resource.entry.computed.iter().find(|field| field.name == name);
            if computed.is_some_and(|field| field.detail_only && !detail) {
                return Err(format!("“{name}” is only calculated for single objects, not in lists."));
            }
            if !known(resource).any(|known| known == name) {
                let known: Vec<&str> = known(resource).collect();
                return Err(format!("There is no field “{name}”. Valid fields: {}.", known.join(", ")));
            }
        }
        Ok(Self(Some(names)))
    }

    pub fn is_all(&self) -> bool {
        self.0.is_none()
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|names| names.contains(name))
    }

    pub fn has_path(&self) -> bool {
        self.has(PATH)
    }
}

/// All names that an answer may show.
pub fn known(resource: &Resource) -> impl Iterator<Item = &'static str> {
    let fields = resource.def.fields.iter().filter(|field| !field.secret).map(|field| field.name);
    fields.chain(resource.entry.computed.iter().map(|field| field.name)).chain([PATH])
}
