import type { AssignedOrders } from '@plomb/contract/batches/assignments';
import type { ClientBase } from 'pg';
import { type AssignedDevice, refusalToAssign } from '../domains/batches/assignments.routes.ts';
import { outOfUse } from '../lock/state.ts';

const orders: AssignedOrders = 'unseal';
/** Devices in use, and those that are refused: lost, and scrapped. */
const some = `(select d.id from device d where d.org_id = $1 and not d.lost and d.device_state = 'in_use' order by d.sn limit 6)
  union all (select d.id from device d where d.org_id = $1 and (d.lost or d.device_state <> 'in_use') order by d.sn limit 4)`;

/** One organisation's devices distributed to another: some are refused, and to one sending is forbidden. */
export const distributeDemoDevices = async (client: ClientBase, from: number, to: number): Promise<void> => {
  const { rows } = await client.query<AssignedDevice & { id: number; org_id: number }>(
    `select d.id, d.org_id, d.status, t.family, ${outOfUse} as out_of_use, array[d.org_id] as seen_by
       from device d join device_type t on t.id = d.device_type_id where d.id in (${some}) order by d.id`,
    [from],
  );
  const whom = { id: to, enabled: true };
  await client.query(
    `with one as materialized (select nextval('distribution') as id)
     insert into device_assignment (distribution_id, device_id, org_id, to_org_id, giver_org_id, orders, sending, refusal,
       end_time, operator_id, oper_name, login_name)
     select one.id, n.device, $1, $2, o.org_id, $3, n.at <> 2, n.refusal, case when n.refusal <> '' then now() end, o.id,
         o.oper_name, o.login_name
       from one, operator o, unnest($4::bigint[], $5::text[]) with ordinality as n(device, refusal, at)
      where o.login_name = 'demo'`,
    [
      from,
      to,
      orders,
      rows.map(({ id }) => id),
      rows.map((device) => refusalToAssign(orders, device, whom, undefined, true) ?? ''),
    ],
  );
};
