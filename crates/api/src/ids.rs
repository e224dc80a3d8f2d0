//! Names to ids, for scripts that know objects by name.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_engine::query::{ListParams, refuse_parameters};
use cairn_engine::{Error, Resource};
use cairn_model::Type;
use http::StatusCode;
use serde_json::{Value as Json, json};

use crate::app::App;
use crate::body::Call;
use crate::past;
use crate::resources::{Result, json_value, select};

/// More names than this do not help a script.
const MAX_IDS: i64 = 100_000;

/// A name that occurs twice carries the domains above it, and one that occurs twice even there its id: no object
/// may be missing, or taken for another.
pub async fn ids(app: Arc<App>, resource: &'static Resource, request: Call) -> Result {
    let (mut cx, params) = past::begin_on(&app, resource, &request.parts).await?;
    refuse_parameters(&params.0, &["as_of"])?;
    let select = select(&cx, resource, &ListParams::default())?;
    let columns = format!("t.id, {}, t.\"{}\"", resource.display("t"), resource.scope_column());
    let mut sql = select.project(&columns);
    sql.push(" limit ").bind(MAX_IDS + 1);
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Uuid]).await?;
    if rows.len() as i64 > MAX_IDS {
        return Err(Error::TooLarge(format!("There are more than {MAX_IDS}. Use the list and its filters.")).into());
    }
    let mut names: Vec<String> = rows.iter().map(|row| row[1].as_str().unwrap_or_default().to_owned()).collect();
    qualify(&mut names, |at, name| {
        let path = rows[at][2].as_uuid().map(|folder| cx.tree().path(folder)).unwrap_or_default();
        // A folder is scoped by itself, and does not stand above itself.
        let above = path.iter().filter(|place| cx.sees_folder(place.id) && Some(place.id) != rows[at][0].as_uuid());
        above.map(|place| place.name.as_str()).chain([name]).collect::<Vec<_>>().join("/")
    });
    // A name may be made to look like one with an id, so this is repeated. Each round adds ids, so it ends.
    while qualify(&mut names, |at, name| format!("{name} ({})", rows[at][0].as_uuid().unwrap_or_default())) {}
    let ids = rows.iter().map(|row| json!(row[0].as_uuid()));
    json_value(StatusCode::OK, &Json::Object(names.into_iter().zip(ids).collect()))
}

/// Gives names that occur more than once another form; tells whether there were any.
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
