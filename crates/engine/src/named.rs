//! Objects by unique name, for scripts and pickers that know nothing else about them.

use std::collections::HashMap;

use cairn_model::Type;
use serde_json::{Map, Value as Json, json};

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::query::Select;

/// More names than this do not help a script.
const MOST: i64 = 100_000;

/// The ids of a selection by name. An ambiguous name includes its parent domains, and if it is still ambiguous its id:
/// no object may be missing, or mistaken for another.
pub async fn ids_by_name(cx: &mut Cx, select: Select) -> Result<Map<String, Json>> {
    let resource = select.resource;
    let columns = format!("t.id, {}, t.\"{}\"", resource.display("t"), resource.scope_column());
    let mut sql = select.project(&columns);
    sql.push(" limit ").bind(MOST + 1);
    let mut rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Uuid]).await?;
    // A database returns rows in any order.
    rows.sort_by(|a, b| (a[1].as_str(), a[0].as_uuid()).cmp(&(b[1].as_str(), b[0].as_uuid())));
    if rows.len() as i64 > MOST {
        return Err(Error::TooLarge(format!("There are more than {MOST} results. Use the list with filters instead.")));
    }
    let mut names: Vec<String> = rows.iter().map(|row| row[1].as_str().unwrap_or_default().to_owned()).collect();
    qualify(&mut names, |at, name| {
        let path = rows[at][2].as_uuid().map(|folder| cx.tree().path(folder)).unwrap_or_default();
        // A folder is its own scope, and is not its own parent.
        let above = path.iter().filter(|place| cx.sees_folder(place.id) && Some(place.id) != rows[at][0].as_uuid());
        above.map(|place| place.name.as_str()).chain([name]).collect::<Vec<_>>().join("/")
    });
    // A name may look like one with an id, so this is repeated. Each round adds ids, so it terminates.
    while qualify(&mut names, |at, name| format!("{name} ({})", rows[at][0].as_uuid().unwrap_or_default())) {}
    let ids = rows.iter().map(|row| json!(row[0].as_uuid()));
    Ok(names.into_iter().zip(ids).collect())
}

/// Changes ambiguous names and returns whether there were any.
fn qualify(names: &mut [String], form: impl Fn(usize, &str) -> String) -> bool {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for name in &*names {
        *seen.entry(name).or_default() += 1;
    }
    let repeated: Vec<usize> = (0..names.len()).filter(|at| seen[names[*at].as_str()] > 1).collect();
    for at in &repeated {
        names[*at] = form(*at, &names[*at]);
    }
    !repeated.is_empty()
}
