//! Random histories, held against a naive model: every answer at every instant.
//!
//! `CAIRN_RANDOM_CASES=200 scripts/with-postgres cargo test -p cairn-api --test past random` looks
//! further than the few cases of an ordinary run.

use std::collections::{BTreeMap, BTreeSet};

use cairn_testkit::{Client, Database, TestApp, both};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{as_of, now};

/// A step of a history. Numbers are taken modulo what there is.
#[derive(Debug, Clone)]
enum Step {
    Create {
        kind: Kind,
        folder: usize,
    },
    Rename {
        which: usize,
    },
    Mark {
        which: usize,
    },
    Relate {
        which: usize,
        target: usize,
    },
    Move {
        which: usize,
        folder: usize,
    },
    Delete {
        which: usize,
    },
    BatchMark {
        which: Vec<usize>,
    },
    BatchDelete {
        which: Vec<usize>,
    },
    Restore {
        which: usize,
        instant: usize,
    },
    /// Looks at an earlier instant in between.
    Look {
        instant: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Asset,
    Control,
}

impl Kind {
    const fn path(self) -> &'static str {
        match self {
            Kind::Asset => "assets",
            Kind::Control => "applied-controls",
        }
    }

    /// The relation that the kind owns; it always leads to assets.
    const fn relation(self) -> &'static str {
        match self {
            Kind::Asset => "parent_assets",
            Kind::Control => "assets",
        }
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let any = 0..64usize;
    let step = prop_oneof![
        3 => (prop_oneof![2 => Just(Kind::Asset), 1 => Just(Kind::Control)], 0..3usize)
            .prop_map(|(kind, folder)| Step::Create { kind, folder }),
        2 => any.clone().prop_map(|which| Step::Rename { which }),
        1 => any.clone().prop_map(|which| Step::Mark { which }),
        3 => (any.clone(), any.clone()).prop_map(|(which, target)| Step::Relate { which, target }),
        2 => (any.clone(), 0..3usize).prop_map(|(which, folder)| Step::Move { which, folder }),
        2 => any.clone().prop_map(|which| Step::Delete { which }),
        1 => vec(any.clone(), 1..4).prop_map(|which| Step::BatchMark { which }),
        1 => vec(any.clone(), 1..3).prop_map(|which| Step::BatchDelete { which }),
        2 => (any.clone(), any.clone()).prop_map(|(which, instant)| Step::Restore { which, instant }),
        1 => any.prop_map(|instant| Step::Look { instant }),
    ];
    vec(step, 4..18)
}

/// What an object is, in the simplest form.
#[derive(Debug, Clone, PartialEq)]
struct Thing {
    kind: Kind,
    name: String,
    mark: String,
    folder: usize,
    linked: BTreeSet<Uuid>,
}

/// Everything at one instant.
type World = BTreeMap<Uuid, Thing>;

struct Play {
    app: TestApp,
    reader: Client,
    folders: Vec<(Uuid, &'static str)>,
    world: World,
    /// In the order of making: relations only go back in it, so that there are no cycles.
    made: Vec<Uuid>,
    /// Where each object is, or was when it was deleted.
    places: BTreeMap<Uuid, usize>,
    /// Each instant with the world of then and the answer to a list of then.
    instants: Vec<(String, World, Json)>,
    names: usize,
}

impl Play {
    async fn begin(database: Database) -> Self {
        let app = TestApp::start(database).await;
        let mut folders = Vec::new();
        for name in ["Open", "Shut", "Far"] {
            folders.push((app.domain(name).await, name));
        }
        let reader = app.user("reader@example.com", "AUD", folders[0].0).await;
        let mut play = Self {
            app,
            reader,
            folders,
            world: World::new(),
            made: Vec::new(),
            places: BTreeMap::new(),
            instants: Vec::new(),
            names: 0,
        };
        play.remember().await;
        play
    }

    async fn remember(&mut self) {
        let list = self.app.admin.get("/api/assets/?ordering=name").await.is(200).body();
        self.instants.push((now(&self.app), self.world.clone(), list));
    }

    fn pick(&self, which: usize) -> Option<Uuid> {
        let living: Vec<Uuid> = self.made.iter().copied().filter(|id| self.world.contains_key(id)).collect();
        (!living.is_empty()).then(|| living[which % living.len()])
    }

    fn pick_all(&self, which: &[usize]) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = which.iter().filter_map(|which| self.pick(*which)).collect();
        // A batch is for one resource.
        let kind = ids.first().map(|id| self.world[id].kind);
        ids.retain(|id| Some(self.world[id].kind) == kind);
        ids.sort();
        ids.dedup();
        ids
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("Name{:03}", self.names)
    }

    async fn patch(&self, id: Uuid, body: Json) {
        let path = format!("/api/{}/{id}/", self.world[&id].kind.path());
        self.app.admin.patch(&path, body).await.is(200);
    }

    fn forget(&mut self, id: Uuid) {
        self.world.remove(&id);
        for thing in self.world.values_mut() {
            thing.linked.remove(&id);
        }
    }

    async fn step(&mut self, step: &Step) {
        match step {
            Step::Create { kind, folder } => {
                let name = self.name();
                let body = json!({ "name": name, "folder": self.folders[*folder].0, "ref_id": "new" });
                let id = self.app.admin.post(&format!("/api/{}/", kind.path()), body).await.is(201).id();
                let thing = Thing { kind: *kind, name, mark: "new".into(), folder: *folder, linked: BTreeSet::new() };
                self.world.insert(id, thing);
                self.made.push(id);
                self.places.insert(id, *folder);
            }
            Step::Rename { which } => {
                let Some(id) = self.pick(*which) else { return };
                let name = self.name();
                self.patch(id, json!({ "name": name })).await;
                self.world.get_mut(&id).unwrap().name = name;
            }
            Step::Mark { which } => {
                let Some(id) = self.pick(*which) else { return };
                self.patch(id, json!({ "ref_id": "marked" })).await;
                self.world.get_mut(&id).unwrap().mark = "marked".into();
            }
            Step::Relate { which, target } => {
                let (Some(id), Some(target)) = (self.pick(*which), self.pick(*target)) else { return };
                let place = |id: Uuid| self.made.iter().position(|made| *made == id);
                if self.world[&target].kind != Kind::Asset || place(target) >= place(id) {
                    return;
                }
                let thing = self.world.get_mut(&id).unwrap();
                if !thing.linked.remove(&target) {
                    thing.linked.insert(target);
                }
                let thing = thing.clone();
                self.patch(id, json!({ (thing.kind.relation()): thing.linked })).await;
            }
            Step::Move { which, folder } => {
                let Some(id) = self.pick(*which) else { return };
                self.patch(id, json!({ "folder": self.folders[*folder].0 })).await;
                self.world.get_mut(&id).unwrap().folder = *folder;
                self.places.insert(id, *folder);
            }
            Step::Delete { which } => {
                let Some(id) = self.pick(*which) else { return };
                let path = format!("/api/{}/{id}/", self.world[&id].kind.path());
                self.app.admin.delete(&path).await.is(204);
                self.forget(id);
            }
            Step::BatchMark { which } => {
                let ids = self.pick_all(which);
                let Some(first) = ids.first() else { return };
                let path = format!("/api/{}/batch-action/", self.world[first].kind.path());
                let body = json!({ "action": "change_field", "field": "ref_id", "value": "batch", "ids": ids });
                let answer = self.app.admin.post(&path, body).await.is(200).body();
                assert_eq!(answer["failed"], json!([]));
                for id in ids {
                    self.world.get_mut(&id).unwrap().mark = "batch".into();
                }
            }
            Step::BatchDelete { which } => {
                let ids = self.pick_all(which);
                let Some(first) = ids.first() else { return };
                let path = format!("/api/{}/batch-action/", self.world[first].kind.path());
                let answer = self.app.admin.post(&path, json!({ "action": "delete", "ids": ids })).await.is(200).body();
                assert_eq!(answer["failed"], json!([]));
                for id in ids {
                    self.forget(id);
                }
            }
            Step::Restore { which, instant } => self.restore(*which, *instant).await,
            Step::Look { instant } => {
                let instant = *instant % self.instants.len();
                self.check(instant).await;
                return;
            }
        }
        self.remember().await;
    }

    async fn restore(&mut self, which: usize, instant: usize) {
        if self.made.is_empty() {
            return;
        }
        let id = self.made[which % self.made.len()];
        let (at, then, _) = &self.instants[instant % self.instants.len()];
        let kind =
            self.instants.iter().find_map(|(_, world, _)| world.get(&id)).map_or(Kind::Asset, |thing| thing.kind);
        let path = format!("/api/{}/{id}/restore/", kind.path());
        let answer = self.app.admin.post(&path, json!({ "as_of": at })).await;
        let Some(mut thing) = then.get(&id).cloned() else {
            answer.is(400);
            return;
        };
        answer.is(200);
        thing.linked.retain(|target| self.world.contains_key(target));
        self.places.insert(id, thing.folder);
        self.world.insert(id, thing);
    }

    /// Holds every answer at an instant against the model.
    async fn check(&self, instant: usize) {
        let (at, world, list) = &self.instants[instant];
        let client = &self.app.admin;
        let everyone = |_: Uuid| true;
        assert_eq!(&as_of(client, "/api/assets/?ordering=name", at).await.is(200).body(), list, "at {at}");
        // Now decides who sees what was then.
        let seen_by_reader = |id: Uuid| self.places.get(&id) == Some(&0);
        for (client, sees) in [(client, &everyone as &dyn Fn(Uuid) -> bool), (&self.reader, &seen_by_reader)] {
            for kind in [Kind::Asset, Kind::Control] {
                let found = as_of(client, &format!("/api/{}/?ordering=name", kind.path()), at).await.is(200).body();
                let expected = self.expected(world, kind, sees);
                assert_eq!(found["count"], expected.len(), "at {at}: {found}");
                assert_eq!(Self::told(kind, &found), expected, "at {at}");
            }
            for (query, keep) in [
                ("ref_id=marked", Box::new(|thing: &Thing| thing.mark == "marked") as Box<dyn Fn(&Thing) -> bool>),
                ("search=name00", Box::new(|thing: &Thing| thing.name.starts_with("Name00"))),
                ("parent_assets__isnull=false", {
                    Box::new(move |thing: &Thing| thing.linked.iter().any(|id| sees(*id)))
                }),
            ] {
                let count =
                    world.iter().filter(|(id, thing)| thing.kind == Kind::Asset && sees(**id) && keep(thing)).count();
                let found = as_of(client, &format!("/api/assets/?{query}&limit=1"), at).await.is(200).body();
                assert_eq!(found["count"], count, "{query} at {at}");
            }
            for id in &self.made {
                let Some(kind) = self.instants.iter().find_map(|(_, world, _)| world.get(id)).map(|thing| thing.kind)
                else {
                    continue;
                };
                let status = if world.contains_key(id) && sees(*id) { 200 } else { 404 };
                as_of(client, &format!("/api/{}/{id}/", kind.path()), at).await.is(status);
            }
        }
    }

    /// What a list must tell: name, mark, domain, and the names of what is linked, both ways.
    fn expected(&self, world: &World, kind: Kind, sees: &dyn Fn(Uuid) -> bool) -> Vec<Json> {
        let name = |id: &Uuid| world[id].name.clone();
        let mut all: Vec<Json> = Vec::new();
        for (id, thing) in world.iter().filter(|(id, thing)| thing.kind == kind && sees(**id)) {
            let linked: BTreeSet<String> = thing.linked.iter().filter(|id| sees(**id)).map(name).collect();
            let backwards = |of: Kind| -> BTreeSet<String> {
                let others =
                    world.iter().filter(|(other, one)| one.kind == of && one.linked.contains(id) && sees(**other));
                others.map(|(_, one)| one.name.clone()).collect()
            };
            // A domain is shown by name to those who may know of it: the reader knows the first.
            let folder =
                if sees(Uuid::nil()) || thing.folder == 0 { json!(self.folders[thing.folder].1) } else { Json::Null };
            let mut told = json!({ "name": thing.name, "mark": thing.mark, "folder": folder, "linked": linked });
            if kind == Kind::Asset {
                told["supported"] = json!(backwards(Kind::Asset));
                told["controls"] = json!(backwards(Kind::Control));
            }
            all.push(told);
        }
        all.sort_by_key(|told| told["name"].as_str().map(str::to_owned));
        all
    }

    fn told(kind: Kind, list: &Json) -> Vec<Json> {
        let names = |labels: &Json| -> BTreeSet<String> {
            labels.as_array().unwrap().iter().map(|label| label["str"].as_str().unwrap().to_owned()).collect()
        };
        let tell = |row: &Json| {
            let mut told = json!({
                "name": row["name"], "mark": row["ref_id"], "folder": row["folder"]["str"],
                "linked": names(&row[kind.relation()]),
            });
            if kind == Kind::Asset {
                told["supported"] = json!(names(&row["support_assets"]));
                told["controls"] = json!(names(&row["applied_controls"]));
            }
            told
        };
        list["results"].as_array().unwrap().iter().map(tell).collect()
    }
}

async fn play(database: Database, steps: Vec<Step>) {
    let mut play = Play::begin(database).await;
    for step in &steps {
        play.step(step).await;
    }
    // From both ends, so that instants are made from nothing and from each other.
    let count = play.instants.len();
    for instant in (0..count).map(|at| if at % 2 == 0 { at / 2 } else { count - 1 - at / 2 }) {
        play.check(instant).await;
    }
}

fn cases() -> u32 {
    std::env::var("CAIRN_RANDOM_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}

both!(async fn every_answer_at_every_instant_is_that_of_the_model(app) {
    let (database, runtime) = (app.database, tokio::runtime::Handle::current());
    drop(app);
    let outcome = tokio::task::spawn_blocking(move || {
        let config = Config { cases: cases(), max_shrink_iters: 60, failure_persistence: None, ..Config::default() };
        TestRunner::new(config).run(&steps(), |steps| {
            runtime.block_on(play(database, steps));
            Ok(())
        })
    });
    if let Err(error) = outcome.await.expect("the runner ends") {
        panic!("{error}");
    }
});
