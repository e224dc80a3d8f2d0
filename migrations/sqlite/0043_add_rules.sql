create table rules (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "is_active" integer not null,
    "resource" text not null,
    "expression" text not null,
    "severity" integer not null,
    "action" text not null,
    "findings_assessment" blob references findings_assessments (id),
    "due_in_days" integer,
    "created_by" blob references users (id),
    "limited_to" blob references folders (id),
    "is_published" integer not null
) strict;
create index rules_folder_idx on rules ("folder");
create index rules_findings_assessment_idx on rules ("findings_assessment");
create index rules_created_by_idx on rules ("created_by");
create index rules_limited_to_idx on rules ("limited_to");
create unique index rules_folder_name_key on rules ("folder", "name");
create index rules_updated_at_idx on rules (updated_at);
create index rules_order_idx on rules (lower("name"), id);

create table rules_owner (
    "source" blob not null references rules (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index rules_owner_target_idx on rules_owner (target, source);

create table rule_matches (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "rule" blob not null references rules (id),
    "object" blob not null,
    "severity" integer not null,
    "state" text not null,
    "reason" text not null,
    "opened_at" integer not null,
    "closed_at" integer,
    "times_opened" integer not null,
    "task" blob references task_templates (id),
    "finding" blob references findings (id),
    "observation" text,
    "translations" text
) strict;
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
    "rule" blob not null primary key,
    "last_run_at" integer not null,
    "failures" integer not null,
    "trouble" text
) strict;

-- What has changed and was not checked yet.
create table rule_changes (
    "id" blob not null primary key,
    "resource" text not null,
    "object" blob not null
) strict;
