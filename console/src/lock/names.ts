import type { MapLock } from '@plomb/contract/map/map';

/** What a lock guards, how it is called and its number, where one line has to tell it from all others. */
export const namesOf = ({ subject, device_name, sn }: Pick<MapLock, 'subject' | 'device_name' | 'sn'>): string =>
  [subject, device_name, sn].filter(Boolean).join(' · ');
