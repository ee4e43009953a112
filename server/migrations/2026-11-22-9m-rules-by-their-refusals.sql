-- A rule of the database is called as the refusal that tells of its breach.
alter table device rename constraint device_sn_key to device_sn_exists;
alter index operator_login rename to operator_login_name;

-- Triggers name the column, so that the refusal stands beside its field.
do $$
declare rule record;
begin
  for rule in
    select p.oid, r.name, r.about from pg_proc p join (values
      ('organisation_circle', 'parent_id'), ('operator_role_above', 'role_id'), ('role_circle', 'super_role_id'),
      ('device_type_in_reach', 'device_type_id'), ('manufacturer_in_reach', 'manufacturer_id')) r (name, about)
      on strpos(p.prosrc, format('constraint = %L', r.name)) > 0
     where p.pronamespace = 'public'::regnamespace
     order by r.name
  loop
    execute replace(pg_get_functiondef(rule.oid), format('constraint = %L', rule.name),
      format('constraint = %L, column = %L', rule.name, rule.about));
  end loop;
end $$;
