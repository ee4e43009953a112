import { importCalls } from '@plomb/contract/imports/domain';
import type { ImportDetail, ImportState } from '@plomb/contract/imports/imports';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage, useTabTitle } from '../../ui/page.ts';
import { sameRecord } from '../../ui/sameRecord.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { Discard } from './Discard.tsx';
import { FileStep } from './FileStep.tsx';
import { Outcome } from './Outcome.tsx';
import { Running } from './Running.tsx';

const isMoving = (state: ImportState | undefined): boolean => state === 'checking' || state === 'running';
/** Whether nothing of it was written. */
const isLoose = ({ state, done }: ImportDetail): boolean =>
  !isMoving(state) && (state === 'uploaded' || state === 'checked' || done === 0);
/** While rows are judged or written. */
const ANEW = 1000;

const steps = ['file', 'columns', 'check', 'result'] as const;
const stepOf = (one: ImportDetail | null, isMapped: boolean): number => {
  if (!one) return 0;
  if (!isMapped) return 1;
  return one.state === 'checking' || one.state === 'checked' ? 2 : 3;
};

/** The work on one file, from choosing it to what came of it; `null`: none is chosen yet. Where it stands the server knows. */
export const ImportWork = ({ id, go }: { id: number | null; go: (file: string | null) => void }) => {
  const { t } = useTranslation('imports');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const { active } = usePage();
  const isNarrow = useMedia('(width < 768px)');
  const number = useNumber();
  /** somebody goes back to the columns of a file that was tried */
  const [isAgain, setAgain] = useState(false);
  const { data, error } = useQuery({
    queryKey: [importCalls.imports.detail.path, id, lang],
    queryFn: () => send(importCalls.imports.detail, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null,
    placeholderData: sameRecord(id),
    refetchInterval: ({ state }) => (active && isMoving(state.data?.state) ? ANEW : false),
  });
  useTabTitle(data && { zh: data.name, en: data.name });
  const one = data ?? null;
  const isMapped = one !== null && one.state !== 'uploaded' && !isAgain;
  return (
    <section className="import-work">
      <PageHeader
        title={one?.name ?? t('begin')}
        {...(one
          ? {
              count: `${t('facts', { count: one.total, columns: number(one.columns.length) })} · ${t(`encodings.${one.encoding}`)}`,
            }
          : {})}
        actions={
          <>
            {one && isLoose(one) && may(importCalls.imports.discard) && <Discard one={one} done={() => go(null)} />}
            <Button onClick={() => go(null)}>{t('past')}</Button>
          </>
        }
      />
      <nav className="import-steps" aria-label={t('steps.label')}>
        <Steps
          size="small"
          responsive={false}
          titlePlacement={isNarrow ? 'vertical' : 'horizontal'}
          current={stepOf(one, isMapped)}
          items={steps.map((step) => ({ title: t(`steps.${step}`) }))}
        />
      </nav>
      {one?.expire_time && <p className="import-hint">{t('discard.until', { time: clockTime(one.expire_time) })}</p>}
      {id === null && <FileStep uploaded={(file) => go(String(file))} />}
      {error && !one && <Alert type="error" showIcon title={failureWords(error, lang)} />}
      {id !== null && !one && !error && <Skeleton active />}
      {one && !isMapped && <ColumnsStep one={one} begun={() => setAgain(false)} />}
      {one && isMapped && isMoving(one.state) && <Running one={one} />}
      {one && isMapped && !isMoving(one.state) && <Outcome one={one} go={go} mapAgain={() => setAgain(true)} />}
    </section>
  );
};
