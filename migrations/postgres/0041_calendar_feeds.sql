alter table iam_auth_tokens add column "calendar" json;
