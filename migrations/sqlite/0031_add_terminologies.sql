create table terminologies (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "field_path" text not null,
    "name" text not null,
    "description" text,
    "builtin" integer not null,
    "is_visible" integer not null,
    "translations" text
) strict;
create index terminologies_folder_idx on terminologies ("folder");
create unique index terminologies_field_path_name_key on terminologies ("field_path", "name");
create index terminologies_updated_at_idx on terminologies (updated_at);
create index terminologies_order_idx on terminologies ("field_path", lower("name"), id);

