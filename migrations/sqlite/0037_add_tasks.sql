create table task_templates (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "task_date" text,
    "is_recurrent" integer not null,
    "schedule" text,
    "enabled" integer not null,
    "status" text,
    "observation" text,
    "link" text,
    "is_published" integer not null
) strict;
create index task_templates_folder_idx on task_templates ("folder");
create index task_templates_updated_at_idx on task_templates (updated_at);
create index task_templates_order_idx on task_templates ("created_at", id);

create table task_nodes (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "task_template" blob not null references task_templates (id),
    "scheduled_date" text not null,
    "planned_date" text,
    "due_date" text,
    "status" text not null,
    "closed_on" text,
    "observation" text,
    "is_published" integer not null
) strict;
create index task_nodes_folder_idx on task_nodes ("folder");
create index task_nodes_task_template_idx on task_nodes ("task_template");
create unique index task_nodes_task_template_scheduled_date_key on task_nodes ("task_template", "scheduled_date");
create index task_nodes_updated_at_idx on task_nodes (updated_at);
create index task_nodes_order_idx on task_nodes ("due_date", id);

alter table evidence_revisions add column "task_node" blob references task_nodes (id);
create index evidence_revisions_task_node_idx on evidence_revisions ("task_node");

create table task_templates_assigned_to (
    "source" blob not null references task_templates (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_assigned_to_target_idx on task_templates_assigned_to (target, source);

create table task_templates_evidences (
    "source" blob not null references task_templates (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_evidences_target_idx on task_templates_evidences (target, source);

create table task_templates_assets (
    "source" blob not null references task_templates (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_assets_target_idx on task_templates_assets (target, source);

create table task_templates_applied_controls (
    "source" blob not null references task_templates (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_applied_controls_target_idx on task_templates_applied_controls (target, source);

create table task_templates_compliance_assessments (
    "source" blob not null references task_templates (id),
    "target" blob not null references compliance_assessments (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_compliance_assessments_target_idx on task_templates_compliance_assessments (target, source);

create table task_templates_risk_assessments (
    "source" blob not null references task_templates (id),
    "target" blob not null references risk_assessments (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_risk_assessments_target_idx on task_templates_risk_assessments (target, source);

create table task_templates_findings_assessment (
    "source" blob not null references task_templates (id),
    "target" blob not null references findings_assessments (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_findings_assessment_target_idx on task_templates_findings_assessment (target, source);

create table task_templates_findings (
    "source" blob not null references task_templates (id),
    "target" blob not null references findings (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_findings_target_idx on task_templates_findings (target, source);

create table task_templates_objectives (
    "source" blob not null references task_templates (id),
    "target" blob not null references organisation_objectives (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_objectives_target_idx on task_templates_objectives (target, source);

create table task_templates_incidents (
    "source" blob not null references task_templates (id),
    "target" blob not null references incidents (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_incidents_target_idx on task_templates_incidents (target, source);

create table task_templates_filtering_labels (
    "source" blob not null references task_templates (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index task_templates_filtering_labels_target_idx on task_templates_filtering_labels (target, source);

