-- Who has left an organisation's mails of alarms stays away, whoever types the address anew. See docs/decisions/0115-who-left-stays-away.md.

-- By what an address is known again: it is not kept for that.
create function mail_known_by(org bigint, mail_box text) returns bytea
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select sha256(convert_to(org || ' ' || lower(mail_box), 'UTF8'))
$$;
revoke execute on function mail_known_by(bigint, text) from public;
grant execute on function mail_known_by(bigint, text) to plomb_platform;

create table alarm_left (
  org_id bigint not null references organisation,
  known_by bytea not null, -- mail_known_by
  since timestamptz not null default now(),
  primary key (org_id, known_by)
);
select isolate('alarm_left', 'org_id');
grant select, insert, delete on alarm_left to plomb_platform;

-- What is wrong with the ways of recipients follows.
create function alarm_left_begins() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into alarm_trouble as t (config_id, org_id, channel, kind, since)
    select c.id, c.org_id, 'mail', 'left', new.since from alarm_config c
     where c.org_id = new.org_id and mail_known_by(c.org_id, c.mail_box) = new.known_by
    on conflict (config_id, channel) do update set kind = 'left', since = excluded.since, told_time = null, told = 0, invite_time = null;
  return null;
end $$;
create function alarm_left_ends() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from alarm_trouble t using alarm_config c where c.id = t.config_id and t.channel = 'mail' and t.kind = 'left'
    and c.org_id = old.org_id and mail_known_by(c.org_id, c.mail_box) = old.known_by;
  return null;
end $$;

-- A recipient who is given such an address is mailed nothing, which is somebody's to know as of any way that fails.
create function alarm_left_again() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into alarm_trouble (config_id, org_id, channel, kind, since)
    select new.id, new.org_id, 'mail', 'left', l.since from alarm_left l
     where l.org_id = new.org_id and l.known_by = mail_known_by(new.org_id, new.mail_box)
    on conflict do nothing;
  return null;
end $$;
revoke execute on function alarm_left_begins(), alarm_left_ends(), alarm_left_again() from public;

insert into alarm_left (org_id, known_by, since)
  select t.org_id, mail_known_by(t.org_id, c.mail_box), min(t.since) from alarm_trouble t join alarm_config c on c.id = t.config_id
   where t.channel = 'mail' and t.kind = 'left' group by 1, 2;
create trigger alarm_left_begins after insert on alarm_left for each row execute function alarm_left_begins();
create trigger alarm_left_ends after delete on alarm_left for each row execute function alarm_left_ends();
create trigger alarm_left_added after insert on alarm_config for each row execute function alarm_left_again();
create trigger alarm_left_readdressed after update of mail_box on alarm_config for each row
  when (lower(new.mail_box) <> lower(old.mail_box)) execute function alarm_left_again();
