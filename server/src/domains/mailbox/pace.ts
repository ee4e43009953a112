import type { ReceiveType } from '@plomb/contract/mailbox/alarmConfig';

/** Beyond so many in the window, what is not critical comes as one digest. */
export const SINGLES = 10;
export const WINDOW_MS = 5 * 60_000;
/** Critical ones come singly, up to so many an hour: an hour with more is a flood, too. */
export const CRITICAL_AN_HOUR = 40;

export interface Pending {
  isCritical: boolean;
}

/** What went to a recipient before. */
export interface Past {
  /** messages of one alarm or change in the window */
  singles: number;
  /** digests in the window */
  digests: number;
  /** messages of one in the last hour */
  singlesInHour: number;
}

export interface Plan<P> {
  singles: P[];
  /** told together in one message */
  digest: P[];
  /** told later */
  later: P[];
}

/** Whether a time of the day lies in these hours, which may go over midnight; '' = there are none. */
export const isWithin = (time: string, from: string, until: string): boolean => {
  if (from === '' || until === '') return false;
  return from < until ? from <= time && time < until : from <= time || time < until;
};

/** What is told singly now, what together, and what waits: nothing is left out. */
export const planned = <P extends Pending>(pending: readonly P[], past: Past, isQuiet = false): Plan<P> => {
  if (isQuiet) {
    const plan = planned(
      pending.filter((one) => one.isCritical),
      past,
    );
    return { ...plan, later: [...plan.later, ...pending.filter((one) => !one.isCritical)] };
  }
  const room = Math.max(0, CRITICAL_AN_HOUR - past.singlesInHour);
  const critical = pending.filter((one) => one.isCritical);
  const singles = critical.slice(0, room);
  const rest = pending.filter((one) => !singles.includes(one));
  if (rest.length === 0) return { singles, digest: [], later: [] };
  // one digest a window: what comes after it is in the next
  if (past.digests > 0) return { singles, digest: [], later: rest };
  const isFlood = rest.length + past.singles > SINGLES || past.singlesInHour + singles.length >= CRITICAL_AN_HOUR;
  return isFlood ? { singles, digest: rest, later: [] } : { singles: [...singles, ...rest], digest: [], later: [] };
};

/** Whether a recipient is told of this at all. */
export const isWanted = (
  receiveType: ReceiveType,
  what: { severity: 'critical' | 'warning' | 'info'; kind?: string } | null,
  kinds: readonly string[] = [],
): boolean => {
  if (what?.kind !== undefined && kinds.length > 0 && !kinds.includes(what.kind)) return false;
  return receiveType === 'status' || (what !== null && what.severity !== 'info');
};

/** Whether a browser is told of an alarm: of notices never. */
export const isGraveEnough = (
  least: 'critical' | 'warning',
  { severity, kind }: { severity: 'critical' | 'warning' | 'info'; kind: string },
  kinds: readonly string[],
): boolean => (severity === 'critical' || severity === least) && (kinds.length === 0 || kinds.includes(kind));
