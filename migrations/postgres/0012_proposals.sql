create table proposals (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "status" text collate "C" not null,
    "kind" text collate "C" not null,
    "resource" text collate "C" not null,
    "object_id" uuid,
    "action" text collate "C",
    "method" text collate "C" not null,
    "request_path" text collate "C" not null,
    "note" text collate "C",
    "etag" text collate "C",
    "change_count" bigint not null,
    "author" uuid references users (id),
    "author_label" text collate "C" not null,
    "token" uuid references iam_auth_tokens (id),
    "decided_by" uuid references users (id),
    "decided_by_label" text collate "C",
    "decided_at" timestamp with time zone,
    "reason" text collate "C",
    "request" json not null,
    "difference" json not null
);
create index proposals_folder_idx on proposals ("folder");
create index proposals_author_idx on proposals ("author");
create index proposals_token_idx on proposals ("token");
create index proposals_decided_by_idx on proposals ("decided_by");
create index proposals_updated_at_idx on proposals (updated_at);
create index proposals_order_idx on proposals ("created_at" desc, id desc);

-- Tokens whose changes wait for a person.
alter table iam_auth_tokens add column "propose_only" boolean not null default false;
