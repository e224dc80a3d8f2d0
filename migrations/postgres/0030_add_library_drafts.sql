create table library_drafts (
    "id" uuid not null primary key,
    "created_at" timestamp with time zone not null,
    "updated_at" timestamp with time zone not null,
    "folder" uuid not null references folders (id),
    "name" text collate "C" not null,
    "description" text collate "C",
    "annotation" text collate "C",
    "packager" text collate "C" not null,
    "ref_id" text collate "C" not null,
    "urn" text collate "C",
    "locale" text collate "C" not null,
    "version" bigint not null,
    "provider" text collate "C",
    "copyright" text collate "C",
    "publication_date" date,
    "dependencies" json not null,
    "labels" json not null,
    "translations" json,
    "content" json not null,
    "first_published_at" timestamp with time zone,
    "last_published_at" timestamp with time zone,
    "last_published_version" bigint,
    "published_checksum" text collate "C"
);
create index library_drafts_folder_idx on library_drafts ("folder");
create unique index library_drafts_urn_locale_key on library_drafts ("urn", "locale");
create index library_drafts_updated_at_idx on library_drafts (updated_at);
create index library_drafts_order_idx on library_drafts (lower("name"), id);
