create table campaigns (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "status" text,
    "start_date" text,
    "eta" text,
    "due_date" text,
    "selected_implementation_groups" text not null,
    "is_published" integer not null
) strict;
create index campaigns_folder_idx on campaigns ("folder");
create unique index campaigns_folder_name_key on campaigns ("folder", "name");
create index campaigns_updated_at_idx on campaigns (updated_at);
create index campaigns_order_idx on campaigns ("created_at", id);

create table campaigns_frameworks (
    "source" blob not null references campaigns (id),
    "target" blob not null references frameworks (id),
    primary key (source, target)
) strict, without rowid;
create index campaigns_frameworks_target_idx on campaigns_frameworks (target, source);

create table campaigns_perimeters (
    "source" blob not null references campaigns (id),
    "target" blob not null references perimeters (id),
    primary key (source, target)
) strict, without rowid;
create index campaigns_perimeters_target_idx on campaigns_perimeters (target, source);

alter table compliance_assessments add column "campaign" blob references campaigns (id);
create index compliance_assessments_campaign_idx on compliance_assessments ("campaign");

create table report_templates (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "file" text not null
) strict;
create index report_templates_folder_idx on report_templates ("folder");
create unique index report_templates_folder_name_key on report_templates ("folder", "name");
create index report_templates_updated_at_idx on report_templates (updated_at);
create index report_templates_order_idx on report_templates (lower("name"), id);
