create table proposals (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "status" text not null,
    "kind" text not null,
    "resource" text not null,
    "object_id" blob,
    "action" text,
    "method" text not null,
    "request_path" text not null,
    "note" text,
    "etag" text,
    "change_count" integer not null,
    "author" blob references users (id),
    "author_label" text not null,
    "token" blob references iam_auth_tokens (id),
    "decided_by" blob references users (id),
    "decided_by_label" text,
    "decided_at" integer,
    "reason" text,
    "request" text not null,
    "difference" text not null
) strict;
create index proposals_folder_idx on proposals ("folder");
create index proposals_author_idx on proposals ("author");
create index proposals_token_idx on proposals ("token");
create index proposals_decided_by_idx on proposals ("decided_by");
create index proposals_updated_at_idx on proposals (updated_at);
create index proposals_order_idx on proposals ("created_at" desc, id desc);

-- Tokens whose changes wait for a person.
alter table iam_auth_tokens add column "propose_only" integer not null default 0;
