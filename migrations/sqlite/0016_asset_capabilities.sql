-- The respects in which assets can be relied on, and those in which an asset makes up for what is below it.
create table asset_capabilities (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "ref_id" text not null,
    "translations" text
) strict;
create index asset_capabilities_folder_idx on asset_capabilities ("folder");
create unique index asset_capabilities_ref_id_key on asset_capabilities ("ref_id");
create index asset_capabilities_updated_at_idx on asset_capabilities (updated_at);
create index asset_capabilities_order_idx on asset_capabilities (lower("name"), id);

create table assets_overridden_children_capabilities (
    "source" blob not null references assets (id),
    "target" blob not null references asset_capabilities (id),
    primary key (source, target)
) strict, without rowid;
create index assets_overridden_children_capabilities_target_idx on assets_overridden_children_capabilities (target, source);
