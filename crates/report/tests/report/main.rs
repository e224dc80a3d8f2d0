//! Reports as those who get them see them: opened by the programs that read them.

mod any_text;
mod bundles;
mod hostile_templates;
mod office;
mod sheets;
mod templates;
mod word;

use std::io::{Cursor, Read};

use cairn_report::Report;

/// An audit of 24 requirements in three sections, one of them out of scope.
pub fn audit() -> Report {
    serde_json::from_str(include_str!("audit.json")).expect("an audit")
}

/// All files of an archive.
pub fn unpacked(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let count = archive.len();
    let read = |at| {
        let mut file = archive.by_index(at).expect("a file");
        let mut content = Vec::new();
        file.read_to_end(&mut content).expect("content");
        (file.name().expect("a name").into_owned(), content)
    };
    (0..count).map(read).collect()
}

/// The text of one of them.
pub fn part(archive: &[u8], name: &str) -> String {
    let file = unpacked(archive).into_iter().find(|(known, _)| known == name).expect(name);
    String::from_utf8(file.1).expect("text")
}

/// Without tags.
pub fn text_of(markup: &str) -> String {
    let mut text = String::new();
    let mut rest = markup;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        rest = after.split_once('>').expect("a tag ends").1;
        text.push(' ');
    }
    text.push_str(rest);
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&");
    text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
