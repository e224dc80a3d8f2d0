//! An audit of 1,200 requirements: created, read as a tree, changed, listed, and carried to another framework.
//!
//! Processor time is the server's own. What it is compared with is the one query that a hand-written handler would need
//! at least, on the same database, from this process.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cairn_model::Type;
use cairn_store::{DatabaseUrl, Sql};
use serde_json::{Value as Json, json};
use tokio::time::Instant;

use crate::data::{self, Data};
use crate::load::{Client, Operation, request, run};
use crate::server::Server;
use crate::{Cli, address};

const SECTIONS: usize = 20;
const EACH: usize = 60;
const REQUIREMENTS: usize = SECTIONS * EACH;
const CREATED: usize = 5;
const CLIENTS: usize = 4;

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let data = data::make(url, folder, 10).await?;
    let (place, database) = (folder.to_string_lossy(), address(url));
    let server = Server::start(cairn, &["serve", "--data", &*place, "--database", &*database]).await?;
    let mut api = Api { client: Client::connect(server.address).await?, token: data.token.clone() };
    let idle = server.memory()?;
    let begun = Instant::now();
    for library in
        [framework("one"), framework("two"), framework("three"), mappings("one", "two"), mappings("two", "three")]
    {
        api.load(&library).await?;
    }
    let loaded = begun.elapsed();
    let memory = server.memory()?;
    let (first, last) = (api.framework("one").await?, api.framework("three").await?);
    let mut times = Vec::new();
    let mut audit = String::new();
    for round in 0..=CREATED {
        let before = server.processor_time()?;
        let body = json!({ "name": format!("Audit {round}"), "framework": first });
        let made = api.call("POST", "/api/compliance-assessments/", &body, 201).await?;
        times.extend((round > 0).then_some((server.processor_time()? - before) * 1e3));
        made["id"].as_str().context("an id")?.clone_into(&mut audit);
    }
    times.sort_by(f64::total_cmp);
    let rows = api.rows(&audit).await?;
    ensure!(rows.len() == REQUIREMENTS + SECTIONS, "{} rows", rows.len());
    let raw = raw(&data, cli).await?;

    println!(
        "\n| an audit of {REQUIREMENTS} requirements, {CLIENTS} clients | ms CPU | target | its rows by hand, ms | ratio |"
    );
    println!("|---|---:|---:|---:|---:|");
    let create = times[times.len() / 2];
    println!("| created | {create:.0} | 150 | | |");
    let list = format!("/api/requirement-assessments/?compliance_assessment={audit}&limit=100");
    let derived = format!("/api/compliance-assessments/{audit}/derived/?framework={last}");
    let tree = format!("/api/compliance-assessments/{audit}/tree/");
    for (name, path, target, by_hand) in [
        ("`tree/`", tree, 10.0, Some(raw)),
        ("100 rows with all expansions", list, 3.0, None),
        ("`derived/` through a pivot", derived, 50.0, None),
    ] {
        let bytes = request("GET", &path, &data.token, "");
        let cost = cost(cli, &server, 200, false, Box::new(move |_| bytes.clone())).await?;
        let compared = by_hand.map_or_else(|| "| |".to_owned(), |raw| format!("{raw:.2} | {:.1} |", cost / raw));
        println!("| {name} | {cost:.2} | {target} | {compared}");
    }
    let (token, targets) = (data.token.clone(), rows);
    let patch = move |number: u64| {
        let body = json!({ "status": if number.is_multiple_of(2) { "done" } else { "in_progress" }, "observation": format!("Seen {number}") });
        let row = &targets[number as usize % targets.len()];
        request("PATCH", &format!("/api/requirement-assessments/{row}/"), &token, &body.to_string())
    };
    let cost = cost(cli, &server, 200, true, Box::new(patch)).await?;
    println!("| a requirement changed | {cost:.2} | 1 | | |");
    println!(
        "\n- three frameworks of {REQUIREMENTS} and two mapping sets stored and loaded in {:.1} s",
        loaded.as_secs_f64()
    );
    println!("- memory: {idle:.0} MB before, {memory:.0} MB after loading, {:.0} MB in the end", server.memory()?);
    data.engine.db.close().await;
    Ok(())
}

/// Milliseconds of the server's processor for one request.
pub async fn cost(
    cli: &Cli,
    server: &Server,
    status: u16,
    is_write: bool,
    make: Box<dyn Fn(u64) -> Vec<u8> + Send + Sync>,
) -> Result<f64> {
    let operation = Arc::new(Operation { name: "audit", is_write, status, request: make });
    let numbers = Arc::new(AtomicU64::new(0));
    run(server.address, CLIENTS, Duration::from_millis(300), &operation, &numbers).await?;
    let before = server.processor_time()?;
    let done = run(server.address, CLIENTS, Duration::from_secs_f64(cli.seconds), &operation, &numbers).await?;
    Ok((server.processor_time()? - before) * 1e3 / done.requests as f64)
}

/// Milliseconds for one query for the rows of an audit with the texts of their requirements.
async fn raw(data: &Data, cli: &Cli) -> Result<f64> {
    let mut conn = data.engine.db.read().await?;
    let sql = Sql::raw(
        "select r.id, r.status, r.result, r.score, n.ref_id, n.name, n.description, n.parent_urn \
         from requirement_assessments r join requirement_nodes n on n.id = r.requirement \
         where r.compliance_assessment = (select id from compliance_assessments order by created_at desc limit 1) \
         order by n.order_id",
    );
    let text = Type::Text;
    let types = [Type::Uuid, text, text, Type::Int, text, text, text, text];
    let (begun, mut times) = (Instant::now(), 0_u32);
    while begun.elapsed() < Duration::from_secs_f64(cli.seconds) {
        ensure!(conn.query(&sql, &types).await?.len() == REQUIREMENTS + SECTIONS, "all rows");
        times += 1;
    }
    Ok(begun.elapsed().as_secs_f64() * 1e3 / f64::from(times))
}

/// The API of the server that is measured.
pub struct Api {
    pub client: Client,
    pub token: String,
}

impl Api {
    pub async fn call(&mut self, method: &str, path: &str, body: &Json, status: u16) -> Result<Json> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(&request(method, path, &self.token.clone(), &body), status).await
    }

    async fn send(&mut self, bytes: &[u8], status: u16) -> Result<Json> {
        let (found, body) = self.client.send(bytes).await?;
        ensure!(found == status, "{found}: {}", String::from_utf8_lossy(&body));
        Ok(serde_json::from_slice(&body)?)
    }

    /// Stores a library file and loads it.
    async fn load(&mut self, yaml: &str) -> Result<()> {
        let head = format!(
            "POST /api/stored-libraries/upload/ HTTP/1.1\r\nhost: bench\r\nauthorization: Token {}\r\n\
             content-type: application/yaml\r\ncontent-disposition: attachment; filename=\"library.yaml\"\r\n\
             content-length: {}\r\n\r\n",
            self.token,
            yaml.len()
        );
        let stored = self.send(format!("{head}{yaml}").as_bytes(), 201).await?;
        let id = stored["id"].as_str().context("an id")?;
        self.call("POST", &format!("/api/stored-libraries/{id}/import/"), &json!({}), 200).await.map(drop)
    }

    async fn framework(&mut self, name: &str) -> Result<String> {
        let found = self.call("GET", &format!("/api/frameworks/?ref_id={name}"), &Json::Null, 200).await?;
        Ok(found["results"][0]["id"].as_str().context("a framework")?.to_owned())
    }

    async fn rows(&mut self, audit: &str) -> Result<Vec<String>> {
        let mut all = Vec::new();
        loop {
            let path = format!(
                "/api/requirement-assessments/?compliance_assessment={audit}&fields=id&limit=500&offset={}",
                all.len()
            );
            let page = self.call("GET", &path, &Json::Null, 200).await?;
            let found = page["results"].as_array().context("rows")?;
            if found.is_empty() {
                return Ok(all);
            }
            all.extend(found.iter().filter_map(|row| row["id"].as_str()).map(str::to_owned));
        }
    }
}

fn head(name: &str, more: &str) -> String {
    format!(
        "urn: urn:bench:risk:library:{name}\nlocale: en\nref_id: {name}\nname: Library {name}\nversion: 1\nprovider: Bench\npackager: bench\n{more}objects:\n"
    )
}

/// A framework with sections and texts of ordinary length.
fn framework(name: &str) -> String {
    let mut yaml = head(name, "");
    let _ = write!(
        yaml,
        "  framework:\n    urn: urn:bench:risk:framework:{name}\n    ref_id: {name}\n    name: Framework {name}\n    min_score: 0\n    max_score: 5\n    requirement_nodes:\n"
    );
    for section in 0..SECTIONS {
        let node = format!("urn:bench:risk:req_node:{name}:s{section}");
        let _ = writeln!(
            yaml,
            "      - {{ urn: \"{node}\", assessable: false, depth: 1, ref_id: S{section}, name: Section {section} }}"
        );
        for at in 0..EACH {
            let text =
                "The organization establishes, documents and maintains it, and reviews it at least once a year. "
                    .repeat(3);
            let _ = writeln!(
                yaml,
                "      - {{ urn: \"{node}-{at}\", parent_urn: \"{node}\", assessable: true, depth: 2, ref_id: S{section}-{at}, name: Requirement {at} of section {section}, description: \"{text}\" }}"
            );
        }
    }
    yaml
}

/// Each requirement of one framework equals the same of another.
fn mappings(source: &str, target: &str) -> String {
    let more = format!("dependencies: [\"urn:bench:risk:library:{source}\", \"urn:bench:risk:library:{target}\"]\n");
    let mut yaml = head(&format!("{source}-{target}"), &more);
    let _ = write!(
        yaml,
        "  requirement_mapping_sets:\n    - urn: urn:bench:risk:req_mapping_set:{source}-{target}\n      ref_id: {source}-{target}\n      name: From {source} to {target}\n      source_framework_urn: urn:bench:risk:framework:{source}\n      target_framework_urn: urn:bench:risk:framework:{target}\n      requirement_mappings:\n"
    );
    for section in 0..SECTIONS {
        for at in 0..EACH {
            let node = |name: &str| format!("urn:bench:risk:req_node:{name}:s{section}-{at}");
            let _ = writeln!(
                yaml,
                "        - {{ source_requirement_urn: \"{}\", target_requirement_urn: \"{}\", relationship: equal }}",
                node(source),
                node(target)
            );
        }
    }
    yaml
}
