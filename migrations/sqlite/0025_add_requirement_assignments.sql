create table requirement_assignments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "compliance_assessment" blob not null references compliance_assessments (id),
    "status" text not null,
    "events" text not null,
    "is_published" integer not null
) strict;
create index requirement_assignments_folder_idx on requirement_assignments ("folder");
create index requirement_assignments_compliance_assessment_idx on requirement_assignments ("compliance_assessment");
create index requirement_assignments_updated_at_idx on requirement_assignments (updated_at);
create index requirement_assignments_order_idx on requirement_assignments ("created_at", id);

create table requirement_assignments_actor (
    "source" blob not null references requirement_assignments (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index requirement_assignments_actor_target_idx on requirement_assignments_actor (target, source);

create table requirement_assignments_requirement_assessments (
    "source" blob not null references requirement_assignments (id),
    "target" blob not null references requirement_assessments (id),
    primary key (source, target)
) strict, without rowid;
create index requirement_assignments_requirement_assessments_target_idx on requirement_assignments_requirement_assessments (target, source);

