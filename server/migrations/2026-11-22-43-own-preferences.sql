-- What belongs to a person is written for people in sight only, whoever forgets to ask.
do $$
declare t text;
begin
  foreach t in array array['hobby_config', 'ui_preference', 'file_ticket'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy of_operators_in_sight on %I to plomb_app
      using (exists (select from operator o where o.id = operator_id))', t);
    execute format('create policy everything on %I to plomb_platform using (true)', t);
    execute format('create policy owner on %I to current_user using (true)', t);
  end loop;
end $$;
