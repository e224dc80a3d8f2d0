-- Messages: what happened, with the bytes that are sent, fixed when it happened.
create table webhook_messages (
    id text primary key,
    event text not null,
    occurred_at integer not null,
    resource text not null,
    object_id blob not null,
    folder blob not null,
    body_full blob,
    body_thin blob
) strict;
create index webhook_messages_occurred_at_idx on webhook_messages (occurred_at);

-- One narrow row per endpoint that the sender writes to, apart from the row that people edit.
create table webhook_lanes (
    endpoint blob primary key,
    last_served integer not null default 0,
    failures integer not null default 0,
    discarded integer not null default 0,
    failing_since integer,
    last_success integer
) strict, without rowid;
