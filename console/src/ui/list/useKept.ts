import { useState } from 'react';

/**
 * The record a form edits, as it stood when the form opened. It is kept when a refreshed or filtered list no longer has
 * it, so that the form and what is typed in it stay.
 */
export const useKept = <Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  id: number | 'new' | null,
): Row | undefined => {
  const [kept, keep] = useState<Row>();
  if (kept?.id === id) return kept;
  const found = rows?.find((row) => row.id === id);
  if (found) keep(found);
  return found;
};
