create table folders (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "name" text not null,
    "description" text,
    "content_type" text not null,
    "parent_folder" blob references folders (id),
    "is_published" integer not null,
    "builtin" integer not null,
    "create_iam_groups" integer not null
) strict;
create index folders_parent_folder_idx on folders ("parent_folder");
create unique index folders_parent_folder_name_key on folders ("parent_folder", "name");
create index folders_updated_at_idx on folders (updated_at);
create index folders_order_idx on folders ("created_at", id);

create table perimeters (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "lc_status" text not null,
    "is_published" integer not null
) strict;
create index perimeters_folder_idx on perimeters ("folder");
create unique index perimeters_folder_name_key on perimeters ("folder", "name");
create index perimeters_updated_at_idx on perimeters (updated_at);
create index perimeters_order_idx on perimeters ("created_at", id);

create table users (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "email" text not null,
    "first_name" text not null,
    "last_name" text not null,
    "is_active" integer not null,
    "keep_local_login" integer not null,
    "is_third_party" integer not null,
    "observation" text,
    "expiry_date" text,
    "password" text,
    "preferences" text not null
) strict;
create index users_folder_idx on users ("folder");
create unique index users_email_key on users ("email");
create index users_updated_at_idx on users (updated_at);
create index users_order_idx on users ("is_active" desc, lower("email"), id desc);

create table user_groups (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "code" text,
    "builtin" integer not null,
    "is_published" integer not null
) strict;
create index user_groups_folder_idx on user_groups ("folder");
create unique index user_groups_folder_name_key on user_groups ("folder", "name");
create index user_groups_updated_at_idx on user_groups (updated_at);
create index user_groups_order_idx on user_groups (lower("name"), id);

create table roles (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "code" text,
    "builtin" integer not null
) strict;
create index roles_folder_idx on roles ("folder");
create unique index roles_folder_name_key on roles ("folder", "name");
create index roles_updated_at_idx on roles (updated_at);
create index roles_order_idx on roles (lower("name"), id);

create table permissions (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "codename" text not null,
    "model" text not null
) strict;
create index permissions_folder_idx on permissions ("folder");
create unique index permissions_codename_key on permissions ("codename");
create index permissions_updated_at_idx on permissions (updated_at);
create index permissions_order_idx on permissions (lower("codename"), id);

create table filtering_labels (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "label" text not null,
    "is_published" integer not null
) strict;
create index filtering_labels_folder_idx on filtering_labels ("folder");
create unique index filtering_labels_folder_label_key on filtering_labels ("folder", "label");
create index filtering_labels_updated_at_idx on filtering_labels (updated_at);
create index filtering_labels_order_idx on filtering_labels (lower("label"), id);

create table asset_class (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "parent" blob references asset_class (id),
    "builtin" integer not null,
    "is_visible" integer not null,
    "translations" text
) strict;
create index asset_class_folder_idx on asset_class ("folder");
create index asset_class_parent_idx on asset_class ("parent");
create unique index asset_class_parent_name_key on asset_class ("parent", "name");
create index asset_class_updated_at_idx on asset_class (updated_at);
create index asset_class_order_idx on asset_class (lower("name"), id);

create table applied_controls (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "status" text not null,
    "priority" integer,
    "category" text,
    "csf_function" text,
    "effort" text,
    "control_impact" integer,
    "start_date" text,
    "eta" text,
    "expiry_date" text,
    "link" text,
    "progress_field" integer not null,
    "cost" text,
    "observation" text,
    "is_published" integer not null
) strict;
create index applied_controls_folder_idx on applied_controls ("folder");
create unique index applied_controls_folder_name_key on applied_controls ("folder", "name");
create index applied_controls_updated_at_idx on applied_controls (updated_at);
create index applied_controls_order_idx on applied_controls ("created_at", id);

create table evidences (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "status" text not null,
    "expiry_date" text,
    "link" text,
    "is_published" integer not null
) strict;
create index evidences_folder_idx on evidences ("folder");
create unique index evidences_folder_name_key on evidences ("folder", "name");
create index evidences_updated_at_idx on evidences (updated_at);
create index evidences_order_idx on evidences ("created_at", id);

create table settings_global (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "value" text not null
) strict;
create index settings_global_folder_idx on settings_global ("folder");
create unique index settings_global_name_key on settings_global ("name");
create index settings_global_updated_at_idx on settings_global (updated_at);
create index settings_global_order_idx on settings_global (lower("name"), id);

create table role_assignments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "user" blob references users (id),
    "user_group" blob references user_groups (id),
    "role" blob not null references roles (id),
    "is_recursive" integer not null,
    "builtin" integer not null,
    "is_published" integer not null
) strict;
create index role_assignments_folder_idx on role_assignments ("folder");
create index role_assignments_user_idx on role_assignments ("user");
create index role_assignments_user_group_idx on role_assignments ("user_group");
create index role_assignments_role_idx on role_assignments ("role");
create index role_assignments_updated_at_idx on role_assignments (updated_at);
create index role_assignments_order_idx on role_assignments ("builtin" desc, "created_at", id desc);

create table teams (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "team_email" text,
    "leader" blob references users (id)
) strict;
create index teams_folder_idx on teams ("folder");
create index teams_leader_idx on teams ("leader");
create unique index teams_folder_name_key on teams ("folder", "name");
create index teams_updated_at_idx on teams (updated_at);
create index teams_order_idx on teams ("created_at", id);

create table iam_auth_tokens (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "user" blob not null references users (id),
    "name" text not null,
    "expiry" integer,
    "read_only" integer not null,
    "domain" blob references folders (id),
    "digest" text not null
) strict;
create index iam_auth_tokens_folder_idx on iam_auth_tokens ("folder");
create index iam_auth_tokens_user_idx on iam_auth_tokens ("user");
create index iam_auth_tokens_domain_idx on iam_auth_tokens ("domain");
create index iam_auth_tokens_updated_at_idx on iam_auth_tokens (updated_at);
create index iam_auth_tokens_order_idx on iam_auth_tokens ("created_at" desc, id desc);

create table assets (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text not null,
    "type" text not null,
    "asset_class" blob references asset_class (id),
    "reference_link" text,
    "security_objectives" text not null,
    "disaster_recovery_objectives" text not null,
    "security_capabilities" text not null,
    "recovery_capabilities" text not null,
    "observation" text,
    "is_business_function" integer not null,
    "dora_criticality_assessment" text,
    "dora_criticality_justification" text,
    "dora_discontinuing_impact" text,
    "is_published" integer not null
) strict;
create index assets_folder_idx on assets ("folder");
create index assets_asset_class_idx on assets ("asset_class");
create unique index assets_folder_name_key on assets ("folder", "name");
create index assets_updated_at_idx on assets (updated_at);
create index assets_order_idx on assets (lower("name"), id);

create table evidence_revisions (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "evidence" blob not null references evidences (id),
    "version" integer not null,
    "link" text,
    "observation" text,
    "effective_date" text,
    "is_published" integer not null
) strict;
create index evidence_revisions_folder_idx on evidence_revisions ("folder");
create index evidence_revisions_evidence_idx on evidence_revisions ("evidence");
create unique index evidence_revisions_evidence_version_key on evidence_revisions ("evidence", "version");
create index evidence_revisions_updated_at_idx on evidence_revisions (updated_at);
create index evidence_revisions_order_idx on evidence_revisions ("version" desc, id desc);

create table findings_assessments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "perimeter" blob references perimeters (id),
    "category" text not null,
    "status" text,
    "version" text,
    "eta" text,
    "due_date" text,
    "reported_at" text,
    "is_locked" integer not null,
    "observation" text,
    "is_published" integer not null
) strict;
create index findings_assessments_folder_idx on findings_assessments ("folder");
create index findings_assessments_perimeter_idx on findings_assessments ("perimeter");
create unique index findings_assessments_folder_name_version_key on findings_assessments ("folder", "name", "version");
create index findings_assessments_updated_at_idx on findings_assessments (updated_at);
create index findings_assessments_order_idx on findings_assessments ("created_at", id);

create table actors (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "type" text not null,
    "user" blob references users (id),
    "team" blob references teams (id),
    "name" text not null,
    "email" text
) strict;
create index actors_folder_idx on actors ("folder");
create index actors_user_idx on actors ("user");
create index actors_team_idx on actors ("team");
create index actors_updated_at_idx on actors (updated_at);
create index actors_order_idx on actors (lower("name"), id);

create table evidence_files (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "revision" blob not null references evidence_revisions (id),
    "name" text not null,
    "file" text not null
) strict;
create index evidence_files_folder_idx on evidence_files ("folder");
create index evidence_files_revision_idx on evidence_files ("revision");
create unique index evidence_files_revision_name_key on evidence_files ("revision", "name");
create index evidence_files_updated_at_idx on evidence_files (updated_at);
create index evidence_files_order_idx on evidence_files ("created_at", id);

create table findings (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "findings_assessment" blob not null references findings_assessments (id),
    "name" text not null,
    "description" text,
    "ref_id" text not null,
    "severity" integer not null,
    "status" text not null,
    "priority" integer,
    "eta" text,
    "due_date" text,
    "asset" blob references assets (id),
    "observation" text,
    "is_published" integer not null
) strict;
create index findings_folder_idx on findings ("folder");
create index findings_findings_assessment_idx on findings ("findings_assessment");
create index findings_asset_idx on findings ("asset");
create index findings_updated_at_idx on findings (updated_at);
create index findings_order_idx on findings (lower("ref_id"), "created_at", id);

create table folders_filtering_labels (
    "source" blob not null references folders (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index folders_filtering_labels_target_idx on folders_filtering_labels (target, source);

create table perimeters_default_assignee (
    "source" blob not null references perimeters (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index perimeters_default_assignee_target_idx on perimeters_default_assignee (target, source);

create table users_user_groups (
    "source" blob not null references users (id),
    "target" blob not null references user_groups (id),
    primary key (source, target)
) strict, without rowid;
create index users_user_groups_target_idx on users_user_groups (target, source);

create table roles_permissions (
    "source" blob not null references roles (id),
    "target" blob not null references permissions (id),
    primary key (source, target)
) strict, without rowid;
create index roles_permissions_target_idx on roles_permissions (target, source);

create table applied_controls_owner (
    "source" blob not null references applied_controls (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index applied_controls_owner_target_idx on applied_controls_owner (target, source);

create table applied_controls_assets (
    "source" blob not null references applied_controls (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index applied_controls_assets_target_idx on applied_controls_assets (target, source);

create table applied_controls_evidences (
    "source" blob not null references applied_controls (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index applied_controls_evidences_target_idx on applied_controls_evidences (target, source);

create table applied_controls_filtering_labels (
    "source" blob not null references applied_controls (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index applied_controls_filtering_labels_target_idx on applied_controls_filtering_labels (target, source);

create table evidences_owner (
    "source" blob not null references evidences (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index evidences_owner_target_idx on evidences_owner (target, source);

create table evidences_filtering_labels (
    "source" blob not null references evidences (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index evidences_filtering_labels_target_idx on evidences_filtering_labels (target, source);

create table role_assignments_perimeter_folders (
    "source" blob not null references role_assignments (id),
    "target" blob not null references folders (id),
    primary key (source, target)
) strict, without rowid;
create index role_assignments_perimeter_folders_target_idx on role_assignments_perimeter_folders (target, source);

create table teams_deputies (
    "source" blob not null references teams (id),
    "target" blob not null references users (id),
    primary key (source, target)
) strict, without rowid;
create index teams_deputies_target_idx on teams_deputies (target, source);

create table teams_members (
    "source" blob not null references teams (id),
    "target" blob not null references users (id),
    primary key (source, target)
) strict, without rowid;
create index teams_members_target_idx on teams_members (target, source);

create table assets_parent_assets (
    "source" blob not null references assets (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index assets_parent_assets_target_idx on assets_parent_assets (target, source);

create table assets_owner (
    "source" blob not null references assets (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index assets_owner_target_idx on assets_owner (target, source);

create table assets_filtering_labels (
    "source" blob not null references assets (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index assets_filtering_labels_target_idx on assets_filtering_labels (target, source);

create table findings_assessments_authors (
    "source" blob not null references findings_assessments (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index findings_assessments_authors_target_idx on findings_assessments_authors (target, source);

create table findings_assessments_reviewers (
    "source" blob not null references findings_assessments (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index findings_assessments_reviewers_target_idx on findings_assessments_reviewers (target, source);

create table findings_assessments_evidences (
    "source" blob not null references findings_assessments (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index findings_assessments_evidences_target_idx on findings_assessments_evidences (target, source);

create table findings_assessments_filtering_labels (
    "source" blob not null references findings_assessments (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index findings_assessments_filtering_labels_target_idx on findings_assessments_filtering_labels (target, source);

create table findings_owner (
    "source" blob not null references findings (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index findings_owner_target_idx on findings_owner (target, source);

create table findings_applied_controls (
    "source" blob not null references findings (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index findings_applied_controls_target_idx on findings_applied_controls (target, source);

create table findings_evidences (
    "source" blob not null references findings (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index findings_evidences_target_idx on findings_evidences (target, source);

create table findings_filtering_labels (
    "source" blob not null references findings (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index findings_filtering_labels_target_idx on findings_filtering_labels (target, source);

