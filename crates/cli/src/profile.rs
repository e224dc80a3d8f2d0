//! Profiles: named instances that the user works with. The file contains no secrets.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cairn_client::Address;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Result};
use crate::private::write_private;
use crate::{folders, private};

pub const DEFAULT: &str = "default";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profiles {
    /// The profile used if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    #[serde(default)]
    pub profiles: BTreeMap<String, Profile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub url: String,
    /// Who signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The token created at sign-in, so that signing out can revoke it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_id: Option<String>,
    #[serde(default)]
    pub store: Store,
}

/// Where the token of a profile is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Store {
    Keyring,
    #[default]
    File,
}

impl Profile {
    pub fn address(&self) -> Result<Address> {
        self.url.parse().map_err(Failure::other)
    }
}

fn path() -> Result<PathBuf> {
    let folder = folders::config().ok_or_else(|| Failure::other("no home directory found to store profiles in"))?;
    Ok(folder.join("profiles.toml"))
}

impl Profiles {
    pub fn load() -> Result<Self> {
        // Without a home folder there are no profiles; variables may still name an instance.
        let Ok(path) = path() else { return Ok(Self::default()) };
        match private::read(&path)? {
            Some(text) => toml::from_str(&text).map_err(|error| {
                Failure::other(format!("{} is not valid: {}", path.display(), error.message().trim_end()))
            }),
            None => Ok(Self::default()),
        }
    }

    pub fn save(&self) -> Result {
        let text = toml::to_string(self).map_err(|error| Failure::other(error.to_string()))?;
        write_private(&path()?, &text)
    }

    /// The profile with that name, or the current one. If none is current, it doesn't guess: the next command may
    /// change something there.
    pub fn pick(&self, name: Option<&str>) -> Result<Option<(&str, &Profile)>> {
        let wanted = name.or(self.current.as_deref());
        match (wanted.and_then(|wanted| self.profiles.get_key_value(wanted)), name) {
            (Some((name, profile)), _) => Ok(Some((name, profile))),
            (None, Some(name)) => Err(self.unknown(name)),
            (None, None) if self.profiles.is_empty() => Ok(None),
            (None, None) => Err(Failure::usage(format!("no profile selected; {}", self.advice()))),
        }
    }

    /// Removes a profile. If it was the current one, there is no current profile until another is chosen.
    pub fn remove(&mut self, name: &str) -> Option<Profile> {
        self.current.take_if(|current| current == name);
        self.profiles.remove(name)
    }

    /// The message after removing the current profile while others exist.
    pub fn none_in_use(&self) -> Option<String> {
        let nothing = self.current.is_none() && !self.profiles.is_empty();
        nothing.then(|| format!("No profile selected; {}.", self.advice()))
    }

    fn advice(&self) -> String {
        let known: Vec<&str> = self.profiles.keys().map(String::as_str).collect();
        format!("choose one with `cairn profile use NAME` or --profile (known: {})", known.join(", "))
    }

    pub fn unknown(&self, name: &str) -> Failure {
        let known: Vec<&str> = self.profiles.keys().map(String::as_str).collect();
        let known =
            if known.is_empty() { "there are none yet".to_owned() } else { format!("known: {}", known.join(", ")) };
        Failure::usage(format!("there is no profile “{name}” ({known}); create it with `cairn login --profile {name}`"))
    }

    /// A profile of this instance, the current one first.
    pub fn of_instance(&self, address: &Address) -> Option<(&str, &Profile)> {
        let current = self.current.as_ref().and_then(|name| self.profiles.get_key_value(name));
        let all = current.into_iter().chain(&self.profiles);
        let mut fitting = all.filter(|(_, profile)| profile.address().is_ok_and(|known| known == *address));
        fitting.next().map(|(name, profile)| (name.as_str(), profile))
    }
}

/// Names are typed, and used in files and keyrings.
pub fn check_name(name: &str) -> Result {
    let fine = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    if name.is_empty() || name.len() > 64 || !name.chars().all(fine) {
        return Err(Failure::usage(format!("“{name}” is not a valid profile name; use letters, digits, - and _")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_profile_is_used_unless_another_is_named() {
        let text = "current = \"work\"\n[profiles.work]\nurl = \"https://a.example\"\n\
                    [profiles.lab]\nurl = \"https://b.example\"\nstore = \"keyring\"\n";
        let profiles: Profiles = toml::from_str(text).expect("profiles");
        let name = |found: Result<Option<(&str, &Profile)>>| found.map(|found| found.map(|(name, _)| name.to_owned()));
        assert_eq!(name(profiles.pick(None)).expect("a profile").as_deref(), Some("work"));
        assert_eq!(name(profiles.pick(Some("lab"))).expect("a profile").as_deref(), Some("lab"));
        assert!(profiles.pick(Some("home")).expect_err("none").message.contains("known: lab, work"));
        assert!(Profiles::default().pick(None).expect("nothing").is_none());
        let mut left = profiles.clone();
        left.remove("lab").expect("a profile");
        assert_eq!((left.current.as_deref(), left.none_in_use()), (Some("work"), None));
        left.remove("work").expect("a profile");
        assert_eq!((left.pick(None).expect("nothing"), left.none_in_use()), (None, None));
        let address = "https://b.example/".parse().expect("an address");
        assert_eq!(profiles.of_instance(&address).map(|(name, _)| name), Some("lab"));
        let again: Profiles = toml::from_str(&toml::to_string(&profiles).expect("text")).expect("profiles");
        assert_eq!(again, profiles);
    }

    #[test]
    fn nobody_guesses_which_profile_was_meant() {
        let text = "current = \"work\"\n[profiles.work]\nurl = \"https://a.example\"\n\
                    [profiles.default]\nurl = \"https://b.example\"\n";
        let mut profiles: Profiles = toml::from_str(text).expect("profiles");
        profiles.remove("work").expect("a profile");
        let refused = profiles.pick(None).expect_err("none is in use").message;
        assert!(refused.contains("`cairn profile use NAME`") && refused.contains("known: default"), "{refused}");
        assert!(profiles.none_in_use().expect("words").contains("known: default"));
        assert!(profiles.pick(Some("default")).expect("a profile").is_some());
    }

    #[test]
    fn names_are_simple() {
        assert!(check_name("prod-eu_1").is_ok());
        for name in ["", "a b", "../x", "a=b"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
