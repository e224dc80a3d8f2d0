alter table users add column "is_service_account" integer not null default 0;

create table iam_service_accounts (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "client_id" text not null,
    "is_active" integer not null,
    "expiry_date" text,
    "role" blob references roles (id),
    "is_recursive" integer not null,
    "token_minutes" integer not null,
    "jwks" text,
    "jwks_url" text,
    "created_by" blob references users (id),
    "user" blob not null references users (id),
    "secret_preview" text,
    "previous_secret_expires_at" integer,
    "secret_digest" text,
    "previous_secret_digest" text
) strict;
create index iam_service_accounts_folder_idx on iam_service_accounts ("folder");
create index iam_service_accounts_role_idx on iam_service_accounts ("role");
create index iam_service_accounts_created_by_idx on iam_service_accounts ("created_by");
create index iam_service_accounts_user_idx on iam_service_accounts ("user");
create unique index iam_service_accounts_name_key on iam_service_accounts ("name");
create unique index iam_service_accounts_client_id_key on iam_service_accounts ("client_id");
create index iam_service_accounts_updated_at_idx on iam_service_accounts (updated_at);
create index iam_service_accounts_order_idx on iam_service_accounts (lower("name"), id);

create table iam_service_accounts_permissions (
    "source" blob not null references iam_service_accounts (id),
    "target" blob not null references permissions (id),
    primary key (source, target)
) strict, without rowid;
create index iam_service_accounts_permissions_target_idx on iam_service_accounts_permissions (target, source);

create table iam_service_accounts_folders (
    "source" blob not null references iam_service_accounts (id),
    "target" blob not null references folders (id),
    primary key (source, target)
) strict, without rowid;
create index iam_service_accounts_folders_target_idx on iam_service_accounts_folders (target, source);

create table iam_workload_identities (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "service_account" blob not null references iam_service_accounts (id),
    "name" text not null,
    "description" text,
    "is_active" integer not null,
    "issuer" text not null,
    "audience" text not null,
    "subject" text not null,
    "claims" text not null
) strict;
create index iam_workload_identities_folder_idx on iam_workload_identities ("folder");
create index iam_workload_identities_service_account_idx on iam_workload_identities ("service_account");
create unique index iam_workload_identities_service_account_name_key on iam_workload_identities ("service_account", "name");
create index iam_workload_identities_updated_at_idx on iam_workload_identities (updated_at);
create index iam_workload_identities_order_idx on iam_workload_identities (lower("name"), id);

-- Short-lived tokens of service accounts. What each was given for ends with it.
create table service_account_tokens (
    digest text not null primary key,
    service_account blob not null,
    credential text not null,
    created_at integer not null,
    expires_at integer not null,
    read_only integer not null,
    propose_only integer not null,
    domain blob
) strict, without rowid;
create index service_account_tokens_account_idx on service_account_tokens (service_account);

-- Assertions that count once, until they have expired.
create table used_assertions (
    digest text not null primary key,
    expires_at integer not null
) strict, without rowid;
