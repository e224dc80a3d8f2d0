create table notifications (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null,
    "recipient" blob not null,
    "kind" text not null,
    "about" blob,
    "by" blob,
    "date" text,
    "field" text,
    "status" text,
    "label" text,
    "read_at" integer,
    "in_app" integer not null,
    "key" text not null
) strict;
create index notifications_folder_idx on notifications ("folder");
create index notifications_recipient_idx on notifications ("recipient");
create index notifications_about_idx on notifications ("about");
create index notifications_by_idx on notifications ("by");
create unique index notifications_key_key on notifications ("key");
create index notifications_updated_at_idx on notifications (updated_at);
create index notifications_order_idx on notifications ("created_at" desc, id desc);

