import type { MapLock } from '@plomb/contract/map/map';

type Named = Pick<MapLock, 'subject' | 'device_name' | 'sn'>;

/** `batch`: on whose way an alarm of it rang; then it is that vehicle, whatever the lock is said to guard. */
type Headed = Pick<Named, 'subject' | 'device_name'> & { batch?: { plate: string } | null };

/** What heads all that is told of a lock: what it guards, else its name. */
export const headOf = ({ subject, device_name, batch }: Headed): string => batch?.plate || subject || device_name;
/** What stands below that: the name, where it is not the head itself. */
export const nameBelow = ({ subject, device_name, batch }: Headed): string =>
  subject === '' && !batch?.plate ? '' : device_name;

/** What a lock guards, how it is called and its number, where one line has to tell it from all others. */
export const namesOf = (lock: Named): string => [headOf(lock), nameBelow(lock), lock.sn].filter(Boolean).join(' · ');
