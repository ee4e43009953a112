import { createHash } from 'node:crypto';
import { type SealMedium, sealKey } from '@plomb/contract/seals/number';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

/** Told so much later than it was done, it is told late; so far clocks of handsets go wrong that are looked after. */
export const LATE_MS = 5 * 60_000;

/** What nobody knows was never made: it is told of no earlier time than this many days ago, and so often by one person in a day. */
const UNKNOWN_DAYS = 30;
const MOST_UNKNOWN = 1000;

/** When something was done by the clock of a handset, as far as that can be true: never later than now, nor before what it was done with was made. */
export const momentOf = (time: string, made: string | null, now: Date): { at: Date; late: boolean } => {
  const device = new Date(time);
  const first = made === null ? new Date(now.getTime() - UNKNOWN_DAYS * 86_400_000) : new Date(made);
  const at = device < first ? first : device < now ? device : now;
  return { at, late: now.getTime() - at.getTime() > LATE_MS };
};

/** Digest of all that was told but its key: the same key for something else is refused. `of`: which call told it. */
export const digestOf = (of: string | number, { key: _, ...told }: { key: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([of, Object.entries(told).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex');

/** Of two who tell of one thing at once the second waits for the first. */
export const inTurn = async (of: string, key: string, { client }: Ctx): Promise<void> => {
  await client.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [of, key]);
};
/** The same handset may tell the same twice at once. */
export const oneByOne = (of: string, key: string, ctx: Ctx): Promise<void> =>
  inTurn(of, `${ctx.operator.id} ${key}`, ctx);

/** Numbers that nobody knows are kept and ring; more than anybody reads in a day are made up. */
export const checkUnknown = async (
  table: 'seal_operation' | 'rfid_record',
  { client, operator }: Ctx,
): Promise<void> => {
  const { rows } = await client.query<{ many: boolean }>(
    `select count(*) >= $2 as many from (select from ${table} where operator_id = $1 and seal_id is null
       and create_time > now() - interval '1 day' limit $2) r`,
    [operator.id, MOST_UNKNOWN],
  );
  if (rows[0]!.many) throw new Refusal('unknownMany');
};

interface Left {
  id: number;
  number: string;
  reusable: boolean;
  create_time: string;
  /** null: nobody has handed it on, and somebody above took it off */
  handed_time: string | null;
  left_time: string;
  /** when it left after that time */
  first_left: string;
  /** it was with them at that time, and with nobody else */
  theirs: boolean;
}
/** A seal that has left the caller's organisations since a time of a handset: what is told late of it is of no number that nobody made. */
export const leftSince = async (
  medium: SealMedium,
  number: string,
  since: Date,
  { client }: Ctx,
): Promise<Left | null> => {
  const { rows } = await client.query<Left>('select * from seal_that_left($1, $2, $3)', [
    ...[medium, sealKey(number), since],
  ]);
  return rows[0] ?? null;
};
