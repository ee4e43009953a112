import { createHash, randomBytes } from 'node:crypto';
import type { FirmwareState, RolloutState } from '@plomb/contract/firmware/steps';
import type { ClientBase } from 'pg';

/** Bytes that no text has, the same at every start. */
const contentOf = (version: string): Buffer => {
  const block = createHash('sha256').update(version).digest();
  return Buffer.concat([
    Buffer.of(0x7f, 0, 1, 2),
    ...Array.from({ length: 1200 }, (_, i) => Buffer.concat([block, Buffer.of(i & 0xff)])),
  ]);
};

interface Version {
  version: string;
  state: FirmwareState;
  /** days ago it was published */
  days: number;
  remark: string;
}
const versions: readonly Version[] = [
  { version: 'G360P-2.4.1', state: 'published', days: 240, remark: '出厂版本' },
  { version: 'G360P-2.4.3', state: 'withdrawn', days: 150, remark: '读卡器偶发无响应，已撤回' },
  { version: 'G360P-2.4.5', state: 'published', days: 90, remark: '缩短唤醒后首次上报的时间' },
  { version: 'G360P-2.4.9', state: 'published', days: 12, remark: '修复低温下定位漂移' },
  { version: 'G360P-2.5.0', state: 'published', days: 2, remark: '修复 2.4.9 重启后回退的问题' },
  { version: 'G360P-2.6.0-rc1', state: 'draft', days: 0, remark: '待厂商签署' },
];

const seedVersion = async (db: ClientBase, org: number, { version, state, days, remark }: Version): Promise<number> => {
  const bytes = contentOf(version);
  const { rows } = await db.query<{ id: number }>(
    `with who as (select id, oper_name from operator where login_name = 'demo'),
       c as (insert into file_content (sha256, bytes, inline) values ($2, $3, $4) returning sha256),
       f as (insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
         select $5, $1, who.id, 'firmware', 'application/octet-stream', c.sha256, $3 from c, who returning id)
     insert into firmware (org_id, device_type_id, firmware_version, firmware_path, maker_code, remark, oper_name, create_time)
     select $1, t.id, $6, f.id, 'HHD', $7, who.oper_name, now() - make_interval(days => $8 + 1)
       from f, who, device_type t where t.device_type = 'G-300' returning id`,
    [
      org,
      createHash('sha256').update(bytes).digest('hex'),
      bytes.length,
      bytes,
      randomBytes(18).toString('base64url'),
      version,
      remark,
      days,
    ],
  );
  const { id } = rows[0]!;
  await db.query(
    "insert into file_use (file_id, used_by) select firmware_path, 'firmware ' || id from firmware where id = $1",
    [id],
  );
  const steps = state === 'draft' ? [] : state === 'published' ? ['publish'] : ['publish', 'withdraw'];
  for (const [nth, step] of steps.entries())
    await db.query(
      `update firmware set state = $2, ${step}_name = '周敏', ${step}_time = now() - make_interval(days => $3) where id = $1`,
      [id, step === 'publish' ? 'published' : 'withdrawn', days - nth],
    );
  return id;
};

interface Rollout {
  firmware: number;
  version: string;
  /** that its locks ran before */
  former: string;
  state: RolloutState;
  wave: number;
  hoursAgo: number;
  reason: string;
  /** of whose region, by the first digits of the number */
  numbers: string;
  steps: readonly (readonly [step: string, hoursAgo: number, reason: string])[];
  /** locks that have come to their end, the first ones */
  ended: number;
  /** the last of these failed */
  hasFailed: boolean;
}

const seedRollout = async (db: ClientBase, org: number, of: Rollout): Promise<void> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into firmware_rollout (org_id, firmware_id, operator_id, oper_name, login_name, state, canary, wave_size, hours, wave, reason,
       create_time, start_time, deadline, end_time)
     select $1, $2, o.id, o.oper_name, o.login_name, $3, 5, 20, 240, $4, $5, now() - make_interval(hours => $6),
       now() - make_interval(hours => $6), now() + make_interval(hours => 240 - $6),
       case when $3 = 'done' then now() - make_interval(hours => $6 - 30) end from operator o where o.login_name = 'demo' returning id`,
    [org, of.firmware, of.state, of.wave, of.reason, of.hoursAgo],
  );
  const { id } = rows[0]!;
  await db.query(
    `with meant as (
       select d.id, d.org_id, d.sn, row_number() over (order by d.sn) - 1 as place from device d join device_type t on t.id = d.device_type_id
        where t.device_type = 'G-300' and d.sn like $4 and d.device_state = 'in_use' and not d.lost order by d.sn limit 35)
     insert into firmware_issue (rollout_id, device_id, org_id, sn, firmware_id, firmware_version, wave, state, cause, former_version,
       told_version, serial, parts, parts_total, attempt, create_time, send_time, answer_time, end_time)
     select $1, m.id, m.org_id, m.sn, $2, $3, case when place < 5 then 0 else 1 + (place - 5) / 20 end,
       case when not over then 'created' when broken then 'failed' else 'success' end, case when broken then 'otherVersion' end, $8,
       case when not over then '' when broken then $8 else $3 end, case when over then 100 end,
       case when over then 40 else 0 end, case when over then 40 else 0 end, case when over then 1 else 0 end,
       begun, case when over then begun + interval '9 minutes' end,
       case when over then begun + interval '11 minutes' end, case when over then begun + interval '14 minutes' end
     from meant m, lateral (select place < $7 as over, $5 and place = $7 - 1 as broken, now() - make_interval(hours => $6) as begun) as n`,
    [id, of.firmware, of.version, of.numbers, of.hasFailed, of.hoursAgo, of.ended, of.former],
  );
  await db.query(
    `update lock_state s set ver = i.told_version from firmware_issue i where i.rollout_id = $1 and i.device_id = s.device_id
       and i.told_version <> ''`,
    [id],
  );
  for (const [step, hours, reason] of of.steps)
    await db.query(
      `insert into firmware_rollout_step (rollout_id, org_id, step, oper_name, reason, at)
       values ($1, $2, $3, case when $3 in ('start', 'resume') then '周敏' else '' end, $4, now() - make_interval(mins => ($5::float8 * 60)::integer))`,
      [id, org, step, reason, hours],
    );
};

/** Versions of the locks on the road, a roll-out that is done, one that stopped by itself, and one that goes on now. */
export const seedFirmware = async (db: ClientBase, org: number): Promise<void> => {
  const ids = new Map<string, number>();
  for (const one of versions) ids.set(one.version, await seedVersion(db, org, one));
  const seed = (version: string, former: string, more: Omit<Rollout, 'firmware' | 'version' | 'former'>) =>
    seedRollout(db, org, { firmware: ids.get(version)!, version, former, ...more });
  await seed('G360P-2.4.5', 'G360P-2.4.1', {
    state: 'done',
    wave: 1,
    hoursAgo: 85 * 24,
    reason: '西安线路试点通过',
    numbers: '1480290%',
    steps: [
      ['start', 85 * 24, '西安线路试点通过'],
      ['wave', 85 * 24 - 1, ''],
      ['finish', 85 * 24 - 30, ''],
    ],
    ended: 35,
    hasFailed: false,
  });
  await seed('G360P-2.4.9', 'G360P-2.4.1', {
    state: 'stopped',
    wave: 0,
    hoursAgo: 20,
    reason: '修复低温下定位漂移',
    numbers: '1480755%',
    steps: [
      ['start', 20, '修复低温下定位漂移'],
      ['stop', 19.7, ''],
    ],
    ended: 5,
    hasFailed: true,
  });
  await seed('G360P-2.5.0', 'G360P-2.4.1', {
    state: 'running',
    wave: 1,
    hoursAgo: 3,
    reason: '2.4.9 回退问题已由厂商修复',
    numbers: '1480210%',
    steps: [
      ['start', 3, '2.4.9 回退问题已由厂商修复'],
      ['wave', 2.6, ''],
    ],
    ended: 5,
    hasFailed: false,
  });
};
