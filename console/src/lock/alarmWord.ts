import { type Alarm, fenceAbove } from '@plomb/contract/alarms/alarms';
import type { Dictionary } from '../platform/dictionaries.ts';
import { useSettings } from '../platform/settings.ts';

/** Fences by their names; one of an organisation above has none here. Asked while it is drawn, in the language of that moment. */
export const fenceNames = (fences: readonly string[]): string =>
  [...new Set(fences.map((name) => name || fenceAbove[useSettings.getState().lang]))].join(', ');

/** What an alarm is about: its kind, and of a fence which. */
export const alarmWord = (kinds: Dictionary, { kind, fences }: Pick<Alarm, 'kind' | 'fences'>): string =>
  [kinds.word(kind), ...(fences.length > 0 ? [fenceNames(fences)] : [])].join(' · ');
