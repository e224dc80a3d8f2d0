-- The licensed activity of a business function, by its code in the EBA's list.
alter table assets add column "dora_licenced_activity" text;
