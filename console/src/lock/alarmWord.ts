import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { Dictionary } from '../platform/dictionaries.ts';

/** What an alarm is about: its kind, and of a fence which. */
export const alarmWord = (kinds: Dictionary, { kind, fences }: Pick<Alarm, 'kind' | 'fences'>): string =>
  [kinds.word(kind), ...(fences.length > 0 ? [fences.join(', ')] : [])].join(' · ');
