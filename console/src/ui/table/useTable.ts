import { useScreenPreference } from '../../platform/screenPreferences.ts';
import { type Column, idOf, titleOf, usualWidth } from './column.ts';
import { arranged, type ColumnChoice, readChoices, shownWidth, widened } from './columnModel.ts';

export const densities = ['compact', 'usual', 'roomy'] as const;
export type Density = (typeof densities)[number];

/** What a person likes one table to be. */
export interface TablePreference {
  columns: ColumnChoice[];
  density: Density;
  /** rows of a page; null = the usual number */
  size: number | null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const readPreference = (stored: unknown): TablePreference => {
  const value = isObject(stored) ? stored : {};
  return {
    columns: readChoices(value.columns),
    density: densities.find((d) => d === value.density) ?? 'usual',
    size: typeof value.size === 'number' ? value.size : null,
  };
};

/** A table's name among the preferences: `/device/list` → `table.device`. */
export const tableName = (call: { path: string }): string =>
  `table.${call.path.split('/').slice(1, -1).join('.') || call.path.slice(1)}`;

export const useTablePreference = (name: string): [TablePreference, (change: Partial<TablePreference>) => void] => {
  const [preference, set] = useScreenPreference(name, readPreference);
  return [
    preference,
    (change) => {
      const next = { ...preference, ...change };
      const plain = next.columns.length === 0 && next.density === 'usual' && next.size === null;
      set(plain ? null : next);
    },
  ];
};

/** A table as the person has it: columns in their order, sizes and density, and how to change them. */
export interface TableSetup<Row> {
  name: string;
  /** those in sight, as the table library wants them */
  shown: Column<Row>[];
  /** all that can be arranged */
  choices: ColumnChoice[];
  titleOf: (id: string) => string;
  touched: boolean;
  density: Density;
  arrange: (columns: ColumnChoice[]) => void;
  resize: (id: string, width: number | undefined) => void;
  setDensity: (density: Density) => void;
  reset: () => void;
}

export const useTable = <Row>(of: { path: string }, columns: readonly Column<Row>[]): TableSetup<Row> => {
  const name = tableName(of);
  const [preference, set] = useTablePreference(name);
  const movable = columns.filter((c) => titleOf(c) !== '');
  const choices = arranged(
    movable.map((c) => ({ id: idOf(c), optional: c.optional === true })),
    preference.columns,
  );
  const shown = choices.flatMap((choice) => {
    const column = movable.find((c) => idOf(c) === choice.id);
    if (!column || !choice.shown) return [];
    const own = typeof column.width === 'number' ? column.width : usualWidth;
    const width = shownWidth(own, choice.width, column.identity === true);
    return [{ ...column, width, ...(choice.pinned ? { fixed: 'start' as const } : {}) }];
  });
  const actions = columns.filter((c) => titleOf(c) === '').map((c) => ({ ...c, fixed: 'end' as const }));
  return {
    name,
    shown: [...shown, ...actions],
    choices,
    titleOf: (id) => titleOf(movable.find((c) => idOf(c) === id) ?? {}),
    touched: preference.columns.length > 0 || preference.density !== 'usual',
    density: preference.density,
    arrange: (next) => set({ columns: next }),
    resize: (id, width) => set({ columns: widened(choices, id, width) }),
    setDensity: (density) => set({ density }),
    reset: () => set({ columns: [], density: 'usual' }),
  };
};
