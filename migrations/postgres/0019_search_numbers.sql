-- SQLite alone keeps its words in a table of their own; here a document has them itself.
select 1;
