create table terminologies (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "field_path" text collate "C" not null,
    "name" text collate "C" not null,
    "description" text collate "C",
    "builtin" boolean not null,
    "is_visible" boolean not null,
    "translations" json
);
create index terminologies_folder_idx on terminologies ("folder");
create unique index terminologies_field_path_name_key on terminologies ("field_path", "name");
create index terminologies_updated_at_idx on terminologies (updated_at);
create index terminologies_order_idx on terminologies ("field_path", lower("name"), id);

