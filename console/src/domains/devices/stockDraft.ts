import type { StockStep } from '@plomb/contract/devices/stockSteps';
import { serverNow } from '../../platform/clock.ts';
import { setScreenPreference, useScreenPreference, useScreenPreferences } from '../../platform/screenPreferences.ts';

interface Draft {
  numbers: readonly string[];
  /** when the last one came */
  time: string | null;
}
const none: Draft = { numbers: [], time: null };
const readDraft = (stored: unknown): Draft => {
  const { numbers, time } = (stored ?? none) as Draft;
  return Array.isArray(numbers) && typeof time === 'string'
    ? { numbers: numbers.filter((one) => typeof one === 'string'), time }
    : none;
};
const nameOf = (step: StockStep): string => `stock.${step}.draft`;

/** The numbers of a step as they are now, not as they were drawn. */
export const draftOf = (step: StockStep): Draft => readDraft(useScreenPreferences.getState().values[nameOf(step)]);

const keep = (step: StockStep, numbers: readonly string[], time: string): void =>
  setScreenPreference(nameOf(step), numbers.length > 0 ? { numbers, time } : null);

/** Numbers that were scanned just now, or dropped. */
export const changeDraft = (step: StockStep, to: (now: readonly string[]) => readonly string[]): void =>
  keep(step, to(draftOf(step).numbers), new Date(serverNow()).toISOString());

/** Numbers that came with the address are put to those that were there, which stay as old as they are. */
export const joinDraft = (step: StockStep, first: readonly string[]): void => {
  const { numbers, time } = draftOf(step);
  const fresh = first.filter((number) => !numbers.includes(number));
  if (fresh.length > 0) keep(step, [...fresh, ...numbers], time ?? new Date(serverNow()).toISOString());
};

/** What was scanned for a step and not taken yet: it is there again when its operator comes back, also at another computer. */
export const useStockDraft = (step: StockStep): Draft => useScreenPreference(nameOf(step), readDraft)[0];
