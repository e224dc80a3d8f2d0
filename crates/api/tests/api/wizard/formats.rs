use cairn_testkit::both;
use http::Method;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::json;

use super::{load, loaded, refused};
use crate::support::asset;

/// A workbook with a hidden first sheet, a date, a number and a formula that is text.
fn workbook() -> Vec<u8> {
    let mut book = Workbook::new();
    book.add_worksheet().set_name("Notes").unwrap().set_hidden(true).write_string(0, 0, "nothing").unwrap();
    let sheet = book.add_worksheet();
    sheet.set_name("Controls").unwrap().set_active(true);
    for (column, heading) in (0..).zip(["Name", "ETA", "Progress field", "Priority"]) {
        sheet.write_string(0, column, heading).unwrap();
    }
    let date = Format::new().set_num_format("dd.mm.yyyy");
    sheet.write_string(1, 0, "=1+1").unwrap();
    sheet.write_datetime_with_format(1, 1, ExcelDateTime::from_ymd(2026, 5, 1).unwrap(), &date).unwrap();
    sheet.write_number(1, 2, 40.0).unwrap();
    sheet.write_number(1, 3, 2.0).unwrap();
    sheet.write_string(5, 0, "Below a gap").unwrap();
    book.save_to_buffer().unwrap()
}

both!(async fn workbooks_are_read(app) {
    let headers = [("X-Mapping", r#"{"progress field": "progress_field"}"#)];
    let results = load(&app.admin, "applied-controls", &headers, workbook()).await.is(200).body()["results"].clone();
    assert_eq!(results["rows"][1]["row"], 6);
    let rows = app.admin.get("/api/applied-controls/?ordering=created_at").await.body()["results"].clone();
    assert_eq!((&rows[0]["name"], &rows[0]["eta"]), (&json!("=1+1"), &json!("2026-05-01")));
    assert_eq!((&rows[0]["progress_field"], &rows[0]["priority"]), (&json!(40), &json!(2)));
    assert_eq!(rows[1]["name"], "Below a gap");
    let missing = load(&app.admin, "applied-controls", &[("X-Sheet", "None")], workbook()).await.is(400);
    assert!(missing.error("file").contains("Notes, Controls"));
});

both!(async fn separators_and_encodings_of_all_spreadsheets(app) {
    type Headers = &'static [(&'static str, &'static str)];
    let utf16: Vec<u8> = "\u{feff}name\ttype\nÉ4\tPR\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: [(Headers, Vec<u8>); 6] = [
        (&[], "name;type\nÉ1;PR\n".into()),
        (&[], b"name;type\r\n\xc92;PR\r\n".to_vec()),
        (&[], "\u{feff}name,type\n\"É3\",PR".into()),
        (&[], utf16),
        (&[("X-Separator", "^")], "name^type\nÉ5^PR\n".into()),
        (&[("X-Encoding", "macintosh"), ("X-Separator", "tab")], b"name\ttype\n\x836\tPR\n".to_vec()),
    ];
    for (headers, file) in files {
        load(&app.admin, "assets", headers, file).await.is(200);
    }
    let names = app.admin.get("/api/assets/?ordering=created_at").await.column("name");
    assert_eq!(names, ["É1", "É2", "É3", "É4", "É5", "É6"]);
    load(&app.admin, "assets", &[("X-Encoding", "klingon")], "name\nA\n").await.is(400);
});

both!(async fn a_quote_that_is_never_closed_swallows_nothing(app) {
    app.domain("Sales").await;
    let file = "name,folder,description\nQA,Sales,\"oops\nQB,Sales,two\nQC,Sales,three\n";
    let answer = load(&app.admin, "assets", &[], file).await.is(400);
    assert!(answer.error("file").contains("The quote opened on line 2 is never closed"), "{}", answer.text());
    assert!(app.admin.get("/api/assets/").await.ids().is_empty());
});

both!(async fn rows_are_named_by_the_line_they_begin_on(app) {
    app.domain("Sales").await;
    let file = "name,folder,description\n\nA,Sales,\"one\n\nthree\"\n\nB,Nowhere,\n";
    let errors = refused(&app.admin, "assets", &[], file).await;
    assert_eq!(errors.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [7]);
});

both!(async fn a_form_does_as_well(app) {
    let body = "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--x\r\nContent-Disposition: form-data; \
                name=\"file\"; filename=\"a.csv\"\r\nContent-Type: text/csv\r\n\r\nname\nFrom a form\n\r\n--x--\r\n";
    let client = app.admin.with("X-Model-Type", "Asset");
    let kind = Some("multipart/form-data; boundary=x");
    client.send(Method::POST, "/api/data-wizard/load-file/", body.into(), kind).await.is(200);
    assert_eq!(app.admin.get("/api/assets/").await.column("name"), ["From a form"]);
});

both!(async fn what_was_exported_can_be_imported(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    for (domain, name) in [(sales, "-5 degrees"), (sales, "A; B, \"C\""), (lab, "Plain")] {
        asset(&app, domain, name).await;
    }
    for ending in ["csv", "xlsx"] {
        let file = app.admin.get(&format!("/api/assets/export_{ending}/")).await.is(200).bytes;
        let headers = [("X-On-Conflict", "update")];
        let results = load(&app.admin, "assets", &headers, file.to_vec()).await.is(200).body()["results"].clone();
        assert_eq!((&results["unchanged"], &results["failed"]), (&json!(3), &json!(0)), "{results}");
        assert!(results["ignored_columns"].as_array().unwrap().contains(&json!("created_at")));
    }
});

both!(async fn headings_are_understood_or_named(app) {
    // Other tools have columns that mean nothing here. They are skipped, and named.
    let results = loaded(&app.admin, "assets", &[], "name,Colour\nSkips,red\n").await;
    assert_eq!((&results["created"], &results["ignored_columns"]), (&json!(1), &json!(["Colour"])));
    // Who maps a column says what it must be.
    let mapped = [("X-Mapping", r#"{"Colour": "shade"}"#)];
    let refused = load(&app.admin, "assets", &mapped, "name,Colour\nA,red\n").await.is(400);
    assert!(refused.error("Colour").contains("Not a field of assets. Valid fields: id, "));
    load(&app.admin, "assets", &[], "Colour,Shape\nred,round\n").await.is(400).error("file");
    load(&app.admin, "assets", &[], "name,Name\nA,B\n").await.is(400);
    let headers = [("X-Mapping", r#"{"Colour": "", "Title": "name"}"#)];
    let results = loaded(&app.admin, "assets", &headers, "Title,Colour\nA,red\n").await;
    assert_eq!(results["ignored_columns"], json!(["Colour"]));
    load(&app.admin, "assets", &[("X-Mapping", r#"{"Nope": "name"}"#)], "name\nB\n").await.is(400);
    load(&app.admin, "assets", &[("X-Mapping", "nope")], "name\nB\n").await.is(400);
    assert!(load(&app.admin, "moons", &[], "name\nB\n").await.is(400).error("X-Model-Type").contains("applied-controls"));
    load(&app.admin, "actors", &[], "name\nB\n").await.is(400);
    load(&app.admin, "assets", &[("X-On-Conflict", "maybe")], "name\nB\n").await.is(400);
});
