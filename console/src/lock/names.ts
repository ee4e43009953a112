import type { MapLock } from '@plomb/contract/map/map';

type Named = Pick<MapLock, 'subject' | 'device_name' | 'sn'>;

/** What heads all that is told of a lock: what it guards, else its name. */
export const headOf = ({ subject, device_name }: Pick<Named, 'subject' | 'device_name'>): string =>
  subject || device_name;
/** What stands below that: the name, where it is not the head itself. */
export const nameBelow = ({ subject, device_name }: Pick<Named, 'subject' | 'device_name'>): string =>
  subject === '' ? '' : device_name;

/** What a lock guards, how it is called and its number, where one line has to tell it from all others. */
export const namesOf = (lock: Named): string => [headOf(lock), nameBelow(lock), lock.sn].filter(Boolean).join(' · ');
