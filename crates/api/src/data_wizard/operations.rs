//! The data wizard in the OpenAPI document.

use cairn_describe::openapi::{Content, Method, Operation};
use cairn_import::{Outline, Report};
use cairn_model::Describe;
use serde_json::json;

use cairn_export::Format;

const TAG: &str = "Data wizard";

pub fn operations() -> Vec<Operation> {
    let file = json!({ "type": "string", "format": "binary" });
    let form = || json!({ "type": "object", "properties": { "file": file } });
    let answer = json!({ "type": "object", "properties": { "results": Report::schema() }, "required": ["results"] });
    let kind = json!({
        "type": "object",
        "properties": {
            "type": { "type": "string" }, "path": { "type": "string" }, "name": { "type": "string" },
            "xlsx": { "type": "string" }, "csv": { "type": "string" },
        },
    });
    let kinds = json!({ "type": "object", "properties": { "results": { "type": "array", "items": kind } } });
    vec![
        Operation::new(Method::Post, "/api/data-wizard/load-file/", "data_wizard_load_file", TAG)
            .summary("Import all rows of a CSV or XLSX file, or none")
            .description(
                "The body is the file itself, or a form with the file. Column headings are field names or labels. References are names, ref ids or ids. Separate several values with semicolons, bars, line breaks or commas. A row matches an existing object by `id`, then `ref_id`, then name within its domain. If any row fails, nothing is written and the response is 400 with the same report in `results`.",
            )
            .header("X-Model-Type", "What the file contains: `Asset`, or `assets`.", true)
            .header("X-Folder-Id", "The default domain for rows without one: its id, name or path.", false)
            .header(
                "X-Perimeter-Id",
                "The default perimeter for rows without one; likewise `X-…-Id` for any reference.",
                false,
            )
            .header("X-Name", "The object the rows belong to, such as the findings assessment of findings. Defaults to the name of the file.", false)
            .header(
                "X-On-Conflict",
                "What to do with rows that already exist: `stop`, `skip` or `update`. Defaults to `stop`.",
                false,
            )
            .header(
                "X-Empty",
                "With `update`, whether an empty cell keeps the current value (`keep`, the default) or clears it (`clear`).",
                false,
            )
            .header("X-Dry-Run", "`true` for a dry run: everything is checked, nothing is written.", false)
            .header("X-Mapping", "JSON: heading → field. An empty field skips the column.", false)
            .header(
                "X-Words",
                "JSON: field → word → key, for choices that the file has in other words than their keys or labels.",
                false,
            )
            .header("X-Separator", "The CSV delimiter. Detected if omitted.", false)
            .header("X-Encoding", "The CSV encoding, such as `windows-1252`. Detected if omitted.", false)
            .header("X-Sheet", "The sheet of a workbook. Defaults to the first visible one.", false)
            .request(Content::of("multipart/form-data", form()))
            .response(Content::json(answer))
            .idempotent()
            .problem(413),
        Operation::new(Method::Post, "/api/data-wizard/read-file/", "data_wizard_read_file", TAG)
            .summary("Read the columns of a CSV or XLSX file before importing it")
            .description("Takes the file like `load-file`. Nothing is written.")
            .header("X-Model-Type", "What the file contains: `Asset`, or `assets`.", true)
            .header("X-Separator", "The CSV delimiter. Detected if omitted.", false)
            .header("X-Encoding", "The CSV encoding, such as `windows-1252`. Detected if omitted.", false)
            .header("X-Sheet", "The sheet of a workbook. Defaults to the first visible one.", false)
            .request(Content::of("multipart/form-data", form()))
            .response(Content::json(Outline::schema()))
            .problem(413),
        Operation::new(Method::Get, "/api/data-wizard/templates/", "data_wizard_templates", TAG)
            .summary("What you can import, with templates")
            .response(Content::json(kinds)),
        Operation::new(Method::Get, "/api/data-wizard/templates/{type}/", "data_wizard_template", TAG)
            .summary("An empty template with the headings of a resource")
            .query(
                "file_format",
                "`xlsx` or `csv`.",
                &json!({ "type": "string", "enum": ["xlsx", "csv"], "default": "xlsx" }),
                false,
            )
            .response(Content::of(Format::Xlsx.media_type(), json!({ "type": "string", "format": "binary" })))
            .or_response(Content::of("text/csv", json!({ "type": "string" }))),
    ]
}
