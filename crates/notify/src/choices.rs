//! What a person wants to be notified of, how and when. Only what differs from the defaults is stored.

use std::collections::BTreeMap;
use std::fmt;

use cairn_model::zone::zone;
use cairn_model::{Describe, Zone, choice};
use chrono::NaiveTime;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as Json, json};

use crate::kind::Kind;

choice! {
    /// When mail about a kind of notification is sent.
    pub enum Pace {
        Immediately = "immediately",
        /// Once a day, everything together.
        Daily = "daily" ("Daily digest"),
        Off = "off",
    }
}

/// Notification preferences.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<Kind, Choice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_hours: Option<QuietHours>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest_at: Option<Clock>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "known_zone")]
    pub time_zone: Option<String>,
}

/// What someone chose for one kind; none where they left the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_app: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Pace>,
}

/// A part of the day without mail; it may go over midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct QuietHours {
    pub from: Clock,
    pub to: Clock,
}

/// A time of day, in hours and minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock(pub NaiveTime);

/// When digests are sent unless the person chose another time.
const DIGEST_AT: Clock = Clock(NaiveTime::from_hms_opt(8, 0, 0).unwrap());

impl Choices {
    /// Whether a kind appears in the person's inbox.
    pub fn in_app(&self, kind: Kind) -> bool {
        self.kinds.get(&kind).and_then(|choice| choice.in_app).unwrap_or(true)
    }

    /// When mail about a kind is sent. What someone did is told at once; what time brings can wait for the digest,
    /// unless it concerns the person's own access.
    pub fn email(&self, kind: Kind) -> Pace {
        let chosen = self.kinds.get(&kind).and_then(|choice| choice.email);
        chosen.unwrap_or_else(|| {
            let is_own_access = matches!(kind, Kind::ExpiringToken | Kind::ExpiringAccount);
            if kind.is_news() || is_own_access { Pace::Immediately } else { Pace::Daily }
        })
    }

    pub fn digest_at(&self) -> Clock {
        self.digest_at.unwrap_or(DIGEST_AT)
    }

    /// The person's time zone, or the instance's.
    pub fn zone(&self, instance: Zone) -> Zone {
        self.time_zone.as_deref().and_then(zone).unwrap_or(instance)
    }

    /// Turns mail about a kind off.
    pub fn mute(&mut self, kind: Kind) {
        self.kinds.entry(kind).or_default().email = Some(Pace::Off);
    }

    /// With everything written out, for people to see.
    pub fn shown(&self) -> Json {
        let one = |kind: &Kind| json!({ "in_app": self.in_app(*kind), "email": self.email(*kind) });
        let kinds: serde_json::Map<String, Json> =
            Kind::ALL.iter().map(|kind| (kind.key().to_owned(), one(kind))).collect();
        json!({
            "kinds": kinds,
            "quiet_hours": self.quiet_hours,
            "digest_at": self.digest_at(),
            "time_zone": self.time_zone,
        })
    }

    /// With some of them changed: what is left out stays, and null returns to the default.
    pub fn merged(current: &Self, wanted: &Json) -> Json {
        let mut merged = serde_json::to_value(current).unwrap_or_default();
        patch(&mut merged, wanted);
        merged
    }
}

/// A merge patch, as RFC 7396 describes it. Both times of quiet hours belong together, and are replaced together.
fn patch(target: &mut Json, wanted: &Json) {
    let Json::Object(members) = wanted else {
        *target = wanted.clone();
        return;
    };
    if !target.is_object() {
        *target = json!({});
    }
    for (name, value) in members {
        if value.is_null() {
            target.as_object_mut().map(|object| object.remove(name));
        } else {
            patch(&mut target[name.as_str()], value);
        }
    }
}

impl Describe for Choices {
    fn schema() -> Json {
        let choice = |kind: &Kind| {
            let doc = Kind::DEF.find(kind.key()).map(cairn_model::choice::ChoiceOption::label).unwrap_or_default();
            let shape = json!({
                "type": "object",
                "description": doc,
                "properties": {
                    "in_app": { "type": "boolean", "description": "Whether it appears in the inbox." },
                    "email": Pace::schema(),
                },
                "additionalProperties": false,
            });
            (kind.key().to_owned(), shape)
        };
        let kinds: serde_json::Map<String, Json> = Kind::ALL.iter().map(choice).collect();
        let clock = |doc: &str| json!({ "type": "string", "pattern": CLOCK, "description": doc });
        json!({
            "type": "object",
            "description": "What you are notified of, how and when.",
            "properties": {
                "kinds": { "type": "object", "properties": kinds, "additionalProperties": false },
                "quiet_hours": {
                    "type": ["object", "null"],
                    "description": "No mail is sent between these times; it waits until they are over.",
                    "properties": { "from": clock("When they begin."), "to": clock("When they end.") },
                    "required": ["from", "to"],
                    "additionalProperties": false,
                },
                "digest_at": clock("When the daily digest is sent."),
                "time_zone": {
                    "type": ["string", "null"],
                    "description": "As an IANA name such as `Europe/Paris`. Defaults to the instance's.",
                },
            },
            "additionalProperties": false,
        })
    }

    fn optional() -> bool {
        true
    }
}

const CLOCK: &str = "^([01][0-9]|2[0-3]):[0-5][0-9]$";

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%H:%M"))
    }
}

impl Serialize for Clock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let time = NaiveTime::parse_from_str(&text, "%H:%M").ok().filter(|_| text.len() == 5);
        time.map(Self).ok_or_else(|| serde::de::Error::custom(format!("“{text}” is not a time such as 08:00")))
    }
}

impl<'de> Deserialize<'de> for QuietHours {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Both {
            from: Clock,
            to: Clock,
        }
        let Both { from, to } = Both::deserialize(deserializer)?;
        if from == to {
            return Err(serde::de::Error::custom("quiet hours cannot begin and end at the same time"));
        }
        Ok(Self { from, to })
    }
}

fn known_zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    match &name {
        Some(text) if zone(text).is_none() => {
            Err(serde::de::Error::custom(format!("unknown time zone “{text}”. Use a name such as Europe/Paris or UTC")))
        }
        _ => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: Json) -> Result<Choices, String> {
        serde_json::from_value(json).map_err(|error| error.to_string())
    }

    #[test]
    fn only_what_differs_is_kept_and_everything_is_shown() {
        let none = Choices::default();
        assert_eq!(serde_json::to_value(&none).unwrap(), json!({}));
        assert_eq!(none.shown()["kinds"]["due"], json!({ "in_app": true, "email": "daily" }));
        assert_eq!(none.shown()["digest_at"], "08:00");
        let muted = Choices::merged(&none, &json!({ "kinds": { "due": { "email": "off" } }, "digest_at": "17:30" }));
        let muted = read(muted).unwrap();
        assert_eq!((muted.email(Kind::Due), muted.in_app(Kind::Due)), (Pace::Off, true));
        assert_eq!(muted.email(Kind::Overdue), Pace::Daily);
        let back = Choices::merged(&muted, &json!({ "kinds": { "due": { "in_app": false } }, "digest_at": null }));
        let back = read(back).unwrap();
        assert_eq!((back.email(Kind::Due), back.in_app(Kind::Due)), (Pace::Off, false));
        assert_eq!(back.digest_at().to_string(), "08:00");
    }

    #[test]
    fn mistakes_are_refused() {
        for wrong in [
            json!({ "kinds": { "dues": { "email": "off" } } }),
            json!({ "kinds": { "due": { "email": "weekly" } } }),
            json!({ "quiet_hours": { "from": "20:00", "to": "20:00" } }),
            json!({ "quiet_hours": { "from": "20:00" } }),
            json!({ "quiet_hours": { "from": "25:00", "to": "07:00" } }),
            json!({ "digest_at": "8:00" }),
            json!({ "time_zone": "Europe/Atlantis" }),
            json!({ "sound": true }),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
