//! Earlier versions of loaded libraries. Audits tell from them what has changed since they were created.

use cairn_engine::{Cx, Entry, Module, Result};
use cairn_model::{Ref, Type};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::{LibraryVersion, LoadedLibrary};
use cairn_store::Sql;
use uuid::Uuid;

pub const ENTRY: Entry =
    Entry::of::<LibraryVersion>().module(Module::Compliance, "history").unlisted().roles("v v v v v - - -");

/// Keeps the version that is about to be replaced.
pub async fn keep(cx: &mut Cx, library: &LoadedLibrary, replaced_by: i64) -> Result<()> {
    let version = LibraryVersion {
        id: cx.new_id(),
        folder: library.folder,
        library: Ref::new(library.id.uuid()),
        version: library.version,
        replaced_by,
        file: library.file.clone(),
    };
    cx.create(version).await
}

/// The version of a library that was in use when an audit was created, unless it still is. It is the first one that
/// was replaced after that.
pub async fn at_creation(cx: &mut Cx, library: Uuid, audit: Uuid) -> Result<Option<LibraryVersion>> {
    let audits = cx.resource::<ComplianceAssessment>();
    let versions = cx.resource::<LibraryVersion>();
    let mut sql = Sql::raw(format!("select v.id from {} v where v.library = ", versions.def.table));
    sql.bind(library)
        .push(&format!(" and v.created_at > (select a.created_at from {} a where a.id = ", audits.def.table));
    sql.bind(audit).push(") order by v.created_at, v.id limit 1");
    let found = cx.conn.query(&sql, &[Type::Uuid]).await?;
    match found.first().and_then(|row| row[0].as_uuid()) {
        Some(id) => cx.find(id).await,
        None => Ok(None),
    }
}
