//! The documents of the toy registry: whole, unambiguous, and true to the engine.

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_engine::{Registry, Resource, decode, query};
use serde_json::{Value as Json, json};

use crate::openapi::{Content, Info, Method, Operation, openapi};
use crate::{Part, example, model_document, model_part, role_table, toy};

const INFO: Info<'_> = Info {
    title: "Toy",
    version: "1.0",
    description: "A small library.",
    session_cookie: "toy_session",
    problem_types: &["bad_input", "not_found"],
};

fn document(registry: &Registry) -> Json {
    let extra = [
        Operation::new(Method::Post, "/api/login/", "login", "Signing in")
            .summary("Sign in")
            .request(Content::json(json!({ "type": "object" })))
            .response(Content::json(json!({ "type": "object" })))
            .public()
            .problem(401),
        Operation::new(Method::Get, "/api/shelves/{number}/", "shelf", "Shelves").query(
            "full",
            "Whether to tell all.",
            &json!({ "type": "boolean" }),
            false,
        ),
    ];
    openapi(registry, &extra, INFO)
}

/// Every operation with its path and method.
fn operations(document: &Json) -> impl Iterator<Item = (String, &Json)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| (format!("{} {path}", method.to_uppercase()), operation))
    })
}

fn operation<'a>(document: &'a Json, name: &str) -> &'a Json {
    operations(document).find(|(other, _)| other == name).unwrap_or_else(|| panic!("no operation {name}")).1
}

fn parameter_names(document: &Json, operation: &Json) -> Vec<String> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters
        .map(|parameter| {
            let resolved = match parameter["$ref"].as_str() {
                Some(reference) => document.pointer(reference.trim_start_matches('#')).expect("it resolves"),
                None => parameter,
            };
            resolved["name"].as_str().expect("a parameter has a name").to_owned()
        })
        .collect()
}

fn references(json: &Json, found: &mut BTreeSet<String>) {
    match json {
        Json::Object(members) => {
            found.extend(members.get("$ref").and_then(Json::as_str).map(str::to_owned));
            members.values().for_each(|member| references(member, found));
        }
        Json::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_reference_resolves() {
    let document = document(toy::registry());
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.len() > 50, "only {} references", found.len());
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("references stay in the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

#[test]
fn every_component_is_used() {
    let document = document(toy::registry());
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    for section in ["schemas", "parameters", "responses", "headers"] {
        for name in document["components"][section].as_object().expect("a map").keys() {
            let reference = format!("#/components/{section}/{name}");
            assert!(found.contains(&reference), "nothing refers to {reference}");
        }
    }
}

#[test]
fn operation_ids_are_unique() {
    let document = document(toy::registry());
    let mut seen = BTreeSet::new();
    for (name, operation) in operations(&document) {
        let id = operation["operationId"].as_str().expect("an id");
        assert!(seen.insert(id), "{name}: {id} is taken");
        assert!(id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'), "{id}");
    }
    for id in [
        "folders_list",
        "library_books_partial_update",
        "library_books_lend_create",
        "library_books_tidy_up_create",
        "library_books_report_retrieve",
        "library_books_item_report_retrieve",
        "library_books_genre_retrieve",
        "field_guides_batch_action_create",
        "loans_export_csv_retrieve",
        "login",
    ] {
        assert!(seen.contains(id), "{id} is missing");
    }
}

#[test]
fn lists_take_exactly_the_parameters_that_the_engine_knows() {
    let registry = toy::registry();
    let document = document(registry);
    for resource in registry.routed() {
        let list = operation(&document, &format!("GET /api/{}/", resource.path));
        let names = parameter_names(&document, list);
        let described: BTreeSet<String> = names.iter().cloned().collect();
        assert_eq!(described.len(), names.len(), "{} has a parameter twice", resource.path);
        assert_eq!(described, query::known_parameters(resource).into_iter().collect(), "{}", resource.path);
    }
}

#[test]
fn every_path_parameter_is_declared() {
    let document = document(toy::registry());
    for (name, operation) in operations(&document) {
        let declared = parameter_names(&document, operation);
        for part in name.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            assert!(declared.iter().any(|other| other == part), "{name} does not declare {part}");
        }
    }
}

#[test]
fn examples_pass_the_engines_own_decoder() {
    let registry = toy::registry();
    let document = document(registry);
    for resource in registry.routed().filter(|resource| resource.is_writable()) {
        let body = example::create_body(resource);
        let input = decode::decode(resource, &body, None).unwrap_or_else(|error| panic!("{}: {error}", resource.path));
        decode::require(resource, &input).unwrap_or_else(|error| panic!("{}: {error}", resource.path));
        let create = operation(&document, &format!("POST /api/{}/", resource.path));
        assert_eq!(create["requestBody"]["content"]["application/json"]["example"], body);
    }
}

#[test]
fn the_write_shape_requires_what_the_engine_requires() {
    let registry = toy::registry();
    let document = document(registry);
    for (path, component) in [("library/books", "BookWrite"), ("field-guides", "FieldGuideWrite")] {
        let schema = &document["components"]["schemas"][component];
        let empty = decode::require(registry.get(path), &decode::Input::default());
        let Err(cairn_engine::Error::Invalid(errors)) = empty else { panic!("an empty book was accepted") };
        let required = schema["required"].as_array().expect("a list").iter().filter_map(Json::as_str);
        let required: BTreeSet<&str> = required.collect();
        assert_eq!(required, errors.0.keys().map(String::as_str).collect());
        assert_eq!(schema["additionalProperties"], false);
    }
}

#[test]
fn shapes_say_what_may_be_read_and_written() {
    let document = document(toy::registry());
    let schemas = &document["components"]["schemas"];
    let reference = json!({ "$ref": "#/components/schemas/Reference" });
    let read = &schemas["Book"]["properties"];
    assert_eq!(read["home"]["anyOf"][0], reference);
    assert_eq!(read["sequels"]["items"], reference);
    assert_eq!(read["title"]["description"], "What is on its cover.");
    assert_eq!(read["genre"]["description"], "What a book is.");
    assert!(read["path"].is_object() && read["is_heavy"].is_object());
    assert!(!schemas["Book"]["required"].as_array().expect("a list").contains(&"is_very_heavy".into()));

    let write = &schemas["BookWrite"]["properties"];
    assert_eq!(write["wear"]["type"], json!(["integer", "null"]));
    assert_eq!(write["wear"]["enum"], json!([0, 1, null]));
    assert_eq!(write["title"]["maxLength"], 80);
    assert_eq!(write["genre"]["default"], "novel");
    assert_eq!(write["summary"]["default"], Json::Null);
    assert_eq!(write["cover"]["type"], "null");
    for name in ["id", "loans", "created_at", "is_heavy", "path"] {
        assert!(write.get(name).is_none(), "{name} cannot be written");
    }
    assert_eq!(schemas["FieldGuideWrite"]["properties"]["genre"]["const"], "guide");
    assert!(schemas["BookPatch"].get("required").is_none());
    assert!(schemas["BookPatch"]["properties"]["genre"].get("default").is_none());
    assert_eq!(schemas["BookRaw"]["properties"]["home"]["format"], "uuid");
    assert!(!document.to_string().contains("barcode"), "a secret field is described");
}

#[test]
fn problems_follow_from_the_operation() {
    let document = document(toy::registry());
    let statuses = |name: &str| -> Vec<String> {
        operation(&document, name)["responses"].as_object().expect("a map").keys().cloned().collect()
    };
    assert_eq!(statuses("GET /api/library/books/"), ["200", "400", "401", "403", "429", "default"]);
    assert_eq!(
        statuses("PATCH /api/library/books/{id}/"),
        ["200", "202", "400", "401", "403", "404", "409", "412", "413", "415", "429", "default"]
    );
    assert_eq!(
        statuses("DELETE /api/library/books/{id}/"),
        ["204", "202", "400", "401", "403", "404", "409", "412", "429", "default"]
    );
    assert_eq!(statuses("POST /api/login/"), ["200", "400", "401", "413", "415", "429", "default"]);
    assert_eq!(operation(&document, "POST /api/login/")["security"], json!([]));
    let patch = operation(&document, "PATCH /api/library/books/{id}/");
    assert!(parameter_names(&document, patch).contains(&"If-Match".to_owned()));
    assert!(patch["responses"]["200"]["headers"]["ETag"].is_object());
    let create = operation(&document, "POST /api/library/books/");
    assert!(parameter_names(&document, create).contains(&"Idempotency-Key".to_owned()));
}

#[test]
fn what_only_the_engine_writes_has_no_writing_operations() {
    let document = document(toy::registry());
    let mut names = operations(&document).map(|(name, _)| name);
    assert_eq!(names.find(|name| name.contains("/api/loans/") && !name.starts_with("GET ")), None);
    assert!(document["components"]["schemas"].get("LoanWrite").is_none());
}

#[test]
fn actions_take_their_input_where_their_method_says() {
    let document = document(toy::registry());
    let lend = operation(&document, "POST /api/library/books/{id}/lend/");
    assert_eq!(lend["requestBody"]["required"], true);
    let schema = &lend["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(schema["properties"]["reader"]["description"], "Who takes it.");
    assert!(lend["description"].as_str().expect("words").contains("`change_book`"));
    assert!(operation(&document, "POST /api/library/books/tidy-up/").get("requestBody").is_none());
    let report = operation(&document, "GET /api/library/books/report/");
    assert_eq!(parameter_names(&document, report), ["from", "shelves", "as_of", "draft"]);
    assert_eq!(report["parameters"][0]["required"], true);
}

fn anything(_: &Resource, _: Verb) -> bool {
    true
}

#[test]
fn the_model_document_has_everything_for_those_who_may() {
    let model = model_document(toy::registry(), &anything, "community", true);
    assert_eq!(model["edition"], "community");
    let paths: Vec<&String> = model["resources"].as_object().expect("a map").keys().collect();
    assert_eq!(paths, ["folders", "library/books", "field-guides", "loans"]);
    let assets = &model["modules"][1];
    assert_eq!(
        [&assets["name"], &assets["icon"], &assets["settings"]],
        [&json!("assets"), &json!("boxes"), &json!(false)]
    );
    assert_eq!(assets["resources"], json!(["field-guides", "library/books", "loans"]), "by their rank");
    assert_eq!(model["resources"]["field-guides"]["icon"], "compass");
    assert_eq!(model["resources"]["loans"]["beside"], "library/books");
    assert_eq!(model["resources"]["library/books"]["beside"], Json::Null);
    let books = &model["resources"]["library/books"];
    let field = |name: &str| {
        let mut fields = books["fields"].as_array().expect("a list").iter();
        fields.find(|field| field["name"] == name).unwrap_or_else(|| panic!("no field {name}"))
    };
    assert_eq!(field("title")["max_length"], 80);
    assert_eq!(field("shelf")["max"], 9);
    assert_eq!(field("genre")["choices"][1], json!({ "key": "guide", "label": "Guide" }));
    assert_eq!(field("prequels")["reverse"], "sequels");
    assert_eq!(field("home")["target"], "folders");
    assert_eq!(field("home")["options"], true);
    assert_eq!(field("size")["orderable"], false);
    assert_eq!(books["actions"].as_array().expect("a list").len(), 4);
    assert_eq!(books["incoming"][1], json!({ "resource": "loans", "field": "book", "label": "Loans" }));
    assert_eq!(model["resources"]["folders"]["incoming"][1]["label"], "Books (Folder)");
    assert_eq!(
        model["resources"]["loans"]["permissions"],
        json!({ "view": true, "add": false, "change": false, "delete": false })
    );
    assert!(!model.to_string().contains("barcode"), "a secret field is described");
}

#[test]
fn the_parts_of_the_model_document_make_the_whole() {
    let whole = model_document(toy::registry(), &anything, "pro", true);
    let part = |part| model_part(toy::registry(), &anything, "pro", true, part);
    let mut together = part(Part::Outline);
    assert!(together["resources"].as_object().unwrap().values().all(|resource| resource.get("fields").is_none()));
    for module in whole["modules"].as_array().unwrap() {
        let of_module = part(Part::Module(module["name"].as_str().unwrap()));
        together["outputs"] = of_module["outputs"].clone();
        for (path, resource) in of_module["resources"].as_object().unwrap() {
            assert_eq!(resource["module"], module["name"]);
            together["resources"][path] = resource.clone();
        }
    }
    assert_eq!(together, whole);
    assert_eq!(part(Part::Module("nowhere"))["resources"], json!({}));
}

#[test]
fn the_model_document_is_cut_to_the_caller() {
    let may = |resource: &Resource, verb: Verb| resource.model == "book" && verb != Verb::Delete;
    let model = model_document(toy::registry(), &may, "pro", true);
    let resources = model["resources"].as_object().expect("a map");
    assert_eq!(resources.keys().collect::<Vec<_>>(), ["library/books"]);
    let books = &resources["library/books"];
    assert_eq!(books["permissions"]["delete"], false);
    let actions = books["actions"].as_array().expect("a list").iter();
    let actions: Vec<&Json> = actions.map(|action| &action["name"]).collect();
    assert_eq!(actions, ["lend", "report", "report"]);
    assert_eq!(books["incoming"].as_array().expect("a list").len(), 1, "loans cannot be seen");
    let home = books["fields"].as_array().expect("a list").iter().find(|field| field["name"] == "home");
    assert_eq!(home.expect("it stays")["options"], false);
}

#[test]
fn a_tab_of_a_list_that_the_caller_may_not_see_stands_by_itself() {
    let may = |resource: &Resource, _: Verb| resource.path == "loans";
    let model = model_document(toy::registry(), &may, "pro", true);
    assert_eq!(model["resources"]["loans"]["beside"], Json::Null);
    let modules = model["modules"].as_array().expect("a list");
    assert_eq!(modules.len(), 1, "modules without anything to see are left out");
    assert_eq!(modules[0]["resources"], json!(["loans"]));
}

#[test]
fn the_same_registry_gives_the_same_documents() {
    let (one, other) = (toy::registry(), toy::registry());
    assert_eq!(document(one).to_string(), document(other).to_string());
    assert_eq!(
        model_document(one, &anything, "pro", true).to_string(),
        model_document(other, &anything, "pro", true).to_string()
    );
}

#[test]
fn the_table_of_roles_shows_verbs_actions_and_further_permissions() {
    let table = role_table(toy::registry());
    let cells = |label: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(label));
        let line = line.unwrap_or_else(|| panic!("no line {label}\n{table}"));
        line[label.len()..].split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(cells("library/books"), ["vacd", "vacd", "vac", "v", "v", "-", "-", "v"]);
    assert_eq!(cells("  POST tidy-up/ (delete)"), ["x", "x", "-", "-", "-", "-", "-", "-"]);
    assert_eq!(cells("  GET {id}/report/ (view)"), ["x", "x", "x", "x", "x", "-", "-", "x"]);
    assert_eq!(cells("  burn_book"), ["x", "-", "-", "-", "-", "-", "-", "-"]);
    assert_eq!(cells("loans (read only)")[..2], ["v", "v"]);
}
