create table saved_views (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "resource" text collate "C" not null,
    "query" text collate "C" not null,
    "is_published" boolean not null
);
create index saved_views_folder_idx on saved_views ("folder");
create unique index saved_views_folder_resource_name_key on saved_views ("folder", "resource", "name");
create index saved_views_updated_at_idx on saved_views (updated_at);
create index saved_views_order_idx on saved_views (lower("name"), id);

