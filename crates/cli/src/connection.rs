//! Which instance a command talks to, and with which token.

use std::time::Duration;

use cairn_client::{Address, Client, Model, ModelCache, Secret};
use uuid::Uuid;

use crate::failure::{Exit, Failure, Result};
use crate::profile::{Profile, Profiles};
use crate::{folders, vault};

/// How long the stored model document is used without checking for a newer one. A command that doesn't recognise
/// something checks anyway before it gives up.
const FRESH: Duration = Duration::from_mins(10);

/// What the command line says about the instance. `CAIRN_URL`, `CAIRN_TOKEN` and `CAIRN_PROFILE` fill the gaps.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub profile: Option<String>,
    pub url: Option<String>,
}

#[derive(Debug)]
pub struct Connection {
    pub client: Client,
    /// The profile in use, if any.
    pub profile: Option<String>,
    cache: Option<ModelCache>,
}

impl Connection {
    pub fn open(wanted: &Wanted) -> Result<Self> {
        let profiles = Profiles::load()?;
        let found = locate(wanted, &profiles, &|name| std::env::var(name).ok())?;
        let client = Client::new(found.address);
        let token = match (found.token, &found.profile) {
            (Some(token), _) => Some(token),
            (None, Some((name, profile))) => vault::find(name, profile.store)?,
            (None, None) => None,
        };
        let Some(token) = token.filter(|token| !token.is_empty()) else {
            let message = format!("not signed in to {}; run `cairn login`, or set CAIRN_TOKEN", client.address());
            return Err(Failure::new(Exit::NotPermitted, message));
        };
        let cache = folders::cache().map(|folder| ModelCache::new(&folder, &client, &token));
        let client = client.with_token(&token)?;
        Ok(Self { client, profile: found.profile.map(|(name, _)| name), cache })
    }

    /// The same connection, with every request made as if a what-if draft were applied.
    pub fn in_draft(&self, draft: Uuid) -> Self {
        Self { client: self.client.clone().in_draft(draft), profile: self.profile.clone(), cache: None }
    }

    /// The model document, from disk while it is fresh.
    pub async fn model(&self) -> Result<Model> {
        match self.cache.as_ref().and_then(|cache| cache.fresh(FRESH)) {
            Some(model) => Ok(model),
            None => self.newest_model().await,
        }
    }

    /// The current document.
    pub async fn newest_model(&self) -> Result<Model> {
        match &self.cache {
            Some(cache) => Ok(cache.fetch(&self.client).await?),
            None => {
                let reply = self.client.download("/api/model/", &Vec::new()).await?;
                Model::parse(&reply.body).map_err(|error| Failure::other(format!("the model document: {error}")))
            }
        }
    }

    /// The stored document, however old: help and completion must not wait for the network.
    pub fn stored_model(&self) -> Option<Model> {
        self.cache.as_ref()?.stored()
    }

    pub fn forget_model(&self) {
        if let Some(cache) = &self.cache {
            cache.forget();
        }
    }
}

struct Found {
    address: Address,
    token: Option<Secret>,
    profile: Option<(String, Profile)>,
}

/// Flags win over variables, and variables over profiles. A stored token is only sent to the instance it belongs to.
fn locate(wanted: &Wanted, profiles: &Profiles, variable: &dyn Fn(&str) -> Option<String>) -> Result<Found> {
    let variable = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
    let owned = |found: Option<(&str, &Profile)>| found.map(|(name, profile)| (name.to_owned(), profile.clone()));
    if wanted.profile.is_some() && wanted.url.is_none() {
        let profile = owned(profiles.pick(wanted.profile.as_deref())?);
        let (name, profile) = profile.ok_or_else(not_signed_in)?;
        return Ok(Found { address: profile.address()?, token: None, profile: Some((name, profile)) });
    }
    let token = variable("CAIRN_TOKEN").map(Secret::new);
    if let Some(url) = wanted.url.clone().or_else(|| variable("CAIRN_URL")) {
        let address: Address = url.parse().map_err(Failure::usage)?;
        let profile = match &token {
            Some(_) => None,
            None => owned(profiles.of_instance(&address)),
        };
        return Ok(Found { address, token, profile });
    }
    let named = variable("CAIRN_PROFILE");
    let (name, profile) = owned(profiles.pick(named.as_deref())?).ok_or_else(not_signed_in)?;
    Ok(Found { address: profile.address()?, token, profile: Some((name, profile)) })
}

fn not_signed_in() -> Failure {
    let message = "not signed in to any instance; run `cairn login`, or set CAIRN_URL and CAIRN_TOKEN";
    Failure::new(Exit::NotPermitted, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profiles() -> Profiles {
        toml::from_str(
            "current = \"work\"\n[profiles.work]\nurl = \"https://work.example\"\n\
             [profiles.lab]\nurl = \"https://lab.example\"\n",
        )
        .expect("profiles")
    }

    /// Which instance a command talks to, with which token, and whether that token came from the variable.
    fn go(profile: Option<&str>, url: Option<&str>, variables: &[(&str, &str)]) -> (String, Option<String>, bool) {
        let wanted = Wanted { profile: profile.map(str::to_owned), url: url.map(str::to_owned) };
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let found = locate(&wanted, &profiles(), &variable).expect("an instance");
        (found.address.to_string(), found.profile.map(|(name, _)| name), found.token.is_some())
    }

    #[test]
    fn flags_win_over_variables_and_variables_over_profiles() {
        let work = ("https://work.example".to_owned(), Some("work".to_owned()), false);
        let lab = ("https://lab.example".to_owned(), Some("lab".to_owned()), false);
        assert_eq!(go(None, None, &[]), work);
        assert_eq!(go(Some("lab"), None, &[("CAIRN_URL", "https://c.example"), ("CAIRN_TOKEN", "t")]), lab);
        assert_eq!(go(None, None, &[("CAIRN_PROFILE", "lab")]), lab);
        let (script, with_token) = ([("CAIRN_URL", "https://c.example"), ("CAIRN_TOKEN", "t")], true);
        assert_eq!(go(None, None, &script), ("https://c.example".into(), None, with_token));
        assert_eq!(go(None, None, &[("CAIRN_URL", ""), ("CAIRN_TOKEN", " ")]), work, "set to nothing is not set");
    }

    #[test]
    fn a_stored_token_goes_only_to_its_own_instance() {
        assert_eq!(go(None, Some("https://lab.example/"), &[]).1.as_deref(), Some("lab"));
        assert_eq!(go(None, Some("https://evil.example"), &[]), ("https://evil.example".into(), None, false));
        assert_eq!(
            go(None, None, &[("CAIRN_URL", "https://evil.example")]),
            ("https://evil.example".into(), None, false)
        );
    }
}
