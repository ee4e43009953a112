import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmWord } from '../../lock/alarmWord.ts';
import type { Dictionary } from '../../platform/dictionaries.ts';

/** An alarm in words: what it is, and whose. */
export const whatOf = (kinds: Dictionary, alarm: Pick<Alarm, 'kind' | 'fences' | 'subject' | 'device_name'>) => ({
  kind: alarmWord(kinds, alarm),
  device: alarm.subject || alarm.device_name,
});
