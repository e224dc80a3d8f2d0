//! Updates that an established product was seen to make, and where ours differ. `docs/decisions/0017` has the reasons.

use std::collections::{BTreeMap, BTreeSet};

use cairn_testkit::{TestApp, both};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::updating::{audit_of, rows};
use super::{load, send};

/// Case, requirement, column, our value. An update does not judge, and nothing that people wrote is deleted.
fn differences() -> Vec<(&'static str, &'static str, &'static str, Json)> {
    let all = json!({ "1": ["1"], "2": ["1", "3"], "3": "free text" });
    vec![
        // A new question does not take away what was concluded.
        ("question added", "a", "result", json!("compliant")),
        ("question added", "a", "is_scored", json!(true)),
        ("question added", "a", "score", json!(4)),
        ("questions given to a requirement with manual result", "a", "result", json!("compliant")),
        ("questions given to a requirement with manual result", "a", "is_scored", json!(true)),
        ("questions given to a requirement with manual result", "a", "score", json!(3)),
        // A new requirement is scored like all others of the audit.
        ("requirement added", "d", "is_scored", json!(true)),
        ("requirement urn changed (1 removed, 1 new)", "a2", "is_scored", json!(true)),
        // Answers stay, also to what is retired or asked in another way.
        ("question with answer removed", "a", "answers", all.clone()),
        ("one of the selected choices removed (multiple)", "a", "answers", all.clone()),
        ("multiple_choice → unique_choice", "a", "answers", all),
    ]
}

/// A requirement whose URN changes is another one. The old one is retired and stays in the audit.
const KEPT: [(&str, &str); 1] = [("requirement urn changed (1 removed, 1 new)", "a")];

both!(async fn libraries_are_updated_as_recorded(app) {
    let recorded: Json = serde_json::from_str(include_str!("recorded/updates.json")).unwrap();
    let cases = recorded["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 21);
    let mut differ = differences();
    let mut surprises = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let first = &recorded["first"][case["first"].as_u64().unwrap() as usize];
        surprises.extend(follow(&app, &format!("rec{number}"), first, case, &recorded["columns"], &mut differ).await);
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    assert!(differ.is_empty(), "no case shows these differences: {differ:?}");
});

/// Plays one case through, with a library of its own. Answers what is neither as recorded nor listed.
async fn follow(
    app: &TestApp,
    id: &str,
    first: &Json,
    case: &Json,
    columns: &Json,
    differ: &mut Vec<(&'static str, &'static str, &'static str, Json)>,
) -> Vec<String> {
    let about = case["about"].as_str().unwrap();
    let (_, loaded) = load(app, &library(id, 1, first)).await;
    let audit = audit_of(app, &format!("urn:vec:risk:framework:{id}"), app.domain(id).await, &case["groups"]).await;
    let control = json!({ "name": format!("Control {id}"), "folder": app.domain(&format!("{id} controls")).await });
    let control = app.admin.post("/api/applied-controls/", control).await.is(201).id();
    for (key, row) in case["before"].as_object().unwrap() {
        fill(app, audit, key, row, control).await;
    }
    let version = if about == "same version again" { 1 } else { 2 };
    send(&app.admin, "library.yaml", library(id, version, &case["second"])).await;
    for call in case["calls"].as_array().unwrap() {
        let body = if call[0].is_null() { json!({}) } else { json!({ "action": call[0] }) };
        // That there is nothing to update to is a conflict here.
        let status = if about == "same version again" { 409 } else { call[1].as_u64().unwrap() };
        app.admin.post(&format!("/api/loaded-libraries/{loaded}/update/"), body).await.is(status as u16);
    }
    let ours = state(app, id, audit).await;
    let mut theirs: BTreeMap<String, Json> =
        case["after"].as_object().unwrap().iter().map(|(key, row)| (key.clone(), row.clone())).collect();
    for (_, key) in KEPT.iter().filter(|(case, _)| *case == about) {
        theirs.insert((*key).to_owned(), case["before"][*key].clone());
    }
    for (column, name) in columns.as_array().unwrap().iter().enumerate() {
        for (key, row) in &mut theirs {
            let here = differ.iter().position(|one| (one.0, one.1, one.2) == (about, key, name.as_str().unwrap()));
            if let Some(at) = here {
                let (.., value) = differ.remove(at);
                assert_ne!(row[column], value, "{about}: {key} {name} does not differ");
                row[column] = value;
            }
        }
    }
    let scale = app.admin.get(&format!("/api/compliance-assessments/{audit}/")).await.is(200).body();
    assert_eq!(json!([scale["min_score"], scale["max_score"]]), case["scale"], "{about}");
    let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let other = keys.into_iter().filter(|key| ours.get(*key) != theirs.get(*key));
    other.map(|key| format!("{about}: {key} is {:?}, recorded {:?}", ours.get(key), theirs.get(key))).collect()
}

fn library(id: &str, version: i64, framework: &Json) -> String {
    let library = json!({
        "urn": format!("urn:vec:risk:library:{id}"), "locale": "en", "ref_id": id, "name": id, "version": version,
        "objects": { "frameworks": [framework] },
    });
    library.to_string().replace(":LIB", &format!(":{id}"))
}

/// Makes a requirement say what it said before the update.
async fn fill(app: &TestApp, audit: Uuid, key: &str, said: &Json, control: Uuid) {
    let there = rows(app, audit).await[key].clone();
    let (row, node) = (&there["id"], there["requirement"]["id"].as_str().unwrap());
    let asked = app.admin.get(&format!("/api/questions/?requirement_node={node}")).await.is(200).body();
    for (question, answer) in said[9].as_object().into_iter().flatten() {
        let mut asked = asked["results"].as_array().unwrap().iter();
        let asked = asked.find(|one| last(&one["urn"]) == *question).unwrap()["id"].as_str().unwrap().parse().unwrap();
        let mut body = json!({ "requirement_assessment": row, "question": asked });
        match answer.as_array() {
            None => body["value"] = answer.clone(),
            Some(choices) => {
                let there = choices_of(app, asked).await;
                let chosen = choices.iter().map(|choice| there[choice.as_str().unwrap()].clone());
                body["selected_choices"] = chosen.collect();
            }
        }
        app.admin.post("/api/answers/", body).await.is(201);
    }
    let mut body = json!({
        "status": said[1], "observation": said[5],
        "applied_controls": if said[8] == json!(1) { json!([control]) } else { json!([]) },
    });
    // Answers decide the result and the score themselves.
    if said[9].is_null() && said[7] == json!(true) {
        for (column, field) in ["result", "", "is_scored", "score", "documentation_score"].iter().enumerate() {
            if column != 1 {
                body[field] = said[column].clone();
            }
        }
    }
    app.admin.patch(&format!("/api/requirement-assessments/{}/", row.as_str().unwrap()), body).await.is(200);
}

/// The ids of a question's choices, by the last part of their URNs.
async fn choices_of(app: &TestApp, question: Uuid) -> BTreeMap<String, Json> {
    let list = app.admin.get(&format!("/api/question-choices/?question={question}")).await.is(200).body();
    let choices = list["results"].as_array().unwrap().iter();
    choices.map(|one| (last(&one["urn"]), one["id"].clone())).collect()
}

fn last(urn: &Json) -> String {
    urn.as_str().unwrap().rsplit(':').next().unwrap().to_owned()
}

/// What an audit says, in the columns of the record.
async fn state(app: &TestApp, id: &str, audit: Uuid) -> BTreeMap<String, Json> {
    let mut all = BTreeMap::new();
    for (key, row) in rows(app, audit).await {
        let node = app.admin.get(&format!("/api/requirement-nodes/urn:vec:risk:req_node:{id}:{key}/")).await.is(200);
        let node = node.body();
        let mut answers = Map::new();
        let row_id = row["id"].as_str().unwrap();
        let list = app.admin.get(&format!("/api/answers/?requirement_assessment={row_id}")).await.is(200).body();
        for answer in list["results"].as_array().unwrap() {
            let question = answer["question"]["id"].as_str().unwrap();
            let question = app.admin.get(&format!("/api/questions/{question}/")).await.is(200).body();
            let there = choices_of(app, question["id"].as_str().unwrap().parse().unwrap()).await;
            let chosen = answer["selected_choices"].as_array().unwrap().iter();
            let mut chosen: Vec<&String> =
                chosen.map(|one| there.iter().find(|(_, id)| **id == one["id"]).unwrap().0).collect();
            chosen.sort();
            let said = if chosen.is_empty() { answer["value"].clone() } else { json!(chosen) };
            answers.insert(last(&question["urn"]), said);
        }
        let answers = if answers.is_empty() { Json::Null } else { Json::Object(answers) };
        let controls = row["applied_controls"].as_array().unwrap().len();
        let columns = json!([
            row["result"],
            row["status"],
            row["is_scored"],
            row["score"],
            row["documentation_score"],
            row["observation"],
            node["name"],
            node["assessable"],
            controls,
            answers,
        ]);
        all.insert(key, columns);
    }
    all
}
