-- A draft of a batch is its maker's alone, orders nothing, and keeps nobody from going: neither its maker nor an organisation.
create function drafts_of_batches_go() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from batch where start_time is null and case tg_table_name when 'operator' then operator_id else org_id end = old.id;
  return old;
end $$;
create trigger drafts_of_batches_go before delete on operator for each row execute function drafts_of_batches_go();
create trigger drafts_of_batches_go before delete on organisation for each row execute function drafts_of_batches_go();

-- A device that was meant and is deleted since is none of the batch's any more: how many are meant is what is typed.
create function devices_of_a_batch_go() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update batch b set total = b.total - g.many, unfit = b.unfit - g.unfit
    from (select batch_id, count(*) as many, count(*) filter (where refusal <> '') as unfit from gone group by 1) g
   where b.id = g.batch_id;
  return null;
end $$;
create trigger devices_of_a_batch_go after delete on batch_device referencing old table as gone
  for each statement execute function devices_of_a_batch_go();

-- Orders that were given: they go one by one when their days are over, the batch does not while one of them waits for somebody.
alter table batch add column given integer not null default 0;
update batch b set given = n.given from (select batch_id, count(*) as given from command where batch_id is not null group by 1) n
 where b.id = n.batch_id;
