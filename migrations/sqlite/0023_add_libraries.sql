create table stored_libraries (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "annotation" text,
    "urn" text not null,
    "ref_id" text,
    "locale" text not null,
    "version" integer not null,
    "provider" text,
    "packager" text,
    "copyright" text,
    "publication_date" text,
    "builtin" integer not null,
    "objects_meta" text not null,
    "dependencies" text not null,
    "is_loaded" integer not null,
    "hash_checksum" text not null,
    "file" text not null,
    "translations" text
) strict;
create index stored_libraries_folder_idx on stored_libraries ("folder");
create unique index stored_libraries_urn_locale_key on stored_libraries ("urn", "locale");
create index stored_libraries_updated_at_idx on stored_libraries (updated_at);
create index stored_libraries_order_idx on stored_libraries (lower("name"), id);

create table loaded_libraries (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "annotation" text,
    "urn" text not null,
    "ref_id" text,
    "locale" text not null,
    "version" integer not null,
    "provider" text,
    "packager" text,
    "copyright" text,
    "publication_date" text,
    "builtin" integer not null,
    "objects_meta" text not null,
    "file" text not null,
    "translations" text
) strict;
create index loaded_libraries_folder_idx on loaded_libraries ("folder");
create unique index loaded_libraries_urn_locale_key on loaded_libraries ("urn", "locale");
create index loaded_libraries_updated_at_idx on loaded_libraries (updated_at);
create index loaded_libraries_order_idx on loaded_libraries (lower("name"), id);

create table library_filtering_labels (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "label" text not null
) strict;
create index library_filtering_labels_folder_idx on library_filtering_labels ("folder");
create unique index library_filtering_labels_label_key on library_filtering_labels ("label");
create index library_filtering_labels_updated_at_idx on library_filtering_labels (updated_at);
create index library_filtering_labels_order_idx on library_filtering_labels (lower("label"), id);

create table frameworks (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "library" blob not null references loaded_libraries (id),
    "name" text not null,
    "description" text,
    "annotation" text,
    "urn" text not null,
    "ref_id" text,
    "provider" text,
    "locale" text not null,
    "min_score" integer not null,
    "max_score" integer not null,
    "scores_definition" text,
    "implementation_groups_definition" text not null,
    "outcomes_definition" text not null,
    "field_visibility" text not null,
    "translations" text
) strict;
create index frameworks_folder_idx on frameworks ("folder");
create index frameworks_library_idx on frameworks ("library");
create unique index frameworks_urn_key on frameworks ("urn");
create index frameworks_updated_at_idx on frameworks (updated_at);
create index frameworks_order_idx on frameworks (lower("name"), id);

create table requirement_mapping_sets (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "library" blob not null references loaded_libraries (id),
    "name" text not null,
    "description" text,
    "annotation" text,
    "urn" text not null,
    "ref_id" text,
    "provider" text,
    "locale" text not null,
    "source_framework_urn" text not null,
    "target_framework_urn" text not null,
    "translations" text
) strict;
create index requirement_mapping_sets_folder_idx on requirement_mapping_sets ("folder");
create index requirement_mapping_sets_library_idx on requirement_mapping_sets ("library");
create unique index requirement_mapping_sets_urn_key on requirement_mapping_sets ("urn");
create index requirement_mapping_sets_updated_at_idx on requirement_mapping_sets (updated_at);
create index requirement_mapping_sets_order_idx on requirement_mapping_sets (lower("name"), id);

create table reference_controls (
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
    "category" text,
    "csf_function" text,
    "typical_evidence" text not null,
    "locale" text not null,
    "is_published" integer not null,
    "translations" text
) strict;
create index reference_controls_folder_idx on reference_controls ("folder");
create index reference_controls_library_idx on reference_controls ("library");
create unique index reference_controls_urn_key on reference_controls ("urn");
create index reference_controls_updated_at_idx on reference_controls (updated_at);
create index reference_controls_order_idx on reference_controls (lower("name"), id);

create table threats (
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
    "is_published" integer not null,
    "translations" text
) strict;
create index threats_folder_idx on threats ("folder");
create index threats_library_idx on threats ("library");
create unique index threats_urn_key on threats ("urn");
create index threats_updated_at_idx on threats (updated_at);
create index threats_order_idx on threats (lower("name"), id);

create table risk_matrices (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "library" blob references loaded_libraries (id),
    "name" text not null,
    "description" text,
    "annotation" text,
    "urn" text,
    "ref_id" text,
    "provider" text,
    "locale" text not null,
    "json_definition" text not null,
    "is_enabled" integer not null,
    "is_published" integer not null,
    "translations" text
) strict;
create index risk_matrices_folder_idx on risk_matrices ("folder");
create index risk_matrices_library_idx on risk_matrices ("library");
create unique index risk_matrices_urn_key on risk_matrices ("urn");
create index risk_matrices_updated_at_idx on risk_matrices (updated_at);
create index risk_matrices_order_idx on risk_matrices (lower("name"), id);

create table requirement_nodes (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "framework" blob not null references frameworks (id),
    "urn" text not null,
    "parent_urn" text,
    "order_id" integer not null,
    "ref_id" text,
    "name" text,
    "description" text,
    "annotation" text,
    "typical_evidence" text,
    "assessable" integer not null,
    "implementation_groups" text not null,
    "weight" integer not null,
    "importance" text not null,
    "display_mode" text not null,
    "visibility_expression" text,
    "min_score" integer,
    "max_score" integer,
    "scores_definition_ref" text,
    "target_score" integer,
    "retired_at" integer,
    "translations" text
) strict;
create index requirement_nodes_folder_idx on requirement_nodes ("folder");
create index requirement_nodes_framework_idx on requirement_nodes ("framework");
create unique index requirement_nodes_urn_key on requirement_nodes ("urn");
create index requirement_nodes_updated_at_idx on requirement_nodes (updated_at);
create index requirement_nodes_order_idx on requirement_nodes ("order_id", id);

create table requirement_mappings (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "mapping_set" blob not null references requirement_mapping_sets (id),
    "order" integer not null,
    "source_requirement_urn" text not null,
    "target_requirement_urn" text not null,
    "relationship" text not null,
    "rationale" text,
    "strength_of_relationship" integer,
    "annotation" text
) strict;
create index requirement_mappings_folder_idx on requirement_mappings ("folder");
create index requirement_mappings_mapping_set_idx on requirement_mappings ("mapping_set");
create index requirement_mappings_updated_at_idx on requirement_mappings (updated_at);
create index requirement_mappings_order_idx on requirement_mappings ("order", id);

alter table applied_controls add column "reference_control" blob references reference_controls (id);
create index applied_controls_reference_control_idx on applied_controls ("reference_control");
create table questions (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "requirement_node" blob not null references requirement_nodes (id),
    "urn" text not null,
    "ref_id" text,
    "text" text,
    "annotation" text,
    "type" text not null,
    "config" text,
    "depends_on" text,
    "order" integer not null,
    "weight" integer not null,
    "translations" text
) strict;
create index questions_folder_idx on questions ("folder");
create index questions_requirement_node_idx on questions ("requirement_node");
create unique index questions_urn_key on questions ("urn");
create index questions_updated_at_idx on questions (updated_at);
create index questions_order_idx on questions ("order", id);

create table question_choices (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "question" blob not null references questions (id),
    "urn" text not null,
    "ref_id" text,
    "value" text,
    "description" text,
    "annotation" text,
    "add_score" integer,
    "compute_result" text,
    "color" text,
    "select_implementation_groups" text not null,
    "order" integer not null,
    "translations" text
) strict;
create index question_choices_folder_idx on question_choices ("folder");
create index question_choices_question_idx on question_choices ("question");
create unique index question_choices_question_urn_key on question_choices ("question", "urn");
create index question_choices_updated_at_idx on question_choices (updated_at);
create index question_choices_order_idx on question_choices ("order", id);

create table stored_libraries_filtering_labels (
    "source" blob not null references stored_libraries (id),
    "target" blob not null references library_filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index stored_libraries_filtering_labels_target_idx on stored_libraries_filtering_labels (target, source);

create table loaded_libraries_dependencies (
    "source" blob not null references loaded_libraries (id),
    "target" blob not null references loaded_libraries (id),
    primary key (source, target)
) strict, without rowid;
create index loaded_libraries_dependencies_target_idx on loaded_libraries_dependencies (target, source);

create table reference_controls_filtering_labels (
    "source" blob not null references reference_controls (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index reference_controls_filtering_labels_target_idx on reference_controls_filtering_labels (target, source);

create table threats_filtering_labels (
    "source" blob not null references threats (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index threats_filtering_labels_target_idx on threats_filtering_labels (target, source);

create table requirement_nodes_threats (
    "source" blob not null references requirement_nodes (id),
    "target" blob not null references threats (id),
    primary key (source, target)
) strict, without rowid;
create index requirement_nodes_threats_target_idx on requirement_nodes_threats (target, source);

create table requirement_nodes_reference_controls (
    "source" blob not null references requirement_nodes (id),
    "target" blob not null references reference_controls (id),
    primary key (source, target)
) strict, without rowid;
create index requirement_nodes_reference_controls_target_idx on requirement_nodes_reference_controls (target, source);

create table findings_threats (
    "source" blob not null references findings (id),
    "target" blob not null references threats (id),
    primary key (source, target)
) strict, without rowid;
create index findings_threats_target_idx on findings_threats (target, source);

create table findings_reference_controls (
    "source" blob not null references findings (id),
    "target" blob not null references reference_controls (id),
    primary key (source, target)
) strict, without rowid;
create index findings_reference_controls_target_idx on findings_reference_controls (target, source);

