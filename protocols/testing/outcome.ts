/** What comparing one frame gave: differences (none = equal), or what it is that we do not claim to read. */
export type Outcome = { differences: string[] } | { unclaimed: string };

type Values = Readonly<Record<string, unknown>>;

/** The values that are not the asserted ones, in words. */
export function differencesOf(ours: Values, theirs: Values): string[] {
  return Object.keys(ours)
    .filter((name) => ours[name] !== theirs[name])
    .map((name) => `${name}: ${ours[name]}, asserted ${theirs[name]}`);
}
