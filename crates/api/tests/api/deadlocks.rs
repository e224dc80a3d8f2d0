//! Writes of all kinds that want the same few rows at once: they wait for each other in one order, so none is given up.

use cairn_model::Type;
use cairn_store::{DatabaseUrl, Db, Options, Sql};
use cairn_testkit::{Database, TestApp};
use futures_util::future::join_all;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{asset, control, evidence, make};

const AT_ONCE: usize = 22;
const ROUNDS: usize = 8;

/// The objects that everyone wants.
struct Hot {
    domain: Uuid,
    other: Uuid,
    assets: Vec<Uuid>,
    controls: Vec<Uuid>,
    proofs: Vec<Uuid>,
    review: Uuid,
    findings: Vec<Uuid>,
}

impl Hot {
    async fn make(app: &TestApp, round: usize) -> Self {
        let (domain, other) = (app.domain(&format!("Hot {round}")).await, app.domain(&format!("Other {round}")).await);
        let (mut assets, mut controls, mut proofs, mut findings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let review = make(app, "findings-assessments", json!({ "name": "R", "folder": domain })).await;
        for at in 0..4 {
            assets.push(asset(app, domain, &format!("A{at}")).await);
            controls.push(control(app, domain, &format!("C{at}")).await);
            proofs.push(evidence(app, domain, &format!("E{at}")).await);
            let body = json!({ "name": format!("F{at}"), "findings_assessment": review });
            findings.push(make(app, "findings", body).await);
        }
        Self { domain, other, assets, controls, proofs, review, findings }
    }

    /// One of the things that may happen; the same number gives the same one.
    fn request(&self, number: usize) -> (&'static str, String, Json) {
        let (a, b) = (number % 4, (number / 4 + 1) % 4);
        let turned = |ids: &[Uuid]| -> Vec<Uuid> {
            if number.is_multiple_of(2) { ids.to_vec() } else { ids.iter().rev().copied().collect() }
        };
        let folder = if number.is_multiple_of(3) { self.domain } else { self.other };
        let control = format!("/api/applied-controls/{}/", self.controls[a]);
        match number % 11 {
            0 => ("PATCH", control, json!({ "assets": [self.assets[b]], "evidences": turned(&self.proofs) })),
            1 => {
                let body = json!({ "applied_controls": [self.controls[b], self.controls[a]] });
                ("PATCH", format!("/api/assets/{}/", self.assets[a]), body)
            }
            2 => {
                let body = json!({ "parent_assets": if a == b { vec![] } else { vec![self.assets[b]] } });
                ("PATCH", format!("/api/assets/{}/", self.assets[a]), body)
            }
            3 => {
                let body = json!({ "action": "change_field", "ids": turned(&self.controls), "field": "priority",
                    "value": number % 4 + 1 });
                ("POST", "/api/applied-controls/batch-action/".into(), body)
            }
            4 => {
                let body = json!({ "action": "add_to_field", "ids": turned(&self.controls), "field": "evidences",
                    "value": [self.proofs[a], self.proofs[b]] });
                ("POST", "/api/applied-controls/batch-action/".into(), body)
            }
            5 => {
                let set: Vec<Json> = turned(&self.controls)
                    .into_iter()
                    .map(|id| {
                        let fields = json!({ "description": format!("{number}"), "assets": [self.assets[b]] });
                        json!({ "key": id, "resource": "applied-controls", "action": "patch", "id": id, "fields": fields })
                    })
                    .collect();
                ("POST", "/api/change-sets/".into(), json!({ "changes": set, "force": true }))
            }
            6 => ("PATCH", format!("/api/findings-assessments/{}/", self.review), json!({ "folder": folder })),
            7 => {
                let body = json!({ "name": format!("N{number}"), "findings_assessment": self.review,
                    "applied_controls": [self.controls[b]], "asset": self.assets[a], "evidences": [self.proofs[a]] });
                ("POST", "/api/findings/".into(), body)
            }
            8 => {
                let body = json!({ "observation": format!("{number}"), "applied_controls": turned(&self.controls) });
                ("PATCH", format!("/api/findings/{}/", self.findings[a]), body)
            }
            9 => ("DELETE", format!("/api/evidences/{}/", self.proofs[a]), Json::Null),
            _ => ("DELETE", format!("/api/findings/{}/", self.findings[b]), Json::Null),
        }
    }
}

/// How often the server gave a transaction up because two waited for each other. A connection tells its count when it ends.
async fn deadlocks(app: TestApp) -> i64 {
    let mut conn = app.engine.db.read().await.expect("a connection");
    let rows = conn.query(&Sql::raw("select current_database()::text"), &[Type::Text]).await.expect("its name");
    let name = rows[0][0].as_str().expect("a name").to_owned();
    drop(conn);
    app.engine.db.close().await;
    let url = DatabaseUrl::Postgres(std::env::var("CAIRN_TEST_POSTGRES").expect("a server"));
    let db = Db::open(&url, &Options::default()).await.expect("the server answers");
    let mut conn = db.read().await.expect("a connection");
    let mut ask = async |what: &str| {
        let mut sql = Sql::raw(what);
        sql.bind(name.as_str());
        conn.query(&sql, &[Type::Int]).await.expect("an answer")[0][0].as_int().expect("a number")
    };
    while ask("select count(*) from pg_stat_activity where datname = ").await > 0 {
        tokio::task::yield_now().await;
    }
    ask("select deadlocks from pg_stat_database where datname = ").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hot_rows_are_locked_in_one_order() {
    let app = TestApp::start(Database::Postgres).await;
    for round in 0..ROUNDS {
        let hot = Hot::make(&app, round).await;
        let requests = (0..AT_ONCE).map(|at| {
            let ((method, path, body), app) = (hot.request(round * 7 + at), &app);
            async move {
                match method {
                    "DELETE" => app.admin.delete(&path).await,
                    "PATCH" => app.admin.patch(&path, body).await,
                    _ => app.admin.post(&path, body).await,
                }
            }
        });
        for answer in join_all(requests).await {
            assert!(answer.status.as_u16() < 500, "{answer:?}");
        }
    }
    assert_eq!(deadlocks(app).await, 0);
}
