-- Signatures by which devices are received: lines drawn by hand, or the own name typed. One for all that is received in one go.

create table signature (
  id bigint generated always as identity primary key,
  operator_id bigint not null, -- who signed stays told, also when that person has left
  drawn text not null default '', -- the lines, as contract/src/devices/signature.ts allows them
  typed text not null default '',
  create_time timestamptz not null default now(),
  check ((drawn = '') <> (typed = '')),
  check (length(drawn) <= 12000 and drawn ~ '^[ML0-9 ]*$'),
  check (length(typed) <= 60)
);
create trigger signature_append_only before update or delete on signature for each statement execute function append_only();
alter table custody add column signature_id bigint references signature;
create index custody_signature on custody (signature_id) where signature_id is not null;

alter table signature enable row level security;
alter table signature force row level security;
-- seen with a step that bears it; written by settle_issued alone
create policy of_its_steps on signature for select to plomb_app
  using (exists (select from custody c where c.signature_id = signature.id));
create policy everything on signature to plomb_platform using (true);
create policy owner on signature to current_user using (true);
grant select on signature to plomb_app, plomb_platform;

-- As before, and with the signature of whoever receives. A process of the version before names none.
drop function settle_issued(bigint[], bigint, boolean, text);
create function settle_issued(devices bigint[], receiver bigint, takes boolean, why text, drawn text default '', typed text default '')
returns table (id bigint, org_id bigint, to_org_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  who operator%rowtype;
  one device%rowtype;
  signed bigint;
begin
  select * into who from operator o where o.id = receiver;
  if takes and (drawn <> '' or typed <> '') then
    insert into signature as s (operator_id, drawn, typed) values (who.id, settle_issued.drawn, settle_issued.typed)
      returning s.id into signed;
  end if;
  for one in select * from device d where d.id = any(devices) order by d.id for update loop
    continue when one.receiver_id is distinct from receiver or one.stock_status <> 3 or one.lost
      or one.device_state <> 'in_use' or one.retired_time is not null;
    if takes and who.org_id <> one.org_id and order_under_way(one.id) then
      raise check_violation using constraint = 'device_busy', message = format('device %s has an order under way', one.id);
    end if;
    insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id, oper_name,
        source, receiver_id, receiver, reason, signature_id)
      values (one.id, one.org_id, case when takes then who.org_id else one.org_id end,
        case when takes then 'receive' else 'return' end, 3, case when takes then 4 else 2 end, one.device_state,
        who.id, who.oper_name, 'web', who.id, who.oper_name, why, signed);
    update device d set stock_status = case when takes then 4 else 2 end, receiver_id = null, issue_time = null,
        inspect_time = null, org_id = case when takes then who.org_id else d.org_id end
      where d.id = one.id;
    id := one.id;
    org_id := one.org_id;
    to_org_id := case when takes then who.org_id else one.org_id end;
    return next;
  end loop;
end $$;
revoke execute on function settle_issued(bigint[], bigint, boolean, text, text, text) from public;
grant execute on function settle_issued(bigint[], bigint, boolean, text, text, text) to plomb_app;
