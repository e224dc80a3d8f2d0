//! Reading the journal: the log when it is long, the past against the present, and what keeping it
//! all costs a write.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cairn_access::Scope;
use cairn_domain::iam::auth_token::{self, NewToken};
use cairn_engine::query::{self, Select};
use cairn_engine::{Caller, Cx, render};
use cairn_journal::Signer;
use cairn_model::{Timestamp, Type, Value};
use cairn_proof::Sealer;
use cairn_store::{DatabaseUrl, Dialect, Sql};
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use crate::data::{self, Data};
use crate::load::{Client, Operation, request, run};
use crate::server::Server;
use crate::{Cli, address};

const OBJECTS: usize = 10_000;
/// Versions of each asset, an hour apart.
const VERSIONS: usize = 20;
const DAYS: i64 = 40;

struct Bench<'a> {
    cli: &'a Cli,
    data: Data,
    server: Server,
}

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let data = data::make(url, folder, OBJECTS).await?;
    let entries = if cli.quick { 250_000 } else { 1_000_000 };
    println!("\nThe journal: {entries} entries, {OBJECTS} assets with {VERSIONS} versions each\n");
    let since = write_history(&data, entries).await?;
    // A server that seals a million entries beside what is measured would not be the everyday.
    let seed = [1; 32];
    std::fs::write(folder.join("journal.key"), Signer::to_base64(seed))?;
    Sealer::new(data.engine.clone(), Signer::new(seed)).seal().await?;
    let (folder, address) = (folder.to_string_lossy(), address(url));
    let server = Server::start(cairn, &["serve", "--data", &folder, "--database", &address]).await?;
    let bench = Bench { cli, data, server };
    bench.log().await?;
    bench.past(since).await?;
    bench.cost_of_a_write().await?;
    bench.data.engine.db.close().await;
    Ok(())
}

/// Writes entries straight into the journal: states of real objects in many versions, and notes.
/// Tells when the first version was written.
async fn write_history(data: &Data, entries: usize) -> Result<Timestamp> {
    let mut cx = data.engine.write(Arc::new(Caller::system())).await?;
    let since = cx.now.plus_days(-DAYS);
    let (hours, notes, place) = match cx.conn.dialect() {
        Dialect::Sqlite => (
            "at + 3600000000 * ",
            "with recursive n (n) as (select 1 union all select n + 1 from n where n < {count}) \
             insert into journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, \
             address, changes) select j.at + 1000000 * (n % 300000), 'downloaded', j.resource, j.object_id, \
             j.object_name, j.folder, 'token', j.actor, j.actor_label, '10.0.0.7', '{\"name\":\"proof.txt\"}' \
             from n join journal j on j.seq = {first} + n % 10000",
            "at - 86400000000 * 41",
        ),
        Dialect::Postgres => (
            "at + interval '1 hour' * ",
            "insert into journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, \
             address, changes) select j.at + interval '1 second' * (n % 300000), 'downloaded', j.resource, \
             j.object_id, j.object_name, j.folder, 'token', j.actor, j.actor_label, '10.0.0.7', \
             '{\"name\":\"proof.txt\"}' from generate_series(1, {count}) n join journal j on j.seq = {first} + n % 10000",
            "at - interval '41 days'",
        ),
    };
    // Everything that setting up made was there before the first version.
    cx.conn.execute_batch(&format!("update journal set at = {place}")).await?;
    for path in ["actors", "filtering-labels", "applied-controls", "assets"] {
        first_states(&mut cx, path, since, &data.actors).await?;
    }
    let first = number(&mut cx, "select min(seq) from journal where resource = 'assets'").await?;
    for version in 1..VERSIONS {
        let changes = format!(r#"{{"description":["version {}","version {version}"]}}"#, version - 1);
        cx.conn
            .execute_batch(&format!(
                "insert into journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, \
                 address, changes, state) select {hours} {version}, 'updated', resource, object_id, object_name, folder, \
                 'token', actor, actor_label, '10.0.0.7', '{changes}', state from journal \
                 where resource = 'assets' and kind = 'created'"
            ))
            .await?;
    }
    let there = number(&mut cx, "select count(*) from journal").await?;
    let missing = (entries as i64 - there).max(0);
    let notes = notes.replace("{count}", &missing.to_string()).replace("{first}", &first.to_string());
    cx.conn.execute_batch(&notes).await?;
    for (path, table) in [("assets", "assets"), ("applied-controls", "applied_controls")] {
        cx.conn
            .execute_batch(&format!(
                "insert into places (id, resource, folder, is_published, is_deleted, mark) \
                 select id, '{path}', folder, is_published, false, 0 from {table}"
            ))
            .await?;
    }
    cx.commit().await?;
    if data.engine.db.dialect() == Dialect::Postgres {
        data.engine.db.read().await?.query(&Sql::raw("vacuum analyze"), &[]).await?;
    }
    Ok(since)
}

async fn number(cx: &mut Cx, query: &str) -> Result<i64> {
    let rows = cx.conn.query(&Sql::raw(query), &[Type::Int]).await?;
    rows.first().and_then(|row| row[0].as_int()).context("a number")
}

/// The first entry of every object of a resource, with its real state.
async fn first_states(cx: &mut Cx, path: &str, at: Timestamp, people: &[Uuid]) -> Result<()> {
    let resource = cx.registry().get(path);
    let select = Select::new(cx, resource, &Scope::system());
    let mut objects = query::objects(cx, resource, select).await?;
    for (number, object) in objects.iter_mut().enumerate() {
        for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_some()) {
            object.values[relation.position] = Value::Null;
        }
        let state = String::from_utf8(render::raw(resource, object))?;
        let mut sql = Sql::raw(
            "insert into journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, \
             address, changes, state) values (",
        );
        sql.bind(at).push(", 'created', ").bind(path).push(", ").bind(object.id()).push(", ").bind(object.name());
        sql.push(", ").bind(object.folder()).push(", 'token', ").bind(people[number % people.len()]);
        sql.push(", 'someone@example.com', '10.0.0.7', ").bind(Value::Json("{}".into())).push(", ");
        sql.bind(Value::Json(state)).push(")");
        cx.conn.execute(&sql).await?;
    }
    Ok(())
}

impl Bench<'_> {
    /// The time of one request alone, in milliseconds.
    async fn milliseconds(&self, token: &str, path: &str) -> Result<f64> {
        let bytes = request("GET", path, token, "");
        let operation =
            Operation { name: "read", is_write: false, status: 200, request: Box::new(move |_| bytes.clone()) };
        let (operation, numbers) = (Arc::new(operation), Arc::new(AtomicU64::new(0)));
        let mut samples = Vec::new();
        for round in 0..=self.cli.rounds {
            let time = Duration::from_secs_f64(if round == 0 { 0.2 } else { self.cli.seconds / 4.0 });
            let done = run(self.server.address, 1, time, &operation, &numbers).await?;
            if round > 0 {
                samples.push(done.seconds * 1000.0 / done.requests as f64);
            }
        }
        samples.sort_by(f64::total_cmp);
        Ok(samples[samples.len() / 2])
    }

    async fn log(&self) -> Result<()> {
        let (asset, actor) = (self.data.assets[77], self.data.actors[7]);
        let reader = self.reader().await?;
        let admin = &self.data.token;
        println!("| the log, pages of 20 | ms |");
        println!("|---|---:|");
        for (name, token, query) in [
            ("newest", admin, String::new()),
            ("of an object", admin, format!("&object={asset}")),
            ("of a person", admin, format!("&actor={actor}")),
            ("of a resource", admin, "&resource=assets".into()),
            ("of a domain", admin, format!("&folder={}", self.data.domain)),
            ("of a kind that is common", admin, "&kind=downloaded".into()),
            ("of a kind that is rare", admin, "&kind=signed_in".into()),
            ("of a day", admin, day(&self.data)),
            ("with a word", admin, "&search=harbour".into()),
            ("with a word that nothing has", admin, "&search=nowhere".into()),
            ("newest, for the reader of one domain of ten", &reader, String::new()),
            ("of an object, for that reader", &reader, format!("&object={asset}")),
        ] {
            let took = self.milliseconds(token, &format!("/api/log-entries/?limit=20{query}")).await?;
            println!("| {name} | {took:.2} |");
        }
        Ok(())
    }

    /// Someone who reads one domain.
    async fn reader(&self) -> Result<String> {
        let mut client = Client::connect(self.server.address).await?;
        let mut send = async |method: &str, path: &str, body: &str| -> Result<serde_json::Value> {
            let (status, bytes) = client.send(&request(method, path, &self.data.token, body)).await?;
            ensure!((200..300).contains(&status), "{path}: {}", String::from_utf8_lossy(&bytes));
            Ok(serde_json::from_slice(&bytes)?)
        };
        let domain = self.data.domain;
        send("PATCH", &format!("/api/folders/{domain}/"), r#"{"create_iam_groups":true}"#).await?;
        let groups = send("GET", &format!("/api/user-groups/?folder={domain}&code=BI-UG-AUD"), "").await?;
        let body = json!({ "email": "reader@example.com", "user_groups": [groups["results"][0]["id"]] });
        let user = send("POST", "/api/users/", &body.to_string()).await?;
        let user: Uuid = user["id"].as_str().context("a user")?.parse()?;
        let mut cx = self.data.engine.write(Arc::new(Caller::system())).await?;
        let wanted = NewToken { name: "bench".into(), ..NewToken::default() };
        let made = auth_token::create_for(&mut cx, user, wanted, true).await?;
        cx.commit().await?;
        // The server looks for new rights a few times a second.
        tokio::time::sleep(Duration::from_millis(600)).await;
        made.token.context("a new token is shown")
    }

    async fn past(&self, since: Timestamp) -> Result<()> {
        let token = &self.data.token;
        let (middle, later) = (since.plus_seconds(10 * 3600 + 60), since.plus_seconds(11 * 3600 + 60));
        let mut client = Client::connect(self.server.address).await?;
        let mut first = async |at: Timestamp| -> Result<f64> {
            let begun = Instant::now();
            let path = format!("/api/assets/?limit=20&as_of={at}");
            let (status, body) = client.send(&request("GET", &path, token, "")).await?;
            ensure!(status == 200, "{}", String::from_utf8_lossy(&body));
            let count = serde_json::from_slice::<serde_json::Value>(&body)?["count"].as_i64();
            ensure!(count == Some(OBJECTS as i64), "{count:?} assets in the past");
            Ok(begun.elapsed().as_secs_f64())
        };
        let cold = first(middle).await?;
        let rolled = first(later).await?;
        println!("\n| a list of 20 assets | ms now | ms as of then | ratio |");
        println!("|---|---:|---:|---:|");
        for (name, query) in
            [("by name", ""), ("search", "&search=harbour"), ("by date of change", "&ordering=-updated_at")]
        {
            let now = self.milliseconds(token, &format!("/api/assets/?limit=20{query}")).await?;
            let then = self.milliseconds(token, &format!("/api/assets/?limit=20{query}&as_of={middle}")).await?;
            let ratio = then / now;
            println!("| {name} | {now:.2} | {then:.2} | {ratio:.2}{} |", if ratio > 5.0 { " ✗" } else { "" });
        }
        println!(
            "\n- the first question about an instant takes {cold:.2} s; about another one, an hour and {OBJECTS} changes later, {rolled:.2} s"
        );
        Ok(())
    }

    /// Writes with the journal, and with a database that throws its entries away.
    async fn cost_of_a_write(&self) -> Result<()> {
        let (token, assets) = (self.data.token.clone(), self.data.assets.clone());
        let patch = Arc::new(Operation {
            name: "patch",
            is_write: true,
            status: 200,
            request: Box::new(move |number| {
                let body = json!({ "description": format!("Changed to {number}"), "ref_id": format!("R-{number}") });
                let id = assets[number as usize % assets.len()];
                request("PATCH", &format!("/api/assets/{id}/"), &token, &body.to_string())
            }),
        });
        let numbers = Arc::new(AtomicU64::new(0));
        let time = Duration::from_secs_f64(self.cli.seconds);
        let mut samples: [Vec<(f64, f64)>; 2] = [Vec::new(), Vec::new()];
        for round in 0..=self.cli.rounds {
            for (keeps, samples) in [true, false].into_iter().zip(&mut samples) {
                self.keep(keeps).await?;
                let before = self.server.processor_time()?;
                let done = run(self.server.address, self.cli.connections, time, &patch, &numbers).await?;
                let used = self.server.processor_time()? - before;
                if round > 0 {
                    let requests = done.requests as f64;
                    samples.push((requests / done.seconds, used * 1e6 / requests));
                }
            }
        }
        self.keep(true).await?;
        let median = |which: usize, of: fn(&(f64, f64)) -> f64| {
            let mut values: Vec<f64> = samples[which].iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        let (rate, bare_rate) = (median(0, |one| one.0), median(1, |one| one.0));
        let (cost, bare_cost) = (median(0, |one| one.1), median(1, |one| one.1));
        let more = |ratio: f64| format!("{:+.0} %{}", (ratio - 1.0) * 100.0, if ratio > 1.15 { " ✗" } else { "" });
        println!("\n| patch | with the journal | its entries thrown away | the journal costs |");
        println!("|---|---:|---:|---:|");
        println!("| requests a second | {rate:.0} | {bare_rate:.0} | {} |", more(bare_rate / rate));
        println!("| µs of processor time | {cost:.0} | {bare_cost:.0} | {} |", more(cost / bare_cost));
        self.disk(&patch, &numbers).await
    }

    async fn keep(&self, keeps: bool) -> Result<()> {
        let mut conn = self.data.engine.db.write().await?;
        let text = match (conn.dialect(), keeps) {
            (Dialect::Sqlite, true) => "drop trigger if exists journal_off",
            (Dialect::Sqlite, false) => {
                "create trigger journal_off before insert on journal begin select raise(ignore); end"
            }
            (Dialect::Postgres, true) => "drop trigger if exists journal_off on journal",
            (Dialect::Postgres, false) => {
                "create or replace function journal_off() returns trigger language plpgsql as \
                 'begin return null; end'; create trigger journal_off before insert on journal for each row \
                 execute function journal_off()"
            }
        };
        conn.execute_batch(text).await?;
        Ok(conn.commit().await?)
    }

    /// How much the database grows with a change.
    async fn disk(&self, patch: &Arc<Operation>, numbers: &Arc<AtomicU64>) -> Result<()> {
        let size = match self.data.engine.db.dialect() {
            Dialect::Sqlite => "select page_count * page_size from pragma_page_count(), pragma_page_size()",
            Dialect::Postgres => "select pg_total_relation_size('journal')",
        };
        let read = async |sql: &str| -> Result<i64> {
            let rows = self.data.engine.db.read().await?.query(&Sql::raw(sql), &[Type::Int]).await?;
            rows.first().and_then(|row| row[0].as_int()).context("a size")
        };
        let (before, entries) = (read(size).await?, read("select max(seq) from journal").await?);
        let time = Duration::from_secs_f64(self.cli.seconds * 2.0);
        run(self.server.address, self.cli.connections, time, patch, numbers).await?;
        let (after, written) = (read(size).await?, read("select max(seq) from journal").await? - entries);
        ensure!(written > 0, "changes are in the journal");
        println!("\n- disk: {} bytes for a change of an asset, with all indexes", (after - before) / written);
        Ok(())
    }
}

/// A stretch of one day in the middle.
fn day(data: &Data) -> String {
    let begin = data.engine.clock.now().plus_days(-DAYS + 1);
    format!("&at__gte={begin}&at__lt={}", begin.plus_days(1))
}
