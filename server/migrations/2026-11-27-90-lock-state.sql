-- `device_state` was two things: what a device is good for (a column of `device`, as in stock keeping) and the table of
-- what each lock was last heard to be. The table is `lock_state`.
alter table device_state rename to lock_state;
do $$
declare
  of record;
begin
  for of in select conname as name from pg_constraint where conrelid = 'lock_state'::regclass and conname like 'device\_state%' loop
    execute format('alter table lock_state rename constraint %I to %I', of.name, 'lock_state' || substr(of.name, 13));
  end loop;
  for of in select relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
            where i.indrelid = 'lock_state'::regclass and relname like 'device\_state%' loop
    execute format('alter index %I rename to %I', of.name, 'lock_state' || substr(of.name, 13));
  end loop;
  for of in select tgname as name from pg_trigger where tgrelid = 'lock_state'::regclass and tgname like 'device\_state%' loop
    execute format('alter trigger %I on lock_state rename to %I', of.name, 'lock_state' || substr(of.name, 13));
  end loop;
  -- a function knows its tables by their names; the column is never named behind these words
  for of in select pg_get_functiondef(oid) as text from pg_proc
            where pronamespace = 'public'::regnamespace and prokind = 'f' and prosrc ~ '\mdevice_state\M' loop
    execute regexp_replace(of.text, '\m(from|join|update|into)(\s+)device_state\M', '\1\2lock_state', 'gi');
  end loop;
end $$;
