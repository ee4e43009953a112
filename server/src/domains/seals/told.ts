import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/serve.ts';

/** Told so much later than it was done, it is told late. */
const LATE_MS = 5 * 60_000;

/** When something was done by the clock of a handset, as far as that can be true: never later than now, nor before what it was done with was made. */
export const momentOf = (time: string, made: string | null, now: Date): { at: Date; late: boolean } => {
  const device = new Date(time);
  const first = made === null ? device : new Date(made);
  const at = device < first ? first : device < now ? device : now;
  return { at, late: now.getTime() - at.getTime() > LATE_MS };
};

/** Digest of all that was told but its key: the same key for something else is refused. `of`: which call told it. */
export const digestOf = (of: string | number, { key: _, ...told }: { key: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([of, Object.entries(told).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex');

/** The same handset may tell the same twice at once: the second waits for the first. */
export const oneByOne = async (of: string, key: string, { client, operator }: Ctx): Promise<void> => {
  await client.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [of, `${operator.id} ${key}`]);
};
