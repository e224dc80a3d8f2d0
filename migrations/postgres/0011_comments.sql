create table comments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "body" text collate "C" not null,
    "is_active" boolean not null,
    "applied_control" uuid references applied_controls (id),
    "finding" uuid references findings (id),
    "author" uuid references users (id),
    "is_tainted" boolean not null,
    "is_published" boolean not null
);
create index comments_folder_idx on comments ("folder");
create index comments_applied_control_idx on comments ("applied_control");
create index comments_finding_idx on comments ("finding");
create index comments_author_idx on comments ("author");
create index comments_updated_at_idx on comments (updated_at);
create index comments_order_idx on comments ("created_at", id);

