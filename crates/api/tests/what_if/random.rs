//! Random drafts on random data: whatever is shown in a draft is what there is once it is applied.
//!
//! `CAIRN_RANDOM_CASES=200 scripts/with-postgres cargo test -p cairn-api --test what_if random` looks further than the few
//! cases of an ordinary run.

use cairn_testkit::{Client, Database, TestApp};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{draft, make, mark, of, timeless, within};

/// A step of a draft, or of the history before it. Numbers are taken modulo what there is.
#[derive(Debug, Clone)]
enum Step {
    Status { which: usize, status: usize },
    Rate { which: usize, probability: i64, impact: i64 },
    Treat { which: usize, treatment: usize },
    Move { which: usize, folder: usize },
    EndException { which: usize, status: usize },
    CreateAsset { folder: usize },
    CreateScenario { asset: usize },
    Link { which: usize, target: usize },
    DeleteAsset { which: usize },
    DeleteControl { which: usize },
    BatchStatus { which: Vec<usize>, status: usize },
}

const STATUSES: [&str; 5] = ["to_do", "in_progress", "active", "degraded", "deprecated"];
const TREATMENTS: [&str; 4] = ["open", "mitigate", "avoid", "transfer"];
const EXCEPTIONS: [&str; 3] = ["draft", "approved", "expired"];

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let any = 0..64usize;
    let step = prop_oneof![
        3 => (any.clone(), any.clone()).prop_map(|(which, status)| Step::Status { which, status }),
        3 => (any.clone(), -1..2i64, -1..2i64)
            .prop_map(|(which, probability, impact)| Step::Rate { which, probability, impact }),
        1 => (any.clone(), any.clone()).prop_map(|(which, treatment)| Step::Treat { which, treatment }),
        2 => (any.clone(), 0..3usize).prop_map(|(which, folder)| Step::Move { which, folder }),
        2 => (any.clone(), any.clone()).prop_map(|(which, status)| Step::EndException { which, status }),
        2 => (0..3usize).prop_map(|folder| Step::CreateAsset { folder }),
        1 => any.clone().prop_map(|asset| Step::CreateScenario { asset }),
        2 => (any.clone(), any.clone()).prop_map(|(which, target)| Step::Link { which, target }),
        1 => any.clone().prop_map(|which| Step::DeleteAsset { which }),
        1 => any.clone().prop_map(|which| Step::DeleteControl { which }),
        1 => (vec(any.clone(), 1..4), any).prop_map(|(which, status)| Step::BatchStatus { which, status }),
    ];
    vec(step, 1..most)
}

struct Play {
    app: TestApp,
    folders: Vec<Uuid>,
    reader: Client,
    assessment: Uuid,
    assets: Vec<Uuid>,
    controls: Vec<Uuid>,
    scenarios: Vec<Uuid>,
    exceptions: Vec<Uuid>,
    names: usize,
}

impl Play {
    async fn begin(database: Database) -> Self {
        let app = TestApp::start(database).await;
        let mut folders = Vec::new();
        for name in ["Open", "Shut", "Far"] {
            folders.push(app.domain(name).await);
        }
        let reader = app.user("reader@example.com", "AUD", folders[0]).await;
        let levels = |letter: &str| -> Vec<Json> {
            (0..2).map(|id| json!({ "id": id, "name": format!("{letter}{id}"), "hexcolor": "#28AA00" })).collect()
        };
        let grid =
            json!({ "probability": levels("P"), "impact": levels("I"), "risk": levels("R"), "grid": [[0, 0], [0, 1]] });
        let matrix =
            make(&app, "risk-matrices", json!({ "name": "Two", "folder": app.root, "json_definition": grid })).await;
        let body = json!({ "name": "Yearly", "folder": folders[0], "risk_matrix": matrix, "risk_tolerance": 0 });
        let assessment = make(&app, "risk-assessments", body).await;
        let mut play = Self {
            app,
            folders,
            reader,
            assessment,
            assets: Vec::new(),
            controls: Vec::new(),
            scenarios: Vec::new(),
            exceptions: Vec::new(),
            names: 0,
        };
        for (at, status) in STATUSES.iter().enumerate().take(3) {
            let folder = play.folders[at];
            let asset = json!({ "name": format!("Asset {at}"), "folder": folder, "is_published": false });
            play.assets.push(make(&play.app, "assets", asset).await);
            let control = json!({ "name": format!("Control {at}"), "folder": folder, "status": status });
            play.controls.push(make(&play.app, "applied-controls", control).await);
            let scenario = json!({ "name": format!("Scenario {at}"), "risk_assessment": play.assessment, "current_proba": 1,
                "current_impact": 1, "assets": [play.assets[at]], "applied_controls": [play.controls[at]] });
            play.scenarios.push(make(&play.app, "risk-scenarios", scenario).await);
            let exception = json!({ "name": format!("Exception {at}"), "folder": folder });
            play.exceptions.push(make(&play.app, "security-exceptions", exception).await);
        }
        play
    }

    /// Does a step, in a draft or for real. What is refused is refused in both.
    async fn take(&mut self, step: &Step, draft: Option<Uuid>) {
        let admin = self.app.admin.clone();
        let place = |path: &str| draft.map_or_else(|| path.to_owned(), |draft| within(path, draft));
        let pick = |all: &[Uuid], which: usize| all.get(which % all.len().max(1)).copied();
        let patch = async |path: &str, which: Option<Uuid>, body: Json| {
            let Some(which) = which else { return };
            let answer = admin.patch(&place(&format!("/api/{path}/{which}/")), body).await;
            let status = answer.status.as_u16();
            assert!([200, 400, 403, 404, 409].contains(&status), "{}", answer.text());
        };
        self.names += 1;
        let name = format!("New {}", self.names);
        match step {
            Step::Status { which, status } => {
                let body = json!({ "status": STATUSES[status % STATUSES.len()] });
                patch("applied-controls", pick(&self.controls, *which), body).await;
            }
            Step::Rate { which, probability, impact } => {
                let body = json!({ "current_proba": probability, "current_impact": impact });
                patch("risk-scenarios", pick(&self.scenarios, *which), body).await;
            }
            Step::Treat { which, treatment } => {
                let body = json!({ "treatment": TREATMENTS[treatment % TREATMENTS.len()] });
                patch("risk-scenarios", pick(&self.scenarios, *which), body).await;
            }
            Step::Move { which, folder } => {
                patch("assets", pick(&self.assets, *which), json!({ "folder": self.folders[*folder] })).await;
            }
            Step::EndException { which, status } => {
                let body = json!({ "status": EXCEPTIONS[status % EXCEPTIONS.len()] });
                patch("security-exceptions", pick(&self.exceptions, *which), body).await;
            }
            Step::CreateAsset { folder } => {
                let body = json!({ "name": name, "folder": self.folders[*folder], "is_published": false });
                self.assets.push(admin.post(&place("/api/assets/"), body).await.is(201).id());
            }
            Step::CreateScenario { asset } => {
                let assets: Vec<Uuid> = pick(&self.assets, *asset).into_iter().collect();
                let body = json!({ "name": name, "risk_assessment": self.assessment, "assets": assets });
                let answer = admin.post(&place("/api/risk-scenarios/"), body).await;
                if answer.status.as_u16() == 201 {
                    self.scenarios.push(answer.id());
                }
            }
            Step::Link { which, target } => {
                let body = json!({ "applied_controls": pick(&self.controls, *target).into_iter().collect::<Vec<_>>() });
                patch("risk-scenarios", pick(&self.scenarios, *which), body).await;
            }
            Step::DeleteAsset { which } => {
                if let Some(id) = pick(&self.assets, *which) {
                    admin.delete(&place(&format!("/api/assets/{id}/"))).await;
                }
            }
            Step::DeleteControl { which } => {
                if let Some(id) = pick(&self.controls, *which) {
                    admin.delete(&place(&format!("/api/applied-controls/{id}/"))).await;
                }
            }
            Step::BatchStatus { which, status } => {
                let mut ids: Vec<Uuid> = which.iter().filter_map(|which| pick(&self.controls, *which)).collect();
                ids.sort_unstable();
                ids.dedup();
                let value = STATUSES[status % STATUSES.len()];
                let body =
                    json!({ "action": "change_field", "ids": ids, "field": "status", "value": value, "atomic": true });
                admin.post(&place("/api/applied-controls/batch-action/"), body).await;
            }
        }
    }

    /// Everything that a person looks at.
    async fn look(&self, client: &Client, draft: Option<Uuid>) -> Vec<(String, Json)> {
        let mut paths: Vec<String> = Vec::new();
        for path in ["assets", "applied-controls", "risk-scenarios", "security-exceptions", "risk-assessments"] {
            paths.extend(
                ["?ordering=name", "groups/?by=folder", "ids/", "autocomplete/?ordering=name"]
                    .map(|tail| format!("/api/{path}/{tail}")),
            );
        }
        let of_assessment = |tail: &str| format!("/api/risk-assessments/{}/{tail}/", self.assessment);
        paths.extend(["heat_map", "risk_analytics"].map(of_assessment));
        paths.extend(
            [
                "/api/folders/posture/",
                "/api/risk-scenarios/count_per_level/",
                "/api/search/?q=new",
                "/api/risk-scenarios/?within_tolerance=NO&ordering=name",
                "/api/applied-controls/groups/?by=status",
                "/api/risk-scenarios/groups/?by=treatment",
            ]
            .map(str::to_owned),
        );
        let mut all = Vec::new();
        for path in paths {
            let url = draft.map_or_else(|| path.clone(), |draft| within(&path, draft));
            let answer = client.get(&url).await;
            let mut body =
                if answer.status.as_u16() == 200 { timeless(answer.body()) } else { json!(answer.status.as_u16()) };
            for measure in body["measures"].as_array_mut().into_iter().flatten() {
                // Earlier days are not part of a draft.
                measure["trend"] = Json::Null;
            }
            if let Some(fields) = body.as_object_mut() {
                // Addresses of pages name the draft.
                fields.retain(|name, _| name != "next" && name != "previous");
            }
            all.push((path, body));
        }
        all
    }
}

async fn play(database: Database, history: Vec<Step>, drafted: Vec<Step>) {
    let mut play = Play::begin(database).await;
    for step in &history {
        play.take(step, None).await;
    }
    let admin = play.app.admin.clone();
    let id = draft(&admin, play.folders[0]).await;
    let present = play.look(&admin, None).await;
    let before = mark(&play.app).await;
    for step in &drafted {
        play.take(step, Some(id)).await;
    }
    let entries = crate::support::journal_since(&play.app, before).await;
    assert!(entries.iter().all(|(what, _)| what == "updated what-if-drafts"), "{entries:?}");
    assert_eq!(play.look(&admin, None).await, present, "a draft changes nothing");
    let shown = play.look(&admin, Some(id)).await;
    let seen: Vec<Uuid> = play.reader.get("/api/assets/").await.is(200).ids();
    admin.patch(&of(id, ""), json!({ "is_shared": true })).await.is(200);
    for asset in play.reader.get(&within("/api/assets/", id)).await.is(200).ids() {
        let exists = admin.get(&format!("/api/assets/{asset}/")).await.status.as_u16() == 200;
        assert!(!exists || seen.contains(&asset), "a draft reveals {asset}");
    }
    let compared = admin.get(&of(id, "comparison/")).await.is(200).body();
    assert_eq!(compared["problems"], json!([]));
    if compared["steps"] == 0 {
        return;
    }
    admin.post(&of(id, "apply/"), json!({ "expect": compared["fingerprint"] })).await.is(200);
    for ((path, shown), (_, real)) in shown.into_iter().zip(play.look(&admin, None).await) {
        assert_eq!(shown, real, "{path}");
    }
}

fn run(database: Database, cases: u32) {
    let cases = std::env::var("CAIRN_RANDOM_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(cases);
    let config = Config { cases, max_shrink_iters: 20, failure_persistence: None, ..Config::default() };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut runner = TestRunner::new(config);
    let outcome = runner.run(&(steps(6), steps(10)), |(history, drafted)| {
        runtime.block_on(play(database, history, drafted));
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

#[test]
fn what_a_draft_shows_is_what_applying_it_makes_on_sqlite() {
    run(Database::Sqlite, 4);
}

#[test]
fn what_a_draft_shows_is_what_applying_it_makes_on_postgres() {
    run(Database::Postgres, 3);
}
