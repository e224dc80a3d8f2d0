//! Updates with random edits of a framework: no answer is lost, and rolling back restores all of them exactly.

use std::collections::BTreeMap;

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::updating::{audit, fill, framework, heading, library, requirement, rows};
use super::{load, send};

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

fn asking(id: &str) -> Json {
    let mut node = requirement(id, "s");
    let urn = node["urn"].as_str().unwrap().to_owned();
    let choice = |at: usize| json!({ "urn": format!("{urn}:question:1:choice:{at}"), "value": format!("Choice {at}") });
    node["questions"] = json!({
        format!("{urn}:question:1"): { "type": "multiple_choice", "text": "Which?", "choices": [choice(1), choice(2), choice(3)] },
        format!("{urn}:question:2"): { "type": "text", "text": "Why?" },
    });
    node
}

/// Edits a framework at random: requirements go, come, move and change, and so do their questions.
fn edited(framework: &Json, dice: &mut Dice, round: usize) -> Json {
    let mut nodes: Vec<Json> = framework["requirement_nodes"].as_array().unwrap().clone();
    for step in 0..5 {
        let at = 1 + dice.below(nodes.len() - 1);
        match dice.below(9) {
            0 if nodes.len() > 4 => drop(nodes.remove(at)),
            1 => nodes.insert(at, requirement(&format!("n{round}-{step}"), "s")),
            2 => {
                let node = nodes.remove(at);
                nodes.push(node);
            }
            3 => nodes[at]["name"] = json!(format!("Name {round}")),
            4 => nodes[at]["assessable"] = json!(dice.below(4) > 0),
            5 => {
                let group = ["x", "y"][dice.below(2)];
                nodes[at]["implementation_groups"] = json!([group]);
            }
            6 => nodes.insert(at, asking(&format!("q{round}-{step}"))),
            7 => ask_differently(&mut nodes[at], dice),
            _ => nodes[at]["weight"] = json!(1 + dice.below(3)),
        }
    }
    let mut framework = framework.clone();
    framework["requirement_nodes"] = json!(nodes);
    if dice.below(3) == 0 {
        framework["max_score"] = json!(4 + dice.below(20));
    }
    framework
}

/// Leaves out a question or one of its choices, or asks in another way.
fn ask_differently(node: &mut Json, dice: &mut Dice) {
    let Some(questions) = node.get_mut("questions").and_then(Json::as_object_mut) else { return };
    let Some(urn) = questions.keys().nth(dice.below(2)).cloned() else { return };
    let choices = questions[&urn]["choices"].as_array().map(Vec::len);
    match (dice.below(3), choices) {
        (0, _) if questions.len() > 1 => drop(questions.remove(&urn)),
        (1, Some(count)) if count > 1 => drop(questions[&urn]["choices"].as_array_mut().unwrap().remove(0)),
        (_, Some(_)) => questions[&urn]["type"] = json!("unique_choice"),
        (_, None) => questions[&urn]["type"] = json!("number"),
    }
}

/// Every answer to a question, with everything but when it was written.
async fn answers(app: &TestApp) -> BTreeMap<String, Json> {
    let list = app.admin.get("/api/answers/?limit=1000").await.is(200).body();
    let answers = list["results"].as_array().unwrap().iter().map(|answer| {
        let mut answer = answer.clone();
        answer.as_object_mut().unwrap().remove("updated_at");
        (answer["id"].as_str().unwrap().to_owned(), answer)
    });
    answers.collect()
}

/// Assesses about half of the requirements, and answers the questions of some that have no answer yet.
async fn assess(app: &TestApp, audit: Uuid, dice: &mut Dice, round: usize) {
    let top = app.admin.get(&format!("/api/compliance-assessments/{audit}/")).await.is(200).body();
    let top = top["max_score"].as_u64().unwrap() as usize;
    for (reference, row) in rows(app, audit).await {
        if row["requirement"]["assessable"] != json!(true) || dice.below(2) == 0 {
            continue;
        }
        let node = row["requirement"]["id"].as_str().unwrap();
        let asked = app.admin.get(&format!("/api/questions/?requirement_node={node}&retired_at__isnull=true")).await;
        let asked = asked.is(200).body()["results"].as_array().unwrap().clone();
        if asked.is_empty() {
            let result = ["compliant", "non_compliant", "not_applicable"][dice.below(3)];
            let score = dice.below(top + 1);
            let said =
                json!({ "result": result, "is_scored": true, "score": score, "observation": format!("said {round}") });
            fill(app, audit, &reference, said).await;
        }
        for question in asked {
            let mut body = json!({ "requirement_assessment": row["id"], "question": question["id"] });
            match question["type"].as_str().unwrap() {
                "text" => body["value"] = json!(format!("because {round}")),
                "number" => body["value"] = json!(round),
                _ => {
                    let id = question["id"].as_str().unwrap();
                    let there =
                        app.admin.get(&format!("/api/question-choices/?question={id}&retired_at__isnull=true")).await;
                    body["selected_choices"] = json!([there.is(200).ids()[0]]);
                }
            }
            let answer = app.admin.post("/api/answers/", body).await;
            assert!([201, 400, 409].contains(&answer.status.as_u16()), "{}", answer.text());
        }
    }
}

async fn play(app: &TestApp, seed: u64) {
    let mut dice = Dice(seed);
    let nodes = std::iter::once(heading("s"))
        .chain((0..6).map(|at| requirement(&format!("r{at}"), "s")))
        .chain((0..3).map(|at| asking(&format!("q{at}"))));
    let mut now = framework(&nodes.collect::<Vec<_>>());
    now["implementation_groups_definition"] = json!([{ "ref_id": "x", "name": "X" }, { "ref_id": "y", "name": "Y" }]);
    let (_, loaded) = load(app, &library(1, &now)).await;
    let audit = audit(app, app.domain("Sales").await).await;
    let base = format!("/api/loaded-libraries/{loaded}/");
    for round in 0..6 {
        assess(app, audit, &mut dice, round).await;
        let (before, said) = (rows(app, audit).await, answers(app).await);
        now = edited(&now, &mut dice, round);
        send(&app.admin, "moving.yaml", library(2 + round as i64, &now)).await.is(201);
        let action = ["clamp", "reset", "rule_of_three"][dice.below(3)];
        app.admin.post(&format!("{base}update/"), json!({ "action": action })).await.is(200);
        let after = rows(app, audit).await;
        for (reference, old) in &before {
            for field in ["id", "result", "status", "observation", "extended_result", "applied_controls", "evidences"] {
                assert_eq!(after[reference][field], old[field], "seed {seed}, round {round}, {reference}, {field}");
            }
        }
        assert_eq!(answers(app).await, said, "seed {seed}, round {round}");
        app.admin.post(&format!("{base}roll-back/"), json!({})).await.is(200);
        assert_eq!(rows(app, audit).await, before, "seed {seed}, round {round}");
        assert_eq!(answers(app).await, said, "seed {seed}, round {round}");
        app.admin.post(&format!("{base}update/"), json!({ "action": "clamp" })).await.is(200);
    }
    assert!(answers(app).await.len() > 3, "seed {seed}: too few questions were answered to tell");
}

both!(async fn random_updates_lose_no_answer_and_roll_back_exactly(app) {
    play(&app, 7).await;
});

both!(async fn other_random_updates_lose_no_answer_either(app) {
    play(&app, 2026).await;
});

both!(async fn nor_do_these(app) {
    play(&app, 99_991).await;
});
