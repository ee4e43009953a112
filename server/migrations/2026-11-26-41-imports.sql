-- Devices by the file: each file is a record, with the rows of it that could not be imported.

create table import (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation, -- of rows that name none
  operator_id bigint not null, -- who did it stays told, also when that person has left
  oper_name text not null,
  import_type text not null check (import_type in ('device')),
  name text not null,
  file text not null references file,
  bytes bigint not null,
  encoding text not null,
  delimiter text not null,
  total integer not null,
  columns jsonb not null, -- as the file has them: heading, samples, filled
  mapping jsonb not null, -- of each column the field, or null
  basis jsonb not null, -- of each column how its field was found, or null
  device_type_id bigint references device_type on delete set null,
  manufacturer_id bigint references manufacturer on delete set null,
  added integer not null default 0,
  same integer not null default 0,
  bad integer not null default 0,
  job_id bigint references job on delete set null, -- the one that last judged or wrote it
  create_time timestamptz not null default now()
);
create index import_org on import (org_id, id desc);
create index import_file on import (file);
create index import_job on import (job_id);
create index import_device_type on import (device_type_id);
create index import_manufacturer on import (manufacturer_id);
select isolate('import', 'org_id');
grant select, insert, update, delete on import to plomb_app, plomb_platform;

create table import_row (
  import_id bigint not null references import on delete cascade,
  row integer not null, -- as a spreadsheet counts
  cells jsonb not null,
  errors jsonb not null, -- field, code of the words, values in them
  primary key (import_id, row)
);
alter table import_row enable row level security;
alter table import_row force row level security;
create policy of_imports_in_sight on import_row to plomb_app using (exists (select from import i where i.id = import_id));
create policy everything on import_row to plomb_platform using (true);
create policy owner on import_row to current_user using (true);
grant select, insert, delete on import_row to plomb_app, plomb_platform;

-- Which field an organisation last filled from a column headed so.
create table import_heading (
  org_id bigint not null references organisation on delete cascade,
  import_type text not null,
  heading text not null,
  field text not null,
  update_time timestamptz not null default now(),
  primary key (org_id, import_type, heading)
);
select isolate('import_heading', 'org_id');
grant select, insert, update, delete on import_heading to plomb_app, plomb_platform;

-- Its file goes a day after its record.
create function import_ends() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from file_use where file_id = old.file and used_by = 'import ' || old.id;
  return null;
end $$;
create trigger import_ends after delete on import for each row execute function import_ends();

-- A number is given once in the whole house: which of these are, without saying whose they are.
create function numbers_taken(numbers text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select sn from device where sn = any (numbers)
$$;
revoke execute on function import_ends(), numbers_taken(text[]) from public;
grant execute on function numbers_taken(text[]) to plomb_app;
