//! `cairn journal verify`: needs no server, no key, and no trust in either.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cairn_cli::{counted, print, tell};
use cairn_engine::clock::Clock;
use cairn_journal::{Failure, Head, PublicKey, Report, Seen, bundle};
use cairn_proof::stored;
use cairn_proof::walk::{self, Checked};
use cairn_store::{DatabaseUrl, Db, Options};
use clap::Args;
use serde_json::json;

use crate::config::Settings;

#[derive(Args)]
pub struct Verify {
    /// A bundle written by `cairn journal export` [default: the database].
    file: Option<PathBuf>,
    /// A tree head you kept: the response of /api/journal/head/, its `cairn-head` line, or a file with either. May be given several times.
    #[arg(long = "head", value_name = "HEAD", value_parser = head)]
    heads: Vec<Head>,
    /// A public key you trust, in hexadecimal. May be given several times.
    #[arg(long = "key", value_name = "PUBLIC_KEY")]
    keys: Vec<PublicKey>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub async fn run(self, settings: Settings) -> Result<()> {
        let seen = Seen { heads: self.heads, keys: self.keys };
        let trusts_nothing = seen.heads.is_empty() && seen.keys.is_empty();
        let verdict = match &self.file {
            Some(path) => in_file(path, seen)?,
            None => in_database(settings, seen).await?,
        };
        if self.json {
            print(&format!("{}\n", as_json(&verdict)))?;
        }
        let checked = verdict?;
        if !self.json {
            tell(&told(&checked, trusts_nothing))?;
        }
        Ok(())
    }
}

/// Reads a tree head that someone kept, in any of its forms.
fn head(text: &str) -> Result<Head, String> {
    let kept = if Path::new(text).is_file() {
        std::fs::read_to_string(text).map_err(|error| format!("cannot read {text}: {error}"))?
    } else {
        text.to_owned()
    };
    Head::parse(&kept).map_err(|error| error.to_string())
}

type Verdict = std::result::Result<Checked, Failure>;

fn in_file(path: &Path, seen: Seen) -> Result<Verdict> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(bundle::verify(file, seen).map(|report| Checked { report, waiting: 0 }))
}

async fn in_database(settings: Settings, seen: Seen) -> Result<Verdict> {
    let config = settings.resolve()?;
    if let DatabaseUrl::Sqlite(path) = &config.database {
        ensure!(path.exists(), "there is no database {}: specify a bundle, --data or --database", path.display());
    }
    let url = &config.database;
    let db = Db::open(url, &Options::default()).await.with_context(|| format!("cannot open the database {url}"))?;
    let mut conn = db.read().await?;
    stored::latest(&mut conn)
        .await
        .context("this database has no sealed journal; start a server of this version with it first")?;
    Ok(walk::verify(&mut conn, seen, config.clock.now()).await?)
}

fn as_json(verdict: &Verdict) -> serde_json::Value {
    match verdict {
        Ok(Checked { report, waiting }) => json!({ "ok": true, "report": report, "waiting": waiting }),
        Err(failure) => json!({ "ok": false, "failure": failure }),
    }
}

fn told(checked: &Checked, trusts_nothing: bool) -> String {
    let Checked { report, waiting } = checked;
    let Report { entries, pruned, erased, heads, keys, first_at, last_at, head, seen } = report;
    let between = match (first_at, last_at) {
        (Some(first), Some(last)) => format!(", from {first} to {last}"),
        _ => String::new(),
    };
    let mut lines = vec![format!("{}{between}: unchanged since sealing.", counted(*entries, "entry"))];
    if *pruned > 0 {
        lines.push(format!(
            "{pruned} of them were pruned: their content was removed and cannot be checked, the rest can."
        ));
    }
    if *erased > 0 {
        lines.push(format!("{erased} of them had data about erased people removed, exactly as the journal records."));
    }
    for size in seen {
        let entries = counted(*size, "entry");
        lines.push(format!("Your head of {entries} is part of this history."));
    }
    let keys: Vec<String> = keys.iter().map(PublicKey::to_string).collect();
    let keys = if keys.is_empty() { "no key".to_owned() } else { keys.join(" and ") };
    lines.push(format!("{}, signed with {keys}.", counted(*heads, "head")));
    if trusts_nothing {
        lines.push(
            "You gave no head and no key. So this shows that the journal is consistent, but not that it is the original: \
             someone with the key could have written a new one."
                .to_owned(),
        );
    }
    if *waiting > 0 {
        lines.push(format!(
            "{} not sealed yet; the server will do so within seconds.",
            counted(waiting.unsigned_abs(), "more entry")
        ));
    }
    lines.extend(head.as_ref().map(|head| format!("Newest head: {}", head.text())));
    lines.join("\n") + "\n"
}
