create table jobs (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null,
    "name" text not null,
    "kind" text not null,
    "state" text not null,
    "progress" integer not null,
    "step" text,
    "requested_by" blob,
    "due_at" integer not null,
    "started_at" integer,
    "ended_at" integer,
    "attempts" integer not null,
    "error" text,
    "result" text,
    "file" text,
    "input" text not null,
    "checkpoint" text,
    "requested_by_label" text,
    "limit_read_only" integer not null,
    "limit_folder" blob,
    "lease" text,
    "lease_until" integer,
    "losses" integer not null
) strict;
create index jobs_folder_idx on jobs ("folder");
create index jobs_requested_by_idx on jobs ("requested_by");
create index jobs_limit_folder_idx on jobs ("limit_folder");
create index jobs_updated_at_idx on jobs (updated_at);
create index jobs_order_idx on jobs ("created_at" desc, id desc);

-- What is due, and what someone holds.
create index jobs_due_idx on jobs (due_at, id) where state = 'queued';
create index jobs_lease_idx on jobs (lease_until) where state = 'running';

-- When each regular job is due next: whoever moves the time on has made the job.
create table job_schedules (
    kind text not null primary key,
    pattern text not null,
    zone text not null,
    next_at integer not null
) strict, without rowid;
