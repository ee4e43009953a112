import { firmwareCalls } from '@plomb/contract/firmware/domain';
import { FAILURES_BORNE, type RolloutDetail, UPGRADE_HOURS } from '@plomb/contract/firmware/rollouts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Numbered } from '../../ui/Numbered.tsx';
import { useNumber } from '../../ui/useNumber.ts';

const of = firmwareCalls.firmwareRollouts;

/** Who gets it, who waits and who does not; nothing goes out before how many is typed. */
export const RolloutPreview = ({ one, go }: { one: RolloutDetail; go: (to: string | null) => void }) => {
  const { t } = useTranslation('firmware');
  const number = useNumber();
  const id = useId();
  const queries = useQueryClient();
  const refusals = useDictionary('issue_refusal');
  const waits = useDictionary('issue_wait');
  const [typed, type] = useState('');
  const [reason, say] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const fit = one.total - one.refused;
  const isSure = typed.replace(/[^\d]/g, '') === String(fit);
  const isGiven = reason.trim().length >= 4;
  const begin = async (): Promise<void> => {
    setTried(true);
    if (!isGiven) return document.getElementById(`${id}-reason`)?.focus();
    if (!isSure) return document.getElementById(`${id}-count`)?.focus();
    setBusy(true);
    try {
      await send(of.start, { id: one.id, count: fit, reason });
    } catch {
      // said by the client; it may have begun for all that, which is asked for
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: [of.detail.path] });
    }
  };
  return (
    <>
      <section className="work-block" aria-label={t('preview.title')}>
        <h2>{t('preview.title')}</h2>
        <ul className="work-figures">
          <li>
            <b>{number(fit)}</b> {t('preview.fit')}
          </li>
          <li data-bad={one.refused > 0}>
            <b>{number(one.refused)}</b> {t('preview.refused')}
          </li>
          <li>
            <b>{number(one.waves.length)}</b> {t('preview.waves')}
          </li>
        </ul>
        <p className="work-hint">{t('preview.means', { borne: FAILURES_BORNE, hours: UPGRADE_HOURS })}</p>
      </section>
      {one.refusals.length > 0 && (
        <section className="work-block" aria-label={t('preview.refusedTitle')}>
          <h2>{t('preview.refusedTitle')}</h2>
          <Numbered
            others={t('preview.others')}
            of={one.refusals.map(({ refusal, count, numbers }) => ({
              ...{ key: refusal, words: refusals.word(refusal), count, numbers },
            }))}
          />
        </section>
      )}
      {one.waits.length > 0 && (
        <section className="work-block" aria-label={t('preview.waitsTitle')}>
          <h2>{t('preview.waitsTitle')}</h2>
          <Numbered
            others={t('preview.others')}
            of={one.waits.map(({ wait, count, numbers }) => ({ key: wait, words: waits.word(wait), count, numbers }))}
          />
        </section>
      )}
      {fit > 0 && (
        <section className="work-block" aria-label={t('preview.confirm')}>
          <h2>{t('preview.confirm')}</h2>
          <Alert type="warning" showIcon title={t('preview.warning')} />
          <div className="work-confirm">
            <div>
              <label htmlFor={`${id}-reason`}>{t('rollout.reason')}</label>
              <Input
                id={`${id}-reason`}
                value={reason}
                maxLength={200}
                onChange={(event) => say(event.target.value)}
                status={tried && !isGiven ? 'error' : ''}
                aria-invalid={tried && !isGiven}
                aria-describedby={`${id}-short`}
              />
              <p className="work-error" id={`${id}-short`} role="alert">
                {tried && !isGiven && t('preview.short')}
              </p>
            </div>
            <div>
              <label htmlFor={`${id}-count`}>{t('preview.type', { count: fit })}</label>
              <Input
                id={`${id}-count`}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={(event) => type(event.target.value)}
                onPressEnter={() => void begin()}
                status={tried && !isSure ? 'error' : ''}
                aria-invalid={tried && !isSure}
                aria-describedby={`${id}-other`}
              />
              <p className="work-error" id={`${id}-other`} role="alert">
                {tried && !isSure && t('preview.other')}
              </p>
            </div>
          </div>
        </section>
      )}
      <footer className="work-footer">
        <Button onClick={() => go('new')}>{t('preview.change')}</Button>
        {fit > 0 ? (
          <Button type="primary" size="large" loading={busy} onClick={() => void begin()}>
            {t('preview.start', { count: fit })}
          </Button>
        ) : (
          <p role="status">{t('preview.none')}</p>
        )}
      </footer>
    </>
  );
};
