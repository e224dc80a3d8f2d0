//! Risks: an assessment of 500 scenarios listed and put on its matrix, the counters of domains with 100,000 controls, and
//! the X-ray of a domain and of everything.
//!
//! Processor time is the server's own. What it is compared with is the least that a hand-written handler would have to
//! ask the same database, from this process. The number of queries of an X-ray is shown for ten times as many objects.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cairn_domain::analytics;
use cairn_domain::metrology::builtin::catalogue::of_model;
use cairn_domain::metrology::builtin::measure::numbers as count_numbers;
use cairn_engine::Caller;
use cairn_engine::action::{Asked, Files, On};
use cairn_model::{Type, Value};
use cairn_resources::metrology::MetricModel;
use cairn_store::{DatabaseUrl, Sql};
use serde_json::{Value as Json, json};
use tokio::time::Instant;
use uuid::Uuid;

use crate::audits::{Api, cost};
use crate::data::{self, Data};
use crate::load::{Client, request};
use crate::server::Server;
use crate::{Cli, address};

/// How much there is: scenarios, assets that are checked, controls that are counted.
const WHOLE: [usize; 3] = [500, 19_000, 100_000];
const QUICK: [usize; 3] = [50, 1_900, 5_000];

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    let [scenarios, assets, controls] = if cli.quick { QUICK } else { WHOLE };
    std::fs::create_dir_all(folder)?;
    let data = data::make(url, folder, assets).await?;
    let (place, database) = (folder.to_string_lossy(), address(url));
    let server = Server::start(cairn, &["serve", "--data", &*place, "--database", &*database]).await?;
    let mut api = Api { client: Client::connect(server.address).await?, token: data.token.clone() };
    let assessment = fill(&mut api, &data, scenarios).await?;

    println!("\n| risks | ms CPU | queries | by hand, ms | ratio |");
    println!("|---|---:|---:|---:|---:|");
    let mut rows = Sql::raw(
        "select s.id, s.ref_id, s.name, s.treatment, s.current_proba, s.current_impact, s.current_level, \
         s.residual_level from risk_scenarios s where s.risk_assessment = ",
    );
    rows.bind(assessment).push(" order by s.ref_id, s.id");
    let by_hand = by_hand(cli, &data, &rows, &SCENARIO).await?;
    let list = format!("/api/risk-scenarios/?risk_assessment={assessment}&limit=500");
    report(cli, &server, &data, &format!("list of {scenarios} scenarios"), &list, None, by_hand).await?;
    let map = format!("/api/risk-assessments/{assessment}/heat_map/");
    let queries = queries(&data, "risk-assessments", "heat_map", Some(assessment)).await?;
    report(cli, &server, &data, &format!("`heat_map/` of {scenarios}"), &map, Some(queries), by_hand).await?;

    for (name, domain, of) in [("a domain", Some(data.domain), assets.div_ceil(10)), ("everything", None, assets)] {
        let by_hand = self::by_hand(cli, &data, &checks(domain), &[Type::Int]).await?;
        let path = domain
            .map_or_else(|| "/api/folders/quality_check/".to_owned(), |id| format!("/api/folders/{id}/quality_check/"));
        let queries = self::queries(&data, "folders", "quality_check", domain).await?;
        let name = format!("X-ray of {name}, over {of} objects");
        report(cli, &server, &data, &name, &path, Some(queries), by_hand).await?;
    }
    add_controls(&data, 0..controls).await?;
    let counts = Sql::raw("select t.folder, count(*) from applied_controls t group by 1");
    let by_hand = self::by_hand(cli, &data, &counts, &[Type::Uuid, Type::Int]).await?;
    let queries = self::queries(&data, "folders", "posture", None).await?;
    let name = format!("`posture/` over {controls} controls");
    report(cli, &server, &data, &name, "/api/folders/posture/", Some(queries), by_hand).await?;
    numbers(cli, &server, &data, controls).await?;
    data.engine.db.close().await;
    Ok(())
}

/// An assessment with scenarios all over its matrix.
async fn fill(api: &mut Api, data: &Data, scenarios: usize) -> Result<Uuid> {
    let levels = |count: usize| -> Vec<Json> {
        (0..count).map(|id| json!({ "id": id, "name": format!("Level {id}"), "hexcolor": "#28AA00" })).collect()
    };
    let grid: Vec<Vec<usize>> = (0..5).map(|row| (0..5).map(|column| usize::midpoint(row, column)).collect()).collect();
    let definition = json!({ "probability": levels(5), "impact": levels(5), "risk": levels(5), "grid": grid });
    let body = json!({ "name": "Five", "folder": data.domain, "json_definition": definition });
    let matrix = api.call("POST", "/api/risk-matrices/", &body, 201).await?["id"].clone();
    let body = json!({ "name": "Yearly", "folder": data.domain, "risk_matrix": matrix });
    let made = api.call("POST", "/api/risk-assessments/", &body, 201).await?;
    let assessment: Uuid = made["id"].as_str().context("an id")?.parse()?;
    for number in 0..scenarios {
        let body = json!({
            "name": format!("Scenario {number}"), "risk_assessment": assessment, "ref_id": format!("R.{number:03}"),
            "current_proba": number % 5, "current_impact": number / 5 % 5, "residual_proba": 0, "residual_impact": number % 3,
            "assets": [data.assets[number % data.assets.len()]], "owner": [data.actors[number % data.actors.len()]],
        });
        api.call("POST", "/api/risk-scenarios/", &body, 201).await?;
    }
    Ok(assessment)
}

/// Counters and metrics, and the numbers of all domains as they are recorded every day.
async fn numbers(cli: &Cli, server: &Server, data: &Data, controls: usize) -> Result<()> {
    let counts = Sql::raw("select t.folder, t.category, count(*) from applied_controls t group by 1, 2");
    let by_hand = self::by_hand(cli, data, &counts, &[Type::Uuid, Type::Text, Type::Int]).await?;
    let mut cx = data.engine.read(Arc::new(Caller::system())).await?;
    let before = cx.conn.queries();
    analytics::counters(&mut cx, None).await?;
    let queries = cx.conn.queries() - before;
    let name = format!("`get_counters/` over {controls} controls");
    report(cli, server, data, &name, "/api/get_counters/", Some(queries), by_hand).await?;

    let counts = Sql::raw(
        "select t.folder, t.status, t.csf_function, count(*), sum(case when t.priority = 1 then 1 else 0 end) \
         from applied_controls t group by 1, 2, 3",
    );
    let types = [Type::Uuid, Type::Text, Type::Text, Type::Int, Type::Int];
    let by_hand = self::by_hand(cli, data, &counts, &types).await?;
    let before = cx.conn.queries();
    analytics::metrics(&mut cx, None).await?;
    let queries = cx.conn.queries() - before;
    let name = format!("`get_metrics/` over {controls} controls");
    report(cli, server, data, &name, "/api/get_metrics/", Some(queries), by_hand).await?;

    let metrics = of_model(&cx, MetricModel::Folder);
    let (before, began) = (cx.conn.queries(), Instant::now());
    count_numbers(&mut cx, &metrics, None).await?;
    let (took, queries) = (began.elapsed().as_secs_f64() * 1000.0, cx.conn.queries() - before);
    println!(
        "| all numbers of domains, as recorded every day | {took:.2} | {queries} | {by_hand:.2} | {:.1} |",
        took / by_hand
    );
    Ok(())
}

/// Adds controls with these numbers, which are part of their names.
pub async fn add_controls(data: &Data, numbers: Range<usize>) -> Result<Vec<Uuid>> {
    let mut cx = data.engine.write(Arc::new(Caller::system())).await?;
    let now = Value::Time(cx.now);
    let ids: Vec<Uuid> = numbers.clone().map(|_| Uuid::now_v7()).collect();
    let rows = ids.iter().zip(numbers).map(|(id, number)| {
        let status = ["to_do", "in_progress", "active", "deprecated"][number % 4];
        let name = Value::Text(format!("Counted {number}"));
        let times = [now.clone(), now.clone()];
        let rest = [data.domain.into(), name, Value::Text(status.to_owned()), 0.into(), true.into()];
        std::iter::once((*id).into()).chain(times).chain(rest).collect()
    });
    let rows = rows.collect();
    let columns = "applied_controls (id, created_at, updated_at, folder, name, status, progress_field, is_published)";
    data::insert(&mut cx, columns, rows).await?;
    cx.commit().await?;
    Ok(ids)
}

/// What the checks of assets and controls count, by hand.
fn checks(domain: Option<Uuid>) -> Sql {
    let open = "t.status in ('--', 'to_do', 'in_progress', 'on_hold')";
    let without =
        |table: &str, link: &str| format!("not exists (select 1 from {table}_{link} l where l.source = t.id)");
    let protected = "t.type = 'PR' and not exists (select 1 from applied_controls_assets l where l.target = t.id)";
    let mut all = vec![
        ("assets", without("assets", "owner")),
        ("assets", protected.to_owned()),
        ("applied_controls", without("applied_controls", "owner")),
        ("applied_controls", format!("t.status = 'active' and {}", without("applied_controls", "evidences"))),
    ];
    for field in ["eta", "effort", "cost", "link"] {
        all.push(("applied_controls", format!("{open} and t.{field} is null")));
    }
    let mut sql = Sql::new();
    for (at, (table, condition)) in all.iter().enumerate() {
        sql.push(if at > 0 { " union all " } else { "" });
        sql.push(&format!("select count(*) from {table} t where {condition}"));
        if let Some(domain) = domain {
            sql.push(" and t.folder = ").bind(domain);
        }
    }
    sql
}

/// The columns of a scenario that are read by hand.
const SCENARIO: [Type; 8] =
    [Type::Uuid, Type::Text, Type::Text, Type::Text, Type::Int, Type::Int, Type::Int, Type::Int];

/// Milliseconds for a query.
pub async fn by_hand(cli: &Cli, data: &Data, sql: &Sql, types: &[Type]) -> Result<f64> {
    let mut conn = data.engine.db.read().await?;
    let (begun, mut times) = (Instant::now(), 0_u32);
    while begun.elapsed() < Duration::from_secs_f64(cli.seconds) {
        ensure!(!conn.query(sql, types).await?.is_empty(), "rows");
        times += 1;
    }
    Ok(begun.elapsed().as_secs_f64() * 1e3 / f64::from(times))
}

/// How many queries an action takes.
async fn queries(data: &Data, path: &str, name: &str, id: Option<Uuid>) -> Result<u64> {
    let mut cx = data.engine.read(Arc::new(Caller::system())).await?;
    let resource = cx.registry().get(path);
    let on = if id.is_some() { On::Item } else { On::Collection };
    let action = resource.actions().find(|action| action.name == name && action.on == on).context("an action")?;
    let (files, before) = (Files::default(), cx.conn.queries());
    (action.run)(&mut cx, Asked { resource, id, files: &files }, json!({})).await?;
    Ok(cx.conn.queries() - before)
}

pub async fn report(
    cli: &Cli,
    server: &Server,
    data: &Data,
    name: &str,
    path: &str,
    queries: Option<u64>,
    by_hand: f64,
) -> Result<()> {
    let bytes = request("GET", path, &data.token, "");
    let cost = cost(cli, server, 200, false, Box::new(move |_| bytes.clone())).await?;
    let queries = queries.map(|queries| queries.to_string()).unwrap_or_default();
    println!("| {name} | {cost:.2} | {queries} | {by_hand:.2} | {:.1} |", cost / by_hand);
    Ok(())
}
