import { type LockFamily, LockStatus } from '@plomb/contract/lock/codes';
import { type CommandKind, orderKinds } from '@plomb/contract/lock/orderKinds';
import { seedWord } from '@plomb/contract/words';
import type { Pool } from 'pg';
import type { Logger } from '../platform/log.ts';
import { beginDemoBatches } from './batches.ts';
import { cardsByHand } from './cards.ts';
import { sendDemoCode } from './codes.ts';

/** Once this many locks are on the line the orders are given. */
const ENOUGH = 180;
const LOOK_MS = 2000;

interface Given {
  kind: CommandKind;
  by: 'demo' | 'duty';
  /** which locks: on the line, or asleep; the last by number, which other screens do not open first */
  to: 'sealed' | 'line' | 'asleep';
  many: number;
  /** hhd where it is not said */
  family?: LockFamily;
  args?: object;
  /** an item of the list, which each reads in their own language */
  reason?: 'customs' | 'arrival' | null;
}
const given: readonly Given[] = [
  { kind: 'unseal', by: 'duty', to: 'sealed', many: 3, reason: 'customs' },
  { kind: 'query_info', by: 'demo', to: 'line', many: 3 },
  { kind: 'set_intervals', by: 'demo', to: 'line', many: 2, args: { report_interval: 10, sleep_interval: 600 } },
  { kind: 'add_cards', by: 'demo', to: 'line', many: 3, family: 'jt701', args: { cards: cardsByHand } },
  { kind: 'unseal', by: 'duty', to: 'asleep', many: 2, reason: 'arrival' },
  { kind: 'query_info', by: 'demo', to: 'asleep', many: 3 },
];
const condition: Record<Given['to'], string> = {
  sealed: `c.connected and s.lock_status = ${LockStatus.sealedLocked}`,
  line: 'c.connected',
  asleep: "not c.connected and s.receive_time < now() - interval '45 seconds'",
};

/** Orders of the demonstration's people, once in its life: what the queue and the opening log have to show. */
export const giveDemoOrders = (platform: Pool, log: Logger): { stop(): void } => {
  /** whether there were such locks */
  const give = async ({ kind, by, to, many, family = 'hhd', args = {}, reason = null }: Given): Promise<boolean> => {
    const { again, doubtful, moves } = orderKinds[kind];
    const { rowCount } = await platform.query(
      `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason_code, reason_text, operator_id, oper_name,
         login_name, expire_time, doubtful)
       select d.id, d.org_id, $1, $2, $3, $4, 'demo-' || d.id, $5, $9, o.id, o.oper_name, o.login_name,
         now() + case when $3 then interval '30 minutes' else interval '1 day' end, $8
       from (select d.id, d.org_id from device d join device_type t on t.id = d.device_type_id
           join lock_state s on s.device_id = d.id join device_connection c on c.device_id = d.id
         where t.family = $10 and d.status = 1 and not d.lost and d.device_state = 'in_use' and ${condition[to]}
           and $1 <> all (approval_kinds(d.org_id)) and ($1 <> 'unseal' or unseal_barred(d.org_id, d.id) is null) and not exists (select from command q where q.device_id = d.id)
         order by d.sn desc limit $7) d, operator o where o.login_name = $6`,
      [kind, args, moves, again, reason, by, many, doubtful, reason && seedWord('unseal_reason', reason), family],
    );
    return (rowCount ?? 0) > 0;
  };
  let left: readonly Given[] | null = null;
  let busy = false;
  /** the trouble that was told last */
  let told = '';
  const look = async (): Promise<void> => {
    const { rows } = await platform.query<{ connected: number; given: boolean }>(
      `select (select count(*)::int from device_connection where connected) as connected,
         exists (select from command where idempotency_key like 'demo-%') as given`,
    );
    if (left === null && rows[0]?.given) return stop();
    if (left === null && (rows[0]?.connected ?? 0) < ENOUGH) return;
    left ??= given;
    // those that sleep have to be heard first, and fall asleep
    for (const one of left) if (await give(one)) left = left.filter((other) => other !== one);
    if (left.length > 0) return;
    await sendDemoCode(platform);
    await beginDemoBatches(platform);
    stop();
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // the database may be away for a moment: looked at again the next time, and one that lasts is told once
    void look()
      .then(() => {
        told = '';
      })
      .catch((error: unknown) => {
        const what = String(error);
        if (what !== told) log.warn({ err: error }, 'the orders of the demonstration could not be given, tried again');
        told = what;
      })
      .finally(() => {
        busy = false;
      });
  }, LOOK_MS);
  const stop = () => clearInterval(timer);
  return { stop };
};
