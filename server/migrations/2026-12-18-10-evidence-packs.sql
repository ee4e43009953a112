-- Packs of evidence of a batch: who asked for one, and of those that were made the sum by which a pack is checked later.
-- See docs/decisions/0133-evidence-packs.md.

create table evidence_pack (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation, -- that of the batch: whoever sees it sees which packs there are
  batch_id bigint not null references logistics_batch,
  job_id bigint references job on delete set null,
  operator_id bigint not null,
  oper_name text not null,
  lang text not null check (lang in ('zh', 'en')),
  time_zone text not null,
  create_time timestamptz not null default now(),
  made_time timestamptz, -- null: not finished
  as_of timestamptz, -- until when what is in it was known
  verdict text check (verdict in ('intact', 'gap', 'breached')),
  files int not null default 0,
  bytes bigint not null default 0,
  manifest_sha256 text not null default '',
  left_out text[] not null default '{}',
  cut text[] not null default '{}',
  check ((made_time is null) = (manifest_sha256 = '')),
  check (manifest_sha256 = '' or manifest_sha256 ~ '^[0-9a-f]{64}$')
);
create index evidence_pack_batch on evidence_pack (batch_id, id desc);
create index evidence_pack_job on evidence_pack (job_id) where job_id is not null;
select isolate('evidence_pack', 'org_id');
grant select, insert, update on evidence_pack to plomb_app, plomb_platform;
grant delete on evidence_pack to plomb_platform;

-- What was made stays as it was made; only its job ends one day.
create function evidence_pack_stays() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'job_id' is distinct from to_jsonb(old) - 'job_id' then
    raise exception 'An evidence pack that was made stays on record' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger evidence_pack_stays before update or delete on evidence_pack for each row
  when (old.made_time is not null) execute function evidence_pack_stays();

create function evidence_pack_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, journey_id, source, source_id, at, operator_id, oper_name, by_right, details, rests_on)
  select new.org_id, 'batch.packed', new.batch_id, 'evidence_pack', new.id, new.made_time, new.operator_id, new.oper_name, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('serial', b.serial, 'plate', b.plate, 'verdict', new.verdict, 'files', new.files, 'bytes', new.bytes)),
    array[new.manifest_sha256]
  from logistics_batch b where b.id = new.batch_id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_evidence_packs after update of made_time on evidence_pack for each row
  when (old.made_time is null and new.made_time is not null) execute function evidence_pack_to_ledger();
revoke execute on function evidence_pack_stays(), evidence_pack_to_ledger() from public;
