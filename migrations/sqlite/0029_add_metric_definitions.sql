create table metrology_metric_definitions (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "library" blob references loaded_libraries (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "urn" text,
    "provider" text,
    "annotation" text,
    "locale" text not null,
    "category" text not null,
    "unit" text,
    "choices_definition" text not null,
    "higher_is_better" integer not null,
    "default_target" integer,
    "is_published" integer not null,
    "translations" text
) strict;
create index metrology_metric_definitions_folder_idx on metrology_metric_definitions ("folder");
create index metrology_metric_definitions_library_idx on metrology_metric_definitions ("library");
create unique index metrology_metric_definitions_urn_key on metrology_metric_definitions ("urn");
create index metrology_metric_definitions_updated_at_idx on metrology_metric_definitions (updated_at);
create index metrology_metric_definitions_order_idx on metrology_metric_definitions (lower("name"), id);

create table metrology_metric_definitions_filtering_labels (
    "source" blob not null references metrology_metric_definitions (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index metrology_metric_definitions_filtering_labels_target_idx on metrology_metric_definitions_filtering_labels (target, source);
