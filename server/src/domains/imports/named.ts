import type { FieldErrorCode } from '@plomb/contract/errors';
import { searchKey } from '@plomb/contract/kit/search';
import type { PoolClient } from 'pg';

/** What a file may say by name. */
export interface Named {
  id: number;
  /** no two have the same in one house; names may be shared */
  codes: readonly string[];
  names: readonly string[];
}
export type Find = (said: string) => number | 'none' | 'several';

/** By its code, else by its name, however either is spaced. */
export const finder = (all: readonly Named[]): Find => {
  const index = (of: (one: Named) => readonly string[]) => {
    const found = new Map<string, Set<number>>();
    for (const one of all)
      for (const said of of(one)) found.set(searchKey(said), (found.get(searchKey(said)) ?? new Set()).add(one.id));
    return found;
  };
  const codes = index(({ codes }) => codes);
  const names = index(({ names }) => names);
  return (said) => {
    const [first, ...others] = codes.get(searchKey(said)) ?? names.get(searchKey(said)) ?? [];
    if (first === undefined) return 'none';
    return others.length > 0 ? 'several' : first;
  };
};

/** An organisation by its name, or by its way from any above it: `above/below`. */
export const organisationsNamed = (
  all: readonly { id: number; org_name: string; parent_id: number | null }[],
): Named[] => {
  const byId = new Map(all.map((one) => [one.id, one]));
  return all.map((one) => {
    const names = [one.org_name];
    const met = new Set([one.id]);
    for (let at = byId.get(one.parent_id ?? 0); at && !met.has(at.id); at = byId.get(at.parent_id ?? 0)) {
      met.add(at.id);
      names.push(`${at.org_name}/${names.at(-1)}`);
    }
    return { id: one.id, codes: [], names };
  });
};

/** Those that rows may be for. */
export const organisationsIn = async (client: PoolClient): Promise<Find> => {
  const { rows } = await client.query<{ id: number; org_name: string; parent_id: number | null }>(
    'select id, org_name, parent_id from organisation where status = 1',
  );
  return finder(organisationsNamed(rows));
};

/** Why what a cell says names nothing. */
export const whyUnknown = (found: 'formula' | 'none' | 'several', missing: FieldErrorCode): FieldErrorCode =>
  found === 'none' ? missing : found === 'several' ? 'importAmbiguous' : 'importFormula';
