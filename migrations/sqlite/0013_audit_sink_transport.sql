-- How entries travel to an audit sink.
alter table webhooks_audit_sinks add column "transport" text not null default 'http';
