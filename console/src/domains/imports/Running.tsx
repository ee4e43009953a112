import { importCalls } from '@plomb/contract/imports/domain';
import type { ImportDetail } from '@plomb/contract/imports/imports';
import { jobCalls } from '@plomb/contract/jobs/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { Progress } from '../../ui/Progress.tsx';
import { Figures } from './Figures.tsx';

/** The file is being judged or written, by the server: this page may be closed. */
export const Running = ({ one }: { one: ImportDetail }) => {
  const { t } = useTranslation('imports');
  const lang = useSettings((s) => s.lang);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const title = t(one.state === 'checking' ? 'running.check' : 'running.run');
  // whoever began it may end it
  const own = useQuery({
    queryKey: [jobCalls.jobs.list.path, lang],
    queryFn: () => send(jobCalls.jobs.list, {}, { quiet: true }),
  }).data?.rows.some((job) => job.id === one.job_id);
  const stop = async (): Promise<void> => {
    if (one.job_id === null) return;
    setBusy(true);
    try {
      await send(jobCalls.jobs.cancel, { id: one.job_id });
      said(t('running.stopped'));
    } catch {
      // said by the client
    } finally {
      setBusy(false);
      for (const { path } of [importCalls.imports.detail, jobCalls.jobs.list])
        await queries.invalidateQueries({ queryKey: [path] });
    }
  };
  return (
    <section className="import-block" aria-label={title}>
      <div className="import-running">
        <h2>{title}</h2>
        {own && (
          <Button loading={busy} onClick={() => void stop()}>
            {t('running.stop')}
          </Button>
        )}
      </div>
      <Progress done={one.done} total={one.total} label={title} />
      <p className="import-hint">{t('running.blocks')}</p>
      <Figures one={one} />
    </section>
  );
};
