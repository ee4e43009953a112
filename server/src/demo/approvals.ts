import type { NamedArea } from '@plomb/contract/lock/outline';
import { seedWord } from '@plomb/contract/words';
import { regionFences } from '@plomb/simulator/roads/regions';
import type { ClientBase } from 'pg';

interface Asked {
  by: 'duty' | 'demo';
  reason: 'customs' | 'emergency' | 'arrival';
  words: string;
  state: 'waiting' | 'declined' | 'lapsed';
  /** hours ago */
  ago: number;
  remark?: string;
}
/** `demo` decides what others ask for. */
const asked: readonly Asked[] = [
  { by: 'duty', reason: 'customs', words: '查验改期', state: 'lapsed', ago: 5 },
  { by: 'duty', reason: 'arrival', words: '司机电话申请', state: 'declined', ago: 3, remark: '不在卸货点' },
  { by: 'demo', reason: 'arrival', words: '卸货口 3 号', state: 'waiting', ago: 0 },
  { by: 'duty', reason: 'emergency', words: '货主要求现场开箱，司机在旁', state: 'waiting', ago: 0 },
  { by: 'duty', reason: 'customs', words: '查验单 2332-20261120-0187', state: 'waiting', ago: 0 },
];

/** One organisation wants a second person for every unseal, and two people behind every scrapping: what waits for one, was declined, and has lapsed. What waits does so for hours. */
export const seedApprovals = async (db: ClientBase, org: number): Promise<void> => {
  await db.query("insert into approval_rule (org_id, kind) values ($1, 'unseal'), ($1, 'scrap')", [org]);
  for (const [at, { by, reason, words, state, ago, remark = '' }] of asked.entries())
    await db.query(
      `insert into approval (org_id, device_id, kind, state, reason_code, reason_text, reason, operator_id, oper_name, login_name,
         idempotency_key, create_time, expire_time, end_time, decider_id, decider_name, decider_login, remark)
       select d.org_id, d.id, 'unseal', $2, $3, $4, $5, o.id, o.oper_name, o.login_name, 'demo-approval-' || $6::int, t.time,
         t.time + case when $2 = 'waiting' then interval '8 hours' else interval '15 minutes' end,
         case $2 when 'declined' then t.time + interval '4 minutes' when 'lapsed' then t.time + interval '15 minutes' end,
         p.id, coalesce(p.oper_name, ''), coalesce(p.login_name, ''), $7
       from (select id, org_id from device where org_id = $1 and device_state = 'in_use' order by sn offset $6 limit 1) d
         join operator o on o.login_name = $8
         left join operator p on p.login_name = 'demo' and $2 = 'declined'
         cross join (select now() - make_interval(hours => $9) as time) t`,
      [org, state, reason, seedWord('unseal_reason', reason), words, at, remark, by, ago],
    );
};

/** Another lets one person alone unseal where it works, and asks for a second elsewhere. */
export const seedUnsealAreas = async (db: ClientBase, org: number): Promise<void> => {
  const { name, points } = regionFences.sz;
  const corners = points.slice(0, -1).map(([lon, lat]): [number, number] => [lon, lat]);
  const areas: NamedArea[] = [{ name, area: { shape: 'polygon', points: corners } }];
  await db.query("insert into approval_rule (org_id, kind, areas) values ($1, 'unseal', $2)", [
    org,
    JSON.stringify(areas),
  ]);
};

/** Roll-outs of the whole house that stopped go on by two: what waits for that, so that both ways are seen. */
export const seedResume = async (db: ClientBase, root: number): Promise<void> => {
  await db.query("insert into approval_rule (org_id, kind) values ($1, 'firmware_resume')", [root]);
  await db.query(
    `insert into approval (org_id, rollout_id, kind, reason, operator_id, oper_name, login_name, idempotency_key, expire_time)
     select r.org_id, r.id, 'firmware_resume', '失败的一台已由现场重启，其余正常', o.id, o.oper_name, o.login_name, 'demo-approval-resume',
         now() + interval '8 hours'
       from firmware_rollout r, operator o where r.org_id = $1 and r.state = 'stopped' and o.login_name = 'duty'`,
    [root],
  );
};

/** One frozen period is to come for the whole house, and one of a part of it was ended early. Nothing is frozen now: the demonstration lives. */
export const seedFrozenPeriods = async (db: ClientBase, root: number, part: number): Promise<void> => {
  await db.query(
    `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
     select $1, '年终盘点', date_trunc('hour', now()) + interval '3 days', date_trunc('hour', now()) + interval '4 days', id, oper_name, login_name
       from operator where login_name = 'demo'`,
    [root],
  );
  await db.query(
    `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name, create_time,
       end_time, ender_id, ender_name, ender_login, end_reason)
     select $1, '台风停运', t, t + interval '2 days', id, oper_name, login_name, t, t + interval '30 hours', id, oper_name, login_name, '台风已过，恢复装卸'
       from operator, (select now() - interval '6 days' as t) x where login_name = 'demo'`,
    [part],
  );
};
