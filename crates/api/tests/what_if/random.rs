//! Random drafts on random data: whatever is shown in a draft is what there is once it is applied.
//!
//! `CAIRN_RANDOM_CASES=200 scripts/with-postgres cargo test -p cairn-api --test what_if random` looks further than the few
//! cases of an ordinary run.

use std::collections::BTreeSet;

use cairn_testkit::{BASELINE, Client, Database, TestApp};
use http::Method;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{draft, make, mark, of, timeless, within};

/// A step of a draft, or of the history before it. Numbers are taken modulo what there is.
#[derive(Debug, Clone)]
enum Step {
    Status {
        which: usize,
        status: usize,
    },
    Rate {
        which: usize,
        probability: i64,
        impact: i64,
    },
    Treat {
        which: usize,
        treatment: usize,
    },
    Move {
        which: usize,
        folder: usize,
    },
    EndException {
        which: usize,
        status: usize,
    },
    CreateAsset {
        folder: usize,
    },
    CreateScenario {
        asset: usize,
    },
    Link {
        which: usize,
        target: usize,
    },
    DeleteAsset {
        which: usize,
    },
    DeleteControl {
        which: usize,
    },
    BatchStatus {
        which: Vec<usize>,
        status: usize,
    },
    /// What an audit says about a requirement.
    Answer {
        which: usize,
        result: usize,
        score: i64,
    },
    /// What supports it.
    Support {
        which: usize,
        controls: Vec<usize>,
        evidence: Vec<usize>,
    },
    /// Evidence that expires, has expired, or is taken back.
    Lapse {
        which: usize,
        date: usize,
        status: usize,
    },
    Decide {
        action: usize,
    },
    Handle {
        which: usize,
        status: usize,
        severity: i64,
    },
    Grade {
        which: usize,
        severity: i64,
    },
    Spend {
        which: usize,
        cost: u32,
    },
}

const STATUSES: [&str; 5] = ["to_do", "in_progress", "active", "degraded", "deprecated"];
const TREATMENTS: [&str; 4] = ["open", "mitigate", "avoid", "transfer"];
const EXCEPTIONS: [&str; 3] = ["draft", "approved", "expired"];
const RESULTS: [&str; 4] = ["compliant", "partially_compliant", "non_compliant", "not_applicable"];
const EVIDENCE: [&str; 3] = ["draft", "approved", "rejected"];
/// Before, on and after the day on which the tests run.
const DATES: [Option<&str>; 5] = [None, Some("2026-02-27"), Some("2026-03-01"), Some("2026-03-02"), Some("2026-06-30")];
const INCIDENTS: [&str; 4] = ["new", "ongoing", "resolved", "closed"];
const DECISIONS: [&str; 5] = ["submit", "draft", "accept", "reject", "revoke"];

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
        1 => (vec(any.clone(), 1..4), any.clone()).prop_map(|(which, status)| Step::BatchStatus { which, status }),
        3 => (any.clone(), any.clone(), 1..6i64).prop_map(|(which, result, score)| Step::Answer { which, result, score }),
        3 => (any.clone(), vec(any.clone(), 0..3), vec(any.clone(), 0..3))
            .prop_map(|(which, controls, evidence)| Step::Support { which, controls, evidence }),
        3 => (any.clone(), any.clone(), any.clone())
            .prop_map(|(which, date, status)| Step::Lapse { which, date, status }),
        3 => any.clone().prop_map(|action| Step::Decide { action }),
        2 => (any.clone(), any.clone(), 1..7i64)
            .prop_map(|(which, status, severity)| Step::Handle { which, status, severity }),
        1 => (any.clone(), -1..5i64).prop_map(|(which, severity)| Step::Grade { which, severity }),
        1 => (any, 0..5000u32).prop_map(|(which, cost)| Step::Spend { which, cost }),
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
    acceptance: Uuid,
    audit: Uuid,
    requirements: Vec<Uuid>,
    evidence: Vec<Uuid>,
    incidents: Vec<Uuid>,
    vulnerabilities: Vec<Uuid>,
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
        let (audit, requirements) = audit(&app, folders[0]).await;
        let mut play = Self {
            app,
            folders,
            reader,
            assessment,
            assets: Vec::new(),
            controls: Vec::new(),
            scenarios: Vec::new(),
            exceptions: Vec::new(),
            acceptance: Uuid::nil(),
            audit,
            requirements,
            evidence: Vec::new(),
            incidents: Vec::new(),
            vulnerabilities: Vec::new(),
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
            let incident = json!({ "name": format!("Incident {at}"), "folder": folder });
            play.incidents.push(make(&play.app, "incidents", incident).await);
            let vulnerability = json!({ "name": format!("Hole {at}"), "folder": folder, "severity": at });
            play.vulnerabilities.push(make(&play.app, "vulnerabilities", vulnerability).await);
            let evidence = json!({ "name": format!("Evidence {at}"), "folder": folder, "status": "approved" });
            play.evidence.push(make(&play.app, "evidences", evidence).await);
        }
        let body = json!({ "name": "Live with it", "folder": play.folders[0], "approver": play.app.admin.user,
            "risk_scenarios": play.scenarios[..2] });
        play.acceptance = make(&play.app, "risk-acceptances", body).await;
        let supported = json!({ "result": "compliant", "evidences": play.evidence, "applied_controls": play.controls });
        let row = format!("/api/requirement-assessments/{}/", play.requirements[0]);
        play.app.admin.patch(&row, supported).await.is(200);
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
            Step::Answer { which, result, score } => {
                let body = json!({ "result": RESULTS[result % RESULTS.len()], "is_scored": true, "score": score });
                patch("requirement-assessments", pick(&self.requirements, *which), body).await;
            }
            Step::Support { which, controls, evidence } => {
                let all = |from: &[Uuid], which: &[usize]| -> BTreeSet<Uuid> {
                    which.iter().filter_map(|which| pick(from, *which)).collect()
                };
                let body = json!({ "applied_controls": all(&self.controls, controls), "evidences": all(&self.evidence, evidence) });
                patch("requirement-assessments", pick(&self.requirements, *which), body).await;
            }
            Step::Lapse { which, date, status } => {
                let (date, status) = (DATES[date % DATES.len()], EVIDENCE[status % EVIDENCE.len()]);
                let body = json!({ "expiry_date": date, "status": status });
                patch("evidences", pick(&self.evidence, *which), body).await;
            }
            Step::Decide { action } => {
                let action = DECISIONS[action % DECISIONS.len()];
                admin.post(&place(&format!("/api/risk-acceptances/{}/{action}/", self.acceptance)), json!({})).await;
            }
            Step::Handle { which, status, severity } => {
                let body = json!({ "status": INCIDENTS[status % INCIDENTS.len()], "severity": severity });
                patch("incidents", pick(&self.incidents, *which), body).await;
            }
            Step::Grade { which, severity } => {
                let body = json!({ "severity": severity, "due_date": null });
                patch("vulnerabilities", pick(&self.vulnerabilities, *which), body).await;
            }
            Step::Spend { which, cost } => {
                let cost = json!({ "build": { "fixed_cost": cost, "people_days": 2.5 }, "amortization_period": 3 });
                patch("applied-controls", pick(&self.controls, *which), json!({ "cost": cost })).await;
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
        for path in NAMED {
            paths.extend(
                ["?ordering=name", "groups/?by=folder", "ids/", "autocomplete/?ordering=name"]
                    .map(|tail| format!("/api/{path}/{tail}")),
            );
        }
        let of_assessment = |tail: &str| format!("/api/risk-assessments/{}/{tail}/", self.assessment);
        paths.extend(
            ["heat_map", "risk_analytics", "action-plan", "action-plan/budget-overview", "quality_check"]
                .map(of_assessment),
        );
        let of_audit = |tail: &str| format!("/api/compliance-assessments/{}/{tail}/", self.audit);
        paths.extend(
            ["global_score", "donut_data", "tree", "stale", "controls_coverage", "evidence_coverage", "action-plan"]
                .map(of_audit),
        );
        paths.push(format!("/api/compliance-assessments/{}/", self.audit));
        paths.extend(
            [
                "/api/folders/posture/",
                "/api/risk-scenarios/count_per_level/",
                "/api/search/?q=new",
                "/api/risk-scenarios/?within_tolerance=NO&ordering=name",
                "/api/applied-controls/groups/?by=status",
                "/api/risk-scenarios/groups/?by=treatment",
                "/api/requirement-assessments/",
                "/api/requirement-assessments/?stale=true",
                "/api/timeline-entries/?ordering=incident,entry,id",
                "/api/incidents/summary_stats/",
                "/api/vulnerabilities/treemap_data/",
                "/api/applied-controls/budget-overview/",
                "/api/folders/quality_check/",
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

/// Resources whose objects have names.
const NAMED: [&str; 10] = [
    "assets",
    "applied-controls",
    "risk-scenarios",
    "security-exceptions",
    "risk-assessments",
    "risk-acceptances",
    "compliance-assessments",
    "evidences",
    "incidents",
    "vulnerabilities",
];

/// An audit of the baseline, and what it asks.
async fn audit(app: &TestApp, domain: Uuid) -> (Uuid, Vec<Uuid>) {
    let named = app.admin.with("Content-Disposition", "attachment; filename=\"library.yaml\"");
    let path = "/api/stored-libraries/upload/";
    let stored = named.send(Method::POST, path, BASELINE.into(), Some("application/yaml")).await.is(201).id();
    app.admin.post(&format!("/api/stored-libraries/{stored}/import/"), json!({})).await.is(200);
    let framework = app.admin.get("/api/frameworks/").await.is(200).ids()[0];
    let shown = json!({ "score": { "auditor": "edit" }, "is_scored": { "auditor": "edit" } });
    let body = json!({ "name": "Audit", "folder": domain, "framework": framework, "field_visibility": shown });
    let audit = make(app, "compliance-assessments", body).await;
    let rows = format!("/api/requirement-assessments/?compliance_assessment={audit}&assessable=true");
    (audit, app.admin.get(&rows).await.is(200).ids())
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
    run(Database::Sqlite, 10);
}

#[test]
fn what_a_draft_shows_is_what_applying_it_makes_on_postgres() {
    run(Database::Postgres, 3);
}
