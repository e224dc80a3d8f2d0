//! Chores of the project.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cairn_engine::schema;
use cairn_store::{DatabaseUrl, Db, Dialect, Options};
use clap::Parser;

#[derive(Parser)]
#[command(about = "Chores of the project")]
enum Chore {
    /// Drafts the next migration pair: what the definitions ask for beyond the present migrations.
    Migration {
        /// What it does, in a word or two: `add_incidents`.
        name: String,
    },
    /// Renews the golden files that show in review what clients see.
    Golden,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    match Chore::parse() {
        Chore::Migration { name } => migration(&name).await,
        Chore::Golden => golden(),
    }
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

async fn migration(name: &str) -> Result<()> {
    ensure!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "a name has small letters and _ only");
    let folder = tempfile::tempdir()?;
    let url = DatabaseUrl::Sqlite(folder.path().join("draft.db"));
    let db = Db::open(&url, &Options::default()).await?;
    db.migrate(cairn_domain::MIGRATIONS).await?;
    let found = schema::inspect(&mut db.read().await?).await?;
    let next = cairn_domain::MIGRATIONS.last().map_or(1, |last| last.version + 1);
    for (database, dialect) in [("sqlite", Dialect::Sqlite), ("postgres", Dialect::Postgres)] {
        let sql = schema::draft(cairn_domain::registry(), &found, dialect);
        ensure!(!sql.is_empty(), "the migrations already give what the definitions ask for");
        let path = top().join("migrations").join(database).join(format!("{next:04}_{name}.sql"));
        fs::write(&path, sql).with_context(|| path.display().to_string())?;
        println!("{}", path.display());
    }
    println!("Read them before you commit them: a draft knows nothing of the data that is there.");
    Ok(())
}

fn golden() -> Result<()> {
    for (path, text) in cairn_api::golden_files() {
        let path = top().join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        println!("{}", path.display());
    }
    Ok(())
}
