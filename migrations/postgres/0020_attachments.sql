create table attachments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "about" uuid not null,
    "name" text collate "C" not null,
    "file" json not null
);
create index attachments_folder_idx on attachments ("folder");
create index attachments_about_idx on attachments ("about");
create unique index attachments_about_name_key on attachments ("about", "name");
create index attachments_updated_at_idx on attachments (updated_at);
create index attachments_order_idx on attachments ("created_at", id);

