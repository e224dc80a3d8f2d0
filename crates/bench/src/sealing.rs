//! Sealing against a loop that only hashes the same bytes, what the tree takes on disk, and proofs.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cairn_engine::{Caller, Engine};
use cairn_journal::{Seen, Signer};
use cairn_model::{Type, Value};
use cairn_proof::walk::{self, Item};
use cairn_proof::{Sealer, prove, stored};
use cairn_store::{DatabaseUrl, Dialect, Sql};
use sha2::{Digest, Sha256};
use tokio::time::Instant;
use uuid::Uuid;

use crate::data;

const ENTRIES: usize = 100_000;
const PROOFS: u64 = 1000;

pub async fn measure(folder: &Path, url: &DatabaseUrl) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let engine = data::open(url, folder).await?;
    cairn_domain::setup::run(&engine).await?;
    let sealer = Sealer::new(engine.clone(), Signer::new([1; 32]));
    sealer.seal().await?;
    fill(&engine).await?;

    let before = size(&engine).await?;
    let begun = Instant::now();
    let sealed = sealer.seal().await?;
    let sealing = begun.elapsed();
    ensure!(sealed == ENTRIES as u64, "{sealed} entries were sealed");
    let after = size(&engine).await?;

    let (bytes, hashing) = hash_alone(&engine).await?;
    let proving = prove_some(&engine).await?;
    let begun = Instant::now();
    let checked = walk::verify(&mut engine.db.read().await?, Seen::default(), engine.clock.now()).await?;
    let checking = begun.elapsed();
    let checked = checked.context("the journal holds")?;

    let rate = |time: Duration| ENTRIES as f64 / time.as_secs_f64();
    println!("\n| journal of {ENTRIES} entries, {} bytes each in canonical form | |", bytes / ENTRIES);
    println!("|---|---:|");
    println!("| sealed, entries a second | {:.0} |", rate(sealing));
    println!("| the same bytes through SHA-256 alone, entries a second | {:.0} |", rate(hashing));
    println!("| ratio | {:.1} |", sealing.as_secs_f64() / hashing.as_secs_f64());
    println!("| the tree on disk, bytes an entry | {} |", (after - before) / ENTRIES as i64);
    println!("| the journal itself, bytes an entry | {} |", before / ENTRIES as i64);
    println!("| one inclusion proof, µs | {:.0} |", proving.as_secs_f64() * 1e6 / PROOFS as f64);
    println!("| verified in the database, entries a second | {:.0} |", rate(checking));
    ensure!(checked.report.entries >= ENTRIES as u64 && checked.waiting == 0, "everything was checked");
    engine.db.close().await;
    Ok(())
}

/// Entries as a change of an asset writes them.
async fn fill(engine: &Arc<Engine>) -> Result<()> {
    let mut cx = engine.write(Arc::new(Caller::system())).await?;
    let (now, folder) = (cx.now, cx.root_folder());
    let rows = (0..ENTRIES).map(|number| {
        let id = Uuid::now_v7();
        let name = format!("Asset {number}");
        let changes = format!(r#"{{"name":["Asset","{name}"],"description":[null,"Changed to {number}"]}}"#);
        let state = format!(
            r#"{{"id":"{id}","created_at":"{now}","updated_at":"{now}","folder":"{folder}","name":"{name}","description":"What the organisation **needs** every day, number {number}: payroll, mail and maps.","ref_id":"A-{number}","type":"SP","asset_class":null,"reference_link":null,"parent_assets":["{id}"],"support_assets":null,"security_objectives":{{"objectives":{{"confidentiality":{{"value":3,"is_enabled":true}}}}}},"disaster_recovery_objectives":{{}},"security_capabilities":{{}},"recovery_capabilities":{{}},"owner":["{id}"],"filtering_labels":[],"observation":null,"is_business_function":false,"is_published":true}}"#
        );
        vec![
            Value::Time(now),
            "updated".into(),
            "assets".into(),
            id.into(),
            name.as_str().into(),
            folder.into(),
            "token".into(),
            id.into(),
            "ana@example.com".into(),
            id.into(),
            "192.0.2.17".into(),
            format!("{number:016x}").as_str().into(),
            Value::Json(changes),
            Value::Json(state),
        ]
    });
    let columns = "journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, token, \
        address, request, changes, state)";
    data::insert(&mut cx, columns, rows.collect()).await?;
    cx.commit().await?;
    Ok(())
}

/// Bytes of the whole database, as far as they are in use.
async fn size(engine: &Engine) -> Result<i64> {
    let sql = match engine.db.dialect() {
        Dialect::Sqlite => "select page_count * page_size from pragma_page_count(), pragma_page_size()",
        Dialect::Postgres => "select pg_database_size(current_database())",
    };
    let rows = engine.db.read().await?.query(&Sql::raw(sql), &[Type::Int]).await?;
    rows.first().and_then(|row| row[0].as_int()).context("a size")
}

/// What hashing alone takes, once for each entry.
async fn hash_alone(engine: &Engine) -> Result<(usize, Duration)> {
    let mut conn = engine.db.read().await?;
    let size = stored::latest(&mut conn).await?.context("a head")?.size;
    let (mut total, mut time, mut begin) = (0, Duration::ZERO, size - ENTRIES as u64);
    while begin < size {
        let mut entries: Vec<Vec<u8>> = Vec::new();
        for item in walk::page(&mut conn, begin, size).await? {
            if let Item::Entry(sealed) = item {
                let mut bytes = Vec::new();
                sealed.write(&mut bytes);
                entries.push(bytes);
            }
        }
        begin += entries.len() as u64;
        let begun = Instant::now();
        for bytes in &entries {
            std::hint::black_box(Sha256::digest(bytes));
        }
        time += begun.elapsed();
        total += entries.iter().map(Vec::len).sum::<usize>();
    }
    Ok((total, time))
}

async fn prove_some(engine: &Engine) -> Result<Duration> {
    let mut conn = engine.db.read().await?;
    let last = stored::last_sealed(&mut conn).await?;
    let begun = Instant::now();
    for number in 0..PROOFS as i64 {
        let leaf = prove::leaf(&mut conn, last - number * 97).await?.context("a leaf")?;
        std::hint::black_box(prove::inclusion(&mut conn, &leaf, None).await?);
    }
    Ok(begun.elapsed())
}
