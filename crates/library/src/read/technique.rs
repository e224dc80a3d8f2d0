use std::collections::HashMap;

use super::Declared;
use super::fields::Fields;
use crate::log::Path;
use crate::tree;
use crate::types::{Group, Tactic, Technique, TtpCatalog, Urn};

const CATALOG: &str = "technique catalogue";
const TACTIC: &str = "tactic";
const TECHNIQUE: &str = "technique";

pub fn catalog(fields: &Fields<'_>, declared: &Declared) -> TtpCatalog {
    TtpCatalog {
        urn: declared.own_urn(CATALOG, fields),
        ref_id: fields.text("ref_id"),
        name: fields.required_text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        grouping_definition: fields.maps("grouping_definition", group, &[]),
        translations: fields.translations(),
    }
}

fn group(fields: &Fields<'_>) -> Group {
    Group {
        ref_id: fields.required_text("ref_id"),
        name: fields.text("name"),
        description: fields.text("description"),
        dimension: fields.text("dimension"),
        translations: fields.translations(),
    }
}

pub fn tactic(fields: &Fields<'_>, declared: &Declared) -> Tactic {
    Tactic {
        urn: declared.own_urn(TACTIC, fields),
        catalog_urn: fields.urn("catalog_urn"),
        ref_id: fields.text("ref_id"),
        name: fields.required_text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        translations: fields.translations(),
    }
}

/// Techniques may come before the technique that they are a part of.
pub fn techniques(objects: &Fields<'_>, declared: &Declared) -> Vec<Technique> {
    let mut places = vec![];
    let techniques = objects.maps(
        "techniques",
        |fields| {
            places.push((fields.at("parent_urn"), fields.path.to_string()));
            technique(fields, declared)
        },
        &[],
    );
    let by_urn: HashMap<&Urn, usize> = techniques.iter().enumerate().map(|(at, one)| (&one.urn, at)).collect();
    let mut parents: Vec<Option<usize>> = techniques
        .iter()
        .zip(&places)
        .map(|(technique, (at, path))| {
            let parent = technique.parent_urn.as_ref()?;
            let found = by_urn.get(parent).copied();
            if found.is_none() {
                let message = format!("There is no technique {parent} in this file.");
                objects.log.problem(&Path::ROOT.key(path).key("parent_urn"), *at, message);
            }
            found
        })
        .collect();
    for closer in tree::depths(&mut parents).closers {
        let (at, path) = &places[closer];
        let message = "The parents of this technique lead back to it.";
        objects.log.problem(&Path::ROOT.key(path).key("parent_urn"), *at, message);
    }
    techniques
}

fn technique(fields: &Fields<'_>, declared: &Declared) -> Technique {
    Technique {
        urn: declared.own_urn(TECHNIQUE, fields),
        catalog_urn: fields.urn("catalog_urn"),
        parent_urn: fields.urn("parent_urn"),
        ref_id: fields.text("ref_id"),
        name: fields.required_text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        tactics: declared.references(TACTIC, fields, "tactics"),
        groups: fields.texts("groups"),
        reference_controls: fields.urns("reference_controls"),
        is_deprecated: fields.flag("is_deprecated").unwrap_or_default(),
        translations: fields.translations(),
    }
}
