create table vulnerabilities (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C" not null,
    "status" text collate "C" not null,
    "severity" bigint not null,
    "detected_at" date,
    "published_date" date,
    "eta" date,
    "due_date" date,
    "is_published" boolean not null
);
create index vulnerabilities_folder_idx on vulnerabilities ("folder");
create index vulnerabilities_updated_at_idx on vulnerabilities (updated_at);
create index vulnerabilities_order_idx on vulnerabilities ("created_at", id);

create table security_exceptions (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "severity" bigint not null,
    "status" text collate "C" not null,
    "expiration_date" date,
    "approver" uuid references users (id),
    "link" text collate "C",
    "observation" text collate "C",
    "is_published" boolean not null
);
create index security_exceptions_folder_idx on security_exceptions ("folder");
create index security_exceptions_approver_idx on security_exceptions ("approver");
create unique index security_exceptions_folder_name_key on security_exceptions ("folder", "name");
create index security_exceptions_updated_at_idx on security_exceptions (updated_at);
create index security_exceptions_order_idx on security_exceptions ("created_at", id);

create table vulnerabilities_assets (
    "source" uuid not null references vulnerabilities (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index vulnerabilities_assets_target_idx on vulnerabilities_assets (target, source);

create table vulnerabilities_applied_controls (
    "source" uuid not null references vulnerabilities (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index vulnerabilities_applied_controls_target_idx on vulnerabilities_applied_controls (target, source);

create table vulnerabilities_security_exceptions (
    "source" uuid not null references vulnerabilities (id),
    "target" uuid not null references security_exceptions (id),
    primary key (source, target)
);
create index vulnerabilities_security_exceptions_target_idx on vulnerabilities_security_exceptions (target, source);

create table vulnerabilities_filtering_labels (
    "source" uuid not null references vulnerabilities (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index vulnerabilities_filtering_labels_target_idx on vulnerabilities_filtering_labels (target, source);

create table assets_security_exceptions (
    "source" uuid not null references assets (id),
    "target" uuid not null references security_exceptions (id),
    primary key (source, target)
);
create index assets_security_exceptions_target_idx on assets_security_exceptions (target, source);

create table security_exceptions_owners (
    "source" uuid not null references security_exceptions (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index security_exceptions_owners_target_idx on security_exceptions_owners (target, source);

create table security_exceptions_evidences (
    "source" uuid not null references security_exceptions (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index security_exceptions_evidences_target_idx on security_exceptions_evidences (target, source);

create table applied_controls_security_exceptions (
    "source" uuid not null references applied_controls (id),
    "target" uuid not null references security_exceptions (id),
    primary key (source, target)
);
create index applied_controls_security_exceptions_target_idx on applied_controls_security_exceptions (target, source);

create table findings_vulnerabilities (
    "source" uuid not null references findings (id),
    "target" uuid not null references vulnerabilities (id),
    primary key (source, target)
);
create index findings_vulnerabilities_target_idx on findings_vulnerabilities (target, source);

create table requirement_assessments_security_exceptions (
    "source" uuid not null references requirement_assessments (id),
    "target" uuid not null references security_exceptions (id),
    primary key (source, target)
);
create index requirement_assessments_security_exceptions_target_idx on requirement_assessments_security_exceptions (target, source);

