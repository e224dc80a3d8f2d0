alter table users add column "is_scim_managed" integer not null default 0;
alter table users add column "scim_user_name" text;
alter table users add column "external_id" text;

create table idp_groups (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "external_id" text,
    "is_scim_managed" integer not null,
    "is_published" integer not null
) strict;
create index idp_groups_folder_idx on idp_groups ("folder");
create unique index idp_groups_name_key on idp_groups ("name");
create index idp_groups_updated_at_idx on idp_groups (updated_at);
create index idp_groups_order_idx on idp_groups (lower("name"), id);

create table idp_groups_user_groups (
    "source" blob not null references idp_groups (id),
    "target" blob not null references user_groups (id),
    primary key (source, target)
) strict, without rowid;
create index idp_groups_user_groups_target_idx on idp_groups_user_groups (target, source);

create table idp_groups_users (
    "source" blob not null references idp_groups (id),
    "target" blob not null references users (id),
    primary key (source, target)
) strict, without rowid;
create index idp_groups_users_target_idx on idp_groups_users (target, source);
