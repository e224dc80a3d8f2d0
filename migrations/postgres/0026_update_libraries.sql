-- What a newer version of a library leaves out is retired, and the last update can be rolled back.
alter table "questions" add column "retired_at" timestamp with time zone;
alter table "question_choices" add column "retired_at" timestamp with time zone;
alter table "loaded_libraries" add column "previous_version" bigint;
alter table "loaded_libraries" add column "previous_file" json;
alter table "loaded_libraries" add column "previous_values" json;
