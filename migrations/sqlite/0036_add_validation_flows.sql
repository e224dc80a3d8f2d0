create table validation_flows (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "ref_id" text,
    "request_notes" text,
    "status" text not null,
    "validation_deadline" text,
    "requester" blob references users (id),
    "approver" blob references users (id),
    "quorum" integer not null,
    "events" text not null,
    "is_published" integer not null
) strict;
create index validation_flows_folder_idx on validation_flows ("folder");
create index validation_flows_requester_idx on validation_flows ("requester");
create index validation_flows_approver_idx on validation_flows ("approver");
create unique index validation_flows_ref_id_key on validation_flows ("ref_id");
create index validation_flows_updated_at_idx on validation_flows (updated_at);
create index validation_flows_order_idx on validation_flows ("created_at", id);

create table validation_flows_more_approvers (
    "source" blob not null references validation_flows (id),
    "target" blob not null references users (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_more_approvers_target_idx on validation_flows_more_approvers (target, source);

create table validation_flows_compliance_assessments (
    "source" blob not null references validation_flows (id),
    "target" blob not null references compliance_assessments (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_compliance_assessments_target_idx on validation_flows_compliance_assessments (target, source);

create table validation_flows_risk_assessments (
    "source" blob not null references validation_flows (id),
    "target" blob not null references risk_assessments (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_risk_assessments_target_idx on validation_flows_risk_assessments (target, source);

create table validation_flows_findings_assessments (
    "source" blob not null references validation_flows (id),
    "target" blob not null references findings_assessments (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_findings_assessments_target_idx on validation_flows_findings_assessments (target, source);

create table validation_flows_evidences (
    "source" blob not null references validation_flows (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_evidences_target_idx on validation_flows_evidences (target, source);

create table validation_flows_security_exceptions (
    "source" blob not null references validation_flows (id),
    "target" blob not null references security_exceptions (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_security_exceptions_target_idx on validation_flows_security_exceptions (target, source);

create table validation_flows_policies (
    "source" blob not null references validation_flows (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_policies_target_idx on validation_flows_policies (target, source);

create table validation_flows_filtering_labels (
    "source" blob not null references validation_flows (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index validation_flows_filtering_labels_target_idx on validation_flows_filtering_labels (target, source);

