import type { SeenOpener } from '@plomb/contract/logistics/journeyTemplates';
import {
  type NamedOpener,
  type Opener,
  openedByOthers,
  type PositionMedium,
  strayStop,
} from '@plomb/contract/logistics/plan';
import type { ClientBase } from 'pg';
import type { z } from 'zod';
import { fieldRefusal } from '../../platform/refusal.ts';

type Asked = z.output<typeof Opener>;

const idsOf = (openers: readonly Asked[]): [people: number[], roles: number[]] => {
  const ids = (kind: Asked['kind']) => openers.filter((one) => one.kind === kind).map(({ id }) => id);
  return [ids('person'), ids('role')];
};
/** Those of them who are in sight, by the names they have now. */
const seenOf = async (openers: readonly Asked[], client: ClientBase): Promise<NamedOpener[]> => {
  const { rows } = await client.query<NamedOpener>(
    `select 'person' as kind, id, oper_name as name from operator where id = any($1) and status = 1
     union all select 'role', id, role_name from role where id = any($2)`,
    idsOf(openers),
  );
  return rows;
};
const find = (seen: readonly NamedOpener[], { kind, id }: Asked): NamedOpener | undefined =>
  seen.find((one) => one.kind === kind && one.id === id);

interface Opened<O> {
  openers: O[];
  open_stops: string[];
}
/** Positions with their openers by name; whoever is named out of sight, or a stop that is none of the route's, is refused beside its field. */
export const withOpeners = async <P extends Opened<Asked>>(
  positions: readonly P[],
  stops: readonly { id: string }[],
  client: ClientBase,
): Promise<(Omit<P, 'openers'> & { openers: NamedOpener[] })[]> => {
  const seen = await seenOf(
    positions.flatMap(({ openers }) => openers),
    client,
  );
  const stray = strayStop(positions, stops);
  if (stray >= 0) throw fieldRefusal(`positions.${stray}.open_stops`, 'batchStop');
  return positions.map((one, nth) => ({
    ...one,
    openers: one.openers.map((opener) => {
      const named = find(seen, opener);
      if (!named) throw fieldRefusal(`positions.${nth}.openers`, 'choice');
      return named;
    }),
  }));
};
/** Whoever opens a position sees its batch: they are of its organisation or of one above, and so is a role that people there can have. */
export const checkOpeners = async (
  positions: readonly Pick<Opened<Asked>, 'openers'>[],
  org: number,
  client: ClientBase,
): Promise<void> => {
  const { rows: below } = await client.query<NamedOpener>(
    `select 'person' as kind, id from operator where id = any($1) and org_id not in (select orgs_above($3))
     union all select 'role', id from role where id = any($2) and org_id not in (select orgs_above($3))`,
    [...idsOf(positions.flatMap(({ openers }) => openers)), org],
  );
  const blind = positions.findIndex(({ openers }) => openers.some((one) => find(below, one)));
  if (blind >= 0) throw fieldRefusal(`positions.${blind}.openers`, 'batchOpenerBelow');
};
/**
 * Positions that are opened by others from now on. Whoever was named before may stay named, also out of sight; whoever is new is asked what a plan
 * asks.
 */
export const namedAnew = async (
  planned: readonly { id: number; medium: PositionMedium; openers: NamedOpener[] }[],
  asked: readonly { id: number; openers: Asked[] }[],
  org: number,
  client: ClientBase,
): Promise<{ id: number; openers: NamedOpener[] }[]> => {
  const held = asked.map(({ id }) => planned.find((one) => one.id === id));
  const was = (nth: number) => held[nth]?.openers ?? [];
  const refuse = (nth: number, error: 'choice' | 'batchLockOpeners') => {
    if (nth >= 0) throw fieldRefusal(`positions.${nth}.openers`, error);
  };
  refuse(
    held.findIndex((one, nth) => !one || held.indexOf(one) < nth),
    'choice',
  );
  refuse(
    asked.findIndex(({ openers }, nth) => held[nth]?.medium === 'lock' && openers.length > 0),
    'batchLockOpeners',
  );
  const others = asked.map(({ openers }, nth) => ({
    openers: openers.filter((one) => !find(was(nth), one)),
    open_stops: [],
  }));
  const named = await withOpeners(others, [], client);
  await checkOpeners(others, org, client);
  const all = asked.map(({ id, openers }, nth) => ({
    id,
    openers: openers.map((one) => find([...was(nth), ...named[nth]!.openers], one)!),
  }));
  return openedByOthers(planned, all);
};
/** Positions of a template as whoever reads it may know them: who is out of sight, or has left, has neither name nor number. */
export const asSeen = async <P extends Opened<NamedOpener>>(
  positions: readonly P[],
  client: ClientBase,
): Promise<(Omit<P, 'openers'> & { openers: SeenOpener[] })[]> => {
  const seen = await seenOf(
    positions.flatMap(({ openers }) => openers),
    client,
  );
  return positions.map((one) => ({
    ...one,
    openers: one.openers.map((opener) => find(seen, opener) ?? { kind: opener.kind, id: null, name: '' }),
  }));
};
