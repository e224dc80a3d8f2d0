//! The files of a directory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

use crate::failure::{Failure, Result};
use crate::output::yaml;

/// The file of the domain itself, and its key.
pub const DOMAIN: &str = "domain";
/// How deep folders may be nested, as in `webhooks/endpoints/`.
const DEEPEST: usize = 3;
const ENDING: &str = ".yaml";

/// One object as described by a file.
#[derive(Debug)]
pub struct Declared {
    /// The file relative to the directory, with slashes and without its extension: `assets/customer-database`.
    pub key: String,
    /// The path of the resource.
    pub resource: String,
    pub fields: Map<String, Json>,
    pub text: String,
}

/// The file name for a key. A server must not be able to choose where files are written.
pub fn file_of(key: &str) -> Result<String> {
    let is_safe = |part: &str| {
        let safe = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
        !part.is_empty() && part.chars().all(safe)
    };
    if !key.split('/').all(is_safe) || key.split('/').count() > DEEPEST {
        return Err(Failure::other(format!("“{key}” cannot be the name of a file")));
    }
    Ok(format!("{key}{ENDING}"))
}

/// Reads all files of a directory, in order, and reports every file that can't be used.
pub fn read(directory: &Path) -> Result<Vec<Declared>> {
    if !directory.is_dir() {
        return Err(Failure::usage(format!("{} is not a directory", directory.display())));
    }
    let mut found = BTreeMap::new();
    collect(directory, &mut Vec::new(), &mut found)?;
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for (file, path) in found {
        match parse(&file, &path) {
            Ok(declared) => all.push(declared),
            Err(reason) => wrong.push(format!("  {file}: {reason}")),
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::other(format!("some files cannot be used:\n{}", wrong.join("\n"))));
    }
    if !all.iter().any(|declared| declared.key == DOMAIN) {
        return Err(Failure::usage(format!(
            "{} has no domain.yaml; start with `cairn export -d DOMAIN {0}`, or create one with the name of the domain",
            directory.display()
        )));
    }
    Ok(all)
}

fn collect(folder: &Path, above: &mut Vec<String>, found: &mut BTreeMap<String, PathBuf>) -> Result {
    let fail = |error: std::io::Error| Failure::other(format!("cannot read {}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if above.len() < DEEPEST {
                above.push(name);
                collect(&path, above, found)?;
                above.pop();
            }
        } else if path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml") {
            let file = above.iter().map(String::as_str).chain([name.as_str()]).collect::<Vec<_>>().join("/");
            found.insert(file, path);
        }
    }
    Ok(())
}

fn parse(file: &str, path: &Path) -> Result<Declared, String> {
    let resource = match file.rsplit_once('/') {
        Some((resource, _)) => resource.to_owned(),
        None if file.split('.').next() == Some(DOMAIN) => "folders".to_owned(),
        None => return Err("move it to the folder of its resource, such as assets/".to_owned()),
    };
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let value = yaml::read(&text).map_err(|reason| format!("not valid YAML: {reason}"))?;
    let Json::Object(fields) = value else { return Err("expected fields with values".to_owned()) };
    let key = file.rsplit_once('.').map_or(file, |(key, _)| key).to_owned();
    Ok(Declared { key, resource, fields, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_written_elsewhere() {
        assert_eq!(file_of("assets/vault-2").expect("a file"), "assets/vault-2.yaml");
        assert_eq!(file_of("assets/顧客").expect("a file"), "assets/顧客.yaml");
        for key in ["../x", "/etc/x", "assets/../x", "assets//x", "a\\b", ".git/config", "assets/x.yaml", "", "a/b/c/d"]
        {
            assert!(file_of(key).is_err(), "{key}");
        }
    }

    #[test]
    fn a_directory_is_read_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write("assets/b.yaml", "name: B\n");
        write("assets/a.yml", "name: A\ndue: 2026-03-01\n");
        write("README.md", "Not for Cairn.");
        write(".git/x.yaml", "nothing: here");
        assert!(read(folder.path()).expect_err("no domain").message.contains("no domain.yaml"));
        write("domain.yaml", "name: Sales\n");
        let all = read(folder.path()).expect("files");
        let files: Vec<(&str, &str)> = all.iter().map(|one| (one.key.as_str(), one.resource.as_str())).collect();
        assert_eq!(files, [("assets/a", "assets"), ("assets/b", "assets"), ("domain", "folders")]);
        assert_eq!(all[0].fields["due"], "2026-03-01");
        write("assets/c.yaml", "- a list");
        write("stray.yaml", "name: x");
        let wrong = read(folder.path()).expect_err("wrong files").message;
        assert!(
            wrong.contains("assets/c.yaml: expected fields") && wrong.contains("stray.yaml: move it to"),
            "{wrong}"
        );
    }
}
