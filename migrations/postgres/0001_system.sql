-- What Cairn keeps beside the resources themselves.

-- Moves with every change of tree, roles and people, so that all processes renew their view.
create table access_version (
    version bigint not null
);
insert into access_version (version) values (0);

-- Every change of every object: who, when, what, from what to what, and the state after it.
create table journal (
    seq bigserial primary key,
    at timestamp with time zone not null,
    kind text collate "C" not null,
    resource text collate "C" not null,
    object_id uuid,
    object_name text collate "C",
    folder uuid,
    origin text collate "C" not null,
    actor uuid,
    actor_label text collate "C" not null,
    token uuid,
    address text collate "C",
    request text collate "C",
    changes json not null,
    state json
);
create index journal_object_idx on journal (object_id, seq);
create index journal_actor_idx on journal (actor, seq);
create index journal_at_idx on journal (at);

-- The words of every object, folded, for full-text search.
create table search_documents (
    document bigserial primary key,
    resource text collate "C" not null,
    object_id uuid not null,
    folder uuid not null,
    is_published boolean not null,
    title text collate "C" not null,
    body text collate "C" not null,
    words tsvector generated always as (
        setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B')
    ) stored,
    unique (resource, object_id)
);
create index search_documents_words_idx on search_documents using gin (words);

-- Answers to POST requests with an Idempotency-Key, for 24 hours.
create table idempotency_keys (
    "user" uuid not null,
    key text collate "C" not null,
    fingerprint text collate "C" not null,
    status bigint not null,
    body bytea not null,
    at timestamp with time zone not null,
    primary key ("user", key)
);
create index idempotency_keys_at_idx on idempotency_keys (at);

-- When tokens were last used. Apart from the tokens, since this is no change of them.
create table token_uses (
    token uuid primary key,
    last_used timestamp with time zone not null
);
