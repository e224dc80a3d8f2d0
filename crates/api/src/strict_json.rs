//! Unambiguous JSON: a duplicate name in an object is refused. The standard does not say which of the two counts, so a
//! checkpoint in front of us might read something else than we would store.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};

/// Reads one value, to the end of the bytes.
pub fn read(bytes: &[u8]) -> serde_json::Result<Json> {
    serde_json::from_slice(bytes).map(|Strict(value)| value)
}

struct Strict(Json);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values).map(Self)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format!("“{name}” stands twice in one object")));
            }
            let Strict(value) = fields.next_value()?;
            object.insert(name, value);
        }
        Ok(Json::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_read_as_it_is_elsewhere() {
        for text in [r#"{"a":[1,-2,3.5,null,true,"x",{"b":{}}],"c":18446744073709551615}"#, "null", "[]", r#""é\n""#] {
            assert_eq!(read(text.as_bytes()).unwrap(), serde_json::from_str::<Json>(text).unwrap());
        }
    }

    #[test]
    fn a_name_stands_once_in_an_object() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"x":{"a":1,"b":2,"a":3}}]"#, r#"{"\u0061":1,"a":2}"#] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains("“a” stands twice"), "{error}");
        }
        assert!(read(br#"[{"a":1},{"a":2}]"#).is_ok());
        assert!(read(b"{} {}").is_err());
    }
}
