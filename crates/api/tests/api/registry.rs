//! The definitions hold together. Plain tests: nothing runs but the registry.

use std::collections::BTreeSet;

use cairn_engine::action::On;
use cairn_engine::entry::ROLES;
use cairn_engine::registry::FOLDERS;
use cairn_engine::schema::tables;
use cairn_engine::{Registry, Resource};
use cairn_model::def::{DefaultValue, Mine, OnDelete};
use cairn_model::kind::Kind;
use cairn_model::{FieldDef, Published};
use cairn_store::Dialect;

fn registry() -> &'static Registry {
    cairn_domain::registry()
}

fn fields() -> impl Iterator<Item = (&'static Resource, &'static FieldDef)> {
    registry().tables().flat_map(|resource| resource.def.fields.iter().map(move |field| (resource, field)))
}

#[track_caller]
fn all_different<T: Ord + std::fmt::Debug>(items: impl IntoIterator<Item = T>) {
    let mut seen = BTreeSet::new();
    for item in items {
        assert!(!seen.contains(&item), "{item:?} occurs twice");
        seen.insert(item);
    }
}

#[test]
fn every_name_stands_for_one_thing() {
    all_different(registry().resources().iter().map(|resource| resource.path));
    all_different(registry().resources().iter().map(|resource| resource.model));
    all_different(registry().tables().map(|resource| resource.def.table));
    all_different(registry().permissions().codenames());
    for resource in registry().resources() {
        let computed = resource.entry.computed.iter().map(|field| field.name);
        all_different(resource.def.fields.iter().map(|field| field.name).chain(computed).chain(["path"]));
        all_different(resource.actions().map(|action| (action.name, action.on == On::Item)));
        all_different(cairn_engine::query::known_parameters(resource));
    }
}

#[test]
fn every_relation_leads_somewhere() {
    for (resource, field) in fields() {
        let Some(target) = field.kind.target() else { continue };
        assert!(registry().find(target).is_some(), "{}.{} points to {target}", resource.path, field.name);
    }
}

#[test]
fn what_a_reference_shows_can_be_read_and_is_no_secret() {
    for (resource, field) in fields() {
        for name in field.shows {
            let place = format!("{}.{} shows {name}", resource.path, field.name);
            let target = field.kind.target().unwrap_or_else(|| panic!("{place}, but refers to nothing"));
            assert_ne!(target, FOLDERS, "{place}: domains come from the tree, by their names alone");
            let shown = registry().get(target).def.field(name);
            let shown = shown.unwrap_or_else(|| panic!("{place}, which {target} has not"));
            assert!(shown.is_column() && !shown.secret, "{place}, which cannot be read");
            assert!(shown.kind.target().is_none_or(|target| target == FOLDERS), "{place}, which refers further");
        }
    }
}

#[test]
fn every_reverse_relation_has_an_owner_that_points_back() {
    for (resource, field) in fields() {
        let Kind::Many(many) = &field.kind else { continue };
        let Some(owner_field) = many.reverse else { continue };
        let owner = registry().get(many.target).def.field(owner_field);
        let place = format!("{}.{} is the reverse of {}.{owner_field}", resource.path, field.name, many.target);
        let Some(Kind::Many(owner)) = owner.map(|owner| owner.kind) else { panic!("{place}, which is no relation") };
        assert_eq!((owner.target, owner.reverse), (resource.path, None), "{place}");
    }
}

#[test]
fn everything_that_people_meet_has_its_words() {
    for resource in registry().resources() {
        assert!(!resource.doc().is_empty(), "{} says what it is", resource.path);
        assert!(!resource.entry.icon.is_empty(), "{} has its module and its icon", resource.path);
        if let Some(primary) = resource.entry.beside {
            let entry = registry().get(primary).entry;
            let stands = entry.listed && entry.beside.is_none() && entry.module == resource.entry.module;
            assert!(stands && resource.entry.listed, "{} is a tab beside {primary}", resource.path);
        }
        for computed in resource.entry.computed {
            assert!(!computed.doc.is_empty(), "{}.{}", resource.path, computed.name);
        }
        for filter in resource.entry.filters {
            assert!(!filter.doc.is_empty(), "{}?{}", resource.path, filter.name);
        }
        for action in resource.actions() {
            assert!(action.doc.ends_with('.'), "{}/{} has a sentence", resource.path, action.name);
        }
    }
}

#[test]
fn defaults_fit_their_fields() {
    for (resource, field) in fields() {
        let place = format!("{}.{}", resource.path, field.name);
        let json = match field.default {
            DefaultValue::None => continue,
            DefaultValue::Text(text) => text.into(),
            DefaultValue::Int(number) => number.into(),
            DefaultValue::Bool(flag) => flag.into(),
            DefaultValue::Json(text) => serde_json::from_str(text).unwrap_or_else(|error| panic!("{place}: {error}")),
        };
        let parsed = field.kind.behaviour().parse(&json).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(parsed, field.default.value(&field.kind), "{place}");
    }
}

#[test]
fn what_loses_its_target_can_be_empty() {
    for (resource, field) in fields().filter(|(_, field)| field.kind.is_reference()) {
        let may_be_empty = field.nullable || field.on_delete != OnDelete::SetNull;
        assert!(may_be_empty, "{}.{} is emptied but may not be empty", resource.path, field.name);
    }
}

#[test]
fn what_is_a_part_goes_with_the_whole() {
    for (resource, field) in fields().filter(|(resource, field)| {
        resource.def.scope.within().is_some_and(|within| within.fields.contains(&field.name))
    }) {
        // What may be a part of anything would be looked for whenever anything moves.
        let is_bounded = match &field.kind {
            Kind::Reference(_) => true,
            Kind::Any(any) => any.carrying.is_some(),
            _ => false,
        };
        assert!(is_bounded, "{}.{}", resource.path, field.name);
        assert_eq!(field.on_delete, OnDelete::Cascade, "{}.{}", resource.path, field.name);
    }
}

#[test]
fn orders_groups_and_scopes_name_real_fields() {
    for resource in registry().tables() {
        let column = |name: &str| resource.def.field(name).is_some_and(FieldDef::is_column);
        for term in resource.def.order.split(',') {
            assert!(column(term.trim_start_matches('-')), "{} is ordered by {term}", resource.path);
        }
        for name in resource.def.unique.iter().flat_map(|group| group.split(',')) {
            assert!(column(name), "{} is unique by {name}", resource.path);
        }
        if resource.def.published == Published::Field {
            assert!(column("is_published"), "{} can be published", resource.path);
        }
        match resource.def.mine {
            Mine::Actors(name) => {
                let target = resource.def.field(name).and_then(|field| field.kind.target());
                assert_eq!(target, Some("actors"), "{} is owned through {name}", resource.path);
            }
            Mine::Through(name) => assert!(column(name), "{} is owned through {name}", resource.path),
            Mine::NamedBy(path, name) => {
                let by = registry().get(path);
                assert!(by.def.field(name).is_some(), "{} is named by {path}.{name}", resource.path);
            }
            Mine::Nothing | Mine::User | Mine::Folder => {}
        }
    }
}

#[test]
fn names_fit_into_both_databases() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let tables = tables(registry(), dialect);
        all_different(tables.iter().map(|table| table.name.clone()));
        all_different(tables.iter().flat_map(|table| &table.indexes).map(|(name, _)| name.clone()));
        for table in tables {
            let columns = table.columns.iter().map(|column| column.name.clone());
            // PostgreSQL makes up the names of foreign keys from these two.
            let keys = table.columns.iter().filter(|column| column.references.is_some());
            let keys: Vec<String> = keys.map(|column| format!("{}_{}_fkey", table.name, column.name)).collect();
            let indexes = table.indexes.iter().map(|(name, _)| name.clone());
            for name in columns.chain(keys).chain(indexes).chain([table.name.clone(), format!("{}_pkey", table.name)]) {
                assert!(name.len() <= 63, "{name} has {} letters", name.len());
            }
        }
    }
}

#[test]
fn every_role_has_its_column() {
    for resource in registry().resources() {
        let columns: Vec<&str> = resource.entry.roles.split_whitespace().collect();
        assert_eq!(columns.len(), ROLES.len(), "{}: {}", resource.path, resource.entry.roles);
        for (column, (role, ..)) in columns.into_iter().zip(ROLES) {
            let ordered: String = ['v', 'a', 'c', 'd'].into_iter().filter(|letter| column.contains(*letter)).collect();
            assert!(column == "-" || column == ordered, "{}: {column}", resource.path);
            let sees = column.starts_with('v')
                || resource.entry.assignees.is_some_and(|roles| roles.split_whitespace().any(|one| one == role));
            assert!(column == "-" || sees, "{}: {column} cannot see what it changes", resource.path);
        }
        for (name, roles) in resource.entry.extra_permissions {
            for role in roles.split_whitespace() {
                assert!(ROLES.iter().any(|(known, ..)| known == &role), "{name} is for {role}");
            }
        }
    }
}

#[test]
fn no_two_endpoints_share_a_path() {
    const OF_COLLECTION: [&str; 6] =
        ["ids", "autocomplete", "export_csv", "export_xlsx", "export_jsonl", "batch-action"];
    const OF_ITEM: [&str; 4] = ["object", "cascade-info", "history", "restore"];
    for resource in registry().routed() {
        let choices = resource.def.fields.iter().filter(|field| matches!(field.kind, Kind::Choice(_)));
        let on = |on: On| resource.actions().filter(move |action| action.on == on).map(|action| action.name);
        all_different(choices.map(|field| field.name).chain(OF_COLLECTION).chain(on(On::Collection)));
        all_different(OF_ITEM.into_iter().chain(on(On::Item)));
    }
}

#[test]
fn labels_of_choices_are_words() {
    for (resource, field) in fields() {
        let Kind::Choice(kind) = &field.kind else { continue };
        all_different(kind.0.options.iter().map(|option| option.key.to_string()));
        for option in kind.0.options {
            assert!(!option.label().is_empty(), "{}.{} {}", resource.path, field.name, option.key);
        }
    }
}
