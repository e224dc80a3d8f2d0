create table requirement_assignments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "compliance_assessment" uuid not null references compliance_assessments (id),
    "status" text collate "C" not null,
    "events" json not null,
    "is_published" boolean not null
);
create index requirement_assignments_folder_idx on requirement_assignments ("folder");
create index requirement_assignments_compliance_assessment_idx on requirement_assignments ("compliance_assessment");
create index requirement_assignments_updated_at_idx on requirement_assignments (updated_at);
create index requirement_assignments_order_idx on requirement_assignments ("created_at", id);

create table requirement_assignments_actor (
    "source" uuid not null references requirement_assignments (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index requirement_assignments_actor_target_idx on requirement_assignments_actor (target, source);

create table requirement_assignments_requirement_assessments (
    "source" uuid not null references requirement_assignments (id),
    "target" uuid not null references requirement_assessments (id),
    primary key (source, target)
);
create index requirement_assignments_requirement_assessments_target_idx on requirement_assignments_requirement_assessments (target, source);

