import type { BatchDetail, BatchOutcome } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { OutcomeWord, useOutcomeWord } from '../../lock/OutcomeWord.tsx';
import { UnknownNumbers } from '../../lock/UnknownNumbers.tsx';
import { keepUnknown } from '../../lock/unknownNumbers.ts';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { usePage, useTabTitle } from '../../ui/page.ts';
import { sameRecord } from '../../ui/sameRecord.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { BatchDevices } from './BatchDevices.tsx';
import { BatchPreview } from './BatchPreview.tsx';
import { everyOf } from './everyOf.ts';
import { Refusals } from './Refusals.tsx';

const of = batchCalls.batches;
/** One batch, from its preview to what became of each device. The server goes on with it, whatever is closed here. */
export const BatchWork = ({ id, go }: { id: number; go: (to: string | null) => void }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const { active } = usePage();
  const { data, error } = useQuery({
    queryKey: [of.detail.path, id, lang],
    queryFn: () => send(of.detail, { id }, { quiet: true }),
    refetchInterval: ({ state }) => (active ? everyOf(state.data) : false),
    retry: false,
    placeholderData: sameRecord(id),
  });
  const isGone = isNoLongerSeen(error);
  const one = isGone ? undefined : data;
  const words = one && sayOrder(one.kind, one.args);
  useTabTitle(words);
  return (
    <section className="work">
      <PageHeader
        title={words?.[lang] ?? t('title')}
        {...(one ? { count: t('devices', { count: one.total }) } : {})}
        actions={<Button onClick={() => go(null)}>{t('past')}</Button>}
      />
      {error && !isGone && (
        <Alert
          type={one ? 'warning' : 'error'}
          showIcon
          title={failureWords(error, lang)}
          {...(one && { description: t('lastKnown') })}
        />
      )}
      {isGone && (
        <Blank kind="empty" title={t('gone')} text={t('goneText')}>
          <Button type="primary" onClick={() => go('new')}>
            {t('preview.change')}
          </Button>
        </Blank>
      )}
      {!one && !error && <Skeleton active />}
      <UnknownNumbers key={id} of="batch" id={id} title={(count) => t('preview.unknown', { count })} />
      {one?.state === 'draft' && <BatchPreview one={one} go={go} />}
      {one && one.state !== 'draft' && <Under one={one} go={go} />}
    </section>
  );
};

const order: readonly BatchOutcome[] = [
  'ready',
  'queued',
  'sent',
  'answered_ok',
  'proved',
  'held',
  'unfit',
  'answered_fail',
  'failed',
  'expired',
  'cancelled',
  'uncertain',
  'possible',
  'contradicted',
  'gone',
];

const Under = ({ one, go }: { one: BatchDetail; go: (to: string | null) => void }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const outcomeWord = useOutcomeWord();
  const number = useNumber();
  const [shown, show] = useState<BatchOutcome | undefined>();
  const [busy, setBusy] = useState(false);
  const mayGive = may(of.prepare) && may(orders[one.kind]);
  const counts = new Map(one.outcomes.map(({ outcome, count }) => [outcome, count]));
  const isGiving = one.state === 'queued' || one.state === 'running';
  const waiting = (counts.get('queued') ?? 0) + (isGiving ? (counts.get('ready') ?? 0) : 0);
  const anew = () =>
    Promise.all([of.detail, of.devices].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));

  const takeBack = (): void => {
    modal.confirm({
      title: t('under.takeBackTitle', { count: waiting }),
      content: t('under.takeBackText'),
      okText: t('under.takeBack'),
      cancelText: t('under.keep'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        try {
          const { count } = await send(of.cancel, { id: one.id });
          said(t('under.takenBack', { count }));
        } catch {
          // said by the client
        }
        await anew();
      },
    });
  };
  const tryAgain = async (): Promise<void> => {
    setBusy(true);
    try {
      const { id, unknown } = await send(of.prepare, {
        order: { kind: one.kind, args: one.args },
        of: { by: 'failed', batch_id: one.id },
      } as never);
      keepUnknown('batch', id, unknown);
      go(String(id));
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  const why = reasonIn(lang, one);
  return (
    <>
      {one.failure && <Alert type="error" showIcon title={t('under.failed', { why: one.failure })} />}
      <section className="work-block" aria-label={t('under.title')}>
        <div className="work-heading">
          <h2>
            <DictTag code="batch_state" value={one.state} />
          </h2>
          <span>
            {may(of.evidence) && (
              <Button onClick={() => void navigate(`/evidence?batch=${one.id}`)}>{t('under.evidence')}</Button>
            )}
            {mayGive && waiting > 0 && (
              <Button onClick={takeBack}>{t('under.takeBackMany', { count: waiting })}</Button>
            )}
            {mayGive && one.again > 0 && (
              <Button type="primary" loading={busy} onClick={() => void tryAgain()}>
                {t('under.again', { count: one.again })}
              </Button>
            )}
          </span>
        </div>
        <Progress done={one.given} total={one.total - one.unfit} label={t('under.progress')} />
        <p className="work-hint">
          {isGiving && `${t('under.closes')} `}
          {t('under.by', {
            name: personNamed(one.oper_name, one.login_name),
            time: clockTime(one.start_time ?? one.create_time),
          })}
          {why && ` · ${why}`}
        </p>
        <ul className="work-tiles">
          {order
            .filter((outcome) => counts.has(outcome))
            .map((outcome) => (
              <li key={outcome}>
                <button
                  type="button"
                  aria-pressed={shown === outcome}
                  aria-label={`${outcomeWord(outcome)} ${number(counts.get(outcome) ?? 0)}`}
                  onClick={() => show(shown === outcome ? undefined : outcome)}
                >
                  <OutcomeWord outcome={outcome} />
                  <b>{number(counts.get(outcome) ?? 0)}</b>
                </button>
              </li>
            ))}
        </ul>
      </section>
      {one.refusals.length > 0 && <Refusals of={one.refusals} total={one.unfit} />}
      <BatchDevices one={one} outcome={shown} />
    </>
  );
};
