import type { Alarm } from '@plomb/contract/alarms/alarms';
import { type AlarmSeverityName, isCritical, needsSomebody } from '@plomb/contract/alarms/severity';
import type { approvalCalls } from '@plomb/contract/approvals/domain';
import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';

type Fleet = OutputOf<typeof dashboardCalls.dashboard.fleet>;
type Lock = Fleet['silent']['rows'][number];
type Order = OutputOf<typeof dashboardCalls.dashboard.orders>['rows'][number];
type Approval = OutputOf<typeof approvalCalls.approvals.waiting>['rows'][number];

/** What a wall asks for; undefined: not known, or not for this operator's eyes. */
export interface Heard {
  alarms?: readonly Alarm[] | undefined;
  silent?: readonly Lock[] | undefined;
  orders?: readonly Order[] | undefined;
  approvals?: readonly Approval[] | undefined;
  battery?: readonly Lock[] | undefined;
}

interface Common {
  /** the same thing has the same key, however often it is asked for */
  key: string;
  deviceId: number | null;
  sn: string;
  device_name: string;
  subject: string;
  /** since when it waits; null: that is not known of this kind */
  since: string | null;
  critical: boolean;
  /** the list in which somebody deals with it */
  list: string;
}
/** One thing that somebody has to look at. */
export type WallItem = Common &
  (
    | { kind: 'alarm'; alarm: Alarm }
    | { kind: 'silent' | 'battery'; lock: Lock }
    | { kind: 'order'; order: Order }
    | { kind: 'approval'; approval: Approval }
  );

/** So many things take turns: at twelve seconds each all of them have been seen after four minutes. */
export const MOST_TURNS = 20;

const named = ({ sn, device_name, subject }: Pick<Common, 'sn' | 'device_name' | 'subject'>) => ({
  ...{ sn, device_name, subject },
});

/**
 * What takes turns on a wall, the most pressing first: alarms as their queue has them, then sealed locks that are silent, orders of
 * which nobody knows what became, what waits for a second person, and low batteries. `least`: of alarms only those as grave.
 */
export const wallItems = (heard: Heard, least: AlarmSeverityName | null): WallItem[] => {
  const alarms = (heard.alarms ?? [])
    .filter(({ severity }) => (least === 'critical' ? isCritical(severity) : needsSomebody(severity)))
    .map(
      (alarm): WallItem => ({
        ...{ kind: 'alarm', key: `alarm ${alarm.id}`, alarm, deviceId: alarm.device_id, ...named(alarm) },
        ...{ since: alarm.first_time, critical: isCritical(alarm.severity) },
        list: `/alarm?status=unprocessed&id=${alarm.id}`,
      }),
    );
  // whoever looks for the gravest alone has another screen for the rest
  if (least === 'critical') return alarms.slice(0, MOST_TURNS);
  const lock =
    (kind: 'silent' | 'battery') =>
    (one: Lock): WallItem => ({
      ...{ kind, key: `${kind} ${one.id}`, lock: one, deviceId: one.id, ...named(one), critical: false },
      since: kind === 'silent' ? one.seen_time : null,
      list: `/device/${one.id}`,
    });
  return [
    ...alarms,
    ...(heard.silent ?? []).map(lock('silent')),
    ...(heard.orders ?? []).map(
      (order): WallItem => ({
        ...{ kind: 'order', key: `order ${order.id}`, order, deviceId: order.device_id, ...named(order) },
        ...{ since: order.create_time, critical: false, list: `/order?needs_person=true&id=${order.id}` },
      }),
    ),
    ...(heard.approvals ?? []).map(
      (approval): WallItem => ({
        ...{ kind: 'approval', key: `approval ${approval.id}`, approval, deviceId: null, ...named(approval) },
        ...{ since: approval.create_time, critical: false, list: `/approval?view=waiting&id=${approval.id}` },
      }),
    ),
    ...(heard.battery ?? []).map(lock('battery')),
  ].slice(0, MOST_TURNS);
};
