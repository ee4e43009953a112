import { DatabaseError, type Pool } from 'pg';
import type { Lanes } from './lanes.ts';
import { kyselyOn } from './postgres/kysely.ts';
import { FOR_FILES, FOR_OTHERS } from './postgres/pools.ts';
import { scoped } from './postgres/transaction.ts';
import type { Reading, Tables } from './serve.ts';

/**
 * Reads what does not wait for each other: each of `there` in the sight of these organisations, on the connection that it is given, and `here`
 * as the caller sees, on theirs.
 */
export type Beside = <A, B>(
  ctx: Reading,
  orgIds: readonly number[],
  there: readonly ((ctx: Reading) => Promise<A>)[],
  here: () => Promise<B>,
) => Promise<[A[], B]>;

/** Runs what reads with the sight of these organisations instead of the caller's, in the same transaction. */
export const inSightOf = async <T>(
  { client, operator }: Reading,
  orgIds: readonly number[],
  run: () => Promise<T>,
): Promise<T> => {
  const see = (ids: readonly number[]) => client.query("select set_config('plomb.orgs', $1, true)", [ids.join(',')]);
  await see(orgIds);
  // what fails ends the transaction, and its sight with it
  const result = await run();
  await see(operator.orgIds);
  return result;
};

const eachInTurn = async <A>(reads: readonly ((ctx: Reading) => Promise<A>)[], ctx: Reading): Promise<A[]> => {
  const found: A[] = [];
  for (const read of reads) found.push(await read(ctx));
  return found;
};

/** One after the other on one connection, for what is to be of one moment or has time. */
export const inTurn: Beside = async (ctx, orgIds, there, here) => [
  there.length === 0 ? [] : await inSightOf(ctx, orgIds, () => eachInTurn(there, ctx)),
  await here(),
];

/** Connections of which nobody has a second one. */
export const KEPT = FOR_FILES + FOR_OTHERS;
/**
 * How many can be had at once, while those for files and for other organisations are left: all who hold one and wait for another would wait for
 * ever.
 */
const toSpare = ({ idleCount, totalCount, waitingCount, options: { max } }: Pool): number =>
  Math.max(0, idleCount + max - totalCount - waitingCount - KEPT);

/**
 * So long a table is waited for there. Whoever is to change it (an upgrade) may be waiting for the caller's own transaction, which waits for
 * these: of that PostgreSQL knows nothing. On its own connection it goes on at once.
 */
const WAIT_MS = 1000;
const isKeptWaiting = (settled: PromiseSettledResult<unknown>): boolean =>
  settled.status === 'rejected' && settled.reason instanceof DatabaseError && settled.reason.code === '55P03';

/**
 * At once where the pool has further connections to spare: the database reads on them while this process works on what has come. Each counts as
 * one of the caller's organisation: what it asks while they are held waits for its own, and not the others for it.
 */
export const openBeside =
  (pool: Pool, organisations: Pick<Lanes, 'more'>): Beside =>
  async (ctx, orgIds, there, here) => {
    const taken = organisations.more(String(ctx.operator.orgId), Math.min(there.length, toSpare(pool)));
    if (taken.length === 0) return inTurn(ctx, orgIds, there, here);
    const each = Math.ceil(there.length / taken.length);
    const parts = Array.from({ length: Math.ceil(there.length / each) }, (_, nth) =>
      there.slice(nth * each, (nth + 1) * each),
    );
    const onOne = (reads: typeof there) =>
      scoped(pool, orgIds, async (client) => {
        await client.query(`set local lock_timeout = ${WAIT_MS}`);
        return eachInTurn(reads, { client, db: kyselyOn<Tables>(client), operator: ctx.operator });
      });
    const [own, ...others] = await Promise.allSettled([here(), ...parts.map(onOne)] as const);
    for (const giveBack of taken) giveBack();
    // only now: whoever fails gives their connection back, and the others would go on in somebody else's transaction
    const told = resultOf(own);
    const found = [];
    for (const [nth, other] of others.entries())
      found.push(
        ...(isKeptWaiting(other)
          ? await inSightOf(ctx, orgIds, () => eachInTurn(parts[nth] ?? [], ctx))
          : resultOf(other)),
      );
    return [found, told];
  };

const resultOf = <T>(settled: PromiseSettledResult<T>): T => {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
};
