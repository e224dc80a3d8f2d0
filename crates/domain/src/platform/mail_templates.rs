//! The templates of mail, which administrators can replace.

use cairn_access::Verb;
use cairn_engine::{Cx, Error, FieldErrors, Result};
use cairn_model::{Date, Describe};
use cairn_notify::mail::{Included, Letter, Templates};
use cairn_notify::template::{Part, Template};
use cairn_notify::{Fact, Kind, Language};
use cairn_resources::platform::Settings;
use serde::{Deserialize, Serialize};

use super::mail_settings::Mail;
use super::settings::{self, Group};

/// Templates of emails. Null stands for the template that is included.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct MailTemplates {
    /// The subject of emails in English.
    pub subject_en: Option<String>,
    /// The plain text of emails in English.
    pub text_en: Option<String>,
    /// The HTML of emails in English.
    pub html_en: Option<String>,
    /// The subject of emails in French.
    pub subject_fr: Option<String>,
    /// The plain text of emails in French.
    pub text_fr: Option<String>,
    /// The HTML of emails in French.
    pub html_fr: Option<String>,
}

impl Group for MailTemplates {
    const NAME: &'static str = "mail-templates";

    fn check(&self) -> Result<()> {
        let mut errors = FieldErrors::default();
        let all = [
            ("subject_en", &self.subject_en, Part::Subject),
            ("text_en", &self.text_en, Part::Text),
            ("html_en", &self.html_en, Part::Html),
            ("subject_fr", &self.subject_fr, Part::Subject),
            ("text_fr", &self.text_fr, Part::Text),
            ("html_fr", &self.html_fr, Part::Html),
        ];
        for (field, source, part) in all {
            check(&mut errors, field, source.as_deref(), part);
        }
        errors.into_result()
    }
}

fn check(errors: &mut FieldErrors, field: &str, source: Option<&str>, part: Part) {
    if let Some(Err(message)) = source.map(|source| Template::parse(source, part)) {
        errors.add(field, message);
    }
}

impl MailTemplates {
    /// The templates that come with Cairn.
    pub fn included() -> Self {
        let (english, french) = (Included::of(Language::English), Included::of(Language::French));
        Self {
            subject_en: Some(english.subject.to_owned()),
            text_en: Some(english.text),
            html_en: Some(english.html),
            subject_fr: Some(french.subject.to_owned()),
            text_fr: Some(french.text),
            html_fr: Some(french.html),
        }
    }

    /// The subject, the text and the HTML in a language.
    fn sources(&self, language: Language) -> [Option<&str>; 3] {
        let sources = match language {
            Language::English => [&self.subject_en, &self.text_en, &self.html_en],
            Language::French => [&self.subject_fr, &self.text_fr, &self.html_fr],
        };
        sources.map(Option::as_deref)
    }

    /// The templates that mail in a language is written with.
    pub fn of(&self, language: Language) -> Templates {
        let [subject, text, html] = self.sources(language);
        Templates::of(language, subject, text, html)
    }
}

/// Templates to look at before they are stored. Null and what is left out stand for what is stored.
#[derive(Debug, Clone, Default, Deserialize, Describe)]
#[serde(default, deny_unknown_fields)]
pub struct Draft {
    /// `en` or `fr`.
    pub language: Option<String>,
    /// The kind of notification that the email is about. Without one, the email lists several.
    pub kind: Option<String>,
    /// The subject.
    pub subject: Option<String>,
    /// The plain text.
    pub text: Option<String>,
    /// The HTML.
    pub html: Option<String>,
}

/// An email as its recipient would get it.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Preview {
    /// The subject.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
}

/// An email that nobody got, written with templates that are not stored yet.
pub async fn preview(cx: &mut Cx, draft: Draft) -> Result<Preview> {
    let resource = cx.resource::<Settings>();
    cx.require(resource, Verb::Change, cx.root_folder())?;
    let (language, kind) = read(&draft)?;
    let stored: MailTemplates = settings::get(cx).await?;
    let [subject, text, html] = stored.sources(language);
    let templates = Templates::of(
        language,
        draft.subject.as_deref().or(subject),
        draft.text.as_deref().or(text),
        draft.html.as_deref().or(html),
    );
    let mail: Mail = settings::get(cx).await?;
    let today = cx.today();
    let kinds = kind.map_or_else(|| vec![Kind::Assigned, Kind::Due, Kind::Decision], |kind| vec![kind]);
    let facts = kinds.into_iter().map(|kind| example(kind, language, today, &mail)).collect::<Result<Vec<Fact>>>()?;
    let letter = Letter {
        facts: &facts,
        inbox: &mail.page("notifications"),
        language,
        today,
        preferences: &mail.page("profile"),
        unsubscribe: &mail.page("unsubscribe/example/"),
    };
    let written = letter.write(&templates);
    Ok(Preview { subject: written.subject, text: written.text, html: written.html })
}

/// The language and the kind that are asked for, if the templates can be used.
fn read(draft: &Draft) -> Result<(Language, Option<Kind>)> {
    let mut errors = FieldErrors::default();
    let mut choice = |field: &str, value: &str, all: &str| {
        errors.add(field, format!("“{value}” is not a valid choice. Choose one of: {all}."));
    };
    let language = draft.language.as_deref().unwrap_or("en");
    if !["en", "fr"].contains(&language) {
        choice("language", language, "en, fr");
    }
    let kind = draft.kind.as_deref().and_then(Kind::of);
    if let Some(unknown) = draft.kind.as_deref().filter(|_| kind.is_none()) {
        choice("kind", unknown, &Kind::ALL.iter().map(|kind| kind.key()).collect::<Vec<_>>().join(", "));
    }
    check(&mut errors, "subject", draft.subject.as_deref(), Part::Subject);
    check(&mut errors, "text", draft.text.as_deref(), Part::Text);
    check(&mut errors, "html", draft.html.as_deref(), Part::Html);
    errors.into_result()?;
    Ok((Language::of(language), kind))
}

/// Something that might be told.
fn example(kind: Kind, language: Language, today: Date, mail: &Mail) -> Result<Fact> {
    let days = chrono::Days::new(7);
    let date = if kind == Kind::Overdue { today.checked_sub_days(days) } else { today.checked_add_days(days) };
    let date = date.ok_or_else(|| Error::internal("the calendar ends here"))?;
    Ok(Fact {
        kind,
        name: language.pick("Access review", "Revue des accès").to_owned(),
        by: Some("Ada Lovelace".to_owned()),
        date: (!kind.is_news()).then_some(date),
        status: (kind == Kind::Decision).then(|| "accepted".to_owned()),
        rule: (kind == Kind::Rule).then(|| language.pick("Reviews that are late", "Revues en retard").to_owned()),
        link: mail.page("applied-controls"),
    })
}
