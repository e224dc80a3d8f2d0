//! Heads and proofs over HTTP.

use cairn_journal::proof::{includes, is_consistent};
use cairn_journal::{Hash, Head};
use cairn_testkit::both;
use serde_json::{Value as Json, json};

use crate::history::{self, sealed};

fn hash(value: &Json) -> Hash {
    value.as_str().unwrap().parse().unwrap()
}

fn path(value: &Json) -> Vec<Hash> {
    value.as_array().unwrap().iter().map(hash).collect()
}

both!(async fn the_newest_head_is_there_as_soon_as_something_is_sealed(app) {
    let before = app.admin.get("/api/journal/head/").await.is(200).body();
    assert_eq!((&before["head"], &before["public_key"]), (&Json::Null, &Json::Null));
    assert!(before["waiting"].as_i64().unwrap() > 0);
    app.journal.seal().await.unwrap();
    let answer = app.admin.get("/api/journal/head/").await.is(200);
    let after = answer.body();
    assert_eq!(after["waiting"], 0);
    assert_eq!(after["public_key"], app.journal.public_key().to_string());
    let head = Head::parse(&answer.text()).unwrap();
    assert_eq!(Head::parse(after["head"]["text"].as_str().unwrap()), Ok(head.clone()));
    assert_eq!(after["head"]["size"], head.size);
});

both!(async fn heads_are_listed_newest_first(app) {
    history::make(&app).await;
    let (_, heads) = sealed(&app).await;
    let list = app.admin.get("/api/journal/heads/?limit=2").await.is(200).body();
    assert_eq!(list["count"], 3);
    assert_eq!(list["results"][0]["size"], heads[2].size);
    assert_eq!(list["results"][1]["root"], heads[1].root.to_string());
    let next = list["next"].as_str().unwrap();
    assert_eq!(app.admin.get(next).await.is(200).body()["results"][0]["text"], heads[0].text());
    app.admin.get("/api/journal/heads/?size=1").await.is(400);
});

both!(async fn every_entry_can_be_proven(app) {
    history::make(&app).await;
    let (entries, heads) = sealed(&app).await;
    let head = heads.last().unwrap();
    for entry in entries.iter().rev().take(9) {
        let seq = entry.frame.seq;
        let proof = app.admin.get(&format!("/api/journal/proof/?seq={seq}")).await.is(200).body();
        let (index, size) = (proof["index"].as_u64().unwrap(), proof["size"].as_u64().unwrap());
        assert_eq!((index, hash(&proof["hash"])), (entry.index, entry.hash));
        assert!(includes(entry.hash, index, size, &path(&proof["path"]), hash(&proof["root"])));
        assert_eq!((size, hash(&proof["root"])), (head.size, head.root));
        assert_eq!(Head::parse(&proof["head"].to_string()).as_ref(), Ok(head));
        assert_eq!(proof["entry"]["seq"], seq);
        // In the smallest tree that has it, whether a head was signed there or not.
        let size = index + 1;
        let proof = app.admin.get(&format!("/api/journal/proof/?seq={seq}&size={size}")).await.is(200).body();
        assert!(includes(entry.hash, index, size, &path(&proof["path"]), hash(&proof["root"])));
        assert_eq!(proof["head"].is_null(), heads.iter().all(|head| head.size != size));
        app.admin.get(&format!("/api/journal/proof/?seq={seq}&size={index}")).await.is(400).error("size");
    }
});

both!(async fn every_head_goes_on_from_the_one_before(app) {
    history::make(&app).await;
    let (_, heads) = sealed(&app).await;
    for pair in heads.windows(2) {
        let (first, second) = (pair[0].size, pair[1].size);
        let proof = app.admin.get(&format!("/api/journal/proof/?first={first}&second={second}")).await.is(200).body();
        let path = path(&proof["path"]);
        assert!(is_consistent((first, pair[0].root), (second, pair[1].root), &path));
        assert_eq!((hash(&proof["first_root"]), hash(&proof["second_root"])), (pair[0].root, pair[1].root));
    }
    let proof = app.admin.get("/api/journal/proof/?first=1").await.is(200).body();
    assert_eq!(proof["second"], heads[2].size);
});

both!(async fn a_wrong_question_is_told_so(app) {
    history::make(&app).await;
    let (entries, _) = sealed(&app).await;
    let size = entries.len() as u64;
    for query in ["", "?size=3", "?seq=1&first=1", "?seq=1&second=2", "?first=1&size=2"] {
        app.admin.get(&format!("/api/journal/proof/{query}")).await.is(400).error("detail");
    }
    for (query, field) in [("seq=x", "seq"), ("first=0", "first"), ("first=-1", "first")] {
        app.admin.get(&format!("/api/journal/proof/?{query}")).await.is(400).error(field);
    }
    app.admin.get(&format!("/api/journal/proof/?first=1&second={}", size + 1)).await.is(400).error("second");
    app.admin.get(&format!("/api/journal/proof/?first={}", size + 1)).await.is(400).error("first");
    app.admin.get("/api/journal/proof/?seq=999999999").await.is(404);
    app.admin.get("/api/journal/proof/?seq=99999999999999999999").await.is(400).error("seq");
    app.admin.get("/api/journal/proof/?leaf=1").await.is(400).error("leaf");
});

both!(async fn who_may_see_an_object_may_have_its_proof(app) {
    let (ours, theirs) = (app.domain("Ours").await, app.domain("Theirs").await);
    let reader = app.user("reader@example.com", "AUD", ours).await;
    let mine = app.admin.post("/api/assets/", json!({ "name": "CRM", "folder": ours })).await.is(201).id();
    let other = app.admin.post("/api/assets/", json!({ "name": "ERP", "folder": theirs })).await.is(201).id();
    app.journal.seal().await.unwrap();
    let (entries, _) = sealed(&app).await;
    let seq = |id: uuid::Uuid| {
        let found = entries.iter().find(|entry| entry.frame.object_id == Some(id.to_string()));
        found.unwrap().frame.seq
    };
    let proof = reader.get(&format!("/api/journal/proof/?seq={}", seq(mine))).await.is(200).body();
    assert!(proof["entry"].is_null(), "what it says is not for them");
    let index = proof["index"].as_u64().unwrap();
    let size = proof["size"].as_u64().unwrap();
    assert!(includes(hash(&proof["hash"]), index, size, &path(&proof["path"]), hash(&proof["root"])));
    reader.get(&format!("/api/journal/proof/?seq={}", seq(other))).await.is(404);
    reader.get("/api/journal/proof/?seq=999999999").await.is(404);
    reader.get("/api/journal/proof/?first=1").await.is(403);
    reader.get("/api/journal/head/").await.is(403);
});

both!(async fn a_proof_shows_an_entry_to_those_alone_who_see_everything(app) {
    let (ours, theirs) = (app.domain("Ours").await, app.domain("Theirs").await);
    let other = app.admin.post("/api/assets/", json!({ "name": "ERP", "folder": theirs })).await.is(201).id();
    let permissions = "/api/permissions/?codename__in=view_folder,view_role,view_user";
    let permissions = app.admin.get(permissions).await.is(200).ids();
    let role = json!({ "name": "Looks at roles", "permissions": permissions });
    let role = app.admin.post("/api/roles/", role).await.is(201).id();
    let looker = app.user_with(json!({ "email": "looker@example.com" })).await;
    let given = json!({ "name": "given", "user": looker.user, "role": role, "perimeter_folders": [app.root], "is_recursive": true });
    app.admin.post("/api/role-assignments/", given).await.is(201);
    let limited = app.admin.post("/api/iam/auth-tokens/", json!({ "name": "ours", "folder": ours })).await.is(201).body();
    let limited = app.nobody.with("Authorization", &format!("Token {}", limited["token"].as_str().unwrap()));
    let signed_in = json!({ "email": cairn_testkit::ADMIN_EMAIL, "password": cairn_testkit::ADMIN_PASSWORD });
    app.nobody.post("/api/iam/login/", signed_in).await.is(200);
    app.journal.seal().await.unwrap();
    let (entries, _) = sealed(&app).await;
    let seq = |id: uuid::Uuid, kind: &str| {
        let found = entries.iter().find(|entry| entry.frame.object_id == Some(id.to_string()) && entry.frame.kind == kind);
        found.unwrap().frame.seq
    };
    let (asset, sign_in) = (seq(other, "created"), seq(app.admin.user, "signed_in"));
    for client in [&looker, &limited] {
        client.get(&format!("/api/journal/proof/?seq={asset}")).await.is(404);
        client.get("/api/journal/head/").await.is(403);
    }
    // Seeing a person is not enough to learn when they signed in.
    looker.get(&format!("/api/users/{}/", app.admin.user)).await.is(200);
    looker.get(&format!("/api/journal/proof/?seq={sign_in}")).await.is(404);
    assert!(!app.admin.get(&format!("/api/journal/proof/?seq={asset}")).await.is(200).body()["entry"].is_null());
});
