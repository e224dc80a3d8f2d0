create table metrology_metric_instances (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "metric_definition" uuid not null references metrology_metric_definitions (id),
    "status" text collate "C" not null,
    "target_value" bigint,
    "collection_frequency" text collate "C",
    "evidences" uuid references evidences (id),
    "is_published" boolean not null
);
create index metrology_metric_instances_folder_idx on metrology_metric_instances ("folder");
create index metrology_metric_instances_metric_definition_idx on metrology_metric_instances ("metric_definition");
create index metrology_metric_instances_evidences_idx on metrology_metric_instances ("evidences");
create unique index metrology_metric_instances_folder_name_key on metrology_metric_instances ("folder", "name");
create index metrology_metric_instances_updated_at_idx on metrology_metric_instances (updated_at);
create index metrology_metric_instances_order_idx on metrology_metric_instances (lower("name"), id);

create table metrology_custom_metric_samples (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "metric_instance" uuid not null references metrology_metric_instances (id),
    "timestamp" timestamp with time zone not null,
    "value" json not null,
    "observation" text collate "C",
    "evidence_revision" uuid references evidence_revisions (id),
    "is_published" boolean not null
);
create index metrology_custom_metric_samples_folder_idx on metrology_custom_metric_samples ("folder");
create index metrology_custom_metric_samples_metric_instance_idx on metrology_custom_metric_samples ("metric_instance");
create index metrology_custom_metric_samples_evidence_revision_idx on metrology_custom_metric_samples ("evidence_revision");
create index metrology_custom_metric_samples_updated_at_idx on metrology_custom_metric_samples (updated_at);
create index metrology_custom_metric_samples_order_idx on metrology_custom_metric_samples ("timestamp" desc, id desc);
-- The latest value of a metric is read with the metric.
create index metrology_custom_metric_samples_latest_idx on metrology_custom_metric_samples ("metric_instance", "timestamp");

create table metrology_builtin_metric_samples (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null,
    "content_type" text collate "C" not null,
    "object_id" uuid not null,
    "date" date not null,
    "numbers" json not null
);
create index metrology_builtin_metric_samples_folder_idx on metrology_builtin_metric_samples ("folder");
create index metrology_builtin_metric_samples_object_id_idx on metrology_builtin_metric_samples ("object_id");
create unique index metrology_builtin_metric_samples_object_id_date_key on metrology_builtin_metric_samples ("object_id", "date");
create index metrology_builtin_metric_samples_updated_at_idx on metrology_builtin_metric_samples (updated_at);
create index metrology_builtin_metric_samples_order_idx on metrology_builtin_metric_samples ("date" desc, id desc);

-- What was recorded of domains so far.
insert into metrology_builtin_metric_samples (id, created_at, updated_at, folder, content_type, object_id, date, numbers)
    select gen_random_uuid(), cast(day as timestamp with time zone), cast(day as timestamp with time zone), folder, 'Folder', folder, day, counts from domain_measures;
drop table domain_measures;

create table metrology_dashboards (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "dashboard_definition" json not null,
    "builtin" boolean not null,
    "is_published" boolean not null,
    "translations" json
);
create index metrology_dashboards_folder_idx on metrology_dashboards ("folder");
create unique index metrology_dashboards_folder_name_key on metrology_dashboards ("folder", "name");
create index metrology_dashboards_updated_at_idx on metrology_dashboards (updated_at);
create index metrology_dashboards_order_idx on metrology_dashboards (lower("name"), id);

create table metrology_dashboard_widgets (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "dashboard" uuid not null references metrology_dashboards (id),
    "title" text collate "C",
    "chart_type" text collate "C" not null,
    "metric_instance" uuid references metrology_metric_instances (id),
    "target_object_id" uuid,
    "target_model" text collate "C",
    "metric_key" text collate "C",
    "text_content" text collate "C",
    "time_range" text collate "C" not null,
    "aggregation" text collate "C" not null,
    "show_target" boolean not null,
    "show_legend" boolean not null,
    "position_x" bigint not null,
    "position_y" bigint not null,
    "width" bigint not null,
    "height" bigint not null,
    "widget_config" json not null,
    "builtin" boolean not null,
    "is_published" boolean not null,
    "translations" json
);
create index metrology_dashboard_widgets_folder_idx on metrology_dashboard_widgets ("folder");
create index metrology_dashboard_widgets_dashboard_idx on metrology_dashboard_widgets ("dashboard");
create index metrology_dashboard_widgets_metric_instance_idx on metrology_dashboard_widgets ("metric_instance");
create index metrology_dashboard_widgets_target_object_id_idx on metrology_dashboard_widgets ("target_object_id");
create index metrology_dashboard_widgets_updated_at_idx on metrology_dashboard_widgets (updated_at);
create index metrology_dashboard_widgets_order_idx on metrology_dashboard_widgets ("position_y", "position_x", id);

create table metrology_metric_instances_owner (
    "source" uuid not null references metrology_metric_instances (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index metrology_metric_instances_owner_target_idx on metrology_metric_instances_owner (target, source);

create table metrology_metric_instances_organisation_objectives (
    "source" uuid not null references metrology_metric_instances (id),
    "target" uuid not null references organisation_objectives (id),
    primary key (source, target)
);
create index metrology_metric_instances_organisation_objectives_target_idx on metrology_metric_instances_organisation_objectives (target, source);

create table metrology_metric_instances_filtering_labels (
    "source" uuid not null references metrology_metric_instances (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index metrology_metric_instances_filtering_labels_target_idx on metrology_metric_instances_filtering_labels (target, source);

create table metrology_dashboards_filtering_labels (
    "source" uuid not null references metrology_dashboards (id),
    "target" uuid not null references filtering_labels (id),
    primary key (source, target)
);
create index metrology_dashboards_filtering_labels_target_idx on metrology_dashboards_filtering_labels (target, source);
