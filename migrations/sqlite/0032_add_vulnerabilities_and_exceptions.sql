create table vulnerabilities (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text not null,
    "status" text not null,
    "severity" integer not null,
    "detected_at" text,
    "published_date" text,
    "eta" text,
    "due_date" text,
    "is_published" integer not null
) strict;
create index vulnerabilities_folder_idx on vulnerabilities ("folder");
create index vulnerabilities_updated_at_idx on vulnerabilities (updated_at);
create index vulnerabilities_order_idx on vulnerabilities ("created_at", id);

create table security_exceptions (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "severity" integer not null,
    "status" text not null,
    "expiration_date" text,
    "approver" blob references users (id),
    "link" text,
    "observation" text,
    "is_published" integer not null
) strict;
create index security_exceptions_folder_idx on security_exceptions ("folder");
create index security_exceptions_approver_idx on security_exceptions ("approver");
create unique index security_exceptions_folder_name_key on security_exceptions ("folder", "name");
create index security_exceptions_updated_at_idx on security_exceptions (updated_at);
create index security_exceptions_order_idx on security_exceptions ("created_at", id);

create table vulnerabilities_assets (
    "source" blob not null references vulnerabilities (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index vulnerabilities_assets_target_idx on vulnerabilities_assets (target, source);

create table vulnerabilities_applied_controls (
    "source" blob not null references vulnerabilities (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index vulnerabilities_applied_controls_target_idx on vulnerabilities_applied_controls (target, source);

create table vulnerabilities_security_exceptions (
    "source" blob not null references vulnerabilities (id),
    "target" blob not null references security_exceptions (id),
    primary key (source, target)
) strict, without rowid;
create index vulnerabilities_security_exceptions_target_idx on vulnerabilities_security_exceptions (target, source);

create table vulnerabilities_filtering_labels (
    "source" blob not null references vulnerabilities (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index vulnerabilities_filtering_labels_target_idx on vulnerabilities_filtering_labels (target, source);

create table assets_security_exceptions (
    "source" blob not null references assets (id),
    "target" blob not null references security_exceptions (id),
    primary key (source, target)
) strict, without rowid;
create index assets_security_exceptions_target_idx on assets_security_exceptions (target, source);

create table security_exceptions_owners (
    "source" blob not null references security_exceptions (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index security_exceptions_owners_target_idx on security_exceptions_owners (target, source);

create table security_exceptions_evidences (
    "source" blob not null references security_exceptions (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index security_exceptions_evidences_target_idx on security_exceptions_evidences (target, source);

create table applied_controls_security_exceptions (
    "source" blob not null references applied_controls (id),
    "target" blob not null references security_exceptions (id),
    primary key (source, target)
) strict, without rowid;
create index applied_controls_security_exceptions_target_idx on applied_controls_security_exceptions (target, source);

create table findings_vulnerabilities (
    "source" blob not null references findings (id),
    "target" blob not null references vulnerabilities (id),
    primary key (source, target)
) strict, without rowid;
create index findings_vulnerabilities_target_idx on findings_vulnerabilities (target, source);

create table requirement_assessments_security_exceptions (
    "source" blob not null references requirement_assessments (id),
    "target" blob not null references security_exceptions (id),
    primary key (source, target)
) strict, without rowid;
create index requirement_assessments_security_exceptions_target_idx on requirement_assessments_security_exceptions (target, source);

