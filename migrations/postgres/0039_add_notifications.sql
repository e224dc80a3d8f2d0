create table notifications (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null,
    "recipient" uuid not null,
    "kind" text collate "C" not null,
    "about" uuid,
    "by" uuid,
    "date" date,
    "field" text collate "C",
    "status" text collate "C",
    "label" text collate "C",
    "read_at" timestamp with time zone,
    "in_app" boolean not null,
    "key" text collate "C" not null
);
create index notifications_folder_idx on notifications ("folder");
create index notifications_recipient_idx on notifications ("recipient");
create index notifications_about_idx on notifications ("about");
create index notifications_by_idx on notifications ("by");
create unique index notifications_key_key on notifications ("key");
create index notifications_updated_at_idx on notifications (updated_at);
create index notifications_order_idx on notifications ("created_at" desc, id desc);

