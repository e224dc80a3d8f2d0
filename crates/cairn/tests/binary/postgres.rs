//! Several servers on one PostgreSQL, and a PostgreSQL that comes and goes.

use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use cairn_model::Type;
use cairn_store::{DatabaseUrl, Db, Options, Sql};
use rcgen::{BasicConstraints, Certificate, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::instance::{DEADLINE, Instance, PASSWORD, wait_until};

#[test]
fn servers_on_one_database_see_each_others_changes() {
    let database = new_database();
    let instance = Instance::new().with("CAIRN_DATABASE", &database);
    let (one, other) = (instance.start(), instance.start());
    let token = instance.token();
    let (here, there) = (one.with_token(&token), other.with_token(&token));

    let asset = here.post("/api/assets/", &json!({ "name": "Vault", "folder": here.root() })).is(201).id();
    there.get(&format!("/api/assets/{asset}/")).is(200);

    let user = here.post("/api/users/", &json!({ "email": "reader@example.com" })).is(201).id();
    let token = instance.run(&["admin", "token", "--email", "reader@example.com", "--name", "x"]).succeeded();
    let (reader_here, reader) = (one.with_token(&token), other.with_token(&token));
    reader.get("/api/assets/").is(403);

    let groups = here.get("/api/user-groups/?code=BI-UG-AUD").is(200).column("id");
    assert_eq!(groups.len(), 1);
    here.patch(&format!("/api/users/{user}/"), &json!({ "user_groups": groups })).is(200);
    reader.get("/api/assets/").is(200);
    here.patch(&format!("/api/users/{user}/"), &json!({ "user_groups": [] })).is(200);
    reader.get("/api/assets/").is(403);

    let tokens = reader_here.get("/api/iam/auth-tokens/").is(200).json();
    let id = tokens[0]["id"].as_str().expect("an id");
    reader_here.delete(&format!("/api/iam/auth-tokens/{id}/")).is(204);
    reader_here.get("/api/assets/").is(401);
    reader.get("/api/assets/").is(401);
}

/// What an identity provider or an administrator ends on one server has ended by the next request to the other.
#[test]
fn programs_and_people_are_out_on_every_server_at_once() {
    let database = new_database();
    let instance = Instance::new().with("CAIRN_DATABASE", &database);
    let (one, other) = (instance.start(), instance.start());
    let admin = one.with_token(&instance.token());
    let permission = |name: &str| admin.get(&format!("/api/permissions/?codename={name}")).is(200).column("id");
    let permissions: Vec<String> = ["view_folder", "view_asset"].into_iter().flat_map(permission).collect();
    let body = json!({ "name": "Pipeline", "permissions": permissions, "folders": [admin.root()] });
    let account = admin.post("/api/iam/service-accounts/", &body).is(201).json();
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    let (id, client, secret) = (text(&account["id"]), text(&account["client_id"]), text(&account["client_secret"]));
    let program = || {
        let form = format!("grant_type=client_credentials&client_id={client}&client_secret={secret}");
        let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
        let given = other.nobody().send("POST", "/api/identity/o/api/token", kind, form.as_bytes()).is(200).json();
        let program = other.nobody().with("Authorization", &format!("Bearer {}", text(&given["access_token"])));
        program.get("/api/assets/").is(200);
        program
    };
    let path = format!("/api/iam/service-accounts/{id}/");
    let revoked = program();
    admin.post(&format!("{path}revoke-tokens/"), &json!({})).is(200);
    revoked.get("/api/assets/").is(401);
    let leaked = program();
    admin.post(&format!("{path}rotate-secret/"), &json!({ "overlap_hours": 0 })).is(200);
    leaked.get("/api/assets/").is(401);

    let token = text(&admin.post("/api/iam/scim-token/", &json!({})).is(201).json()["token"]);
    let kind = "Content-Type: application/scim+json\r\n";
    let scim = one.with_token(&token);
    let anna = json!({ "userName": "anna@example.com", "active": true }).to_string();
    let anna = scim.send("POST", "/api/scim/v2/Users", kind, anna.as_bytes()).is(201).id();
    let password = json!({ "user": anna, "new_password": PASSWORD });
    admin.post("/api/iam/set-password/", &password).is(204);
    let own = instance.run(&["admin", "token", "--email", "anna@example.com", "--name", "x"]).succeeded();
    let by_token = other.with_token(&own);
    let cookies = other.nobody().sign_in("anna@example.com", PASSWORD).is(200).cookies();
    let by_session = other.nobody().with("Cookie", &cookies);
    for client in [&by_token, &by_session] {
        client.get("/api/iam/current-user/").is(200);
    }
    let left = json!({ "Operations": [{ "op": "replace", "path": "active", "value": false }] }).to_string();
    scim.send("PATCH", &format!("/api/scim/v2/Users/{anna}"), kind, left.as_bytes()).is(200);
    for client in [&by_token, &by_session] {
        client.get("/api/iam/current-user/").is(401);
    }

    let provider = other.with_token(&token);
    provider.get("/api/scim/v2/Users").is(200);
    admin.delete("/api/iam/scim-token/").is(204);
    provider.get("/api/scim/v2/Users").is(401);
}

#[test]
fn servers_that_start_together_make_one_administrator() {
    let database = new_database();
    let instance = Instance::new().with("CAIRN_DATABASE", &database);
    let logs: Vec<String> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..3).map(|_| scope.spawn(|| instance.start().stop())).collect();
        starts.into_iter().map(|start| start.join().expect("a start")).collect()
    });
    assert_eq!(logs.iter().filter(|log| log.contains("First sign-in")).count(), 1, "{logs:#?}");
    let server = instance.start();
    assert_eq!(server.with_token(&instance.token()).get("/api/users/").is(200).json()["count"], 1);
}

#[test]
fn a_missing_database_is_told() {
    let (base, _) =
        test_server().rsplit_once('/').map(|(base, name)| (base.to_owned(), name.to_owned())).expect("a URL");
    let database = format!("{base}/there_is_none");
    Instance::new().run(&["serve", "--database", &database]).refused(1, "\"there_is_none\" does not exist");
}

#[test]
fn a_database_that_goes_away_comes_back_without_a_restart() {
    let Some(cluster) = Cluster::new() else {
        eprintln!("skipped: there is no PostgreSQL server of our own to stop");
        return;
    };
    cluster.start();
    let instance = Instance::new().with("CAIRN_DATABASE", &cluster.url());
    let server = instance.start();
    let admin = server.with_token(&instance.token());
    let root = admin.root();
    let asset = |name: &str| json!({ "name": name, "folder": root });
    admin.post("/api/assets/", &asset("before")).is(201);

    for how in ["fast", "immediate"] {
        cluster.stop(how);
        admin.get("/api/assets/").is_problem(503, "unavailable");
        admin.post("/api/assets/", &asset(how)).is_problem(503, "unavailable");
        server.nobody().get("/api/health/").is(503);
        let refused = admin.get("/api/assets/");
        assert_eq!(refused.headers("retry-after").len(), 1);
        assert!(!refused.body.contains("onnect"), "nothing of the inside: {}", refused.body);

        cluster.start();
        wait_until("healthy again", DEADLINE, || server.nobody().get("/api/health/").status == 200);
        admin.post("/api/assets/", &asset(&format!("after {how}"))).is(201);
        admin.get("/api/assets/").is(200);
    }
    let names = admin.get("/api/assets/?ordering=name").is(200).column("name");
    assert_eq!(names, ["after fast", "after immediate", "before"]);
    server.stop();
}

/// `localhost` is in the certificate, 127.0.0.1 is not.
#[test]
fn the_way_to_the_database_is_encrypted_and_checked_as_asked() {
    let Some(cluster) = Cluster::new() else {
        eprintln!("skipped: there is no PostgreSQL server of our own to give a certificate");
        return;
    };
    let root = cluster.certify("localhost");
    cluster.start();
    let other_root = cluster.folder.path().join("other.pem");
    std::fs::write(&other_root, authority().0.pem()).expect("a written file");
    let (root, other_root) = (root.display(), other_root.display());
    let address = |host: &str, parameters: &str| {
        format!("postgres://postgres@{host}:{}/postgres?application_name=tried&{parameters}", cluster.port)
    };
    let encrypted = |url: &str| {
        let instance = Instance::new().with("CAIRN_DATABASE", url);
        let server = instance.start();
        server.nobody().get("/api/health/").is(200);
        let count = cluster.number(
            "select count(*) filter (where ssl) * 1000 + count(*) from pg_stat_ssl join pg_stat_activity using (pid) \
             where application_name = 'tried'",
        );
        server.stop();
        assert!(count > 0, "someone is connected");
        // All of them or none: the listening connection is one of them.
        assert!(count < 1000 || count / 1000 == count % 1000, "{count}");
        count >= 1000
    };
    for parameters in ["sslmode=require", &format!("sslmode=verify-ca&sslrootcert={root}"), "sslmode=prefer"] {
        assert!(encrypted(&address("127.0.0.1", parameters)), "{parameters}");
    }
    assert!(encrypted(&address("localhost", &format!("sslmode=verify-full&sslrootcert={root}"))));
    assert!(!encrypted(&address("127.0.0.1", "sslmode=disable")));

    for (host, parameters) in [
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={root}")),
        ("localhost", format!("sslmode=verify-full&sslrootcert={other_root}")),
        ("localhost", format!("sslmode=verify-ca&sslrootcert={other_root}")),
        ("localhost", "sslmode=verify-full".to_owned()),
    ] {
        let refused = Instance::new().run(&["serve", "--database", &address(host, &parameters)]);
        refused.refused(1, "certificate");
    }
    let missing = address("localhost", "sslmode=verify-full&sslrootcert=/nowhere/ca.pem");
    Instance::new().run(&["serve", "--database", &missing]).refused(1, "sslrootcert /nowhere/ca.pem");
}

/// A certificate authority.
fn authority() -> (Certificate, Issuer<'static, KeyPair>) {
    let key = KeyPair::generate().expect("a key");
    let mut params = CertificateParams::new(Vec::new()).expect("parameters");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root = params.self_signed(&key).expect("a certificate");
    (root, Issuer::new(params, key))
}

fn test_server() -> String {
    std::env::var("CAIRN_TEST_POSTGRES")
        .expect("CAIRN_TEST_POSTGRES is not set: run the tests with `make test`, or `scripts/with-postgres cargo test`")
}

/// Makes an empty database on the test server.
pub fn new_database() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("cairn_binary_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let server = test_server();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let db = Db::open(&DatabaseUrl::Postgres(server.clone()), &Options::default()).await.expect("a database");
        // A new database is a copy of a template, which must not be in use meanwhile.
        let create = Sql::raw(format!("create database {name} template template0"));
        let mut conn = db.read().await.expect("a connection");
        conn.query(&create, &[]).await.expect("a new database");
    });
    let (base, _) = server.rsplit_once('/').expect("an address with a database name");
    format!("{base}/{name}")
}

/// A PostgreSQL server of our own that can be stopped at will.
struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    root: bool,
}

impl Cluster {
    fn new() -> Option<Self> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let programs = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).max()?;
        let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a port").port();
        let cluster = Self { folder, programs, port, root };
        if root {
            let owned = Command::new("chown").arg("postgres").arg(cluster.folder.path()).status();
            assert!(owned.is_ok_and(|status| status.success()), "the folder is given to postgres");
        }
        cluster.run("initdb", &["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        Some(cluster)
    }

    fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Gives the server a certificate for a name; returns the file with the authority's certificate.
    fn certify(&self, name: &str) -> PathBuf {
        let (root, issuer) = authority();
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new(vec![name.to_owned()]).expect("parameters");
        let certificate = params.signed_by(&key, &issuer).expect("a certificate");
        let data = self.folder.path().join("data");
        std::fs::write(data.join("server.crt"), certificate.pem()).expect("a written file");
        std::fs::write(data.join("server.key"), key.serialize_pem()).expect("a written file");
        // The server refuses a key that others can read.
        for file in ["server.crt", "server.key"] {
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            std::fs::set_permissions(data.join(file), mode).expect("permissions");
            if self.root {
                let owned = Command::new("chown").arg("postgres").arg(data.join(file)).status();
                assert!(owned.is_ok_and(|status| status.success()), "the file is given to postgres");
            }
        }
        let settings = std::fs::OpenOptions::new().append(true).open(data.join("postgresql.conf"));
        settings.and_then(|mut file| file.write_all(b"ssl = on\n")).expect("a written setting");
        let file = self.folder.path().join("root.pem");
        std::fs::write(&file, root.pem()).expect("a written file");
        file
    }

    /// The result of a query that returns one number.
    fn number(&self, query: &str) -> i64 {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let url = DatabaseUrl::Postgres(format!("{}?sslmode=disable", self.url()));
            let db = Db::open(&url, &Options::default()).await.expect("a database");
            let rows = db.read().await.expect("a connection").query(&Sql::raw(query), &[Type::Int]).await;
            rows.expect("a row")[0][0].as_int().expect("a number")
        })
    }

    fn start(&self) {
        let options =
            format!("-p {} -k {} -c listen_addresses=127.0.0.1 -c fsync=off", self.port, self.folder.path().display());
        let log = self.folder.path().join("log");
        self.run("pg_ctl", &["-w", "-s", "-l", &log.to_string_lossy(), "-o", &options, "start"]);
    }

    fn stop(&self, how: &str) {
        self.run("pg_ctl", &["-w", "-s", "-m", how, "stop"]);
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let ran = self.command(program, arguments).status();
        assert!(ran.is_ok_and(|status| status.success()), "{program} {arguments:?}");
    }

    /// PostgreSQL refuses to run as root, so it runs as the user created by its package.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let program = self.programs.join(program);
        let mut command = if self.root { Command::new("runuser") } else { Command::new(&program) };
        if self.root {
            command.args(["-u", "postgres", "--"]).arg(&program);
        }
        command.arg("-D").arg(self.folder.path().join("data")).args(arguments).current_dir(self.folder.path());
        // The server outlives the command and would keep its pipes open, so no output is read.
        command.stdout(Stdio::null());
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let stop = ["-w", "-s", "-m", "immediate", "stop"];
        let _ = self.command("pg_ctl", &stop).stderr(Stdio::null()).status();
    }
}
