create table library_drafts (
    "id" blob not null primary key,
    "created_at" integer not null,
    "updated_at" integer not null,
    "folder" blob not null references folders (id),
    "name" text not null,
    "description" text,
    "annotation" text,
    "packager" text not null,
    "ref_id" text not null,
    "urn" text,
    "locale" text not null,
    "version" integer not null,
    "provider" text,
    "copyright" text,
    "publication_date" text,
    "dependencies" text not null,
    "labels" text not null,
    "translations" text,
    "content" text not null,
    "first_published_at" integer,
    "last_published_at" integer,
    "last_published_version" integer,
    "published_checksum" text
) strict;
create index library_drafts_folder_idx on library_drafts ("folder");
create unique index library_drafts_urn_locale_key on library_drafts ("urn", "locale");
create index library_drafts_updated_at_idx on library_drafts (updated_at);
create index library_drafts_order_idx on library_drafts (lower("name"), id);
