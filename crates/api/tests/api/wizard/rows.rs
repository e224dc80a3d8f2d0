use cairn_testkit::{ADMIN_EMAIL, both};
use serde_json::json;

use super::{load, loaded, refused};
use crate::support::{actor_of, asset, evidence, field, journal_since, make, mark, targets};

both!(async fn rows_become_objects_by_the_one_way(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    let me = actor_of(&app, app.admin.user).await;
    make(&app, "filtering-labels", json!({ "label": "core" })).await;
    let label = make(&app, "filtering-labels", json!({ "label": "old, and odd" })).await;
    let before = mark(&app).await;
    let file = format!(
"Name;Type;domain;Owner;Labels;ref id;is_published;parent_assets\n\
                Ledger;Primary;Sales;{ADMIN_EMAIL};core|old, and odd;A-1;yes;\n\
                Disk;SP;global/lab;;old, and odd;;no;Ledger\n");
    let results = loaded(&app.admin, "Asset", &[], &file).await;
    assert_eq!((&results["created"], &results["successful"], &results["failed"]), (&json!(2), &json!(2), &json!(0)));
    assert_eq!(results["rows"][1]["row"], 3);
    let ledger = results["rows"][0]["id"].as_str().unwrap().parse().unwrap();
    let disk = results["rows"][1]["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(field(&app, "assets", ledger, "type").await, "PR");
    assert_eq!(field(&app, "assets", ledger, "is_published").await, true);
    assert_eq!(field(&app, "assets", ledger, "folder").await["id"], json!(sales));
    assert_eq!(field(&app, "assets", disk, "folder").await["id"], json!(lab));
    assert_eq!(targets(&app, "assets", ledger, "owner").await, [me]);
    assert_eq!(targets(&app, "assets", ledger, "filtering_labels").await.len(), 2);
    assert_eq!(targets(&app, "assets", disk, "filtering_labels").await, [label]);
    assert_eq!(targets(&app, "assets", disk, "parent_assets").await, [ledger]);
    let written = journal_since(&app, before).await;
    assert_eq!(written.iter().map(crate::support::Entry::what).collect::<Vec<_>>(), ["created assets"; 2]);
    assert_eq!(written[0].actor, Some(app.admin.user));
});

both!(async fn one_wrong_row_and_nothing_is_written(app) {
    let sales = app.domain("Sales").await;
    let before = mark(&app).await;
    let file = "name,type,folder,owner\nA,PR,Sales,\n,PR,Sales,\nC,wrong,Nowhere,Nobody\nD,PR,Sales,,too,much\n";
    let errors = refused(&app.admin, "assets", &[], file).await;
    assert_eq!(errors.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [3, 4, 5]);
    assert!(errors[0].1.contains("name: This field is required."), "{errors:?}");
    assert!(errors[1].1.contains("There is no domain “Nowhere”") && errors[1].1.contains("There is no actor “Nobody”"));
    assert!(errors[2].1.contains("“too” is in a column without a heading"));
    let body = load(&app.admin, "assets", &[], file).await.is(400).body();
    assert_eq!(body["type"], "invalid");
    assert_eq!(body["detail"], "3 of 4 rows cannot be imported. Nothing was changed.");
    assert_eq!(body["errors"]["row 3"], json!(["name: This field is required."]));
    let results = &body["results"];
    assert_eq!((&results["created"], &results["failed"]), (&json!(0), &json!(3)), "nothing was made");
    assert_eq!(results["rows"][0], json!({ "row": 2, "outcome": "create", "name": "A", "id": null }));
    assert_eq!(results["errors"][0]["record"], json!({ "name": "", "type": "PR", "folder": "Sales" }));
    assert_eq!(app.admin.get(&format!("/api/assets/?folder={sales}")).await.body()["count"], 0);
    assert!(journal_since(&app, before).await.is_empty());
});

both!(async fn a_dry_run_tells_all_and_writes_nothing(app) {
    let sales = app.domain("Sales").await;
    asset(&app, sales, "Old").await;
    let before = mark(&app).await;
    let headers = [("X-Dry-Run", "true"), ("X-Folder-Id", "Sales"), ("X-On-Conflict", "update")];
    let results = loaded(&app.admin, "assets", &headers, "name,description\nOld,Changed\nNew,\n").await;
    assert_eq!(results["dry_run"], true);
    assert_eq!((&results["created"], &results["updated"]), (&json!(1), &json!(1)));
    assert_eq!(results["rows"][1]["id"], json!(null));
    assert!(journal_since(&app, before).await.is_empty());
    assert_eq!(app.admin.get("/api/assets/").await.column("name"), ["Old"]);
    refused(&app.admin, "assets", &headers, "name,type\nX,wrong\n").await;
});

both!(async fn what_is_there_is_left_changed_or_in_the_way(app) {
    let sales = app.domain("Sales").await;
    let old = asset(&app, sales, "Old").await;
    let by_ref = make(&app, "assets", json!({ "name": "Was", "ref_id": "R1", "folder": sales })).await;
    let file = "name,ref_id,description,folder\nOld,,New words,Sales\nIs,R1,,Sales\nFresh,,,Sales\nFresh,,Again,Sales\n";
    let body = load(&app.admin, "assets", &[], file).await.is(400).body();
    assert_eq!(body["results"]["stopped"], true);
    assert_eq!(body["results"]["failed"], 3, "two are there, and one is twice in the file");
    let errors = body["results"]["errors"].as_array().expect("errors");
    assert!(errors[0]["error"].as_str().unwrap().contains(&format!("already exists ({old})")), "{errors:?}");
    assert_eq!(errors[2]["error"], "This is the same asset as in row 4. Remove one of them.");
    assert_eq!(field(&app, "assets", old, "description").await, json!(null));
    let tried = loaded(&app.admin, "assets", &[("X-On-Conflict", "skip"), ("X-Dry-Run", "true")], file).await;
    assert_eq!((&tried["rows"][0]["id"], &tried["rows"][3]["id"]), (&json!(old), &json!(null)), "no id of what is not there");

    let results = loaded(&app.admin, "assets", &[("X-On-Conflict", "skip")], file).await;
    assert_eq!((&results["created"], &results["skipped"]), (&json!(1), &json!(3)));
    assert_eq!(field(&app, "assets", by_ref, "name").await, "Was");

    let results = loaded(&app.admin, "assets", &[("X-On-Conflict", "update")], file).await;
    assert_eq!((&results["updated"], &results["unchanged"], &results["created"]), (&json!(3), &json!(1), &json!(0)));
    assert_eq!(field(&app, "assets", old, "description").await, "New words");
    assert_eq!(field(&app, "assets", by_ref, "name").await, "Is");

    // By id an object may change its name and move; an empty cell changes nothing.
    let lab = app.domain("Lab").await;
    let file = format!("id,name,description,folder\n{old},Older,,Lab\n");
    loaded(&app.admin, "assets", &[("X-On-Conflict", "update")], &file).await;
    assert_eq!(field(&app, "assets", old, "name").await, "Older");
    assert_eq!(field(&app, "assets", old, "description").await, "New words");
    assert_eq!(field(&app, "assets", old, "folder").await["id"], json!(lab));
    // Unless empty cells are asked to clear. What must be there, and where it is, stay.
    let file = format!("id,name,description,folder,ref_id\n{old},,,\n");
    let clearing = [("X-On-Conflict", "update"), ("X-Empty", "clear")];
    let results = loaded(&app.admin, "assets", &clearing, &file).await;
    assert_eq!(results["updated"], 1);
    assert_eq!(field(&app, "assets", old, "description").await, json!(null));
    assert_eq!(field(&app, "assets", old, "name").await, "Older");
    assert_eq!(field(&app, "assets", old, "folder").await["id"], json!(lab));
    let answer = load(&app.admin, "assets", &[("X-Empty", "burn")], "name\nX\n").await.is(400);
    assert!(answer.error("X-Empty").contains("keep or clear"));
    let unknown = format!("id,name\n{},X\n", uuid::Uuid::from_u128(7));
    let errors = refused(&app.admin, "assets", &[("X-On-Conflict", "update")], &unknown).await;
    assert!(errors[0].1.contains("There is no asset with this id"));
});

both!(async fn words_of_an_interface_are_keys_again(app) {
    let words = r#"{"type": {"Primordial": "PR", "Actif support": "SP"}}"#;
    let file = "name,type\nLedger,primordial\nDisk,Actif  Support\nVault,Primary\n";
    let results = loaded(&app.admin, "assets", &[("X-Words", words)], file).await;
    assert_eq!(results["created"], 3);
    for (row, kind) in [(0, "PR"), (1, "SP"), (2, "PR")] {
        let id = results["rows"][row]["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(field(&app, "assets", id, "type").await, kind);
    }
    for (wrong, message) in [
        ("[]", "Expected JSON"),
        (r#"{"name": {"x": "y"}}"#, "“name” is not a field with choices."),
        (r#"{"type": {"x": "y"}}"#, "\"y\" is not a choice of “type”."),
    ] {
        let answer = load(&app.admin, "assets", &[("X-Words", wrong)], "name\nX\n").await.is(400);
        assert!(answer.text().contains(&message.replace('"', "\\\"")), "{}", answer.text());
    }
});

both!(async fn the_domain_above_all_others_is_met_again(app) {
    app.domain("Sales").await;
    let file = "name,parent_folder\nGlobal,\nSales,Global\n";
    let results = loaded(&app.admin, "folders", &[("X-On-Conflict", "update")], file).await;
    assert_eq!((&results["unchanged"], &results["created"]), (&json!(2), &json!(0)));
});

both!(async fn a_row_that_fails_goes_by_its_name(app) {
    let body = load(&app.admin, "assets", &[], "folder,name,type\nGlobal,Vault,wrong\n").await.is(400).body();
    assert_eq!(body["results"]["rows"][0]["name"], "Vault");
});

both!(async fn rows_may_refer_to_rows_below_them(app) {
    let file = "name,parent_assets\nDisk,Server;Rack\nServer,Rack\nRack,\n";
    let results = loaded(&app.admin, "assets", &[], file).await;
    assert_eq!(results["created"], 3);
    let disk = results["rows"][0]["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(targets(&app, "assets", disk, "parent_assets").await.len(), 2);
    let file = "name,parent_folder\nTeam,Unit\nUnit,\nDesk,Unit/Team\n";
    assert_eq!(loaded(&app.admin, "Folder", &[], file).await["created"], 3);
    let team = app.admin.get("/api/folders/?name=Team").await.body()["results"][0].clone();
    assert_eq!(team["parent_folder"]["str"], "Unit");
    // A circle is refused by the rules, as it is everywhere.
    refused(&app.admin, "assets", &[("X-On-Conflict", "update")], "name,parent_assets\nRack,Disk\n").await;
});

both!(async fn every_resource_can_be_imported(app) {
    let sales = app.domain("Sales").await;
    evidence(&app, sales, "Report").await;
    let folder = ("X-Folder-Id", &*sales.to_string());
    for (kind, file) in [
        ("AppliedControl", "name,status,evidences,eta,cost\nBackup,in progress,Report,2026-05-01,\n"),
        ("applied controls", "name\nTwo\n"),
        ("Policy", "name\nClean desk\n"),
        ("Evidence", "name,status\nScan,\n"),
        ("Perimeter", "name,lc_status\nShop,Production\n"),
        ("Team", "name\nBlue\n"),
        ("FilteringLabel", "label\nred\n"),
        ("folders", "name\nUnder\n"),
        ("User", "email,first_name,user_groups\nAnn@Example.com,Ann,Sales - Reader\n"),
        ("UserGroup", "name\nPeople\n"),
    ] {
        let results = loaded(&app.admin, kind, &[folder], file).await;
        assert_eq!(results["created"], 1, "{kind}: {results}");
        let again = load(&app.admin, kind, &[folder], file).await.is(400).body();
        assert_eq!(again["results"]["stopped"], true, "{kind}: {again}");
    }
    let control = app.admin.get("/api/applied-controls/?name=Backup").await.body()["results"][0].clone();
    assert_eq!((&control["status"], &control["eta"]), (&json!("in_progress"), &json!("2026-05-01")));
    assert_eq!(control["evidences"][0]["str"], "Report");
    let ann = app.admin.get("/api/users/?email=ann@example.com").await.body()["results"][0].clone();
    assert_eq!(ann["user_groups"][0]["str"], "Sales - Reader");
    let ann = app.client_of("ann@example.com").await;
    assert_eq!(ann.get("/api/applied-controls/?name=Backup").await.is(200).ids().len(), 1, "she has her rights at once");
});

both!(async fn findings_come_with_their_assessment(app) {
    let sales = app.domain("Sales").await;
    let shop = make(&app, "perimeters", json!({ "name": "Shop", "folder": sales })).await.to_string();
    let headers = [("X-Perimeter-Id", &*shop), ("X-Folder-Id", &*sales.to_string()), ("X-Name", "Pentest%20%C3%A9t%C3%A9")];
    let file = "ref_id,name,severity,status\nF1,Old TLS,High,confirmed\nF2,Weak key,2,\n";
    for kind in ["FindingsAssessment", "findings"] {
        let results = loaded(&app.admin, kind, &[&headers[..], &[("X-On-Conflict", "skip")]].concat(), file).await;
        assert_eq!(results["failed"], 0);
    }
    let assessment = app.admin.get("/api/findings-assessments/").await.body()["results"].clone();
    assert_eq!(assessment.as_array().unwrap().len(), 1, "the second time it is there");
    assert_eq!((&assessment[0]["name"], &assessment[0]["perimeter"]["str"]), (&json!("Pentest été"), &json!("Shop")));
    let findings = app.admin.get("/api/findings/?ordering=ref_id").await;
    assert_eq!(findings.column("severity"), [3, 2]);
    let by_column = "findings_assessment,name\nPentest été,Third\n";
    assert_eq!(loaded(&app.admin, "Finding", &[], by_column).await["created"], 1);
    load(&app.admin, "assets", &[("X-Name", "X")], "name\nA\n").await.is(400);
});

both!(async fn a_file_of_findings_is_one_assessment(app) {
    let sales = app.domain("Sales").await.to_string();
    let folder = ("X-Folder-Id", sales.as_str());
    let file = "ref_id,name,severity,Scanner\nF1,Old TLS,High,x\nF2,Weak key,2,y\n";
    let named = ("Content-Disposition", "attachment; filename=\"Pentest 2026.csv\"");
    let results = loaded(&app.admin, "FindingsAssessment", &[folder, named], file).await;
    assert_eq!((&results["created"], &results["ignored_columns"]), (&json!(2), &json!(["Scanner"])));
    assert_eq!(app.admin.get("/api/findings-assessments/").await.column("name"), ["Pentest 2026"]);
    let findings = app.admin.get("/api/findings/?ordering=ref_id").await;
    assert_eq!((findings.column("name"), findings.column("severity")), (vec![json!("Old TLS"), json!("Weak key")], vec![json!(3), json!(2)]));
    // Without a name of its own it is called like the day.
    let nameless = ("Content-Disposition", "attachment");
    assert_eq!(loaded(&app.admin, "findings-assessments", &[folder, nameless], "name\nThird\n").await["created"], 1);
    let names = app.admin.get("/api/findings-assessments/?ordering=created_at").await.column("name");
    assert!(names[1].as_str().unwrap().starts_with("Findings assessment 2"), "{names:?}");
    // A list of assessments, such as an export, is one.
    let list = "name,category,folder\nRed team,red_teaming,Sales\nAudit,audit,Sales\n";
    assert_eq!(loaded(&app.admin, "FindingsAssessment", &[], list).await["created"], 2);
    assert_eq!(app.admin.get("/api/findings-assessments/").await.body()["count"], 4);
    let reader = app.user("rea@example.com", "AUD", sales.parse().unwrap()).await;
    load(&reader, "FindingsAssessment", &[folder], file).await.is(403);
});

both!(async fn names_are_found_only_where_one_may_look(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    evidence(&app, lab, "Secret").await;
    let (here, there) = (evidence(&app, sales, "Twice").await, evidence(&app, lab, "Twice").await);
    let analyst = app.user("ann@example.com", "ANA", sales).await;
    let errors = refused(&analyst, "applied-controls", &[], "name,folder,evidences\nA,Sales,Secret\nB,Lab,\n").await;
    assert!(errors[0].1.contains("There is no evidence “Secret”, or you do not have access to it."), "{errors:?}");
    assert!(errors[1].1.contains("There is no domain “Lab”, or you do not have access to it."), "{errors:?}");
    let errors = refused(&analyst, "applied-controls", &[], "name\nA\n").await;
    assert!(errors[0].1.contains("You do not have permission to add applied controls"), "{errors:?}");
    let reader = app.user("rea@example.com", "AUD", sales).await;
    load(&reader, "assets", &[("X-Folder-Id", "Sales")], "name\nA\n").await.is(403);
    load(&app.nobody, "assets", &[], "name\nA\n").await.is(401);
    // What the caller may not see is not in the way either, and is never changed.
    asset(&app, lab, "Hidden").await;
    let hidden = make(&app, "assets", json!({ "name": "Other", "ref_id": "R", "folder": lab })).await;
    let results = loaded(&analyst, "assets", &[("X-On-Conflict", "update"), ("X-Folder-Id", "Sales")], "name,ref_id\nHidden,R\n").await;
    assert_eq!(results["created"], 1);
    assert_eq!(field(&app, "assets", hidden, "name").await, "Other");
    // A name that occurs twice means the one in the same domain; else it is asked about.
    let file = "name,folder,evidences\nA,Sales,Twice\nB,Sales,Lab/Twice\n";
    let results = loaded(&app.admin, "applied-controls", &[], file).await;
    for (row, wanted) in [(0, here), (1, there)] {
        let id = results["rows"][row]["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(targets(&app, "applied-controls", id, "evidences").await, [wanted]);
    }
    let errors = refused(&app.admin, "applied-controls", &[], "name,evidences\nC,Twice\n").await;
    assert!(errors[0].1.contains("“Twice” matches several evidences"), "{errors:?}");
});

both!(async fn an_import_is_repeated_by_its_key_alone(app) {
    let client = app.admin.with("Idempotency-Key", "one");
    let first = load(&client, "assets", &[], "name\nA\n").await.is(200);
    let second = load(&client, "assets", &[], "name\nA\n").await.is(200);
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(second.header("idempotency-replayed"), Some("true"));
    load(&client, "assets", &[("X-On-Conflict", "skip")], "name\nA\n").await.is(409);
});

both!(async fn events_follow_from_an_import_as_from_any_write(app) {
    app.admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
    let body = json!({ "name": "Hook", "url": "http://127.0.0.1:9/", "event_types": ["asset.created"], "folder": app.root });
    app.admin.post("/api/webhooks/endpoints/", body).await.is(201);
    loaded(&app.admin, "assets", &[("X-Dry-Run", "true")], "name\nA\nB\n").await;
    refused(&app.admin, "assets", &[], "name,type\nA,PR\nB,wrong\n").await;
    assert_eq!(app.admin.get("/api/webhooks/deliveries/").await.is(200).body()["count"], 0);
    loaded(&app.admin, "assets", &[], "name\nA\nB\n").await;
    assert_eq!(app.admin.get("/api/webhooks/deliveries/").await.is(200).body()["count"], 2);
});

both!(async fn thousands_of_rows_are_one_import(app) {
    let sales = app.domain("Sales").await.to_string();
    let rows: Vec<String> = (0..3000).map(|at| format!("Asset {at},R-{at},PR")).collect();
    let file = format!("name,ref_id,type\n{}\n", rows.join("\n"));
    let results = loaded(&app.admin, "assets", &[("X-Folder-Id", &sales)], &file).await;
    assert_eq!(results["created"], 3000);
    let results = loaded(&app.admin, "assets", &[("X-Folder-Id", &sales), ("X-On-Conflict", "skip")], &file).await;
    assert_eq!(results["skipped"], 3000);
    let users: Vec<String> = (0..1000).map(|at| format!("user{at}@example.com,Sales - Reader")).collect();
    let results = loaded(&app.admin, "users", &[], &format!("email,user_groups\n{}\n", users.join("\n"))).await;
    assert_eq!(results["created"], 1000);
});
