//! Types of uploaded files: what the name claims, what the content is, and how it is served.

use cairn_engine::{Error, Result};

/// How many bytes of a file [`media_type`] wants to see, or all of a shorter one. An archive in
/// the tar format only shows itself after 257.
pub const HEAD: usize = 8192;

/// How the content of a type is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    /// Letters, and whatever markup they form.
    Text,
    /// Letters that never begin like a web page.
    Data,
    /// A ZIP container, which the newer office formats are as well.
    Zip,
    /// The container of the older office formats and of mails saved by Outlook.
    Compound,
    /// One of the types that the content itself tells.
    Told(&'static [&'static str]),
}

struct Format {
    extensions: &'static [&'static str],
    media_type: &'static str,
    content: Content,
}

const fn format(extensions: &'static [&'static str], media_type: &'static str, content: Content) -> Format {
    Format { extensions, media_type, content }
}

/// Everything that may be uploaded.
const FORMATS: &[Format] = &[
    format(&["png"], "image/png", Content::Told(&["image/png"])),
    format(&["jpg", "jpeg"], "image/jpeg", Content::Told(&["image/jpeg"])),
    format(&["gif"], "image/gif", Content::Told(&["image/gif"])),
    format(&["webp"], "image/webp", Content::Told(&["image/webp"])),
    format(&["bmp"], "image/bmp", Content::Told(&["image/bmp"])),
    format(&["tif", "tiff"], "image/tiff", Content::Told(&["image/tiff"])),
    format(&["svg"], "image/svg+xml", Content::Text),
    format(&["pdf"], "application/pdf", Content::Told(&["application/pdf"])),
    format(&["doc"], "application/msword", Content::Compound),
    format(&["xls"], "application/vnd.ms-excel", Content::Compound),
    format(&["ppt"], "application/vnd.ms-powerpoint", Content::Compound),
    format(&["msg"], "application/vnd.ms-outlook", Content::Compound),
    format(&["docx"], "application/vnd.openxmlformats-officedocument.wordprocessingml.document", Content::Zip),
    format(&["xlsx"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Content::Zip),
    format(&["pptx"], "application/vnd.openxmlformats-officedocument.presentationml.presentation", Content::Zip),
    format(&["odt"], "application/vnd.oasis.opendocument.text", Content::Zip),
    format(&["ods"], "application/vnd.oasis.opendocument.spreadsheet", Content::Zip),
    format(&["odp"], "application/vnd.oasis.opendocument.presentation", Content::Zip),
    format(&["txt", "log"], "text/plain", Content::Text),
    format(&["csv"], "text/csv", Content::Data),
    format(&["md"], "text/markdown", Content::Text),
    format(&["json"], "application/json", Content::Data),
    format(&["yaml", "yml"], "application/yaml", Content::Data),
    format(&["toml"], "application/toml", Content::Data),
    format(&["xml"], "application/xml", Content::Text),
    format(&["eml"], "message/rfc822", Content::Text),
    format(&["zip"], "application/zip", Content::Zip),
    format(&["7z"], "application/x-7z-compressed", Content::Told(&["application/x-7z-compressed"])),
    format(&["tar"], "application/x-tar", Content::Told(&["application/x-tar"])),
    format(&["gz", "tgz"], "application/gzip", Content::Told(&["application/gzip"])),
    format(&["mp4"], "video/mp4", Content::Told(&["video/mp4", "video/x-m4v"])),
];

/// Types that a browser only shows and never runs.
const INLINE: [&str; 7] =
    ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "application/pdf", "text/plain"];

/// Types that a browser might run: they are served as plain bytes.
const ACTIVE: [&str; 3] = ["image/svg+xml", "application/xml", "text/html"];

/// The part of a name after its last dot, in lower case.
pub(super) fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default()
}

/// Whether files of this name are ZIP containers.
pub(super) fn is_zip_based(name: &str) -> bool {
    let extension = extension(name);
    find(&extension).is_some_and(|format| format.content == Content::Zip)
}

fn find(extension: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.extensions.contains(&extension))
}

/// The type of a file from its name, if it may be uploaded and its content does not contradict.
/// `head` is the beginning of the file, [`HEAD`] bytes if there are as many.
pub fn media_type(name: &str, head: &[u8]) -> Result<&'static str> {
    let extension = extension(name);
    let Some(format) = find(&extension) else {
        let all: Vec<&str> = FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
        let given = if extension.is_empty() { "no extension".to_owned() } else { format!("“.{extension}”") };
        return Err(Error::field(
            "file",
            format!("Unsupported file type: {given}. Allowed extensions: {}.", all.join(", ")),
        ));
    };
    if head.starts_with(b"#!") {
        return Err(Error::field("file", "The file is a script. Scripts cannot be uploaded."));
    }
    if fits(format.content, head) {
        return Ok(format.media_type);
    }
    let found = infer::get(head).map_or("something else", |found| found.mime_type());
    Err(Error::field("file", format!("The file extension is “.{extension}”, but its content is {found}.")))
}

fn fits(content: Content, head: &[u8]) -> bool {
    match content {
        Content::Text => is_text(head),
        Content::Data => is_text(head) && infer::get(head).is_none_or(|found| found.mime_type() != "text/html"),
        Content::Zip => [b"PK\x03\x04", b"PK\x05\x06"].iter().any(|magic| head.starts_with(*magic)),
        Content::Compound => head.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
        Content::Told(types) => infer::get(head).is_some_and(|found| types.contains(&found.mime_type())),
    }
}

/// Formats that are written in letters and are still not texts.
const WRITTEN: [&str; 3] = ["application/pdf", "application/rtf", "application/postscript"];

/// Whether bytes are letters, in whichever encoding. Signatures alone would not do: many are two
/// letters long, and a text may well begin with "BM" or "MZ".
fn is_text(head: &[u8]) -> bool {
    if infer::get(head).is_some_and(|found| WRITTEN.contains(&found.mime_type())) {
        return false;
    }
    if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
        return is_utf16_text(head);
    }
    head.iter().all(|byte| *byte >= 0x20 || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b))
}

fn is_utf16_text(head: &[u8]) -> bool {
    let big = head.starts_with(b"\xFE\xFF");
    let units = head.chunks_exact(2).skip(1);
    let mut units = units
        .map(|pair| if big { u16::from_be_bytes([pair[0], pair[1]]) } else { u16::from_le_bytes([pair[0], pair[1]]) });
    units.all(|unit| unit >= 0x20 || matches!(unit, 0x09 | 0x0a | 0x0c | 0x0d))
}

/// How a stored file is handed out: its `Content-Type`, and whether a browser may show it in
/// place. Everything else is a download.
pub fn download_headers(media_type: &str) -> (&'static str, bool) {
    let known = FORMATS.iter().map(|format| format.media_type).find(|known| *known == media_type);
    match known {
        Some("text/plain") => ("text/plain; charset=utf-8", true),
        Some(known) if INLINE.contains(&known) => (known, true),
        Some(known) if !ACTIVE.contains(&known) => (known, false),
        _ => ("application/octet-stream", false),
    }
}

/// The media types in which files are handed out, without their parameters.
pub const SENT_TYPES: &[&str] = &[
    "application/gzip",
    "application/json",
    "application/msword",
    "application/octet-stream",
    "application/pdf",
    "application/toml",
    "application/vnd.ms-excel",
    "application/vnd.ms-outlook",
    "application/vnd.ms-powerpoint",
    "application/vnd.oasis.opendocument.presentation",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/x-7z-compressed",
    "application/x-tar",
    "application/yaml",
    "application/zip",
    "image/bmp",
    "image/gif",
    "image/jpeg",
    "image/png",
    "image/tiff",
    "image/webp",
    "message/rfc822",
    "text/csv",
    "text/markdown",
    "text/plain",
    "video/mp4",
];

/// The media types that may be uploaded.
pub fn taken_types() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.media_type).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    const ELF: &[u8] = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    const EXE: &[u8] = b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0";
    const HTML: &[u8] = b"<!DOCTYPE html><script>alert(1)</script>";

    fn refused(name: &str, head: &[u8]) -> String {
        media_type(name, head).unwrap_err().to_string()
    }

    #[test]
    fn honest_files_are_taken() {
        let mut tar = vec![0_u8; 512];
        tar[257..262].copy_from_slice(b"ustar");
        for (name, head, expected) in [
            ("a.png", PNG, "image/png"),
            ("a.PNG", PNG, "image/png"),
            ("a.jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"),
            ("a.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "application/pdf"),
            ("note.txt", b"hello evidence", "text/plain"),
            ("fleet.txt", b"BMW and others", "text/plain"),
            ("empty.log", b"", "text/plain"),
            ("latin.txt", b"caf\xe9\r\n", "text/plain"),
            ("wide.csv", b"\xff\xfea\0;\0b\0\n\0", "text/csv"),
            ("readme.md", b"<h1 align=center>Title</h1>", "text/markdown"),
            ("a.json", b"{\"a\": 1}", "application/json"),
            ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
            ("a.xml", b"<?xml version='1.0'?><a/>", "application/xml"),
            ("a.docx", b"PK\x03\x04rest", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ("a.xls", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", "application/vnd.ms-excel"),
            ("empty.zip", b"PK\x05\x06\0\0", "application/zip"),
            ("a.tar", &tar, "application/x-tar"),
            ("a.tar.gz", b"\x1f\x8b\x08\0", "application/gzip"),
            ("a.mp4", b"\0\0\0\x18ftypisom\0\0\0\0", "video/mp4"),
        ] {
            assert_eq!(media_type(name, head).unwrap(), expected, "{name}");
        }
    }

    #[test]
    fn names_outside_the_list_are_refused() {
        for name in ["a.exe", "a.html", "a.js", "a.sh", "a.pdf.exe", "noextension", "a.htm", "a.jar", "a.docm"] {
            let error = refused(name, b"text");
            assert!(error.starts_with("file: ") && error.contains("Allowed extensions: png, jpg"), "{error}");
        }
    }

    #[test]
    fn lying_extensions_are_refused() {
        for (name, head) in [
            ("a.png", HTML),
            ("a.png", ELF),
            ("a.png", b"" as &[u8]),
            ("a.png", b"\xff\xd8\xff\xe0\0\x10JFIF"),
            ("a.pdf", PNG),
            ("a.txt", EXE),
            ("a.txt", ELF),
            ("a.txt", PNG),
            ("a.txt", b"%PDF-1.7\n"),
            ("a.csv", HTML),
            ("a.json", HTML),
            ("a.docx", EXE),
            ("a.zip", b"Rar!\x1a\x07\x01\0"),
            ("a.doc", b"PK\x03\x04rest"),
            ("a.txt", b"\xff\xfea\0\0\0"),
        ] {
            assert!(refused(name, head).contains("but its content is"), "{name} {head:?}");
        }
        for name in ["a.txt", "a.md", "a.png", "a.yaml"] {
            assert!(refused(name, b"#!/bin/sh\nrm -rf /").contains("script"), "{name}");
        }
    }

    #[test]
    fn what_is_handed_out_is_declared() {
        let sent = taken_types().into_iter().map(|kind| download_headers(kind).0);
        let mut all: Vec<&str> = sent.filter_map(|kind| kind.split(';').next()).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, SENT_TYPES);
    }

    #[test]
    fn nothing_that_runs_is_shown_inline() {
        assert_eq!(download_headers("image/png"), ("image/png", true));
        assert_eq!(download_headers("application/pdf"), ("application/pdf", true));
        assert_eq!(download_headers("text/plain"), ("text/plain; charset=utf-8", true));
        assert_eq!(download_headers("text/csv"), ("text/csv", false));
        assert_eq!(download_headers("application/zip"), ("application/zip", false));
        for active in ["image/svg+xml", "application/xml", "text/html", "made/up", "text/html; charset=utf-8", ""] {
            assert_eq!(download_headers(active), ("application/octet-stream", false), "{active}");
        }
    }
}
