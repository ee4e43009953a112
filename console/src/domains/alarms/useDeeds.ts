import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarms } from '@plomb/contract/alarms/alarms';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { draft, draftOf, drop } from './drafts.ts';
import { whatOf } from './whatOf.ts';

const { claim, claimMany, detail, list, process, steps, tally, count } = alarms;

/** What people do with alarms; whatever it came to, what is shown is asked for anew. */
export const useDeeds = () => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'take' | 'process' | null>(null);
  const running = useRef(false);
  const reload = (): Promise<unknown> =>
    Promise.all([list, detail, steps, tally, count].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  /** false: it was refused, which the client has said */
  const run = async (what: 'take' | 'process', deed: () => Promise<unknown>): Promise<boolean> => {
    // a key that is pressed twice means one deed
    if (running.current) return false;
    running.current = true;
    setBusy(what);
    try {
      await deed();
      return true;
    } catch {
      return false;
    } finally {
      await reload().catch(() => undefined);
      running.current = false;
      setBusy(null);
    }
  };
  return {
    busy,
    reload,
    take: async (alarm: Alarm): Promise<void> => {
      if (await run('take', () => send(claim, { id: alarm.id }))) said(t('toast.taken', whatOf(kinds, alarm)));
    },
    takeMany: async (ids: readonly number[]): Promise<boolean> => {
      const done = await run('take', () => send(claimMany, { ids: [...ids] }));
      if (done) said(t('batch.taken', { count: ids.length }));
      return done;
    },
    /** what was typed stays where it is not taken */
    process: async (alarm: Alarm): Promise<boolean> => {
      const { result, remark, photos, hits } = draftOf(alarm.id);
      if (result === null || running.current) return false;
      const input = { id: alarm.id, hits: hits ?? alarm.hits, result, remark, photos: [...photos] };
      const done = await run('process', () => send(process, input));
      // that it rang since was said: whoever sends it once more has read of it
      if (!done && hits !== alarm.hits) draft(alarm, { hits: alarm.hits });
      if (done) {
        drop(alarm.id);
        said(t('process.done', whatOf(kinds, alarm)));
      }
      return done;
    },
  };
};
export type Deeds = ReturnType<typeof useDeeds>;
