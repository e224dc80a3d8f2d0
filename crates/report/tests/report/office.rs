//! LibreOffice, which reads Word documents as Word does, well enough to see what is in them.

use std::path::Path;
use std::process::Command;

/// Opens documents and hands them back as HTML, all in one run: starting takes longest. None where LibreOffice is not
/// asked for; `scripts/with-office` does.
pub fn as_html(documents: &[(&str, Vec<u8>)]) -> Option<Vec<String>> {
    if std::env::var_os("CAIRN_OFFICE").is_none() {
        eprintln!("not checked with LibreOffice: run the tests with scripts/with-office");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, ending: &str| folder.path().join(format!("{name}.{ending}"));
    for (name, content) in documents {
        std::fs::write(path(name, "docx"), content).expect("a document");
    }
    let output = Command::new("soffice")
        .arg(format!("-env:UserInstallation=file://{}", folder.path().join("profile").display()))
        .args(["--headless", "--convert-to", "html:HTML (StarWriter):UTF8", "--outdir"])
        .arg(folder.path())
        .args(documents.iter().map(|(name, _)| path(name, "docx")))
        .output()
        .expect("soffice");
    let html = |path: &Path| {
        std::fs::read_to_string(path).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
    };
    Some(documents.iter().map(|(name, _)| html(&path(name, "html"))).collect())
}

/// The texts of all elements of a name.
pub fn elements(html: &str, name: &str) -> Vec<String> {
    let (begin, end) = (format!("<{name}"), format!("</{name}>"));
    let parts = html.split(&begin).skip(1).filter(|part| part.starts_with([' ', '>']));
    parts
        .map(|part| {
            let inside = part.split_once('>').expect("a tag ends").1;
            crate::text_of(inside.split(&end).next().unwrap_or_default())
        })
        .collect()
}
