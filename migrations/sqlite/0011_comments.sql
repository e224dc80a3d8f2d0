create table comments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "body" text not null,
    "is_active" integer not null,
    "applied_control" blob references applied_controls (id),
    "finding" blob references findings (id),
    "author" blob references users (id),
    "is_tainted" integer not null,
    "is_published" integer not null
) strict;
create index comments_folder_idx on comments ("folder");
create index comments_applied_control_idx on comments ("applied_control");
create index comments_finding_idx on comments ("finding");
create index comments_author_idx on comments ("author");
create index comments_updated_at_idx on comments (updated_at);
create index comments_order_idx on comments ("created_at", id);

