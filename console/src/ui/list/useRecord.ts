import type { Call } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import type { EditedOf, ListCalls, RecordOf, RowOf } from './resourceTypes.ts';

/** A row that carries every field its own call would tell: it serves until that call has answered. */
const isWhole = (row: object, detail: Call): boolean =>
  'shape' in detail.output &&
  Object.keys(detail.output.shape as object).every((field) => field === 'version' || field in row);

/** Reads one record anew: by its own call, else out of the whole list. */
export const readRecord = async <R extends ListCalls>(of: R, id: number): Promise<EditedOf<R>> => {
  if (of.detail) return (await send(of.detail, { id }, { quiet: true })) as EditedOf<R>;
  const { rows } = (await send(of.list, {}, { quiet: true })) as { rows: RowOf<R>[] };
  const found = rows.find((row) => row.id === id);
  if (!found) throw new Error(`no record ${id}`);
  return found as unknown as EditedOf<R>;
};

/**
 * The record that stands open beside a list, by its id, wherever it stands in the list or whether it still does. Its row
 * serves while it is whole and newer than what its own call told.
 */
export const useRecord = <R extends ListCalls>(
  of: R,
  id: number | null,
  { rows, at }: { rows: readonly RowOf<R>[] | undefined; at: number },
  every: number | false,
): { record: RecordOf<R> | undefined; failure: unknown } => {
  const { t } = useTranslation('ui');
  // the server's words follow the language
  const lang = useSettings((s) => s.lang);
  const { detail } = of;
  const told = useQuery({
    queryKey: [detail?.path, id, lang],
    queryFn: () => readRecord(of, id ?? 0),
    enabled: id !== null && detail !== undefined,
    refetchInterval: every,
  });
  if (id === null) return { record: undefined, failure: null };
  const row = rows?.find((r) => r.id === id);
  if (!detail) {
    const record = row as unknown as RecordOf<R> | undefined;
    return { record, failure: rows && !record ? new Error(t('missingRecord')) : null };
  }
  if (isNoLongerSeen(told.error)) return { record: undefined, failure: told.error };
  const whole = row && isWhole(row, detail) ? (row as unknown as RecordOf<R>) : undefined;
  const record = whole && at > told.dataUpdatedAt ? whole : told.data;
  return { record, failure: record ? null : told.error };
};
