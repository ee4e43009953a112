import { type Query, withoutPlace } from '../list/listQuery.ts';
import { type Column, idOf, titleOf } from './column.ts';

/** Words for the codes of a field: the file says what the screen says. */
export type FileWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What an export asks for: the list's filter and order, the columns in sight under their headings, perhaps some rows. */
export const exportRequest = <Row>(of: {
  query: Query;
  columns: readonly Column<Row>[];
  words: FileWords;
  ids?: readonly number[] | undefined;
  format: 'xlsx' | 'csv';
  timeZone: string;
}) => {
  const filter = withoutPlace(of.query);
  const named = of.columns.flatMap(
    (column) =>
      column.file ??
      (typeof column.dataIndex === 'string' && titleOf(column) !== ''
        ? [{ field: column.dataIndex, title: titleOf(column) }]
        : []),
  );
  const columns = named.map(({ field, title }) => {
    const words = of.words[field];
    return { field, title, ...(words ? { words } : {}) };
  });
  return {
    ...filter,
    ...(of.ids ? { ids: [...of.ids] } : {}),
    format: of.format,
    columns,
    timeZone: of.timeZone,
  };
};

/** The columns in sight, then those out of sight: a file is read far from the record. */
export const wholeFile = <Row>(shown: readonly Column<Row>[], all: readonly Column<Row>[]): Column<Row>[] => [
  ...shown,
  ...all.filter((column) => !shown.some((other) => idOf(other) === idOf(column))),
];
