create table risk_acceptances (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "approver" blob references users (id),
    "expiry_date" text,
    "justification" text,
    "state" text not null,
    "accepted_at" integer,
    "rejected_at" integer,
    "revoked_at" integer,
    "expired_at" integer,
    "is_published" integer not null
) strict;
create index risk_acceptances_folder_idx on risk_acceptances ("folder");
create index risk_acceptances_approver_idx on risk_acceptances ("approver");
create unique index risk_acceptances_folder_name_key on risk_acceptances ("folder", "name");
create index risk_acceptances_updated_at_idx on risk_acceptances (updated_at);
create index risk_acceptances_order_idx on risk_acceptances ("created_at", id);

create table risk_assessments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "perimeter" blob references perimeters (id),
    "risk_matrix" blob not null references risk_matrices (id),
    "risk_tolerance" integer not null,
    "status" text,
    "version" text,
    "eta" text,
    "due_date" text,
    "is_locked" integer not null,
    "auto_sync" integer not null,
    "observation" text,
    "is_published" integer not null
) strict;
create index risk_assessments_folder_idx on risk_assessments ("folder");
create index risk_assessments_perimeter_idx on risk_assessments ("perimeter");
create index risk_assessments_risk_matrix_idx on risk_assessments ("risk_matrix");
create unique index risk_assessments_folder_name_version_key on risk_assessments ("folder", "name", "version");
create index risk_assessments_updated_at_idx on risk_assessments (updated_at);
create index risk_assessments_order_idx on risk_assessments ("created_at", id);

create table risk_scenarios (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "risk_assessment" blob not null references risk_assessments (id),
    "ref_id" text not null,
    "name" text not null,
    "description" text,
    "risk_origin" blob references terminologies (id),
    "inherent_proba" integer not null,
    "inherent_impact" integer not null,
    "inherent_level" integer not null,
    "existing_controls" text,
    "current_proba" integer not null,
    "current_impact" integer not null,
    "current_level" integer not null,
    "residual_proba" integer not null,
    "residual_impact" integer not null,
    "residual_level" integer not null,
    "treatment" text not null,
    "treatment_before_acceptance" text,
    "strength_of_knowledge" integer not null,
    "justification" text,
    "is_published" integer not null
) strict;
create index risk_scenarios_folder_idx on risk_scenarios ("folder");
create index risk_scenarios_risk_assessment_idx on risk_scenarios ("risk_assessment");
create index risk_scenarios_risk_origin_idx on risk_scenarios ("risk_origin");
create index risk_scenarios_updated_at_idx on risk_scenarios (updated_at);
create index risk_scenarios_order_idx on risk_scenarios (lower("ref_id"), "created_at", id);

create table risk_acceptances_risk_scenarios (
    "source" blob not null references risk_acceptances (id),
    "target" blob not null references risk_scenarios (id),
    primary key (source, target)
) strict, without rowid;
create index risk_acceptances_risk_scenarios_target_idx on risk_acceptances_risk_scenarios (target, source);

create table risk_assessments_authors (
    "source" blob not null references risk_assessments (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index risk_assessments_authors_target_idx on risk_assessments_authors (target, source);

create table risk_assessments_reviewers (
    "source" blob not null references risk_assessments (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index risk_assessments_reviewers_target_idx on risk_assessments_reviewers (target, source);

create table risk_scenarios_threats (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references threats (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_threats_target_idx on risk_scenarios_threats (target, source);

create table risk_scenarios_assets (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_assets_target_idx on risk_scenarios_assets (target, source);

create table risk_scenarios_antecedent_scenarios (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references risk_scenarios (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_antecedent_scenarios_target_idx on risk_scenarios_antecedent_scenarios (target, source);

create table risk_scenarios_qualifications (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references terminologies (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_qualifications_target_idx on risk_scenarios_qualifications (target, source);

create table risk_scenarios_existing_applied_controls (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_existing_applied_controls_target_idx on risk_scenarios_existing_applied_controls (target, source);

create table risk_scenarios_applied_controls (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_applied_controls_target_idx on risk_scenarios_applied_controls (target, source);

create table risk_scenarios_owner (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_owner_target_idx on risk_scenarios_owner (target, source);

create table risk_scenarios_filtering_labels (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_filtering_labels_target_idx on risk_scenarios_filtering_labels (target, source);

create table risk_scenarios_vulnerabilities (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references vulnerabilities (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_vulnerabilities_target_idx on risk_scenarios_vulnerabilities (target, source);

create table risk_scenarios_security_exceptions (
    "source" blob not null references risk_scenarios (id),
    "target" blob not null references security_exceptions (id),
    primary key (source, target)
) strict, without rowid;
create index risk_scenarios_security_exceptions_target_idx on risk_scenarios_security_exceptions (target, source);
