create table webhooks_endpoints (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "url" text not null,
    "event_types" text not null,
    "payload_format" text not null,
    "sign_mode" text not null,
    "is_active" integer not null,
    "disabled_reason" text,
    "include_subfolders" integer not null,
    "owner" blob not null references users (id),
    "timeout" integer not null,
    "max_in_flight" integer not null,
    "secret" text,
    "next_secret" text,
    "next_secret_at" integer,
    "overlap_until" integer
) strict;
create index webhooks_endpoints_folder_idx on webhooks_endpoints ("folder");
create index webhooks_endpoints_owner_idx on webhooks_endpoints ("owner");
create index webhooks_endpoints_updated_at_idx on webhooks_endpoints (updated_at);
create index webhooks_endpoints_order_idx on webhooks_endpoints ("is_active" desc, "created_at" desc, id desc);

create table webhooks_deliveries (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null,
    "endpoint" blob not null,
    "message" text not null,
    "event" text not null,
    "state" text not null,
    "attempts" integer not null,
    "next_at" integer,
    "ended_at" integer,
    "last_status" integer,
    "last_error" text,
    "lease" text,
    "lease_until" integer,
    "first_at" integer,
    "losses" integer not null
) strict;
create index webhooks_deliveries_folder_idx on webhooks_deliveries ("folder");
create index webhooks_deliveries_endpoint_idx on webhooks_deliveries ("endpoint");
create index webhooks_deliveries_updated_at_idx on webhooks_deliveries (updated_at);
create index webhooks_deliveries_order_idx on webhooks_deliveries ("created_at" desc, id desc);

create table webhooks_attempts (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null,
    "delivery" blob not null,
    "number" integer not null,
    "started_at" integer not null,
    "milliseconds" integer not null,
    "outcome" text not null,
    "status" integer,
    "error" text,
    "remote" text,
    "response_headers" text,
    "response_body" text
) strict;
create index webhooks_attempts_folder_idx on webhooks_attempts ("folder");
create index webhooks_attempts_delivery_idx on webhooks_attempts ("delivery");
create index webhooks_attempts_updated_at_idx on webhooks_attempts (updated_at);
create index webhooks_attempts_order_idx on webhooks_attempts ("created_at" desc, id desc);

create table webhooks_endpoints_target_folders (
    "source" blob not null references webhooks_endpoints (id),
    "target" blob not null references folders (id),
    primary key (source, target)
) strict, without rowid;
create index webhooks_endpoints_target_folders_target_idx on webhooks_endpoints_target_folders (target, source);

-- What is due, lane by lane. The id at the end spares a sort of rows with equal times.
create index webhooks_deliveries_due_idx on webhooks_deliveries (endpoint, next_at, id) where state = 'pending';
create index webhooks_deliveries_next_idx on webhooks_deliveries (next_at) where state = 'pending';
create index webhooks_deliveries_leased_idx on webhooks_deliveries (endpoint, lease_until) where state = 'leased';
create index webhooks_deliveries_message_idx on webhooks_deliveries (message);
