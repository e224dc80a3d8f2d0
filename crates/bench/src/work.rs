//! Work: what is assigned to someone who has 200 of 50,000 objects.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use cairn_engine::Caller;
use cairn_model::{Type, Value};
use cairn_store::{DatabaseUrl, Sql};
use uuid::Uuid;

use crate::data::{self, Data};
use crate::risk::{add_controls, by_hand, report};
use crate::server::Server;
use crate::{Cli, address};

/// How much there is: assets, controls, and those controls that are assigned.
const WHOLE: [usize; 3] = [10_000, 40_000, 200];
const QUICK: [usize; 3] = [1_000, 4_000, 20];

pub async fn measure(cli: &Cli, cairn: &Path, folder: &Path, url: &DatabaseUrl) -> Result<()> {
    let [assets, controls, mine] = if cli.quick { QUICK } else { WHOLE };
    std::fs::create_dir_all(folder)?;
    let data = data::make(url, folder, assets).await?;
    let controls = add_controls(&data, controls).await?;
    let me = assign(&data, &controls, mine).await?;
    let (place, database) = (folder.to_string_lossy(), address(url));
    let server = Server::start(cairn, &["serve", "--data", &*place, "--database", &*database]).await?;

    println!("\n| work | ms CPU | queries | by hand, ms | ratio |");
    println!("|---|---:|---:|---:|---:|");
    let mut rows = Sql::raw(
        "select t.id, t.name, t.status from applied_controls t where exists (select 1 from applied_controls_owner l \
         where l.source = t.id and l.target = ",
    );
    rows.bind(me).push(") order by t.eta, t.id");
    let by_hand = by_hand(cli, &data, &rows, &[Type::Uuid, Type::Text, Type::Text]).await?;
    let name = format!("`my_assignments/`, {mine} among {}", assets + controls.len());
    let path = "/api/folders/my_assignments/";
    report(cli, &server, &data, &name, path, None, by_hand).await?;
    data.engine.db.close().await;
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
