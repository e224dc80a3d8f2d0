create table stored_libraries (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "annotation" text collate "C",
    "urn" text collate "C" not null,
    "ref_id" text collate "C",
    "locale" text collate "C" not null,
    "version" bigint not null,
    "provider" text collate "C",
    "packager" text collate "C",
    "copyright" text collate "C",
    "publication_date" date,
    "builtin" boolean not null,
    "objects_meta" json not null,
    "dependencies" json not null,
    "is_loaded" boolean not null,
    "hash_checksum" text collate "C" not null,
    "file" json not null,
    "translations" json
);
create index stored_libraries_folder_idx on stored_libraries ("folder");
create unique index stored_libraries_urn_locale_key on stored_libraries ("urn", "locale");
create index stored_libraries_updated_at_idx on stored_libraries (updated_at);
create index stored_libraries_order_idx on stored_libraries (lower("name"), id);

create table loaded_libraries (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "annotation" text collate "C",
    "urn" text collate "C" not null,
    "ref_id" text collate "C",
    "locale" text collate "C" not null,
    "version" bigint not null,
    "provider" text collate "C",
    "packager" text collate "C",
    "copyright" text collate "C",
    "publication_date" date,
    "builtin" boolean not null,
    "objects_meta" json not null,
    "file" json not null,
    "translations" json
);
create index loaded_libraries_folder_idx on loaded_libraries ("folder");
create unique index loaded_libraries_urn_locale_key on loaded_libraries ("urn", "locale");
create index loaded_libraries_updated_at_idx on loaded_libraries (updated_at);
create index loaded_libraries_order_idx on loaded_libraries (lower("name"), id);

create table library_filtering_labels (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "label" text collate "C" not null
);
create index library_filtering_labels_folder_idx on library_filtering_labels ("folder");
create unique index library_filtering_labels_label_key on library_filtering_labels ("label");
create index library_filtering_labels_updated_at_idx on library_filtering_labels (updated_at);
create index library_filtering_labels_order_idx on library_filtering_labels (lower("label"), id);

create table frameworks (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "library" uuid not null references loaded_libraries (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "annotation" text collate "C",
    "urn" text collate "C" not null,
    "ref_id" text collate "C",
    "provider" text collate "C",
    "locale" text collate "C" not null,
    "min_score" bigint not null,
    "max_score" bigint not null,
    "scores_definition" json,
    "implementation_groups_definition" json not null,
    "outcomes_definition" json not null,
    "field_visibility" json not null,
    "translations" json
);
create index frameworks_folder_idx on frameworks ("folder");
create index frameworks_library_idx on frameworks ("library");
create unique index frameworks_urn_key on frameworks ("urn");
create index frameworks_updated_at_idx on frameworks (updated_at);
create index frameworks_order_idx on frameworks (lower("name"), id);

create table requirement_mapping_sets (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "library" uuid not null references loaded_libraries (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "annotation" text collate "C",
    "urn" text collate "C" not null,
    "ref_id" text collate "C",
    "provider" text collate "C",
    "locale" text collate "C" not null,
    "source_framework_urn" text collate "C" not null,
    "target_framework_urn" text collate "C" not null,
    "translations" json
);
create index requirement_mapping_sets_folder_idx on requirement_mapping_sets ("folder");
create index requirement_mapping_sets_library_idx on requirement_mapping_sets ("library");
create unique index requirement_mapping_sets_urn_key on requirement_mapping_sets ("urn");
create index requirement_mapping_sets_updated_at_idx on requirement_mapping_sets (updated_at);
create index requirement_mapping_sets_order_idx on requirement_mapping_sets (lower("name"), id);

create table reference_controls (
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
    "category" text collate "C",
    "csf_function" text collate "C",
    "typical_evidence" json not null,
    "locale" text collate "C" not null,
    "is_published" boolean not null,
    "translations" json
);
create index reference_controls_folder_idx on reference_controls ("folder");
create index reference_controls_library_idx on reference_controls ("library");
create unique index reference_controls_urn_key on reference_controls ("urn");
create index reference_controls_updated_at_idx on reference_controls (updated_at);
create index reference_controls_order_idx on reference_controls (lower("name"), id);

create table threats (
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
    "is_published" boolean not null,
    "translations" json
);
create index threats_folder_idx on threats ("folder");
create index threats_library_idx on threats ("library");
create unique index threats_urn_key on threats ("urn");
create index threats_updated_at_idx on threats (updated_at);
create index threats_order_idx on threats (lower("name"), id);

create table risk_matrices (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "library" uuid references loaded_libraries (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "annotation" text collate "C",
    "urn" text collate "C",
    "ref_id" text collate "C",
    "provider" text collate "C",
    "locale" text collate "C" not null,
    "json_definition" json not null,
    "is_enabled" boolean not null,
    "is_published" boolean not null,
    "translations" json
);
create index risk_matrices_folder_idx on risk_matrices ("folder");
create index risk_matrices_library_idx on risk_matrices ("library");
create unique index risk_matrices_urn_key on risk_matrices ("urn");
create index risk_matrices_updated_at_idx on risk_matrices (updated_at);
create index risk_matrices_order_idx on risk_matrices (lower("name"), id);

create table requirement_nodes (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "framework" uuid not null references frameworks (id),
    "urn" text collate "C" not null,
    "parent_urn" text collate "C",
    "order_id" bigint not null,
    "ref_id" text collate "C",
    "name" text collate "C",
    "description" text collate "C",
    "annotation" text collate "C",
    "typical_evidence" text collate "C",
    "assessable" boolean not null,
    "implementation_groups" json not null,
    "weight" bigint not null,
    "importance" text collate "C" not null,
    "display_mode" text collate "C" not null,
    "visibility_expression" text collate "C",
    "min_score" bigint,
    "max_score" bigint,
    "scores_definition_ref" text collate "C",
    "target_score" bigint,
    "retired_at" timestamp with time zone,
    "translations" json
);
create index requirement_nodes_folder_idx on requirement_nodes ("folder");
create index requirement_nodes_framework_idx on requirement_nodes ("framework");
create unique index requirement_nodes_urn_key on requirement_nodes ("urn");
create index requirement_nodes_updated_at_idx on requirement_nodes (updated_at);
create index requirement_nodes_order_idx on requirement_nodes ("order_id", id);

create table requirement_mappings (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "mapping_set" uuid not null references requirement_mapping_sets (id),
    "order" bigint not null,
    "source_requirement_urn" text collate "C" not null,
    "target_requirement_urn" text collate "C" not null,
    "relationship" text collate "C" not null,
    "rationale" text collate "C",
    "strength_of_relationship" bigint,
    "annotation" text collate "C"
);
create index requirement_mappings_folder_idx on requirement_mappings ("folder");
create index requirement_mappings_mapping_set_idx on requirement_mappings ("mapping_set");
create index requirement_mappings_updated_at_idx on requirement_mappings (updated_at);
create index requirement_mappings_order_idx on requirement_mappings ("order", id);

alter table applied_controls add column "reference_control" uuid references reference_controls (id);
create index applied_controls_reference_control_idx on applied_controls ("reference_control");
create table questions (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "requirement_node" uuid not null references requirement_nodes (id),
    "urn" text collate "C" not null,
    "ref_id" text collate "C",
    "text" text collate "C",
    "annotation" text collate "C",
    "type" text collate "C" not null,
    "config" json,
    "depends_on" json,
    "order" bigint not null,
    "weight" bigint not null,
    "translations" json
);
create index questions_folder_idx on questions ("folder");
create index questions_requirement_node_idx on questions ("requirement_node");
create unique index questions_urn_key on questions ("urn");
create index questions_updated_at_idx on questions (updated_at);
create index questions_order_idx on questions ("order", id);

create table question_choices (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "question" uuid not null references questions (id),
    "urn" text collate "C" not null,
    "ref_id" text collate "C",
    "value" text collate "C",
    "description" text collate "C",
    "annotation" text collate "C",
    "add_score" bigint,
    "compute_result" text collate "C",
    "color" text collate "C",
    "select_implementation_groups" json not null,
    "order" bigint not null,
    "translations" json
);
create index question_choices_folder_idx on question_choices ("folder");
create index question_choices_question_idx on question_choices ("question");
create unique index question_choices_question_urn_key on question_choices ("question", "urn");
create index question_choices_updated_at_idx on question_choices (updated_at);
create index question_choices_order_idx on question_choices ("order", id);

create table stored_libraries_filtering_labels (
    "source" uuid not null references stored_libraries (id),
    "target" uuid not null references library_filtering_labels (id),
    primary key (source, target)
);
create index stored_libraries_filtering_labels_target_idx on stored_libraries_filtering_labels (target, source);

create table loaded_libraries_dependencies (
    "source" uuid not null references loaded_libraries (id),
    "target" uuid not null references loaded_libraries (id),
    primary key (source, target)
);
create index loaded_libraries_dependencies_target_idx on loaded_libraries_dependencies (target, source);

create table reference_controls_filtering_labels (
    "source" uuid not null references reference_controls (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index reference_controls_filtering_labels_target_idx on reference_controls_filtering_labels (target, source);

create table threats_filtering_labels (
    "source" uuid not null references threats (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index threats_filtering_labels_target_idx on threats_filtering_labels (target, source);

create table requirement_nodes_threats (
    "source" uuid not null references requirement_nodes (id),
    "target" uuid not null references threats (id),
    primary key (source, target)
);
create index requirement_nodes_threats_target_idx on requirement_nodes_threats (target, source);

create table requirement_nodes_reference_controls (
    "source" uuid not null references requirement_nodes (id),
    "target" uuid not null references reference_controls (id),
    primary key (source, target)
);
create index requirement_nodes_reference_controls_target_idx on requirement_nodes_reference_controls (target, source);

create table findings_threats (
    "source" uuid not null references findings (id),
    "target" uuid not null references threats (id),
    primary key (source, target)
);
create index findings_threats_target_idx on findings_threats (target, source);

create table findings_reference_controls (
    "source" uuid not null references findings (id),
    "target" uuid not null references reference_controls (id),
    primary key (source, target)
);
create index findings_reference_controls_target_idx on findings_reference_controls (target, source);

