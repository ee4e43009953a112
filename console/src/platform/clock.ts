/**
 * The server's clock, as answers tell it. This computer's own may be minutes off, and then every age on the screen is
 * wrong and the server refuses every call as too old; what is shown and signed goes by the server's.
 */
let offset = 0;
/** round trip of the answer the offset was learnt from: the shorter, the truer */
let trust = Number.POSITIVE_INFINITY;

/** A `Date` header says whole seconds; less than this is not known to be a difference. */
const unknowable = 1500;

/** Learns from one answer that was asked for at `sent` and came at `received`, both by this computer's clock. */
export const learnClock = (date: string | null, sent: number, received: number): void => {
  const said = Date.parse(date ?? '');
  if (Number.isNaN(said)) return;
  // it was said in the middle of the round trip, and the second it names was half over on average
  const found = said + 500 - (sent + received) / 2;
  const jumped = Math.abs(found - offset) > unknowable + (received - sent);
  // a slow answer says little, but a clock that was set meanwhile is told by any
  if (received - sent > trust && !jumped) return;
  trust = received - sent;
  offset = Math.abs(found) < unknowable ? 0 : found;
};

/** The present by the server's clock, in milliseconds. */
export const serverNow = (): number => Date.now() + offset;
/** A moment that this computer's clock told (of a query, when its answer came) by the server's. */
export const byServer = (local: number): string => new Date(local + offset).toISOString();
