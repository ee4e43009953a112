type Path = readonly (string | number)[];

const at = (record: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? value[name as keyof typeof value] : undefined),
    record,
  );

export interface Meanwhile {
  name: Path;
  /** what stands there now */
  value: unknown;
  /** the same, where it is a text a person can read */
  text: string | null;
}

/** Fields of a form, by name, whose value in the record is no longer what it was when the form was filled with it. */
export const changedFields = (names: readonly Path[], before: unknown, now: unknown): Meanwhile[] =>
  names
    .filter((name) => JSON.stringify(at(before, name) ?? null) !== JSON.stringify(at(now, name) ?? null))
    .map((name) => {
      const value = at(now, name);
      return { name, value, text: typeof value === 'string' ? value : null };
    });
