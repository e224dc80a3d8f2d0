//! Full-text search: one index of words over all resources.
//!
//! Words are folded here (no accents, lower case) and not in the database, so that SQLite's FTS5 and PostgreSQL's
//! tsvector see the same words and give the same results. The index is written in the transaction of the change.

use std::collections::{HashMap, HashSet};

use cairn_access::Scope;
use cairn_model::{Describe, Published, Type, Value};
use cairn_store::{Dialect, Sql};
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::language;
use crate::object::Object;
use crate::query::within::within_condition;
use crate::query::{self, Select, column};
use crate::redaction::hideable;
use crate::registry::Resource;
use crate::rows::{Write, insert_all};

/// More words make a search slower, not better.
const MAX_WORDS: usize = 12;

/// Longer words are cut, in texts and in queries alike: PostgreSQL accepts none above 2 KiB.
const MAX_LETTERS: usize = 200;

/// For a word in very many objects, this many hits are ranked, the newest if the index can tell. Ranking all of them
/// would get more expensive the more there are, and change little on the first page.
const COMPARED: i64 = 500;

/// How far the hits of a search over everything are counted.
const COUNTED: i64 = 1000;

/// Where every word must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Title,
    Anywhere,
}

/// Text as words separated by single spaces, without accents and in lower case.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = 0;
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        if letter.is_alphanumeric() {
            letters += 1;
            if letters <= MAX_LETTERS {
                out.extend(letter.to_lowercase());
            }
        } else {
            letters = 0;
            if !out.ends_with(' ') && !out.is_empty() {
                out.push(' ');
            }
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The words of a query.
fn asked(text: &str) -> Vec<String> {
    fold(text).split(' ').filter(|word| !word.is_empty()).take(MAX_WORDS).map(str::to_owned).collect()
}

/// The search expression in the database's syntax: every word must be the start of a word in the text.
fn expression(text: &str, place: Place, dialect: Dialect) -> Option<String> {
    let words: Vec<String> = asked(text)
        .iter()
        .map(|word| match dialect {
            Dialect::Sqlite => format!("\"{word}\"*"),
            Dialect::Postgres if place == Place::Title => format!("'{word}':*A"),
            Dialect::Postgres => format!("'{word}':*"),
        })
        .collect();
    let joint = match dialect {
        Dialect::Sqlite => " ",
        Dialect::Postgres => " & ",
    };
    let all = words.join(joint);
    match (place, dialect) {
        _ if all.is_empty() => None,
        (Place::Title, Dialect::Sqlite) => Some(format!("title : ({all})")),
        _ => Some(all),
    }
}

/// What `search=` on a list looks for.
pub enum Wanted {
    /// No searchable words: no row matches.
    Nothing,
    /// Objects with these words, in the index.
    Words(Words),
    /// Lines of a log with these words.
    Lines(Sql),
}

/// Words to search for.
#[derive(Debug, Clone)]
pub struct Words {
    /// The search expression for the index, in the database's syntax.
    pub(crate) expression: String,
    each: Vec<String>,
}

impl Words {
    /// The condition that the document under the alias `d` has them, checked on its texts and not on the index. They
    /// are folded: words separated by single spaces.
    pub(crate) fn are_in_document(&self) -> Sql {
        let mut sql = Sql::new();
        for (at, word) in self.each.iter().enumerate() {
            sql.push(if at > 0 { " and " } else { "" }).push("instr(' ' || d.title || ' ' || d.body, ");
            sql.bind(format!(" {word}")).push(") > 0");
        }
        sql
    }
}

/// Reads `search=` of a list; none if there is nothing to search for.
pub fn wanted(resource: &Resource, text: &str, dialect: Dialect) -> Option<Wanted> {
    if text.trim().is_empty() {
        return None;
    }
    if resource.entry.log {
        return Some(Wanted::Lines(log_condition(resource, text, dialect)));
    }
    let words = |expression| Wanted::Words(Words { expression, each: asked(text) });
    Some(expression(text, Place::Anywhere, dialect).map_or(Wanted::Nothing, words))
}

/// A log is not in the index, which would double the cost of writing it. Each word must occur somewhere in its texts;
/// reading newest first, a page fills up quickly unless the word is rare.
fn log_condition(resource: &Resource, text: &str, dialect: Dialect) -> Sql {
    let operator = if dialect == Dialect::Postgres { " ilike " } else { " like " };
    let mut sql = Sql::raw("1 = 1");
    for word in text.split_whitespace().take(MAX_WORDS) {
        let word: String = word.chars().take(MAX_LETTERS).filter(|letter| *letter != '\0').collect();
        let pattern = format!("%{}%", word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
        sql.push(" and (1 = 0");
        for field in resource.def.fields.iter().filter(|field| field.search) {
            sql.push(" or ").push(&column("t", field.name)).push(operator).bind(pattern.as_str()).push(" escape '\\'");
        }
        sql.push(")");
    }
    sql
}

/// `search_documents d where …`, with the match on it.
pub(crate) fn matching(expression: String, dialect: Dialect) -> Sql {
    let mut sql = Sql::new();
    match dialect {
        Dialect::Sqlite => {
            // Words first, with a cross join: the planner does not know how few documents they leave.
            sql.push(
                "search_words w cross join search_documents d on d.document = w.rowid >> 10 where search_words match ",
            );
            sql.bind(expression);
        }
        Dialect::Postgres => {
            sql.push("search_documents d, to_tsquery('simple', ").bind(expression).push(") q where d.words @@ q");
        }
    }
    sql
}

/// The words of an object: its name, and the rest.
fn words(resource: &Resource, object: &Object) -> Option<(String, String)> {
    let translated = resource.translations_position.map(|at| object.values[at].to_json()).unwrap_or_default();
    let mut texts = resource.def.fields.iter().enumerate().filter(|(_, field)| field.search).map(|(at, field)| {
        let own = object.values[at].as_str().unwrap_or_default();
        [own].into_iter().chain(language::translations(&translated, field.name)).map(fold).collect::<Vec<_>>().join(" ")
    });
    let title = texts.next()?.trim().to_owned();
    let rest: Vec<String> = texts.collect();
    Some((title, rest.join(" ").trim().to_owned()))
}

fn is_published(resource: &Resource, object: &Object) -> bool {
    match resource.def.published {
        Published::Always => true,
        Published::Never => false,
        Published::Field => object.get("is_published") == &Value::Bool(true),
    }
}

/// The statements that update the index for objects of one resource; none if it is up to date.
pub(crate) fn index(dialect: Dialect, resource: &Resource, writes: &[Write]) -> Vec<Sql> {
    if resource.def.fields.iter().all(|field| !field.search) {
        return Vec::new();
    }
    let place = |object: &Object| (object.folder(), is_published(resource, object));
    let has_same_words = |old: &Object, new: &Object| {
        let mut texts = resource.def.fields.iter().enumerate().filter(|(_, field)| field.search);
        let is_translated_alike = resource.translations_position.is_none_or(|at| old.values[at] == new.values[at]);
        texts.all(|(at, _)| old.values[at] == new.values[at]) && is_translated_alike
    };
    let (mut moved, mut worded) = (Vec::new(), Vec::new());
    // What lists leave out is not found by its words either.
    let is_set_aside =
        |object: &Object| resource.entry.set_aside.is_some_and(|flag| object.get(flag) == &Value::Bool(true));
    for one in writes.iter().filter(|one| !is_set_aside(&one.new)) {
        match &one.old {
            Some(old) if has_same_words(old, &one.new) => {
                if place(old) != place(&one.new) {
                    moved.push((place(&one.new), one.new.id()));
                }
            }
            _ => worded.extend(words(resource, &one.new).map(|words| (&one.new, words))),
        }
    }
    let values = |sql: &mut Sql, (new, (title, body)): &(&Object, (String, String))| {
        let (folder, published) = place(new);
        sql.bind(resource.def.path).push(", ").bind(new.id()).push(", ").bind(folder).push(", ");
        sql.bind(published).push(", ").bind(title.as_str()).push(", ").bind(body.as_str());
    };
    let replace = |sql: &mut Sql| {
        sql.push(
            " on conflict (resource, object_id) do update set folder = excluded.folder, \
             is_published = excluded.is_published, title = excluded.title, body = excluded.body",
        );
    };
    let columns = "search_documents (resource, object_id, folder, is_published, title, body)";
    let mut statements = insert_all(columns, &worded, values, replace);
    // An object that only moved keeps its words.
    for some in moved.chunk_by(|a, b| a.0 == b.0) {
        let (folder, published) = some[0].0;
        let mut sql = Sql::raw("update search_documents set folder = ");
        sql.bind(folder).push(", is_published = ").bind(published).push(" where resource = ").bind(resource.def.path);
        sql.push(" and object_id").any(dialect, Value::Uuids(some.iter().map(|(_, id)| *id).collect()));
        statements.push(sql);
    }
    statements
}

pub(crate) fn forget(dialect: Dialect, resource: &Resource, ids: Vec<Uuid>) -> Sql {
    let mut sql = Sql::raw("delete from search_documents where resource = ");
    sql.bind(resource.def.path).push(" and object_id").any(dialect, Value::Uuids(ids));
    sql
}

/// The results of a search.
#[derive(Serialize, Describe)]
pub struct Found {
    pub query: String,
    pub count: usize,
    /// Total number of matches, counted up to 1,000.
    pub total_candidates: i64,
    pub results: Vec<Hit>,
}

#[derive(Serialize, Describe)]
pub struct Hit {
    /// The path of its resource.
    pub r#type: &'static str,
    pub id: Uuid,
    pub name: String,
    pub ref_id: String,
    pub description: String,
    /// The name of its domain.
    pub folder: String,
    /// From 0 to 100, the best first.
    pub score: i64,
    pub url: String,
}

/// Searches all resources, or those named, for what the caller may see: everywhere, or in a domain and its subdomains.
pub async fn everywhere(
    cx: &mut Cx,
    text: &str,
    only: &[&'static Resource],
    within: Option<Uuid>,
    limit: i64,
) -> Result<Found> {
    let empty = || Found { query: text.to_owned(), count: 0, total_candidates: 0, results: Vec::new() };
    let Some(visible) = visible(cx, only) else { return Ok(empty()) };
    let dialect = cx.conn.dialect();
    let place = within.map(|domain| inside(cx, only, domain));
    let Some(titles) = seen(text, Place::Title, &visible, place.as_ref(), dialect) else { return Ok(empty()) };
    let Some(all) = seen(text, Place::Anywhere, &visible, place.as_ref(), dialect) else { return Ok(empty()) };
    // Objects with the words in their name come first, and are often enough.
    let mut rows = cx.conn.query(&best(titles, limit, dialect), &[Type::Text, Type::Uuid]).await?;
    if (rows.len() as i64) < limit {
        let known: HashSet<Option<Uuid>> = rows.iter().map(|row| row[1].as_uuid()).collect();
        let more = cx.conn.query(&best(all.clone(), limit, dialect), &[Type::Text, Type::Uuid]).await?;
        rows.extend(more.into_iter().filter(|row| !known.contains(&row[1].as_uuid())));
        rows.truncate(limit as usize);
    }
    // Fewer than requested means that there are no more.
    let total_candidates = if (rows.len() as i64) < limit {
        rows.len() as i64
    } else {
        let mut count = Sql::raw("select count(*) from (select 1 from ");
        count.append(all).push(" limit ").bind(COUNTED).push(") c");
        let counted = cx.conn.query(&count, &[Type::Int]).await?;
        counted.first().and_then(|row| row[0].as_int()).unwrap_or_default()
    };

    let found: Vec<(&'static Resource, Uuid)> =
        rows.iter().filter_map(|row| Some((cx.registry().find(row[0].as_str()?)?, row[1].as_uuid()?))).collect();
    let mut details = details(cx, &found).await?;
    let results: Vec<Hit> = found
        .iter()
        .enumerate()
        .filter_map(|(place, (resource, id))| {
            let mut hit = details.remove(&(resource.path, *id))?;
            hit.score = (100 - place as i64).max(1);
            Some(hit)
        })
        .collect();
    Ok(Found { query: text.to_owned(), count: results.len(), total_candidates, results })
}

/// What matches and may be seen in the requested place; none if there is nothing to search for.
fn seen(text: &str, place: Place, visible: &Sql, inside: Option<&Sql>, dialect: Dialect) -> Option<Sql> {
    let mut sql = matching(expression(text, place, dialect)?, dialect);
    sql.push(" and (").append(visible.clone()).push(")");
    if let Some(inside) = inside {
        sql.push(" and ").append(inside.clone());
    }
    Some(sql)
}

/// The best matches. The order is the database's; the displayed score follows from the position.
fn best(matching: Sql, limit: i64, dialect: Dialect) -> Sql {
    let (rank, newest) = match dialect {
        Dialect::Sqlite => ("bm25(search_words, 10.0, 1.0)", " order by w.rowid desc"),
        // PostgreSQL would have to read all of them to find the newest.
        Dialect::Postgres => ("-ts_rank('{0.05, 0.1, 0.2, 1.0}', d.words, q)", ""),
    };
    let mut sql = Sql::raw(format!(
        "select c.resource, c.object_id from (select d.resource, d.object_id, {rank} as rank, length(d.title) as letters from "
    ));
    sql.append(matching).push(newest).push(" limit ").bind(COMPARED.max(limit));
    sql.push(") c order by c.rank, c.letters, c.object_id limit ").bind(limit);
    sql
}

/// The condition on `search_documents` that an object lies in a domain or below it.
fn inside(cx: &Cx, only: &[&'static Resource], domain: Uuid) -> Sql {
    if cx.past.is_none() {
        return within_condition(cx, "d.folder", domain);
    }
    // The index of a rebuilt past has today's places, by which access is judged; the tables have those of the time.
    let mut sql = Sql::raw("(1 = 0");
    for resource in only.iter().filter(|resource| !resource.entry.log) {
        sql.push(" or (d.resource = ").bind(resource.def.path);
        sql.push(&format!(" and exists (select 1 from {} t where t.id = d.object_id and ", resource.def.table));
        sql.append(within_condition(cx, &column("t", resource.scope_column()), domain)).push("))");
    }
    sql.push(")");
    sql
}

/// The condition on `search_documents` for everything that the caller may see.
fn visible(cx: &Cx, only: &[&'static Resource]) -> Option<Sql> {
    let dialect = cx.conn.dialect();
    // Resources that share a scope share a condition: usually there are one or two.
    let mut groups: Vec<(Scope, Vec<String>)> = Vec::new();
    let mut own: Vec<Sql> = Vec::new();
    for resource in only {
        let scope = cx.scope(resource);
        // What is hidden from the caller must not be found by its words either.
        let has_hidden = |field: &cairn_model::FieldDef| field.search && hideable(cx, resource).contains(&field.name);
        if scope.is_empty() || resource.def.fields.iter().any(has_hidden) {
            continue;
        }
        if query::is_by_row(cx, resource) && !resource.entry.log {
            let mut sql = Sql::raw("d.resource = ");
            sql.bind(resource.def.path);
            sql.push(&format!(" and exists (select 1 from {} t where t.id = d.object_id", resource.def.table));
            if let Some(condition) = cx.sight(resource, "t") {
                sql.push(" and ").append(condition);
            }
            sql.push(")");
            own.push(sql);
            continue;
        }
        let same = |other: &Scope| other.folders() == scope.folders() && other.published() == scope.published();
        match groups.iter_mut().find(|(other, _)| same(other)) {
            Some((_, paths)) => paths.push(resource.def.path.to_owned()),
            None => groups.push((scope, vec![resource.def.path.to_owned()])),
        }
    }
    for (scope, paths) in groups {
        let mut sql = Sql::raw("d.resource");
        sql.any(dialect, Value::Texts(paths));
        if let Some(places) = places(&scope, dialect) {
            sql.push(" and ").append(places);
        }
        own.push(sql);
    }
    let mut all = Sql::new();
    for (at, condition) in own.into_iter().enumerate() {
        all.push(if at > 0 { " or (" } else { "(" }).append(condition).push(")");
    }
    (!all.text().is_empty()).then_some(all)
}

/// What is shown of a hit: its id, its words, its reference, its description and where it is.
fn columns(cx: &Cx, resource: &Resource) -> [String; 5] {
    let text = |name: &str| {
        if resource.def.field(name).is_some() { language::text(cx, resource, "t", name) } else { "null".to_owned() }
    };
    let words = language::words(cx, resource, "t");
    ["t.id".to_owned(), words, text("ref_id"), text("description"), column("t", resource.scope_column())]
}

/// The condition of a scope on `search_documents`; none where it has none.
pub(crate) fn places(scope: &Scope, dialect: Dialect) -> Option<Sql> {
    let folders = scope.folders()?;
    let mut sql = Sql::raw("(d.folder");
    sql.any(dialect, Value::Uuids(folders.to_vec())).push(" or (d.is_published and d.folder");
    sql.any(dialect, Value::Uuids(scope.published().to_vec())).push("))");
    Some(sql)
}

/// One query per resource that was found fetches what is shown.
async fn details(cx: &mut Cx, found: &[(&'static Resource, Uuid)]) -> Result<HashMap<(&'static str, Uuid), Hit>> {
    let mut by_path: HashMap<&'static str, Vec<Uuid>> = HashMap::new();
    for (resource, id) in found {
        by_path.entry(resource.path).or_default().push(*id);
    }
    let mut hits = HashMap::new();
    for (path, ids) in by_path {
        let resource = cx.registry().get(path);
        let scope = cx.scope(resource);
        let mut select = Select::new(cx, resource, &scope);
        select.any_of("id", Value::Uuids(ids));
        let sql = select.project(&columns(cx, resource).join(", "));
        let types = [Type::Uuid, Type::Text, Type::Text, Type::Text, Type::Uuid];
        for row in cx.conn.query(&sql, &types).await? {
            let text = |at: usize| row[at].as_str().unwrap_or_default().to_owned();
            let folder = row[4].as_uuid().filter(|folder| cx.sees_folder(*folder));
            let folder = folder.and_then(|id| cx.tree().get(id)).map(|node| node.name.clone());
            let id = row[0].as_uuid().unwrap_or_default();
            let description: String = text(3).chars().take(300).collect();
            let hit = Hit {
                r#type: path,
                id,
                name: text(1),
                ref_id: text(2),
                description,
                folder: folder.unwrap_or_default(),
                score: 0,
                url: format!("/{path}/{id}"),
            };
            hits.insert((path, id), hit);
        }
    }
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_accents_case_and_marks() {
        assert_eq!(fold("Évaluation—des RISQUES (2026)!"), "evaluation des risques 2026");
        assert_eq!(fold("  "), "");
        assert_eq!(fold(&format!("{}b c", "a".repeat(300))), format!("{} c", "a".repeat(200)));
    }

    #[test]
    fn every_word_begins_one_of_the_title_or_of_all() {
        let (title, anywhere) = (Place::Title, Place::Anywhere);
        assert_eq!(expression("l'été", anywhere, Dialect::Sqlite).unwrap(), "\"l\"* \"ete\"*");
        assert_eq!(expression("l'été", title, Dialect::Sqlite).unwrap(), "title : (\"l\"* \"ete\"*)");
        assert_eq!(expression("o'; drop", anywhere, Dialect::Postgres).unwrap(), "'o':* & 'drop':*");
        assert_eq!(expression("o'; drop", title, Dialect::Postgres).unwrap(), "'o':*A & 'drop':*A");
        assert_eq!(expression("?!", title, Dialect::Sqlite), None);
    }
}
