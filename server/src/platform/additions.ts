import { createHash } from 'node:crypto';
import type { Call } from '@plomb/contract/kit/call';
import type { ClientBase, Pool } from 'pg';
import type { SessionOperator } from './access.ts';
import { Refusal } from './refusal.ts';

/** The name of the field beside a call's own, as `langue` and `sign` are. */
const FIELD = 'idempotency_key';

/** The key under which a request adds something; null: it has none, or adds nothing. */
export const additionKey = ({ business, input }: Call, body: Record<string, unknown>): string | null => {
  const key = body[FIELD];
  if (business !== 'insert' || FIELD in input.shape || key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key)) throw new Refusal('validation');
  return key;
};

const hashOf = (input: unknown): Buffer => createHash('sha256').update(JSON.stringify(input)).digest();

/**
 * Adds once: a request that comes again under its key, because nobody knows whether it arrived, is told what it made the first
 * time. What tells more than an id (a key shown once) is not kept.
 */
export const addedOnce = async <T>(
  client: ClientBase,
  { path }: Call,
  { id: operatorId }: SessionOperator,
  { key, input, again }: { key: string; input: unknown; again(): void },
  add: () => Promise<T>,
): Promise<T> => {
  // the same press that comes twice at once waits for itself
  await client.query("select pg_advisory_xact_lock(hashtext('plomb addition ' || $1), hashtext($2))", [
    operatorId,
    key,
  ]);
  const hash = hashOf(input);
  const { rows } = await client.query<{ record_id: number; same: boolean }>(
    `select record_id, path = $3 and input_hash = $4 as same from addition where operator_id = $1 and idempotency_key = $2`,
    [operatorId, key, path, hash],
  );
  const [earlier] = rows;
  if (earlier && !earlier.same) throw new Refusal('addedBefore');
  if (earlier) {
    again();
    return { id: earlier.record_id } as T;
  }
  const data = await add();
  const { id, ...more } = data as { id?: unknown };
  if (typeof id === 'number' && Object.keys(more).length === 0)
    await client.query(
      'insert into addition (operator_id, idempotency_key, path, input_hash, record_id) values ($1, $2, $3, $4, $5)',
      [operatorId, key, path, hash, id],
    );
  return data;
};

export const sweepAdditions = async (platform: Pool): Promise<void> => {
  await platform.query("delete from addition where create_time < now() - interval '1 day'");
};
