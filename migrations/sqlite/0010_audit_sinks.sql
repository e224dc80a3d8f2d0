create table webhooks_audit_sinks (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "url" text not null,
    "body_format" text not null,
    "is_active" integer not null,
    "disabled_reason" text,
    "owner" blob not null references users (id),
    "headers" text,
    "secret" text,
    "sign_mode" text not null,
    "timeout" integer not null,
    "max_in_flight" integer not null
) strict;
create index webhooks_audit_sinks_folder_idx on webhooks_audit_sinks ("folder");
create index webhooks_audit_sinks_owner_idx on webhooks_audit_sinks ("owner");
create index webhooks_audit_sinks_updated_at_idx on webhooks_audit_sinks (updated_at);
create index webhooks_audit_sinks_order_idx on webhooks_audit_sinks ("is_active" desc, "created_at" desc, id desc);

create table webhooks_audit_sinks_target_folders (
    "source" blob not null references webhooks_audit_sinks (id),
    "target" blob not null references folders (id),
    primary key (source, target)
) strict, without rowid;
create index webhooks_audit_sinks_target_folders_target_idx on webhooks_audit_sinks_target_folders (target, source);


-- How far each sink has read the sealed journal: the next leaf.
create table audit_sink_places (
    sink blob primary key,
    next integer not null
) strict, without rowid;

-- Lanes belong to endpoints and to sinks, and know by themselves what the sender asks.
alter table webhook_lanes add column is_active integer not null default 1;
alter table webhook_lanes add column max_in_flight integer not null default 4;
update webhook_lanes set
    is_active = (select e.is_active from webhooks_endpoints e where e.id = endpoint),
    max_in_flight = (select e.max_in_flight from webhooks_endpoints e where e.id = endpoint);
