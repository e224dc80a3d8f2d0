//! The address of a database, as an operator writes it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::StoreError;
use crate::postgres;

/// Where the data is. It prints without its password, in messages and in logs.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The path of the database file.
    Sqlite(PathBuf),
    /// A `postgres://` URL.
    Postgres(String),
}

impl FromStr for DatabaseUrl {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        if let Some(rest) = text.strip_prefix("sqlite:") {
            let path = rest.strip_prefix("//").unwrap_or(rest);
            return match path {
                "" => {
                    Err(StoreError::InvalidUrl("sqlite: needs the path of a file, as in sqlite:data/cairn.db".into()))
                }
                // Each connection to :memory: is a database of its own, so no pool can work on it.
                ":memory:" => Err(StoreError::InvalidUrl("sqlite: needs a file; :memory: cannot be shared".into())),
                path => Ok(Self::Sqlite(PathBuf::from(path))),
            };
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            postgres::parse(text)?;
            return Ok(Self::Postgres(text.to_owned()));
        }
        let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
        Err(StoreError::InvalidUrl(format!(
            "{} is not supported; use sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE",
            if scheme.is_empty() {
                "an address without a scheme".to_owned()
            } else {
                format!("the scheme \"{scheme}\"")
            }
        )))
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Replaces both places where a password can stand: before the host, and among the parameters.
///
/// A password may contain unescaped `/`, `?` or `@`, so the last `@` of the whole text ends it.
/// That may hide more than the password, never less.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return "***".to_owned();
    };
    let mut shown = format!("{scheme}://");
    let rest = match rest.rsplit_once('@') {
        Some((user, rest)) => {
            let (name, password) = user.split_once(':').map_or((user, None), |(name, rest)| (name, Some(rest)));
            shown.push_str(name);
            shown.push_str(if password.is_some() { ":***@" } else { "@" });
            rest
        }
        None => rest,
    };
    let (address, parameters) = rest.split_once('?').map_or((rest, None), |(address, rest)| (address, Some(rest)));
    shown.push_str(address);
    for (position, parameter) in parameters.iter().flat_map(|all| all.split('&')).enumerate() {
        shown.push(if position == 0 { '?' } else { '&' });
        let name = parameter.split('=').next().unwrap_or_default();
        // Names may be percent-encoded, so whatever is not plainly harmless is hidden.
        if name.contains('%') || name.eq_ignore_ascii_case("password") {
            shown.push_str(name);
            shown.push_str("=***");
        } else {
            shown.push_str(parameter);
        }
    }
    shown
}
