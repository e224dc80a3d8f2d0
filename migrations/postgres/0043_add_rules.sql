create table rules (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "is_active" boolean not null,
    "resource" text collate "C" not null,
    "expression" text collate "C" not null,
    "severity" bigint not null,
    "action" text collate "C" not null,
    "findings_assessment" uuid references findings_assessments (id),
    "due_in_days" bigint,
    "created_by" uuid references users (id),
    "limited_to" uuid references folders (id),
    "is_published" boolean not null
);
create index rules_folder_idx on rules ("folder");
create index rules_findings_assessment_idx on rules ("findings_assessment");
create index rules_created_by_idx on rules ("created_by");
create index rules_limited_to_idx on rules ("limited_to");
create unique index rules_folder_name_key on rules ("folder", "name");
create index rules_updated_at_idx on rules (updated_at);
create index rules_order_idx on rules (lower("name"), id);

create table rules_owner (
    "source" uuid not null references rules (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index rules_owner_target_idx on rules_owner (target, source);

create table rule_matches (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "rule" uuid not null references rules (id),
    "object" uuid not null,
    "severity" bigint not null,
    "state" text collate "C" not null,
    "reason" text collate "C" not null,
    "opened_at" timestamp with time zone not null,
    "closed_at" timestamp with time zone,
    "times_opened" bigint not null,
    "task" uuid references task_templates (id),
    "finding" uuid references findings (id),
    "observation" text collate "C",
    "translations" json
);
create index rule_matches_folder_idx on rule_matches ("folder");
create index rule_matches_rule_idx on rule_matches ("rule");
create index rule_matches_object_idx on rule_matches ("object");
create index rule_matches_task_idx on rule_matches ("task");
create index rule_matches_finding_idx on rule_matches ("finding");
create unique index rule_matches_rule_object_key on rule_matches ("rule", "object");
create index rule_matches_updated_at_idx on rule_matches (updated_at);
create index rule_matches_order_idx on rule_matches ("opened_at" desc, id desc);

-- How the last run of each rule went.
create table rule_runs (
    "rule" uuid not null primary key,
    "last_run_at" timestamp with time zone not null,
    "failures" bigint not null,
    "trouble" json
);

-- What has changed and was not checked yet.
create table rule_changes (
    "id" uuid not null primary key,
    "resource" text collate "C" not null,
    "object" uuid not null
);
