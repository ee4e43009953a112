-- How many reports there are of each organisation and hour, by their locks' own time. They are counted as their rows are inserted, by
-- the statement that inserts them: a repeat inserts nothing, a report that takes the place of an unproved one neither, a late
-- one belongs to its own hour, and what is rolled back was not counted. What is counted is only ever added, to a table without an index
-- that no two writers wait for; a job adds it up.
create table report_tally (org_id bigint not null, hour timestamptz not null, reports bigint not null);
select isolate('report_tally', 'org_id');
grant select on report_tally to plomb_app;
grant select, insert, delete on report_tally to plomb_platform;

create table report_hour (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  hour timestamptz not null,
  reports bigint not null,
  unique (hour, org_id)
);
select isolate('report_hour', 'org_id');
grant select on report_hour to plomb_app;
grant select, insert, update, delete on report_hour to plomb_platform;

create function count_reports() returns trigger language plpgsql as $$
begin
  insert into report_tally (org_id, hour, reports)
    select org_id, date_trunc('hour', device_time, 'UTC'), count(*) from stored group by 1, 2;
  return null;
end $$;
revoke execute on function count_reports() from public;
create trigger reports_counted after insert on position referencing new table as stored
  for each statement execute function count_reports();

-- those of the hours that are shown, told before this
insert into report_hour (org_id, hour, reports)
  select org_id, date_trunc('hour', device_time, 'UTC'), count(*) from position
  where device_time >= date_trunc('hour', now(), 'UTC') - interval '2 days' group by 1, 2;
