alter table notifications add column "mail" uuid;
alter table settings_global add column "secret" text collate "C";

-- Mail that waits, and how it went. Each is sent once, under its id.
create table mails (
    id uuid not null primary key,
    created_at timestamp with time zone not null,
    recipient uuid not null,
    digest_day date,
    state text collate "C" not null,
    due_at timestamp with time zone not null,
    attempts bigint not null,
    job uuid,
    error text collate "C",
    ended_at timestamp with time zone
);
create unique index mails_digest_key on mails (recipient, digest_day);
create index mails_due_idx on mails (due_at, id) where state = 'pending';
create index mails_sending_idx on mails (job) where state = 'sending';
create index mails_ended_idx on mails (ended_at);
create index notifications_mail_idx on notifications (mail);
