alter table users add column "is_service_account" boolean not null default false;

create table iam_service_accounts (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "client_id" text collate "C" not null,
    "is_active" boolean not null,
    "expiry_date" date,
    "role" uuid references roles (id),
    "is_recursive" boolean not null,
    "token_minutes" bigint not null,
    "jwks" json,
    "jwks_url" text collate "C",
    "created_by" uuid references users (id),
    "user" uuid not null references users (id),
    "secret_preview" text collate "C",
    "previous_secret_expires_at" timestamp with time zone,
    "secret_digest" text collate "C",
    "previous_secret_digest" text collate "C"
);
create index iam_service_accounts_folder_idx on iam_service_accounts ("folder");
create index iam_service_accounts_role_idx on iam_service_accounts ("role");
create index iam_service_accounts_created_by_idx on iam_service_accounts ("created_by");
create index iam_service_accounts_user_idx on iam_service_accounts ("user");
create unique index iam_service_accounts_name_key on iam_service_accounts ("name");
create unique index iam_service_accounts_client_id_key on iam_service_accounts ("client_id");
create index iam_service_accounts_updated_at_idx on iam_service_accounts (updated_at);
create index iam_service_accounts_order_idx on iam_service_accounts (lower("name"), id);

create table iam_service_accounts_permissions (
    "source" uuid not null references iam_service_accounts (id),
    "target" uuid not null references permissions (id),
    primary key (source, target)
);
create index iam_service_accounts_permissions_target_idx on iam_service_accounts_permissions (target, source);

create table iam_service_accounts_folders (
    "source" uuid not null references iam_service_accounts (id),
    "target" uuid not null references folders (id),
    primary key (source, target)
);
create index iam_service_accounts_folders_target_idx on iam_service_accounts_folders (target, source);

create table iam_workload_identities (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "service_account" uuid not null references iam_service_accounts (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "is_active" boolean not null,
    "issuer" text collate "C" not null,
    "audience" text collate "C" not null,
    "subject" text collate "C" not null,
    "claims" json not null
);
create index iam_workload_identities_folder_idx on iam_workload_identities ("folder");
create index iam_workload_identities_service_account_idx on iam_workload_identities ("service_account");
create unique index iam_workload_identities_service_account_name_key on iam_workload_identities ("service_account", "name");
create index iam_workload_identities_updated_at_idx on iam_workload_identities (updated_at);
create index iam_workload_identities_order_idx on iam_workload_identities (lower("name"), id);

-- Short-lived tokens of service accounts. What each was given for ends with it.
create table service_account_tokens (
    digest text collate "C" not null primary key,
    service_account uuid not null,
    credential text collate "C" not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    read_only boolean not null,
    propose_only boolean not null,
    domain uuid
);
create index service_account_tokens_account_idx on service_account_tokens (service_account);

-- Assertions that count once, until they have expired.
create table used_assertions (
    digest text collate "C" not null primary key,
    expires_at timestamp with time zone not null
);
