//! Acceptances: who decides, and what happens to the treatment.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn_domain::risk::acceptance::ExpireAcceptances;
use cairn_engine::Caller;
use cairn_testkit::{Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{assessment, read, run, scenario, url, with};
use crate::support::{field, make};

async fn acceptance(app: &TestApp, domain: Uuid, scenarios: &[Uuid], approver: &Client, more: Json) -> Uuid {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let body = json!({
        "name": format!("Acceptance {count}"), "folder": domain, "risk_scenarios": scenarios, "approver": approver.user,
    });
    make(app, "risk-acceptances", with(body, more)).await
}

fn path(acceptance: Uuid, action: &str) -> String {
    format!("/api/risk-acceptances/{acceptance}/{action}/")
}

async fn treatment(app: &TestApp, scenario: Uuid) -> String {
    read(app, scenario).await["treatment"].as_str().unwrap().to_owned()
}

/// Runs the job that ends what has expired.
async fn expire(app: &TestApp) {
    run(app, &ExpireAcceptances {}).await;
}

both!(async fn nobody_accepts_the_risks_of_a_domain_in_which_they_may_not(app) {
    let (sales, legal) = (app.domain("Sales").await, app.domain("Legal").await);
    let approver = app.user("approver@example.com", "APP", sales).await;
    let analyst = app.user("analyst@example.com", "ANA", sales).await;
    let group = async |role: &str| {
        let found = app.admin.get(&format!("/api/user-groups/?folder={legal}&code=BI-UG-{role}")).await;
        found.is(200).ids()[0]
    };
    let (readers, approvers) = (group("AUD").await, group("APP").await);
    let join = async |group: Uuid, verb: &str, who: &Client| {
        let members = json!({ "users": [who.user] });
        app.admin.post(&format!("/api/user-groups/{group}/{verb}-members/"), members).await.is(200);
    };
    join(readers, "add", &analyst).await;
    join(readers, "add", &approver).await;
    let risk = scenario(&app, assessment(&app, legal, json!({})).await, json!({})).await;
    // In a domain of their own, about a risk that they may only read.
    let body = json!({ "name": "Ours", "folder": sales, "risk_scenarios": [risk], "approver": approver.user });
    let refused = analyst.post("/api/risk-acceptances/", body.clone()).await.is(400);
    assert!(refused.error("approver").contains("those of the scenarios"), "{}", refused.text());
    join(approvers, "add", &approver).await;
    let id = analyst.post("/api/risk-acceptances/", body).await.is(201).id();
    join(approvers, "remove", &approver).await;
    approver.post(&path(id, "accept"), json!({})).await.is(403);
    assert_eq!(treatment(&app, risk).await, "open");
    join(approvers, "add", &approver).await;
    approver.post(&path(id, "accept"), json!({})).await.is(200);
    assert_eq!(treatment(&app, risk).await, "accept");
});

both!(async fn the_approver_decides_and_nobody_else(app) {
    let domain = app.domain("Sales").await;
    let analyst = app.user("analyst@example.com", "ANA", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let stranger = app.user("stranger@example.com", "ADM", app.root).await;
    let elsewhere = app.domain("Legal").await;
    let outsider = app.user("outsider@example.com", "APP", elsewhere).await;
    let risk = scenario(&app, assessment(&app, domain, json!({})).await, json!({ "treatment": "mitigate" })).await;
    let body = json!({ "name": "Live with it", "folder": domain, "risk_scenarios": [risk] });
    // An approver may approve in this domain.
    for other in [&analyst, &outsider] {
        let refused = analyst.post("/api/risk-acceptances/", with(body.clone(), json!({ "approver": other.user }))).await.is(400);
        assert!(refused.error("approver").contains("may approve"), "{}", refused.text());
    }
    analyst.post("/api/risk-acceptances/", with(body.clone(), json!({ "risk_scenarios": [] }))).await.is(400).error("risk_scenarios");
    let id = analyst.post("/api/risk-acceptances/", body).await.is(201).id();
    let item = format!("/api/risk-acceptances/{id}/");
    analyst.post(&path(id, "submit"), json!({})).await.is(400).error("approver");
    analyst.patch(&item, json!({ "approver": approver.user, "expiry_date": "2020-01-01" })).await.is(200);
    analyst.post(&path(id, "submit"), json!({})).await.is(400).error("expiry_date");
    analyst.patch(&item, json!({ "expiry_date": null })).await.is(200);
    analyst.patch(&item, json!({ "state": "accepted" })).await.is(400).error("state");
    for action in ["accept", "reject", "revoke"] {
        outsider.post(&path(id, action), json!({})).await.is(404);
        for other in [&analyst, &reader, &stranger] {
            other.post(&path(id, action), json!({})).await.is(403);
        }
    }
    for other in [&reader, &approver] {
        other.post(&path(id, "submit"), json!({})).await.is(403);
    }
    approver.post(&path(id, "reject"), json!({})).await.is(409);
    assert_eq!(analyst.post(&path(id, "submit"), json!({})).await.is(200).body()["state"], "submitted");
    assert_eq!(approver.get("/api/risk-acceptances/waiting/").await.is(200).ids(), [id]);
    assert!(analyst.get("/api/risk-acceptances/waiting/").await.is(200).ids().is_empty());
    // Nobody should accept something else than what was submitted.
    analyst.patch(&item, json!({ "justification": "Cheap" })).await.is(409);
    analyst.post(&path(id, "draft"), json!({})).await.is(200);
    analyst.patch(&item, json!({ "justification": "Cheap", "submit": true })).await.is(200);
    assert_eq!(field(&app, "risk-acceptances", id, "state").await, "submitted");
    let accepted = approver.post(&path(id, "accept"), json!({})).await.is(200).body();
    assert!(accepted["accepted_at"].is_string() && accepted["revoked_at"].is_null(), "{accepted}");
    assert_eq!(treatment(&app, risk).await, "accept");
    analyst.patch(&item, json!({ "risk_scenarios": [] })).await.is(409);
    analyst.post(&path(id, "draft"), json!({})).await.is(409);
    // Whoever no longer may approve can no longer decide.
    approver.post(&path(id, "revoke"), json!({})).await.is(200);
    assert_eq!(treatment(&app, risk).await, "mitigate");
    approver.post(&path(id, "accept"), json!({})).await.is(409);
});

both!(async fn what_people_chose_comes_back_with_the_last_acceptance(app) {
    let domain = app.domain("Sales").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let list = assessment(&app, domain, json!({})).await;
    let risk = scenario(&app, list, json!({ "treatment": "transfer" })).await;
    let other = scenario(&app, list, json!({ "treatment": "avoid" })).await;
    let first = acceptance(&app, domain, &[risk, other], &approver, json!({})).await;
    let second = acceptance(&app, domain, &[risk], &approver, json!({ "expiry_date": "2026-06-30" })).await;
    for id in [first, second] {
        approver.post(&path(id, "accept"), json!({})).await.is(200);
    }
    approver.post(&path(first, "revoke"), json!({})).await.is(200);
    assert_eq!((treatment(&app, risk).await, treatment(&app, other).await), ("accept".into(), "avoid".into()));
    app.admin.delete(&format!("/api/risk-acceptances/{second}/")).await.is(204);
    assert_eq!(treatment(&app, risk).await, "transfer");
    assert_eq!(read(&app, risk).await["treatment_before_acceptance"], Json::Null);
    // What someone chooses meanwhile stays.
    let third = acceptance(&app, domain, &[risk], &approver, json!({})).await;
    approver.post(&path(third, "accept"), json!({})).await.is(200);
    app.admin.patch(&url(risk), json!({ "treatment": "avoid" })).await.is(200);
    approver.post(&path(third, "revoke"), json!({})).await.is(200);
    assert_eq!(treatment(&app, risk).await, "avoid");
    // Nothing changes in a locked assessment, and nothing is half done.
    let fourth = acceptance(&app, domain, &[risk], &approver, json!({})).await;
    app.admin.patch(&format!("/api/risk-assessments/{list}/"), json!({ "is_locked": true })).await.is(200);
    approver.post(&path(fourth, "accept"), json!({})).await.is(409);
    assert_eq!(field(&app, "risk-acceptances", fourth, "state").await, "created");
});

both!(async fn an_acceptance_expires_once_after_its_last_day(app) {
    let domain = app.domain("Sales").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let list = assessment(&app, domain, json!({})).await;
    let risk = scenario(&app, list, json!({ "treatment": "mitigate" })).await;
    let today = app.engine.read(Arc::new(Caller::system())).await.unwrap().today();
    let id = acceptance(&app, domain, &[risk], &approver, json!({ "expiry_date": today })).await;
    approver.post(&path(id, "accept"), json!({})).await.is(200);
    assert_eq!(app.admin.get("/api/risk-acceptances/to_review/").await.is(200).ids(), [id]);
    expire(&app).await;
    assert_eq!(treatment(&app, risk).await, "accept", "it applies on its last day");
    app.clock.advance_seconds(86_400);
    // A locked assessment stays as it is until it is unlocked.
    app.admin.patch(&format!("/api/risk-assessments/{list}/"), json!({ "is_locked": true })).await.is(200);
    expire(&app).await;
    assert_eq!(treatment(&app, risk).await, "accept");
    app.admin.patch(&format!("/api/risk-assessments/{list}/"), json!({ "is_locked": false })).await.is(200);
    expire(&app).await;
    assert_eq!(treatment(&app, risk).await, "mitigate");
    let row = app.admin.get(&format!("/api/risk-acceptances/{id}/")).await.is(200).body();
    assert!(row["state"] == "accepted" && row["expired_at"].is_string(), "it keeps its state: {row}");
    // What someone chooses afterwards is theirs.
    app.admin.patch(&url(risk), json!({ "treatment": "accept" })).await.is(200);
    expire(&app).await;
    approver.post(&path(id, "revoke"), json!({})).await.is(200);
    assert_eq!(treatment(&app, risk).await, "accept");
});

both!(async fn decisions_about_one_risk_take_turns(app) {
    let domain = app.domain("Sales").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let list = assessment(&app, domain, json!({})).await;
    for round in 0..6 {
        let risk = scenario(&app, list, json!({ "treatment": "avoid" })).await;
        let first = acceptance(&app, domain, &[risk], &approver, json!({})).await;
        let second = acceptance(&app, domain, &[risk], &approver, json!({})).await;
        approver.post(&path(first, "accept"), json!({})).await.is(200);
        // One ends while the other begins: whoever is first, the risk is accepted in the end.
        let (ended, begun) = (path(first, "revoke"), path(second, "accept"));
        let (ended, begun) = tokio::join!(approver.post(&ended, json!({})), approver.post(&begun, json!({})));
        ended.is(200);
        begun.is(200);
        let row = read(&app, risk).await;
        assert_eq!((&row["treatment"], &row["treatment_before_acceptance"]), (&json!("accept"), &json!("avoid")), "{round}");
        // The same decision made twice at once is made once.
        let end = path(second, "revoke");
        let (one, other) = tokio::join!(approver.post(&end, json!({})), approver.post(&end, json!({})));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        assert_eq!(treatment(&app, risk).await, "avoid");
    }
});

/// A slow and obvious second implementation: everything that ever happened, from which the treatment is worked out anew.
#[derive(Default)]
struct Ledger {
    chosen: HashMap<Uuid, String>,
    /// Whether the last word on a risk was an acceptance, and not someone's own choice.
    is_by_acceptance: HashMap<Uuid, bool>,
    holding: Vec<(Uuid, Vec<Uuid>)>,
}

impl Ledger {
    fn choose(&mut self, risk: Uuid, treatment: &str) {
        if self.shown(risk) != treatment {
            self.chosen.insert(risk, treatment.to_owned());
            self.is_by_acceptance.insert(risk, false);
        }
    }

    fn begin(&mut self, acceptance: Uuid, risks: &[Uuid]) {
        for risk in risks {
            if self.shown(*risk) != "accept" {
                self.is_by_acceptance.insert(*risk, true);
            }
        }
        self.holding.push((acceptance, risks.to_vec()));
    }

    fn end(&mut self, acceptance: Uuid) {
        let at = self.holding.iter().position(|(id, _)| *id == acceptance).unwrap();
        let (_, risks) = self.holding.remove(at);
        for risk in risks {
            let is_covered = self.holding.iter().any(|(_, others)| others.contains(&risk));
            if is_covered || self.shown(risk) != "accept" {
                continue;
            }
            if !self.is_by_acceptance[&risk] {
                self.chosen.insert(risk, "open".to_owned());
            }
            self.is_by_acceptance.insert(risk, false);
        }
    }

    fn shown(&self, risk: Uuid) -> &str {
        if self.is_by_acceptance.get(&risk) == Some(&true) { "accept" } else { &self.chosen[&risk] }
    }
}

both!(async fn random_decisions_leave_what_a_ledger_says(app) {
    let domain = app.domain("Sales").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let list = assessment(&app, domain, json!({})).await;
    let mut ledger = Ledger::default();
    let mut risks = Vec::new();
    for _ in 0..3 {
        let risk = scenario(&app, list, json!({})).await;
        ledger.chosen.insert(risk, "open".to_owned());
        risks.push(risk);
    }
    let mut seed: u64 = 0x5EED_2026;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for step in 0..60 {
        match draw(5) {
            0 | 1 => {
                let some: Vec<Uuid> = risks.iter().copied().filter(|_| draw(2) == 0).collect();
                if !some.is_empty() {
                    let id = acceptance(&app, domain, &some, &approver, json!({})).await;
                    approver.post(&path(id, "accept"), json!({})).await.is(200);
                    ledger.begin(id, &some);
                }
            }
            2 if !ledger.holding.is_empty() => {
                let id = ledger.holding[draw(ledger.holding.len())].0;
                if draw(2) == 0 {
                    approver.post(&path(id, "revoke"), json!({})).await.is(200);
                } else {
                    app.admin.delete(&format!("/api/risk-acceptances/{id}/")).await.is(204);
                }
                ledger.end(id);
            }
            _ => {
                let (risk, word) = (risks[draw(3)], ["open", "mitigate", "accept", "avoid", "transfer"][draw(5)]);
                app.admin.patch(&url(risk), json!({ "treatment": word })).await.is(200);
                ledger.choose(risk, word);
            }
        }
        for risk in &risks {
            assert_eq!(treatment(&app, *risk).await, ledger.shown(*risk), "step {step}");
        }
    }
});
