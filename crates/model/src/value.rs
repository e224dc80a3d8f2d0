//! Values as they travel between JSON, records and the database.
//!
//! The engine interprets definitions instead of being generic over resources, so it needs one
//! type for "the content of a field": [`Value`]. A [`Type`] says which one a database
//! column returns, since SQLite alone can't tell a date from a text.

use std::fmt;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Timelike};
use uuid::Uuid;

/// A calendar day without a time zone.
pub type Date = NaiveDate;

/// The content of one field or column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    Decimal(Decimal),
    Text(String),
    Uuid(Uuid),
    Date(Date),
    Time(Timestamp),
    /// A JSON document in its minified text form.
    Json(String),
    Bytes(Vec<u8>),
    /// The targets of a many-relation, or a set of ids in a query (`= any`).
    Uuids(Vec<Uuid>),
    /// A set of texts in a query (`= any`).
    Texts(Vec<String>),
}

/// The type of a database column, the same on both databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Bool,
    Int,
    Decimal,
    Text,
    Uuid,
    Date,
    Time,
    Json,
    Bytes,
}

impl Value {
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::Json(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_uuid(&self) -> Option<Uuid> {
        match self {
            Value::Uuid(id) => Some(*id),
            _ => None,
        }
    }

    pub fn as_uuids(&self) -> &[Uuid] {
        match self {
            Value::Uuids(ids) => ids,
            _ => &[],
        }
    }

    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    pub fn as_time(&self) -> Option<Timestamp> {
        match self {
            Value::Time(time) => Some(*time),
            _ => None,
        }
    }

    /// Appends the value as JSON, without building a tree of JSON nodes.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        use std::io::Write;
        // Writing to a Vec can't fail, so the results below are ignored.
        match self {
            Value::Null => out.extend_from_slice(b"null"),
            Value::Bool(true) => out.extend_from_slice(b"true"),
            Value::Bool(false) => out.extend_from_slice(b"false"),
            Value::Int(number) => drop(write!(out, "{number}")),
            Value::Decimal(number) => drop(write!(out, "{number}")),
            Value::Text(text) => write_json_text(out, text),
            Value::Uuid(id) => write_json_uuid(out, *id),
            Value::Date(date) => drop(write!(out, "\"{}\"", date.format("%Y-%m-%d"))),
            Value::Time(time) => drop(write!(out, "\"{time}\"")),
            Value::Json(text) => out.extend_from_slice(text.as_bytes()),
            Value::Bytes(_) => out.extend_from_slice(b"null"),
            Value::Uuids(ids) => write_json_list(out, ids.iter(), |out, id| write_json_uuid(out, *id)),
            Value::Texts(texts) => write_json_list(out, texts.iter(), |out, text| write_json_text(out, text)),
        }
    }

    /// The value as a JSON node, for the few places that need a tree (journal diffs, actions).
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Value::Null | Value::Bytes(_) => serde_json::Value::Null,
            Value::Bool(flag) => (*flag).into(),
            Value::Int(number) => (*number).into(),
            Value::Json(text) => serde_json::from_str(text).unwrap_or_default(),
            Value::Text(text) => text.as_str().into(),
            other => {
                let mut out = Vec::with_capacity(40);
                other.write_json(&mut out);
                serde_json::from_slice(&out).unwrap_or_default()
            }
        }
    }
}

fn write_json_list<T>(out: &mut Vec<u8>, items: impl Iterator<Item = T>, write: impl Fn(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (position, item) in items.enumerate() {
        if position > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// Appends a JSON string. Runs of plain characters are copied in one go.
pub fn write_json_text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut start = 0;
    for (position, &byte) in bytes.iter().enumerate() {
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            0..=0x1f => b"",
            _ => continue,
        };
        out.extend_from_slice(&bytes[start..position]);
        if escape.is_empty() {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            out.extend_from_slice(b"\\u00");
            out.push(HEX[usize::from(byte >> 4)]);
            out.push(HEX[usize::from(byte & 15)]);
        } else {
            out.extend_from_slice(escape);
        }
        start = position + 1;
    }
    out.extend_from_slice(&bytes[start..]);
    out.push(b'"');
}

/// Appends an id as a JSON string.
pub fn write_json_uuid(out: &mut Vec<u8>, id: Uuid) {
    let mut buffer = Uuid::encode_buffer();
    out.push(b'"');
    out.extend_from_slice(id.hyphenated().encode_lower(&mut buffer).as_bytes());
    out.push(b'"');
}

/// An instant in UTC, to the microsecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1_000_000)))
    }

    #[must_use]
    pub const fn plus_days(self, days: i64) -> Self {
        self.plus_seconds(days.saturating_mul(86_400))
    }

    pub fn date(self) -> Date {
        self.utc().date_naive()
    }

    /// Parses RFC 3339; without a zone it is UTC, and a bare date means its first instant.
    pub fn parse(text: &str) -> Option<Self> {
        let time = if let Ok(time) = DateTime::parse_from_rfc3339(text) {
            time.to_utc()
        } else if let Ok(time) = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f") {
            time.and_utc()
        } else {
            NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0)?.and_utc()
        };
        is_common_year(time.year()).then(|| Self(time.timestamp_micros()))
    }
}

/// Whether both databases, and all readers of our output, support the year: it has four digits and is at least 1.
pub(crate) fn is_common_year(year: i32) -> bool {
    (1..=9999).contains(&year)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.utc();
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
            time.year(),
            time.month(),
            time.day(),
            time.hour(),
            time.minute(),
            time.second(),
            time.timestamp_subsec_micros()
        )
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("expected a time such as 2026-03-01T00:00:00Z"))
    }
}

/// An exact number with up to four decimal places; enough for money and rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Decimal(i64);

impl Decimal {
    const ONE: i64 = 10_000;

    /// The number in ten-thousandths, which is how it is stored.
    pub const fn from_scaled(scaled: i64) -> Self {
        Self(scaled)
    }

    pub const fn scaled(self) -> i64 {
        self.0
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || fraction.len() > 4 || !plain(whole) || !plain(fraction) {
            return None;
        }
        let scaled = whole
            .parse::<i64>()
            .ok()?
            .checked_mul(Self::ONE)?
            .checked_add(format!("{fraction:0<4}").parse::<i64>().ok()?)?;
        Some(Self(if negative { -scaled } else { scaled }))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.abs() / Self::ONE, self.0.abs() % Self::ONE);
        if fraction == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{fraction:04}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_survive_the_round_trip() {
        for text in ["0", "12.5", "-3.0001", "922337203685477"] {
            assert_eq!(Decimal::parse(text).unwrap().to_string(), text);
        }
        for text in ["", ".5", "1.23456", "1e3", "922337203685478000", "--1"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn texts_are_escaped_as_json_demands() {
        let mut out = Vec::new();
        let nasty = "a\"b\\c\n\r\t\u{1}é😀";
        write_json_text(&mut out, nasty);
        assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), nasty);
    }

    #[test]
    fn times_are_read_and_written_to_the_microsecond() {
        let time = Timestamp::parse("2026-11-15T01:06:13.536037Z").unwrap();
        assert_eq!(time.to_string(), "2026-11-15T01:06:13.536037Z");
        assert_eq!(Timestamp::parse("2026-11-15T02:06:13.536037+01:00"), Some(time));
        assert_eq!(Timestamp::parse("2026-11-15").unwrap().to_string(), "2026-11-15T00:00:00.000000Z");
        assert_eq!(Timestamp::parse("yesterday"), None);
    }
}
