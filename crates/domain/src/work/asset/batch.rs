//! Many assets from a pasted text: a name on each line, deeper lines support the one above.

use cairn_engine::{Cx, Error, FieldErrors, Result, write};
use cairn_model::Describe;
use cairn_resources::work::{Asset, AssetType};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

/// More would block the writer for too long.
const MAX_LINES: usize = 500;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct BatchCreate {
    /// One name per line, at most 500. Start a line with `PR:` for a primary asset or `SP:` for a supporting one
    /// (the default). Indent a line to make it support the less indented line above it.
    pub assets_text: String,
    /// The domain of the new assets.
    pub folder: Uuid,
}

#[derive(Debug, Serialize, Describe)]
pub struct BatchCreated {
    pub count: usize,
    pub created: Vec<CreatedAsset>,
}

#[derive(Debug, Serialize, Describe)]
pub struct CreatedAsset {
    pub id: Uuid,
    pub name: String,
}

#[derive(Debug, PartialEq, Eq)]
struct Line {
    number: usize,
    name: String,
    kind: AssetType,
    /// Position of the line that it supports.
    parent: Option<usize>,
}

/// Creates all of them or none: whoever corrects a line sends the whole text again.
pub async fn batch_create(cx: &mut Cx, input: BatchCreate) -> Result<BatchCreated> {
    let lines = parse(&input.assets_text)?;
    let resource = cx.resource::<Asset>();
    let mut created: Vec<CreatedAsset> = Vec::with_capacity(lines.len());
    for line in &lines {
        let parents: Vec<Uuid> = line.parent.map(|parent| created[parent].id).into_iter().collect();
        let body = json!({
            "name": line.name,
            "folder": input.folder,
            "type": line.kind.key(),
            "parent_assets": parents,
        });
        let asset = write::create(cx, resource, &body).await.map_err(|error| at_line(line, error))?;
        created.push(CreatedAsset { id: asset.id(), name: line.name.clone() });
    }
    Ok(BatchCreated { count: created.len(), created })
}

/// Says which line is wrong; an error about the domain concerns all lines.
fn at_line(line: &Line, error: Error) -> Error {
    let Error::Invalid(wrong) = error else { return error };
    let mut errors = FieldErrors::default();
    for (field, messages) in wrong.0 {
        for message in messages {
            match field.as_str() {
                "folder" => errors.add("folder", message),
                _ => errors.add("assets_text", format!("Line {}: {message}", line.number)),
            }
        }
    }
    Error::Invalid(errors)
}

fn parse(text: &str) -> Result<Vec<Line>> {
    let mut errors = FieldErrors::default();
    let mut lines: Vec<Line> = Vec::new();
    // The lines that the next one may be indented under: their indentation and position.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, raw) in text.lines().enumerate().filter(|(_, raw)| !raw.trim().is_empty()) {
        let number = at + 1;
        let (kind, name) = kind_and_name(raw.trim());
        if name.is_empty() {
            errors.add("assets_text", format!("Line {number}: the name is missing."));
            continue;
        }
        if let Some(twin) = lines.iter().find(|line| line.name == name) {
            errors.add("assets_text", format!("Line {number}: “{name}” is already on line {}.", twin.number));
        }
        let indentation = indentation(raw);
        while open.last().is_some_and(|(other, _)| *other >= indentation) {
            open.pop();
        }
        let parent = open.last().map(|(_, position)| *position);
        open.push((indentation, lines.len()));
        lines.push(Line { number, name: name.to_owned(), kind, parent });
    }
    if lines.is_empty() && errors.is_empty() {
        errors.add("assets_text", "Enter at least one name.");
    }
    if lines.len() > MAX_LINES {
        errors.add("assets_text", format!("You can create at most {MAX_LINES} assets at once."));
    }
    errors.into_result()?;
    Ok(lines)
}

fn kind_and_name(line: &str) -> (AssetType, &str) {
    for kind in [AssetType::Primary, AssetType::Support] {
        let prefix = kind.key();
        let rest = line.get(..prefix.len()).filter(|start| start.eq_ignore_ascii_case(prefix));
        if let Some(name) = rest.and_then(|_| line[prefix.len()..].strip_prefix(':')) {
            return (kind, name.trim());
        }
    }
    (AssetType::Support, line)
}

/// A tab counts as four blanks, as most editors show it.
fn indentation(line: &str) -> usize {
    line.chars().take_while(|letter| letter.is_whitespace()).map(|letter| if letter == '\t' { 4 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, &'static str, Option<usize>)> {
        parse(text).unwrap().into_iter().map(|line| (line.name, line.kind.key(), line.parent)).collect()
    }

    fn wrong(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn indentation_makes_parents() {
        let lines = parsed("PR: Payments\n  Gateway\n    HSM\n\n\tpr:Ledger\nSP:Office: Paris\r\n");
        assert_eq!(
            lines,
            [
                ("Payments".into(), "PR", None),
                ("Gateway".into(), "SP", Some(0)),
                ("HSM".into(), "SP", Some(1)),
                // A tab is as deep as the four spaces above, so it is a sibling of that line.
                ("Ledger".into(), "PR", Some(1)),
                ("Office: Paris".into(), "SP", None),
            ]
        );
    }

    #[test]
    fn a_less_indented_line_closes_deeper_ones() {
        let lines = parsed("    A\n  B\n C\n      D");
        assert_eq!(lines.iter().map(|line| line.2).collect::<Vec<_>>(), [None, None, None, Some(2)]);
    }

    #[test]
    fn mistakes_are_named_by_their_line() {
        assert!(wrong("  \n").contains("at least one name"));
        assert!(wrong("A\nPR:\n").contains("Line 2: the name is missing"));
        assert!(wrong("A\n\n A").contains("Line 3: “A” is already on line 1"));
        assert!(wrong(&(0..501).map(|n| n.to_string()).collect::<Vec<_>>().join("\n")).contains("at most 500"));
    }

    #[test]
    fn names_with_letters_of_several_bytes_are_left_alone() {
        assert_eq!(parsed("é: clé")[0], ("é: clé".into(), "SP", None));
    }
}
