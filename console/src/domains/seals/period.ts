import { QUARTER_MS, quarterEdge } from '@plomb/contract/seals/statistics';
import { serverNow } from '../../platform/clock.ts';

const DAY_MS = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();

/** The time that the address names, or the last so many days, by whole quarter hours, as it is counted; never more than can be looked over at once. */
export const lastDays = (address: URLSearchParams, days: number, most = 92): { from: string; to: string } => {
  const to = Date.parse(quarterEdge(iso(Date.parse(address.get('to') ?? '') || serverNow() + 1)));
  const from = Date.parse(address.get('from') ?? '') || to - days * DAY_MS;
  const first = Math.max(Math.min(from, to - QUARTER_MS), to - most * DAY_MS);
  return { from: quarterEdge(iso(first)), to: iso(to) };
};
