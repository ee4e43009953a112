/** Chosen records by id, with their names: they may stand on pages that are not on the screen. */
export type Chosen = ReadonlyMap<number, string>;
export interface Named {
  id: number;
  name: string;
}

/** A list asked for whole is cut here: the calls that take ids take no more, and nobody reviews more. */
export const mostChosen = 10_000;

/** What is chosen once the table says these ids are; it knows rows of other pages by their ids only. */
export const chosenNow = (before: Chosen, ids: readonly number[], page: readonly Named[]): Chosen =>
  new Map(
    ids.slice(0, mostChosen).map((id) => [id, before.get(id) ?? page.find((row) => row.id === id)?.name ?? `#${id}`]),
  );

export const without = (chosen: Chosen, ids: readonly number[]): Chosen =>
  new Map([...chosen].filter(([id]) => !ids.includes(id)));

/**
 * Every record of a list, page by page, up to the limit. Rows that come twice because the list moved meanwhile count
 * once.
 */
export const collect = async (
  pageAt: (page: number) => Promise<{ rows: readonly Named[]; total: number }>,
  told: (soFar: number) => void,
  signal: AbortSignal,
): Promise<Chosen> => {
  const found = new Map<number, string>();
  for (let page = 1; found.size < mostChosen; page += 1) {
    const { rows, total } = await pageAt(page);
    signal.throwIfAborted();
    for (const { id, name } of rows) if (found.size < mostChosen) found.set(id, name);
    told(found.size);
    if (rows.length === 0 || found.size >= total) break;
  }
  return found;
};
