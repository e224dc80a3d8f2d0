//! Exports the sealed journal as a bundle, in constant memory.

use std::io::{self, Write};

use cairn_engine::error::{Error, Result};
use cairn_journal::bundle::{Header, Writer};
use cairn_model::Timestamp;
use cairn_store::Conn;

use super::walk::{self, Item};

/// Writes everything that is sealed at this point and returns the writer. A leaf whose entry is gone
/// is left out: whoever verifies the bundle finds the next one in its place.
pub async fn export<W: Write>(conn: &mut Conn, out: W, gzip: bool, now: Timestamp) -> Result<(W, Header)> {
    let header = walk::header(conn, now).await?;
    let header = header.ok_or_else(|| Error::Conflict("No entries are sealed yet.".into()))?;
    let mut writer = Writer::new(out, gzip, &header).map_err(|error| failed(&error))?;
    let mut begin = 0;
    while begin < header.size {
        for item in walk::page(conn, begin, header.size).await? {
            let written = match item {
                Item::Entry(sealed) => writer.entry(&sealed),
                Item::Head(head) => writer.head(&head),
                Item::Missing { .. } => Ok(()),
            };
            written.map_err(|error| failed(&error))?;
        }
        begin += walk::PAGE;
    }
    walk::still_the_same(conn, Some(&header)).await?;
    Ok((writer.finish().map_err(|error| failed(&error))?, header))
}

fn failed(error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::StorageFull => Error::Full,
        _ => Error::internal(format!("the bundle cannot be written: {error}")),
    }
}
