/** How a person has a column. The list of them is the order; pinned ones stand first. */
export interface ColumnChoice {
  id: string;
  shown: boolean;
  pinned: boolean;
  /** pixels; absent = the page's own */
  width?: number;
}
/** A column of the page, in the page's order. The first leads to the record: it always stands first, seen and pinned. */
export interface Known {
  id: string;
  optional: boolean;
}

export const narrowest = 56;
export const widest = 800;
const fitting = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));

const isChoice = (value: unknown): value is ColumnChoice =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'shown' in value &&
  typeof value.shown === 'boolean' &&
  'pinned' in value &&
  typeof value.pinned === 'boolean' &&
  (!('width' in value) || typeof value.width === 'number');

/** Choices as they were stored by this or another version: what is no choice is left out. */
export const readChoices = (stored: unknown): ColumnChoice[] => (Array.isArray(stored) ? stored.filter(isChoice) : []);

const pinnedFirst = (columns: readonly ColumnChoice[]): ColumnChoice[] => [
  ...columns.filter((c) => c.pinned),
  ...columns.filter((c) => !c.pinned),
];

/**
 * The page's columns as the person has them. Columns that are gone are dropped; one that came later stands behind the
 * column it follows on the page.
 */
export const arranged = (known: readonly Known[], chosen: readonly ColumnChoice[]): ColumnChoice[] => {
  const placed: ColumnChoice[] = [];
  const first = known[0]?.id;
  for (const { id, shown, pinned, width } of [...chosen].sort(
    (a, b) => Number(b.id === first) - Number(a.id === first),
  ))
    if (known.some((k) => k.id === id) && !placed.some((p) => p.id === id))
      placed.push({ id, shown, pinned, ...(width === undefined ? {} : { width: fitting(width) }) });
  known.forEach((column, at) => {
    if (placed.some((p) => p.id === column.id)) return;
    const before = placed.findIndex((p) => p.id === known[at - 1]?.id);
    placed.splice(before + 1, 0, { id: column.id, shown: !column.optional, pinned: false });
  });
  return pinnedFirst(placed.map((p) => (p.id === first ? { ...p, shown: true, pinned: true } : p)));
};

const changed = (columns: readonly ColumnChoice[], id: string, change: Partial<ColumnChoice>): ColumnChoice[] =>
  columns.map((c) => (c.id === id ? { ...c, ...change } : c));

export const shownOrNot = (columns: readonly ColumnChoice[], id: string, shown: boolean): ColumnChoice[] =>
  changed(columns, id, { shown });

export const pinnedOrNot = (columns: readonly ColumnChoice[], id: string, pinned: boolean): ColumnChoice[] =>
  pinnedFirst(changed(columns, id, { pinned }));

/** A column that names the record is never narrower than the page has it: its text is never cut. */
export const shownWidth = (own: number, asked: number | undefined, identity: boolean): number =>
  identity ? Math.max(own, asked ?? own) : (asked ?? own);

/** Without a width the column has the page's own again. */
export const widened = (columns: readonly ColumnChoice[], id: string, width: number | undefined): ColumnChoice[] =>
  columns.map((c) => {
    if (c.id !== id) return c;
    const { width: _before, ...rest } = c;
    return width === undefined ? rest : { ...rest, width: fitting(width) };
  });

/** Puts a column at another place of the list. The first stays, and pinned ones stay among themselves. */
export const moved = (columns: readonly ColumnChoice[], id: string, to: number): ColumnChoice[] => {
  const column = columns.find((c) => c.id === id);
  if (!column || columns[0]?.id === id) return [...columns];
  const rest = columns.filter((c) => c.id !== id);
  rest.splice(Math.min(Math.max(to, 1), rest.length), 0, column);
  return pinnedFirst(rest);
};

/** Puts a column on one side of another one. */
export const movedBeside = (
  columns: readonly ColumnChoice[],
  id: string,
  other: string,
  side: 'before' | 'after',
): ColumnChoice[] => {
  const at = columns.filter((c) => c.id !== id).findIndex((c) => c.id === other);
  return at < 0 ? [...columns] : moved(columns, id, side === 'before' ? at : at + 1);
};
