-- The number of a word's row tells the resource of its document in the last ten bits, so that the hits of one resource are
-- counted in the index of words alone, without a look at each document.
create table search_numbers (
    number integer primary key check (number < 1024),
    resource text not null unique
) strict;
insert into search_numbers (resource) select distinct resource from search_documents;

drop trigger search_documents_insert;
drop trigger search_documents_delete;
drop trigger search_documents_update;
drop table search_words;

create view search_contents as
    select d.document << 10 | n.number as id, d.title, d.body
    from search_documents d join search_numbers n on n.resource = d.resource;
create virtual table search_words using fts5 (
    title, body, content = 'search_contents', content_rowid = 'id', tokenize = 'unicode61', prefix = '2 3'
);
create trigger search_documents_insert after insert on search_documents begin
    insert or ignore into search_numbers (resource) values (new.resource);
    insert into search_words (rowid, title, body)
        select new.document << 10 | number, new.title, new.body from search_numbers where resource = new.resource;
end;
create trigger search_documents_delete after delete on search_documents begin
    insert into search_words (search_words, rowid, title, body)
        select 'delete', old.document << 10 | number, old.title, old.body from search_numbers where resource = old.resource;
end;
create trigger search_documents_update after update of title, body on search_documents begin
    insert into search_words (search_words, rowid, title, body)
        select 'delete', old.document << 10 | number, old.title, old.body from search_numbers where resource = old.resource;
    insert into search_words (rowid, title, body)
        select new.document << 10 | number, new.title, new.body from search_numbers where resource = new.resource;
end;
insert into search_words (search_words) values ('rebuild');
