import type { Sign } from '@plomb/contract/kit/refusal';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../platform/answer.ts';
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

/** By which the server says that it read what was sent, and made nothing of it. Any other refusal tells nothing of an earlier try. */
const judged: readonly Sign[] = ['fail', 'conflict', 'validation', 'notFound'];

/**
 * A new record's values as they are sent. A seal differs each time: what may have arrived is sent again as it was, or the server
 * would take it for other values.
 */
const useReady = <W>(prepare: ((values: W) => W | Promise<W>) | undefined, key: string) => {
  const tried = useRef<{ key: string; values: string; ready: W } | null>(null);
  const forget = (): void => {
    tried.current = null;
  };
  const readyOf = async (values: W): Promise<W> => {
    if (!prepare) return values;
    const same = JSON.stringify(values);
    if (tried.current?.key !== key || tried.current.values !== same)
      tried.current = { key, values: same, ready: await prepare(values) };
    return tried.current.ready;
  };
  return { readyOf, forget };
};

/** Sends the open form: a new record, or the one that is edited. What was made is shown at once, its next steps stand in it. */
export const useSaving = <R extends ResourceCalls>(
  of: R,
  { open, show }: List,
  { prepare, saved }: Saving<R>,
  changed: (words: string) => Promise<void>,
) => {
  const { t } = useTranslation('ui');
  const key = useKeyOf(open.edit);
  const { readyOf, forget } = useReady(prepare, key);
  return async (values: WriteOf<R>, _version: string, stored: () => void): Promise<void> => {
    if (open.edit === 'new') {
      if (!of.add) return;
      const ready = await readyOf(values);
      const { id } = (await send(of.add, { ...ready, idempotency_key: key }).catch((error: unknown) => {
        if (error instanceof Refused && judged.includes(error.sign)) forget();
        throw error;
      })) as { id: number };
      forget();
      stored();
      saved?.(id, values);
      show({ edit: null, id });
      return changed(t('added'));
    }
    if (!of.update || open.edit === null) return;
    const ready = prepare ? await prepare(values) : values;
    await send(of.update, { ...ready, id: open.edit });
    stored();
    saved?.(open.edit, values);
    show({ edit: null });
    return changed(t('modified'));
  };
};
