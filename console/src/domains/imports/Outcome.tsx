import { importCalls } from '@plomb/contract/imports/domain';
import type { ImportDetail } from '@plomb/contract/imports/imports';
import { jobCalls } from '@plomb/contract/jobs/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { Faults } from './Faults.tsx';
import { Figures } from './Figures.tsx';
import { useMayBring } from './useMayBring.ts';

/** What a dry run found or an import did, row by row where it went wrong, and what can be done now. */
export const Outcome = ({
  one,
  go,
  mapAgain,
}: {
  one: ImportDetail;
  go: (file: string | null) => void;
  mapAgain: () => void;
}) => {
  const { t } = useTranslation('imports');
  const mayBring = useMayBring();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const isTried = one.state === 'checked';
  const isDone = one.state === 'done';
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(importCalls.imports.run, { id: one.id });
      for (const { path } of [importCalls.imports.detail, jobCalls.jobs.list])
        await queries.invalidateQueries({ queryKey: [path] });
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {one.failure && <Alert type="error" showIcon title={t('result.failed', { why: one.failure })} />}
      {one.state === 'cancelled' && <Alert type="warning" showIcon title={t('result.cancelled')} />}
      <section className="import-block" aria-label={t('steps.result')}>
        <Figures one={one} />
        <p className="import-hint">
          <b>{t('result.safe')}</b> {t('result.safeText')}
        </p>
      </section>
      {one.bad > 0 && <Faults one={one} />}
      {mayBring(one.import_type) && (
        <footer className="import-footer">
          <p>
            {(isTried || one.done === 0) && one.path !== null && (
              <Button onClick={mapAgain}>{t('result.columns')}</Button>
            )}
            {!isTried && (
              <Button type={isDone ? 'primary' : 'default'} onClick={() => go('new')}>
                {t(one.bad > 0 ? 'result.mended' : 'result.next')}
              </Button>
            )}
          </p>
          {!isDone && one.path === null && <p>{t('result.gone')}</p>}
          {!isDone && one.path !== null && (
            <p>
              {isTried && one.added === 0 && <span role="status">{t('result.nothing')}</span>}
              <Button
                type="primary"
                size="large"
                loading={busy}
                disabled={isTried && one.added === 0}
                onClick={() => void run()}
              >
                {isTried
                  ? t(`result.run.${one.import_type}`, { count: one.added })
                  : t('result.again', { count: one.total - one.done })}
              </Button>
            </p>
          )}
        </footer>
      )}
    </>
  );
};
