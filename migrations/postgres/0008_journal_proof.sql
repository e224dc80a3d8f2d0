-- What proves that the journal was not changed: a Merkle tree over its entries, with signed roots.

-- When the content of an entry was removed because it had become too old.
alter table journal add column pruned_at timestamp with time zone;

-- The leaves of the tree, in the order in which entries were sealed. The salt goes with the
-- content of an entry; the hash of the content stays then.
create table journal_leaves (
    leaf bigint primary key,
    seq bigint not null,
    hash bytea not null,
    salt bytea,
    content bytea
);
create unique index journal_leaves_seq_key on journal_leaves (seq);

-- The complete subtrees above the leaves, which never change: a proof reads a few of them.
create table journal_nodes (
    level bigint not null,
    place bigint not null,
    hash bytea not null,
    primary key (level, place)
);

-- The signed roots.
create table journal_heads (
    size bigint primary key,
    root bytea not null,
    at timestamp with time zone not null,
    key bytea not null,
    signature bytea not null
);

-- The public keys that signed them, the newest of which is in use.
create table journal_keys (
    key bytea primary key,
    since timestamp with time zone not null
);

-- Numbers that were missing when later ones were sealed: their transactions may still commit.
create table journal_gaps (
    first bigint primary key,
    last bigint not null,
    since timestamp with time zone not null
);

-- Up to where content was removed: earlier instants cannot be asked for any more.
create table journal_horizon (
    horizon timestamp with time zone primary key
);
