//! The data that is measured on: 10,000 assets with about three links in each relation.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use cairn_access::Limits;
use cairn_domain::iam::auth_token::{self, NewToken};
use cairn_domain::iam::service_account::token::{Grant, SECRET, issue};
use cairn_domain::setup;
use cairn_engine::clock::SystemClock;
use cairn_engine::query::{self, ListParams, Select};
use cairn_engine::{Caller, Cx, Engine};
use cairn_model::{Many, Ref, Type, Value};
use cairn_resources::iam::{Folder, FolderKind, ServiceAccount};
use cairn_resources::work::Asset;
use cairn_store::{DatabaseUrl, Db, FileStore, Options, Sql};
use uuid::Uuid;

pub const EMAIL: &str = "admin@example.com";
/// A word that one asset in a hundred has.
pub const WORD: &str = "harbour";
/// A word that the descriptions of one asset in ten have.
pub const TENTH: &str = "quarterly";

const DOMAINS: usize = 10;
const CONTROLS: usize = 1000;
const ACTORS: usize = 50;
const LABELS: usize = 20;
/// Assets lie in blocks of five layers, each asset supporting three of the layer above.
const LAYER: usize = 4;
const BLOCK: usize = 5 * LAYER;

/// A database that is filled, and what requests need to know of it.
pub struct Data {
    pub engine: Arc<Engine>,
    pub token: String,
    /// The access token of a service account with the same rights.
    pub bearer: String,
    pub domain: Uuid,
    pub assets: Vec<Uuid>,
    pub actors: Vec<Uuid>,
    pub labels: Vec<Uuid>,
    pub class: Uuid,
}

pub async fn make(url: &DatabaseUrl, folder: &Path, assets: usize) -> Result<Data> {
    let engine = open(url, folder).await?;
    setup::run(&engine).await?;
    let mut cx = engine.write(Arc::new(Caller::system())).await?;
    let user = setup::create_user(&mut cx, EMAIL, "no password".to_owned(), true).await?;
    let wanted = NewToken { name: "bench".into(), ..NewToken::default() };
    let made = auth_token::create_for(&mut cx, user, wanted, true).await?;
    let bearer = service_account(&mut cx).await?;
    let mut data = Data {
        engine: engine.clone(),
        bearer,
        token: made.token.context("a new token is shown")?,
        domain: Uuid::nil(),
        assets: (0..assets).map(|_| Uuid::now_v7()).collect(),
        actors: (0..ACTORS).map(|_| Uuid::now_v7()).collect(),
        labels: (0..LABELS).map(|_| Uuid::now_v7()).collect(),
        class: Uuid::nil(),
    };
    let domains = domains(&mut cx).await?;
    data.domain = domains[0];
    fill(&mut cx, &mut data, &domains).await?;
    cx.commit().await?;
    // Closing folds SQLite's log into the file, as a server that runs for a while does too.
    engine.db.close().await;
    data.engine = open(url, folder).await?;
    if matches!(url, DatabaseUrl::Postgres(_)) {
        // What the server would do by itself a minute later, in the middle of a measurement.
        let mut conn = data.engine.db.read().await?;
        conn.query(&Sql::raw("vacuum analyze"), &[]).await?;
    }
    Ok(data)
}

/// A service account that may do everything, and a token of its own.
async fn service_account(cx: &mut Cx) -> Result<String> {
    let administrator = cairn_domain::iam::groups::role(cx, cairn_access::ADMINISTRATOR).await?;
    let root = cx.root_folder();
    let account = ServiceAccount {
        id: cx.new_id(),
        folder: Ref::new(root),
        name: "bench".into(),
        description: None,
        client_id: String::new(),
        is_active: true,
        expiry_date: None,
        role: Some(Ref::new(administrator.id.uuid())),
        permissions: Many::default(),
        folders: Many::of([root]),
        is_recursive: true,
        token_minutes: 1440,
        jwks: None,
        jwks_url: None,
        created_by: None,
        user: Ref::new(Uuid::nil()),
        secret_preview: None,
        previous_secret_expires_at: None,
        secret_digest: None,
        previous_secret_digest: None,
        generate_secret: false,
        allow_global_admin: true,
    };
    let id = account.id.uuid();
    cx.create(account).await?;
    let account = cx.get(id).await?;
    let grant =
        Grant { credential: SECRET.to_owned(), account, identity: None, limits: Limits::default(), until: None };
    Ok(issue(cx, &grant).await?.token)
}

pub async fn open(url: &DatabaseUrl, folder: &Path) -> Result<Arc<Engine>> {
    let db = Db::open(url, &Options::default()).await?;
    db.migrate(cairn_domain::MIGRATIONS).await?;
    let files = FileStore::open(folder.join("files")).await?;
    Ok(Engine::new(db, cairn_domain::registry(), Arc::new(SystemClock), files))
}

async fn domains(cx: &mut Cx) -> Result<Vec<Uuid>> {
    let root = cx.root_folder();
    let mut domains = Vec::new();
    for number in 0..DOMAINS {
        let folder = Folder {
            id: cx.new_id(),
            name: format!("Domain {number}"),
            description: None,
            content_type: FolderKind::Domain,
            parent_folder: Some(Ref::new(root)),
            is_published: true,
            builtin: false,
            create_iam_groups: false,
            filtering_labels: Many::default(),
        };
        domains.push(folder.id.uuid());
        cx.create(folder).await?;
    }
    Ok(domains)
}

/// Writes straight into the tables: ten thousand requests would take longer than the measurement.
async fn fill(cx: &mut Cx, data: &mut Data, domains: &[Uuid]) -> Result<()> {
    let now = Value::Time(cx.now);
    let text = |text: String| Value::Text(text);
    let json = |text: &str| Value::Json(text.to_owned());
    let root = cx.root_folder();
    let classes = cx.conn.query(&Sql::raw("select id from asset_class order by id"), &[Type::Uuid]).await?;
    let classes: Vec<Uuid> = classes.iter().filter_map(|row| row[0].as_uuid()).collect();
    data.class = classes[0];

    let actors = data.actors.iter().enumerate().map(|(number, id)| {
        let name = text(format!("Person {number}"));
        vec![(*id).into(), now.clone(), now.clone(), root.into(), text("user".into()), name]
    });
    insert(cx, "actors (id, created_at, updated_at, folder, type, name)", actors.collect()).await?;
    let labels = data.labels.iter().enumerate().map(|(number, id)| {
        vec![(*id).into(), now.clone(), now.clone(), root.into(), text(format!("label-{number}")), true.into()]
    });
    insert(cx, "filtering_labels (id, created_at, updated_at, folder, label, is_published)", labels.collect()).await?;
    let controls: Vec<Uuid> = (0..CONTROLS).map(|_| Uuid::now_v7()).collect();
    let rows = controls.iter().enumerate().map(|(number, id)| {
        let (name, folder) = (text(format!("Control {number}")), domains[number % domains.len()]);
        let times = [now.clone(), now.clone()];
        let rest = [folder.into(), name, text("to_do".into()), 0.into(), true.into()];
        std::iter::once((*id).into()).chain(times).chain(rest).collect()
    });
    let columns = "applied_controls (id, created_at, updated_at, folder, name, status, progress_field, is_published)";
    insert(cx, columns, rows.collect()).await?;

    let mut rows = Vec::new();
    let mut documents = Vec::new();
    let (mut parents, mut owners, mut tags, mut measures) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, id) in data.assets.iter().enumerate() {
        let (layer, place) = ((number % BLOCK) / LAYER, number % LAYER);
        let folder = domains[(number / BLOCK) % domains.len()];
        // A number that jumps about, so that the order by name is not the order of the rows.
        let shuffled = number * 7919 % data.assets.len();
        let word = if number % 100 == 0 { WORD } else { "service" };
        let name = format!("Asset {shuffled:05} {word}");
        let when = if number % 10 == 0 { TENTH } else { "daily" };
        let description = format!("What the organisation **needs** {when}, number {shuffled}: payroll, mail and maps.");
        documents.push(vec![
            text("assets".into()),
            (*id).into(),
            folder.into(),
            true.into(),
            text(cairn_engine::search::fold(&name)),
            text(format!("{} a {number}", cairn_engine::search::fold(&description))),
        ]);
        rows.push(vec![
            (*id).into(),
            now.clone(),
            now.clone(),
            folder.into(),
            text(name),
            text(description),
            text(format!("A-{number}")),
            text(if layer == 0 { "PR" } else { "SP" }.into()),
            classes[number % classes.len()].into(),
            json(r#"{"objectives":{"confidentiality":{"value":3,"is_enabled":true},"integrity":{"value":2,"is_enabled":true}}}"#),
            json(r#"{"objectives":{"rto":{"value":3600}}}"#),
            json("{}"),
            json("{}"),
            false.into(),
            true.into(),
        ]);
        for step in 0..3 {
            if layer > 0 {
                parents.push(vec![(*id).into(), data.assets[number - place - LAYER + (place + step) % LAYER].into()]);
            }
            owners.push(vec![(*id).into(), data.actors[(number + step * 7) % ACTORS].into()]);
            tags.push(vec![(*id).into(), data.labels[(number + step * 3) % LABELS].into()]);
            measures.push(vec![controls[(number + step * 11) % CONTROLS].into(), (*id).into()]);
        }
    }
    let columns = "assets (id, created_at, updated_at, folder, name, description, ref_id, type, asset_class, \
        security_objectives, disaster_recovery_objectives, security_capabilities, recovery_capabilities, \
        is_business_function, is_published)";
    insert(cx, columns, rows).await?;
    insert(cx, "search_documents (resource, object_id, folder, is_published, title, body)", documents).await?;
    insert(cx, "assets_parent_assets (source, target)", parents).await?;
    insert(cx, "assets_owner (source, target)", owners).await?;
    insert(cx, "assets_filtering_labels (source, target)", tags).await?;
    insert(cx, "applied_controls_assets (source, target)", measures).await
}

pub async fn insert(cx: &mut Cx, into: &str, rows: Vec<Vec<Value>>) -> Result<()> {
    for some in rows.chunks(100) {
        let mut sql = Sql::raw(format!("insert into {into} values "));
        for (row, values) in some.iter().enumerate() {
            sql.push(if row > 0 { ", (" } else { "(" });
            for (column, value) in values.iter().enumerate() {
                sql.push(if column > 0 { ", " } else { "" }).bind(value.clone());
            }
            sql.push(")");
        }
        cx.conn.execute(&sql).await?;
    }
    Ok(())
}

/// How many queries a page of 20 assets takes.
pub async fn queries_of_a_list(engine: &Arc<Engine>) -> Result<u64> {
    let mut cx = engine.read(Arc::new(Caller::system())).await?;
    let resource = cx.resource::<Asset>();
    let scope = cx.scope(resource);
    let mut select = Select::new(&cx, resource, &scope);
    let params = ListParams(vec![("limit".into(), "20".into())]);
    params.apply(&cx, &mut select)?;
    query::load_page(&mut cx, resource, select, params.page()?).await?;
    Ok(cx.conn.queries())
}
