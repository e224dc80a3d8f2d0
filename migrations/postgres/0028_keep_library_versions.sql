-- Versions of loaded libraries that others have replaced, so that audits tell what changed since they were created.
create table library_versions (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "library" uuid not null references loaded_libraries (id),
    "version" bigint not null,
    "replaced_by" bigint not null,
    "file" json not null
);
create index library_versions_folder_idx on library_versions ("folder");
create index library_versions_library_idx on library_versions ("library");
create index library_versions_updated_at_idx on library_versions (updated_at);
create index library_versions_order_idx on library_versions ("created_at" desc, id desc);
