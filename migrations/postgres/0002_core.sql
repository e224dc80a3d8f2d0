create table folders (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "name" text collate "C" not null,
    "description" text collate "C",
    "content_type" text collate "C" not null,
    "parent_folder" uuid references folders (id),
    "is_published" boolean not null,
    "builtin" boolean not null,
    "create_iam_groups" boolean not null
);
create index folders_parent_folder_idx on folders ("parent_folder");
create unique index folders_parent_folder_name_key on folders ("parent_folder", "name");
create index folders_updated_at_idx on folders (updated_at);
create index folders_order_idx on folders ("created_at", id);

create table perimeters (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "lc_status" text collate "C" not null,
    "is_published" boolean not null
);
create index perimeters_folder_idx on perimeters ("folder");
create unique index perimeters_folder_name_key on perimeters ("folder", "name");
create index perimeters_updated_at_idx on perimeters (updated_at);
create index perimeters_order_idx on perimeters ("created_at", id);

create table users (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "email" text collate "C" not null,
    "first_name" text collate "C" not null,
    "last_name" text collate "C" not null,
    "is_active" boolean not null,
    "keep_local_login" boolean not null,
    "is_third_party" boolean not null,
    "observation" text collate "C",
    "expiry_date" date,
    "password" text collate "C",
    "preferences" json not null
);
create index users_folder_idx on users ("folder");
create unique index users_email_key on users ("email");
create index users_updated_at_idx on users (updated_at);
create index users_order_idx on users ("is_active" desc, lower("email"), id desc);

create table user_groups (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "code" text collate "C",
    "builtin" boolean not null,
    "is_published" boolean not null
);
create index user_groups_folder_idx on user_groups ("folder");
create unique index user_groups_folder_name_key on user_groups ("folder", "name");
create index user_groups_updated_at_idx on user_groups (updated_at);
create index user_groups_order_idx on user_groups (lower("name"), id);

create table roles (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "code" text collate "C",
    "builtin" boolean not null
);
create index roles_folder_idx on roles ("folder");
create unique index roles_folder_name_key on roles ("folder", "name");
create index roles_updated_at_idx on roles (updated_at);
create index roles_order_idx on roles (lower("name"), id);

create table permissions (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "codename" text collate "C" not null,
    "model" text collate "C" not null
);
create index permissions_folder_idx on permissions ("folder");
create unique index permissions_codename_key on permissions ("codename");
create index permissions_updated_at_idx on permissions (updated_at);
create index permissions_order_idx on permissions (lower("codename"), id);

create table filtering_labels (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "label" text collate "C" not null,
    "is_published" boolean not null
);
create index filtering_labels_folder_idx on filtering_labels ("folder");
create unique index filtering_labels_folder_label_key on filtering_labels ("folder", "label");
create index filtering_labels_updated_at_idx on filtering_labels (updated_at);
create index filtering_labels_order_idx on filtering_labels (lower("label"), id);

create table asset_class (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "parent" uuid references asset_class (id),
    "builtin" boolean not null,
    "is_visible" boolean not null,
    "translations" json
);
create index asset_class_folder_idx on asset_class ("folder");
create index asset_class_parent_idx on asset_class ("parent");
create unique index asset_class_parent_name_key on asset_class ("parent", "name");
create index asset_class_updated_at_idx on asset_class (updated_at);
create index asset_class_order_idx on asset_class (lower("name"), id);

create table applied_controls (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "status" text collate "C" not null,
    "priority" bigint,
    "category" text collate "C",
    "csf_function" text collate "C",
    "effort" text collate "C",
    "control_impact" bigint,
    "start_date" date,
    "eta" date,
    "expiry_date" date,
    "link" text collate "C",
    "progress_field" bigint not null,
    "cost" json,
    "observation" text collate "C",
    "is_published" boolean not null
);
create index applied_controls_folder_idx on applied_controls ("folder");
create unique index applied_controls_folder_name_key on applied_controls ("folder", "name");
create index applied_controls_updated_at_idx on applied_controls (updated_at);
create index applied_controls_order_idx on applied_controls ("created_at", id);

create table evidences (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "status" text collate "C" not null,
    "expiry_date" date,
    "link" text collate "C",
    "is_published" boolean not null
);
create index evidences_folder_idx on evidences ("folder");
create unique index evidences_folder_name_key on evidences ("folder", "name");
create index evidences_updated_at_idx on evidences (updated_at);
create index evidences_order_idx on evidences ("created_at", id);

create table settings_global (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "value" json not null
);
create index settings_global_folder_idx on settings_global ("folder");
create unique index settings_global_name_key on settings_global ("name");
create index settings_global_updated_at_idx on settings_global (updated_at);
create index settings_global_order_idx on settings_global (lower("name"), id);

create table role_assignments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "user" uuid references users (id),
    "user_group" uuid references user_groups (id),
    "role" uuid not null references roles (id),
    "is_recursive" boolean not null,
    "builtin" boolean not null,
    "is_published" boolean not null
);
create index role_assignments_folder_idx on role_assignments ("folder");
create index role_assignments_user_idx on role_assignments ("user");
create index role_assignments_user_group_idx on role_assignments ("user_group");
create index role_assignments_role_idx on role_assignments ("role");
create index role_assignments_updated_at_idx on role_assignments (updated_at);
create index role_assignments_order_idx on role_assignments ("builtin" desc, "created_at", id desc);

create table teams (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "team_email" text collate "C",
    "leader" uuid references users (id)
);
create index teams_folder_idx on teams ("folder");
create index teams_leader_idx on teams ("leader");
create unique index teams_folder_name_key on teams ("folder", "name");
create index teams_updated_at_idx on teams (updated_at);
create index teams_order_idx on teams ("created_at", id);

create table iam_auth_tokens (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "user" uuid not null references users (id),
    "name" text collate "C" not null,
    "expiry" timestamp with time zone,
    "read_only" boolean not null,
    "domain" uuid references folders (id),
    "digest" text collate "C" not null
);
create index iam_auth_tokens_folder_idx on iam_auth_tokens ("folder");
create index iam_auth_tokens_user_idx on iam_auth_tokens ("user");
create index iam_auth_tokens_domain_idx on iam_auth_tokens ("domain");
create index iam_auth_tokens_updated_at_idx on iam_auth_tokens (updated_at);
create index iam_auth_tokens_order_idx on iam_auth_tokens ("created_at" desc, id desc);

create table assets (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C" not null,
    "type" text collate "C" not null,
    "asset_class" uuid references asset_class (id),
    "reference_link" text collate "C",
    "security_objectives" json not null,
    "disaster_recovery_objectives" json not null,
    "security_capabilities" json not null,
    "recovery_capabilities" json not null,
    "observation" text collate "C",
    "is_business_function" boolean not null,
    "dora_criticality_assessment" text collate "C",
    "dora_criticality_justification" text collate "C",
    "dora_discontinuing_impact" text collate "C",
    "is_published" boolean not null
);
create index assets_folder_idx on assets ("folder");
create index assets_asset_class_idx on assets ("asset_class");
create unique index assets_folder_name_key on assets ("folder", "name");
create index assets_updated_at_idx on assets (updated_at);
create index assets_order_idx on assets (lower("name"), id);

create table evidence_revisions (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "evidence" uuid not null references evidences (id),
    "version" bigint not null,
    "link" text collate "C",
    "observation" text collate "C",
    "effective_date" date,
    "is_published" boolean not null
);
create index evidence_revisions_folder_idx on evidence_revisions ("folder");
create index evidence_revisions_evidence_idx on evidence_revisions ("evidence");
create unique index evidence_revisions_evidence_version_key on evidence_revisions ("evidence", "version");
create index evidence_revisions_updated_at_idx on evidence_revisions (updated_at);
create index evidence_revisions_order_idx on evidence_revisions ("version" desc, id desc);

create table findings_assessments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "perimeter" uuid references perimeters (id),
    "category" text collate "C" not null,
    "status" text collate "C",
    "version" text collate "C",
    "eta" date,
    "due_date" date,
    "reported_at" date,
    "is_locked" boolean not null,
    "observation" text collate "C",
    "is_published" boolean not null
);
create index findings_assessments_folder_idx on findings_assessments ("folder");
create index findings_assessments_perimeter_idx on findings_assessments ("perimeter");
create unique index findings_assessments_folder_name_version_key on findings_assessments ("folder", "name", "version");
create index findings_assessments_updated_at_idx on findings_assessments (updated_at);
create index findings_assessments_order_idx on findings_assessments ("created_at", id);

create table actors (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "type" text collate "C" not null,
    "user" uuid references users (id),
    "team" uuid references teams (id),
    "name" text collate "C" not null,
    "email" text collate "C"
);
create index actors_folder_idx on actors ("folder");
create index actors_user_idx on actors ("user");
create index actors_team_idx on actors ("team");
create index actors_updated_at_idx on actors (updated_at);
create index actors_order_idx on actors (lower("name"), id);

create table evidence_files (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "revision" uuid not null references evidence_revisions (id),
    "name" text collate "C" not null,
    "file" json not null
);
create index evidence_files_folder_idx on evidence_files ("folder");
create index evidence_files_revision_idx on evidence_files ("revision");
create unique index evidence_files_revision_name_key on evidence_files ("revision", "name");
create index evidence_files_updated_at_idx on evidence_files (updated_at);
create index evidence_files_order_idx on evidence_files ("created_at", id);

create table findings (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "findings_assessment" uuid not null references findings_assessments (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C" not null,
    "severity" bigint not null,
    "status" text collate "C" not null,
    "priority" bigint,
    "eta" date,
    "due_date" date,
    "asset" uuid references assets (id),
    "observation" text collate "C",
    "is_published" boolean not null
);
create index findings_folder_idx on findings ("folder");
create index findings_findings_assessment_idx on findings ("findings_assessment");
create index findings_asset_idx on findings ("asset");
create index findings_updated_at_idx on findings (updated_at);
create index findings_order_idx on findings (lower("ref_id"), "created_at", id);

create table folders_filtering_labels (
    "source" uuid not null references folders (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index folders_filtering_labels_target_idx on folders_filtering_labels (target, source);

create table perimeters_default_assignee (
    "source" uuid not null references perimeters (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index perimeters_default_assignee_target_idx on perimeters_default_assignee (target, source);

create table users_user_groups (
    "source" uuid not null references users (id),
    "target" uuid not null references user_groups (id),
    primary key (source, target)
);
create index users_user_groups_target_idx on users_user_groups (target, source);

create table roles_permissions (
    "source" uuid not null references roles (id),
    "target" uuid not null references permissions (id),
    primary key (source, target)
);
create index roles_permissions_target_idx on roles_permissions (target, source);

create table applied_controls_owner (
    "source" uuid not null references applied_controls (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index applied_controls_owner_target_idx on applied_controls_owner (target, source);

create table applied_controls_assets (
    "source" uuid not null references applied_controls (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index applied_controls_assets_target_idx on applied_controls_assets (target, source);

create table applied_controls_evidences (
    "source" uuid not null references applied_controls (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index applied_controls_evidences_target_idx on applied_controls_evidences (target, source);

create table applied_controls_filtering_labels (
    "source" uuid not null references applied_controls (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index applied_controls_filtering_labels_target_idx on applied_controls_filtering_labels (target, source);

create table evidences_owner (
    "source" uuid not null references evidences (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index evidences_owner_target_idx on evidences_owner (target, source);

create table evidences_filtering_labels (
    "source" uuid not null references evidences (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index evidences_filtering_labels_target_idx on evidences_filtering_labels (target, source);

create table role_assignments_perimeter_folders (
    "source" uuid not null references role_assignments (id),
    "target" uuid not null references folders (id),
    primary key (source, target)
);
create index role_assignments_perimeter_folders_target_idx on role_assignments_perimeter_folders (target, source);

create table teams_deputies (
    "source" uuid not null references teams (id),
    "target" uuid not null references users (id),
    primary key (source, target)
);
create index teams_deputies_target_idx on teams_deputies (target, source);

create table teams_members (
    "source" uuid not null references teams (id),
    "target" uuid not null references users (id),
    primary key (source, target)
);
create index teams_members_target_idx on teams_members (target, source);

create table assets_parent_assets (
    "source" uuid not null references assets (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index assets_parent_assets_target_idx on assets_parent_assets (target, source);

create table assets_owner (
    "source" uuid not null references assets (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index assets_owner_target_idx on assets_owner (target, source);

create table assets_filtering_labels (
    "source" uuid not null references assets (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index assets_filtering_labels_target_idx on assets_filtering_labels (target, source);

create table findings_assessments_authors (
    "source" uuid not null references findings_assessments (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index findings_assessments_authors_target_idx on findings_assessments_authors (target, source);

create table findings_assessments_reviewers (
    "source" uuid not null references findings_assessments (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index findings_assessments_reviewers_target_idx on findings_assessments_reviewers (target, source);

create table findings_assessments_evidences (
    "source" uuid not null references findings_assessments (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index findings_assessments_evidences_target_idx on findings_assessments_evidences (target, source);

create table findings_assessments_filtering_labels (
    "source" uuid not null references findings_assessments (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index findings_assessments_filtering_labels_target_idx on findings_assessments_filtering_labels (target, source);

create table findings_owner (
    "source" uuid not null references findings (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index findings_owner_target_idx on findings_owner (target, source);

create table findings_applied_controls (
    "source" uuid not null references findings (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index findings_applied_controls_target_idx on findings_applied_controls (target, source);

create table findings_evidences (
    "source" uuid not null references findings (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index findings_evidences_target_idx on findings_evidences (target, source);

create table findings_filtering_labels (
    "source" uuid not null references findings (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index findings_filtering_labels_target_idx on findings_filtering_labels (target, source);

