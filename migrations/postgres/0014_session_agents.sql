-- The browser that signed in, so that a person knows their sessions apart.
alter table sessions add column agent text collate "C";
