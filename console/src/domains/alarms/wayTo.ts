import type { Alarm } from '@plomb/contract/alarms/alarms';

/** What one is shown of what rang, in a word. */
export const wayTo = ({ seal }: Pick<Alarm, 'seal'>): 'showOnMap' | 'showFailure' | 'showOperation' =>
  seal === null ? 'showOnMap' : seal.record_id === null ? 'showOperation' : 'showFailure';
