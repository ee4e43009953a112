import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { pressKey } from '../../platform/pressKey.ts';
import type { ResourceCalls, WriteOf } from './resourceTypes.ts';
import type { List } from './useList.ts';

export interface Saving<R extends ResourceCalls> {
  /** the last step between the form and the call: a password leaves the browser sealed, a date becomes a text */
  prepare?: (values: WriteOf<R>) => WriteOf<R> | Promise<WriteOf<R>>;
  /** besides what every page does once a record is saved */
  saved?: (id: number, values: WriteOf<R>) => void;
}

/** A form that is opened anew adds anew; one that is sent again, because no answer came, does not. */
const useKeyOf = (edit: List['open']['edit']): string => useMemo(() => ({ edit, key: pressKey() }), [edit]).key;

/** What is refused stands in the form. */
const inForm = { isShown: true };

/** Sends the open form: a new record, or the one that is edited. What was made is shown at once, its next steps stand in it. */
export const useSaving = <R extends ResourceCalls>(
  of: R,
  { open, show }: List,
  { prepare, saved }: Saving<R>,
  changed: (words: string) => Promise<void>,
) => {
  const { t } = useTranslation('ui');
  const key = useKeyOf(open.edit);
  return async (values: WriteOf<R>, _version: string, stored: () => void): Promise<void> => {
    const ready = prepare ? await prepare(values) : values;
    if (open.edit === 'new') {
      if (!of.add) return;
      const { id } = (await send(of.add, { ...ready, idempotency_key: key }, inForm)) as { id: number };
      stored();
      saved?.(id, values);
      show({ edit: null, id });
      return changed(t('added'));
    }
    if (!of.update || open.edit === null) return;
    await send(of.update, { ...ready, id: open.edit }, inForm);
    stored();
    saved?.(open.edit, values);
    show({ edit: null });
    return changed(t('modified'));
  };
};
