create table risk_acceptances (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "approver" uuid references users (id),
    "expiry_date" date,
    "justification" text collate "C",
    "state" text collate "C" not null,
    "accepted_at" timestamp with time zone,
    "rejected_at" timestamp with time zone,
    "revoked_at" timestamp with time zone,
    "expired_at" timestamp with time zone,
    "is_published" boolean not null
);
create index risk_acceptances_folder_idx on risk_acceptances ("folder");
create index risk_acceptances_approver_idx on risk_acceptances ("approver");
create unique index risk_acceptances_folder_name_key on risk_acceptances ("folder", "name");
create index risk_acceptances_updated_at_idx on risk_acceptances (updated_at);
create index risk_acceptances_order_idx on risk_acceptances ("created_at", id);

create table risk_assessments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "perimeter" uuid references perimeters (id),
    "risk_matrix" uuid not null references risk_matrices (id),
    "risk_tolerance" bigint not null,
    "status" text collate "C",
    "version" text collate "C",
    "eta" date,
    "due_date" date,
    "is_locked" boolean not null,
    "auto_sync" boolean not null,
    "observation" text collate "C",
    "is_published" boolean not null
);
create index risk_assessments_folder_idx on risk_assessments ("folder");
create index risk_assessments_perimeter_idx on risk_assessments ("perimeter");
create index risk_assessments_risk_matrix_idx on risk_assessments ("risk_matrix");
create unique index risk_assessments_folder_name_version_key on risk_assessments ("folder", "name", "version");
create index risk_assessments_updated_at_idx on risk_assessments (updated_at);
create index risk_assessments_order_idx on risk_assessments ("created_at", id);

create table risk_scenarios (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "risk_assessment" uuid not null references risk_assessments (id),
    "ref_id" text collate "C" not null,
    "name" text collate "C" not null,
    "description" text collate "C",
    "risk_origin" uuid references terminologies (id),
    "inherent_proba" bigint not null,
    "inherent_impact" bigint not null,
    "inherent_level" bigint not null,
    "existing_controls" text collate "C",
    "current_proba" bigint not null,
    "current_impact" bigint not null,
    "current_level" bigint not null,
    "residual_proba" bigint not null,
    "residual_impact" bigint not null,
    "residual_level" bigint not null,
    "treatment" text collate "C" not null,
    "treatment_before_acceptance" text collate "C",
    "strength_of_knowledge" bigint not null,
    "justification" text collate "C",
    "is_published" boolean not null
);
create index risk_scenarios_folder_idx on risk_scenarios ("folder");
create index risk_scenarios_risk_assessment_idx on risk_scenarios ("risk_assessment");
create index risk_scenarios_risk_origin_idx on risk_scenarios ("risk_origin");
create index risk_scenarios_updated_at_idx on risk_scenarios (updated_at);
create index risk_scenarios_order_idx on risk_scenarios (lower("ref_id"), "created_at", id);

create table risk_acceptances_risk_scenarios (
    "source" uuid not null references risk_acceptances (id),
    "target" uuid not null references risk_scenarios (id),
    primary key (source, target)
);
create index risk_acceptances_risk_scenarios_target_idx on risk_acceptances_risk_scenarios (target, source);

create table risk_assessments_authors (
    "source" uuid not null references risk_assessments (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index risk_assessments_authors_target_idx on risk_assessments_authors (target, source);

create table risk_assessments_reviewers (
    "source" uuid not null references risk_assessments (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index risk_assessments_reviewers_target_idx on risk_assessments_reviewers (target, source);

create table risk_scenarios_threats (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references threats (id),
    primary key (source, target)
);
create index risk_scenarios_threats_target_idx on risk_scenarios_threats (target, source);

create table risk_scenarios_assets (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index risk_scenarios_assets_target_idx on risk_scenarios_assets (target, source);

create table risk_scenarios_antecedent_scenarios (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references risk_scenarios (id),
    primary key (source, target)
);
create index risk_scenarios_antecedent_scenarios_target_idx on risk_scenarios_antecedent_scenarios (target, source);

create table risk_scenarios_qualifications (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references terminologies (id),
    primary key (source, target)
);
create index risk_scenarios_qualifications_target_idx on risk_scenarios_qualifications (target, source);

create table risk_scenarios_existing_applied_controls (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index risk_scenarios_existing_applied_controls_target_idx on risk_scenarios_existing_applied_controls (target, source);

create table risk_scenarios_applied_controls (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index risk_scenarios_applied_controls_target_idx on risk_scenarios_applied_controls (target, source);

create table risk_scenarios_owner (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index risk_scenarios_owner_target_idx on risk_scenarios_owner (target, source);

create table risk_scenarios_filtering_labels (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index risk_scenarios_filtering_labels_target_idx on risk_scenarios_filtering_labels (target, source);

create table risk_scenarios_vulnerabilities (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references vulnerabilities (id),
    primary key (source, target)
);
create index risk_scenarios_vulnerabilities_target_idx on risk_scenarios_vulnerabilities (target, source);

create table risk_scenarios_security_exceptions (
    "source" uuid not null references risk_scenarios (id),
    "target" uuid not null references security_exceptions (id),
    primary key (source, target)
);
create index risk_scenarios_security_exceptions_target_idx on risk_scenarios_security_exceptions (target, source);
