-- What proves that the journal was not changed: a Merkle tree over its entries, with signed roots.

-- When the content of an entry was removed because it had become too old.
alter table journal add column pruned_at integer;

-- The leaves of the tree, in the order in which entries were sealed. The salt goes with the
-- content of an entry; the hash of the content stays then.
create table journal_leaves (
    leaf integer primary key,
    seq integer not null,
    hash blob not null,
    salt blob,
    content blob
) strict;
create unique index journal_leaves_seq_key on journal_leaves (seq);

-- The complete subtrees above the leaves, which never change: a proof reads a few of them.
create table journal_nodes (
    level integer not null,
    place integer not null,
    hash blob not null,
    primary key (level, place)
) strict, without rowid;

-- The signed roots.
create table journal_heads (
    size integer primary key,
    root blob not null,
    at integer not null,
    key blob not null,
    signature blob not null
) strict;

-- The public keys that signed them, the newest of which is in use.
create table journal_keys (
    key blob primary key,
    since integer not null
) strict, without rowid;

-- Numbers that were missing when later ones were sealed: their transactions may still commit.
create table journal_gaps (
    first integer primary key,
    last integer not null,
    since integer not null
) strict;

-- Up to where content was removed: earlier instants cannot be asked for any more.
create table journal_horizon (
    horizon integer primary key
) strict;
