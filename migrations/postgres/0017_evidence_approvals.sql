-- Who approved which revision of an evidence, and when. Of earlier approvals only the journal tells.
alter table evidence_revisions add column "approved_by" uuid references users (id);
alter table evidence_revisions add column "approved_at" timestamp with time zone;
create index evidence_revisions_approved_by_idx on evidence_revisions ("approved_by");
