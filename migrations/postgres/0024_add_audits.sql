create table compliance_assessments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "ref_id" text collate "C",
    "framework" uuid not null references frameworks (id),
    "baseline" uuid references compliance_assessments (id),
    "perimeter" uuid references perimeters (id),
    "status" text collate "C",
    "version" text collate "C",
    "eta" date,
    "due_date" date,
    "is_locked" boolean not null,
    "observation" text collate "C",
    "selected_implementation_groups" json not null,
    "min_score" bigint,
    "max_score" bigint,
    "scores_definition" json,
    "score_calculation_method" text collate "C" not null,
    "target_score" bigint,
    "anchor_na_to_target" boolean not null,
    "field_visibility" json not null,
    "computed_outcome" json not null,
    "auto_sync" boolean not null,
    "is_published" boolean not null
);
create index compliance_assessments_folder_idx on compliance_assessments ("folder");
create index compliance_assessments_framework_idx on compliance_assessments ("framework");
create index compliance_assessments_baseline_idx on compliance_assessments ("baseline");
create index compliance_assessments_perimeter_idx on compliance_assessments ("perimeter");
create unique index compliance_assessments_folder_name_version_key on compliance_assessments ("folder", "name", "version");
create index compliance_assessments_updated_at_idx on compliance_assessments (updated_at);
create index compliance_assessments_order_idx on compliance_assessments ("created_at", id);

create table requirement_assessments (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "compliance_assessment" uuid not null references compliance_assessments (id),
    "requirement" uuid not null references requirement_nodes (id),
    "order_id" bigint not null,
    "status" text collate "C" not null,
    "result" text collate "C" not null,
    "extended_result" text collate "C",
    "is_scored" boolean not null,
    "score" bigint,
    "documentation_score" bigint,
    "target_score" bigint,
    "observation" text collate "C",
    "eta" date,
    "due_date" date,
    "respondent_alignment" text collate "C",
    "selected" boolean not null,
    "mapping_inference" json not null,
    "is_published" boolean not null
);
create index requirement_assessments_folder_idx on requirement_assessments ("folder");
create index requirement_assessments_compliance_assessment_idx on requirement_assessments ("compliance_assessment");
create index requirement_assessments_requirement_idx on requirement_assessments ("requirement");
create unique index requirement_assessments_compliance_assessment_requirement_key on requirement_assessments ("compliance_assessment", "requirement");
create index requirement_assessments_updated_at_idx on requirement_assessments (updated_at);
create index requirement_assessments_order_idx on requirement_assessments ("order_id", id);

create table answers (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "requirement_assessment" uuid not null references requirement_assessments (id),
    "question" uuid not null references questions (id),
    "value" json,
    "is_published" boolean not null
);
create index answers_folder_idx on answers ("folder");
create index answers_requirement_assessment_idx on answers ("requirement_assessment");
create index answers_question_idx on answers ("question");
create unique index answers_requirement_assessment_question_key on answers ("requirement_assessment", "question");
create index answers_updated_at_idx on answers (updated_at);
create index answers_order_idx on answers ("created_at", id);

alter table comments add column "requirement_assessment" uuid references requirement_assessments (id);
create index comments_requirement_assessment_idx on comments ("requirement_assessment");
create table compliance_assessments_authors (
    "source" uuid not null references compliance_assessments (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index compliance_assessments_authors_target_idx on compliance_assessments_authors (target, source);

create table compliance_assessments_reviewers (
    "source" uuid not null references compliance_assessments (id),
    "target" uuid not null references actors (id),
    primary key (source, target)
);
create index compliance_assessments_reviewers_target_idx on compliance_assessments_reviewers (target, source);

create table compliance_assessments_assets (
    "source" uuid not null references compliance_assessments (id),
    "target" uuid not null references assets (id),
    primary key (source, target)
);
create index compliance_assessments_assets_target_idx on compliance_assessments_assets (target, source);

create table compliance_assessments_evidences (
    "source" uuid not null references compliance_assessments (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index compliance_assessments_evidences_target_idx on compliance_assessments_evidences (target, source);

create table requirement_assessments_applied_controls (
    "source" uuid not null references requirement_assessments (id),
    "target" uuid not null references applied_controls (id),
    primary key (source, target)
);
create index requirement_assessments_applied_controls_target_idx on requirement_assessments_applied_controls (target, source);

create table requirement_assessments_evidences (
    "source" uuid not null references requirement_assessments (id),
    "target" uuid not null references evidences (id),
    primary key (source, target)
);
create index requirement_assessments_evidences_target_idx on requirement_assessments_evidences (target, source);

create table answers_selected_choices (
    "source" uuid not null references answers (id),
    "target" uuid not null references question_choices (id),
    primary key (source, target)
);
create index answers_selected_choices_target_idx on answers_selected_choices (target, source);

