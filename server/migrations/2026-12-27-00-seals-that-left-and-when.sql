-- A seal that can be used again is of whoever took it off: where that was somebody above, it has left those whose load it was on, too, and nobody has
-- signed since that it was blank. Of a seal that has left them: whether it was theirs at that time, and until when. What somebody tells of a time when
-- another had it on a load is no word of that load. The clock of a handset goes five minutes behind (0124); one of before the seal was made says nothing.
drop function seal_that_left(text, text, timestamptz);
create function seal_that_left(of_medium text, of_key text, since timestamptz)
returns table (id bigint, number text, reusable boolean, create_time timestamptz, handed_time timestamptz, left_time timestamptz,
  first_left timestamptz, theirs boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.number, k.reusable, s.create_time, max(m.at) filter (where m.kind <> 'received'), max(m.at), min(m.at),
    since < s.create_time or (select max(f.at) filter (where f.own and f.at <= since + interval '5 minutes')
        >= coalesce(max(f.at) filter (where not f.own and f.at <= since), '-infinity')
      from (select h.at, h.org_id = any (plomb_orgs()) as own from seal_movement h where h.seal_id = s.id and h.kind in ('received', 'found')
        union all select o.at, o.org_id = any (plomb_orgs()) from seal_operation o
          where o.seal_id = s.id and o.outcome = 'done' and o.operation = 0) f) is true
  from seal s join seal_series r on r.id = s.series_id join seal_kind k on k.id = r.kind_id join seal_movement m on m.seal_id = s.id
  where s.medium = of_medium and s.key = of_key and m.at > since and (m.kind in ('given', 'returned') and m.org_id = any (plomb_orgs())
    or m.kind = 'received' and m.handover_id is null and m.org_id <> all (plomb_orgs()) and exists (select from seal_operation o
      where o.seal_id = s.id and o.outcome = 'done' and o.operation = 0 and o.org_id = any (plomb_orgs()) and o.at < m.at))
  group by s.id, k.id
$$;
revoke execute on function seal_that_left(text, text, timestamptz) from public;
grant execute on function seal_that_left(text, text, timestamptz) to plomb_app, plomb_platform;
