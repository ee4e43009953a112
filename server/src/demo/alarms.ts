import type { AlarmStepName } from '@plomb/contract/alarms/alarms';
import { alarmSeverity } from '@plomb/contract/alarms/severity';
import type { AlarmKind } from '@plomb/contract/lock/codes';
import { astrayLock } from '@plomb/simulator/demoFleet';
import type { ClientBase } from 'pg';

interface DemoAlarm {
  kind: AlarmKind;
  /** of this lock; else of any */
  sn?: string;
  /** minutes ago */
  ago: number;
  lon: number;
  lat: number;
  fault?: number;
  hits?: number;
  fences?: string[];
  /** who has it, by login name */
  owner?: string;
  /** after so many minutes, and what was written */
  processed?: { after: number; result: string; remark: string };
}

/** What a duty desk has before it in the morning. Critical ones are taken already, so that nothing rings at once. */
const alarms: DemoAlarm[] = [
  { kind: 'illegal_unlock', ago: 12, fault: 1010, owner: 'demo', lon: 120.91, lat: 30.03 },
  { kind: 'illegal_unlocking', ago: 6, fault: 1008, owner: 'duty', lon: 121.92, lat: 30.87 },
  { kind: 'illegal_card', ago: 41, hits: 3, owner: 'demo', lon: 121.86, lat: 29.95 },
  { kind: 'out_of_fence', sn: astrayLock, ago: 22, fences: ['沪杭运输走廊'], lon: 120.62, lat: 30.55 },
  { kind: 'wrong_password', ago: 18, hits: 5, lon: 121.35, lat: 31.19 },
  ...[34, 58, 97, 110, 131, 160].map(
    (ago, at): DemoAlarm => ({ kind: 'state_gap', ago, lon: 120.95 - at / 12, lat: 30.6 + at / 14 }),
  ),
  {
    ...{ kind: 'illegal_unlock', ago: 150, fault: 1010, owner: 'duty', lon: 121.47, lat: 31.23 },
    processed: { after: 9, result: 'handled', remark: '巡检到场核对，货封完好，已重新施封' },
  },
  {
    ...{ kind: 'out_of_fence', ago: 190, fences: ['沪杭运输走廊'], owner: 'demo', lon: 120.4, lat: 30.4 },
    processed: { after: 5, result: 'driver', remark: '司机绕行加油，已通话确认' },
  },
  {
    ...{ kind: 'wrong_password', ago: 205, owner: 'demo', lon: 121.5, lat: 31.1 },
    processed: { after: 7, result: 'false_alarm', remark: '' },
  },
];

const step = (db: ClientBase, alarm: number, name: AlarmStepName, login: string, ago: number, reason = '') =>
  db.query(
    `insert into alarm_step (alarm_id, org_id, step, operator_id, oper_name, login_name, reason, create_time)
     select a.id, a.org_id, $2, o.id, o.oper_name, o.login_name, $5, now() - make_interval(mins => $4)
     from alarm a, operator o where a.id = $1 and o.login_name = $3`,
    [alarm, name, login, ago, reason],
  );

/** Alarms of the last hours: some wait, some somebody has, some were processed. */
export const seedAlarms = async (db: ClientBase, org: number): Promise<void> => {
  const { rows: devices } = await db.query<{ id: number; sn: string }>(
    "select id, sn from device where org_id = $1 and subject <> '' order by id desc",
    [org],
  );
  for (const [
    at,
    { kind, sn, ago, lon, lat, fault = 0, hits = 1, fences = [], owner, processed },
  ] of alarms.entries()) {
    const device = sn === undefined ? devices[at] : devices.find((one) => one.sn === sn);
    if (!device) return;
    const { rows } = await db.query<{ id: number }>(
      `insert into alarm (device_id, org_id, kind, severity, fault, first_time, last_time, create_time, hits, lon, lat, fences,
         owner_id, owner, owner_login, owner_time)
       select $1, $2, $3, $4, $5, t.at, t.at, t.at, $7, $8, $9, $10, o.id, coalesce(o.oper_name, ''), coalesce(o.login_name, ''),
         case when o.id is not null then t.at + interval '2 minutes' end
       from (select now() - make_interval(mins => $6) as at) t left join operator o on o.login_name = $11 returning id`,
      [device.id, org, kind, alarmSeverity[kind], fault, ago, hits, lon, lat, fences, owner ?? null],
    );
    const id = rows[0]!.id;
    if (owner) await step(db, id, 'take', owner, ago - 2);
    if (!processed || !owner) continue;
    await db.query(
      `update alarm a set process_time = a.create_time + make_interval(mins => $2), result = $3, remark = $4, processor_id = a.owner_id,
         processor = a.owner, processor_login = a.owner_login where a.id = $1`,
      [id, processed.after, processed.result, processed.remark],
    );
    await step(db, id, 'process', owner, ago - processed.after, processed.remark);
  }
};
