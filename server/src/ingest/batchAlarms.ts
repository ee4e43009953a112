import { alarmSeverity } from '@plomb/contract/alarms/severity';
import type { AlarmKind } from '@plomb/contract/lock/codes';
import type { AlarmOf, Owned } from './effects.ts';
import type { Fence } from './fenceCache.ts';
import type { Taken } from './intake.ts';
import type { Ring } from './lockFold.ts';

/** Told this long after it happened, an alarm says so. */
export const lateAfter = 5 * 60_000;

/** The alarms of one device in one batch, by kind. */
export class Alarms {
  readonly #byKind = new Map<AlarmKind, AlarmOf>();
  readonly #owner: Owned;

  constructor(deviceId: number, orgId: number) {
    this.#owner = { deviceId, orgId };
  }

  ring(
    { kind, fault }: Ring,
    at: number,
    source: AlarmOf['source'],
    place: AlarmOf['place'],
    { late = isLate(source, at), doubtful = false, fence }: { late?: boolean; doubtful?: boolean; fence?: Fence } = {},
  ): void {
    const before = this.#byKind.get(kind);
    const unproved = isUnproved(source);
    if (!before) {
      this.#note({ kind, fault }, at, source, place, {
        ...{ hits: 1, late, doubtful, unproved, cleared: false },
        fences: fence ? [named(fence)] : [],
      });
      return;
    }
    // it stands where it last rang: an older word does not move it, nor does a stranger's move the lock's own
    if (place && (before.unproved === unproved ? at >= before.lastTime : before.unproved)) before.place = place;
    // cleared and risen again between two commits: for whoever watches it never went away
    before.cleared = false;
    if (fence && !before.fences.some((one) => isOf(fence, one))) before.fences.push(named(fence));
    before.hits++;
    before.lastTime = Math.max(before.lastTime, at);
    before.firstTime = Math.min(before.firstTime, at);
    before.late &&= late;
    before.doubtful &&= doubtful;
    before.unproved &&= unproved;
  }

  clear(kind: AlarmKind, at: number, source: Taken): void {
    const before = this.#byKind.get(kind);
    if (before) before.cleared = true;
    else
      this.#note({ kind, fault: 0 }, at, source, null, {
        hits: 0,
        late: false,
        doubtful: false,
        unproved: false,
        cleared: true,
        fences: [],
      });
  }

  all(): Iterable<AlarmOf> {
    return this.#byKind.values();
  }

  #note(
    { kind, fault }: Ring,
    at: number,
    source: AlarmOf['source'],
    place: AlarmOf['place'],
    rest: Pick<AlarmOf, 'hits' | 'late' | 'doubtful' | 'unproved' | 'cleared' | 'fences'>,
  ): void {
    this.#byKind.set(kind, {
      ...this.#owner,
      kind,
      fault,
      severity: alarmSeverity[kind],
      firstTime: at,
      lastTime: at,
      source,
      place,
      ...rest,
    });
  }
}

type Named = AlarmOf['fences'][number];
const named = ({ name, orgId }: Fence): Named => ({ name, orgId });
const isOf = ({ name, orgId }: Fence, one: Named): boolean => one.name === name && one.orgId === orgId;

/** What is stored and judged again counts only if it was the lock's own. */
const isUnproved = (source: AlarmOf['source']): boolean => 'report' in source && !source.report.authenticated;

const isLate = (source: AlarmOf['source'], at: number): boolean =>
  'report' in source && source.report.receiveTime - at > lateAfter;
