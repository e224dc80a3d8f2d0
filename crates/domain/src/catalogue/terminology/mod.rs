//! The words that people choose from lists, such as the origins of risks. Cairn comes with some; they can be hidden, and
//! others can be added.

mod builtin;

use std::collections::{BTreeMap, HashSet};

use cairn_engine::query::Select;
use cairn_engine::{Cx, Entry, Error, Module, Resource, Result, Rules, computed, language};
use cairn_model::{Id, Ref, Translations, Type, Value};
use cairn_resources::catalogue::{FieldPath, Terminology};
use cairn_store::Sql;
use uuid::Uuid;

use crate::setup::stable_id;
use crate::work::sight::is_visible;

pub const ENTRY: Entry = Entry::of::<Terminology>()
    .module(Module::Catalogues, "book-a")
    .rank(30)
    .roles("vacd v v v v - - -")
    .rules::<TerminologyRules>()
    .adjustable(&["is_visible", "translations"])
    .computed(&[computed!(translated_name: String, "Its name in your language.", sql translated_name)]);

pub struct TerminologyRules;

impl Rules for TerminologyRules {
    type Record = Terminology;

    async fn before_write(cx: &mut Cx, _: Option<&Terminology>, new: &mut Terminology) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        Ok(())
    }
}

fn translated_name(cx: &Cx) -> Sql {
    Sql::raw(language::text(cx, cx.resource::<Terminology>(), "t", "name"))
}

/// Refuses terms of another list than the field is about, and hidden ones that were not chosen before.
pub async fn check(cx: &mut Cx, field: &str, path: FieldPath, before: &[Uuid], chosen: &[Uuid]) -> Result<()> {
    let added: Vec<Uuid> = chosen.iter().copied().filter(|id| !before.contains(id)).collect();
    if added.is_empty() {
        return Ok(());
    }
    let terms: Vec<Terminology> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(added));
        })
        .await?;
    for term in terms {
        if term.field_path != path {
            return Err(Error::field(field, format!("“{}” belongs to another list.", term.name)));
        }
        if !term.is_visible {
            return Err(Error::field(field, format!("“{}” is hidden. Choose another one.", term.name)));
        }
    }
    Ok(())
}

/// How many of the selected objects have a term in a field, the most frequent term first.
pub async fn counted(
    cx: &mut Cx,
    resource: &'static Resource,
    select: &Select,
    field: &str,
) -> Result<Vec<(Uuid, String, i64)>> {
    let relation = resource.relation(field).expect("a field with terms");
    let terms = cx.resource::<Terminology>();
    let name = language::text(cx, terms, "r", "name");
    let mut sql = Sql::raw(format!(
        "select r.id, {name}, count(*) from {} l join {} r on r.id = l.{} where l.{} in (",
        relation.table, terms.def.table, relation.other, relation.own
    ));
    sql.append(select.project("t.id")).push(") and ").append(is_visible::<Terminology>(cx, "r"));
    sql.push(&format!(" group by r.id, {name} order by 3 desc, 2"));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Int]).await?;
    let read = |row: &cairn_store::Row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned(), row[2].as_int()?));
    Ok(rows.iter().filter_map(read).collect())
}

/// Creates the missing built-in terms.
pub async fn seed(cx: &mut Cx) -> Result<()> {
    let known: Vec<Terminology> = cx.list_all(|_| {}).await?;
    let known: HashSet<(&str, &str)> = known.iter().map(|term| (term.field_path.key(), term.name.as_str())).collect();
    let folder = Ref::new(cx.root_folder());
    let lists = builtin::LISTS.iter().flat_map(|(path, terms)| terms.iter().map(|term| (*path, *term)));
    let missing = lists.filter(|(path, (name, _))| !known.contains(&(path.key(), *name)));
    let new = missing.map(|(path, (name, french))| Terminology {
        id: Id::new(stable_id("terminology", &format!("{} {name}", path.key()))),
        folder,
        field_path: path,
        name: name.to_owned(),
        description: None,
        builtin: true,
        is_visible: true,
        translations: Some(in_french(french)),
    });
    let new = new.collect();
    cx.create_many::<Terminology>(new).await
}

fn in_french(name: &str) -> Translations {
    let texts = BTreeMap::from([("name".to_owned(), name.to_owned())]);
    Translations(BTreeMap::from([("fr".to_owned(), texts)]))
}
