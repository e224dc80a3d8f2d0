create table what_if_drafts (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "is_shared" integer not null,
    "status" text not null,
    "step_count" integer not null,
    "author" blob references users (id),
    "author_label" text not null,
    "closed_by" blob references users (id),
    "closed_by_label" text,
    "closed_at" integer,
    "stored_steps" text not null
) strict;
create index what_if_drafts_folder_idx on what_if_drafts ("folder");
create index what_if_drafts_author_idx on what_if_drafts ("author");
create index what_if_drafts_closed_by_idx on what_if_drafts ("closed_by");
create index what_if_drafts_updated_at_idx on what_if_drafts (updated_at);
create index what_if_drafts_order_idx on what_if_drafts ("created_at" desc, id desc);

