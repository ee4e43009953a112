import { sql } from 'kysely';
import { exactly, type Reader } from './source.ts';

/** The frame that an event came in, as `/device/frame` asks for it; null: it came in none, or that is not kept any more. */
export const frameOfEvent = async (eventId: number | null, { db }: Pick<Reader, 'db'>): Promise<string | null> => {
  if (eventId === null) return null;
  const { rows } = await sql<{ frame: string }>`
    select ${exactly(sql`p.device_time`)} || '~' || p.serial || '~' || p.hash as frame
      from lock_event e join position p on p.device_id = e.device_id and p.device_time = e.device_time
        and p.serial = e.serial and p.hash = e.hash and p.org_id = e.org_id
      where e.id = ${eventId} limit 1`.execute(db);
  return rows[0]?.frame ?? null;
};
