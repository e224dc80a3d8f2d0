//! `cairn import FILE --kind assets`: creates objects from a spreadsheet, from all of its rows or none.

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use cairn_client::{Client, Error};
use clap::{Args, ValueEnum, ValueHint};
use serde_json::{Value as Json, json};

use crate::completion;
use crate::connection::{Connection, Wanted};
use crate::failure::{Failure, Result};
use crate::output::{
    Column, Format, Screen, note, object_for_programs, print, print_data, save, table, table_of_sentences, tell,
};
use crate::progress::Upload;
use crate::spreadsheet;

/// Import all rows of a CSV or XLSX file, or none.
#[derive(Debug, Args)]
#[command(after_long_help = "\
The first row holds field names, as in `--template`, or labels; case does not matter. References are names, ref ids or ids; separate several with semicolons. The delimiter and encoding of a CSV file are detected.

A row matches an existing object by id, then ref id, then name within its domain. With `--on-conflict update`, an empty cell keeps the current value unless you add `--empty clear`.

  cairn import --template --kind assets -o assets.xlsx
  cairn import assets.xlsx --kind assets --folder Sales --dry-run
  cairn import assets.xlsx --kind assets --folder Sales --on-conflict update
  cairn import pentest.csv --kind findings --name \"Pentest 2026\" --perimeter Shop --map \"Titre=name\" --map \"Note=\"")]
pub struct Import {
    /// The file; `-` for standard input.
    #[arg(required_unless_present = "template", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// What the rows are, such as assets, applied-controls or users.
    #[arg(long, value_name = "RESOURCE", add = completion::importable())]
    kind: String,
    /// What to do with rows that already exist.
    #[arg(long, value_name = "WHAT", default_value = "stop")]
    on_conflict: OnConflict,
    /// What an empty cell does to an existing value, with `--on-conflict update`.
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    empty: Empty,
    /// Check everything and report on each row without writing anything.
    #[arg(long)]
    dry_run: bool,
    /// The default domain for rows without one: its name, path or id.
    #[arg(long, value_name = "DOMAIN", add = completion::objects("folders"))]
    folder: Option<String>,
    /// The default perimeter for rows without one.
    #[arg(long, value_name = "PERIMETER", add = completion::objects("perimeters"))]
    perimeter: Option<String>,
    /// The object the rows belong to, such as the findings assessment of findings; created if missing.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Map a heading to a field; leave the field empty to skip the column. May be given several times.
    #[arg(long, value_name = "HEADING=FIELD", value_parser = mapping)]
    map: Vec<(String, String)>,
    /// The delimiter of a CSV file: one character, or tab [default: detected].
    #[arg(long, value_name = "CHARACTER")]
    separator: Option<String>,
    /// The encoding of a CSV file, such as windows-1252 [default: detected].
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// The sheet of a workbook [default: the first visible one].
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
    /// Download an empty template with the headings instead.
    #[arg(long, conflicts_with_all = ["file", "dry_run"])]
    template: bool,
    /// Output format of the report: table, json or yaml; with --template, the file to write (.xlsx or .csv).
    #[arg(short, long, value_name = "FORMAT|FILE")]
    output: Option<String>,
    /// The profile to use instead of the current one.
    #[arg(long, value_name = "NAME", add = completion::profiles())]
    profile: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnConflict {
    /// Report them as errors and import nothing.
    Stop,
    /// Leave them unchanged.
    Skip,
    /// Update them from the row.
    Update,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Empty {
    /// Keep the value.
    Keep,
    /// Clear the value.
    Clear,
}

fn mapping(text: &str) -> Result<(String, String), String> {
    let (heading, field) = text.rsplit_once('=').ok_or("use HEADING=FIELD")?;
    Ok((heading.trim().to_owned(), field.trim().to_owned()))
}

/// The name of a choice on the command line.
fn word(choice: &impl ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

impl Import {
    pub async fn run(self, wanted: Wanted) -> Result {
        let wanted = Wanted { profile: self.profile.clone().or(wanted.profile), url: wanted.url };
        let format = self.format()?;
        let connection = Connection::open(&wanted)?;
        if self.template {
            return self.fetch_template(&connection.client).await;
        }
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        let content = read(file)?;
        let headers = self.headers(&connection).await?;
        let progress = Upload::new(content.len() as u64);
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let sent = progress.watch();
        let answer = connection.client.send_file("/api/data-wizard/load-file/", &name, content, &headers, sent).await;
        progress.finish();
        match answer {
            Ok(answer) => self.tell(&answer["results"], format),
            Err(Error::Refused(problem)) if !problem.results.is_null() => {
                show_errors(&problem.results, format)?;
                Err(Failure::other(problem.detail.clone()))
            }
            Err(error) => Err(in_flags(error).into()),
        }
    }

    /// The format of the report. With --template the same flag names the file, as with other commands that write one.
    fn format(&self) -> Result<Format> {
        match &self.output {
            Some(text) if !self.template => Format::from_str(text, true)
                .map_err(|_| Failure::usage(format!("“{text}” is not a format; choose table, json or yaml"))),
            _ => Ok(Format::Table),
        }
    }

    async fn headers(&self, connection: &Connection) -> Result<Vec<(&'static str, String)>> {
        let mut headers = vec![
            ("x-model-type", self.kind.clone()),
            ("x-on-conflict", word(&self.on_conflict)),
            ("x-empty", word(&self.empty)),
        ];
        let mut add = |name, value: &Option<String>| headers.extend(value.clone().map(|value| (name, value)));
        add("x-folder-id", &self.folder);
        add("x-name", &self.name);
        add("x-separator", &self.separator);
        add("x-encoding", &self.encoding);
        add("x-sheet", &self.sheet);
        if let Some(perimeter) = &self.perimeter {
            let model = connection.model().await?;
            let id = cairn_client::Names::new(&connection.client, &model).find("perimeters", perimeter).await?;
            headers.push(("x-perimeter-id", id.to_string()));
        }
        if self.dry_run {
            headers.push(("x-dry-run", "true".to_owned()));
        }
        if !self.map.is_empty() {
            let map: serde_json::Map<String, Json> =
                self.map.iter().map(|(heading, field)| (heading.clone(), json!(field))).collect();
            headers.push(("x-mapping", Json::Object(map).to_string()));
        }
        Ok(headers)
    }

    fn tell(&self, results: &Json, format: Format) -> Result {
        if format != Format::Table {
            return print_data(object_for_programs(results, format)?);
        }
        if self.dry_run {
            let rows = results["rows"].as_array().map_or(&[][..], Vec::as_slice);
            // Objects that don't exist yet have no id.
            let has_id = rows.iter().any(|row| row["id"].is_string());
            let columns = [("row", "Row"), ("outcome", "What"), ("name", "Name"), ("id", "Id")];
            let columns = &columns[..if has_id { 4 } else { 3 }];
            let columns: Vec<Column> = columns.iter().map(|(key, label)| Column::new(*key, *label)).collect();
            print(&table(rows, &columns, Screen::stdout()).0)?;
        }
        let ignored: Vec<&str> =
            results["ignored_columns"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        if !ignored.is_empty() {
            note(&format!("Skipped columns: {}.", ignored.join(", ")));
        }
        let counts =
            ["created", "updated", "unchanged", "skipped"].map(|word| (word, results[word].as_u64().unwrap_or(0)));
        let (would, end) = if self.dry_run { ("would be ", "; nothing was written") } else { ("", "") };
        let counts = counts.iter().filter(|(_, count)| *count > 0);
        let would = |word: &str| if word == "unchanged" { "" } else { would };
        let counts: Vec<String> = counts.map(|(word, count)| format!("{count} {}{word}", would(word))).collect();
        tell(&format!("{}{end}.\n", counts.join(", ")))
    }

    async fn fetch_template(&self, client: &Client) -> Result {
        let file = self.output.as_ref().map(PathBuf::from);
        let named = file.as_deref().map(spreadsheet::by_name).transpose()?.flatten();
        if file.is_none() && std::io::stdout().is_terminal() {
            return Err(Failure::usage("a spreadsheet cannot be printed here; use -o NAME.xlsx or -o NAME.csv"));
        }
        let kind: String = self.kind.chars().map(|letter| if letter == '/' { '-' } else { letter }).collect();
        let query = vec![("file_format".to_owned(), named.unwrap_or(spreadsheet::XLSX).to_owned())];
        let path = format!("/api/data-wizard/templates/{}/", kind.replace(' ', "-"));
        let reply = client.download(&path, &query).await.map_err(|error| match error.status() {
            Some(404) => Failure::usage(format!(
                "“{}” cannot be imported; see `cairn api GET /api/data-wizard/templates/` for what can",
                self.kind
            )),
            _ => error.into(),
        })?;
        save(&reply.body, file.as_deref())
    }
}

/// The headers behind the flags. An error names the header, but people only know the flag.
const FLAGS: [(&str, &str); 11] = [
    ("X-Model-Type", "--kind"),
    ("X-On-Conflict", "--on-conflict"),
    ("X-Empty", "--empty"),
    ("X-Folder-Id", "--folder"),
    ("X-Perimeter-Id", "--perimeter"),
    ("X-Name", "--name"),
    ("X-Separator", "--separator"),
    ("X-Encoding", "--encoding"),
    ("X-Sheet", "--sheet"),
    ("X-Dry-Run", "--dry-run"),
    ("X-Mapping", "--map"),
];

/// An error in terms of the command line.
fn in_flags(error: Error) -> Error {
    let Error::Refused(mut problem) = error else { return error };
    let flag = |text: &str| FLAGS.iter().fold(text.to_owned(), |text, (header, flag)| text.replace(header, flag));
    problem.detail = flag(&problem.detail);
    problem.errors = problem.errors.iter().map(|(field, messages)| (flag(field), in_words(messages, &flag))).collect();
    Error::Refused(problem)
}

fn in_words(messages: &Json, flag: &impl Fn(&str) -> String) -> Json {
    match messages {
        Json::String(text) => flag(text).into(),
        Json::Array(list) => list.iter().map(|one| in_words(one, flag)).collect(),
        other => other.clone(),
    }
}

fn read(file: &Path) -> Result<Vec<u8>> {
    let content = if file.as_os_str() == "-" {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content).map(|_| content)
    } else {
        std::fs::read(file)
    };
    content.map_err(|error| Failure::other(format!("cannot read {}: {error}", file.display())))
}

/// Lists the errors row by row.
fn show_errors(results: &Json, format: Format) -> Result {
    if format != Format::Table {
        return print_data(object_for_programs(results, format)?);
    }
    let rows = results["errors"].as_array().map_or(&[][..], Vec::as_slice);
    let columns = [Column::new("row", "Row"), Column::new("error", "What is wrong")];
    print(&table_of_sentences(rows, &columns, Screen::stdout()))
}

#[cfg(test)]
mod tests {
    use cairn_client::Problem;

    use super::*;

    #[test]
    fn refusals_name_flags() {
        let errors = json!({ "X-Separator": ["Must be one character."], "name": ["Say X-Name, or fill it in."] });
        let problem = Problem { errors: errors.as_object().cloned().expect("an object"), ..Problem::default() };
        let words = in_flags(Error::Refused(Box::new(problem))).to_string();
        assert!(words.contains("--separator: Must be one") && words.contains("name: Say --name, or fill"), "{words}");
    }

    #[test]
    fn a_heading_may_have_the_sign_in_it() {
        assert_eq!(mapping("a = b=name"), Ok(("a = b".into(), "name".into())));
        assert_eq!(mapping("Note="), Ok(("Note".into(), String::new())));
        assert!(mapping("name").is_err());
    }
}
