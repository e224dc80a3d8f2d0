//! `cairn://asset/…`: addresses of objects. The last part is an id or a name.

use cairn_client::Resource;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const SCHEME: &str = "cairn://";

/// What an address refers to.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// `cairn://model`: everything there is.
    Model,
    /// `cairn://asset`: what an asset is.
    Kind(String),
    /// `cairn://asset/Vault`.
    Object(String, String),
}

impl Place {
    pub fn parse(uri: &str) -> Option<Self> {
        let rest = uri.strip_prefix(SCHEME)?;
        let decode = |part: &str| percent_decode_str(part).decode_utf8().ok().map(std::borrow::Cow::into_owned);
        match rest.split_once('/') {
            None | Some((_, "")) => match rest.trim_end_matches('/') {
                "" => None,
                "model" => Some(Self::Model),
                kind => decode(kind).map(Self::Kind),
            },
            Some((kind, object)) => Some(Self::Object(decode(kind)?, decode(object)?)),
        }
    }
}

pub fn of_model() -> String {
    format!("{SCHEME}model")
}

pub fn of_kind(resource: &Resource) -> String {
    format!("{SCHEME}{}", resource.word())
}

/// The URI template for the objects of a resource.
pub fn template(resource: &Resource) -> String {
    format!("{SCHEME}{}/{{object}}", resource.word())
}

pub fn of_object(resource: &Resource, object: &str) -> String {
    format!(
        "{SCHEME}{}/{}",
        resource.word(),
        utf8_percent_encode(object, NON_ALPHANUMERIC).to_string().replace("%2D", "-")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        assert_eq!(Place::parse("cairn://model"), Some(Place::Model));
        assert_eq!(Place::parse("cairn://asset/"), Some(Place::Kind("asset".into())));
        assert_eq!(
            Place::parse("cairn://asset/Card%20vault"),
            Some(Place::Object("asset".into(), "Card vault".into()))
        );
        assert_eq!(
            Place::parse("cairn://asset/Sales/Vault"),
            Some(Place::Object("asset".into(), "Sales/Vault".into()))
        );
        for wrong in ["file:///etc/passwd", "cairn://", "asset/1", "cairn://asset/%FF"] {
            assert_eq!(Place::parse(wrong), None, "{wrong}");
        }
    }
}
