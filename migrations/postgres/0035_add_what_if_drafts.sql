create table what_if_drafts (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "is_shared" boolean not null,
    "status" text collate "C" not null,
    "step_count" bigint not null,
    "author" uuid references users (id),
    "author_label" text collate "C" not null,
    "closed_by" uuid references users (id),
    "closed_by_label" text collate "C",
    "closed_at" timestamp with time zone,
    "stored_steps" json not null
);
create index what_if_drafts_folder_idx on what_if_drafts ("folder");
create index what_if_drafts_author_idx on what_if_drafts ("author");
create index what_if_drafts_closed_by_idx on what_if_drafts ("closed_by");
create index what_if_drafts_updated_at_idx on what_if_drafts (updated_at);
create index what_if_drafts_order_idx on what_if_drafts ("created_at" desc, id desc);

