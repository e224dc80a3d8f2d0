create table campaigns (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "status" text collate "C",
    "start_date" date,
    "eta" date,
    "due_date" date,
    "selected_implementation_groups" json not null,
    "is_published" boolean not null
);
create index campaigns_folder_idx on campaigns ("folder");
create unique index campaigns_folder_name_key on campaigns ("folder", "name");
create index campaigns_updated_at_idx on campaigns (updated_at);
create index campaigns_order_idx on campaigns ("created_at", id);

create table campaigns_frameworks (
    "source" uuid not null references campaigns (id),
    "target" uuid not null references frameworks (id),
    primary key (source, target)
);
create index campaigns_frameworks_target_idx on campaigns_frameworks (target, source);

create table campaigns_perimeters (
    "source" uuid not null references campaigns (id),
    "target" uuid not null references perimeters (id),
    primary key (source, target)
);
create index campaigns_perimeters_target_idx on campaigns_perimeters (target, source);

alter table compliance_assessments add column "campaign" uuid references campaigns (id);
create index compliance_assessments_campaign_idx on compliance_assessments ("campaign");

create table report_templates (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "file" json not null
);
create index report_templates_folder_idx on report_templates ("folder");
create unique index report_templates_folder_name_key on report_templates ("folder", "name");
create index report_templates_updated_at_idx on report_templates (updated_at);
create index report_templates_order_idx on report_templates (lower("name"), id);
