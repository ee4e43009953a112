import type { WallItem } from './items.ts';

/** What is looked at, since when, and which critical alarms have been. */
export interface Turning {
  key: string | null;
  /** ms since 1970 by this computer's clock */
  since: number;
  /** held until then; null: it turns by itself */
  heldUntil: number | null;
  known: ReadonlySet<string>;
}
export const turningFrom = (now: number): Turning => ({ key: null, since: now, heldUntil: null, known: new Set() });

/** A wall that somebody held still and left would show one thing for days. */
export const LONGEST_HELD = 5 * 60_000;

type Turns = readonly Pick<WallItem, 'key' | 'critical'>[];
const sameKeys = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((key) => b.has(key));

/**
 * What is looked at a moment later: a critical alarm that nobody here has seen comes at once, what is not there any more gives way to
 * what came after it, and what has been looked at for long enough to the next. The same object where nothing changes.
 */
export const turned = (before: Turning, items: Turns, now: number, everyMs: number): Turning => {
  const critical = new Set(items.filter((item) => item.critical).map(({ key }) => key));
  const isFirst = before.key === null && before.known.size === 0;
  const news = items.find(({ key }) => critical.has(key) && !before.known.has(key));
  const heldUntil = before.heldUntil !== null && before.heldUntil > now ? before.heldUntil : null;
  const at = items.findIndex(({ key }) => key === before.key);
  const known = sameKeys(critical, before.known) ? before.known : critical;
  const to = (key: string | null, since: number): Turning =>
    key === before.key && since === before.since && heldUntil === before.heldUntil && known === before.known
      ? before
      : { key, since, heldUntil, known };

  if (items.length === 0) return to(null, before.key === null ? before.since : now);
  // what stands there of its own accord is read to its end first time round; a held one is let go for nothing but metal
  if (news && !isFirst && news.key !== before.key) return to(news.key, now);
  if (at < 0) return to((items[0] as Turns[number]).key, now);
  if (heldUntil !== null) return to(before.key, before.since);
  // let go of: it is looked at for a whole turn more
  if (before.heldUntil !== null) return to(before.key, now);
  if (now - before.since < everyMs || items.length === 1) return to(before.key, before.since);
  return to((items[(at + 1) % items.length] as Turns[number]).key, now);
};

/** One on, or one back. */
export const stepped = (before: Turning, items: Turns, by: 1 | -1, now: number): Turning => {
  if (items.length === 0) return before;
  const at = items.findIndex(({ key }) => key === before.key);
  const next = items[(Math.max(0, at) + by + items.length) % items.length] as Turns[number];
  return { ...before, key: next.key, since: now };
};
export const chosen = (before: Turning, key: string, now: number): Turning => ({ ...before, key, since: now });
export const held = (before: Turning, now: number): Turning => ({
  ...before,
  ...(before.heldUntil === null ? { heldUntil: now + LONGEST_HELD } : { heldUntil: null, since: now }),
});
