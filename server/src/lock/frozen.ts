/** A time in which nothing of an organisation, and of all below it, opens but by whoever may end that. */
export interface Frozen {
  name: string;
  from_time: string;
  until_time: string;
  /** whose it is, and those above it: who stands there may end it */
  org_id: number;
  above: readonly number[];
}

const isIn = ({ from_time, until_time }: Frozen, at: number): boolean =>
  Date.parse(from_time) <= at && at < Date.parse(until_time);

/** The one that a moment is in, of several the one that ends last, and until when they go on one after the other. */
export const frozenAt = (periods: readonly Frozen[], at: number): { name: string; until: string } | null => {
  const last = (time: number): Frozen | undefined =>
    periods
      .filter((period) => isIn(period, time))
      .sort((one, other) => Date.parse(other.until_time) - Date.parse(one.until_time))[0];
  const first = last(at);
  if (!first) return null;
  let until = Date.parse(first.until_time);
  for (let next = last(until); next; next = last(until)) until = Date.parse(next.until_time);
  return { name: first.name, until: new Date(until).toISOString() };
};

/** When the next begins after a moment; null: none is known of. */
export const frozenFrom = (periods: readonly Frozen[], after: number): string | null => {
  const begins = periods.map(({ from_time }) => Date.parse(from_time)).filter((time) => time > after);
  return begins.length > 0 ? new Date(Math.min(...begins)).toISOString() : null;
};

/** What somebody may press, and which frozen periods are theirs to end. */
export interface Holding {
  grants: ReadonlySet<string>;
  mayEnd(period: Frozen): boolean;
}
