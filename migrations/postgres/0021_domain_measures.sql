-- How each domain stood at the end of a day, for trends. Only days on which a number changed have a line.
create table domain_measures (
    folder uuid not null references folders (id) on delete cascade,
    day date not null,
    counts json not null,
    primary key (folder, day)
);
create index domain_measures_day_idx on domain_measures (day);
