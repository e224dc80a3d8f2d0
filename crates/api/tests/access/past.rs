//! Every operation that can answer as of an instant does, and gives the answer of then.

use cairn_engine::clock::Clock;
use cairn_testkit::{TestApp, both};
use serde_json::Value as Json;

use crate::world::World;

both!(async fn every_operation_that_reads_can_look_back(app) {
    let domain = app.domain("Payments").await;
    let world = World::make(&app, domain, "zebra").await;
    let document = app.admin.get("/api/schema/").await.is(200).body();
    let is_as_of = |parameter: &Json| parameter["$ref"] == "#/components/parameters/AsOf";
    let mut paths = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let parameters = operations["get"]["parameters"].as_array();
        if !parameters.into_iter().flatten().any(is_as_of) {
            continue;
        }
        let place = world.ids.iter().filter(|(place, _)| path.starts_with(&format!("/api/{place}/")));
        let Some((_, id)) = place.max_by_key(|(place, _)| place.len()) else {
            // Settings and search are not below a resource.
            paths.push(if path == "/api/search/" { "/api/search/?q=zebra".to_owned() } else { path.clone() });
            continue;
        };
        paths.push(path.replace("{id}", &id.to_string()));
    }
    assert!(paths.len() > 150, "{}", paths.len());
    let mut now = Vec::new();
    for path in &paths {
        // A download is an entry in the history of its file, so each answer has an instant of its own.
        now.push((app.admin.get(path).await, app.clock.now()));
    }
    app.clock.advance_seconds(3600);
    for (path, (now, then)) in paths.iter().zip(now) {
        let mark = if path.contains('?') { '&' } else { '?' };
        let past = app.admin.get(&format!("{path}{mark}as_of={then}")).await.is(now.status.as_u16());
        // Which hit is the best is the one thing that the databases judge differently.
        if path.starts_with("/api/search/") {
            assert_eq!(past.body()["count"], now.body()["count"]);
            continue;
        }
        // A workbook has the time of its making in it, and a table keeps to the columns of its resource.
        let names = known_of_now_only(&app, path);
        if path.contains("_xlsx") || (path.contains("export_csv") && !names.is_empty()) {
            continue;
        }
        // Links to neighbouring pages stay in the past.
        let text = past.text().replace(&format!("as_of={}&", then.to_string().replace(':', "%3A")), "");
        assert_eq!(text.trim_end(), without(&names, &now.text()).trim_end(), "{path}");
    }
});

/// The fields that the past cannot give, because they are not journalled: how deliveries went, for example.
fn known_of_now_only(app: &TestApp, path: &str) -> Vec<&'static str> {
    let places = app.engine.registry.routed().filter(|resource| path.starts_with(&format!("/api/{}/", resource.path)));
    // A history lists entries, which know of the past all that they know, and a draft is always compared with the present.
    let is_whole = ["/history/", "/comparison/"].iter().any(|end| path.ends_with(end));
    let resource = places.max_by_key(|resource| resource.path.len()).filter(|_| !is_whole);
    let computed = resource.into_iter().flat_map(|resource| resource.entry.computed);
    computed.filter(|field| field.present_only).map(|field| field.name).collect()
}

/// An answer with null in these fields.
fn without(names: &[&str], answer: &str) -> String {
    let (false, Ok(mut document)) = (names.is_empty(), serde_json::from_str::<Json>(answer)) else {
        return answer.to_owned();
    };
    let forget = |item: &mut Json| {
        for name in names {
            if let Some(value) = item.get_mut(*name) {
                *value = Json::Null;
            }
        }
    };
    match document.get_mut("results").and_then(Json::as_array_mut) {
        Some(items) => items.iter_mut().for_each(forget),
        None => forget(&mut document),
    }
    document.to_string()
}
