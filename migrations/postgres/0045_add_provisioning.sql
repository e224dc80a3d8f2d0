alter table users add column "is_scim_managed" boolean not null default false;
alter table users add column "scim_user_name" text collate "C";
alter table users add column "external_id" text collate "C";

create table idp_groups (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "external_id" text collate "C",
    "is_scim_managed" boolean not null,
    "is_published" boolean not null
);
create index idp_groups_folder_idx on idp_groups ("folder");
create unique index idp_groups_name_key on idp_groups ("name");
create index idp_groups_updated_at_idx on idp_groups (updated_at);
create index idp_groups_order_idx on idp_groups (lower("name"), id);

create table idp_groups_user_groups (
    "source" uuid not null references idp_groups (id),
    "target" uuid not null references user_groups (id),
    primary key (source, target)
);
create index idp_groups_user_groups_target_idx on idp_groups_user_groups (target, source);

create table idp_groups_users (
    "source" uuid not null references idp_groups (id),
    "target" uuid not null references users (id),
    primary key (source, target)
);
create index idp_groups_users_target_idx on idp_groups_users (target, source);
