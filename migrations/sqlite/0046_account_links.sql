-- Links with which people set their password, by their hash: one for each account.
create table password_links (
    "user" blob not null primary key references users (id) on delete cascade,
    digest text not null,
    purpose text not null,
    created_at integer not null,
    expires_at integer not null
) strict, without rowid;
create unique index password_links_digest_key on password_links (digest);
create index password_links_expires_at_idx on password_links (expires_at);

-- Mail about an account, which tells of no notifications: its kind, and what it tells.
alter table mails add column kind text;
alter table mails add column detail text;
create index mails_kind_idx on mails (recipient, kind, created_at) where kind is not null;

-- When a session was last used, to the minute.
alter table sessions add column seen_at integer;
