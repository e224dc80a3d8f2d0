//! Writes a database and its attachments to one file.

use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::{Context, Result, ensure};
use cairn_store::transfer::Table;
use cairn_store::{Conn, FileStore};
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::keys;
use super::manifest::{self, FORMAT, Manifest};
use crate::config::Config;

type Archive = ZipWriter<BufWriter<File>>;

pub async fn write(
    conn: &mut Conn,
    files: &FileStore,
    config: &Config,
    schema: i64,
    with_keys: bool,
    out: File,
) -> Result<Manifest> {
    let mut archive = ZipWriter::new(BufWriter::new(out));
    // The first query fixes the state; attachments listed after it include everything that the state refers to.
    let tables = Table::all(conn).await?;
    let listed = files.list().await?;
    let bar = super::progress(tables.len() + listed.len(), "Backup");
    let mut manifest = Manifest {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema,
        secret_key: keys::own_fingerprint(config)?.unwrap_or_default(),
        tables: Vec::new(),
        files: Vec::new(),
        keys: Vec::new(),
    };
    for table in &tables {
        bar.set_message(table.name.clone());
        manifest.tables.push(write_table(&mut archive, conn, table).await?);
        bar.inc(1);
    }
    bar.set_message("attachments");
    for sha256 in listed {
        manifest.files.push(write_file(&mut archive, files, &sha256).await?);
        bar.inc(1);
    }
    if with_keys {
        for (name, content) in keys::contents(config)? {
            archive.start_file(manifest::key_member(name), options(CompressionMethod::Stored))?;
            archive.write_all(content.as_bytes())?;
            let sha256 = hex::encode(Sha256::digest(&content));
            manifest.keys.push(manifest::File { name: name.to_owned(), size: content.len() as u64, sha256 });
        }
    }
    archive.start_file(manifest::NAME, options(CompressionMethod::Deflated))?;
    archive.write_all(serde_json::to_string_pretty(&manifest)?.as_bytes())?;
    let out = archive.finish()?.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    out.sync_all()?;
    bar.finish_and_clear();
    Ok(manifest)
}

/// Members have no timestamp, so that the same content gives the same file.
fn options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(0o600)
        .large_file(true)
}

async fn write_table(archive: &mut Archive, conn: &mut Conn, table: &Table) -> Result<manifest::Table> {
    archive.start_file(manifest::table_member(&table.name), options(CompressionMethod::Deflated))?;
    let (mut hash, mut rows, mut size) = (Sha256::new(), 0, 0);
    let mut reading = table.rows();
    while let Some(lines) = reading.next(conn).await? {
        for mut line in lines {
            line.push('\n');
            archive.write_all(line.as_bytes())?;
            hash.update(&line);
            size += line.len() as u64;
            rows += 1;
        }
    }
    let columns = table.columns().map(str::to_owned).collect();
    Ok(manifest::Table { name: table.name.clone(), columns, rows, size, sha256: hex::encode(hash.finalize()) })
}

async fn write_file(archive: &mut Archive, files: &FileStore, sha256: &str) -> Result<manifest::File> {
    // Most attachments are already compressed.
    archive.start_file(manifest::file_member(sha256), options(CompressionMethod::Stored))?;
    let mut file = files.open_read(sha256).await?;
    let (mut hash, mut size, mut buffer) = (Sha256::new(), 0, vec![0; 256 * 1024]);
    loop {
        let read = file.read(&mut buffer).await.with_context(|| format!("cannot read the attachment {sha256}"))?;
        if read == 0 {
            break;
        }
        hash.update(&buffer[..read]);
        size += read as u64;
        archive.write_all(&buffer[..read])?;
    }
    ensure!(
        hex::encode(hash.finalize()) == sha256,
        "the attachment {sha256} is damaged: its content has changed since it was stored"
    );
    Ok(manifest::File { name: sha256.to_owned(), size, sha256: sha256.to_owned() })
}
