//! Every operation that can answer as of an instant does, and gives the answer of then.

use cairn_engine::clock::Clock;
use cairn_testkit::both;
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
        // What is not journalled, such as how deliveries went, is known of now only. A workbook has
        // the time of its making in it.
        let differs = path.contains("/api/webhooks/endpoints/")
            || path.contains("/api/proposals/")
            || path.contains("export_xlsx");
        // Which hit is the best is the one thing that the databases judge differently.
        if path.starts_with("/api/search/") {
            assert_eq!(past.body()["count"], now.body()["count"]);
            continue;
        }
        // Links to neighbouring pages stay in the past.
        let text = past.text().replace(&format!("as_of={}&", then.to_string().replace(':', "%3A")), "");
        assert!(differs || text == now.text(), "{path}: {text}\nand then: {}", now.text());
    }
});
