-- Reading the journal: the audit log as a resource, quick ways into it, and where every object is now.

-- An entry's id follows from its place in the journal, so that it needs no column.
create view log_entries as
select cast('00000000-0000-8000-8000-' || lpad(to_hex(seq), 12, '0') as uuid) as id, at as created_at, at as updated_at,
       folder, seq, at, kind, resource, object_id, object_name, origin, actor, actor_label, token, address, request,
       changes as data
from journal;

-- Newest first, whatever the log is filtered by. Each index makes every write dearer, so what has few
-- values (resources, domains) is found by going through the newest entries in one that has them all.
drop index journal_object_idx;
drop index journal_actor_idx;
drop index journal_at_idx;
create index journal_at_idx on journal (at, seq, resource, folder);
-- The kind makes it enough for finding the last change of every object.
create index journal_object_idx on journal (object_id, at, seq, kind);
create index journal_actor_idx on journal (actor, at, seq);
create index journal_kind_idx on journal (kind, at, seq);

-- Where every object is, or was when it was deleted: the past is seen by who may see the present.
create table places (
    id uuid not null primary key,
    resource text collate "C" not null,
    folder uuid not null,
    -- As the object's own field says; null where it has none.
    is_published boolean,
    is_deleted boolean not null,
    -- When it last changed its place; null while it is where it was made.
    moved_at timestamp with time zone,
    -- The transaction, for whoever wants to know what is new.
    mark bigint not null
);
create index places_moved_idx on places (moved_at) where moved_at is not null;
create index places_mark_idx on places (mark) where moved_at is not null;

insert into places (id, resource, folder, is_published, is_deleted, moved_at, mark)
select j.object_id, j.resource, j.folder,
       cast(coalesce(j.state ->> 'is_published', j.changes -> 'is_published' ->> 0) as boolean),
       j.kind = 'deleted', case when j.kind <> 'created' then j.at end, txid_current()
from journal j
where j.seq in (
    select max(seq) from journal where kind in ('created', 'updated', 'deleted') and folder is not null group by object_id
);
