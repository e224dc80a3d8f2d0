//! Rights cannot be had by tricks, and an instance cannot lose its last administrator.

use cairn_testkit::{ADMIN_EMAIL, Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// The id of a built-in group on a domain.
async fn group(app: &TestApp, letters: &str, domain: Uuid) -> Uuid {
    let path = format!("/api/user-groups/?folder={domain}&code=BI-UG-{letters}");
    app.admin.get(&path).await.is(200).ids()[0]
}

async fn role(app: &TestApp, letters: &str) -> Uuid {
    app.admin.get(&format!("/api/roles/?code=BI-RL-{letters}")).await.is(200).ids()[0]
}

/// The ids of permissions by their names.
async fn permissions(app: &TestApp, names: &[&str]) -> Vec<Uuid> {
    let found = app.admin.get(&format!("/api/permissions/?codename__in={}", names.join(","))).await.is(200).ids();
    assert_eq!(found.len(), names.len(), "{names:?} exist");
    found
}

async fn custom_role(app: &TestApp, name: &str, names: &[&str]) -> Uuid {
    let body = json!({ "name": name, "permissions": permissions(app, names).await });
    app.admin.post("/api/roles/", body).await.is(201).id()
}

async fn assign(app: &TestApp, user: Uuid, role: Uuid, folder: Uuid, recursive: bool) -> Uuid {
    app.admin.post("/api/role-assignments/", assignment(user, role, folder, recursive)).await.is(201).id()
}

fn assignment(user: Uuid, role: Uuid, folder: Uuid, recursive: bool) -> Json {
    json!({ "name": "given", "user": user, "role": role, "perimeter_folders": [folder], "is_recursive": recursive })
}

/// Someone with a role made of these permissions.
pub async fn someone(app: &TestApp, name: &str, names: &[&str], folder: Uuid, recursive: bool) -> Client {
    let client = app.user_with(json!({ "email": format!("{name}@example.com") })).await;
    let role = custom_role(app, name, names).await;
    assign(app, client.user, role, folder, recursive).await;
    client
}

fn user_url(id: Uuid) -> String {
    format!("/api/users/{id}/")
}

both!(async fn the_last_administrator_stays(app) {
    let (me, admins) = (user_url(app.admin.user), group(&app, "ADM", app.root).await);
    for body in [
        json!({ "is_active": false }),
        json!({ "user_groups": [] }),
        json!({ "is_third_party": true }),
        json!({ "expiry_date": "2020-01-01" }),
        json!({ "expiry_date": "2026-12-31" }),
    ] {
        let refused = app.admin.patch(&me, body.clone()).await;
        assert_eq!(refused.status, 409, "{body}: {}", refused.text());
    }
    let mut put = json!({ "email": ADMIN_EMAIL, "is_active": false });
    app.admin.put(&me, put.clone()).await.is(409);
    put["is_active"] = json!(true);
    app.admin.put(&me, put).await.is(200);
    app.admin.delete(&me).await.is(409);
    let members = json!({ "users": [app.admin.user] });
    app.admin.post(&format!("/api/user-groups/{admins}/remove-members/"), members).await.is(409);
    app.admin.patch(&format!("/api/user-groups/{admins}/"), json!({ "users": [] })).await.is(409);
    app.admin.delete(&format!("/api/user-groups/{admins}/")).await.is(409);
    let given = app.admin.get(&format!("/api/role-assignments/?user_group={admins}")).await.is(200).ids()[0];
    app.admin.delete(&format!("/api/role-assignments/{given}/")).await.is(409);
    app.admin.patch(&format!("/api/role-assignments/{given}/"), json!({ "is_recursive": false })).await.is(409);
    let role = role(&app, "ADM").await;
    app.admin.patch(&format!("/api/roles/{role}/"), json!({ "permissions": [] })).await.is(409);
    app.admin.delete(&format!("/api/roles/{role}/")).await.is(409);
    for (path, id, field, value) in [
        ("users", app.admin.user, "is_active", json!(false)),
        ("users", app.admin.user, "user_groups", json!([])),
        ("user-groups", admins, "users", json!([])),
    ] {
        let body = json!({ "action": "change_field", "ids": [id], "field": field, "value": value });
        let answer = app.admin.post(&format!("/api/{path}/batch-action/"), body).await.is(200).body();
        assert_eq!(answer["failed"].as_array().map(Vec::len), Some(1), "{path} {field}: {answer}");
    }
    for (path, id) in [("users", app.admin.user), ("user-groups", admins), ("role-assignments", given)] {
        let body = json!({ "action": "delete", "ids": [id] });
        let answer = app.admin.post(&format!("/api/{path}/batch-action/"), body).await.is(200).body();
        assert_eq!(answer["failed"].as_array().map(Vec::len), Some(1), "{path}: {answer}");
    }
    let current = app.admin.get("/api/iam/current-user/").await.is(200).body();
    assert_eq!(current["is_admin"], true);
    app.admin.post("/api/users/", json!({ "email": "still@example.com" })).await.is(201);
});

both!(async fn an_administrator_with_a_successor_may_go(app) {
    let second = app.user("second@example.com", "ADM", app.root).await;
    let admins = group(&app, "ADM", app.root).await;
    let members = json!({ "users": [app.admin.user] });
    second.post(&format!("/api/user-groups/{admins}/remove-members/"), members).await.is(200);
    app.admin.get("/api/users/").await.is(403);
    second.delete(&user_url(second.user)).await.is(409);
});

both!(async fn two_administrators_cannot_demote_each_other_at_once(app) {
    let second = app.user("second@example.com", "ADM", app.root).await;
    let (one, other) = (user_url(app.admin.user), user_url(second.user));
    for _ in 0..5 {
        let (first, last) =
            tokio::join!(app.admin.patch(&other, json!({ "user_groups": [] })), second.patch(&one, json!({ "user_groups": [] })));
        let done = [&first, &last].into_iter().filter(|answer| answer.status == 200).count();
        assert_eq!(done, 1, "{} {}", first.text(), last.text());
        // The one who was too late had no rights any more, or would have been the last.
        let refused = if first.status == 200 { &last } else { &first };
        assert!([403, 404, 409].contains(&refused.status.as_u16()), "{}", refused.text());
        let admins = group_as(if first.status == 200 { &app.admin } else { &second }, &app).await;
        let (winner, loser) = if first.status == 200 { (&app.admin, second.user) } else { (&second, app.admin.user) };
        winner.post(&format!("/api/user-groups/{admins}/add-members/"), json!({ "users": [loser] })).await.is(200);
    }
});

async fn group_as(client: &Client, app: &TestApp) -> Uuid {
    let path = format!("/api/user-groups/?folder={}&code=BI-UG-ADM", app.root);
    client.get(&path).await.is(200).ids()[0]
}

both!(async fn a_domain_manager_gives_only_what_they_have(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let manager = app.user("manager@example.com", "DMA", ours).await;
    let colleague = app.user_with(json!({ "email": "colleague@example.com" })).await;
    let members = json!({ "users": [colleague.user] });
    for letters in ["ANA", "DMA", "AUD", "TPR"] {
        let group = group(&app, letters, ours).await;
        manager.post(&format!("/api/user-groups/{group}/add-members/"), members.clone()).await.is(200);
    }
    colleague.get(&format!("/api/folders/{ours}/")).await.is(200);
    // Groups elsewhere are not seen; even if they were, they could not be given.
    for group in [group(&app, "DMA", theirs).await, group(&app, "ADM", app.root).await] {
        manager.post(&format!("/api/user-groups/{group}/add-members/"), members.clone()).await.is(404);
    }
    manager.patch(&user_url(manager.user), json!({ "user_groups": [] })).await.is(403);
    manager.post("/api/iam/set-password/", json!({ "user": app.admin.user, "new_password": "Correct-Horse-43" })).await.is(403);
    // One who manages a part does not get hold of those who manage the whole.
    let group = group(&app, "DMA", ours).await;
    app.admin.post(&format!("/api/user-groups/{group}/add-members/"), json!({ "users": [app.admin.user] })).await.is(200);
    manager.post(&format!("/api/user-groups/{group}/remove-members/"), json!({ "users": [app.admin.user] })).await.is(200);
    assert_eq!(app.admin.get("/api/iam/current-user/").await.is(200).body()["is_admin"], true);
});

both!(async fn who_may_change_users_does_not_become_one_of_the_strong(app) {
    let names = ["view_folder", "view_user", "add_user", "change_user", "delete_user", "view_usergroup", "change_usergroup"];
    let clerk = someone(&app, "clerk", &names, app.root, true).await;
    let admins = group(&app, "ADM", app.root).await;
    let admin = user_url(app.admin.user);
    for body in [
        json!({ "email": "mine@example.com" }),
        json!({ "is_active": false }),
        json!({ "is_third_party": true }),
        json!({ "expiry_date": "2030-01-01" }),
        json!({ "user_groups": [] }),
        json!({ "keep_local_login": false }),
    ] {
        let refused = clerk.patch(&admin, body.clone()).await;
        assert_eq!(refused.status, 403, "{body}: {}", refused.text());
    }
    clerk.put(&admin, json!({ "email": "mine@example.com" })).await.is(403);
    clerk.delete(&admin).await.is(403);
    clerk.post("/api/iam/set-password/", json!({ "user": app.admin.user, "new_password": "Correct-Horse-43-Battery" })).await.is(403);
    clerk.patch(&user_url(clerk.user), json!({ "user_groups": [admins] })).await.is(403);
    clerk.post("/api/users/", json!({ "email": "puppet@example.com", "user_groups": [admins] })).await.is(403);
    clerk.post(&format!("/api/user-groups/{admins}/add-members/"), json!({ "users": [clerk.user] })).await.is(403);
    clerk.post(&format!("/api/user-groups/{admins}/remove-members/"), json!({ "users": [app.admin.user] })).await.is(403);
    for (path, body) in [
        ("users", json!({ "action": "add_to_field", "ids": [clerk.user], "field": "user_groups", "value": [admins] })),
        ("users", json!({ "action": "change_field", "ids": [app.admin.user], "field": "email", "value": "x@example.com" })),
        ("users", json!({ "action": "delete", "ids": [app.admin.user] })),
        ("user-groups", json!({ "action": "add_to_field", "ids": [admins], "field": "users", "value": [clerk.user] })),
    ] {
        let answer = clerk.post(&format!("/api/{path}/batch-action/"), body.clone()).await.is(200).body();
        assert_eq!(answer["succeeded"], json!([]), "{body}");
    }
    // An administrator who was switched off is as strong as before once switched on again.
    let sleeping = app.user("sleeping@example.com", "ADM", app.root).await;
    app.admin.patch(&user_url(sleeping.user), json!({ "is_active": false })).await.is(200);
    clerk.patch(&user_url(sleeping.user), json!({ "is_active": true })).await.is(403);
    clerk.post("/api/iam/set-password/", json!({ "user": sleeping.user, "new_password": "Correct-Horse-43-Battery" })).await.is(403);
    // The weak are theirs to care for.
    let weak = clerk.post("/api/users/", json!({ "email": "weak@example.com" })).await.is(201).id();
    clerk.patch(&user_url(weak), json!({ "first_name": "Wanda", "email": "wanda@example.com" })).await.is(200);
    clerk.post("/api/iam/set-password/", json!({ "user": weak, "new_password": "Correct-Horse-43-Battery" })).await.is(204);
    clerk.delete(&user_url(weak)).await.is(204);
});

both!(async fn who_may_give_roles_gives_only_their_own(app) {
    let ours = app.domain("Payments").await;
    let names = [
        "view_folder", "view_user", "view_role", "view_roleassignment", "add_roleassignment", "change_roleassignment",
        "delete_roleassignment", "view_usergroup", "add_usergroup",
    ];
    let giver = someone(&app, "giver", &names, app.root, true).await;
    let (admin_role, reader) = (role(&app, "ADM").await, role(&app, "AUD").await);
    for role in [admin_role, reader] {
        giver.post("/api/role-assignments/", assignment(giver.user, role, ours, true)).await.is(403);
    }
    let harmless = custom_role(&app, "Looker", &["view_folder"]).await;
    let given = giver.post("/api/role-assignments/", assignment(giver.user, harmless, ours, false)).await.is(201).id();
    let url = format!("/api/role-assignments/{given}/");
    for body in [json!({ "role": admin_role }), json!({ "role": reader })] {
        giver.patch(&url, body).await.is(403);
    }
    let body = json!({ "action": "change_field", "ids": [given], "field": "role", "value": admin_role });
    let answer = giver.post("/api/role-assignments/batch-action/", body).await.is(200).body();
    assert_eq!(answer["succeeded"], json!([]));
    // A strong assignment is not taken away, nor turned to oneself, nor widened.
    let strong = assign(&app, app.admin.user, reader, ours, false).await;
    let url = format!("/api/role-assignments/{strong}/");
    giver.patch(&url, json!({ "user": giver.user })).await.is(403);
    giver.patch(&url, json!({ "perimeter_folders": [app.root] })).await.is(403);
    giver.delete(&url).await.is(403);
    // A role can be given to a person or to a group, on some domain.
    let mut both = assignment(giver.user, harmless, ours, false);
    both["user_group"] = json!(group(&app, "AUD", ours).await);
    assert!(giver.post("/api/role-assignments/", both).await.is(400).error("user_group").contains("not both"));
    let mut nowhere = assignment(giver.user, harmless, ours, false);
    nowhere["perimeter_folders"] = json!([]);
    giver.post("/api/role-assignments/", nowhere).await.is(400).error("perimeter_folders");
    // On one domain it cannot be given on another.
    let local = someone(&app, "local", &names, ours, true).await;
    let mut wide = assignment(local.user, harmless, app.root, true);
    wide["folder"] = json!(ours);
    let refused = local.post("/api/role-assignments/", wide).await;
    assert!([400, 403].contains(&refused.status.as_u16()), "{}", refused.text());
});

both!(async fn who_may_change_roles_cannot_strengthen_their_own(app) {
    let ours = app.domain("Payments").await;
    let names = ["view_folder", "view_role", "add_role", "change_role", "view_permission"];
    let editor = someone(&app, "editor", &names, app.root, true).await;
    let own = editor.get("/api/roles/?name=editor").await.is(200).ids()[0];
    let more = permissions(&app, &["view_folder", "view_user"]).await;
    editor.patch(&format!("/api/roles/{own}/"), json!({ "permissions": more })).await.is(403);
    editor.post("/api/roles/", json!({ "name": "New", "permissions": more })).await.is(403);
    let body = json!({ "action": "change_field", "ids": [own], "field": "permissions", "value": more });
    assert_eq!(editor.post("/api/roles/batch-action/", body).await.is(200).body()["succeeded"], json!([]));
    let body = json!({ "name": "Blind", "permissions": permissions(&app, &["view_role"]).await });
    assert!(editor.post("/api/roles/", body).await.is(400).error("permissions").contains("view_folder"));
    let body = json!({ "name": "Looker", "permissions": permissions(&app, &["view_folder"]).await });
    editor.post("/api/roles/", body).await.is(201);
    // Built-in roles stay as they are.
    let reader = role(&app, "AUD").await;
    editor.patch(&format!("/api/roles/{reader}/"), json!({ "permissions": more })).await.is(409);
    app.admin.patch(&format!("/api/roles/{reader}/"), json!({ "name": "Peeper" })).await.is(409);
    app.admin.delete(&format!("/api/roles/{reader}/")).await.is(409);
    // A permission held only on the root does not go into a role that is given elsewhere.
    let asset = ["view_folder", "view_asset"];
    let rooted = custom_role(&app, "Rooted", &asset).await;
    assign(&app, editor.user, rooted, app.root, false).await;
    let local = custom_role(&app, "Local", &["view_folder"]).await;
    assign(&app, editor.user, local, ours, true).await;
    let wanted = json!({ "permissions": permissions(&app, &asset).await });
    editor.patch(&format!("/api/roles/{local}/"), wanted.clone()).await.is(403);
    // Nor is one taken out that others have and the caller has not.
    let strong = custom_role(&app, "Strong", &["view_folder", "delete_asset"]).await;
    assign(&app, app.admin.user, strong, ours, true).await;
    let weaker = json!({ "permissions": permissions(&app, &["view_folder"]).await });
    editor.patch(&format!("/api/roles/{strong}/"), weaker).await.is(403);
    app.admin.patch(&format!("/api/roles/{local}/"), wanted).await.is(200);
});

both!(async fn moving_a_domain_gives_nobody_rights_that_the_mover_has_not(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let secret = app.domain_under("Secret", theirs).await;
    app.admin.post("/api/assets/", json!({ "name": "Crown jewels", "folder": secret })).await.is(201);
    let mover = app.user("mover@example.com", "DMA", ours).await;
    let role = custom_role(&app, "Renamer", &["view_folder", "change_folder"]).await;
    assign(&app, mover.user, role, theirs, true).await;
    // They may rename it, but not pull it under their own domain.
    let url = format!("/api/folders/{secret}/");
    mover.patch(&url, json!({ "name": "Top secret" })).await.is(200);
    mover.patch(&url, json!({ "parent_folder": ours })).await.is(403);
    mover.put(&url, json!({ "name": "Top secret", "parent_folder": ours })).await.is(403);
    let body = json!({ "action": "change_field", "ids": [secret], "field": "parent_folder", "value": ours });
    assert_eq!(mover.post("/api/folders/batch-action/", body).await.is(200).body()["succeeded"], json!([]));
    assert!(mover.get("/api/assets/").await.is(200).ids().is_empty());
    // Nor take away the groups through which others work there.
    app.user("worker@example.com", "DMA", theirs).await;
    mover.patch(&format!("/api/folders/{theirs}/"), json!({ "create_iam_groups": false })).await.is(403);
    // Within what is theirs they are free.
    let (left, right) = (app.domain_under("Left", ours).await, app.domain_under("Right", ours).await);
    mover.patch(&format!("/api/folders/{left}/"), json!({ "parent_folder": right })).await.is(200);
    mover.patch(&format!("/api/folders/{right}/"), json!({ "parent_folder": left })).await.is(400);
    mover.patch(&format!("/api/folders/{left}/"), json!({ "parent_folder": app.root })).await.is(403);
});

both!(async fn a_domain_manager_may_delete_a_domain_with_its_people(app) {
    let ours = app.domain("Payments").await;
    let part = app.domain_under("Cards", ours).await;
    let manager = app.user("manager@example.com", "DMA", ours).await;
    let analyst = app.user("analyst@example.com", "ANA", part).await;
    let looker = custom_role(&app, "Looker", &["view_folder"]).await;
    assign(&app, analyst.user, looker, part, false).await;
    app.admin.post("/api/assets/", json!({ "name": "Card vault", "folder": part })).await.is(201);
    manager.delete(&format!("/api/folders/{part}/")).await.is(204);
    analyst.get("/api/assets/").await.is(403);
    // The whole domain too, with the groups that gave them the right to do it.
    app.user("reader@example.com", "AUD", ours).await;
    manager.delete(&format!("/api/folders/{ours}/")).await.is(204);
    manager.get("/api/folders/").await.is(403);
    app.admin.delete(&format!("/api/folders/{}/", app.root)).await.is(409);
});

both!(async fn a_custom_role_opens_what_it_says_where_it_says(app) {
    let ours = app.domain("Payments").await;
    let part = app.domain_under("Cards", ours).await;
    let asset = |folder: Uuid, name: &str| json!({ "name": name, "folder": folder });
    let upper = app.admin.post("/api/assets/", asset(ours, "Upper")).await.is(201).id();
    let lower = app.admin.post("/api/assets/", asset(part, "Lower")).await.is(201).id();
    let names = ["view_folder", "view_asset", "add_asset"];
    let flat = someone(&app, "flat", &names, ours, false).await;
    assert_eq!(flat.get("/api/assets/").await.is(200).ids(), [upper]);
    flat.get(&format!("/api/assets/{lower}/")).await.is(404);
    flat.post("/api/assets/", asset(ours, "Made")).await.is(201);
    flat.post("/api/assets/", asset(part, "Made")).await.is(400).error("folder");
    flat.patch(&format!("/api/assets/{upper}/"), json!({ "name": "X" })).await.is(403);
    flat.get("/api/evidences/").await.is(403);
    let deep = someone(&app, "deep", &names, ours, true).await;
    assert_eq!(deep.get("/api/assets/?ordering=name").await.is(200).ids().len(), 3);
    deep.post("/api/assets/", asset(part, "Made")).await.is(201);
    // A new domain below is reached without anyone doing more.
    let fresh = app.domain_under("Fresh", part).await;
    deep.post("/api/assets/", asset(fresh, "Made")).await.is(201);
    flat.get(&format!("/api/folders/{fresh}/")).await.is(404);
});

both!(async fn built_in_groups_and_assignments_stay(app) {
    let ours = app.domain("Payments").await;
    let group = group(&app, "AUD", ours).await;
    app.admin.patch(&format!("/api/user-groups/{group}/"), json!({ "name": "X" })).await.is(409);
    app.admin.delete(&format!("/api/user-groups/{group}/")).await.is(409);
    let given = app.admin.get(&format!("/api/role-assignments/?user_group={group}")).await.is(200).ids()[0];
    app.admin.patch(&format!("/api/role-assignments/{given}/"), json!({ "name": "X" })).await.is(409);
    app.admin.delete(&format!("/api/role-assignments/{given}/")).await.is(409);
    app.admin.patch(&format!("/api/roles/{}/", role(&app, "AUD").await), json!({ "code": "X" })).await;
    for body in [json!({ "builtin": true }), json!({ "code": "BI-UG-ADM" })] {
        let mut group = json!({ "name": "Mine", "folder": ours });
        group.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        app.admin.post("/api/user-groups/", group).await.is(400);
    }
});

both!(async fn an_object_moves_only_between_domains_where_the_caller_may_change_and_add(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let reader_there = app.user("mover@example.com", "ANA", ours).await;
    let readers = group(&app, "AUD", theirs).await;
    let members = json!({ "users": [reader_there.user] });
    app.admin.post(&format!("/api/user-groups/{readers}/add-members/"), members).await.is(200);
    let make = |folder: Uuid| json!({ "name": format!("of {folder}"), "folder": folder });
    let own = app.admin.post("/api/assets/", make(ours)).await.is(201).id();
    let other = app.admin.post("/api/assets/", make(theirs)).await.is(201).id();
    for (id, to) in [(own, theirs), (other, ours)] {
        let url = format!("/api/assets/{id}/");
        reader_there.patch(&url, json!({ "folder": to })).await.is(403);
        reader_there.put(&url, json!({ "name": "moved", "folder": to })).await.is(403);
        let body = json!({ "action": "change_field", "ids": [id], "field": "folder", "value": to });
        let answer = reader_there.post("/api/assets/batch-action/", body).await.is(200).body();
        assert_eq!(answer["succeeded"], json!([]));
    }
    // A link that the other side owns is a change of the other side.
    let control = app.admin.post("/api/applied-controls/", make(theirs)).await.is(201).id();
    reader_there.patch(&format!("/api/assets/{own}/"), json!({ "applied_controls": [control] })).await.is(403);
    let body = json!({ "name": "linked", "folder": ours, "applied_controls": [control] });
    reader_there.post("/api/assets/", body).await.is(403);
    assert_eq!(reader_there.get("/api/assets/?name=linked").await.is(200).body()["count"], 0);
});

both!(async fn deleting_a_domain_takes_no_rights_away_elsewhere(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let part = app.domain_under("Cards", ours).await;
    let manager = app.user("manager@example.com", "DMA", ours).await;
    let reader = role(&app, "AUD").await;
    // A group of the domain that may read another one, and a role on the other one that is kept in the domain.
    let helpers = app.admin.post("/api/user-groups/", json!({ "name": "Helpers", "folder": part })).await.is(201).id();
    let given = json!({ "name": "given", "user_group": helpers, "role": reader, "perimeter_folders": [theirs], "is_recursive": true });
    app.admin.post("/api/role-assignments/", given).await.is(201);
    let helper = app.user_with(json!({ "email": "helper@example.com", "user_groups": [helpers] })).await;
    let guest = app.user_with(json!({ "email": "guest@example.com" })).await;
    let mut kept = assignment(guest.user, reader, theirs, true);
    kept["folder"] = json!(part);
    let kept = app.admin.post("/api/role-assignments/", kept).await.is(201).id();

    let there = format!("/api/folders/{theirs}/");
    let refused = async || {
        manager.delete(&format!("/api/folders/{part}/")).await.is(403);
        manager.delete(&format!("/api/folders/{ours}/")).await.is(403);
        let body = json!({ "action": "delete", "ids": [part] });
        let answer = manager.post("/api/folders/batch-action/", body).await.is(200).body();
        assert_eq!(answer["succeeded"], json!([]), "{answer}");
    };
    manager.delete(&format!("/api/user-groups/{helpers}/")).await.is(403);
    refused().await;
    helper.get(&there).await.is(200);
    app.admin.delete(&format!("/api/user-groups/{helpers}/")).await.is(204);
    refused().await;
    guest.get(&there).await.is(200);
    app.admin.delete(&format!("/api/role-assignments/{kept}/")).await.is(204);
    manager.delete(&format!("/api/folders/{part}/")).await.is(204);
});
