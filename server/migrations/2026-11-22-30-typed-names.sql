-- What was typed as a name by somebody nobody knows yet: a column of its own, so that no list has to read request bodies.
-- Those are free text: reading one of them as JSON fails on the first that is none, and takes every other row along.
alter table operation_log add column typed_name text not null default '';

create function pg_temp.username_in(body text) returns text language plpgsql as $$
begin
  return coalesce(body::jsonb ->> 'username', '');
exception when others then
  return '';
end $$;
alter table operation_log disable trigger operation_log_append_only;
update operation_log set typed_name = left(pg_temp.username_in(request_body), 64)
 where operate_name = '' and request_body like '%username%';
alter table operation_log enable trigger operation_log_append_only;
