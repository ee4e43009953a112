import type { OperatorOptions } from './useOperatorOptions.ts';

/** The roles an operator of this organisation may have: its own and those of the organisations above it. */
export const rolesFor = ({ organizations, roles }: OperatorOptions, orgId: number | undefined) => {
  const parents = new Map(organizations.map((o) => [o.id, o.parent_id]));
  const above = new Set<number>();
  for (let id = orgId; id !== undefined && !above.has(id); id = parents.get(id) ?? undefined) above.add(id);
  return roles.filter((r) => above.has(r.org_id));
};
