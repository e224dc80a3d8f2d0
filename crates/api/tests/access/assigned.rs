//! A resource whose rows a role sees only if they are assigned to it: none of the others shows through any side door.
//!
//! Errands are such a resource, steps belong to errands, and boards, which everyone in the domain sees, refer to them.

use std::sync::LazyLock;

use cairn_engine::clock::Clock;
use cairn_engine::{Cx, Entry, Module, Registry, computed, query};
use cairn_model::{AnyRef, Id, Many, Markdown, Record, Ref};
use cairn_resources::iam::{Actor, Folder};
use cairn_store::Sql;
use cairn_testkit::{Answer, Client, Database, TestApp};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::receiver::{Delivery, Receiver};
use crate::world::{UNKNOWN, upload};

/// Something that someone has to do.
#[derive(Debug, Clone, Record)]
#[resource(path = "errands", mine = "assignees", carries = "attachments")]
pub struct Errand {
    pub id: Id<Errand>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    pub assignees: Many<Actor>,
    #[field(default = false)]
    pub is_published: bool,
}

/// A part of an errand.
#[derive(Debug, Clone, Record)]
#[resource(path = "errand-steps", mine = "through:errand")]
pub struct ErrandStep {
    pub id: Id<ErrandStep>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(on_delete = "cascade")]
    pub errand: Ref<Errand>,
}

/// Where errands hang.
#[derive(Debug, Clone, Record)]
#[resource(path = "boards")]
pub struct Board {
    pub id: Id<Board>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    pub first: Option<Ref<Errand>>,
    pub errands: Many<Errand>,
}

/// A word about anything.
#[derive(Debug, Clone, Record)]
#[resource(path = "notes")]
pub struct Note {
    pub id: Id<Note>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    pub about: Option<AnyRef>,
}

/// A mark that goes with what it is on.
#[derive(Debug, Clone, Record)]
#[resource(path = "stickers")]
pub struct Sticker {
    pub id: Id<Sticker>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    pub on: AnyRef,
}

static NOTES: Entry = Entry::of::<Note>().module(Module::Operations, "box").roles("vacd vacd vacd v vac - - -");
static STICKERS: Entry = Entry::of::<Sticker>().module(Module::Operations, "box").roles("vacd vacd vacd v v - - -");
static ERRANDS: Entry = Entry::of::<Errand>()
    .module(Module::Operations, "box")
    .roles("vacd vacd vacd v c - - -")
    .visible_by_assignment("AUD");
static STEPS: Entry = Entry::of::<ErrandStep>()
    .module(Module::Operations, "box")
    .roles("vacd vacd vacd v - - - -")
    .visible_by_assignment("AUD");
static BOARDS: Entry = Entry::of::<Board>()
    .module(Module::Operations, "box")
    .roles("vacd vacd vacd v vc - - -")
    .computed(&[computed!(errands_count: i64, "How many errands hang there.", sql errands_count)]);

fn errands_count(cx: &Cx) -> Sql {
    query::linked(cx, cx.resource::<Board>(), "errands", "count(*)")
}

static REGISTRY: LazyLock<&'static Registry> = LazyLock::new(|| {
    let own = [&ERRANDS, &STEPS, &BOARDS, &NOTES, &STICKERS];
    Registry::new(&cairn_domain::ENTRIES.iter().copied().chain(own).collect::<Vec<_>>())
});

struct World {
    app: TestApp,
    domain: Uuid,
    me: Client,
    actor: Uuid,
    mine: Uuid,
    my_step: Uuid,
    hidden: Uuid,
    hidden_step: Uuid,
    board: Uuid,
}

async fn make(client: &Client, path: &str, body: Json) -> Uuid {
    client.post(&format!("/api/{path}/"), body).await.is(201).id()
}

impl World {
    async fn make(database: Database) -> Self {
        let app = TestApp::start_with_registry(database, *REGISTRY).await;
        let domain = app.domain("Office").await;
        let me = app.user("me@example.com", "AUD", domain).await;
        let actor = app.admin.get(&format!("/api/actors/?user={}", me.user)).await.is(200).ids()[0];
        let admin = &app.admin;
        let errand = |name: &str, assignees: &[Uuid]| json!({ "name": name, "folder": domain, "assignees": assignees });
        let step = |name: &str, errand: Uuid| json!({ "name": name, "folder": domain, "errand": errand });
        let mine = make(admin, "errands", errand("Fetch the post", &[actor])).await;
        let hidden = make(admin, "errands", errand("hushed errand", &[])).await;
        let my_step = make(admin, "errand-steps", step("Find the key", mine)).await;
        let hidden_step = make(admin, "errand-steps", step("hushed step", hidden)).await;
        let board = json!({ "name": "Hall", "folder": domain, "first": hidden, "errands": [mine, hidden] });
        let board = make(admin, "boards", board).await;
        Self { app, domain, me, actor, mine, my_step, hidden, hidden_step, board }
    }

    /// Nothing of what is hidden is in the answer.
    #[track_caller]
    fn clean(&self, asked: &str, answer: &Answer) {
        let text = answer.text().to_lowercase();
        assert!(!text.contains("hushed"), "{asked} names something hidden: {text}");
        for id in [self.hidden, self.hidden_step] {
            assert!(!text.contains(&id.to_string()), "{asked} shows a hidden id: {text}");
        }
    }

    async fn get(&self, path: &str) -> Answer {
        let answer = self.me.get(&format!("/api/{path}")).await.is(200);
        self.clean(path, &answer);
        answer
    }
}

macro_rules! on_both {
    ($(async fn $name:ident($world:ident) $body:block)*) => { $(
        mod $name {
            use super::*;

            async fn test($world: World) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                test(World::make(Database::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                test(World::make(Database::Postgres).await).await;
            }
        }
    )* };
}

on_both! {
async fn lists_show_only_what_is_assigned(world) {
    for (path, own) in [("errands", world.mine), ("errand-steps", world.my_step)] {
        for tail in ["", "?limit=1", "autocomplete/", "?search=the", "?ordering=-name", "?fields=id,name"] {
            let answer = world.get(&format!("{path}/{tail}")).await;
            assert_eq!(answer.body()["count"], 1, "{path}/{tail}");
        }
        assert_eq!(world.get(&format!("{path}/?limit=1&offset=1")).await.body()["count"], 1);
        assert_eq!(world.get(&format!("{path}/")).await.ids(), [own]);
        for tail in ["ids/", "export_csv/", "export_jsonl/"] {
            let answer = world.get(&format!("{path}/{tail}")).await;
            assert!(answer.text().contains(&own.to_string()), "{path}/{tail}");
        }
        assert_eq!(world.get(&format!("{path}/?search=hushed")).await.body()["count"], 0);
        world.get(&format!("{path}/{own}/")).await;
        world.get(&format!("{path}/{own}/history/")).await;
    }
    let found = world.get("search/?q=hush").await.body();
    assert_eq!((&found["count"], &found["total_candidates"]), (&json!(0), &json!(0)));
    let found = world.get("search/?q=post").await.body();
    assert_eq!((&found["count"], &found["results"][0]["id"]), (&json!(1), &json!(world.mine)));
    let model = world.get("model/").await.body();
    let may = &model["resources"]["errands"]["permissions"];
    assert_eq!((&may["view"], &may["change"], &may["add"]), (&json!(true), &json!(true), &json!(false)));
}

async fn what_refers_to_them_says_nothing_of_the_others(world) {
    let board = world.get(&format!("boards/{}/", world.board)).await.body();
    assert_eq!((&board["first"], &board["errands_count"]), (&Json::Null, &json!(1)));
    assert_eq!(board["errands"], json!([{ "id": world.mine, "str": "Fetch the post" }]));
    let raw = world.get(&format!("boards/{}/object/", world.board)).await.body();
    assert_eq!((&raw["first"], &raw["errands"]), (&Json::Null, &json!([world.mine])));
    for (query, count) in [
        (format!("errands={}", world.mine), 1),
        (format!("errands={}", world.hidden), 0),
        (format!("first={}", world.hidden), 0),
        ("first__isnull=true".to_owned(), 1),
        ("errands_count=1".to_owned(), 1),
        ("errands_count__gt=1".to_owned(), 0),
    ] {
        assert_eq!(world.get(&format!("boards/?{query}")).await.body()["count"], count, "{query}");
    }
    for tail in ["export_csv/", "export_jsonl/", "?ordering=first"] {
        world.get(&format!("boards/{tail}")).await;
    }
    // Deleting an errand would touch the board and a step; the question before it names only what is seen.
    let info = world.get(&format!("boards/{}/cascade-info/", world.board)).await;
    assert!(info.text().contains("Fetch the post") || !info.text().contains("errands"), "{}", info.text());
}

async fn the_past_and_the_log_are_as_discreet(world) {
    let before = world.app.clock.now().to_string();
    world.app.clock.advance_seconds(60);
    let admin = &world.app.admin;
    let (board, hidden) = (format!("/api/boards/{}/", world.board), format!("/api/errands/{}/", world.hidden));
    admin.patch(&hidden, json!({ "description": "hushed words" })).await.is(200);
    admin.patch(&board, json!({ "first": world.mine, "errands": [world.mine] })).await.is(200);
    let history = world.get(&format!("boards/{}/history/", world.board)).await;
    assert!(history.text().contains("Fetch the post"), "{}", history.text());
    for path in ["log-entries/", "log-entries/?search=hushed", "log-entries/export_jsonl/"] {
        world.get(path).await;
    }
    let log = world.get(&format!("log-entries/?object_id={}", world.mine)).await;
    assert_eq!(log.body()["count"], 1, "what became of one's own errand");
    let before = before.replace('+', "%2B");
    world.get(&format!("diff/?from={before}")).await;
    for path in ["errands", "errand-steps", "boards"] {
        world.get(&format!("{path}/?as_of={before}")).await;
    }
    world.get(&format!("search/?q=hush&as_of={before}")).await;
    // A deleted one was nobody's.
    admin.delete(&hidden).await.is(204);
    for path in ["log-entries/".to_owned(), format!("boards/{}/history/", world.board)] {
        world.get(&path).await;
    }
    world.me.get(&format!("{hidden}history/")).await.is(404);
}

async fn a_hidden_one_is_like_none_to_whoever_writes(world) {
    let same = |one: &Answer, other: &Answer| {
        let words = |answer: &Answer, id: Uuid| answer.text().replace(&id.to_string(), "ID");
        assert_eq!((one.status, words(one, world.hidden)), (other.status, words(other, UNKNOWN)));
    };
    let url = |id: Uuid| format!("/api/errands/{id}/");
    for tail in ["", "object/", "history/", "cascade-info/"] {
        let ask = async |id: Uuid| world.me.get(&format!("{}{tail}", url(id))).await.is(404);
        same(&ask(world.hidden).await, &ask(UNKNOWN).await);
    }
    let patch = async |id: Uuid| world.me.patch(&url(id), json!({ "name": "Mine" })).await.is(404);
    same(&patch(world.hidden).await, &patch(UNKNOWN).await);
    let board = format!("/api/boards/{}/", world.board);
    let link = async |id: Uuid| world.me.patch(&board, json!({ "first": id })).await.is(400);
    same(&link(world.hidden).await, &link(UNKNOWN).await);
    // One's own may be changed, as the role has it, and a link to a hidden one is kept.
    world.me.patch(&url(world.mine), json!({ "description": "Done" })).await.is(200);
    world.me.delete(&url(world.mine)).await.is(403);
    world.clean("PATCH", &world.me.patch(&board, json!({ "name": "Hall 2", "errands": [world.mine] })).await.is(200));
    let kept = world.app.admin.get(&format!("{board}object/")).await.is(200).body();
    assert_eq!((&kept["first"], kept["errands"].as_array().map(Vec::len)), (&json!(world.hidden), Some(2)));
}

async fn an_assignment_to_a_team_is_one_too_and_ends_when_it_is_taken_back(world) {
    let admin = &world.app.admin;
    let team = json!({ "name": "Porters", "folder": world.domain, "members": [world.me.user] });
    let team = make(admin, "teams", team).await;
    let actor = admin.get(&format!("/api/actors/?team={team}")).await.is(200).ids()[0];
    let url = format!("/api/errands/{}/", world.hidden);
    admin.patch(&url, json!({ "assignees": [actor] })).await.is(200);
    assert_eq!(world.me.get("/api/errands/").await.is(200).body()["count"], 2);
    assert_eq!(world.me.get(&format!("/api/boards/{}/", world.board)).await.is(200).body()["errands_count"], 2);
    world.me.get(&format!("/api/errand-steps/{}/", world.hidden_step)).await.is(200);
    admin.patch(&url, json!({ "assignees": [] })).await.is(200);
    world.me.get(&url).await.is(404);
    assert_ne!(world.actor, actor);
    // Outside of the domains of the role an assignment gives nothing.
    let elsewhere = world.app.domain("Elsewhere").await;
    let body = json!({ "name": "hushed far away", "folder": elsewhere, "assignees": [world.actor] });
    make(admin, "errands", body).await;
    assert_eq!(world.get("errands/").await.body()["count"], 1);
}
async fn webhooks_tell_their_owner_of_no_other(world) {
    let admin = &world.app.admin;
    admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
    let permissions = "/api/permissions/?codename__in=view_folder,view_webhookendpoint,add_webhookendpoint";
    let permissions = admin.get(permissions).await.is(200).ids();
    let role = make(admin, "roles", json!({ "name": "Listener", "permissions": permissions })).await;
    let grant = json!({ "name": "g", "user": world.me.user, "role": role, "perimeter_folders": [world.domain] });
    make(admin, "role-assignments", grant).await;
    let receiver = Receiver::start().await;
    let verbs = ["created", "updated", "deleted"];
    let events: Vec<String> =
        ["errand", "errandstep", "board"].iter().flat_map(|model| verbs.map(|verb| format!("{model}.{verb}"))).collect();
    let endpoint = json!({
        "name": "Mine", "url": receiver.url, "folder": world.domain, "event_types": events, "generate_secret": true,
    });
    make(&world.me, "webhooks/endpoints", endpoint).await;
    let rename = async |path: &str, id: Uuid, name: &str| {
        admin.patch(&format!("/api/{path}/{id}/"), json!({ "name": name })).await.is(200);
    };
    rename("errands", world.hidden, "hushed again").await;
    rename("errand-steps", world.hidden_step, "hushed step again").await;
    rename("errands", world.mine, "Fetch the parcels").await;
    rename("errand-steps", world.my_step, "Find the box").await;
    rename("boards", world.board, "Hall 3").await;
    let other = make(admin, "errands", json!({ "name": "hushed and new", "folder": world.domain })).await;
    admin.delete(&format!("/api/errands/{other}/")).await.is(204);
    admin.delete(&format!("/api/errands/{}/", world.hidden)).await.is(204);
    world.app.worker.run_due().await.expect("a round");
    let received: Vec<Json> = receiver.received().iter().map(Delivery::json).collect();
    let text = serde_json::to_string(&received).expect("text");
    assert!(!text.contains("hushed"), "{text}");
    for id in [world.hidden, world.hidden_step, other] {
        assert!(!text.contains(&id.to_string()), "{text}");
    }
    let mut told: Vec<(&str, &str)> = received
        .iter()
        .map(|one| (one["type"].as_str().expect("a type"), one["data"]["id"].as_str().expect("an id")))
        .collect();
    told.sort_unstable();
    let (mine, step, board) = (world.mine.to_string(), world.my_step.to_string(), world.board.to_string());
    // Once by name, and once more when the deletion took a hidden errand off the board.
    let board = ("board.updated", board.as_str());
    assert_eq!(told, [board, board, ("errand.updated", &mine), ("errandstep.updated", &step)]);
    let full = received.iter().find(|one| one["data"]["name"] == "Hall 3").expect("a full message");
    assert_eq!((&full["data"]["first"], &full["data"]["errands"]), (&Json::Null, &json!([world.mine])));
}
async fn a_reference_to_any_object_says_nothing_of_what_is_hidden(world) {
    let admin = &world.app.admin;
    let note = async |name: &str, about: Option<Uuid>| {
        make(admin, "notes", json!({ "name": name, "folder": world.domain, "about": about })).await
    };
    let shown = note("On mine", Some(world.mine)).await;
    let dark = note("On another", Some(world.hidden)).await;
    let empty = note("On nothing", None).await;
    let board = note("On the board", Some(world.board)).await;
    let about = async |id: Uuid| world.get(&format!("notes/{id}/")).await.body()["about"].clone();
    assert_eq!(about(shown).await, json!({ "id": world.mine, "str": "Fetch the post", "resource": "errands" }));
    assert_eq!(about(board).await, json!({ "id": world.board, "str": "Hall", "resource": "boards" }));
    assert_eq!((about(dark).await, about(empty).await), (Json::Null, Json::Null));
    let raw = world.get(&format!("notes/{dark}/object/")).await.body();
    assert_eq!(raw["about"], Json::Null);
    for (query, found) in [
        (format!("about={}", world.mine), vec![shown]),
        (format!("about={}", world.hidden), vec![]),
        (format!("about__in={},{}", world.hidden, world.board), vec![board]),
        ("about__resource=errands".to_owned(), vec![shown]),
        ("about__resource=errands,boards".to_owned(), vec![shown, board]),
        ("about__isnull=true".to_owned(), vec![dark, empty]),
        ("about__isnull=false".to_owned(), vec![shown, board]),
    ] {
        let answer = world.get(&format!("notes/?ordering=created_at&{query}")).await;
        assert_eq!(answer.ids(), found, "{query}");
    }
    let unknown = world.me.get("/api/notes/?about__resource=jobs").await.is(400);
    assert!(unknown.error("about__resource").contains("Choose one of"), "{}", unknown.text());
    for tail in ["", "export_csv/", "export_jsonl/", "?search=on"] {
        world.get(&format!("notes/{tail}")).await;
    }
    assert!(world.get("notes/export_csv/").await.text().contains("errands:Fetch the post"));
    // Whoever writes is told nothing either, and keeps what they do not see.
    let words = |answer: &Answer, id: Uuid| (answer.status, answer.text().replace(&id.to_string(), "ID"));
    let link = async |of: Uuid, id: Uuid| {
        words(&world.me.patch(&format!("/api/notes/{of}/"), json!({ "about": id })).await.is(400), id)
    };
    for of in [shown, dark] {
        assert_eq!(link(of, world.hidden).await, link(of, UNKNOWN).await);
    }
    let make_one = async |id: Uuid| {
        let body = json!({ "name": "New", "folder": world.domain, "about": id });
        words(&world.me.post("/api/notes/", body).await.is(400), id)
    };
    assert_eq!(make_one(world.hidden).await, make_one(UNKNOWN).await);
    world.me.patch(&format!("/api/notes/{dark}/"), json!({ "name": "Still", "about": null })).await.is(200);
    let kept = admin.get(&format!("/api/notes/{dark}/object/")).await.is(200).body();
    assert_eq!(kept["about"], json!(world.hidden));
    // The log names what may be seen.
    admin.patch(&format!("/api/notes/{dark}/"), json!({ "about": world.mine })).await.is(200);
    let history = world.get(&format!("notes/{dark}/history/")).await;
    assert!(history.text().contains("Fetch the post"), "{}", history.text());
    world.get("log-entries/").await;
}

async fn what_refers_to_any_object_goes_or_stays_as_it_says(world) {
    let admin = &world.app.admin;
    let note = json!({ "name": "Word", "folder": world.domain, "about": world.mine });
    let note = make(admin, "notes", note).await;
    let sticker = json!({ "name": "Mark", "folder": world.domain, "on": world.mine });
    let sticker = make(admin, "stickers", sticker).await;
    let url = format!("/api/errands/{}/", world.mine);
    let info = admin.get(&format!("{url}cascade-info/")).await.is(200).body();
    let names = |group: &str| -> Vec<String> {
        let all = info[group]["related_objects"].as_array().expect("a list").iter();
        all.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert!(names("deleted").contains(&"Mark".to_owned()), "{info}");
    assert!(names("affected").contains(&"Word".to_owned()), "{info}");
    let before = world.app.engine.clock.now().to_string().replace('+', "%2B");
    world.app.clock.advance_seconds(60);
    admin.delete(&url).await.is(204);
    admin.get(&format!("/api/stickers/{sticker}/")).await.is(404);
    assert_eq!(admin.get(&format!("/api/notes/{note}/")).await.is(200).body()["about"], Json::Null);
    let then = admin.get(&format!("/api/notes/{note}/?as_of={before}")).await.is(200).body();
    assert_eq!(then["about"]["resource"], "errands", "the past knows what it was about: {then}");
    // As code: by the resource and the name, by a key, by an id.
    let change = |key: &str, name: &str, about: Json| {
        json!({ "key": key, "resource": "notes", "fields": { "name": name, "folder": world.domain, "about": about } })
    };
    let set = json!({ "changes": [
        change("a", "By name", json!("boards:Hall")),
        change("b", "By key", json!({ "key": "e" })),
        change("c", "By id", json!(world.board)),
        { "key": "e", "resource": "errands", "fields": { "name": "Sweep", "folder": world.domain } },
    ] });
    admin.post("/api/change-sets/", set).await.is(200);
    let found = admin.get("/api/notes/?about__isnull=false&ordering=name").await.is(200).body();
    let texts: Vec<&str> =
        found["results"].as_array().expect("notes").iter().map(|one| one["about"]["str"].as_str().expect("words")).collect();
    assert_eq!(texts, ["Hall", "Sweep", "Hall"]);
    let file = axum::body::Body::from("name,about\nFrom a file,errands:Sweep\nLost,errands:Nothing\n");
    let load = admin
        .with("X-Model-Type", "notes")
        .with("X-Folder-Id", &world.domain.to_string())
        .with("Content-Disposition", "attachment; filename=rows.csv");
    let taken = load.send(http::Method::POST, "/api/data-wizard/load-file/", file, Some("application/octet-stream")).await;
    let taken = taken.is(400).body();
    assert_eq!(taken["results"]["errors"].as_array().map(Vec::len), Some(1), "the other row is good: {taken}");
    let extract = admin.get(&format!("/api/folders/{}/export/?format=json", world.domain)).await;
    assert!(extract.text().contains("boards:Hall") && extract.text().contains("errands:Sweep"), "{}", extract.text());
}
async fn files_are_as_hidden_as_what_they_belong_to(world) {
    let admin = &world.app.admin;
    let put = async |client: &Client, about: Uuid, name: &str| {
        upload(client, &format!("/api/attachments/upload/?about={about}"), name).await
    };
    let mine = put(admin, world.mine, "map.txt").await.is(200).body()["files"][0]["id"].clone();
    let dark = put(admin, world.hidden, "hushed.txt").await.is(200).body()["files"][0]["id"].clone();
    let id = |file: &Json| file.as_str().and_then(|id| id.parse::<Uuid>().ok()).expect("an id");
    let (mine, dark) = (id(&mine), id(&dark));
    assert_eq!(world.get("attachments/").await.ids(), [mine]);
    for path in [
        format!("attachments/?about={}", world.hidden),
        "attachments/?search=hushed".to_owned(),
        "attachments/export_csv/".to_owned(),
        "log-entries/".to_owned(),
        "log-entries/?resource=attachments".to_owned(),
    ] {
        let answer = world.get(&path).await;
        assert!(!answer.text().contains(&dark.to_string()), "{path}: {}", answer.text());
    }
    let found = world.get("search/?q=hush").await.body();
    assert_eq!((&found["count"], &found["total_candidates"]), (&json!(0), &json!(0)), "not even counted");
    assert_eq!(world.get("attachments/?search=hush").await.body()["count"], 0);
    world.get(&format!("attachments/{mine}/content/")).await;
    let log = world.get(&format!("log-entries/?object_id={mine}&kind=created")).await;
    assert_eq!(log.body()["count"], 1, "what became of a file of one's own errand");
    for tail in ["", "object/", "content/", "history/", "cascade-info/"] {
        let words = async |file: Uuid| {
            let answer = world.me.get(&format!("/api/attachments/{file}/{tail}")).await.is(404);
            answer.text().replace(&file.to_string(), "ID")
        };
        assert_eq!(words(dark).await, words(UNKNOWN).await, "{tail}");
    }
    let refused = async |about: Uuid| put(&world.me, about, "x.txt").await.is(403).text().replace(&about.to_string(), "ID");
    assert_eq!(refused(world.hidden).await, refused(UNKNOWN).await);
    // A file that is gone was nobody's but the administrators'.
    admin.post(&format!("/api/attachments/{dark}/remove/"), json!({})).await.is(200);
    world.get("log-entries/?resource=attachments").await;
}
}
