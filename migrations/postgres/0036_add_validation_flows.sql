create table validation_flows (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "ref_id" text collate "C",
    "request_notes" text collate "C",
    "status" text collate "C" not null,
    "validation_deadline" date,
    "requester" uuid references users (id),
    "approver" uuid references users (id),
    "quorum" bigint not null,
    "events" json not null,
    "is_published" boolean not null
);
create index validation_flows_folder_idx on validation_flows ("folder");
create index validation_flows_requester_idx on validation_flows ("requester");
create index validation_flows_approver_idx on validation_flows ("approver");
create unique index validation_flows_ref_id_key on validation_flows ("ref_id");
create index validation_flows_updated_at_idx on validation_flows (updated_at);
create index validation_flows_order_idx on validation_flows ("created_at", id);

create table validation_flows_more_approvers (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references users (id),
    primary key (source, target)
);
create index validation_flows_more_approvers_target_idx on validation_flows_more_approvers (target, source);

create table validation_flows_compliance_assessments (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references compliance_assessments (id),
    primary key (source, target)
);
create index validation_flows_compliance_assessments_target_idx on validation_flows_compliance_assessments (target, source);

create table validation_flows_risk_assessments (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references risk_assessments (id),
    primary key (source, target)
);
create index validation_flows_risk_assessments_target_idx on validation_flows_risk_assessments (target, source);

create table validation_flows_findings_assessments (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references findings_assessments (id),
    primary key (source, target)
);
create index validation_flows_findings_assessments_target_idx on validation_flows_findings_assessments (target, source);

create table validation_flows_evidences (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index validation_flows_evidences_target_idx on validation_flows_evidences (target, source);

create table validation_flows_security_exceptions (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references security_exceptions (id),
    primary key (source, target)
);
create index validation_flows_security_exceptions_target_idx on validation_flows_security_exceptions (target, source);

create table validation_flows_policies (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index validation_flows_policies_target_idx on validation_flows_policies (target, source);

create table validation_flows_filtering_labels (
    "source" uuid not null references validation_flows (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index validation_flows_filtering_labels_target_idx on validation_flows_filtering_labels (target, source);

