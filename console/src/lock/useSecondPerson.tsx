import { TeamOutlined } from '@ant-design/icons';
import { approvalOrders, approvals } from '@plomb/contract/approvals/approvals';
import { lasting } from '@plomb/contract/kit/lasting';
import { type CommandKind, orderKinds } from '@plomb/contract/lock/orderKinds';
import type { MapLock } from '@plomb/contract/map/map';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { serverNow } from '../platform/clock.ts';
import { useMay } from '../platform/may.ts';
import { notify, said, serverErrorTime } from '../platform/notices.ts';
import { useSettings } from '../platform/settings.ts';
import { namesOf } from './names.ts';
import { OrderFailure, useUnheard } from './OrderFailure.tsx';
import { shortTime } from './shortTime.ts';
import { usePress } from './useOrder.ts';
import { useSecondPersonFields } from './useSecondPersonFields.tsx';

interface Why {
  reason_code?: string | undefined;
  reason: string;
}

/**
 * Where the organisation asks for a second person: what is shown of that in the dialog of an order, and what asks in the place of
 * ordering. The second person approves elsewhere, or signs in beside whoever asks. `fixed`: what was asked for may stand as it
 * was, and is changed no more.
 */
export const useSecondPerson = (
  lock: MapLock,
  order: CommandKind | null,
  why: Why,
  done: () => void,
): {
  needed: boolean;
  busy: boolean;
  fixed: boolean;
  present: boolean;
  /** the frozen period that keeps from it, in words; null: none does */
  frozen: string | null;
  /** the one in which the reader unseals all the same, in words */
  inFrozen: string | null;
  block: ReactNode;
  submit: () => Promise<void>;
} => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const queries = useQueryClient();
  const may = useMay();
  const { present, signIn, refused, fields } = useSecondPersonFields(approvals.present.path);
  const kind = approvalOrders.find((one) => one === order) ?? null;
  const asks = order !== null && orderKinds[order].letsOpen;
  const { data } = useQuery({
    queryKey: [approvals.needed.path, lock.id],
    queryFn: () => send(approvals.needed, { device_id: lock.id }, { quiet: true }),
    enabled: asks && may(approvals.needed),
  });
  const time = lasting(data?.minutes ?? 0)[lang];
  const needed = kind !== null && (data?.kinds.includes(kind) ?? false);

  const ask = async (idempotency_key: string) => {
    const request = { device_id: lock.id, kind: kind!, ...why, idempotency_key };
    const options = { quiet: true, about: namesOf(lock) };
    const second = await signIn();
    return second ? send(approvals.present, { ...request, ...second }, options) : send(approvals.ask, request, options);
  };
  const { busy, failure, fixed, submit } = usePress(
    (key) =>
      ask(key).catch((error: unknown) => {
        refused(error);
        void queries.invalidateQueries({ queryKey: [approvals.needed.path] });
        throw error;
      }),
    ({ state }) => {
      // the same press may have been answered before, and settled since
      if (state === 'waiting') said(t('second.asked', { time }));
      else if (state === 'approved') said(t('second.given'));
      else notify('info', t('second.settled'), serverErrorTime);
      for (const { path } of [approvals.list, approvals.own, approvals.needed])
        void queries.invalidateQueries({ queryKey: [path] });
      done();
    },
    useUnheard(lock),
  );

  const block = needed && (
    <section className="order-second" aria-label={t('second.title')}>
      <p>
        <TeamOutlined aria-hidden /> <strong>{t('second.title')}</strong>{' '}
        {kind === 'unseal' && data?.unseal_barred && <>{t(`second.barred.${data.unseal_barred}`)} </>}
        <small>{t('second.text', { time })}</small>
      </p>
      {!present && data?.waiting.some((one) => one.own && one.kind === kind) && <p>{t('second.inPlace')}</p>}
      {fields(busy)}
      <OrderFailure failure={failure} />
    </section>
  );
  const period = asks ? (data?.frozen ?? null) : null;
  const words = period && { name: period.name, time: shortTime(period.until, serverNow()) };
  const binds = period !== null && (kind !== 'unseal' || period.binds);
  const frozen = words && binds ? t(kind === 'unseal' ? 'second.frozen' : 'second.frozenNewly', words) : null;
  const inFrozen = words && !binds ? t('second.inFrozen', words) : null;
  return { needed, busy, fixed, present, frozen, inFrozen, block, submit };
};
