create table webhooks_audit_sinks (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "url" text collate "C" not null,
    "body_format" text collate "C" not null,
    "is_active" boolean not null,
    "disabled_reason" text collate "C",
    "owner" uuid not null references users (id),
    "headers" json,
    "secret" text collate "C",
    "sign_mode" text collate "C" not null,
    "timeout" bigint not null,
    "max_in_flight" bigint not null
);
create index webhooks_audit_sinks_folder_idx on webhooks_audit_sinks ("folder");
create index webhooks_audit_sinks_owner_idx on webhooks_audit_sinks ("owner");
create index webhooks_audit_sinks_updated_at_idx on webhooks_audit_sinks (updated_at);
create index webhooks_audit_sinks_order_idx on webhooks_audit_sinks ("is_active" desc, "created_at" desc, id desc);

create table webhooks_audit_sinks_target_folders (
    "source" uuid not null references webhooks_audit_sinks (id),
    "target" uuid not null references folders (id),
    primary key (source, target)
);
create index webhooks_audit_sinks_target_folders_target_idx on webhooks_audit_sinks_target_folders (target, source);


-- How far each sink has read the sealed journal: the next leaf.
create table audit_sink_places (
    sink uuid primary key,
    next bigint not null
);

-- Lanes belong to endpoints and to sinks, and know by themselves what the sender asks.
alter table webhook_lanes add column is_active boolean not null default true;
alter table webhook_lanes add column max_in_flight bigint not null default 4;
update webhook_lanes l set is_active = e.is_active, max_in_flight = e.max_in_flight
    from webhooks_endpoints e where e.id = l.endpoint;
