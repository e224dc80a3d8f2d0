//! Names of uploaded files.

use cairn_engine::{Error, Result};

/// The length of the column, and what file systems allow.
const MAX: usize = 255;

/// Names that Windows reserves for devices, whatever follows the dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The name to store a file under, or why it is refused. Names are refused and not repaired: whoever uploads a file
/// should know its name afterwards.
pub fn safe_name(raw: &str) -> Result<String> {
    let name = raw.trim();
    match problem(name) {
        None => Ok(name.to_owned()),
        Some(message) => Err(Error::field("file", message)),
    }
}

fn problem(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("The file has no name.".to_owned());
    }
    if name.chars().count() > MAX {
        return Some(format!("The file name is longer than {MAX} characters."));
    }
    if name.contains(['/', '\\']) {
        return Some("Send the file name without its path.".to_owned());
    }
    if name.chars().any(char::is_control) {
        return Some("The file name contains control characters.".to_owned());
    }
    if name.chars().any(is_deceptive) {
        return Some("The file name contains invisible characters, which could hide its type.".to_owned());
    }
    if let Some(letter) = name.chars().find(|letter| matches!(letter, '<' | '>' | ':' | '"' | '|' | '?' | '*')) {
        return Some(format!("The file name cannot contain “{letter}”."));
    }
    if name.starts_with('.') || name.ends_with('.') {
        return Some("The file name cannot start or end with a dot.".to_owned());
    }
    is_device(name).then(|| format!("“{name}” is a reserved device name on some systems. Choose another one."))
}

/// Letters that change the order of others or cannot be seen: `report\u{202e}fdp.exe` is shown as
/// if it ended in `.pdf`.
fn is_deceptive(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let numbered = |device: &str| {
        let number =
            stem.strip_prefix(device).and_then(|rest| rest.chars().next().filter(|_| rest.chars().count() == 1));
        number.is_some_and(|number| number.is_ascii_digit() || matches!(number, '¹' | '²' | '³'))
    };
    DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_kept_as_they_are() {
        for name in
            ["note.txt", "Bericht März 2026 (final).pdf", "監査.xlsx", "a.tar.gz", "common.md", "com.txt", "lpt10.csv"]
        {
            assert_eq!(safe_name(name).unwrap(), name);
        }
        assert_eq!(safe_name("  note.txt ").unwrap(), "note.txt");
        assert_eq!(safe_name(&format!("{}.txt", "é".repeat(251))).unwrap().chars().count(), 255);
    }

    #[test]
    fn tricks_are_refused_with_a_reason() {
        for (name, reason) in [
            ("", "no name"),
            (" \t", "no name"),
            ("../../etc/passwd", "path"),
            ("..", "dot"),
            (".", "dot"),
            (".htaccess", "dot"),
            ("note.txt.", "dot"),
            ("C:\\fakepath\\a.txt", "path"),
            ("a/b.txt", "path"),
            ("a\0.txt", "control"),
            ("a\r\nSet-Cookie: x.txt", "control"),
            ("a\u{85}.txt", "control"),
            ("report\u{202e}fdp.exe", "invisible"),
            ("a\u{200b}.pdf", "invisible"),
            ("\u{feff}a.pdf", "invisible"),
            ("a.txt:stream", ":"),
            ("a\".txt", "\""),
            ("a<b>.txt", "<"),
            ("CON", "device"),
            ("nul.txt", "device"),
            ("Com1.tar.gz", "device"),
            ("LPT².txt", "device"),
        ] {
            let error = safe_name(name).unwrap_err().to_string();
            assert!(error.starts_with("file: ") && error.contains(reason), "{name:?}: {error}");
        }
        assert!(safe_name(&"a".repeat(256)).unwrap_err().to_string().contains("255"));
    }
}
