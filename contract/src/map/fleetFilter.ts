import { type AlarmSeverityName, isCritical, needsSomebody } from '../alarms/severity.ts';
import { LockStatus } from '../lock/codes.ts';
import { Connection } from '../lock/connection.ts';
import { bySeverity, stateSigns } from '../lock/signs.ts';

const HOUR = 3_600_000;
/** How long ago a lock was last heard, in steps of these; after the last of them comes "longer", then "never". */
const steps = [HOUR, 24 * HOUR, 7 * 24 * HOUR] as const;
const NEVER = 4;
/** 0: within an hour … 3: longer ago than a week; 4: never. */
export type Silence = 0 | 1 | 2 | 3 | 4;
export const silenceOf = (now: number, seen: number | null): Silence => {
  if (seen === null) return NEVER;
  const at = steps.findIndex((step) => now - seen <= step);
  return (at < 0 ? steps.length : at) as Silence;
};
/** ms since 1970: so long silence alone does not bring it to the next step. */
export const silenceUntil = (now: number, seen: number | null): number =>
  seen === null
    ? Number.POSITIVE_INFINITY
    : seen + (steps.find((step) => now - seen <= step) ?? Number.POSITIVE_INFINITY);

/** When a lock was last heard, as a choice: within a time, or not within it. Who was never heard was not. */
export const heards = ['1h', '24h', '7d', 'over1h', 'over24h', 'over7d', 'never'] as const;
export type Heard = (typeof heards)[number];
const silences: Record<Heard, readonly [least: number, most: number]> = {
  '1h': [0, 0],
  '24h': [0, 1],
  '7d': [0, 2],
  over1h: [1, NEVER],
  over24h: [2, NEVER],
  over7d: [3, NEVER],
  never: [NEVER, NEVER],
};

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
  silence: Silence;
}
export interface FleetChoice {
  /** empty = every one */
  statuses: readonly LockStatus[];
  connections: readonly Connection[];
  /** only locks with an alarm that somebody has to deal with */
  alarm: boolean;
  /** null = whenever */
  heard: Heard | null;
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
 * account, not its own: it says what choosing it would show. Who was not heard when the choice says is in no count.
 */
export const countInto = (counts: Counts, facts: FleetFacts, choice: FleetChoice, by: 1 | -1): boolean => {
  if (choice.heard !== null) {
    const [least, most] = silences[choice.heard];
    if (facts.silence < least || facts.silence > most) return false;
  }
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
