//! Filters of SCIM (RFC 7644, section 3.4.2.2): `userName eq "a@example.com" and not (active eq false)`.
//!
//! A filter comes from outside, so its length, its depth and the number of its conditions are limited before anything is
//! compared, and comparing takes no longer than reading it: there are no regular expressions.

use serde_json::Value as Json;

/// Characters of a filter.
const MAX_LENGTH: usize = 2000;
/// How deep parentheses and `not` may nest.
const MAX_DEPTH: usize = 10;
/// How many conditions there may be.
const MAX_CONDITIONS: usize = 50;

#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    And(Box<Filter>, Box<Filter>),
    Or(Box<Filter>, Box<Filter>),
    Not(Box<Filter>),
    /// Whether one of the values of an attribute fits: `emails[value sw "a"]`.
    Any(String, Box<Filter>),
    Compare(Attribute, Operator, Json),
    Present(Attribute),
}

/// An attribute, perhaps one inside another: `name.givenName`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: String,
    pub sub: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Eq,
    Ne,
    Co,
    Sw,
    Ew,
    Gt,
    Ge,
    Lt,
    Le,
}

impl Operator {
    fn find(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "eq" => Self::Eq,
            "ne" => Self::Ne,
            "co" => Self::Co,
            "sw" => Self::Sw,
            "ew" => Self::Ew,
            "gt" => Self::Gt,
            "ge" => Self::Ge,
            "lt" => Self::Lt,
            "le" => Self::Le,
            _ => return None,
        })
    }
}

impl Filter {
    pub fn read(text: &str) -> Result<Self, String> {
        if text.chars().count() > MAX_LENGTH {
            return Err(format!("The filter is longer than {MAX_LENGTH} characters."));
        }
        let mut reader = Reader { words: words(text)?, at: 0, conditions: 0 };
        let filter = reader.either(0)?;
        if reader.at < reader.words.len() {
            return Err("The filter has something after its end.".to_owned());
        }
        Ok(filter)
    }

    /// Whether a resource fits. Names and texts are compared without regard to case, as all attributes here are.
    pub fn fits(&self, resource: &Json) -> bool {
        match self {
            Self::And(one, other) => one.fits(resource) && other.fits(resource),
            Self::Or(one, other) => one.fits(resource) || other.fits(resource),
            Self::Not(filter) => !filter.fits(resource),
            Self::Any(name, filter) => match member(resource, name) {
                Some(Json::Array(values)) => values.iter().any(|value| filter.fits(value)),
                Some(value) => filter.fits(value),
                None => false,
            },
            Self::Present(attribute) => values(resource, attribute).iter().any(|value| !is_empty(value)),
            Self::Compare(attribute, operator, wanted) => {
                let found = values(resource, attribute);
                if *operator == Operator::Ne {
                    return !found.iter().any(|value| compare(value, Operator::Eq, wanted));
                }
                if wanted.is_null() {
                    return *operator == Operator::Eq && found.iter().all(|value| is_empty(value));
                }
                found.iter().any(|value| compare(value, *operator, wanted))
            }
        }
    }

    /// The exact value that an attribute must have for a resource to fit, if the filter asks for one.
    pub fn pinned(&self, name: &str) -> Option<&str> {
        match self {
            Self::Compare(attribute, Operator::Eq, Json::String(text))
                if attribute.sub.is_none() && attribute.name.eq_ignore_ascii_case(name) =>
            {
                Some(text)
            }
            Self::And(one, other) => one.pinned(name).or_else(|| other.pinned(name)),
            _ => None,
        }
    }
}

fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(values) => values.is_empty(),
        _ => false,
    }
}

/// A member of an object, whatever its case.
pub fn member<'a>(object: &'a Json, name: &str) -> Option<&'a Json> {
    object.as_object()?.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// All values that an attribute has. Of an attribute with parts, its `value` counts.
fn values<'a>(resource: &'a Json, attribute: &Attribute) -> Vec<&'a Json> {
    let Some(found) = member(resource, &attribute.name) else { return Vec::new() };
    let several: Vec<&Json> = match found {
        Json::Array(values) => values.iter().collect(),
        value => vec![value],
    };
    let part = attribute.sub.as_deref();
    several
        .into_iter()
        .filter_map(|value| match (part, value) {
            (Some(part), _) => member(value, part),
            (None, Json::Object(_)) => member(value, "value").or(Some(value)),
            (None, _) => Some(value),
        })
        .collect()
}

fn compare(value: &Json, operator: Operator, wanted: &Json) -> bool {
    match (value, wanted) {
        (Json::String(have), Json::String(want)) => {
            let (have, want) = (have.to_lowercase(), want.to_lowercase());
            match operator {
                Operator::Eq => have == want,
                Operator::Ne => have != want,
                Operator::Co => have.contains(&want),
                Operator::Sw => have.starts_with(&want),
                Operator::Ew => have.ends_with(&want),
                // Times are written so that their order is that of their texts.
                Operator::Gt => have > want,
                Operator::Ge => have >= want,
                Operator::Lt => have < want,
                Operator::Le => have <= want,
            }
        }
        // Some clients write switches as texts.
        (Json::Bool(have), Json::String(want)) => operator == Operator::Eq && have.to_string() == want.to_lowercase(),
        (have, want) => operator == Operator::Eq && have == want,
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Word {
    Open,
    Close,
    OpenList,
    CloseList,
    /// A path, an operator or a bare value.
    Bare(String),
    Text(String),
    /// What follows the closing bracket of a list: `.value`.
    Sub(String),
}

fn words(text: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, used) = match first {
            '(' => (Word::Open, 1),
            ')' => (Word::Close, 1),
            '[' => (Word::OpenList, 1),
            ']' => (Word::CloseList, 1),
            '"' => {
                let end = end_of_text(rest).ok_or("A text in the filter has no closing quote.")?;
                let text: String =
                    serde_json::from_str(&rest[..end]).map_err(|_| "A text in the filter is not valid JSON.")?;
                (Word::Text(text), end)
            }
            _ => {
                let stops = |letter: char| letter.is_whitespace() || "()[]\"".contains(letter);
                let end = rest.find(stops).unwrap_or(rest.len());
                let bare = &rest[..end];
                match bare.strip_prefix('.') {
                    Some(sub) if words.last() == Some(&Word::CloseList) => (Word::Sub(sub.to_owned()), end),
                    _ => (Word::Bare(bare.to_owned()), end),
                }
            }
        };
        words.push(word);
        rest = rest[used..].trim_start();
    }
    Ok(words)
}

/// Where a quoted text ends, behind its closing quote.
fn end_of_text(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

struct Reader {
    words: Vec<Word>,
    at: usize,
    conditions: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Word> {
        self.words.get(self.at)
    }

    fn is_next(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Word::Bare(bare)) if bare.eq_ignore_ascii_case(word))
    }

    fn take(&mut self) -> Result<Word, String> {
        let word = self.peek().cloned().ok_or("The filter is incomplete.")?;
        self.at += 1;
        Ok(word)
    }

    fn expect(&mut self, wanted: &Word) -> Result<(), String> {
        if self.take()? == *wanted { Ok(()) } else { Err("A bracket of the filter is missing.".to_owned()) }
    }

    /// `or` binds less than `and`, and that less than `not`.
    fn either(&mut self, depth: usize) -> Result<Filter, String> {
        let mut filter = self.both(depth)?;
        while self.is_next("or") {
            self.at += 1;
            filter = Filter::Or(Box::new(filter), Box::new(self.both(depth)?));
        }
        Ok(filter)
    }

    fn both(&mut self, depth: usize) -> Result<Filter, String> {
        let mut filter = self.one(depth)?;
        while self.is_next("and") {
            self.at += 1;
            filter = Filter::And(Box::new(filter), Box::new(self.one(depth)?));
        }
        Ok(filter)
    }

    fn one(&mut self, depth: usize) -> Result<Filter, String> {
        if depth > MAX_DEPTH {
            return Err(format!("The filter is nested more than {MAX_DEPTH} times."));
        }
        if self.is_next("not") {
            self.at += 1;
            self.expect(&Word::Open)?;
            let filter = self.either(depth + 1)?;
            self.expect(&Word::Close)?;
            return Ok(Filter::Not(Box::new(filter)));
        }
        if self.peek() == Some(&Word::Open) {
            self.at += 1;
            let filter = self.either(depth + 1)?;
            self.expect(&Word::Close)?;
            return Ok(filter);
        }
        self.condition(depth)
    }

    fn condition(&mut self, depth: usize) -> Result<Filter, String> {
        self.conditions += 1;
        if self.conditions > MAX_CONDITIONS {
            return Err(format!("The filter has more than {MAX_CONDITIONS} conditions."));
        }
        let Word::Bare(path) = self.take()? else { return Err("The filter lacks an attribute.".to_owned()) };
        let attribute = Attribute::read(&path).ok_or_else(|| format!("'{path}' is not an attribute."))?;
        if self.peek() == Some(&Word::OpenList) {
            self.at += 1;
            let filter = self.either(depth + 1)?;
            self.expect(&Word::CloseList)?;
            return Ok(Filter::Any(attribute.name, Box::new(filter)));
        }
        let Word::Bare(word) = self.take()? else { return Err("The filter lacks an operator.".to_owned()) };
        if word.eq_ignore_ascii_case("pr") {
            return Ok(Filter::Present(attribute));
        }
        let operator = Operator::find(&word).ok_or_else(|| format!("'{word}' is not an operator."))?;
        let value = match self.take()? {
            Word::Text(text) => Json::String(text),
            Word::Bare(bare) => match bare.as_str() {
                // Some clients begin them with a capital.
                "true" | "True" => Json::Bool(true),
                "false" | "False" => Json::Bool(false),
                "null" => Json::Null,
                number => number
                    .parse::<serde_json::Number>()
                    .map(Json::Number)
                    .map_err(|_| format!("'{number}' is not a value. Write texts in double quotes."))?,
            },
            _ => return Err("The filter lacks a value.".to_owned()),
        };
        Ok(Filter::Compare(attribute, operator, value))
    }
}

impl Attribute {
    /// Reads `userName`, `name.givenName`, or either with the URN of its schema.
    pub fn read(path: &str) -> Option<Self> {
        let bare = path.rsplit(':').next()?;
        let (name, sub) = match bare.split_once('.') {
            Some((name, sub)) => (name, Some(sub)),
            None => (bare, None),
        };
        // The number of a URN's version has a dot too.
        let is_word = |text: &str| {
            text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '$')
                && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "$-_".contains(letter))
        };
        let is_whole = is_word(name) && sub.is_none_or(is_word);
        is_whole.then(|| Self { name: name.to_owned(), sub: sub.map(str::to_owned) })
    }
}

/// The path of a change: `emails[type eq "work"].value`.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    pub attribute: Attribute,
    pub filter: Option<Filter>,
}

impl Path {
    pub fn read(text: &str) -> Result<Self, String> {
        if text.chars().count() > MAX_LENGTH {
            return Err(format!("The path is longer than {MAX_LENGTH} characters."));
        }
        let wrong = || format!("'{}' is not a path.", text.chars().take(100).collect::<String>());
        let mut reader = Reader { words: words(text)?, at: 0, conditions: 0 };
        let Word::Bare(path) = reader.take().map_err(|_| wrong())? else { return Err(wrong()) };
        let mut attribute = Attribute::read(&path).ok_or_else(wrong)?;
        let mut filter = None;
        if reader.peek() == Some(&Word::OpenList) {
            reader.at += 1;
            filter = Some(reader.either(1)?);
            reader.expect(&Word::CloseList)?;
            if let Some(Word::Sub(sub)) = reader.peek().cloned().filter(|word| *word != Word::Sub(String::new())) {
                reader.at += 1;
                attribute.sub = Some(sub);
            }
        }
        if reader.at < reader.words.len() { Err(wrong()) } else { Ok(Self { attribute, filter }) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn person() -> Json {
        json!({
            "userName": "Anna@Example.com", "active": true, "name": { "givenName": "Anna", "familyName": "Berg" },
            "emails": [{ "value": "anna@example.com", "type": "work" }, { "value": "a@home.example", "type": "home" }],
            "meta": { "lastModified": "2026-03-01T09:00:00Z" }, "externalId": "",
        })
    }

    #[test]
    fn filters_find_what_they_describe() {
        for (filter, fits) in [
            (r#"userName eq "anna@example.com""#, true),
            (r#"USERNAME EQ "ANNA@EXAMPLE.COM""#, true),
            (r#"urn:ietf:params:scim:schemas:core:2.0:User:userName eq "anna@example.com""#, true),
            (r#"userName ne "anna@example.com""#, false),
            (r#"userName sw "anna" and userName ew ".com""#, true),
            (r#"userName co "nobody""#, false),
            (r#"name.familyName eq "berg""#, true),
            ("title pr", false),
            ("externalId pr", false),
            ("externalId eq null", true),
            ("userName pr", true),
            ("active eq true", true),
            (r#"active eq "True""#, true),
            ("active eq False", false),
            ("not (active eq true)", false),
            (r#"emails eq "a@home.example""#, true),
            (r#"emails[type eq "home" and value co "example"]"#, true),
            (r#"emails[type eq "home" and value eq "anna@example.com"]"#, false),
            (r#"emails.type eq "work""#, true),
            (r#"meta.lastModified gt "2026-01-01T00:00:00Z""#, true),
            (r#"meta.lastModified lt "2026-01-01T00:00:00Z""#, false),
            (r#"userName eq "x" or active eq true and name.givenName eq "Anna""#, true),
            (r#"(userName eq "x" or active eq true) and name.givenName eq "x""#, false),
            (r#"userName eq "quote \" and ) bracket""#, false),
        ] {
            assert_eq!(Filter::read(filter).unwrap().fits(&person()), fits, "{filter}");
        }
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        let deep = format!("{}userName pr{}", "(".repeat(20), ")".repeat(20));
        let nots = format!("{}userName pr{}", "not (".repeat(20), ")".repeat(20));
        let many = vec!["userName pr"; 60].join(" or ");
        let long = format!("userName eq \"{}\"", "a".repeat(3000));
        for filter in [
            "",
            " ",
            "userName",
            "userName eq",
            "eq \"x\"",
            "userName is \"x\"",
            "userName eq x",
            "userName eq \"x",
            "(userName pr",
            "userName pr)",
            "userName pr userName pr",
            "not userName pr",
            "emails[value pr",
            "user name eq \"x\"",
            "userName eq \"x\" and",
            "'; drop table users",
            "a.b.c pr",
            &deep,
            &nots,
            &many,
            &long,
        ] {
            assert!(Filter::read(filter).is_err(), "{filter}");
        }
    }

    #[test]
    fn an_exact_value_is_known_before_anything_is_read() {
        let pinned = |text: &str| Filter::read(text).unwrap().pinned("userName").map(str::to_owned);
        assert_eq!(pinned(r#"userName eq "a""#).as_deref(), Some("a"));
        assert_eq!(pinned(r#"active eq true and username eq "a""#).as_deref(), Some("a"));
        assert_eq!(pinned(r#"userName eq "a" or active eq true"#), None);
        assert_eq!(pinned(r#"not (userName eq "a")"#), None);
        assert_eq!(pinned(r#"userName sw "a""#), None);
    }

    #[test]
    fn paths_lead_to_parts() {
        let path = Path::read(r#"emails[type eq "work"].value"#).unwrap();
        assert_eq!((path.attribute.name.as_str(), path.attribute.sub.as_deref()), ("emails", Some("value")));
        assert!(path.filter.is_some());
        assert_eq!(Path::read("name.givenName").unwrap().attribute.sub.as_deref(), Some("givenName"));
        let urn = Path::read("urn:ietf:params:scim:schemas:core:2.0:User:name.givenName").unwrap();
        assert_eq!(urn.attribute.name, "name");
        for wrong in ["", "emails[", "emails[value pr].", "a b", "[value pr]", "\"x\"", "emails[value pr]x"] {
            assert!(Path::read(wrong).is_err(), "{wrong}");
        }
    }
}
