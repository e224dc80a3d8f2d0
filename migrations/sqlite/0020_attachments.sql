create table attachments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "about" blob not null,
    "name" text not null,
    "file" text not null
) strict;
create index attachments_folder_idx on attachments ("folder");
create index attachments_about_idx on attachments ("about");
create unique index attachments_about_name_key on attachments ("about", "name");
create index attachments_updated_at_idx on attachments (updated_at);
create index attachments_order_idx on attachments ("created_at", id);

