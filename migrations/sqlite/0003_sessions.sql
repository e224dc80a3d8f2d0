-- Browser sessions, by the hash of what the browser carries.
create table sessions (
    digest text primary key,
    "user" blob not null references users (id) on delete cascade,
    csrf_digest text not null,
    created_at integer not null,
    expires_at integer not null,
    address text
) strict, without rowid;
create index sessions_user_idx on sessions ("user");
create index sessions_expires_at_idx on sessions (expires_at);

-- Tokens are found by their hash with every request.
create unique index iam_auth_tokens_digest_key on iam_auth_tokens (digest);
