import { type AlarmSeverityName, isCritical, needsSomebody } from '../alarms/severity.ts';
import { LockStatus } from '../lock/codes.ts';
import { Connection } from '../lock/connection.ts';
import { bySeverity, stateSigns } from '../lock/signs.ts';

/** What a fleet is narrowed and ordered by; the page does it for the locks it holds, the server for fleets too large to be held. */
export interface FleetFacts {
  status: LockStatus;
  connection: Connection;
  /** how grave its gravest open alarm is */
  alarm: AlarmSeverityName | null;
  /** sealed by the platform's word alone: see stateTrust.ts */
  held: boolean;
  /** its status is the present one: see `isFresh` */
  fresh: boolean;
}
export interface FleetChoice {
  /** empty = every one */
  statuses: readonly LockStatus[];
  connections: readonly Connection[];
  /** only locks with an alarm that somebody has to deal with */
  alarm: boolean;
}

export interface Counts {
  statuses: Record<LockStatus, number>;
  /** of the sealed those that are merely held, and of each status those of which it is just the last that is known */
  held: number;
  stale: Record<LockStatus, number>;
  connections: Record<Connection, number>;
  alarm: number;
}
const noStatus = () => Object.fromEntries(bySeverity.map((s) => [s, 0])) as Counts['statuses'];
export const emptyCounts = (): Counts => ({
  statuses: noStatus(),
  held: 0,
  stale: noStatus(),
  connections: Object.fromEntries(Connection.options.map((c) => [c, 0])) as Counts['connections'],
  alarm: 0,
});

/**
 * Counts a lock, or takes it out of the counts; answers whether it passes. Every count takes the other choices into
 * account, not its own: it says what choosing it would show.
 */
export const countInto = (counts: Counts, facts: FleetFacts, choice: FleetChoice, by: 1 | -1): boolean => {
  const status = choice.statuses.length === 0 || choice.statuses.includes(facts.status);
  const reached = choice.connections.length === 0 || choice.connections.includes(facts.connection);
  const rings = needsSomebody(facts.alarm);
  const alarm = !choice.alarm || rings;
  if (reached && alarm) {
    counts.statuses[facts.status] += by;
    if (facts.held) counts.held += by;
    // a lock that never said anything has no last status
    if (!facts.fresh && facts.status !== LockStatus.initial) counts.stale[facts.status] += by;
  }
  if (status && alarm) counts.connections[facts.connection] += by;
  if (status && reached && rings) counts.alarm += by;
  return status && reached && alarm;
};

/** Percent at and below which a battery is low. */
const LOW = 20;
const silence: Record<Connection, number> = { online: 0, sleeping: 0, late: 2, offline: 4 };
/**
 * How much a lock wants to be seen: a critical alarm before every state, any other alarm before its like; of those alike
 * the silent ones, then those whose battery is low.
 */
export const urgencyOf = ({
  status,
  alarm,
  connection,
  electric,
}: Pick<FleetFacts, 'status' | 'alarm' | 'connection'> & { electric: number | null }): number =>
  (isCritical(alarm) ? 200 : 0) +
  20 * stateSigns[status].severity +
  (alarm === null ? 0 : 10) +
  silence[connection] +
  (electric !== null && electric <= LOW ? 1 : 0);
