import type { ReceiveType } from '@plomb/contract/mailbox/alarmConfig';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../../platform/postgres/transaction.ts';
import { listening } from './browsers.ts';
import { isGraveEnough, isWanted } from './pace.ts';

/** Looked after in one transaction. */
const MANY = 500;

/** After how many minutes an alarm that nobody has taken is told again, and told further up, unless its rule says otherwise. */
export interface Escalation {
  again: number;
  further: number;
}

interface Due {
  org_id: number;
  alarm_id: number | null;
  event_id: number | null;
  stage: number;
  /** of the alarm; of a change: null */
  kind: string | null;
  /** minutes that the rule of its kind says; null: none */
  again: number | null;
  further: number | null;
  /** whom that rule and those above it name */
  named: number[] | null;
  severity: 'critical' | 'warning' | 'info' | null;
  /** nobody has taken or processed it; of a change: null */
  waits: boolean | null;
  /** nobody has processed it */
  open: boolean | null;
  /** who answers for the open batch that its lock is on; null: it is on none */
  batch_owner: number | null;
}
interface Recipient {
  id: number;
  receive_type: ReceiveType;
  kinds: string[];
}

/** What is told of an alarm whoever has it: that it rang, and that it rang again. */
const FIRST = 0;
const RANG_AGAIN = 4;
/** What is told further up: that nobody took it for long, or that somebody escalated it. */
const UP: readonly number[] = [2, 3];

/** Who is told: whom the rules of its kind name, and where the one that holds names nobody the nearest organisation that has recipients, and further up the next above it. */
const recipientsOf = async (client: ClientBase, due: readonly Due[]): Promise<(one: Due) => Recipient[]> => {
  const { rows: found } = await client.query<{ org: number; kind: string; up: boolean; ids: number[] }>(
    `select org, kind, up, alarm_told(org, kind, up) as ids
       from (select distinct * from unnest($1::bigint[], $2::text[], $3::boolean[]) as u(org, kind, up)) u`,
    [due.map(({ org_id }) => org_id), due.map(({ kind }) => kind ?? ''), due.map(({ stage }) => UP.includes(stage))],
  );
  const { rows: recipients } = await client.query<Recipient>(
    'select id, receive_type, kinds from alarm_config where status = 1 and id = any($1) order by id',
    [found.flatMap(({ ids }) => ids)],
  );
  const key = (org: number, kind: string, up: boolean) => `${org} ${kind} ${up}`;
  const told = new Map(found.map(({ org, kind, up, ids }) => [key(org, kind, up), ids]));
  return ({ org_id, kind, stage }) => {
    const ids = told.get(key(org_id, kind ?? '', UP.includes(stage))) ?? [];
    return recipients.filter(({ id }) => ids.includes(id));
  };
};

/** What is due becomes a notice for each recipient; an alarm that waits comes again. */
const fanOut = async (client: ClientBase, { again, further }: Escalation): Promise<number> => {
  const { rows: due } = await client.query<Due>(
    `with gone as (delete from alarm_due where id in (
         select id from alarm_due where due_time <= now() order by due_time, id limit $1 for update skip locked)
       returning org_id, alarm_id, event_id, stage)
     select g.org_id, g.alarm_id, g.event_id, g.stage, a.kind, r.again_minutes as again, r.further_minutes as further, alarm_named(g.org_id, a.kind, false) || alarm_named(g.org_id, a.kind, true) as named, a.severity, a.owner_id is null and a.process_time is null as waits,
         a.process_time is null as open, (select b.owner_id from batch_position p join logistics_batch b on b.id = p.batch_id
           where p.device_id = a.device_id and p.open) as batch_owner
       from gone g left join alarm a on a.id = g.alarm_id left join lateral alarm_rule_of(g.org_id, a.kind) r on true
       where g.event_id is not null or a.id is not null`,
    [MANY],
  );
  if (due.length === 0) return 0;
  // taken or settled meanwhile: whoever did it knows
  const told = due.filter(({ stage, waits, open }) => stage === FIRST || (stage === RANG_AGAIN ? open : waits));
  const of = await recipientsOf(client, told);
  const notices = told.flatMap((one) =>
    of(one)
      // whom a rule names is told of its kind, whatever kinds it chose
      .filter(({ id, receive_type, kinds }) =>
        isWanted(
          receive_type,
          one.severity && { severity: one.severity, kind: one.kind! },
          one.named?.includes(id) ? [] : kinds,
        ),
      )
      .map(({ id }) => ({ ...one, id })),
  );
  const rung = told.filter(({ severity }) => severity !== null);
  const browsers = Map.groupBy(
    await listening(
      client,
      rung.map(({ org_id }) => org_id),
    ),
    ({ org }) => org,
  );
  const pushes = rung.flatMap((one) =>
    (browsers.get(one.org_id) ?? [])
      // of a batch one answers for one is told whatever else one chose; of mere notices nobody is
      .filter(
        ({ operator, least, kinds }) =>
          (operator === one.batch_owner && one.severity !== 'info') ||
          isGraveEnough(least, { severity: one.severity!, kind: one.kind! }, kinds),
      )
      .map(({ id }) => ({ ...one, id })),
  );
  await client.query(
    `insert into alarm_notice (config_id, subscription_id, alarm_id, event_id, stage)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[])`,
    [
      [...notices.map(({ id }) => id), ...pushes.map(() => null)],
      [...notices.map(() => null), ...pushes.map(({ id }) => id)],
      ...(['alarm_id', 'event_id', 'stage'] as const).map((name) => [...notices, ...pushes].map((one) => one[name])),
    ],
  );
  const next = told.filter(
    ({ alarm_id, severity, stage, waits }) => alarm_id && waits && severity !== 'info' && stage < 2,
  );
  await client.query(
    `insert into alarm_due (org_id, alarm_id, stage, due_time)
     select u.org_id, u.alarm_id, u.stage + 1,
         now() + make_interval(mins => case u.stage when 0 then u.again else greatest(u.further - u.again, 0) end)
       from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::int[], $5::int[]) as u(org_id, alarm_id, stage, again, further)`,
    [
      next.map(({ org_id }) => org_id),
      next.map(({ alarm_id }) => alarm_id),
      next.map(({ stage }) => stage),
      next.map((one) => one.again ?? again),
      next.map((one) => one.further ?? further),
    ],
  );
  return due.length;
};

/**
 * Everything that rang or changed since the last time is given to whoever is to be told of it. It was written by the
 * transaction of what it tells of, so nothing is missed, whoever wrote that and whoever was down meanwhile.
 */
export const followAlarms = async (db: Pool, escalation: Escalation): Promise<void> => {
  while ((await transaction(db, (client) => fanOut(client, escalation))) === MANY);
};
