-- Browser sessions, by the hash of what the browser carries.
create table sessions (
    digest text collate "C" primary key,
    "user" uuid not null references users (id) on delete cascade,
    csrf_digest text collate "C" not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    address text collate "C"
);
create index sessions_user_idx on sessions ("user");
create index sessions_expires_at_idx on sessions (expires_at);

-- Tokens are found by their hash with every request.
create unique index iam_auth_tokens_digest_key on iam_auth_tokens (digest);
