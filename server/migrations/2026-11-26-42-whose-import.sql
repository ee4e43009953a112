-- An import is its sender's for ever; the organisation of rows that name none is another matter. Of a device that is there
-- already a row keeps the number alone: what else is told of it goes by who reads.

alter table import add goal_org_id bigint references organisation on delete set null; -- of rows that name none
update import i set goal_org_id = i.org_id, org_id = f.org_id from file f where f.id = i.file;
create index import_goal_org on import (goal_org_id);
update job j set org_id = i.org_id from import i where j.kind in ('import_check', 'import_run') and j.subject_id = i.id;

alter table import_row add sn text; -- as it was read; '' = none
update import_row r set sn = lower(regexp_replace(coalesce(cells ->> n.at, ''), '[\s\u200b\ufeff-]', '', 'g')), errors = (
    select jsonb_agg(case when e ->> 'code' = 'importExists' then e - 'values' else e end order by nth)
    from jsonb_array_elements(r.errors) with ordinality as said(e, nth))
  from import i, lateral (
    select (nth - 1)::int as at from jsonb_array_elements_text(i.mapping) with ordinality as m(field, nth) where field = 'sn') n
  where i.id = r.import_id;
