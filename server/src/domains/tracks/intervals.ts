import { countWhile } from '@plomb/contract/kit/countWhile';
import type { Track } from '@plomb/contract/tracks/tracks';

/** What a lock said of its intervals, from when on (ms since 1970; null: always before); null: as its type says. */
export interface ToldIntervals {
  since: number | null;
  type: number;
  report: number | null;
  sleep: number | null;
}
/** What locks of a type are taken to report at, from when on. */
export interface TypeIntervals {
  since: number | null;
  type: number;
  report: number;
  sleep: number;
}

const inForce = <T extends { since: number | null }>(rows: readonly T[], at: number): T | undefined =>
  rows[Math.max(countWhile(rows, ({ since }) => since === null || since <= at) - 1, 0)];

/**
 * Which intervals held when between two times, oldest first: the lock's own word of that time, else what its type of that
 * time said then. `told` and `types` are in the order of their times; of a type that never changed there is no row, and
 * `present` says it.
 */
export const intervalsIn = (
  told: readonly ToldIntervals[],
  types: readonly TypeIntervals[],
  present: Omit<TypeIntervals, 'since'>,
  { from, to }: { from: number; to: number },
): Track['intervals'] => {
  const changes = [...told, ...types].flatMap(({ since }) =>
    since !== null && since > from && since <= to ? [since] : [],
  );
  const ofType = Map.groupBy(types, ({ type }) => type);
  const pieces = [from, ...[...new Set(changes)].sort((a, b) => a - b)].map((at) => {
    const own = inForce(told, at) ?? { type: present.type, report: null, sleep: null };
    const type = inForce(ofType.get(own.type) ?? [], at);
    return {
      from: new Date(at).toISOString(),
      report_interval: own.report ?? type?.report ?? present.report,
      sleep_interval: own.sleep ?? type?.sleep ?? present.sleep,
    };
  });
  return pieces.filter(
    (one, i) =>
      i === 0 ||
      one.report_interval !== pieces[i - 1]?.report_interval ||
      one.sleep_interval !== pieces[i - 1]?.sleep_interval,
  );
};
