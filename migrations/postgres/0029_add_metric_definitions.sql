create table metrology_metric_definitions (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "library" uuid references loaded_libraries (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "urn" text collate "C",
    "provider" text collate "C",
    "annotation" text collate "C",
    "locale" text collate "C" not null,
    "category" text collate "C" not null,
    "unit" text collate "C",
    "choices_definition" json not null,
    "higher_is_better" boolean not null,
    "default_target" bigint,
    "is_published" boolean not null,
    "translations" json
);
create index metrology_metric_definitions_folder_idx on metrology_metric_definitions ("folder");
create index metrology_metric_definitions_library_idx on metrology_metric_definitions ("library");
create unique index metrology_metric_definitions_urn_key on metrology_metric_definitions ("urn");
create index metrology_metric_definitions_updated_at_idx on metrology_metric_definitions (updated_at);
create index metrology_metric_definitions_order_idx on metrology_metric_definitions (lower("name"), id);

create table metrology_metric_definitions_filtering_labels (
    "source" uuid not null references metrology_metric_definitions (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index metrology_metric_definitions_filtering_labels_target_idx on metrology_metric_definitions_filtering_labels (target, source);
