import { crc32 } from 'node:zlib';
import { ReportType } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import {
  type Clock,
  type ClockTrouble,
  clockTrouble,
  type Doubt,
  doubtAfter,
  explainsDoubt,
  isOfDoubt,
  isPrompt,
  learnClock,
  memoryOffset,
  onOurClock,
  settleDoubt,
} from './clock.ts';
import { cameFirst, type Deed, type Deeds, deedOf, isCopy } from './deeds.ts';
import type { Rules } from './deviceRules.ts';
import { type Place, type Present, placeOf } from './present.ts';
import { type HeardReport, type KeptWord, type LockWord, saysMetal, tamperFaults, type WordKey } from './word.ts';

/** A report that was let in, with its place in time. */
export interface Taken {
  report: HeardReport;
  hash: number;
  /** on our clock; of a report without a time of its own when it came */
  at: number;
  place: Place | null;
  /** why its own time is not believed: the frame is kept apart, and only what it says of the metal is judged */
  trouble: ClockTrouble | null;
  word: LockWord | null;
  /** the word takes its place among the lock's words; others only ring */
  counts: boolean;
  /** what is known already, told again: the lock was heard, and nothing new was said */
  copy: boolean;
  /** live, and yet older than a word before it or not prompt: it is late, or the lock's clock is slow */
  doubted: boolean;
}

export interface Intake {
  taken: Taken[];
  quarantined: { report: LockReport; reason: ClockTrouble }[];
  duplicates: number;
  /** stored deeds of which a copy came that was told before: the event is that one's now */
  retold: { deed: Deed; word: LockWord }[];
  clock: Clock;
  /** what became of words that were in doubt before: merely late, or told by a clock that is slow */
  settled: 'late' | 'set back' | null;
}

/** crc32 of the frame, as PostgreSQL's signed integer; of several reports of one frame each has its own. */
export const hashOf = ({ raw, part }: Pick<LockReport, 'raw' | 'part'>): number => crc32(raw, part) | 0;

/** A lock's frame numbers wrap and begin again with each connection, so the frame itself is part of what identifies it. */
export const keyOf = (report: Pick<LockReport, 'deviceTime' | 'serial'>, hash: number): string =>
  `${report.deviceTime}/${report.serial}/${hash}`;
/** Of a report without a time of its own. */
export const untimedKeyOf = (serial: number, hash: number): string => `untimed/${serial}/${hash}`;

/** Of one whose sender had not proved to be the lock. */
export const unprovedKeyOf = (key: string): string => `unproved/${key}`;

/**
 * What a report without a time of its own states, if that is all it says. A lock whose clock is unset states its status
 * for months: said last, it need not be said again.
 */
export const untimedSayingOf = ({ event, fault, ls }: KeptWord): string | null =>
  event === null && !tamperFaults.includes(fault) ? `untimed/says/${fault}/${ls}` : null;

export const isReplay = (report: Pick<LockReport, 'replay' | 'msg_type'>): boolean =>
  report.replay || report.msg_type === ReportType.blindSpot;

/** A live report newer than everything stored before it cannot have been stored: no need to look. */
export const mayRepeat = (present: Pick<Present, 'deviceTime'>, report: LockReport): boolean =>
  isReplay(report) || (present.deviceTime !== null && report.deviceTime <= present.deviceTime);

/**
 * Lets the reports of one device in, in the order they came: no repeats, each with its place in time, each deed once.
 * Pure. `deeds`: those known of the moments the reports tell of.
 */
export const takeIn = (
  present: Present,
  stored: ReadonlySet<string>,
  reports: readonly LockReport[],
  { acceptDays, family }: Pick<Rules, 'acceptDays' | 'family'>,
  deeds: Deeds = noDeeds,
): Intake => {
  const seen = new Set(stored);
  const taken: Taken[] = [];
  const quarantined: Intake['quarantined'] = [];
  // nearly every batch is one report of a moment nothing is known of: there is nothing to compare it with
  const once = reports.length > 1 || deeds.size > 0 ? new Once(taken, deeds, family) : null;
  let duplicates = 0;
  let { clock } = present;
  let settled: Intake['settled'] = null;
  /** something was said in this batch: what was said last before it is no longer the last */
  let wasSaidSince = false;
  let newest = present.lockTime ?? Number.NEGATIVE_INFINITY;

  for (const report of reports) {
    const hash = hashOf(report);
    const trouble = clockTrouble(report.deviceTime, report.receiveTime, acceptDays);
    const key = trouble ? untimedKeyOf(report.serial, hash) : keyOf(report, hash);
    if (seen.has(key) || (!report.authenticated && seen.has(unprovedKeyOf(key)))) {
      duplicates++;
      continue;
    }
    if (reports.length > 1) {
      // the same from a connection that has proved who it is takes the place of what was anybody's
      if (report.authenticated && seen.has(unprovedKeyOf(key))) drop(taken, report, hash);
      seen.add(report.authenticated ? key : unprovedKeyOf(key));
    }
    if (trouble) {
      quarantined.push({ report, reason: trouble });
      const counts = report.authenticated && !isReplay(report);
      const place = placeOf(report);
      const at = report.receiveTime;
      const saying = untimedSayingOf(report);
      const says = saysMetal(report);
      const isNews = says && (wasSaidSince || saying === null || !seen.has(saying));
      // what is said again and again is the lock's word of now, too
      const again = says && counts && !isNews;
      const word = isNews || again ? wordOf(report, hash, at, place, false) : null;
      taken.push({
        report,
        hash,
        at,
        place,
        trouble,
        word,
        counts: counts && isNews,
        copy: again,
        doubted: false,
      });
      if (counts && isNews) {
        newest = Math.max(newest, at);
        wasSaidSince = true;
      }
      continue;
    }
    const live = report.authenticated && !isReplay(report);
    if (live) {
      const verdict = settleDoubt(clock, report.deviceTime, report.receiveTime);
      if (verdict !== null) {
        // what is stored in doubt is settled once; what comes after in this batch has doubts of its own
        settled ??= verdict === 'late' ? 'late' : 'set back';
        settle(taken, clock.doubt, verdict);
        clock = { offset: verdict === 'late' ? clock.offset : verdict, trial: null, doubt: null };
      }
      const learnt = learnClock(clock, report.deviceTime, report.receiveTime);
      if (explainsDoubt(clock, learnt)) {
        settled ??= 'set back';
        settle(taken, clock.doubt, learnt.offset);
        clock = { ...learnt, doubt: null };
      } else clock = learnt;
    }
    const offset = isReplay(report) ? memoryOffset(clock) : clock.offset;
    const at = onOurClock(report.deviceTime, report.receiveTime, offset);
    const place = placeOf(report);
    const word = saysMetal(report) ? wordOf(report, hash, at, place, true) : null;
    const proved = word !== null && report.authenticated;
    const copy = proved && (once?.isToldAgain(word) ?? false);
    const counts = proved && !copy;
    const inOrder = at >= newest;
    const doubted = counts && live && !(inOrder && isPrompt(clock, report.deviceTime, report.receiveTime));
    if (doubted) clock = { ...clock, doubt: doubtAfter(clock.doubt, report, inOrder) };
    if (proved) newest = Math.max(newest, at);
    wasSaidSince ||= counts;
    taken.push({ report, hash, at, place, trouble: null, word, counts, copy, doubted });
  }
  return { taken, quarantined, duplicates, retold: once?.retold ?? [], clock, settled };
};

const noDeeds: Deeds = new Map();

/** Keeps each deed once, as the copy that came first tells it. */
class Once {
  readonly #taken: Taken[];
  readonly #known: Map<string, Deed>;
  readonly #first: (a: WordKey, b: WordKey) => boolean;
  readonly #retold = new Map<number, { deed: Deed; word: LockWord }>();

  constructor(taken: Taken[], deeds: Deeds, family: Rules['family']) {
    this.#taken = taken;
    this.#known = new Map(deeds);
    this.#first = cameFirst(family);
  }

  /** Whether a word, about to be taken, tells a known deed; a copy in its batch that came later gives way to it. */
  isToldAgain(word: LockWord): boolean {
    const name = deedOf(word.deviceTime, word);
    const known = this.#known.get(name);
    if (!known || !isCopy(known, word)) {
      if (!known) this.#known.set(name, { key: word, replay: word.replay, kept: 'now' });
      return false;
    }
    if (!this.#first(word, known.key)) return true;
    const { kept } = known;
    this.#known.set(name, { key: word, replay: word.replay, kept: kept === 'unnoticed' ? 'now' : kept });
    if (typeof kept === 'number') {
      const deed = this.#retold.get(kept)?.deed ?? known;
      this.#retold.set(kept, { deed, word });
      return true;
    }
    if (kept === 'unnoticed') return false;
    const { receiveTime, serial, hash } = known.key;
    const at = this.#taken.findIndex(
      ({ word: w }) => w?.receiveTime === receiveTime && w.serial === serial && w.hash === hash,
    );
    this.#taken[at] = { ...this.#taken[at]!, counts: false, copy: true, doubted: false };
    return false;
  }

  get retold(): Intake['retold'] {
    return [...this.#retold.values()];
  }
}

const drop = (taken: Taken[], { deviceTime, serial }: LockReport, hash: number): void => {
  const at = taken.findIndex(
    (one) => one.hash === hash && one.report.serial === serial && Object.is(one.report.deviceTime, deviceTime),
  );
  if (at >= 0) taken.splice(at, 1);
};

/** Ends the doubts of this batch: they were late, or what that clock told since is placed by its offset. */
const settle = (taken: Taken[], doubt: Doubt | null, verdict: 'late' | number): void => {
  for (const [i, one] of taken.entries()) {
    const { report, trouble, doubted } = one;
    if (verdict === 'late') taken[i] = { ...one, doubted: false };
    else if (doubted || (doubt && trouble === null && report.authenticated && isOfDoubt(doubt, report, verdict))) {
      const at = onOurClock(report.deviceTime, report.receiveTime, verdict);
      taken[i] = { ...one, at, word: one.word && { ...one.word, at }, doubted: false };
    }
  }
};

const wordOf = (report: LockReport, hash: number, at: number, place: Place | null, timed: boolean): LockWord => ({
  at,
  serial: report.serial,
  part: report.part,
  receiveTime: report.receiveTime,
  hash,
  deviceTime: report.deviceTime,
  event: report.event,
  fault: report.fault,
  ls: report.ls,
  place: place && { lon: place.lon, lat: place.lat },
  authenticated: report.authenticated,
  replay: isReplay(report),
  timed,
});
