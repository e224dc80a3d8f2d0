use cairn_testkit::both;
use calamine::{Reader, Xlsx};
use serde_json::json;

use super::load;

both!(async fn every_kind_has_a_template_that_its_import_takes(app) {
    let all = app.admin.get("/api/data-wizard/templates/").await.is(200).body();
    let all = all["results"].as_array().unwrap().clone();
    let types: Vec<&str> = all.iter().filter_map(|one| one["type"].as_str()).collect();
    for kind in ["Asset", "AppliedControl", "Evidence", "User", "Folder", "Perimeter", "Finding", "Policy"] {
        assert!(types.contains(&kind), "{kind} in {types:?}");
    }
    assert!(!types.contains(&"Actor"));
    for one in &all {
        let csv = app.admin.get(one["csv"].as_str().unwrap()).await.is(200);
        assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
        let xlsx = app.admin.get(one["xlsx"].as_str().unwrap()).await.is(200);
        let mut book = Xlsx::new(std::io::Cursor::new(&xlsx.bytes[..])).unwrap();
        let names = book.sheet_names();
        let range = book.worksheet_range(&names[0]).unwrap();
        let headings: Vec<String> = range.rows().next().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(csv.text().trim_start_matches('\u{feff}').trim(), headings.join(","));
        // The headings are understood; without rows there is nothing to take.
        let refused = load(&app.admin, one["path"].as_str().unwrap(), &[], csv.bytes.to_vec()).await.is(400);
        assert_eq!(refused.error("file"), "The file has a header row but no data.");
        let row = format!("{}\n{}\n", headings.join(","), ",".repeat(headings.len()) + "beyond");
        let refused = load(&app.admin, one["path"].as_str().unwrap(), &[], row).await.is(400);
        assert!(refused.body()["results"]["failed"] == 1, "{}", refused.text());
    }
    app.admin.get("/api/data-wizard/templates/Asset/").await.is(200);
    app.admin.get("/api/data-wizard/templates/moons/").await.is(404);
    app.admin.get("/api/data-wizard/templates/Asset/?file_format=pdf").await.is(400);
});

both!(async fn only_what_one_may_add_is_offered(app) {
    let sales = app.domain("Sales").await;
    let reader = app.user("rea@example.com", "AUD", sales).await;
    assert_eq!(reader.get("/api/data-wizard/templates/").await.is(200).body()["results"], json!([]));
});
