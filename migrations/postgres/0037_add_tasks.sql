create table task_templates (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "task_date" date,
    "is_recurrent" boolean not null,
    "schedule" json,
    "enabled" boolean not null,
    "status" text collate "C",
    "observation" text collate "C",
    "link" text collate "C",
    "is_published" boolean not null
);
create index task_templates_folder_idx on task_templates ("folder");
create index task_templates_updated_at_idx on task_templates (updated_at);
create index task_templates_order_idx on task_templates ("created_at", id);

create table task_nodes (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "task_template" uuid not null references task_templates (id),
    "scheduled_date" date not null,
    "planned_date" date,
    "due_date" date,
    "status" text collate "C" not null,
    "closed_on" date,
    "observation" text collate "C",
    "is_published" boolean not null
);
create index task_nodes_folder_idx on task_nodes ("folder");
create index task_nodes_task_template_idx on task_nodes ("task_template");
create unique index task_nodes_task_template_scheduled_date_key on task_nodes ("task_template", "scheduled_date");
create index task_nodes_updated_at_idx on task_nodes (updated_at);
create index task_nodes_order_idx on task_nodes ("due_date", id);

alter table evidence_revisions add column "task_node" uuid references task_nodes (id);
create index evidence_revisions_task_node_idx on evidence_revisions ("task_node");

create table task_templates_assigned_to (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index task_templates_assigned_to_target_idx on task_templates_assigned_to (target, source);

create table task_templates_evidences (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index task_templates_evidences_target_idx on task_templates_evidences (target, source);

create table task_templates_assets (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index task_templates_assets_target_idx on task_templates_assets (target, source);

create table task_templates_applied_controls (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index task_templates_applied_controls_target_idx on task_templates_applied_controls (target, source);

create table task_templates_compliance_assessments (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references compliance_assessments (id),
    primary key (source, target)
);
create index task_templates_compliance_assessments_target_idx on task_templates_compliance_assessments (target, source);

create table task_templates_risk_assessments (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references risk_assessments (id),
    primary key (source, target)
);
create index task_templates_risk_assessments_target_idx on task_templates_risk_assessments (target, source);

create table task_templates_findings_assessment (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references findings_assessments (id),
    primary key (source, target)
);
create index task_templates_findings_assessment_target_idx on task_templates_findings_assessment (target, source);

create table task_templates_findings (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references findings (id),
    primary key (source, target)
);
create index task_templates_findings_target_idx on task_templates_findings (target, source);

create table task_templates_objectives (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references organisation_objectives (id),
    primary key (source, target)
);
create index task_templates_objectives_target_idx on task_templates_objectives (target, source);

create table task_templates_incidents (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references incidents (id),
    primary key (source, target)
);
create index task_templates_incidents_target_idx on task_templates_incidents (target, source);

create table task_templates_filtering_labels (
    "source" uuid not null references task_templates (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index task_templates_filtering_labels_target_idx on task_templates_filtering_labels (target, source);

