import { TeamOutlined } from '@ant-design/icons';
import { type ApprovalKind, approvals } from '@plomb/contract/approvals/approvals';
import type { MapLock } from '@plomb/contract/map/map';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Radio } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { notify, said, serverErrorTime } from '../platform/notices.ts';
import { sealedFor } from '../platform/signIn.ts';
import { namesOf } from './names.ts';
import { OrderFailure, useUnheard } from './OrderFailure.tsx';
import { usePress } from './useOrder.ts';

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
  kind: ApprovalKind | null,
  why: Why,
  done: () => void,
): {
  needed: boolean;
  busy: boolean;
  fixed: boolean;
  present: boolean;
  block: ReactNode;
  submit: () => Promise<void>;
} => {
  const { t } = useTranslation('lock');
  const queries = useQueryClient();
  const may = useMay();
  const [where, setWhere] = useState<'afar' | 'present'>('afar');
  const [typed, setTyped] = useState({ login: '', password: '', code: '' });
  const [asksCode, setAsksCode] = useState(false);
  const id = useId();
  const { data } = useQuery({
    queryKey: [approvals.needed.path, lock.id],
    queryFn: () => send(approvals.needed, { device_id: lock.id }, { quiet: true }),
    enabled: kind !== null && may(approvals.needed),
  });
  const needed = kind !== null && (data?.kinds.includes(kind) ?? false);

  const ask = async (idempotency_key: string) => {
    const request = { device_id: lock.id, kind: kind!, ...why, idempotency_key };
    const options = { quiet: true, about: namesOf(lock) };
    if (where === 'afar') return send(approvals.ask, request, options);
    const password = await sealedFor(approvals.present.path, typed.password, true);
    const code = typed.code.trim() ? { code: typed.code.trim() } : {};
    return send(approvals.present, { ...request, login_name: typed.login.trim(), password, ...code }, options);
  };
  const { busy, failure, fixed, submit } = usePress(
    (key) =>
      ask(key).catch((error: unknown) => {
        const isCode = error instanceof Refused && error.sign === 'secondFactor';
        if (isCode) setAsksCode(true);
        // it is somebody else's, and does not stay for whoever presses next
        setTyped((now) => ({ ...now, password: isCode ? now.password : '', code: '' }));
        void queries.invalidateQueries({ queryKey: [approvals.needed.path] });
        throw error;
      }),
    ({ state }) => {
      // the same press may have been answered before, and settled since
      if (state === 'waiting') said(t('second.asked', { count: data?.minutes ?? 0 }));
      else if (state === 'approved') said(t('second.given'));
      else notify('info', t('second.settled'), serverErrorTime);
      for (const { path } of [approvals.list, approvals.own, approvals.needed])
        void queries.invalidateQueries({ queryKey: [path] });
      done();
    },
    useUnheard(lock),
  );

  const field = (name: keyof typeof typed, type: 'text' | 'password') => (
    <div className="order-field">
      <label htmlFor={`${id}-${name}`}>{t(`second.${name}`)}</label>
      <Input
        id={`${id}-${name}`}
        type={type}
        autoComplete="off"
        disabled={busy}
        value={typed[name]}
        onChange={(e) => setTyped({ ...typed, [name]: e.target.value })}
      />
    </div>
  );
  const block = needed && (
    <section className="order-second" aria-label={t('second.title')}>
      <p>
        <TeamOutlined aria-hidden /> <strong>{t('second.title')}</strong>{' '}
        <small>{t('second.text', { count: data?.minutes ?? 0 })}</small>
      </p>
      {where === 'afar' && data?.waiting.some((one) => one.own && one.kind === kind) && <p>{t('second.inPlace')}</p>}
      <Radio.Group
        value={where}
        disabled={busy}
        aria-label={t('second.where')}
        onChange={(e) => setWhere(e.target.value as typeof where)}
        options={(['afar', 'present'] as const).map((value) => ({ value, label: t(`second.${value}`) }))}
      />
      {where === 'present' && (
        <>
          {field('login', 'text')}
          {field('password', 'password')}
          {asksCode && field('code', 'text')}
        </>
      )}
      <OrderFailure failure={failure} />
    </section>
  );
  return { needed, busy, fixed, present: where === 'present', block, submit };
};
