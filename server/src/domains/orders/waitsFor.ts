import { LockStatus } from '@plomb/contract/lock/codes';
import type { OrderWait } from '@plomb/contract/lock/command';

/** Texts of SQL over an order: what it waits for. The gateway claims by them, and screens say them. */
const waits = (order: string): Record<OrderWait, string> => ({
  password: `(${order}.kind = 'unseal'
    and exists (select from device wd join device_type wt on wt.id = wd.device_type_id
      where wd.id = ${order}.device_id and wt.unseal_password = 'dynamic')
    and not exists (select from unlock_password wp where wp.device_id = ${order}.device_id and wp.end_time is null))`,
  report: `(${order}.kind = 'factory_reset'
    and exists (select from lock_state ws join device_connection wc on wc.device_id = ws.device_id
      where ws.device_id = ${order}.device_id and ws.lock_status <> ${LockStatus.sealedLocked}
        and wc.connect_time > coalesce(ws.receive_time, '-infinity')))`,
  // of one that is outside nothing waits: the claim takes it back
  place: `(${order}.kind = 'unseal' and order_barred(${order}) is not distinct from 'place')`,
  // what moves metal goes before all else
  order: `exists (select from command wo where wo.device_id = ${order}.device_id and wo.id <> ${order}.id
    and wo.state in ('queued', 'sent') and case when ${order}.physical then wo.state = 'sent' and wo.physical
      else wo.state = 'sent' or wo.physical or wo.id < ${order}.id end)`,
});

/** Not handed out yet, though its lock listens and nothing else is before it. */
export const isHeldBack = (order: string): string =>
  `(${waits(order).password} or ${waits(order).report} or ${waits(order).place})`;

export const waitsFor = (order: string): string => {
  const { password, report, place, order: another } = waits(order);
  return `case when ${order}.state <> 'queued' then null when ${password} then 'password' when ${report} then 'report'
    when ${place} then 'place'
    when ${another} then 'order' end`;
};
