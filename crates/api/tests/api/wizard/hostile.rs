use std::io::Write;

use cairn_testkit::both;
use rust_xlsxwriter::Workbook;

use super::load;
use crate::support::mark;

fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook with this sheet in it.
fn with_sheet(xml: &str) -> Vec<u8> {
    let mut book = Workbook::new();
    book.add_worksheet().write_string(0, 0, "name").unwrap();
    let whole = book.save_to_buffer().unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(whole)).unwrap();
    let mut parts = Vec::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).unwrap();
        let mut content = Vec::new();
        std::io::copy(&mut part, &mut content).unwrap();
        let name = part.name().unwrap().into_owned();
        parts.push(if name.ends_with("sheet1.xml") { (name, xml.as_bytes().to_vec()) } else { (name, content) });
    }
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    zipped(&parts)
}

both!(async fn files_that_are_made_to_hurt_are_refused(app) {
    let before = mark(&app).await;
    let bomb = zipped(&[("xl/workbook.xml", &vec![b' '; 130 * 1024 * 1024])]);
    assert!(bomb.len() < 1024 * 1024);
    load(&app.admin, "assets", &[], bomb).await.is(413);

    let cell = |place: &str, text: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let sheet = |rows: String| {
        with_sheet(&format!(
            "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><dimension ref=\"A1:XFD1048576\"/>\
             <sheetData>{rows}</sheetData></worksheet>"
        ))
    };
    // Two cells, as far apart as they can be.
    let far = format!("<row r=\"1\">{}</row><row r=\"1048576\">{}</row>", cell("A1", "name"), cell("XFD1048576", "x"));
    load(&app.admin, "assets", &[], sheet(far)).await.is(413);
    let entity = "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>&a;</t></is></c></row></sheetData></worksheet>";
    load(&app.admin, "assets", &[], with_sheet(entity)).await.is(400);

    for file in [zipped(&[("a.txt", b"hello")]), b"PK\x03\x04broken".to_vec(), b"\x00\x01\x02".to_vec(), Vec::new(), b"%PDF-1.7".to_vec()] {
        load(&app.admin, "assets", &[], file).await.is(400);
    }
    let many = format!("name\n{}", "x\n".repeat(50_001));
    load(&app.admin, "assets", &[], many).await.is(413);
    load(&app.admin, "assets", &[], vec![b'a'; 50 * 1024 * 1024 + 1]).await.is(413);
    let wide = format!("name,{}\nVault,{}\n", "x,".repeat(600), "y,".repeat(600));
    load(&app.admin, "assets", &[], wide).await.is(413);
    let endless = format!("name\n\"{}\"\n", "x".repeat(5 * 1024 * 1024));
    load(&app.admin, "assets", &[], endless).await.is(413);
    let hollow = format!("name\n{}", format!("x{}y\n", ",".repeat(450)).repeat(10_000));
    load(&app.admin, "assets", &[], hollow).await.is(413);
    assert_eq!(mark(&app).await, before);
});

both!(async fn a_file_is_not_read_for_who_may_not_add(app) {
    let domain = app.domain("Sales").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    load(&reader, "assets", &[], b"PK\x03\x04broken".to_vec()).await.is(403);
    load(&app.nobody, "assets", &[], b"PK\x03\x04broken".to_vec()).await.is(401);
});

both!(async fn a_reference_of_slashes_is_nobodys(app) {
    let domain = app.domain("Sales").await;
    let file = format!("name,parent_assets\nVault,{}\n", "a/".repeat(100_000));
    let folder = domain.to_string();
    let answer = load(&app.admin, "assets", &[("X-Folder-Id", &folder)], file).await.is(400);
    assert!(answer.text().contains("There is no asset") || answer.text().contains("no asset"), "{}", &answer.text()[..300]);
});

both!(async fn texts_are_texts_whatever_they_look_like(app) {
    let names = ["'; drop table assets; --", "../../etc/passwd", "{{7*7}}", "\u{202e}txt.exe"];
    let file = format!("name\n\"{}\"\n", names.join("\"\n\""));
    load(&app.admin, "assets", &[], file).await.is(200);
    assert_eq!(app.admin.get("/api/assets/?ordering=created_at").await.column("name"), names);
});
