//! Mail about an account, in English and in French: a link to set the password, or a sign-in from a new browser.

use cairn_model::{Timestamp, Zone};

use crate::mail::{Written, escape};
use crate::words::Language;

/// What the mail is about.
#[derive(Debug, Clone)]
pub enum AccountLetter {
    Link {
        is_invitation: bool,
        url: String,
        until: Timestamp,
        zone: Zone,
    },
    NewDevice {
        address: Option<String>,
        browser: Option<String>,
        at: Timestamp,
        zone: Zone,
        /// Where the person sees and ends their sessions.
        sessions: String,
    },
}

/// A mail before it is text or HTML: paragraphs, and one link.
struct Draft {
    subject: &'static str,
    before: Vec<String>,
    /// The words of the button, and where it leads.
    button: (&'static str, String),
    after: Vec<String>,
}

impl AccountLetter {
    /// `site` is the URL of the instance.
    pub fn write(&self, language: Language, site: &str) -> Written {
        let draft = self.draft(language, site);
        let (words, url) = &draft.button;
        let paragraphs = |all: &[String]| all.iter().fold(String::new(), |text, one| text + one + "\n\n");
        let text = format!(
            "{}{words}{} {url}\n\n{}",
            paragraphs(&draft.before),
            language.pick(":", "\u{a0}:"),
            paragraphs(&draft.after)
        );
        let html = |all: &[String]| {
            let paragraph = |one: &String| format!("<p style=\"margin:0 0 16px\">{}</p>\n", escape(one));
            all.iter().map(paragraph).collect::<String>()
        };
        let html = format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title></head>\n\
             <body style=\"margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#fff\">\n\
             <div style=\"max-width:600px\">\n{}<p style=\"margin:0 0 24px\"><a href=\"{}\" style=\"display:inline-block;\
             padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none\">{}</a></p>\n{}</div></body></html>\n",
            language.tag(),
            escape(draft.subject),
            html(&draft.before),
            escape(url),
            escape(words),
            html(&draft.after),
        );
        Written { subject: draft.subject.to_owned(), text: text.trim_end().to_owned() + "\n", html }
    }

    fn draft(&self, language: Language, site: &str) -> Draft {
        let french = language == Language::French;
        match self {
            Self::Link { is_invitation, url, until, zone } => {
                let until = moment(language, *until, *zone);
                let first = match (is_invitation, french) {
                    (true, false) => format!("You have been invited to Cairn at {site}. Choose a password to sign in."),
                    (true, true) => format!(
                        "Vous êtes invité à utiliser Cairn à l’adresse {site}. Choisissez un mot de passe pour vous connecter."
                    ),
                    (false, false) => format!("Someone asked for a new password for your Cairn account at {site}."),
                    (false, true) => {
                        format!("Un nouveau mot de passe a été demandé pour votre compte Cairn à l’adresse {site}.")
                    }
                };
                let once = if french {
                    format!("Le lien fonctionne une seule fois, jusqu’au {until}.")
                } else {
                    format!("The link works once, until {until}.")
                };
                let ignore = language.pick(
                    "If you did not expect this email, ignore it: nothing changes without the link. Do not forward it.",
                    "Si vous n’attendiez pas cet e-mail, ignorez-le\u{a0}: rien ne change sans ce lien. Ne le transférez pas.",
                );
                let subject = if *is_invitation {
                    language.pick("Your invitation to Cairn", "Votre invitation à Cairn")
                } else {
                    language.pick("Set a new password for Cairn", "Choisir un nouveau mot de passe pour Cairn")
                };
                let words = language.pick("Choose a password", "Choisir un mot de passe");
                Draft {
                    subject,
                    before: vec![first],
                    button: (words, url.clone()),
                    after: vec![once, ignore.to_owned()],
                }
            }
            Self::NewDevice { address, browser, at, zone, sessions } => {
                let unknown = language.pick("unknown", "inconnu");
                let (address, browser) = (address.as_deref().unwrap_or(unknown), browser.as_deref().unwrap_or(unknown));
                let at = moment(language, *at, *zone);
                let colon = language.pick(":", "\u{a0}:");
                let line = |english, french, value: &str| format!("{}{colon} {value}", language.pick(english, french));
                let advice = language.pick(
                    "If this was not you, end the session, change your password, and tell your administrator.",
                    "Si ce n’était pas vous, terminez la session, changez votre mot de passe et prévenez votre administrateur.",
                );
                Draft {
                    subject: language.pick("New sign-in to Cairn", "Nouvelle connexion à Cairn"),
                    before: vec![
                        language
                            .pick(
                                "Your account was used to sign in from a browser that it has not been used with before.",
                                "Votre compte a servi à une connexion depuis un navigateur encore jamais utilisé.",
                            )
                            .to_owned(),
                        line("Time", "Heure", &at),
                        line("Browser", "Navigateur", browser),
                        line("Address", "Adresse", address),
                    ],
                    button: (language.pick("See your sessions", "Voir vos sessions"), sessions.clone()),
                    after: vec![advice.to_owned()],
                }
            }
        }
    }
}

/// A time as people read it, where they are: `18 November 2026, 14:05 (Europe/Paris)`.
fn moment(language: Language, at: Timestamp, zone: Zone) -> String {
    let there = at.utc().with_timezone(&zone);
    let (day, time) = (language.date(there.date_naive()), there.format("%H:%M"));
    match language {
        Language::English => format!("{day}, {time} ({zone})"),
        Language::French => format!("{day} à {time} ({zone})"),
    }
}

/// The browser and system that a user agent claims to be: `Firefox, Linux`.
pub fn browser_name(agent: &str) -> Option<String> {
    const BROWSERS: [(&str, &str); 8] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("Windows", "Windows"),
        ("iPhone", "iOS"),
        ("iPad", "iPadOS"),
        ("Android", "Android"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let named = |all: &[(&str, &'static str)]| all.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    let parts: Vec<&str> = [named(&BROWSERS), named(&SYSTEMS)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at() -> Timestamp {
        Timestamp::parse("2026-11-18T13:05:00Z").expect("a time")
    }

    fn paris() -> Zone {
        cairn_model::zone::zone("Europe/Paris").expect("a zone")
    }

    #[test]
    fn a_link_says_until_when_it_works() {
        let letter = AccountLetter::Link {
            is_invitation: true,
            url: "https://cairn.example/reset-password#cl_abc".into(),
            until: at(),
            zone: paris(),
        };
        let english = letter.write(Language::English, "https://cairn.example/");
        assert_eq!(english.subject, "Your invitation to Cairn");
        assert!(english.text.contains("18 November 2026, 14:05 (Europe/Paris)"), "{}", english.text);
        assert!(english.text.contains("https://cairn.example/reset-password#cl_abc"));
        assert!(english.html.contains("href=\"https://cairn.example/reset-password#cl_abc\""));
        let french = letter.write(Language::French, "https://cairn.example/");
        assert!(french.text.contains("18 novembre 2026 à 14:05"), "{}", french.text);
    }

    #[test]
    fn what_a_browser_claims_is_text() {
        let letter = AccountLetter::NewDevice {
            address: Some("203.0.113.7".into()),
            browser: browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"),
            at: at(),
            zone: paris(),
            sessions: "https://cairn.example/profile".into(),
        };
        let written = letter.write(Language::English, "https://cairn.example/");
        assert!(written.text.contains("Browser: Firefox, Linux\n"), "{}", written.text);
        assert!(written.text.contains("Address: 203.0.113.7\n"));
        assert_eq!(browser_name("<script>alert(1)</script>"), None);
    }
}
