//! The data wizard in the OpenAPI document.

use cairn_describe::openapi::{Content, Method, Operation};
use cairn_import::Report;
use cairn_model::Describe;
use serde_json::json;

use cairn_export::Format;

const TAG: &str = "Data wizard";

pub fn operations() -> Vec<Operation> {
    let file = json!({ "type": "string", "format": "binary" });
    let form = json!({ "type": "object", "properties": { "file": file } });
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
            .summary("Import a CSV or XLSX file: all of its rows, or none")
            .description(
                "The body is the file itself, or a form with the file. Headings are names or labels of fields; \
                 references are names, ref ids or ids; several values are separated by semicolons, bars, lines or \
                 commas. A row is an object that is already there by its `id`, else its `ref_id`, else its name in \
                 its domain. When any row fails nothing is written, and the answer is 400 with the same report in \
                 `results`.",
            )
            .header("X-Model-Type", "What the file is about: `Asset`, or `assets`.", true)
            .header("X-Folder-Id", "The domain of rows that name none: its id, name or path.", false)
            .header(
                "X-Perimeter-Id",
                "The perimeter of rows that name none; likewise `X-…-Id` for any reference.",
                false,
            )
            .header("X-Name", "The object that the rows are parts of, such as the assessment of findings. Without it, the name of the file.", false)
            .header(
                "X-On-Conflict",
                "`stop`, `skip` or `update` rows that are already there; `stop` when left out.",
                false,
            )
            .header(
                "X-Empty",
                "With `update`, whether an empty cell leaves a field as it is (`keep`, when left out) or clears it (`clear`).",
                false,
            )
            .header("X-Dry-Run", "`true` to try everything and write nothing.", false)
            .header("X-Mapping", "JSON: heading → field. An empty field leaves the column out.", false)
            .header("X-Separator", "Between cells of CSV; found out when left out.", false)
            .header("X-Encoding", "Of CSV, such as `windows-1252`; found out when left out.", false)
            .header("X-Sheet", "Of a workbook; the first visible one when left out.", false)
            .request(Content::of("multipart/form-data", form))
            .response(Content::json(answer))
            .idempotent()
            .problem(413),
        Operation::new(Method::Get, "/api/data-wizard/templates/", "data_wizard_templates", TAG)
            .summary("What you may import, with its templates")
            .response(Content::json(kinds)),
        Operation::new(Method::Get, "/api/data-wizard/templates/{type}/", "data_wizard_template", TAG)
            .summary("An empty file with the headings of a resource")
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
