import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { LockEvent } from '@plomb/contract/lock/command';
import type { Journey } from '@plomb/contract/logistics/moments';
import type { ClientBase } from 'pg';
import type { Reading } from '../../platform/serve.ts';

/** Records of other domains by their numbers, as the reader may see them. */
export interface Records {
  events(ctx: Reading, ids: readonly number[]): Promise<LockEvent[]>;
  alarms(db: ClientBase, ids: readonly number[]): Promise<Alarm[]>;
}
export interface Window {
  from: string;
  to: string;
}
type Part = Journey['cut'][number];
const inTime = <T extends { at?: string; first_time?: string; id: number }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => Date.parse(a.at ?? a.first_time!) - Date.parse(b.at ?? b.first_time!) || a.id - b.id);
const firstOf = <T>(rows: readonly T[], most: number, part: Part, cut: Set<Part>): T[] => {
  if (rows.length > most) cut.add(part);
  return rows.slice(0, most);
};

/**
 * What locks of a batch did and what rang of them, whether their reports are kept or not: what rang, and what made the batch abnormal,
 * before all else; of the rest the newest. Of each lock so many at most.
 */
export const happenedTo = async (
  { batch, devices, from, to }: Window & { batch: number; devices: readonly number[] },
  ctx: Reading,
  { events, alarms }: Records,
  most: number,
  cut: Set<Part>,
): Promise<(device: number) => { events: LockEvent[]; alarms: Alarm[] }> => {
  const { client, operator } = ctx;
  const asked = [devices, from, to, most + 1];
  /** which lock a record is of */
  const ofEach = async (part: Part, one: string, more: unknown[] = []): Promise<Map<number, number>> => {
    const { rows } = await client.query<{ of: number; id: number }>(
      `select d.of, one.id from unnest($1::bigint[]) d(of) cross join lateral (${one} limit $4) one`,
      [...asked, ...more],
    );
    const own = devices.flatMap((of) =>
      firstOf(
        rows.filter((row) => row.of === of),
        ...([most, part, cut] as const),
      ),
    );
    return new Map(own.map(({ of, id }) => [id, of]));
  };
  // as on the line of a device's life: its deeds are the map's, its alarms the alarms'
  const told = operator.grants.has('map:list')
    ? await ofEach(
        'events',
        `select id from lock_event where device_id = d.of and at between $2 and $3 and authenticated and ls_before <> ls_after
         order by cardinality(rang) = 0 and id <> all (array(select lock_event_id from batch_step
           where batch_id = $5 and cause is not null and lock_event_id is not null)), at desc, id desc`,
        [batch],
      )
    : new Map<number, number>();
  const rang = operator.grants.has('alarm:list')
    ? await ofEach(
        'alarms',
        `select id from alarm where device_id = d.of and first_time between $2 and $3
         order by array_position(array['critical', 'warning', 'info'], severity), first_time desc, id desc`,
      )
    : new Map<number, number>();
  const [words, rings] = [inTime(await events(ctx, [...told.keys()])), inTime(await alarms(client, [...rang.keys()]))];
  return (device) => ({
    events: words.filter(({ id }) => told.get(id) === device),
    alarms: rings.filter(({ id }) => rang.get(id) === device),
  });
};

/** What readers tried at chips while these were on it, and could not, for whoever sees the batch. */
export const failuresOf = async (
  batch: number,
  { client }: Reading,
  most: number,
  cut: Set<Part>,
): Promise<Journey['failures']> => {
  const { rows } = await client.query<Journey['failures'][number]>(
    `select id, at, device_time, create_time, number, position, operator_id, oper_name, org_name, lat, lon, accuracy, photos, result, reason
     from batch_failures($1, $2)`,
    [batch, most + 1],
  );
  return firstOf(rows, most, 'refused', cut);
};

/** What rang of what was done at its positions, and of readers that failed: one alarm stands for all that was counted in it. */
export const alarmsOf = async (
  batch: number,
  { client, operator }: Reading,
  { alarms }: Records,
  most: number,
  cut: Set<Part>,
  haveFailed: boolean,
): Promise<Journey['alarms']> => {
  if (!operator.grants.has('alarm:list')) return [];
  const ofReaders = `union
     select distinct on (a.id) a.id, f.number, f.position from batch_failures($1, null) f
       join alarm a on a.seal_about = 'seal ' || f.seal_id and a.kind = 'rfid_failures' and f.at between a.first_time and a.last_time`;
  const { rows } = await client.query<{ id: number; number: string; position: string }>(
    `select distinct on (a.id) a.id, o.number, p.position
     from batch_position p join seal_operation o on o.thing = 'position' and o.thing_id = p.id and o.alarm is not null
       join alarm a on a.seal_about = coalesce('seal ' || o.seal_id, 'person ' || o.operator_id) and a.kind = o.alarm
         and o.at between a.first_time and a.last_time
     where p.batch_id = $1
     ${haveFailed ? ofReaders : ''}
     order by id desc limit $2`,
    [batch, most + 1],
  );
  const own = firstOf(rows, most, 'alarms', cut);
  const found = await alarms(
    client,
    own.map(({ id }) => id),
  );
  return inTime(found).map((one) => {
    const { number, position } = own.find(({ id }) => id === one.id)!;
    return { ...one, number, position };
  });
};
