import { QUARTER_MS } from '@plomb/contract/seals/statistics';
import { expect, it } from 'vitest';
import { serverNow } from '../../platform/clock.ts';
import { lastDays } from './period.ts';

const DAY = 86_400_000;
const length = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / DAY;

it('is the time that the address names, or the last days, and asks the same for minutes', () => {
  const named = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' };
  expect(lastDays(new URLSearchParams(named), 14)).toEqual(named);
  const last = lastDays(new URLSearchParams(), 14);
  expect(length(last)).toBe(14);
  expect(Date.parse(last.to)).toBeGreaterThan(serverNow());
  expect(Date.parse(last.to) % QUARTER_MS).toBe(0);
});

it('is never longer than what is answered, nor upside down', () => {
  expect(length(lastDays(new URLSearchParams({ from: '2020-01-01T00:00:00.000Z' }), 14))).toBe(92);
  const turned = lastDays(new URLSearchParams({ from: '2026-11-09T00:00:00Z', to: '2026-11-08T00:00:00Z' }), 14);
  expect(Date.parse(turned.from)).toBeLessThan(Date.parse(turned.to));
});

it('is of whole quarter hours, as they are counted', () => {
  const odd = { from: '2026-11-01T10:07:00.000Z', to: '2026-11-01T12:07:00.000Z' };
  const counted = { from: '2026-11-01T10:15:00.000Z', to: '2026-11-01T12:15:00.000Z' };
  expect(lastDays(new URLSearchParams(odd), 14)).toEqual(counted);
  // the same again for the millisecond before its end
  expect(lastDays(new URLSearchParams({ ...counted, to: '2026-11-01T12:14:59.999Z' }), 14)).toEqual(counted);
});
