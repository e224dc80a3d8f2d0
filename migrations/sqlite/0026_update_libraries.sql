-- What a newer version of a library leaves out is retired, and the last update can be rolled back.
alter table "questions" add column "retired_at" integer;
alter table "question_choices" add column "retired_at" integer;
alter table "loaded_libraries" add column "previous_version" integer;
alter table "loaded_libraries" add column "previous_file" text;
alter table "loaded_libraries" add column "previous_values" text;
