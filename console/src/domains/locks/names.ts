import type { MapLock } from '@plomb/contract/map';

/** What a lock guards and how it is called, where one line has to tell it from all others. */
export const namesOf = ({ subject, device_name }: Pick<MapLock, 'subject' | 'device_name'>): string =>
  [subject, device_name].filter(Boolean).join(' · ');
