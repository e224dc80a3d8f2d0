-- Versions of loaded libraries that others have replaced, so that audits tell what changed since they were created.
create table library_versions (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "library" blob not null references loaded_libraries (id),
    "version" integer not null,
    "replaced_by" integer not null,
    "file" text not null
) strict;
create index library_versions_folder_idx on library_versions ("folder");
create index library_versions_library_idx on library_versions ("library");
create index library_versions_updated_at_idx on library_versions (updated_at);
create index library_versions_order_idx on library_versions ("created_at" desc, id desc);
