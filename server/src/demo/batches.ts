import type { BatchKind } from '@plomb/contract/batches/batches';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import type { ClientBase, Pool } from 'pg';
import { openGiving } from '../domains/orders/give.ts';
import { type FoundOperator, operatorFrom, operatorSql } from '../platform/access.ts';
import { transaction } from '../platform/postgres/transaction.ts';

interface Begun {
  kind: BatchKind;
  /** the locks it is for, by a condition over d, t, s and c, and how many of each */
  to: readonly [condition: string, many: number][];
}
const online = 'c.connected';
const asleep = "not c.connected and s.receive_time < now() - interval '45 seconds'";
const begun: readonly Begun[] = [
  // some of another family refuse; the others answer
  {
    kind: 'query_location',
    to: [
      [`t.family = 'hhd' and ${online}`, 9],
      ["t.family = 'jt701'", 3],
    ],
  },
  // some of these sleep, and have it when they wake
  {
    kind: 'query_info',
    to: [
      [`t.family = 'hhd' and ${online}`, 5],
      [`t.family = 'hhd' and ${asleep}`, 9],
    ],
  },
];

/** Batches of the demonstration's people: one that is done, with some that refuse, and one that waits a while for locks that sleep. */
export const beginDemoBatches = (platform: Pool): Promise<void> =>
  transaction(platform, async (client) => {
    for (const one of begun) await begin(client, one);
  });

const quiet = { hint: () => undefined, touched: () => undefined, deviceTouched: () => undefined };
const { judge } = openGiving(quiet, { lifetime: () => 0, waiting: () => Number.POSITIVE_INFINITY });

const begin = async (client: ClientBase, { kind, to }: Begun): Promise<void> => {
  const ids: number[] = [];
  for (const [condition, many] of to) {
    const { rows } = await client.query<{ id: number }>(
      `select d.id from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
         join device_connection c on c.device_id = d.id
       where d.status = 1 and not d.lost and d.device_state = 'in_use' and d.retired_time is null and ${condition}
       order by d.sn limit $1`,
      [many],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  const demo = await client.query<FoundOperator>(
    operatorSql("select id as operator_id from operator where login_name = 'demo'"),
  );
  const unfit = await judge(client, operatorFrom(demo.rows[0]!), { kind, args: {} }, ids);
  const { rows } = await client.query<{ id: number }>(
    `insert into batch (org_id, operator_id, oper_name, login_name, kind, args, total, unfit, start_time)
     select org_id, id, oper_name, login_name, $1, '{}', $2, $3, now() from operator where login_name = 'demo' returning id`,
    [kind, ids.length, unfit.size],
  );
  const id = rows[0]!.id;
  await client.query(
    `insert into batch_device (batch_id, device_id, org_id, refusal)
     select $1, d.id, d.org_id, n.refusal from unnest($2::bigint[], $3::text[]) as n(id, refusal) join device d on d.id = n.id`,
    [id, ids, ids.map((device) => unfit.get(device)?.code ?? '')],
  );
  await client.query(
    `with j as (insert into job (org_id, operator_id, kind, subject, subject_id, total)
       select b.org_id, b.operator_id, 'batch_give', $2, b.id, b.total - b.unfit from batch b where b.id = $1 returning id)
     update batch set job_id = j.id from j where batch.id = $1`,
    [id, orderKinds[kind].title.zh],
  );
};
