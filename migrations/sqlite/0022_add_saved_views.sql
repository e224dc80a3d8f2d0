create table saved_views (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "resource" text not null,
    "query" text not null,
    "is_published" integer not null
) strict;
create index saved_views_folder_idx on saved_views ("folder");
create unique index saved_views_folder_resource_name_key on saved_views ("folder", "resource", "name");
create index saved_views_updated_at_idx on saved_views (updated_at);
create index saved_views_order_idx on saved_views (lower("name"), id);

