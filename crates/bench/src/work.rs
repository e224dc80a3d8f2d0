//! Work: what is assigned to someone who has 200 of 50,000 objects, and a night of 50 rules over 100,000 controls.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use cairn_domain::platform::rule::{RuleWatcher, RunRules};
use cairn_engine::Caller;
use cairn_jobs::{Jobs, Kind, Worker, WorkerSettings, enqueue};
use cairn_model::{Type, Value};
use cairn_store::{DatabaseUrl, Sql};
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use crate::audits::Api;
use crate::data::{self, Data};
use crate::load::Client;
use crate::risk::{add_controls, by_hand, report};
use crate::server::{Server, own_memory};
use crate::{Cli, address};

/// How much there is: assets, controls, and those controls that are assigned.
const WHOLE: [usize; 3] = [10_000, 40_000, 200];
const QUICK: [usize; 3] = [1_000, 4_000, 20];
const RULES: usize = 50;
/// Controls that rules look at, those of before included.
const WATCHED: usize = 100_000;

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    let [assets, controls, mine] = if cli.quick { QUICK } else { WHOLE };
    std::fs::create_dir_all(folder)?;
    let data = data::make(url, folder, assets).await?;
    let controls = add_controls(&data, 0..controls).await?;
    let me = assign(&data, &controls, mine).await?;
    let (place, database) = (folder.to_string_lossy(), address(url));
    let server = Server::start(cairn, &["serve", "--data", &*place, "--database", &*database]).await?;

    println!("\n| work | ms CPU | queries | by hand, ms | ratio |");
    println!("|---|---:|---:|---:|---:|");
    let mut rows = Sql::raw(
        "select t.id, t.name, t.status from applied_controls_owner l join applied_controls t on t.id = l.source \
         where l.target = ",
    );
    rows.bind(me).push(" order by t.eta, t.id");
    let by_hand = by_hand(cli, &data, &rows, &[Type::Uuid, Type::Text, Type::Text]).await?;
    let name = format!("`my_assignments/`, {mine} among {}", assets + controls.len());
    let path = "/api/folders/my_assignments/";
    report(cli, &server, &data, &name, path, None, by_hand).await?;

    let mut api = Api { client: Client::connect(server.address).await?, token: data.token.clone() };
    for number in 0..RULES {
        let body = json!({
            "name": format!("Rule {number}"), "resource": "applied-controls", "is_active": false, "expression": condition(number),
        });
        api.call("POST", "/api/rules/", &body, 201).await?;
    }
    drop(server);
    if !cli.quick {
        add_controls(&data, controls.len()..WATCHED).await?;
    }
    nights(cli, &data).await?;
    data.engine.db.close().await;
    Ok(())
}

/// True for one control in a thousand: active, without evidence of late.
fn condition(number: usize) -> String {
    format!(
        "object.status == \"active\" && object.name.endsWith(\"{}\") && \
         !object.evidences.exists(e, e.status == \"approved\" && days_since(e.updated_at) < 90)",
        4 * number + 102
    )
}

/// A night in which all rules find something, and one in which nothing has changed.
async fn nights(cli: &Cli, data: &Data) -> Result<()> {
    let mut cx = data.engine.write(Arc::new(Caller::system())).await?;
    // Turned on by a request, each would run at once.
    cx.conn.execute(&Sql::raw("update rules set is_active = true")).await?;
    let rows = cx.conn.query(&Sql::raw("select count(*) from applied_controls"), &[Type::Int]).await?;
    let watched = rows[0][0].as_int().context("a count")?;
    cx.commit().await?;
    let by_hand = by_hand(
        cli,
        data,
        &Sql::raw(
            "select t.id, t.name from applied_controls t where t.status = 'active' and t.name like '%102' and not exists \
             (select 1 from applied_controls_evidences l join evidences e on e.id = l.target where l.source = t.id and \
             e.status = 'approved')",
        ),
        &[Type::Uuid, Type::Text],
    )
    .await?;
    let jobs = Jobs::new();
    data.engine.listen(jobs.clone());
    data.engine.listen(Arc::new(RuleWatcher::default()));
    let worker = Worker::new(data.engine.clone(), jobs, vec![Kind::of::<RunRules>()], WorkerSettings::default());
    let worker = Arc::new(worker);
    println!(
        "\n| a night of {RULES} rules over {watched} controls | seconds | by hand, 50 queries | ratio | memory, MB |"
    );
    println!("|---|---:|---:|---:|---:|");
    for name in ["all find something", "nothing has changed"] {
        let mut cx = data.engine.write(Arc::new(Caller::system())).await?;
        enqueue(&mut cx, &RunRules { rule: None }).await?;
        cx.commit().await?;
        let (begun, before) = (Instant::now(), own_memory()?);
        ensure!(worker.run_due().await? > 0, "a job");
        let (took, hand) = (begun.elapsed().as_secs_f64(), by_hand * RULES as f64 / 1e3);
        println!("| {name} | {took:.1} | {hand:.1} | {:.1} | +{:.0} |", took / hand, own_memory()? - before);
    }
    let mut conn = data.engine.db.read().await?;
    let rows = conn.query(&Sql::raw("select count(*) from rule_matches where state = 'open'"), &[Type::Int]).await?;
    let found = rows[0][0].as_int().context("a count")?;
    ensure!(found > 0, "the rules have found nothing");
    println!("\n- open matches: {found}");
    Ok(())
}

/// Makes the user of the benchmark the owner of some controls, evenly spread; returns their actor.
async fn assign(data: &Data, controls: &[Uuid], mine: usize) -> Result<Uuid> {
    let mut cx = data.engine.write(Arc::new(Caller::system())).await?;
    let mut sql = Sql::raw("select a.id from actors a join users u on u.id = a.\"user\" where u.email = ");
    sql.bind(Value::Text(data::EMAIL.to_owned()));
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    let me = rows.first().and_then(|row| row[0].as_uuid()).context("the user has an actor")?;
    let step = (controls.len() / mine).max(1);
    let links = controls.iter().step_by(step).take(mine).map(|id| vec![(*id).into(), me.into()]).collect();
    data::insert(&mut cx, "applied_controls_owner (source, target)", links).await?;
    cx.commit().await?;
    Ok(me)
}
