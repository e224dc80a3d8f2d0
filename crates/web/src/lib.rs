//! The web interface as files: which one answers a path, and how a browser may keep it.
//!
//! Cairn is one binary, so a release carries the built interface inside. A debug build reads it
//! from `web/dist` as it is at that moment. Neither needs it to exist: without it the caller shows
//! a page that says how to build it.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// What every answer of the interface carries. Scripts, styles, pictures and requests come from
/// this server alone, nothing inline runs, and no other page may frame it.
pub const SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// A file on its way to a browser.
#[derive(Debug)]
pub struct File {
    pub bytes: Cow<'static, [u8]>,
    pub media_type: &'static str,
    /// Set where the bytes are compressed.
    pub encoding: Option<&'static str>,
    /// Whether the name changes with the content, so that a browser never asks again.
    pub immutable: bool,
}

/// Whether the interface was built.
pub fn is_built() -> bool {
    Dist::get(INDEX).is_some()
}

/// The file that answers a path: itself, or the page for every address of the interface. `None`
/// where a file is asked for that does not exist, or where nothing was built.
pub fn find(path: &str, accepted_encodings: &str) -> Option<File> {
    find_in::<Dist>(path, accepted_encodings)
}

const INDEX: &str = "index.html";
/// The folder in which the build puts files whose names carry a hash of their content.
const HASHED: &str = "static/";
/// The best first; the ending is that of the compressed file beside the plain one.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

fn find_in<Site: RustEmbed>(path: &str, accepted_encodings: &str) -> Option<File> {
    let name = path.trim_start_matches('/');
    let is_compressed = ENCODINGS.iter().any(|(_, ending)| name.ends_with(ending));
    if !name.is_empty() && !is_compressed && Site::get(name).is_some() {
        return read::<Site>(name, accepted_encodings);
    }
    // A script that went away with an update must fail as such: a page in its place would not.
    if name.starts_with(HASHED) {
        return None;
    }
    read::<Site>(INDEX, accepted_encodings)
}

fn read<Site: RustEmbed>(name: &str, accepted_encodings: &str) -> Option<File> {
    let accepted = |wanted: &str| accepts(accepted_encodings, wanted);
    let compressed = ENCODINGS
        .iter()
        .filter(|(encoding, _)| accepted(encoding))
        .find_map(|(encoding, ending)| Some((Site::get(&format!("{name}{ending}"))?, *encoding)));
    let (file, encoding) = match compressed {
        Some((file, encoding)) => (file, Some(encoding)),
        None => (Site::get(name)?, None),
    };
    Some(File { bytes: file.data, media_type: media_type(name), encoding, immutable: name.starts_with(HASHED) })
}

/// Whether an `Accept-Encoding` header takes an encoding; `q=0` refuses it.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        let named = words.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        named && !words.any(|word| matches!(word, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(RustEmbed)]
    #[folder = "tests/site"]
    struct Site;

    #[derive(RustEmbed)]
    #[folder = "tests/nothing"]
    #[allow_missing = true]
    struct Nothing;

    fn text(file: &File) -> &str {
        std::str::from_utf8(&file.bytes).unwrap()
    }

    #[test]
    fn every_address_of_the_interface_gets_the_page() {
        for path in ["/", "/assets/0190", "/applied-controls/0190/edit", "/webhooks/endpoints", "/index.html"] {
            let file = find_in::<Site>(path, "").unwrap();
            assert_eq!(text(&file), "page\n", "{path}");
            assert_eq!(file.media_type, "text/html; charset=utf-8");
            assert!(!file.immutable, "the page names the newest scripts, so it is asked for each time");
        }
    }

    #[test]
    fn a_hashed_file_is_kept_for_good_and_a_missing_one_is_missing() {
        let file = find_in::<Site>("/static/app-1a2b.js", "").unwrap();
        assert_eq!((text(&file), file.encoding), ("script\n", None));
        assert!(file.immutable);
        for path in ["/static/app-gone.js", "/static/app-1a2b.js.br", "/static/../../Cargo.toml"] {
            assert!(find_in::<Site>(path, "br").is_none(), "{path}");
        }
    }

    #[test]
    fn the_best_encoding_that_is_accepted_is_sent() {
        for (accepted, encoding, content) in [
            ("gzip, deflate, br", Some("br"), "brotli\n"),
            ("gzip", Some("gzip"), "gzipped\n"),
            ("br;q=0, GZIP;q=0.5", Some("gzip"), "gzipped\n"),
            ("identity", None, "script\n"),
        ] {
            let file = find_in::<Site>("/static/app-1a2b.js", accepted).unwrap();
            assert_eq!((file.encoding, text(&file)), (encoding, content), "{accepted}");
            assert_eq!(file.media_type, "text/javascript; charset=utf-8");
        }
    }

    #[test]
    fn without_a_build_there_is_nothing() {
        assert!(find_in::<Nothing>("/", "br").is_none());
    }
}
