import { serverNow } from '../../platform/clock.ts';

const DAY_MS = 86_400_000;
/** So that a page that looks again in a moment asks the same. */
const STEP_MS = 5 * 60_000;

/** The time that the address names, or the last so many days; never more than can be looked over at once. */
export const lastDays = (address: URLSearchParams, days: number, most = 92): { from: string; to: string } => {
  const end = Math.ceil((serverNow() + 1) / STEP_MS) * STEP_MS;
  const to = Date.parse(address.get('to') ?? '') || end;
  const from = Date.parse(address.get('from') ?? '') || to - days * DAY_MS;
  const first = Math.max(Math.min(from, to - 1), to - most * DAY_MS);
  return { from: new Date(first).toISOString(), to: new Date(to).toISOString() };
};
