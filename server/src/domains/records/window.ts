import { RECORD_DAYS } from '@plomb/contract/records/recordCalls';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';

const DAY = 86_400_000;

/** Of the lock's own time; both ends belong to it. */
export interface Window {
  from: string;
  to: string;
}
type Asked = { from?: string | undefined; to?: string | undefined };

/**
 * The time that is asked for, which is always bounded. Without an end it goes to tomorrow, for a lock's clock may be ahead;
 * without a beginning it is a day.
 */
export const windowOf = ({ from, to }: Asked, now: number): Window => {
  const end = to ? Date.parse(to) : now + DAY;
  const start = from ? Date.parse(from) : Math.min(end, now) - DAY;
  if (start > end) throw fieldRefusal('from', 'recordOrder');
  // a day is left for the end nobody named, an hour for clocks that are put back meanwhile
  if (end - start > (RECORD_DAYS + (to ? 0 : 1)) * DAY + DAY / 24) throw fieldRefusal('from', 'recordDays');
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
};

/** A part of the window that is read at once. `before`: what stands behind this place; else all up to and with `to`. */
export interface Slice extends Window {
  before: string | null;
}

interface Reading<R> {
  window: Window;
  /** a record's key, or a time; null: from the newest */
  before: string | null;
  size: number;
  /** ms of time that are looked through first; null: all at once, for an index has them in order */
  width: number | null;
  /** ms since 1970: what lies behind it is looked through with what is newest */
  now: number;
  /** ms it may take; what is not found by then is left to the next call */
  within: number;
  /** the newest `size` records of a slice */
  read(slice: Slice, size: number): Promise<R[]>;
  clock?(): number;
}

/** A part that took less than this is followed by a longer one. */
const QUICK = 150;
const LONGER = 4;

/**
 * Reads back in time, in parts that grow as long as each is quick: a filter that few records pass would else read the whole
 * window before it answers. Tells where to go on, which is a time where nothing more was found in the time there was.
 */
export const readBack = async <R extends { key: string }>({
  clock = () => performance.now(),
  ...o
}: Reading<R>): Promise<{ rows: R[]; next: string | null }> => {
  const rows: R[] = [];
  const since = clock();
  const first = Date.parse(o.window.from);
  let width = o.width;
  let before = o.before;
  for (;;) {
    const end = Math.min(Date.parse(timeOf(before) ?? o.window.to), Date.parse(o.window.to));
    if (end < first) return { rows, next: null };
    const start = width === null ? first : Math.max(first, Math.min(end, o.now) - width);
    const began = clock();
    rows.push(
      ...(await o.read({ from: new Date(start).toISOString(), to: o.window.to, before }, o.size + 1 - rows.length)),
    );
    if (rows.length > o.size) return { rows: rows.slice(0, o.size), next: rows[o.size - 1]!.key };
    if (start <= first) return { rows, next: null };
    before = new Date(start).toISOString();
    if (clock() - since > o.within) return { rows, next: before };
    if (width !== null && clock() - began < QUICK) width *= LONGER;
  }
};

const forms = { report: /^\d{1,15}~\d{1,5}~(-?\d{1,10})$/, alert: /^\d{1,15}$/, change: /^[ea]\d{1,15}$/ } as const;
const INT = 2 ** 31;

/** Refuses a place that is of another kind of record, or of no time there is; `isKey`: it has to be a record and not only a time. */
export const checkPlace = (place: string, kind: keyof typeof forms, isKey: boolean): void => {
  const [time = '', ...rest] = place.split('~');
  const named = forms[kind].exec(rest.join('~'));
  const isGood = rest.length === 0 ? !isKey : named !== null && Math.abs(Number(named[1] ?? 0)) < INT;
  if (!isGood || Number.isNaN(Date.parse(time))) throw new Refusal('validation');
};

/** Of a key, or of a place that is only a time. */
export const timeOf = (place: string | null): string | null => place?.split('~')[0] ?? null;
