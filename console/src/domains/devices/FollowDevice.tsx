import type { MapLock } from '@plomb/contract/map/map';
import { useEffect } from 'react';
import { useChosenLock } from '../../lock/useChosenLock.ts';
import { useFresh } from '../../lock/useFresh.ts';
import type { Device } from './device.ts';

/** What the list and the stream both say of a lock. */
const present = [
  'lock_status',
  'lock_since',
  'clock_doubt',
  'aside_since',
  'lon',
  'lat',
  'place_time',
  'velocity',
  'mileage',
  'electric',
  'voltage',
  'temperature',
  'signal',
  'fault',
  'ver',
  'seen_time',
] as const satisfies (keyof MapLock & keyof Device)[];
export type Present = Partial<Device>;

/** Tells how a lock stands, again and again as it moves, for as long as it is shown. */
export const FollowDevice = ({ id, tell }: { id: number; tell: (now: Present) => void }) => {
  const { lock, connection } = useChosenLock(id, null);
  return lock && <Told lock={lock} connection={connection} tell={tell} />;
};

const Told = ({
  lock,
  connection,
  tell,
}: { lock: MapLock; tell: (now: Present) => void } & Pick<Device, 'connection'>) => {
  const fresh = useFresh(lock, connection);
  useEffect(() => {
    tell({ ...Object.fromEntries(present.map((field) => [field, lock[field]])), connection, fresh });
  }, [lock, connection, fresh, tell]);
  return null;
};
