create table compliance_assessments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "ref_id" text,
    "framework" blob not null references frameworks (id),
    "baseline" blob references compliance_assessments (id),
    "perimeter" blob references perimeters (id),
    "status" text,
    "version" text,
    "eta" text,
    "due_date" text,
    "is_locked" integer not null,
    "observation" text,
    "selected_implementation_groups" text not null,
    "min_score" integer,
    "max_score" integer,
    "scores_definition" text,
    "score_calculation_method" text not null,
    "target_score" integer,
    "anchor_na_to_target" integer not null,
    "field_visibility" text not null,
    "computed_outcome" text not null,
    "auto_sync" integer not null,
    "is_published" integer not null
) strict;
create index compliance_assessments_folder_idx on compliance_assessments ("folder");
create index compliance_assessments_framework_idx on compliance_assessments ("framework");
create index compliance_assessments_baseline_idx on compliance_assessments ("baseline");
create index compliance_assessments_perimeter_idx on compliance_assessments ("perimeter");
create unique index compliance_assessments_folder_name_version_key on compliance_assessments ("folder", "name", "version");
create index compliance_assessments_updated_at_idx on compliance_assessments (updated_at);
create index compliance_assessments_order_idx on compliance_assessments ("created_at", id);

create table requirement_assessments (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "compliance_assessment" blob not null references compliance_assessments (id),
    "requirement" blob not null references requirement_nodes (id),
    "order_id" integer not null,
    "status" text not null,
    "result" text not null,
    "extended_result" text,
    "is_scored" integer not null,
    "score" integer,
    "documentation_score" integer,
    "target_score" integer,
    "observation" text,
    "eta" text,
    "due_date" text,
    "respondent_alignment" text,
    "selected" integer not null,
    "mapping_inference" text not null,
    "is_published" integer not null
) strict;
create index requirement_assessments_folder_idx on requirement_assessments ("folder");
create index requirement_assessments_compliance_assessment_idx on requirement_assessments ("compliance_assessment");
create index requirement_assessments_requirement_idx on requirement_assessments ("requirement");
create unique index requirement_assessments_compliance_assessment_requirement_key on requirement_assessments ("compliance_assessment", "requirement");
create index requirement_assessments_updated_at_idx on requirement_assessments (updated_at);
create index requirement_assessments_order_idx on requirement_assessments ("order_id", id);

create table answers (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "requirement_assessment" blob not null references requirement_assessments (id),
    "question" blob not null references questions (id),
    "value" text,
    "is_published" integer not null
) strict;
create index answers_folder_idx on answers ("folder");
create index answers_requirement_assessment_idx on answers ("requirement_assessment");
create index answers_question_idx on answers ("question");
create unique index answers_requirement_assessment_question_key on answers ("requirement_assessment", "question");
create index answers_updated_at_idx on answers (updated_at);
create index answers_order_idx on answers ("created_at", id);

alter table comments add column "requirement_assessment" blob references requirement_assessments (id);
create index comments_requirement_assessment_idx on comments ("requirement_assessment");
create table compliance_assessments_authors (
    "source" blob not null references compliance_assessments (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index compliance_assessments_authors_target_idx on compliance_assessments_authors (target, source);

create table compliance_assessments_reviewers (
    "source" blob not null references compliance_assessments (id),
    "target" blob not null references actors (id),
    primary key (source, target)
) strict, without rowid;
create index compliance_assessments_reviewers_target_idx on compliance_assessments_reviewers (target, source);

create table compliance_assessments_assets (
    "source" blob not null references compliance_assessments (id),
    "target" blob not null references assets (id),
    primary key (source, target)
) strict, without rowid;
create index compliance_assessments_assets_target_idx on compliance_assessments_assets (target, source);

create table compliance_assessments_evidences (
    "source" blob not null references compliance_assessments (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index compliance_assessments_evidences_target_idx on compliance_assessments_evidences (target, source);

create table requirement_assessments_applied_controls (
    "source" blob not null references requirement_assessments (id),
    "target" blob not null references applied_controls (id),
    primary key (source, target)
) strict, without rowid;
create index requirement_assessments_applied_controls_target_idx on requirement_assessments_applied_controls (target, source);

create table requirement_assessments_evidences (
    "source" blob not null references requirement_assessments (id),
    "target" blob not null references evidences (id),
    primary key (source, target)
) strict, without rowid;
create index requirement_assessments_evidences_target_idx on requirement_assessments_evidences (target, source);

create table answers_selected_choices (
    "source" blob not null references answers (id),
    "target" blob not null references question_choices (id),
    primary key (source, target)
) strict, without rowid;
create index answers_selected_choices_target_idx on answers_selected_choices (target, source);

