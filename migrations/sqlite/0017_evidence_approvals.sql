-- Who approved which revision of an evidence, and when. Of earlier approvals only the journal tells.
alter table evidence_revisions add column "approved_by" blob references users (id);
alter table evidence_revisions add column "approved_at" integer;
create index evidence_revisions_approved_by_idx on evidence_revisions ("approved_by");
