alter table timeline_entries add column "translations" json;
