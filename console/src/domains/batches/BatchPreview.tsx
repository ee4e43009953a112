import type { BatchDetail } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { jobCalls } from '@plomb/contract/jobs/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { movesMetal, orderKinds } from '@plomb/contract/lock/orderKinds';
import { isReasonGiven } from '@plomb/contract/orders/reason';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { BatchDevices } from './BatchDevices.tsx';
import { Refusals } from './Refusals.tsx';
import { noWhy, WhyFields, whyOf } from './WhyFields.tsx';

/** What comes of these is said before they are given to many. */
const grave = ['restart', 'factory_reset', 'add_cards', 'delete_cards', 'confine_cards', 'release_cards'] as const;

/** Who would take the order and who would not; nothing is ordered before how many is typed. */
export const BatchPreview = ({ one, go }: { one: BatchDetail; go: (to: string | null) => void }) => {
  const { t } = useTranslation('batches');
  const { t: tl } = useTranslation('lock');
  const number = useNumber();
  const id = useId();
  const queries = useQueryClient();
  const [typed, type] = useState('');
  const [said, say] = useState(noWhy);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const fit = one.total - one.unfit;
  const { guarded } = orderKinds[one.kind];
  const isSure = typed.replace(/[^\d]/g, '') === String(fit);
  const why = whyOf(said);
  const isGiven = !guarded || isReasonGiven(why);
  const isGrave = grave.find((kind) => kind === one.kind);
  const start = async (): Promise<void> => {
    setTried(true);
    if (!isGiven) return document.getElementById(`${id}-reason`)?.focus();
    if (!isSure) return document.getElementById(`${id}-count`)?.focus();
    setBusy(true);
    try {
      await send(batchCalls.batches.start, { id: one.id, count: fit, ...why });
    } catch {
      // said by the client; it may have begun for all that, which is asked for
    } finally {
      setBusy(false);
      for (const { path } of [batchCalls.batches.detail, jobCalls.jobs.list])
        await queries.invalidateQueries({ queryKey: [path] });
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
          <li data-bad={one.unfit > 0}>
            <b>{number(one.unfit)}</b> {t('preview.unfit')}
          </li>
        </ul>
        <p className="work-hint">{t('preview.fixed')}</p>
      </section>
      {one.replaces.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('preview.replaces', {
            count: one.replaces.reduce((sum, { count }) => sum + count, 0),
            whose: one.replaces
              .map(({ oper_name, login_name, count }) => `${personNamed(oper_name, login_name)} ${number(count)}`)
              .join(', '),
          })}
        />
      )}
      {one.refusals.length > 0 && <Refusals of={one.refusals} total={one.unfit} />}
      {fit > 0 && (
        <section className="work-block" aria-label={t('preview.confirm')}>
          <h2>{t('preview.confirm')}</h2>
          {movesMetal(one.kind) && <Alert type="warning" showIcon title={t(`preview.metal.${one.kind}`)} />}
          {isGrave && <Alert type="warning" showIcon title={tl(`more.grave.${isGrave}`)} />}
          <div className="work-confirm">
            <WhyFields
              id={`${id}-reason`}
              listed={one.kind === 'unseal'}
              label={
                <>
                  {one.kind === 'unseal' ? tl('dialog.details') : t('preview.reason')}{' '}
                  {!guarded && <small>{tl('dialog.optional')}</small>}
                </>
              }
              why={said}
              change={say}
              refused={tried && !isGiven}
            />
            <div className="batch-field">
              <label htmlFor={`${id}-count`}>{t('preview.type', { count: fit })}</label>
              <Input
                id={`${id}-count`}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={(event) => type(event.target.value)}
                onPressEnter={() => void start()}
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
      <BatchDevices one={one} outcome={undefined} />
      <footer className="work-footer">
        <Button onClick={() => go('new')}>{t('preview.change')}</Button>
        {fit > 0 ? (
          <Button
            size="large"
            {...(movesMetal(one.kind) ? { danger: true } : { type: 'primary' as const })}
            loading={busy}
            onClick={() => void start()}
          >
            {t('preview.start', { count: fit })}
          </Button>
        ) : (
          <p role="status">{t('preview.none')}</p>
        )}
      </footer>
    </>
  );
};
