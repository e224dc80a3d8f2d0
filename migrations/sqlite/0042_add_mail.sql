alter table notifications add column "mail" blob;
alter table settings_global add column "secret" text;

-- Mail that waits, and how it went. Each is sent once, under its id.
create table mails (
    id blob not null primary key,
    created_at integer not null,
    recipient blob not null,
    digest_day text,
    state text not null,
    due_at integer not null,
    attempts integer not null,
    job blob,
    error text,
    ended_at integer
) strict;
create unique index mails_digest_key on mails (recipient, digest_day);
create index mails_due_idx on mails (due_at, id) where state = 'pending';
create index mails_sending_idx on mails (job) where state = 'sending';
create index mails_ended_idx on mails (ended_at);
create index notifications_mail_idx on notifications (mail);
