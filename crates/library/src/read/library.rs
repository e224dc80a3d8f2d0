use chrono::NaiveDate;

use super::fields::Fields;
use super::{Declared, catalogue, framework, mapping, matrix, metric, technique};
use crate::log::{Log, Path, shortened};
use crate::raw::{Kind, Node};
use crate::types::{Library, Objects};

/// What kind of content a file has where it names no language.
const DEFAULT_LOCALE: &str = "en";

pub fn read(log: &Log, document: &Node) -> Option<Library> {
    let path = Path::ROOT;
    let Kind::Map(_) = &document.kind else {
        log.problem_at(document.at, format!("A library is a map of fields, but this file is {}.", document.name()));
        return None;
    };
    let fields = Fields::new(log, &path, document)?;
    let urn = fields.required_urn("urn");
    let locale = fields.text("locale").unwrap_or_else(|| {
        fields.note("locale", "The file names no language. English is assumed.");
        DEFAULT_LOCALE.to_owned()
    });
    let ref_id = fields.text("ref_id");
    if ref_id.is_none() {
        fields.note("ref_id", "The file has no ref_id. It can be stored, but not loaded.");
    }
    let library = Library {
        urn,
        locale,
        ref_id,
        name: fields.required_text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        version: version(&fields),
        provider: fields.text("provider"),
        packager: fields.text("packager"),
        publication_date: date(&fields, "publication_date"),
        copyright: fields.text("copyright"),
        dependencies: fields.urns("dependencies"),
        labels: fields.texts("labels"),
        translations: fields.translations(),
        objects: objects(&fields),
        notes: vec![],
    };
    fields.finish(&["convert_library_version"]);
    Some(library)
}

fn version(fields: &Fields<'_>) -> i64 {
    match fields.integer("version") {
        Some(version) if version >= 0 => version,
        Some(_) => {
            fields.problem("version", "A version is 0 or more.");
            0
        }
        None => {
            if fields.get("version").is_none() {
                fields.missing("version");
            }
            0
        }
    }
}

/// A day. Some writers add a time, and nothing depends on the day.
fn date(fields: &Fields<'_>, key: &str) -> Option<NaiveDate> {
    let text = fields.text(key)?;
    let day = text.trim().split([' ', 'T', 't']).next().unwrap_or_default();
    let date = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok();
    if date.is_none() {
        fields.note(key, format!("\"{}\" is not a date such as 2026-01-31. It is left out.", shortened(&text)));
    }
    date
}

fn objects(library: &Fields<'_>) -> Objects {
    let Some(node) = library.get("objects") else {
        library.missing("objects");
        return Objects::default();
    };
    let path = library.path.key("objects");
    let Some(fields) = Fields::new(library.log, &path, node) else { return Objects::default() };
    let declared = Declared::new(library.get("dependencies").is_none());
    let mut objects = Objects {
        ttp_catalogs: fields.maps("ttp_catalogs", |fields| technique::catalog(fields, &declared), &[]),
        tactics: fields.maps("tactics", |fields| technique::tactic(fields, &declared), &[]),
        techniques: technique::techniques(&fields, &declared),
        threats: fields.maps("threats", |fields| catalogue::threat(fields, &declared), &[]),
        reference_controls: fields.maps("reference_controls", |fields| catalogue::control(fields, &declared), &[]),
        metric_definitions: fields.maps("metric_definitions", |fields| metric::read(fields, &declared), &[]),
        risk_matrices: both(&fields, "risk_matrices", "risk_matrix", |fields| matrix::read(fields, &declared)),
        frameworks: both(&fields, "frameworks", "framework", |fields| framework::read(fields, &declared)),
        requirement_mapping_sets: vec![],
        preset: fields.get("preset").filter(|node| is_map(&fields, "preset", node)).map(Node::to_value),
        workflows: workflows(&fields),
    };
    let requirements = mapping::requirements(&objects.frameworks);
    objects.requirement_mapping_sets = both(&fields, "requirement_mapping_sets", "requirement_mapping_set", |fields| {
        mapping::read(fields, &declared, &requirements)
    });
    fields.finish(&[]);
    objects
}

/// Objects under the plural of their name, and under the singular that older files have.
fn both<T>(fields: &Fields<'_>, plural: &str, singular: &str, mut read: impl FnMut(&Fields<'_>) -> T) -> Vec<T> {
    let mut found = fields.maps(plural, &mut read, &[]);
    found.extend(fields.maps(singular, &mut read, &[]));
    found
}

fn workflows(fields: &Fields<'_>) -> Vec<serde_json::Value> {
    let mut found = vec![];
    fields.each("workflows", |path, node| match &node.kind {
        Kind::Map(_) => found.push(node.to_value()),
        _ => fields.log.problem(path, node.at, format!("A workflow is a map, not {}.", node.name())),
    });
    found
}

fn is_map(fields: &Fields<'_>, key: &str, node: &Node) -> bool {
    let is_map = matches!(node.kind, Kind::Map(_));
    if !is_map {
        fields.problem(key, format!("This should be a map, not {}.", node.name()));
    }
    is_map
}
