-- Messages: what happened, with the bytes that are sent, fixed when it happened.
create table webhook_messages (
    id text collate "C" primary key,
    event text collate "C" not null,
    occurred_at timestamp with time zone not null,
    resource text collate "C" not null,
    object_id uuid not null,
    folder uuid not null,
    body_full bytea,
    body_thin bytea
);
create index webhook_messages_occurred_at_idx on webhook_messages (occurred_at);

-- One narrow row per endpoint that the sender writes to, apart from the row that people edit.
create table webhook_lanes (
    endpoint uuid primary key,
    last_served timestamp with time zone not null default '1970-01-01',
    failures bigint not null default 0,
    discarded bigint not null default 0,
    failing_since timestamp with time zone,
    last_success timestamp with time zone
);
