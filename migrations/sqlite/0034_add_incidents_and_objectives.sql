create table object_classifications (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text not null,
    "builtin" integer not null,
    "is_visible" integer not null,
    "translations" text
) strict;
create index object_classifications_folder_idx on object_classifications ("folder");
create unique index object_classifications_name_key on object_classifications ("name");
create index object_classifications_updated_at_idx on object_classifications (updated_at);
create index object_classifications_order_idx on object_classifications (lower("name"), id);

create table incidents (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text not null,
    "status" text not null,
    "severity" integer not null,
    "detection" text,
    "occurred_at" integer,
    "reported_at" integer,
    "resolved_at" integer,
    "resolution" text,
    "is_bcp_activated" integer,
    "link" text,
    "is_published" integer not null
) strict;
create index incidents_folder_idx on incidents ("folder");
create index incidents_updated_at_idx on incidents (updated_at);
create index incidents_order_idx on incidents ("created_at", id);

create table organisation_objectives (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text not null,
    "status" text not null,
    "health" text not null,
    "is_active" integer not null,
    "start_date" text,
    "eta" text,
    "due_date" text,
    "closing_date" text,
    "observation" text,
    "is_published" integer not null
) strict;
create index organisation_objectives_folder_idx on organisation_objectives ("folder");
create unique index organisation_objectives_folder_name_key on organisation_objectives ("folder", "name");
create index organisation_objectives_updated_at_idx on organisation_objectives (updated_at);
create index organisation_objectives_order_idx on organisation_objectives ("created_at", id);

create table organisation_issues (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text not null,
    "category" text not null,
    "origin" text not null,
    "status" text not null,
    "start_date" text,
    "expiration_date" text,
    "observation" text,
    "is_published" integer not null
) strict;
create index organisation_issues_folder_idx on organisation_issues ("folder");
create unique index organisation_issues_folder_name_key on organisation_issues ("folder", "name");
create index organisation_issues_updated_at_idx on organisation_issues (updated_at);
create index organisation_issues_order_idx on organisation_issues ("created_at", id);

create table classification_levels (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "object_classification" blob not null references object_classifications (id),
    "name" text not null,
    "description" text,
    "abbreviation" text not null,
    "rank" integer not null,
    "hexcolor" text not null,
    "builtin" integer not null,
    "is_visible" integer not null,
    "translations" text
) strict;
create index classification_levels_folder_idx on classification_levels ("folder");
create index classification_levels_object_classification_idx on classification_levels ("object_classification");
create unique index classification_levels_object_classification_name_key on classification_levels ("object_classification", "name");
create index classification_levels_updated_at_idx on classification_levels (updated_at);
create index classification_levels_order_idx on classification_levels ("object_classification", "rank", id);

create table timeline_entries (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "incident" blob not null references incidents (id),
    "entry" text not null,
    "entry_type" text not null,
    "timestamp" integer,
    "author" blob references actors (id),
    "observation" text,
    "is_published" integer not null
) strict;
create index timeline_entries_folder_idx on timeline_entries ("folder");
create index timeline_entries_incident_idx on timeline_entries ("incident");
create index timeline_entries_author_idx on timeline_entries ("author");
create index timeline_entries_updated_at_idx on timeline_entries (updated_at);
create index timeline_entries_order_idx on timeline_entries ("timestamp" desc, "created_at" desc, id desc);

create table incidents_owners (
    "source" blob not null references incidents (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index incidents_owners_target_idx on incidents_owners (target, source);

create table incidents_assets (
    "source" blob not null references incidents (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index incidents_assets_target_idx on incidents_assets (target, source);

create table incidents_threats (
    "source" blob not null references incidents (id),
    "target" blob not null references threats (id),
    primary key (source, target)
) strict, without rowid;
create index incidents_threats_target_idx on incidents_threats (target, source);

create table incidents_qualifications (
    "source" blob not null references incidents (id),
    "target" blob not null references terminologies (id),
    primary key (source, target)
) strict, without rowid;
create index incidents_qualifications_target_idx on incidents_qualifications (target, source);

create table incidents_applied_controls (
    "source" blob not null references incidents (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index incidents_applied_controls_target_idx on incidents_applied_controls (target, source);

create table incidents_filtering_labels (
    "source" blob not null references incidents (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index incidents_filtering_labels_target_idx on incidents_filtering_labels (target, source);

create table organisation_objectives_assigned_to (
    "source" blob not null references organisation_objectives (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index organisation_objectives_assigned_to_target_idx on organisation_objectives_assigned_to (target, source);

create table organisation_objectives_issues (
    "source" blob not null references organisation_objectives (id),
    "target" blob not null references organisation_issues (id),
    primary key (source, target)
) strict, without rowid;
create index organisation_objectives_issues_target_idx on organisation_objectives_issues (target, source);

create table organisation_objectives_assets (
    "source" blob not null references organisation_objectives (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index organisation_objectives_assets_target_idx on organisation_objectives_assets (target, source);

create table organisation_issues_assets (
    "source" blob not null references organisation_issues (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index organisation_issues_assets_target_idx on organisation_issues_assets (target, source);

create table applied_controls_objectives (
    "source" blob not null references applied_controls (id),
    "target" blob not null references organisation_objectives (id),
    primary key (source, target)
) strict, without rowid;
create index applied_controls_objectives_target_idx on applied_controls_objectives (target, source);

create table timeline_entries_evidences (
    "source" blob not null references timeline_entries (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index timeline_entries_evidences_target_idx on timeline_entries_evidences (target, source);

create table risk_scenarios_incidents (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references incidents (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_incidents_target_idx on risk_scenarios_incidents (target, source);

