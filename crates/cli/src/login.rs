//! `cairn login` and `cairn logout`.

use std::io::{IsTerminal, Read};

use cairn_client::{Address, Client, Error, NewToken, Secret, Session};
use clap::{Args, ValueEnum};

use crate::ask::ask;
use crate::connection::{Connection, Wanted};
use crate::failure::{Exit, Failure, Result};
use crate::output::note;
use crate::profile::{DEFAULT, Profile, Profiles, Store, check_name};
use crate::vault;

const HERE: &str = "http://127.0.0.1:8000";

/// Sign in to an instance and save it as a profile.
///
/// Asks for your email address and password and creates a personal access token, or uses a token you created in the web interface. The password is not stored.
#[derive(Debug, Args)]
#[command(
    after_long_help = "The token is stored in your system keyring or, if there is none, in a file that only you can read.\n\nExamples:\n  cairn login --url https://cairn.example.com\n  \
    cairn login --url https://cairn.example.com < token.txt\n  \
    cairn login --url http://127.0.0.1:8000 --profile lab\n\n\
    Scripts need no login: set CAIRN_URL and CAIRN_TOKEN."
)]
pub struct Login {
    /// The URL of the instance [default: that of the profile].
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The name of the profile.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// The email address to sign in with, instead of being asked.
    #[arg(long, value_name = "EMAIL")]
    email: Option<String>,
    /// Read a password from standard input instead of a token.
    #[arg(long, requires = "email")]
    password_stdin: bool,
    /// Days until the new token expires, from 1 to 365.
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=365))]
    days: u32,
    /// Where to store the token [default: the system keyring, if available].
    #[arg(long, value_name = "WHERE")]
    keep_in: Option<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Place {
    Keyring,
    File,
}

impl From<Place> for Store {
    fn from(place: Place) -> Self {
        match place {
            Place::Keyring => Self::Keyring,
            Place::File => Self::File,
        }
    }
}

/// How the user authenticates.
enum Proof {
    Token(Secret),
    Password { email: String, password: Secret },
}

impl Login {
    pub async fn run(self, wanted: Wanted) -> Result {
        let mut profiles = Profiles::load()?;
        let address = self.address(&profiles, &wanted)?;
        let name = self.profile_name(&profiles, &wanted, &address);
        check_name(&name)?;
        if !address.is_encrypted() && !address.is_local() {
            note(&format!(
                "Warning: {address} is not encrypted. Anyone on the network can read what you send, including passwords."
            ));
        }
        let client = Client::new(address.clone());
        vault::check()?;
        let (token, made) = match self.proof(&address)? {
            Proof::Token(token) => (token, None),
            Proof::Password { email, password } => {
                let made = self.make_token(&client, &email, &password).await?;
                (made.token.clone(), Some(made))
            }
        };
        let signed_in = client.with_token(&token)?;
        match self.remember(&mut profiles, &name, &signed_in, &token, made.as_ref()).await {
            Ok(()) => Ok(()),
            Err(failure) => Err(take_back(&signed_in, made.as_ref(), failure).await),
        }
    }

    async fn make_token(&self, client: &Client, email: &str, password: &Secret) -> Result<NewToken> {
        let session = Session::begin(client, email, password).await.map_err(|error| match error {
            // The usual advice for this status is to sign in, which is what is happening here.
            Error::Refused(problem) => Failure::new(Exit::NotPermitted, problem.to_string()),
            other => other.into(),
        })?;
        let made = session.make_token(&token_name(), self.days).await?;
        // The token exists. If the session isn't ended cleanly, it expires on its own.
        let _ = session.end().await;
        Ok(made)
    }

    /// Saves a working token and its profile.
    async fn remember(
        &self,
        profiles: &mut Profiles,
        name: &str,
        signed_in: &Client,
        token: &Secret,
        made: Option<&NewToken>,
    ) -> Result {
        let user = signed_in.get("/api/iam/current-user/", &Vec::new()).await?;
        let email = user["email"].as_str().map(str::to_owned);
        let address = signed_in.address();
        let before = profiles.profiles.get(name).cloned();
        let wanted = Wanted { profile: Some(name.to_owned()), url: None };
        if before.is_some()
            && let Ok(earlier) = Connection::open(&wanted)
        {
            earlier.forget_model();
        }
        let earlier =
            before.as_ref().and_then(|profile| Some((vault::find(name, profile.store).ok()??, profile.store)));
        let token_id = made.map(|made| made.id.clone());
        let kept = vault::keep(name, token, self.keep_in.map(Store::from)).and_then(|store| {
            let profile = Profile { url: address.to_string(), email: email.clone(), token_id, store };
            profiles.profiles.insert(name.to_owned(), profile);
            profiles.current = Some(name.to_owned());
            profiles.save().map(|()| store)
        });
        let store = match kept {
            Ok(store) => store,
            Err(failure) => {
                // Revokes the new token again, and leaves the previous sign-in as it was.
                let _ = vault::forget(name, Store::Keyring);
                if let Some((token, store)) = earlier {
                    let _ = vault::keep(name, &token, Some(store));
                }
                return Err(failure);
            }
        };
        let place = match store {
            Store::Keyring => "the keyring".to_owned(),
            Store::File => vault::file()?.display().to_string(),
        };
        // From here on the new token is in use: nothing that follows may fail and revoke it.
        retire(signed_in, address, before).await;
        if let Ok(connection) = Connection::open(&wanted) {
            let _ = connection.newest_model().await;
        }
        let expiry = made.and_then(|made| made.expiry.as_deref());
        let until = expiry.and_then(|time| time.get(..10)).map(|day| format!("; it expires on {day}"));
        note(&format!("Signed in to {address} as {} (profile {name}).", email.unwrap_or_default()));
        note(&format!("The token is stored in {place}{}.", until.unwrap_or_default()));
        Ok(())
    }

    /// The profile that was asked for. Its URL and its name are looked up in the same one.
    fn named(&self, wanted: &Wanted) -> Option<String> {
        self.profile.clone().or_else(|| wanted.profile.clone()).or_else(named_by_variable)
    }

    fn address(&self, profiles: &Profiles, wanted: &Wanted) -> Result<Address> {
        let given = self.url.clone().or_else(|| wanted.url.clone());
        let named = self.named(wanted);
        let known = named.as_deref().or(profiles.current.as_deref());
        let known = known.and_then(|name| profiles.profiles.get(name)).map(|profile| profile.url.clone());
        let variable = std::env::var("CAIRN_URL").ok().filter(|url| !url.trim().is_empty());
        let url = match given.or(variable) {
            Some(url) => url,
            None if named.is_some() && known.is_some() => known.unwrap_or_default(),
            None if std::io::stdin().is_terminal() => {
                let offered = known.unwrap_or_else(|| HERE.to_owned());
                let typed = ask(&format!("URL of the instance [{offered}]: "))?;
                if typed.is_empty() { offered } else { typed }
            }
            None => known.ok_or_else(|| Failure::usage("set the instance with --url"))?,
        };
        url.parse().map_err(Failure::usage)
    }

    /// The profile of that name or instance, or a free name: signing in never overwrites another instance.
    fn profile_name(&self, profiles: &Profiles, wanted: &Wanted, address: &Address) -> String {
        if let Some(name) = self.named(wanted) {
            return name;
        }
        if let Some((name, _)) = profiles.of_instance(address) {
            return name.to_owned();
        }
        if !profiles.profiles.contains_key(DEFAULT) {
            return DEFAULT.to_owned();
        }
        address.authority().replace([':', '[', ']'], "-").trim_matches('-').to_owned()
    }

    fn proof(&self, address: &Address) -> Result<Proof> {
        let stdin = std::io::stdin();
        if !stdin.is_terminal() || self.password_stdin {
            let mut text = String::new();
            let read = stdin.lock().read_to_string(&mut text);
            read.map_err(|error| Failure::other(format!("cannot read standard input: {error}")))?;
            let empty = |what: &str| Failure::usage(format!("standard input contains no {what}"));
            if let (true, Some(email)) = (self.password_stdin, &self.email) {
                let password = Secret::exact(text.trim_end_matches(['\r', '\n']));
                if password.is_empty() {
                    return Err(empty("password"));
                }
                return Ok(Proof::Password { email: email.clone(), password });
            }
            let token = Secret::new(text);
            return if token.is_empty() { Err(empty("token")) } else { Ok(Proof::Token(token)) };
        }
        let email = match &self.email {
            Some(email) => email.clone(),
            None => ask(&format!("Email address for {address} (or press Enter to paste a token): "))?,
        };
        let hidden = |prompt: &str| {
            rpassword::prompt_password(prompt)
                .map_err(|error| Failure::other(format!("cannot read your answer: {error}")))
        };
        if email.is_empty() {
            let token = Secret::new(hidden("Token (not shown): ")?);
            return if token.is_empty() { Err(Failure::usage("no token entered")) } else { Ok(Proof::Token(token)) };
        }
        Ok(Proof::Password { email, password: Secret::exact(hidden("Password (not shown): ")?) })
    }
}

fn named_by_variable() -> Option<String> {
    std::env::var("CAIRN_PROFILE").ok().filter(|name| !name.trim().is_empty())
}

/// Revokes the token that an earlier sign-in created for this profile.
async fn retire(client: &Client, address: &Address, before: Option<Profile>) {
    let Some(before) = before.filter(|profile| profile.address().is_ok_and(|known| known == *address)) else { return };
    if let Some(id) = before.token_id {
        let _ = client.delete(&format!("/api/iam/auth-tokens/{id}/")).await;
    }
}

/// Revokes a token that couldn't be stored, so that it doesn't stay valid without its owner knowing.
async fn take_back(client: &Client, made: Option<&NewToken>, failure: Failure) -> Failure {
    let Some(made) = made else { return failure };
    let words = match client.delete(&format!("/api/iam/auth-tokens/{}/", made.id)).await {
        Ok(()) => "the token created for this sign-in has been revoked".to_owned(),
        Err(reason) => format!(
            "the token “{}” that was created for this sign-in still works and could not be revoked ({reason}): revoke it \
             in the web interface",
            token_name()
        ),
    };
    Failure::new(failure.exit, format!("{failure}\n  {words}"))
}

/// The name under which the owner finds it in the list of tokens.
fn token_name() -> String {
    let file = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let variable = || std::env::var("COMPUTERNAME").or_else(|_| std::env::var("HOSTNAME")).ok();
    let host = file.or_else(variable).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    host.map_or_else(|| "Command line".to_owned(), |host| format!("Command line on {host}"))
}

/// Revokes the token of a profile. If the instance no longer accepts it, there is nothing left to revoke.
async fn revoke(name: &str, profile: &Profile) -> Result {
    let connection = Connection::open(&Wanted { profile: Some(name.to_owned()), url: None })?;
    connection.forget_model();
    let Some(id) = &profile.token_id else { return Ok(()) };
    match connection.client.delete(&format!("/api/iam/auth-tokens/{id}/")).await {
        Err(error) if !matches!(error.status(), Some(401 | 404)) => Err(error.into()),
        _ => Ok(()),
    }
}

/// Sign out: revoke the token created at sign-in and remove it from this machine.
#[derive(Debug, Args)]
pub struct Logout {
    /// The profile to sign out of [default: the current one].
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl Logout {
    pub async fn run(self, wanted: Wanted) -> Result {
        let mut profiles = Profiles::load()?;
        let named = self.profile.or(wanted.profile).or_else(named_by_variable);
        let Some((name, profile)) = profiles.pick(named.as_deref())? else {
            return Err(Failure::other("not signed in to any instance"));
        };
        let (name, profile) = (name.to_owned(), profile.clone());
        if let Err(reason) = revoke(&name, &profile).await {
            note(&format!(
                "Warning: the token was removed from this machine but could not be revoked, so it still works: {reason}"
            ));
        }
        vault::forget(&name, profile.store)?;
        profiles.remove(&name);
        profiles.save()?;
        note(&format!("Signed out of {} (profile {name}).", profile.url));
        profiles.none_in_use().iter().for_each(|words| note(words));
        if profile.token_id.is_none() {
            note("The token was created elsewhere and still works; revoke it there if it is no longer needed.");
        }
        Ok(())
    }
}
