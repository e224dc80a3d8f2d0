//! A findings review with its findings, as a text that can be sent or printed.

use std::fmt::Write as _;

use cairn_engine::query::{Page, PageRequest, item, load_page};
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::choice::{ChoiceDef, ChoiceKey};
use cairn_model::{Describe, Value};
use cairn_resources::work::{
    AssessmentStatus, Finding, FindingStatus, FindingsAssessment, FindingsCategory, Priority, Severity,
};
use serde::Serialize;
use uuid::Uuid;

use super::super::sight::visible;
use super::{capitalized, percent};

/// A longer report would be read by nobody.
const MAX_FINDINGS: i64 = 5000;

#[derive(Debug, Serialize, Describe)]
pub struct Report {
    pub markdown: String,
}

pub async fn report(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Report> {
    let assessments = cx.resource::<FindingsAssessment>();
    let assessment = item(cx, assessments, id).await?;
    let resource = cx.resource::<Finding>();
    let mut select = visible(cx, resource);
    select.equals("findings_assessment", id);
    select.order_by("t.severity desc").order_by("t.ref_id").order_by("t.created_at").order_by("t.id");
    let findings = load_page(cx, resource, select, PageRequest { limit: MAX_FINDINGS, offset: 0 }).await?;
    let folder = assessment.objects[0].folder();
    let domain = cx.tree().get(folder).filter(|_| cx.sees_folder(folder)).map(|node| node.name.clone());
    let mut out = String::new();
    write_head(&mut out, &assessment, domain.as_deref());
    write_summary(&mut out, &findings);
    for row in 0..findings.objects.len() {
        write_finding(&mut out, &findings, row);
    }
    Ok(Report { markdown: out })
}

fn write_head(out: &mut String, page: &Page, domain: Option<&str>) {
    let object = &page.objects[0];
    let _ = writeln!(out, "# {}\n", line(object.get("name")));
    bullet(out, "Domain", domain.map(one_line));
    bullet(out, "Perimeter", reference(page, 0, "perimeter"));
    bullet(out, "Reference", text(object.get("ref_id")));
    bullet(out, "Category", chosen(FindingsCategory::DEF, object.get("category")));
    bullet(out, "Status", chosen(AssessmentStatus::DEF, object.get("status")));
    bullet(out, "Version", text(object.get("version")));
    bullet(out, "Reported", text(object.get("reported_at")));
    bullet(out, "Due", text(object.get("due_date")));
    bullet(out, "Authors", related(page, 0, "authors"));
    bullet(out, "Reviewers", related(page, 0, "reviewers"));
    out.push('\n');
    paragraph(out, object.get("description"));
    paragraph(out, object.get("observation"));
}

fn write_summary(out: &mut String, page: &Page) {
    let of = |severity: Severity| {
        page.objects.iter().filter(|finding| finding.get("severity").as_int() == Some(severity.key())).count()
    };
    let settled = |status: &FindingStatus| {
        page.objects.iter().filter(|finding| finding.get("status").as_str() == Some(status.key())).count()
    };
    let all = page.objects.len();
    let done = Finding::SETTLED.iter().map(settled).sum::<usize>();
    let _ =
        writeln!(out, "## Summary\n\n{done} of {all} findings are settled ({} %).\n", percent(done as i64, all as i64));
    let _ = writeln!(out, "| Severity | Findings |\n|---|---:|");
    for (severity, option) in Severity::ALL.iter().zip(Severity::DEF.options).rev() {
        let _ = writeln!(out, "| {} | {} |", capitalized(&option.label()), of(*severity));
    }
    out.push_str("\n## Findings\n\n");
    if all == 0 {
        out.push_str("None.\n");
    }
}

fn write_finding(out: &mut String, page: &Page, row: usize) {
    let finding = &page.objects[row];
    let reference_id = text(finding.get("ref_id")).map(|id| format!("{id} ")).unwrap_or_default();
    let _ = writeln!(out, "### {reference_id}{}\n", line(finding.get("name")));
    bullet(out, "Severity", chosen(Severity::DEF, finding.get("severity")).map(|word| capitalized(&word)));
    bullet(out, "Status", chosen(FindingStatus::DEF, finding.get("status")));
    bullet(out, "Priority", chosen(Priority::DEF, finding.get("priority")));
    bullet(out, "ETA", text(finding.get("eta")));
    bullet(out, "Due", text(finding.get("due_date")));
    bullet(out, "Asset", reference(page, row, "asset"));
    bullet(out, "Owners", related(page, row, "owner"));
    bullet(out, "Controls", related(page, row, "applied_controls"));
    out.push('\n');
    paragraph(out, finding.get("description"));
    paragraph(out, finding.get("observation"));
}

fn bullet(out: &mut String, name: &str, value: Option<String>) {
    if let Some(value) = value {
        let _ = writeln!(out, "- **{name}**: {value}");
    }
}

/// Multi-line texts are already Markdown, written by whoever filled in the field.
fn paragraph(out: &mut String, value: &Value) {
    if let Some(text) = value.as_str().map(str::trim).filter(|text| !text.is_empty()) {
        let _ = writeln!(out, "{text}\n");
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Text(text) if text.trim().is_empty() => None,
        Value::Text(text) => Some(one_line(text)),
        Value::Date(date) => Some(date.to_string()),
        other => Some(one_line(&other.to_json().to_string())),
    }
}

fn line(value: &Value) -> String {
    text(value).unwrap_or_default()
}

/// A name stays a name, even if it contains the characters of a heading, a link or a tag.
fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

fn chosen(choices: &ChoiceDef, value: &Value) -> Option<String> {
    let key = match value {
        Value::Int(number) => ChoiceKey::Int(*number),
        other => return choices.find(other.as_str()?).map(cairn_model::choice::ChoiceOption::label),
    };
    choices.options.iter().find(|option| option.key == key).map(cairn_model::choice::ChoiceOption::label)
}

fn reference(page: &Page, row: usize, field: &str) -> Option<String> {
    let position = page.resource.def.position(field)?;
    let at = page.resource.references.iter().position(|reference| reference.position == position)?;
    page.references[row][at].as_ref().map(|target| one_line(&target.label.text))
}

fn related(page: &Page, row: usize, field: &str) -> Option<String> {
    let position = page.resource.def.position(field)?;
    let at = page.resource.relations.iter().position(|relation| relation.position == position)?;
    let names: Vec<String> = page.related[at][row].iter().map(|target| one_line(&target.label.text)).collect();
    Some(names.join(", ")).filter(|names| !names.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_layout() {
        assert_eq!(one_line("a\n# b | <script>"), "a \\# b \\| \\<script\\>");
    }

    #[test]
    fn choices_are_shown_in_words() {
        assert_eq!(chosen(FindingStatus::DEF, &Value::Text("in_progress".into())).as_deref(), Some("In progress"));
        assert_eq!(chosen(Severity::DEF, &Value::Int(4)).as_deref(), Some("critical"));
        assert_eq!(chosen(Priority::DEF, &Value::Null), None);
    }
}
