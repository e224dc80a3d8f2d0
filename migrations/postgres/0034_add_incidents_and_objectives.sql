create table object_classifications (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C" not null,
    "builtin" boolean not null,
    "is_visible" boolean not null,
    "translations" json
);
create index object_classifications_folder_idx on object_classifications ("folder");
create unique index object_classifications_name_key on object_classifications ("name");
create index object_classifications_updated_at_idx on object_classifications (updated_at);
create index object_classifications_order_idx on object_classifications (lower("name"), id);

create table incidents (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C" not null,
    "status" text collate "C" not null,
    "severity" bigint not null,
    "detection" text collate "C",
    "occurred_at" timestamp with time zone,
    "reported_at" timestamp with time zone,
    "resolved_at" timestamp with time zone,
    "resolution" text collate "C",
    "is_bcp_activated" boolean,
    "link" text collate "C",
    "is_published" boolean not null
);
create index incidents_folder_idx on incidents ("folder");
create index incidents_updated_at_idx on incidents (updated_at);
create index incidents_order_idx on incidents ("created_at", id);

create table organisation_objectives (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C" not null,
    "status" text collate "C" not null,
    "health" text collate "C" not null,
    "is_active" boolean not null,
    "start_date" date,
    "eta" date,
    "due_date" date,
    "closing_date" date,
    "observation" text collate "C",
    "is_published" boolean not null
);
create index organisation_objectives_folder_idx on organisation_objectives ("folder");
create unique index organisation_objectives_folder_name_key on organisation_objectives ("folder", "name");
create index organisation_objectives_updated_at_idx on organisation_objectives (updated_at);
create index organisation_objectives_order_idx on organisation_objectives ("created_at", id);

create table organisation_issues (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C" not null,
    "category" text collate "C" not null,
    "origin" text collate "C" not null,
    "status" text collate "C" not null,
    "start_date" date,
    "expiration_date" date,
    "observation" text collate "C",
    "is_published" boolean not null
);
create index organisation_issues_folder_idx on organisation_issues ("folder");
create unique index organisation_issues_folder_name_key on organisation_issues ("folder", "name");
create index organisation_issues_updated_at_idx on organisation_issues (updated_at);
create index organisation_issues_order_idx on organisation_issues ("created_at", id);

create table classification_levels (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "object_classification" uuid not null references object_classifications (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "abbreviation" text collate "C" not null,
    "rank" bigint not null,
    "hexcolor" text collate "C" not null,
    "builtin" boolean not null,
    "is_visible" boolean not null,
    "translations" json
);
create index classification_levels_folder_idx on classification_levels ("folder");
create index classification_levels_object_classification_idx on classification_levels ("object_classification");
create unique index classification_levels_object_classification_name_key on classification_levels ("object_classification", "name");
create index classification_levels_updated_at_idx on classification_levels (updated_at);
create index classification_levels_order_idx on classification_levels ("object_classification", "rank", id);

create table timeline_entries (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "incident" uuid not null references incidents (id),
    "entry" text collate "C" not null,
    "entry_type" text collate "C" not null,
    "timestamp" timestamp with time zone,
    "author" uuid references actors (id),
    "observation" text collate "C",
    "is_published" boolean not null
);
create index timeline_entries_folder_idx on timeline_entries ("folder");
create index timeline_entries_incident_idx on timeline_entries ("incident");
create index timeline_entries_author_idx on timeline_entries ("author");
create index timeline_entries_updated_at_idx on timeline_entries (updated_at);
create index timeline_entries_order_idx on timeline_entries ("timestamp" desc, "created_at" desc, id desc);

create table incidents_owners (
    "source" uuid not null references incidents (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index incidents_owners_target_idx on incidents_owners (target, source);

create table incidents_assets (
    "source" uuid not null references incidents (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index incidents_assets_target_idx on incidents_assets (target, source);

create table incidents_threats (
    "source" uuid not null references incidents (id),
    "target" uuid not null references threats (id),
    primary key (source, target)
);
create index incidents_threats_target_idx on incidents_threats (target, source);

create table incidents_qualifications (
    "source" uuid not null references incidents (id),
    "target" uuid not null references terminologies (id),
    primary key (source, target)
);
create index incidents_qualifications_target_idx on incidents_qualifications (target, source);

create table incidents_applied_controls (
    "source" uuid not null references incidents (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index incidents_applied_controls_target_idx on incidents_applied_controls (target, source);

create table incidents_filtering_labels (
    "source" uuid not null references incidents (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index incidents_filtering_labels_target_idx on incidents_filtering_labels (target, source);

create table organisation_objectives_assigned_to (
    "source" uuid not null references organisation_objectives (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index organisation_objectives_assigned_to_target_idx on organisation_objectives_assigned_to (target, source);

create table organisation_objectives_issues (
    "source" uuid not null references organisation_objectives (id),
    "target" uuid not null references organisation_issues (id),
    primary key (source, target)
);
create index organisation_objectives_issues_target_idx on organisation_objectives_issues (target, source);

create table organisation_objectives_assets (
    "source" uuid not null references organisation_objectives (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index organisation_objectives_assets_target_idx on organisation_objectives_assets (target, source);

create table organisation_issues_assets (
    "source" uuid not null references organisation_issues (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index organisation_issues_assets_target_idx on organisation_issues_assets (target, source);

create table applied_controls_objectives (
    "source" uuid not null references applied_controls (id),
    "target" uuid not null references organisation_objectives (id),
    primary key (source, target)
);
create index applied_controls_objectives_target_idx on applied_controls_objectives (target, source);

create table timeline_entries_evidences (
    "source" uuid not null references timeline_entries (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index timeline_entries_evidences_target_idx on timeline_entries_evidences (target, source);

create table risk_scenarios_incidents (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references incidents (id),
    primary key (source, target)
);
create index risk_scenarios_incidents_target_idx on risk_scenarios_incidents (target, source);

