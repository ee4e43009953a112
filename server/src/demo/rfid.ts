import { alarmSeverity } from '@plomb/contract/alarms/severity';
import { sealKey } from '@plomb/contract/seals/number';
import {
  RFID_FAILURES,
  type RfidAction,
  type RfidResult,
  type RfidState,
  rfidMeaning,
  rfidMoved,
} from '@plomb/contract/seals/rfidSteps';
import type { ClientBase } from 'pg';

/** What each chip of the demonstration is on, and the reader that it is held to. */
const places = [
  { object: '浙B·3F905 后门', reader: 'R-03 北仑三号门', lon: 121.86, lat: 29.93 },
  { object: '浙B·4M118 后门', reader: 'R-07 北仑三号门', lon: 121.86, lat: 29.93 },
  { object: '浙D·5C220 后门', reader: 'R-11 柯桥货场', lon: 120.49, lat: 30.08 },
  { object: '浙L·20816 卸料阀', reader: 'R-21 册子岛', lon: 121.99, lat: 30.09 },
  { object: '浙A·8P567 左门', reader: '手持 HS-31', lon: 120.35, lat: 30.31 },
  { object: '浙L·20833 泵箱', reader: 'R-21 册子岛', lon: 121.99, lat: 30.09 },
  { object: '备用锁 08', reader: 'R-02 下沙仓库', lon: 120.35, lat: 30.31 },
] as const;
const DAYS = 14;

type Cause = 'reader' | 'misaligned' | 'outside' | 'asleep' | 'card';
interface Said {
  result: RfidResult;
  cause?: Cause;
}
/** What a day has at a chip: mostly a way out and back, and now and then what goes wrong. */
const dayOf = (day: number, at: number): Said[] => {
  const said: Said[] = [{ result: 1 }];
  if ((day + at) % 5 === 0) said.unshift({ result: 0, cause: at % 2 === 0 ? 'outside' : 'asleep' });
  if ((day + at) % 7 === 3) said.push({ result: 4 }, { result: 2 });
  // one reader fails since four days, and one lock does not close any more
  else if (at === 1 && day < 4)
    said.push(...Array.from({ length: 2 }, (): Said => ({ result: 6, cause: 'reader' })), { result: 7 });
  else if (at === 4 && day === 0)
    said.push(...Array.from({ length: 4 }, (): Said => ({ result: 6, cause: 'misaligned' })));
  else said.push({ result: 7 });
  if (at === 6 && day % 6 === 2) said.push({ result: 0, cause: 'card' });
  return said;
};
const tasks: { chip: number; action: RfidAction; reason: string; end?: 'done' | 'cancelled'; ago: number }[] = [
  { chip: 4, action: 'lock', reason: '锁梁未到位，请到场上锁', ago: 35 },
  { chip: 2, action: 'unlock', reason: '到站卸货', ago: 90 },
  { chip: 3, action: 'reset', reason: '常开后未复位', end: 'done', ago: 1500 },
  { chip: 0, action: 'long_open', reason: '装货两小时', end: 'cancelled', ago: 2900 },
];

/** Two weeks of what readers said, some of it wrong, and tasks that wait, are done and were called off. */
export const seedRfid = async (db: ClientBase, org: number): Promise<void> => {
  const { rows: chips } = await db.query<{ id: number; number: string }>(
    "select id, number from seal where org_id = $1 and medium = 'rfid' order by id desc limit $2",
    [org, places.length],
  );
  const { rows: people } = await db.query<{ id: number; oper_name: string; org_name: string }>(
    'select p.id, p.oper_name, o.org_name from operator p join organisation o on o.id = p.org_id where p.org_id = $1 and p.status = 1 order by p.id limit 4',
    [org],
  );
  if (chips.length < places.length || people.length === 0) return;
  let counter = 0;
  // they are on what they lock since before the first word
  for (const [at, place] of places.entries()) {
    const who = people[at % people.length]!;
    const ago = DAYS * 1440 + 600 - at * 7;
    await db.query(
      `insert into seal_operation (org_id, seal_id, medium, number, operation, outcome, from_state, to_state, at, device_time, create_time, counter, late,
         operator_id, oper_name, org_name, idempotency_key, asked, object, lat, lon, accuracy)
       select $1, s.id, 'rfid', s.number, 0, 'done', s.state, 'sealed', t.at, t.at, t.at, $3, false, $4, $5, $6, 'demonstration chip ' || $3::bigint, '',
         $7, $8, $9, 6
       from seal s, (values (now() - make_interval(mins => $10))) t(at) where s.id = $2`,
      [
        ...[
          org,
          chips[at]!.id,
          ++counter,
          who.id,
          who.oper_name,
          who.org_name,
          place.object,
          place.lat,
          place.lon,
          ago,
        ],
      ],
    );
    await db.query(
      `update seal s set state = 'sealed', object = o.object, lat = o.lat, lon = o.lon, seal_time = o.at, last_time = o.at, told_time = o.at,
         holder_id = null, holder_name = '' from seal_operation o where o.seal_id = s.id and s.id = $1`,
      [chips[at]!.id],
    );
  }
  const standing = chips.map((): { state: RfidState | null; failures: number; ago: number } => ({
    ...{ state: 'closed', failures: 0, ago: 0 },
  }));
  const rows: { ago: number; row: unknown[] }[] = [];
  for (let day = DAYS - 1; day >= 0; day--)
    for (const [at, place] of places.entries())
      for (const [nth, { result, cause = null }] of dayOf(day, at).entries()) {
        const chip = chips[at]!;
        const now = standing[at]!;
        const { good } = rfidMeaning(result);
        const moved = rfidMoved(now.state, result);
        const failures = good ? 0 : now.failures + 1;
        const ago = day * 1440 + 300 - nth * 31 + at * 7;
        const who = people[(at + day) % people.length]!;
        const row = [
          ...[org, chip.id, chip.number, result, now.state, moved.state, moved.expected, failures, ago, ++counter],
          ...[
            who.id,
            who.oper_name,
            who.org_name,
            `demonstration ${counter}`,
            place.reader,
            place.object,
            cause,
            place.lat,
            place.lon,
          ],
        ];
        rows.push({ ago, row });
        Object.assign(now, { state: moved.state, failures, ago });
      }
  // as they were told
  for (const { row } of rows.toSorted((a, b) => b.ago - a.ago))
    await db.query(
      `insert into rfid_record (org_id, seal_id, number, result, from_state, to_state, expected, failures, at, device_time, create_time, counter,
         late, operator_id, oper_name, org_name, idempotency_key, asked, reader, object, cause, lat, lon, accuracy)
       select $1, $2, $3, $4, $5, $6, $7, $8, t.at, t.at, t.at, $10, false, $11, $12, $13, $14, '', $15, $16, $17, $18, $19, 6
       from (values (now() - make_interval(mins => $9))) t(at)`,
      row,
    );
  for (const [at, { state, failures, ago }] of standing.entries())
    await db.query(
      `update seal set rfid_state = $2, rfid_failures = $3, rfid_time = now() - make_interval(mins => $4) where id = $1`,
      [chips[at]!.id, state, failures, ago],
    );
  // the lock that does not close rings
  for (const { id } of chips)
    await db.query(
      `select ring_reader(id, failures, $2, $3) from rfid_record where seal_id = $1 and failures >= $2
         and at > (select coalesce(max(at), '-infinity') from rfid_record where seal_id = $1 and good) order by id`,
      [id, RFID_FAILURES, alarmSeverity.rfid_failures],
    );
  const [opener, assignee] = [people[0]!, people[1] ?? people[0]!];
  for (const { chip, action, reason, end, ago } of tasks.toSorted((a, b) => b.ago - a.ago))
    await db.query(
      `insert into rfid_task (org_id, seal_id, number, action, reason, opener_id, opener, assignee_id, assignee, create_time, state, end_time, ender_id,
         ender, cancel_reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() - make_interval(mins => $10), $11, case when $11 <> 'open' then now() - make_interval(mins => $10 - 30)
         end, case when $11 <> 'open' then $8::bigint end, case when $11 <> 'open' then $9 else '' end, case when $11 = 'cancelled' then '改由夜班装货' else '' end)`,
      [
        ...[org, chips[chip]!.id, sealKey(chips[chip]!.number), action, reason, opener.id, opener.oper_name],
        ...[assignee.id, assignee.oper_name, ago, end ?? 'open'],
      ],
    );
};
