create table webhooks_endpoints (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "url" text collate "C" not null,
    "event_types" json not null,
    "payload_format" text collate "C" not null,
    "sign_mode" text collate "C" not null,
    "is_active" boolean not null,
    "disabled_reason" text collate "C",
    "include_subfolders" boolean not null,
    "owner" uuid not null references users (id),
    "timeout" bigint not null,
    "max_in_flight" bigint not null,
    "secret" text collate "C",
    "next_secret" text collate "C",
    "next_secret_at" timestamp with time zone,
    "overlap_until" timestamp with time zone
);
create index webhooks_endpoints_folder_idx on webhooks_endpoints ("folder");
create index webhooks_endpoints_owner_idx on webhooks_endpoints ("owner");
create index webhooks_endpoints_updated_at_idx on webhooks_endpoints (updated_at);
create index webhooks_endpoints_order_idx on webhooks_endpoints ("is_active" desc, "created_at" desc, id desc);

create table webhooks_deliveries (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null,
    "endpoint" uuid not null,
    "message" text collate "C" not null,
    "event" text collate "C" not null,
    "state" text collate "C" not null,
    "attempts" bigint not null,
    "next_at" timestamp with time zone,
    "ended_at" timestamp with time zone,
    "last_status" bigint,
    "last_error" text collate "C",
    "lease" text collate "C",
    "lease_until" timestamp with time zone,
    "first_at" timestamp with time zone,
    "losses" bigint not null
);
create index webhooks_deliveries_folder_idx on webhooks_deliveries ("folder");
create index webhooks_deliveries_endpoint_idx on webhooks_deliveries ("endpoint");
create index webhooks_deliveries_updated_at_idx on webhooks_deliveries (updated_at);
create index webhooks_deliveries_order_idx on webhooks_deliveries ("created_at" desc, id desc);

create table webhooks_attempts (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null,
    "delivery" uuid not null,
    "number" bigint not null,
    "started_at" timestamp with time zone not null,
    "milliseconds" bigint not null,
    "outcome" text collate "C" not null,
    "status" bigint,
    "error" text collate "C",
    "remote" text collate "C",
    "response_headers" text collate "C",
    "response_body" text collate "C"
);
create index webhooks_attempts_folder_idx on webhooks_attempts ("folder");
create index webhooks_attempts_delivery_idx on webhooks_attempts ("delivery");
create index webhooks_attempts_updated_at_idx on webhooks_attempts (updated_at);
create index webhooks_attempts_order_idx on webhooks_attempts ("created_at" desc, id desc);

create table webhooks_endpoints_target_folders (
    "source" uuid not null references webhooks_endpoints (id),
    "target" uuid not null references folders (id),
    primary key (source, target)
);
create index webhooks_endpoints_target_folders_target_idx on webhooks_endpoints_target_folders (target, source);

-- What is due, lane by lane. The id at the end spares a sort of rows with equal times.
create index webhooks_deliveries_due_idx on webhooks_deliveries (endpoint, next_at, id) where state = 'pending';
create index webhooks_deliveries_next_idx on webhooks_deliveries (next_at) where state = 'pending';
create index webhooks_deliveries_leased_idx on webhooks_deliveries (endpoint, lease_until) where state = 'leased';
create index webhooks_deliveries_message_idx on webhooks_deliveries (message);
