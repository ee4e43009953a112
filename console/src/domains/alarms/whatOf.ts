import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { Dictionary } from '../../platform/dictionaries.ts';

/** An alarm in words: what it is, and whose. */
export const whatOf = (kinds: Dictionary, alarm: Pick<Alarm, 'kind' | 'subject' | 'device_name'>) => ({
  kind: kinds.word(alarm.kind),
  device: alarm.subject || alarm.device_name,
});
