-- Endpoints and audit sinks keep the limits of the token that set them up, and when they were pointed elsewhere.
alter table webhooks_endpoints add column "limited_to" uuid references folders (id);
alter table webhooks_endpoints add column "repointed_at" timestamptz;
create index webhooks_endpoints_limited_to_idx on webhooks_endpoints ("limited_to");
alter table webhooks_audit_sinks add column "limited_to" uuid references folders (id);
alter table webhooks_audit_sinks add column "repointed_at" timestamptz;
create index webhooks_audit_sinks_limited_to_idx on webhooks_audit_sinks ("limited_to");
