create table metrology_metric_instances (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "metric_definition" blob not null references metrology_metric_definitions (id),
    "status" text not null,
    "target_value" integer,
    "collection_frequency" text,
    "evidences" blob references evidences (id),
    "is_published" integer not null
) strict;
create index metrology_metric_instances_folder_idx on metrology_metric_instances ("folder");
create index metrology_metric_instances_metric_definition_idx on metrology_metric_instances ("metric_definition");
create index metrology_metric_instances_evidences_idx on metrology_metric_instances ("evidences");
create unique index metrology_metric_instances_folder_name_key on metrology_metric_instances ("folder", "name");
create index metrology_metric_instances_updated_at_idx on metrology_metric_instances (updated_at);
create index metrology_metric_instances_order_idx on metrology_metric_instances (lower("name"), id);

create table metrology_custom_metric_samples (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "metric_instance" blob not null references metrology_metric_instances (id),
    "timestamp" integer not null,
    "value" text not null,
    "observation" text,
    "evidence_revision" blob references evidence_revisions (id),
    "is_published" integer not null
) strict;
create index metrology_custom_metric_samples_folder_idx on metrology_custom_metric_samples ("folder");
create index metrology_custom_metric_samples_metric_instance_idx on metrology_custom_metric_samples ("metric_instance");
create index metrology_custom_metric_samples_evidence_revision_idx on metrology_custom_metric_samples ("evidence_revision");
create index metrology_custom_metric_samples_updated_at_idx on metrology_custom_metric_samples (updated_at);
create index metrology_custom_metric_samples_order_idx on metrology_custom_metric_samples ("timestamp" desc, id desc);
-- The latest value of a metric is read with the metric.
create index metrology_custom_metric_samples_latest_idx on metrology_custom_metric_samples ("metric_instance", "timestamp");

create table metrology_builtin_metric_samples (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null,
    "content_type" text not null,
    "object_id" blob not null,
    "date" text not null,
    "numbers" text not null
) strict;
create index metrology_builtin_metric_samples_folder_idx on metrology_builtin_metric_samples ("folder");
create index metrology_builtin_metric_samples_object_id_idx on metrology_builtin_metric_samples ("object_id");
create unique index metrology_builtin_metric_samples_object_id_date_key on metrology_builtin_metric_samples ("object_id", "date");
create index metrology_builtin_metric_samples_updated_at_idx on metrology_builtin_metric_samples (updated_at);
create index metrology_builtin_metric_samples_order_idx on metrology_builtin_metric_samples ("date" desc, id desc);

-- What was recorded of domains so far.
insert into metrology_builtin_metric_samples (id, created_at, updated_at, folder, content_type, object_id, date, numbers)
    select randomblob(16), cast(strftime('%s', day) as integer) * 1000000, cast(strftime('%s', day) as integer) * 1000000, folder, 'Folder', folder, day, counts from domain_measures;
drop table domain_measures;

create table metrology_dashboards (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "dashboard_definition" text not null,
    "builtin" integer not null,
    "is_published" integer not null,
    "translations" text
) strict;
create index metrology_dashboards_folder_idx on metrology_dashboards ("folder");
create unique index metrology_dashboards_folder_name_key on metrology_dashboards ("folder", "name");
create index metrology_dashboards_updated_at_idx on metrology_dashboards (updated_at);
create index metrology_dashboards_order_idx on metrology_dashboards (lower("name"), id);

create table metrology_dashboard_widgets (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "dashboard" blob not null references metrology_dashboards (id),
    "title" text,
    "chart_type" text not null,
    "metric_instance" blob references metrology_metric_instances (id),
    "target_object_id" blob,
    "target_model" text,
    "metric_key" text,
    "text_content" text,
    "time_range" text not null,
    "aggregation" text not null,
    "show_target" integer not null,
    "show_legend" integer not null,
    "position_x" integer not null,
    "position_y" integer not null,
    "width" integer not null,
    "height" integer not null,
    "widget_config" text not null,
    "builtin" integer not null,
    "is_published" integer not null,
    "translations" text
) strict;
create index metrology_dashboard_widgets_folder_idx on metrology_dashboard_widgets ("folder");
create index metrology_dashboard_widgets_dashboard_idx on metrology_dashboard_widgets ("dashboard");
create index metrology_dashboard_widgets_metric_instance_idx on metrology_dashboard_widgets ("metric_instance");
create index metrology_dashboard_widgets_target_object_id_idx on metrology_dashboard_widgets ("target_object_id");
create index metrology_dashboard_widgets_updated_at_idx on metrology_dashboard_widgets (updated_at);
create index metrology_dashboard_widgets_order_idx on metrology_dashboard_widgets ("position_y", "position_x", id);

create table metrology_metric_instances_owner (
    "source" blob not null references metrology_metric_instances (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index metrology_metric_instances_owner_target_idx on metrology_metric_instances_owner (target, source);

create table metrology_metric_instances_organisation_objectives (
    "source" blob not null references metrology_metric_instances (id),
    "target" blob not null references organisation_objectives (id),
    primary key (source, target)
) strict, without rowid;
create index metrology_metric_instances_organisation_objectives_target_idx on metrology_metric_instances_organisation_objectives (target, source);

create table metrology_metric_instances_filtering_labels (
    "source" blob not null references metrology_metric_instances (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index metrology_metric_instances_filtering_labels_target_idx on metrology_metric_instances_filtering_labels (target, source);

create table metrology_dashboards_filtering_labels (
    "source" blob not null references metrology_dashboards (id),
    "target" blob not null references filtering_labels (id),
    primary key (source, target)
) strict, without rowid;
create index metrology_dashboards_filtering_labels_target_idx on metrology_dashboards_filtering_labels (target, source);
