import { Button, Modal, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { useSettings } from '../../platform/settings.ts';
import { idsOf, type Outcome } from './batch.ts';
import type { Batch } from './useBatch.ts';
import './table.css';

const mostNamed = 30;

const Names = ({ ids, nameOf }: { ids: readonly number[]; nameOf: (id: number) => string }) => {
  const { t } = useTranslation('ui');
  const more = ids.length - mostNamed;
  return (
    <ul className="batch-names">
      {ids.slice(0, mostNamed).map((id) => (
        <li key={id}>{nameOf(id)}</li>
      ))}
      {more > 0 && <li className="batch-more">{t('batchMore', { count: more })}</li>}
    </ul>
  );
};

/** Refusals with the same words stand together. */
const byReason = (outcomes: readonly Outcome[], words: (error: unknown) => string): Map<string, number[]> => {
  const reasons = new Map<string, number[]>();
  for (const { result, ids, error } of outcomes)
    if (result === 'refused') reasons.set(words(error), [...(reasons.get(words(error)) ?? []), ...ids]);
  return reasons;
};

/** How far many records are, and what became of those that were not changed. */
export const BatchDialog = ({ batch }: { batch: Batch }) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { state, stop, close, oneByOne } = batch;
  if (!state) return null;
  const { title, outcomes, count, running, most } = state;
  const done = idsOf(outcomes, 'done').length;
  const [refused, unknown, left] = (['refused', 'unknown', 'left'] as const).map((r) => idsOf(outcomes, r));
  const sent = outcomes.reduce((sum, o) => sum + o.ids.length, 0);
  const together = most > 1 && (refused?.length ?? 0) > 1;
  return (
    <Modal
      open
      title={title}
      closable={!running}
      mask={{ closable: false }}
      keyboard={!running}
      onCancel={close}
      footer={
        running ? (
          <Button onClick={stop}>{t('stop')}</Button>
        ) : (
          <>
            {together && <Button onClick={oneByOne}>{t('batchOneByOne')}</Button>}
            <Button type="primary" onClick={close}>
              {t('close')}
            </Button>
          </>
        )
      }
    >
      <div className="batch-result" aria-live="polite">
        {running ? (
          <>
            <Progress percent={Math.round((sent / count) * 100)} showInfo={false} />
            <p>{t('batchRunning', { done: sent, count })}</p>
          </>
        ) : (
          done > 0 && <p>{t('batchDone', { count: done })}</p>
        )}
        {[...byReason(outcomes, (error) => failureWords(error, lang))].map(([why, ids]) => (
          <section key={why}>
            <h3>
              {t('batchRefused', { count: ids.length })}: {why}
            </h3>
            <Names ids={ids} nameOf={state.nameOf} />
          </section>
        ))}
        {together && !running && <p>{t('batchRefusedWhy')}</p>}
        {unknown && unknown.length > 0 && (
          <section>
            <h3>{t('batchUnknown', { count: unknown.length })}</h3>
            <Names ids={unknown} nameOf={state.nameOf} />
          </section>
        )}
        {!running && left && left.length > 0 && <p>{t('batchLeft', { count: left.length })}</p>}
      </div>
    </Modal>
  );
};
