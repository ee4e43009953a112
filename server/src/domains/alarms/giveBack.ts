import type { Pool } from 'pg';

/** Alarms of whoever is disabled, has moved or lost the right: nobody has them any more. Tells which. */
export const giveBackAlarms = async (platform: Pool): Promise<number[]> =>
  (await platform.query<{ id: number }>('select give_back_alarms() as id')).rows.map(({ id }) => id);
