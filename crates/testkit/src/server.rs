//! The server of one test, with the people that most tests need.

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::extract::ConnectInfo;
use cairn_api::{App, Config};
use cairn_auth::seal::Sealer;
use cairn_domain::iam::auth_token::{self, NewToken};
use cairn_domain::platform::instance::Instance;
use cairn_domain::setup;
use cairn_engine::clock::VirtualClock;
use cairn_engine::{Caller, Engine, Registry, past};
use cairn_jobs::{Jobs, Kind};
use cairn_journal::Signer;
use cairn_model::Timestamp;
use cairn_outbound::{Client as Outbound, Policy};
use cairn_proof::Sealer as JournalSealer;
use cairn_store::{Db, FileStore, Options};
use cairn_webhooks::{CleanDeliveries, Sender, Worker, WorkerSettings};
use serde_json::json;
use uuid::Uuid;

use crate::client::Client;
use crate::database::{self, Database, Home};

pub const ADMIN_EMAIL: &str = "admin@example.com";
pub const ADMIN_PASSWORD: &str = "Correct-Horse-42-Battery";

/// The instant at which tests begin.
pub(crate) fn clock() -> VirtualClock {
    VirtualClock::at(Timestamp::parse("2026-03-01T09:00:00Z").expect("a time"))
}

pub struct TestApp {
    pub engine: Arc<Engine>,
    pub app: Arc<App>,
    pub clock: VirtualClock,
    pub database: Database,
    /// The root domain.
    pub root: Uuid,
    /// An administrator of everything.
    pub admin: Client,
    /// Someone without credentials.
    pub nobody: Client,
    /// Sends webhooks when a test tells it to.
    pub worker: Arc<Worker>,
    /// Runs jobs when a test tells it to.
    pub jobs: Arc<cairn_jobs::Worker>,
    /// Wakes whoever runs jobs; for tests with workers of their own.
    pub waker: Arc<Jobs>,
    /// Seals the journal when a test tells it to.
    pub journal: Arc<JournalSealer>,
    router: Router,
    home: Home,
}

impl TestApp {
    pub async fn start(database: Database) -> Self {
        Self::start_with(database, Config::default()).await
    }

    pub async fn start_with(database: Database, config: Config) -> Self {
        Self::start_whole(database, config, cairn_domain::registry()).await
    }

    /// A server with more resources than Cairn's own; their tables and rights are made first.
    pub async fn start_with_registry(database: Database, registry: &'static Registry) -> Self {
        Self::start_whole(database, Config::default(), registry).await
    }

    async fn start_whole(database: Database, config: Config, registry: &'static Registry) -> Self {
        let (url, home) = database::fresh(database).await;
        let options = Options { connections: 4, readers: 4, ..Options::default() };
        let db = Db::open(&url, &options).await.expect("the database opens");
        let files = FileStore::open(home.path().join("files")).await.expect("a file store");
        let clock = clock();
        clock.advance_seconds(3600);
        if !std::ptr::eq(registry, cairn_domain::registry()) {
            database::extend(&db, registry).await;
        }
        let engine = Engine::new(db, registry, Arc::new(clock.clone()), files);
        if !std::ptr::eq(registry, cairn_domain::registry()) {
            setup::run(&engine).await.expect("the rights of the new resources are made");
        }
        engine.keep_past(past::Settings { folder: home.path().join("past"), ..past::Settings::default() });
        engine.refresh_access().await.expect("the view of access loads");
        let policy = Policy::parse(&["127.0.0.0/8".to_owned()]).expect("a policy");
        let is_pro = config.edition == cairn_api::Edition::Pro;
        let sealer = Sealer::from_base64(&Sealer::generate_key()).expect("a key");
        engine.equip(Instance { is_pro, outbound: policy.clone(), sealer });
        let resolver = Arc::new(cairn_outbound::SystemResolver::new());
        let client = Outbound::new(policy, resolver, cairn_outbound::Settings::default()).expect("a client");
        let sender = Sender::new(client);
        engine.listen(sender.clone());
        engine.listen(Arc::new(cairn_domain::platform::notification::Notifier));
        engine.listen(Arc::new(cairn_domain::platform::rule::RuleWatcher::default()));
        let waker = Jobs::new();
        engine.listen(waker.clone());
        let journal = Arc::new(JournalSealer::new(engine.clone(), Signer::new([7; 32])));
        let mut kinds = cairn_domain::JOBS.to_vec();
        kinds.push(Kind::of::<CleanDeliveries>());
        let jobs = cairn_jobs::Worker::new(engine.clone(), waker.clone(), kinds, cairn_jobs::WorkerSettings::default())
            .with_tool(Arc::new(WorkerSettings::default()))
            .with_tool(journal.clone());
        let worker = Worker::new(engine.clone(), sender.clone(), WorkerSettings::default());
        let app = App::new(engine.clone(), config, Some(sender));
        let address: std::net::SocketAddr = ([127, 0, 0, 1], 40_000).into();
        let router = cairn_api::router(app.clone()).layer(Extension(ConnectInfo(address)));
        let nobody = Client::new(router.clone(), Uuid::nil());
        let root = engine.access().tree().root();
        let mut test = Self {
            engine,
            app,
            clock,
            database,
            root,
            admin: nobody.clone(),
            nobody,
            worker: Arc::new(worker),
            jobs: Arc::new(jobs),
            waker,
            journal,
            router,
            home,
        };
        test.admin = test.client_of(ADMIN_EMAIL).await;
        test
    }

    /// Where this server keeps its files.
    pub fn folder(&self) -> &std::path::Path {
        self.home.path()
    }

    /// Makes a domain with a group for each role.
    pub async fn domain(&self, name: &str) -> Uuid {
        self.domain_under(name, self.root).await
    }

    pub async fn domain_under(&self, name: &str, parent: Uuid) -> Uuid {
        let body = json!({ "name": name, "parent_folder": parent, "create_iam_groups": true });
        self.admin.post("/api/folders/", body).await.is(201).id()
    }

    /// Makes a user with a built-in role (`AUD`, `ANA`, …) on a domain, and signs them in.
    pub async fn user(&self, email: &str, role: &str, domain: Uuid) -> Client {
        let groups = self.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-{role}")).await.is(200);
        assert_eq!(groups.ids().len(), 1, "a group for {role}");
        self.user_with(json!({ "email": email, "user_groups": groups.ids() })).await
    }

    /// Makes a user from a whole body, and signs them in.
    pub async fn user_with(&self, body: serde_json::Value) -> Client {
        let email = body["email"].as_str().expect("an e-mail address").to_owned();
        self.admin.post("/api/users/", body).await.is(201);
        self.client_of(&email).await
    }

    /// A token for someone who exists.
    pub async fn client_of(&self, email: &str) -> Client {
        let mut cx = self.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
        let user = setup::find_user(&mut cx, email).await.expect("a look-up").expect("the user exists");
        let id = user.id.uuid();
        if user.is_third_party {
            return self.session_of(cx, id).await;
        }
        let wanted = NewToken { name: "test".into(), expiry: None, ..NewToken::default() };
        let made = auth_token::create_for(&mut cx, id, wanted, true).await.expect("a token");
        cx.commit().await.expect("the token is kept");
        let token = made.token.expect("a new token is shown");
        Client::new(self.router.clone(), id).with("Authorization", &format!("Token {token}"))
    }

    /// The same caller at another server of the same database. It hears of nothing that happens at this one.
    pub async fn at_another_server(&self, client: &Client) -> Client {
        let files = FileStore::open(self.home.path().join("files")).await.expect("a file store");
        let engine = Engine::new(self.engine.db.clone(), self.engine.registry, Arc::new(self.clock.clone()), files);
        engine.refresh_access().await.expect("the view of access loads");
        let address: std::net::SocketAddr = ([127, 0, 0, 1], 40_000).into();
        let router = cairn_api::router(App::new(engine, Config::default(), None));
        client.through(router.layer(Extension(ConnectInfo(address))))
    }

    /// Third-party users have no tokens: they come with a browser's session.
    async fn session_of(&self, mut cx: cairn_engine::Cx, user: Uuid) -> Client {
        let (session, _) = cairn_auth::token::generate_session();
        let csrf = cairn_auth::token::generate_csrf();
        cairn_domain::iam::session::create(&mut cx, user, &session, &csrf, None).await.expect("a session");
        cx.commit().await.expect("the session is kept");
        Client::new(self.router.clone(), user)
            .with("Cookie", &format!("{}={session}", cairn_auth::cookie::SESSION))
            .with("X-CSRF-Token", &csrf)
    }
}
