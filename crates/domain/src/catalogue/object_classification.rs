//! Classifications: scales that mark how sensitive things are. Cairn comes with the Traffic Light Protocol.

use std::collections::HashMap;

use cairn_engine::{Cx, Entry, Module, Result, Rules, computed, language};
use cairn_model::{Describe, Id, Markdown, Ref, Translations, Type, Value};
use cairn_resources::catalogue::{ClassificationLevel, ObjectClassification};
use serde::Serialize;
use uuid::Uuid;

use crate::setup::stable_id;
use crate::work::sight::visible;

pub const ENTRY: Entry = Entry::of::<ObjectClassification>()
    .module(Module::Catalogues, "file-lock")
    .rank(40)
    .roles("vacd v v v v - - -")
    .rules::<ObjectClassificationRules>()
    .adjustable(&["is_visible", "translations"])
    .computed(&[computed!(levels: Vec<Level>, "Its levels, the least sensitive first.", levels)]);

pub struct ObjectClassificationRules;

impl Rules for ObjectClassificationRules {
    type Record = ObjectClassification;

    /// They are for all domains.
    async fn before_write(cx: &mut Cx, _: Option<&ObjectClassification>, new: &mut ObjectClassification) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        Ok(())
    }
}

#[derive(Debug, Clone, Serialize, Describe)]
pub struct Level {
    pub id: Uuid,
    pub name: String,
    pub abbreviation: String,
    pub rank: i64,
    pub hexcolor: String,
    pub is_visible: bool,
}

async fn levels(cx: &mut Cx, rows: &[ObjectClassification]) -> Result<Vec<Vec<Level>>> {
    let ids: Vec<Uuid> = rows.iter().map(|one| one.id.uuid()).collect();
    let resource = cx.resource::<ClassificationLevel>();
    let name = language::text(cx, resource, "t", "name");
    let mut select = visible(cx, resource);
    select.any_of("object_classification", Value::Uuids(ids));
    let columns = format!("t.object_classification, t.id, {name}, t.abbreviation, t.rank, t.hexcolor, t.is_visible");
    let mut sql = select.project(&columns);
    sql.push(" order by t.rank, t.id");
    let types = [Type::Uuid, Type::Uuid, Type::Text, Type::Text, Type::Int, Type::Text, Type::Bool];
    let found = cx.conn.query(&sql, &types).await?;
    let mut all: HashMap<Uuid, Vec<Level>> = HashMap::new();
    for row in &found {
        let text = |at: usize| row[at].as_str().unwrap_or_default().to_owned();
        let (Some(of), Some(id)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
        let rank = row[4].as_int().unwrap_or_default();
        let is_visible = row[6].as_bool().unwrap_or_default();
        let level = Level { id, name: text(2), abbreviation: text(3), rank, hexcolor: text(5), is_visible };
        all.entry(of).or_default().push(level);
    }
    Ok(rows.iter().map(|one| all.remove(&one.id.uuid()).unwrap_or_default()).collect())
}

/// The levels of the Traffic Light Protocol 2.0, from the least sensitive up: name, colour, whom it may be given to.
const TLP: [(&str, &str, &str, &str); 5] = [
    ("TLP:CLEAR", "#FFFFFF", "For everyone", "Pour tout le monde"),
    ("TLP:GREEN", "#33FF00", "For the community", "Pour la communauté"),
    (
        "TLP:AMBER",
        "#FFC000",
        "For the organisation and its clients, if they need to know",
        "Pour l’organisation et ses clients, s’ils ont besoin d’en connaître",
    ),
    (
        "TLP:AMBER+STRICT",
        "#FFC000",
        "For the organisation only, if it needs to know",
        "Pour l’organisation seule, si elle a besoin d’en connaître",
    ),
    (
        "TLP:RED",
        "#FF2B2B",
        "For those who were addressed, and nobody else",
        "Pour les destinataires, et personne d’autre",
    ),
];

/// Creates what is missing.
pub async fn seed(cx: &mut Cx) -> Result<()> {
    let id: Id<ObjectClassification> = Id::new(stable_id("object-classification", "tlp"));
    let french = |name: &str, text: &str| {
        let texts = [(name.to_owned(), text.to_owned())].into_iter().collect();
        Some(Translations([("fr".to_owned(), texts)].into_iter().collect()))
    };
    let root = Ref::new(cx.root_folder());
    if cx.find::<ObjectClassification>(id.uuid()).await?.is_none() {
        let protocol = ObjectClassification {
            id,
            folder: root,
            name: "Traffic Light Protocol".to_owned(),
            description: Some(Markdown("Whom information can be given to".to_owned())),
            ref_id: "TLP".to_owned(),
            builtin: true,
            is_visible: true,
            translations: french("description", "À qui une information peut être transmise"),
        };
        cx.create(protocol).await?;
    }
    let known: Vec<ClassificationLevel> = cx
        .list_all(|select| {
            select.equals("object_classification", id.uuid());
        })
        .await?;
    for (rank, (name, hexcolor, description, in_french)) in (0_i64..).zip(TLP) {
        if known.iter().any(|level| level.name == name) {
            continue;
        }
        let level = ClassificationLevel {
            id: Id::new(stable_id("classification-level", name)),
            folder: root,
            object_classification: Ref::new(id.uuid()),
            name: name.to_owned(),
            description: Some(Markdown(description.to_owned())),
            abbreviation: name.trim_start_matches("TLP:").to_owned(),
            rank,
            hexcolor: hexcolor.to_owned(),
            builtin: true,
            is_visible: true,
            translations: french("description", in_french),
        };
        cx.create(level).await?;
    }
    Ok(())
}
