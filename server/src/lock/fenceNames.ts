/** The fences of an alarm by their names, and whose each is; null: nobody knows any more. */
export interface FenceNames {
  fences: string[];
  fence_orgs: (number | null)[];
}

/** As `fences_in_sight` of the database does, for what is read once for all who are told it: '' for a name that is not theirs to know. */
export const inSightOf = <T extends FenceNames>(
  orgIds: readonly number[],
  { fence_orgs, ...alarm }: T,
): Omit<T, 'fence_orgs'> => ({
  ...alarm,
  fences: alarm.fences.map((name, at) => {
    const org = fence_orgs[at] ?? null;
    return org === null || orgIds.includes(org) ? name : '';
  }),
});
