-- What Cairn keeps beside the resources themselves.

-- Moves with every change of tree, roles and people, so that all processes renew their view.
create table access_version (
    version integer not null
) strict;
insert into access_version (version) values (0);

-- Every change of every object: who, when, what, from what to what, and the state after it.
create table journal (
    seq integer primary key autoincrement,
    at integer not null,
    kind text not null,
    resource text not null,
    object_id blob,
    object_name text,
    folder blob,
    origin text not null,
    actor blob,
    actor_label text not null,
    token blob,
    address text,
    request text,
    changes text not null,
    state text
) strict;
create index journal_object_idx on journal (object_id, seq);
create index journal_actor_idx on journal (actor, seq);
create index journal_at_idx on journal (at);

-- The words of every object, folded, for full-text search.
create table search_documents (
    document integer primary key,
    resource text not null,
    object_id blob not null,
    folder blob not null,
    is_published integer not null,
    title text not null,
    body text not null,
    unique (resource, object_id)
) strict;
create virtual table search_words using fts5 (
    title, body, content = 'search_documents', content_rowid = 'document', tokenize = 'unicode61', prefix = '2 3'
);
create trigger search_documents_insert after insert on search_documents begin
    insert into search_words (rowid, title, body) values (new.document, new.title, new.body);
end;
create trigger search_documents_delete after delete on search_documents begin
    insert into search_words (search_words, rowid, title, body) values ('delete', old.document, old.title, old.body);
end;
create trigger search_documents_update after update of title, body on search_documents begin
    insert into search_words (search_words, rowid, title, body) values ('delete', old.document, old.title, old.body);
    insert into search_words (rowid, title, body) values (new.document, new.title, new.body);
end;

-- Answers to POST requests with an Idempotency-Key, for 24 hours.
create table idempotency_keys (
    "user" blob not null,
    key text not null,
    fingerprint text not null,
    status integer not null,
    body blob not null,
    at integer not null,
    primary key ("user", key)
) strict, without rowid;
create index idempotency_keys_at_idx on idempotency_keys (at);

-- When tokens were last used. Apart from the tokens, since this is no change of them.
create table token_uses (
    token blob primary key,
    last_used integer not null
) strict, without rowid;
