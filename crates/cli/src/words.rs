//! A first look at the command line: which command it is, and which instance. Only then is it known which flags
//! exist.

use std::ffi::OsString;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The first word that isn't a flag.
    pub command: Option<String>,
    /// The word after it.
    pub second: Option<String>,
    pub profile: Option<String>,
    /// Only before the command: after it, `--url` may be a field.
    pub url: Option<String>,
}

impl Words {
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Self {
        let mut words = Self::default();
        let all: Vec<String> = arguments.into_iter().map(|word| word.to_string_lossy().into_owned()).collect();
        // A shell that asks for completions puts the line after `--`.
        let begin = all.iter().position(|word| word == "--").filter(|at| *at == 1).map_or(1, |at| at + 2);
        let mut rest = all.into_iter().skip(begin).take_while(|word| word != "--");
        while let Some(word) = rest.next() {
            let (flag, value) = match word.split_once('=') {
                Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
                None => (word.clone(), None),
            };
            match flag.as_str() {
                "--profile" => words.profile = value.or_else(|| rest.next()),
                "--url" if words.command.is_none() => words.url = value.or_else(|| rest.next()),
                _ if word.starts_with('-') => {}
                _ if words.command.is_none() => words.command = Some(word),
                _ if words.second.is_none() => words.second = Some(word),
                _ => {}
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Option<String>, Option<String>, Option<String>) {
        let words = Words::read(line.split(' ').map(OsString::from));
        (words.command, words.profile, words.url)
    }

    #[test]
    fn the_command_and_the_instance_are_found_first() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("cairn asset list --profile lab"), (some("asset"), some("lab"), None));
        assert_eq!(read("cairn --profile=lab asset list"), (some("asset"), some("lab"), None));
        assert_eq!(
            read("cairn --url http://a webhook-endpoint create --url http://b"),
            (some("webhook-endpoint"), None, some("http://a"))
        );
        assert_eq!(read("cairn asset create -- --profile x"), (some("asset"), None, None));
        assert_eq!(read("cairn --help"), (None, None, None));
        assert_eq!(read("cairn -- cairn asset get"), (some("asset"), None, None));
    }
}
