-- The respects in which assets can be relied on, and those in which an asset makes up for what is below it.
create table asset_capabilities (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "ref_id" text collate "C" not null,
    "translations" json
);
create index asset_capabilities_folder_idx on asset_capabilities ("folder");
create unique index asset_capabilities_ref_id_key on asset_capabilities ("ref_id");
create index asset_capabilities_updated_at_idx on asset_capabilities (updated_at);
create index asset_capabilities_order_idx on asset_capabilities (lower("name"), id);

create table assets_overridden_children_capabilities (
    "source" uuid not null references assets (id),
    "target" uuid not null references asset_capabilities (id),
    primary key (source, target)
);
create index assets_overridden_children_capabilities_target_idx on assets_overridden_children_capabilities (target, source);
