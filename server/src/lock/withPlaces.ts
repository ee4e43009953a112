import type { Lang } from '@plomb/contract/kit/text';
import { PLACE } from '@plomb/contract/lock/place';
import type { FileRows } from '../platform/serve.ts';
import { placeWords } from './placeWords.ts';

/** A row of a file, and where it was in words. */
export const placed = (row: object, lang: Lang): Record<string, unknown> => {
  const { lon, lat }: { lon?: number | null; lat?: number | null } = row;
  const words = typeof lon === 'number' && typeof lat === 'number' ? placeWords(lon, lat) : null;
  return { ...row, [PLACE]: words?.[lang] ?? '' };
};

/** Rows of a file, each with its place, where that is among the columns that were asked for. */
export async function* withPlaces(
  rows: FileRows,
  { columns }: { columns: readonly { field: string }[] },
  lang: Lang,
): FileRows {
  const isAsked = columns.some(({ field }) => field === PLACE);
  for await (const part of rows) yield isAsked ? part.map((row) => placed(row, lang)) : part;
}
