-- What plans are made of again and again, and of which one a batch was made: docs/decisions/0155-journey-templates.md.

create table journey_template (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  name text not null check (name <> ''),
  carrier text not null default '', -- '' = said with each plan
  minutes integer not null check (minutes between 1 and 43200), -- from the planned start to the planned end
  start jsonb not null, -- {address, lat, lon, radius}; so the next two
  "end" jsonb not null,
  destination jsonb not null,
  stops jsonb not null default '[]', -- [{…, after_minutes, patrol}]
  limits jsonb, -- null: as the organisation of the plan has it
  positions jsonb not null, -- [{position, process_name, medium, photos_asked, openers, open_stops, second_person}]
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  unique (org_id, name)
);
comment on table journey_template is 'managed: deleted by its organisation, which has 200 at most; plans copy what it says';
select isolate('journey_template', 'org_id');
create policy of_those_above on journey_template for select to plomb_app using (org_id = any ((select organisations_above())::bigint[]));
grant select, insert, update, delete on journey_template to plomb_app, plomb_platform;

create function journey_template_changed() returns trigger language plpgsql as $$
begin
  new.update_time := now();
  return new;
end $$;
create trigger journey_template_changed before update on journey_template for each row execute function journey_template_changed();

-- One after the other, so that two at once are counted both.
create function journey_templates_full() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('journey_template'), new.org_id::integer);
  if (select count(*) from journey_template where org_id = new.org_id) >= 200 then
    raise check_violation using constraint = 'journey_templates_full', message = 'an organisation has no more templates than that';
  end if;
  return new;
end $$;
create trigger journey_templates_full before insert on journey_template for each row execute function journey_templates_full();
create trigger journey_templates_full_moved before update of org_id on journey_template for each row
  when (new.org_id <> old.org_id) execute function journey_templates_full();
revoke execute on function journey_templates_full() from public;

-- Which template a batch was made of, as it was then: what becomes of it later changes no batch.
alter table logistics_batch add column template_id bigint, add column template_name text not null default '', add column template_time timestamptz,
  add check ((template_id is null) = (template_name = '') and (template_id is null) = (template_time is null));
create index logistics_batch_template on logistics_batch (template_id, end_time desc, id desc) where template_id is not null;
create function batch_keeps_template() returns trigger language plpgsql as $$
begin
  raise check_violation using constraint = 'batch_step', message = 'a batch was made of what it was made of';
end $$;
create trigger batch_keeps_template before update on logistics_batch for each row
  when ((new.template_id, new.template_name, new.template_time) is distinct from (old.template_id, old.template_name, old.template_time))
  execute function batch_keeps_template();
