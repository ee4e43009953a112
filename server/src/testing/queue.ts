import type { Pool } from 'pg';
import type { Passwords } from '../domains/orders/passwords.ts';
import { openQueue } from '../domains/orders/queue.ts';

/** A gateway to which whatever device it asks for has just connected. */
export const holding =
  (db: Pool, gateway: string) =>
  async (deviceId: number): Promise<number> => {
    const { rows } = await db.query<{ epoch: number }>(
      'update device_connection set connected = true, gateway = $2, epoch = epoch + (gateway <> $2)::int where device_id = $1 returning epoch',
      [deviceId, gateway],
    );
    return rows[0]!.epoch;
  };

/** The queue as such a gateway sees it; nobody hints. */
export const queueOf = (
  db: Pool,
  gateway: string,
  passwords: Pick<Passwords, 'open' | 'openStatic'>,
  touched: (commandId: number) => void = () => undefined,
  deviceTouched: (deviceId: number) => void = () => undefined,
) =>
  openQueue(db, {
    gateway,
    owned: holding(db, gateway),
    passwords,
    touched,
    deviceTouched,
    onHint: () => () => undefined,
  });
