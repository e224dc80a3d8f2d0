create table jobs (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null,
    "name" text collate "C" not null,
    "kind" text collate "C" not null,
    "state" text collate "C" not null,
    "progress" bigint not null,
    "step" text collate "C",
    "requested_by" uuid,
    "due_at" timestamp with time zone not null,
    "started_at" timestamp with time zone,
    "ended_at" timestamp with time zone,
    "attempts" bigint not null,
    "error" text collate "C",
    "result" json,
    "file" json,
    "input" json not null,
    "checkpoint" json,
    "requested_by_label" text collate "C",
    "limit_read_only" boolean not null,
    "limit_folder" uuid,
    "lease" text collate "C",
    "lease_until" timestamp with time zone,
    "losses" bigint not null
);
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
    kind text collate "C" not null primary key,
    pattern text collate "C" not null,
    zone text collate "C" not null,
    next_at timestamp with time zone not null
);
