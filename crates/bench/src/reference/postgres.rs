//! The reference on PostgreSQL: a pool, prepared statements, and independent ones sent together.

use std::collections::HashMap;
use std::str::FromStr;

use anyhow::Result;
use deadpool_postgres::{ClientWrapper, Manager, ManagerConfig, Pool, RecyclingMethod};
use futures_util::TryStreamExt;
use futures_util::future::{try_join, try_join_all};
use serde_json::value::RawValue;
use tokio_postgres::types::{Json, ToSql};
use tokio_postgres::{Error, NoTls, Row};
use uuid::Uuid;

use super::asset::{Asset, COLUMNS, LINKS, Label, Links, Patch, Trace, link, targets};
use super::{Caller, ListQuery, Origin};

type Found = Option<(Asset<Label>, Vec<(String, String)>)>;
type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

pub struct Postgres {
    pool: Pool,
}

impl Postgres {
    pub fn open(url: &str) -> Result<Self> {
        let config = tokio_postgres::Config::from_str(url)?;
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(config, NoTls, recycling)).max_size(16).build()?;
        Ok(Self { pool })
    }

    /// The callers of all tokens by digest, and the folders: id, parent, name.
    pub async fn facts(&self) -> Result<(HashMap<String, Caller>, Vec<(Uuid, Option<Uuid>, String)>)> {
        let client = self.pool.get().await?;
        let caller = |row: &Row| (row.get(0), Caller { user: row.get(1), email: row.get(2), token: row.get(3) });
        let callers = client.query(super::TOKENS, &[]).await?.iter().map(caller).collect();
        let folders = client.query("select id, parent_folder, name from folders", &[]).await?;
        Ok((callers, folders.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()))
    }

    pub async fn list(&self, query: &ListQuery) -> Result<(Vec<Asset<Label>>, i64)> {
        let client = self.pool.get().await?;
        let word = query.search.as_deref().map(|word| format!("'{}':*", cairn_engine::search::fold(word)));
        let condition = |at: usize| match &word {
            Some(_) => format!(
                "where t.id in (select d.object_id from search_documents d \
                 where d.words @@ to_tsquery('simple', ${at}) and d.resource = 'assets')"
            ),
            None => String::new(),
        };
        let page = format!(
            "select {COLUMNS}, c.name from assets t left join asset_class c on c.id = t.asset_class {} \
             order by lower(t.name), t.id limit $1 offset $2",
            condition(3)
        );
        let count = format!("select count(*) from assets t {}", condition(1));
        let mut page_params: Vec<&(dyn ToSql + Sync)> = vec![&query.limit, &query.offset];
        let mut count_params: Vec<&(dyn ToSql + Sync)> = Vec::new();
        if let Some(word) = &word {
            page_params.push(word);
            count_params.push(word);
        }
        let (rows, count) = try_join(rows(&client, &page, &page_params), rows(&client, &count, &count_params)).await?;
        let mut assets: Vec<Asset<Label>> = rows.iter().map(labelled).collect();
        let ids: Vec<Uuid> = assets.iter().map(|asset| asset.id).collect();
        link(&mut assets, links(&client, &ids).await?);
        Ok((assets, count[0].get(0)))
    }

    pub async fn find(&self, wanted: Uuid) -> Result<Found> {
        let client = self.pool.get().await?;
        let one = format!(
            "select {COLUMNS}, c.name from assets t left join asset_class c on c.id = t.asset_class where t.id = $1"
        );
        let below = "with recursive w(id) as (select source from assets_parent_assets where target = $1 \
            union select l.source from w join assets_parent_assets l on l.target = w.id) \
            select r.id, r.name from w cross join lateral (select * from assets a where a.id = w.id offset 0) r order by lower(r.name), r.id";
        let up = "with recursive w(id) as (select target from assets_parent_assets where source = $1 \
            union select l.target from w join assets_parent_assets l on l.source = w.id) \
            select r.security_objectives::text, r.disaster_recovery_objectives::text \
            from w cross join lateral (select * from assets a where a.id = w.id offset 0) r where r.type = 'PR'";
        let ids = [wanted];
        let params: Params<'_> = &[&wanted];
        let ((found, links), (children, above)) = try_join(
            try_join(rows(&client, &one, params), links(&client, &ids)),
            try_join(rows(&client, below, params), rows(&client, up, params)),
        )
        .await?;
        let mut found: Vec<Asset<Label>> = found.iter().map(labelled).collect();
        link(&mut found, links);
        let Some(mut asset) = found.pop() else { return Ok(None) };
        asset.children_assets = Some(children.iter().map(|row| Label::new(row.get(0), row.get(1))).collect());
        Ok(Some((asset, above.iter().map(|row| (row.get(0), row.get(1))).collect())))
    }

    pub async fn create(&self, asset: Asset<Uuid>, trace: Trace, origin: Origin) -> Result<Vec<u8>> {
        let client = self.pool.get().await?;
        client.batch_execute("begin").await?;
        let values: Params<'_> = &[
            &asset.id,
            &asset.created_at,
            &asset.updated_at,
            &asset.folder,
            &asset.name,
            &asset.description,
            &asset.ref_id,
            &asset.r#type,
            &asset.asset_class,
            &asset.reference_link,
            &Json(&asset.security_objectives),
            &Json(&asset.disaster_recovery_objectives),
            &Json(&asset.security_capabilities),
            &Json(&asset.recovery_capabilities),
            &asset.observation,
            &asset.is_business_function,
            &asset.dora_criticality_assessment,
            &asset.dora_criticality_justification,
            &asset.dora_discontinuing_impact,
            &asset.is_published,
        ];
        let row = execute(
            &client,
            "insert into assets (id, created_at, updated_at, folder, name, description, ref_id, type, asset_class, \
             reference_link, security_objectives, disaster_recovery_objectives, security_capabilities, \
             recovery_capabilities, observation, is_business_function, dora_criticality_assessment, \
             dora_criticality_justification, dora_discontinuing_impact, is_published) values \
             ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
            values,
        );
        let links = [
            ("insert into assets_parent_assets (source, target) select $1, unnest($2::uuid[])", &asset.parent_assets),
            ("insert into assets_owner (source, target) select $1, unnest($2::uuid[])", &asset.owner),
            (
                "insert into assets_filtering_labels (source, target) select $1, unnest($2::uuid[])",
                &asset.filtering_labels,
            ),
        ];
        let links =
            try_join_all(links.iter().filter(|(_, targets)| !targets.is_empty()).map(async |(text, targets)| {
                let params: Params<'_> = &[&asset.id, *targets];
                execute(&client, text, params).await
            }));
        let document: Params<'_> = &[&asset.id, &asset.folder, &asset.is_published, &trace.title, &trace.body];
        let search = execute(
            &client,
            "insert into search_documents (resource, object_id, folder, is_published, title, body) \
             values ('assets', $1, $2, $3, $4, $5)",
            document,
        );
        let journal = journal(&client, "created", &asset, &trace, &origin);
        try_join(try_join(row, links), try_join(search, journal)).await?;
        client.batch_execute("commit").await?;
        Ok(trace.answer)
    }

    pub async fn patch(&self, wanted: Uuid, patch: Patch, origin: Origin) -> Result<Vec<u8>> {
        let client = self.pool.get().await?;
        client.batch_execute("begin").await?;
        let one = format!("select {COLUMNS} from assets t where t.id = $1 for update");
        let params: Params<'_> = &[&wanted];
        let texts = LINKS
            .map(|(table, own, other, ..)| format!("select {other} from {table} where {own} = $1 order by {other}"));
        let (found, links) =
            try_join(rows(&client, &one, params), try_join_all(texts.iter().map(|text| rows(&client, text, params))))
                .await?;
        let mut asset = plain(&found[0], |id| id);
        for (which, rows) in links.iter().enumerate() {
            *targets(&mut asset, which) = rows.iter().map(|row| row.get(0)).collect();
        }
        let changes = asset.patch(patch);
        asset.updated_at = origin.at.max(asset.updated_at + chrono::TimeDelta::microseconds(1));
        let trace = asset.trace(&changes)?;
        let values: Params<'_> = &[&wanted, &asset.updated_at, &asset.name, &asset.description, &asset.ref_id];
        let row = execute(
            &client,
            "update assets set updated_at = $2, name = $3, description = $4, ref_id = $5 where id = $1",
            values,
        );
        let document: Params<'_> = &[&wanted, &trace.title, &trace.body];
        let search = execute(
            &client,
            "update search_documents set title = $2, body = $3 where resource = 'assets' and object_id = $1",
            document,
        );
        try_join(try_join(row, search), journal(&client, "updated", &asset, &trace, &origin)).await?;
        client.batch_execute("commit").await?;
        Ok(trace.answer)
    }
}

async fn journal(
    client: &ClientWrapper,
    kind: &str,
    asset: &Asset<Uuid>,
    trace: &Trace,
    origin: &Origin,
) -> Result<u64, Error> {
    let values: Params<'_> = &[
        &origin.at,
        &kind,
        &asset.id,
        &asset.name,
        &asset.folder,
        &origin.caller.user,
        &origin.caller.email,
        &origin.caller.token,
        &origin.address,
        &origin.request,
        &trace.changes,
        &trace.state,
    ];
    execute(
        client,
        "insert into journal (at, kind, resource, object_id, object_name, folder, origin, actor, actor_label, token, \
         address, request, changes, state) \
         values ($1, $2, 'assets', $3, $4, $5, 'token', $6, $7, $8, $9, $10, $11::text::json, $12::text::json)",
        values,
    )
    .await
}

async fn rows(client: &ClientWrapper, text: &str, params: Params<'_>) -> Result<Vec<Row>, Error> {
    let statement = client.prepare_cached(text).await?;
    client.query_raw(&statement, params.iter().copied()).await?.try_collect().await
}

async fn execute(client: &ClientWrapper, text: &str, params: Params<'_>) -> Result<u64, Error> {
    let statement = client.prepare_cached(text).await?;
    client.execute(&statement, params).await
}

/// One query for each link table brings the targets of all assets.
async fn links(client: &ClientWrapper, assets: &[Uuid]) -> Result<Links, Error> {
    let texts = LINKS.map(|(table, own, other, target, words, folder)| {
        format!(
            "select l.{own}, r.id, r.{words}, {folder}::uuid from {table} l join {target} r on r.id = l.{other} \
             where l.{own} = any($1)"
        )
    });
    let params: Params<'_> = &[&assets];
    let found = try_join_all(texts.iter().map(|text| rows(client, text, params))).await?;
    let mut all = Links::default();
    for (rows, found) in all.iter_mut().zip(found) {
        *rows = found.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3))).collect();
    }
    Ok(all)
}

fn labelled(row: &Row) -> Asset<Label> {
    let mut asset = plain(row, |id| Label::new(id, String::new()));
    if let Some(class) = &mut asset.asset_class {
        class.text = row.get(20);
        class.name = Some(class.text.clone());
    }
    asset
}

fn plain<R>(row: &Row, refer: fn(Uuid) -> R) -> Asset<R> {
    let raw = |column: usize| row.get::<_, Json<Box<RawValue>>>(column).0;
    Asset {
        id: row.get(0),
        created_at: row.get(1),
        updated_at: row.get(2),
        folder: refer(row.get(3)),
        name: row.get(4),
        description: row.get(5),
        ref_id: row.get(6),
        r#type: row.get(7),
        asset_class: row.get::<_, Option<Uuid>>(19).map(refer),
        reference_link: row.get(8),
        parent_assets: Vec::new(),
        support_assets: Some(Vec::new()),
        security_objectives: raw(9),
        disaster_recovery_objectives: raw(10),
        security_capabilities: raw(11),
        recovery_capabilities: raw(12),
        overridden_children_capabilities: Vec::new(),
        applied_controls: Some(Vec::new()),
        vulnerabilities: Some(Vec::new()),
        incidents: Some(Vec::new()),
        organisation_objectives: Some(Vec::new()),
        security_exceptions: Vec::new(),
        owner: Vec::new(),
        filtering_labels: Vec::new(),
        observation: row.get(13),
        is_business_function: row.get(14),
        // Nobody sets it in the data of the benchmark.
        dora_licenced_activity: None,
        dora_criticality_assessment: row.get(15),
        dora_criticality_justification: row.get(16),
        dora_discontinuing_impact: row.get(17),
        is_published: row.get(18),
        is_primary: None,
        children_assets: None,
        security_objectives_comparison: None,
        recovery_objectives_comparison: None,
        path: None,
    }
}
