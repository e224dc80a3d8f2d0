//! An uploaded Word document, opened with care: it may be a zip bomb, bring macros, or fetch things when it is opened.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::tree::{Element, parse};
use crate::check::{Error, Result};

/// The most bytes of a template.
pub const MAX_TEMPLATE: usize = 10 * 1024 * 1024;
/// The most bytes of everything in it.
const MOST_UNPACKED: usize = 64 * 1024 * 1024;
/// The most bytes of one XML file in it.
const LONGEST_XML: usize = 16 * 1024 * 1024;
const MOST_FILES: usize = 2000;
pub(super) const MAIN: &str = "word/document.xml";
pub(super) const CONTENT_TYPES: &str = "[Content_Types].xml";
pub(super) const RELATIONS: &str = "word/_rels/document.xml.rels";
/// Macros, programs, and texts that Word would take in from other formats.
const FORBIDDEN_ENDINGS: [&str; 9] = ["bin", "exe", "dll", "vbs", "js", "htm", "html", "mht", "rtf"];
/// Fields that run something or read something from elsewhere when the document is opened.
const FORBIDDEN_FIELDS: [&str; 9] =
    ["DDE", "DDEAUTO", "INCLUDE", "INCLUDETEXT", "INCLUDEPICTURE", "LINK", "IMPORT", "MACROBUTTON", "DATABASE"];

/// All files of a document, in order.
pub(super) struct Archive(Vec<(String, Vec<u8>)>);

impl Archive {
    pub(super) fn open(bytes: &[u8]) -> Result<Self> {
        if bytes.len() > MAX_TEMPLATE {
            return Err(refused(format!(
                "The template is {} MiB. The limit is {} MiB.",
                bytes.len().div_ceil(1024 * 1024),
                MAX_TEMPLATE / 1024 / 1024
            )));
        }
        let not_word = || refused("The template is not a Word document (.docx).");
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| not_word())?;
        if archive.len() > MOST_FILES {
            return Err(refused("The template consists of too many files."));
        }
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        let mut left = MOST_UNPACKED;
        for at in 0..archive.len() {
            let mut file = archive.by_index(at).map_err(|_| refused("The template is damaged."))?;
            if file.is_dir() {
                continue;
            }
            let name = file.name().map_err(|_| refused("The template is damaged."))?.into_owned();
            if files.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                return Err(refused("The template is damaged: it has two files of the same name."));
            }
            let mut content = Vec::new();
            // Whatever size the archive claims, no more than this is unpacked.
            let read = (&mut file).take(left as u64 + 1).read_to_end(&mut content);
            read.map_err(|_| refused("The template is damaged."))?;
            left =
                left.checked_sub(content.len()).ok_or_else(|| refused("The template is too large when unpacked."))?;
            files.push((name, content));
        }
        let archive = Self(files);
        if archive.get(MAIN).is_none() || archive.get(CONTENT_TYPES).is_none() {
            return Err(not_word());
        }
        archive.check()?;
        Ok(archive)
    }

    pub(super) fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, content)| &**content)
    }

    pub(super) fn set(&mut self, name: &str, content: Vec<u8>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some(file) => file.1 = content,
            None => self.0.push((name.to_owned(), content)),
        }
    }

    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|(name, content)| (&**name, &**content))
    }

    /// An XML file as a tree. None if there is no such file.
    pub(super) fn tree(&self, name: &str) -> Result<Option<Element>> {
        let Some(content) = self.get(name) else { return Ok(None) };
        if content.len() > LONGEST_XML {
            return Err(refused(format!("The file {name} in the template is too large.")));
        }
        let text = std::str::from_utf8(content)
            .map_err(|_| refused(format!("The file {name} in the template is not in UTF-8.")))?;
        parse(text, name).map(Some)
    }

    /// Refuses what a report must not bring to those who open it.
    fn check(&self) -> Result<()> {
        for (name, _) in self.files() {
            let lower = name.to_ascii_lowercase();
            let ending = lower.rsplit('.').next().unwrap_or_default();
            if FORBIDDEN_ENDINGS.contains(&ending) || lower.contains("activex") {
                return Err(refused(format!(
                    "The template contains macros or embedded objects ({name}). Remove them."
                )));
            }
            if ending == "rels" {
                self.check_relations(name)?;
            } else if ending == "xml" {
                self.check_fields(name)?;
            }
        }
        Ok(())
    }

    fn check_relations(&self, name: &str) -> Result<()> {
        let Some(tree) = self.tree(name)? else { return Ok(()) };
        for relation in tree.all() {
            let is_external =
                relation.attribute("TargetMode").is_some_and(|mode| mode.eq_ignore_ascii_case("external"));
            let (kind, target) =
                (relation.attribute("Type").unwrap_or_default(), relation.attribute("Target").unwrap_or_default());
            let target = target.to_ascii_lowercase();
            let is_link = kind.ends_with("/hyperlink")
                && ["https://", "http://", "mailto:"].iter().any(|start| target.starts_with(start));
            let kind = kind.rsplit('/').next().unwrap_or_default();
            if is_external && !is_link {
                return Err(refused(format!(
                    "The template refers to a file outside of it ({kind}). Embed it or remove it."
                )));
            }
            if matches!(kind, "aFChunk" | "subDocument" | "oleObject" | "vbaProject" | "control") {
                return Err(refused(format!("The template contains an embedded object ({kind}). Remove it.")));
            }
        }
        Ok(())
    }

    fn check_fields(&self, name: &str) -> Result<()> {
        let Some(tree) = self.tree(name)? else { return Ok(()) };
        // Word cuts the code of a field as it likes, so the codes of a file are also read as one text.
        let mut codes = String::new();
        let mut forbidden = Vec::new();
        for element in tree.all() {
            match &*element.name {
                "w:instrText" | "w:delInstrText" => codes.push_str(&element.text()),
                "w:fldChar" => codes.push(' '),
                "w:fldSimple" => forbidden.extend(field(element.attribute("w:instr").unwrap_or_default())),
                _ => {}
            }
        }
        forbidden.extend(field(&codes));
        match forbidden.first() {
            Some(field) => Err(refused(format!("The template contains a {field} field. Remove it."))),
            None => Ok(()),
        }
    }
}

/// The first forbidden word among the codes of fields.
fn field(codes: &str) -> Option<&'static str> {
    let mut words = codes.split(|letter: char| !letter.is_alphanumeric()).map(str::to_ascii_uppercase);
    words.find_map(|word| FORBIDDEN_FIELDS.into_iter().find(|known| *known == word))
}

fn refused(why: impl Into<String>) -> Error {
    Error::Template(why.into())
}
