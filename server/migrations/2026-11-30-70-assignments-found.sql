-- An assignment is looked for by the names it keeps, too: what is searched for is made once, when they are written.
alter table device_assignment add column search_text text not null
  generated always as (search_key(sn || ' ' || org_name || ' ' || to_org_name)) stored;
