import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import type { Dictionary } from '../../platform/dictionaries.ts';

/** An alarm in words: what it is, and whose. */
export const whatOf = (
  kinds: Dictionary,
  alarm: Pick<Alarm, 'kind' | 'fences' | 'subject' | 'device_name' | 'batch'>,
) => ({
  kind: alarmWord(kinds, alarm),
  device: headOf(alarm),
});
