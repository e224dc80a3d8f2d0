//! TLS to the server, as `sslmode` and `sslrootcert` in its address ask for it. They mean what they mean to every other
//! client of PostgreSQL; the driver knows only some of them.

use std::path::PathBuf;

use cairn_tls::Trust;
use percent_encoding::percent_decode_str;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::StoreError;

/// What the server's certificate must prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Check {
    #[default]
    Nothing,
    Issuer,
    Name,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    check: Check,
    /// A PEM file; without it, what the machine trusts.
    roots: Option<PathBuf>,
}

/// Takes what concerns TLS out of an address, and leaves in it what the driver knows.
pub(crate) fn split(url: &str) -> Result<(String, Wanted), StoreError> {
    // A password may contain a question mark; parameters begin after the last `@`.
    let after_user = url.rfind('@').unwrap_or_default();
    let Some(at) = url[after_user..].find('?').map(|at| after_user + at) else {
        return Ok((url.to_owned(), Wanted::default()));
    };
    let (mut mode, mut roots, mut kept) = (None, None, Vec::new());
    for parameter in url[at + 1..].split('&') {
        match parameter.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value),
            Some(("sslrootcert", "system")) => roots = Some(None),
            Some(("sslrootcert", path)) => {
                roots = Some(Some(PathBuf::from(percent_decode_str(path).decode_utf8_lossy().into_owned())));
            }
            _ => kept.push(parameter),
        }
    }
    let check = match (mode, &roots) {
        (Some("verify-full"), _) => Check::Name,
        (Some("verify-ca"), _) | (Some("require"), Some(_)) => Check::Issuer,
        (_, None) => Check::Nothing,
        (_, Some(_)) => {
            let hint = "sslrootcert only has an effect with sslmode=verify-full, verify-ca or require";
            return Err(StoreError::InvalidUrl(hint.into()));
        }
    };
    let mode = mode.map(|mode| if check == Check::Nothing { mode } else { "require" });
    let mode = mode.map(|mode| format!("sslmode={mode}"));
    kept.extend(mode.as_deref());
    let mark = if kept.is_empty() { "" } else { "?" };
    Ok((format!("{}{mark}{}", &url[..at], kept.join("&")), Wanted { check, roots: roots.flatten() }))
}

impl Wanted {
    pub(crate) fn connector(&self) -> Result<MakeRustlsConnect, StoreError> {
        let trust = match self.check {
            Check::Nothing => Trust::Anyone,
            Check::Issuer => Trust::Issuer(self.roots()?),
            Check::Name => Trust::Name(self.roots()?),
        };
        let config = cairn_tls::client(trust, b"postgresql").map_err(StoreError::other)?;
        Ok(MakeRustlsConnect::new(config))
    }

    fn roots(&self) -> Result<cairn_tls::RootCertStore, StoreError> {
        let Some(path) = &self.roots else { return cairn_tls::machine().map_err(StoreError::other) };
        let unusable = |reason: String| StoreError::other(format!("sslrootcert {}: {reason}", path.display()));
        let pem = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
        let mut roots = cairn_tls::RootCertStore::empty();
        cairn_tls::add_pem(&mut roots, &pem).map_err(unusable)?;
        Ok(roots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(check: Check, roots: Option<&str>) -> Wanted {
        Wanted { check, roots: roots.map(PathBuf::from) }
    }

    #[test]
    fn what_the_driver_does_not_know_is_taken_out() {
        for (url, left, check, roots) in [
            ("postgres://db/c", "postgres://db/c", Check::Nothing, None),
            ("postgres://db/c?sslmode=prefer", "postgres://db/c?sslmode=prefer", Check::Nothing, None),
            ("postgres://db/c?sslmode=require", "postgres://db/c?sslmode=require", Check::Nothing, None),
            ("postgres://db/c?sslmode=verify-full", "postgres://db/c?sslmode=require", Check::Name, None),
            (
                "postgres://u:p?w@db/c?sslrootcert=%2Fetc%2Fca.pem&a=b&sslmode=verify-ca",
                "postgres://u:p?w@db/c?a=b&sslmode=require",
                Check::Issuer,
                Some("/etc/ca.pem"),
            ),
            (
                "postgres://db/c?sslmode=verify-full&sslrootcert=system",
                "postgres://db/c?sslmode=require",
                Check::Name,
                None,
            ),
            // As with other clients: who names a root wants it to count.
            (
                "postgres://db/c?sslmode=require&sslrootcert=ca",
                "postgres://db/c?sslmode=require",
                Check::Issuer,
                Some("ca"),
            ),
        ] {
            assert_eq!(split(url), Ok((left.to_owned(), wanted(check, roots))), "{url}");
        }
    }

    #[test]
    fn a_root_that_would_not_count_is_refused() {
        for url in ["postgres://db/c?sslrootcert=ca", "postgres://db/c?sslmode=prefer&sslrootcert=ca"] {
            assert!(matches!(split(url), Err(StoreError::InvalidUrl(_))), "{url}");
        }
    }
}
