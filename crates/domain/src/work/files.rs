//! Evidence files, as responses show them.

use std::collections::HashMap;

use cairn_engine::{Cx, Result};
use cairn_model::{Describe, FieldType, File, Type, Value};
use cairn_resources::work::EvidenceFile;
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::sight::visible;

/// A file without its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Describe)]
pub struct Attachment {
    pub id: Uuid,
    pub name: String,
    /// In bytes.
    pub size: u64,
    pub media_type: String,
    pub sha256: String,
}

/// Files by what they belong to, the newest first.
#[derive(Debug, Default)]
pub struct Attachments(HashMap<Uuid, Vec<Attachment>>);

impl Attachments {
    pub fn of(&self, owner: Uuid) -> &[Attachment] {
        self.0.get(&owner).map_or(&[], Vec::as_slice)
    }
}

/// The files of revisions, as far as the caller may see them.
pub async fn of_revisions(cx: &mut Cx, revisions: Vec<Uuid>) -> Result<Attachments> {
    load(cx, "t.revision", Value::Uuids(revisions), "").await
}

/// The files of the newest revision of each evidence, as far as the caller may see them.
pub async fn of_newest_revisions(cx: &mut Cx, evidences: Vec<Uuid>) -> Result<Attachments> {
    let newest = format!(" and {}", is_newest("r"));
    load(cx, "r.evidence", Value::Uuids(evidences), &newest).await
}

/// The condition that no revision of the same evidence is newer than the one under this alias.
pub fn is_newest(alias: &str) -> String {
    format!(
        "not exists (select 1 from evidence_revisions n where n.evidence = {alias}.evidence and n.version > {alias}.version)"
    )
}

async fn load(cx: &mut Cx, owner: &str, owners: Value, further: &str) -> Result<Attachments> {
    let dialect = cx.conn.dialect();
    let files = visible(cx, cx.resource::<EvidenceFile>()).project("t.id, t.revision, t.name, t.file, t.created_at");
    let mut sql = Sql::raw(format!("select {owner}, t.id, t.name, t.file from ("));
    sql.append(files).push(&format!(") t join evidence_revisions r on r.id = t.revision where {owner}"));
    sql.any(dialect, owners).push(further).push(" order by t.created_at desc, t.id desc");
    let mut all = Attachments::default();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Text, Type::Json]).await? {
        if let Some((owner, file)) = read(row) {
            all.0.entry(owner).or_default().push(file);
        }
    }
    Ok(all)
}

fn read(mut row: Vec<Value>) -> Option<(Uuid, Attachment)> {
    let file = File::from_value(row.pop()?).ok()?;
    let name = row.pop()?.as_str()?.to_owned();
    let id = row.pop()?.as_uuid()?;
    let owner = row.pop()?.as_uuid()?;
    Some((owner, Attachment { id, name, size: file.size, media_type: file.media_type, sha256: file.sha256 }))
}

/// A size for people: `14 B`, `1.5 MB`.
pub fn human_size(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut amount = bytes as f64 / 1024.0;
    let mut unit = "KB";
    for larger in ["MB", "GB", "TB"] {
        // What would be rounded up to 1024 is shown in the next unit.
        if amount < 1023.95 {
            break;
        }
        amount /= 1024.0;
        unit = larger;
    }
    format!("{amount:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::human_size;

    #[test]
    fn sizes_are_rounded_for_people() {
        for (bytes, text) in [
            (0, "0 B"),
            (14, "14 B"),
            (1023, "1023 B"),
            (1024, "1.0 KB"),
            (1536, "1.5 KB"),
            (1024 * 1024 - 1, "1.0 MB"),
            (5 * 1024 * 1024 * 1024, "5.0 GB"),
        ] {
            assert_eq!(human_size(bytes), text);
        }
    }
}
