-- Functions that run with their owner's rights look up names where their owner put them: a table of the same name in the
-- temporary schema, which anybody may make, comes last.
do $$
declare f regprocedure;
begin
  for f in select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
            where p.prosecdef and n.nspname = 'public'
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', f);
  end loop;
end $$;

-- What serves requests needs no hash of a password: signing in asks by another role.
do $$
declare columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
   where attrelid = 'operator'::regclass and attnum > 0 and not attisdropped and attname <> 'password_hash';
  revoke select on operator from plomb_app;
  execute format('grant select (%s) on operator to plomb_app', columns);
end $$;
