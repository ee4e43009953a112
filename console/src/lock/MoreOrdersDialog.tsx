import { errors, fieldErrors, fieldWords } from '@plomb/contract/errors';
import type { Text } from '@plomb/contract/kit/text';
import { LockStatus } from '@plomb/contract/lock/codes';
import { outsideLimits } from '@plomb/contract/lock/intervals';
import { refusalByUse } from '@plomb/contract/lock/operable';
import {
  abilities,
  argsMistake,
  type CommandKind,
  orderKinds,
  passwordMistake,
  unlockPasswordPattern,
} from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Radio } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { useSettings } from '../platform/settings.ts';
import { DictTag } from '../ui/DictTag.tsx';
import { focusField } from '../ui/focusField.ts';
import { later } from '../ui/later.tsx';
import { Serial } from '../ui/Serial.tsx';
import { useAskDiscard } from '../ui/useAskDiscard.ts';
import { useUnsavedGuard } from '../ui/useUnsavedGuard.ts';
import { IntervalLimits, isInterval } from './IntervalLimits.tsx';
import { headOf, nameBelow, namesOf } from './names.ts';
import type { OrderProps } from './OrderDialog.tsx';
import { OrderFailure, useUnheard } from './OrderFailure.tsx';
import { fieldsOf, inputOf, isDoubtful, isOfArea, listedKinds } from './orderFields.ts';
import { ReachRow } from './ReachRow.tsx';
import { useOrder } from './useOrder.ts';
import { useSecondPerson } from './useSecondPerson.tsx';
import './order.css';
import './moreOrders.css';

interface Wrong {
  field: string;
  why: Text;
}

/** The field an issue stands at: a circle's radius has one of its own, all else of an area is drawn. */
const fieldAt = (path: readonly PropertyKey[]): string => String(path[1] === 'radius' ? path[1] : path[0]);

/** Its map comes when it is asked for. */
const AreaFields = later(async () => (await import('./AreaFields.tsx')).AreaFields, { ahead: false });

/** What comes of these is said before they are given. */
const grave = [
  'restart',
  'factory_reset',
  'set_unlock_password',
  'add_cards',
  'delete_cards',
  'confine_cards',
  'release_cards',
] as const;
const isGrave = (kind: CommandKind): kind is (typeof grave)[number] => grave.some((one) => one === kind);

interface Props extends Omit<OrderProps, 'uncertain'> {
  /** chosen already, where it can be given */
  first?: CommandKind;
}

/** Every order besides seal and unseal: what the lock's family can be told, and of the rest why not, in a line. */
export const MoreOrdersDialog = ({ lock, connection, first, onClose }: Props) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const id = useId();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const dirty = Object.values(typed).some((text) => text !== '');
  useUnsavedGuard(dirty, useRef(false));
  const askDiscard = useAskDiscard();
  const leave = (): void => (dirty ? askDiscard({ discard: onClose }) : onClose());

  const whyNot = (of: CommandKind): string | null => {
    if (abilities[lock.family][of] === 'no') return errors.commandUnsupported[lang];
    if (!may(orders[of])) return errors.noPermission[lang];
    const out = refusalByUse(lock.out_of_use, orderKinds[of]);
    if (out) return errors[out][lang];
    if (of === 'factory_reset' && lock.lock_status === LockStatus.sealedLocked) return errors.unsealFirst[lang];
    return null;
  };
  const [kind, setKind] = useState(() => (first !== undefined && whyNot(first) === null ? first : null));
  const { data: limits } = useQuery({
    queryKey: [orders.intervalLimits.path, lock.id],
    queryFn: () => send(orders.intervalLimits, { device_id: lock.id }, { quiet: true }),
    enabled: kind === 'set_intervals',
  });
  /** By the same rules as the server, before anything is asked of it. */
  const mistakeOf = (of: CommandKind, input: Record<string, unknown>): Wrong | null => {
    const parsed = orders[of].input.safeParse({ device_id: lock.id, idempotency_key: 'not-yet-given', ...input });
    const [issue] = parsed.error?.issues ?? [];
    if (issue) return { field: fieldAt(issue.path), why: fieldWords(issue) };
    const mistake =
      argsMistake(lock.family, of, parsed.data as never) ??
      (of === 'set_intervals' && limits ? outsideLimits(limits, input) : null);
    if (mistake) return { field: mistake.field, why: fieldErrors[mistake.message] };
    const old = input.old_password;
    if (old !== undefined && !unlockPasswordPattern[lock.family].test(String(old)))
      return { field: 'old_password', why: fieldErrors.unlockPassword };
    const weak = of === 'set_unlock_password' ? passwordMistake(lock.family, String(input.password ?? '')) : null;
    return weak && { field: 'password', why: fieldErrors[weak] };
  };
  const order = useOrder(
    (key) => {
      const input = { device_id: lock.id, idempotency_key: key, ...inputOf(kind ?? 'restart', typed) };
      const call = orders[kind ?? 'restart'] as typeof orders.restart;
      return send(call, input, { quiet: true, about: namesOf(lock) }).catch((error: unknown) => {
        // what the server alone knows
        const [beside] = error instanceof Refused ? Object.entries(error.fields) : [];
        if (beside) setWrong({ field: beside[0], why: beside[1] });
        throw error;
      });
    },
    onClose,
    useUnheard(lock),
  );
  const second = useSecondPerson(lock, kind, { reason: typed.reason ?? '' }, onClose);
  const fixed = order.fixed || second.fixed;
  const busy = order.busy || second.busy;
  const submit = (): void => {
    if (kind === null) return;
    const mistake = mistakeOf(kind, inputOf(kind, typed));
    setWrong(mistake);
    if (mistake) document.getElementById(`${id}-${mistake.field}`)?.focus();
    else void (second.needed ? second.submit() : order.submit());
  };
  /** what can be given first */
  const offered = listedKinds
    .map((one) => ({ one, why: whyNot(one) }))
    .sort((a, b) => Number(a.why !== null) - Number(b.why !== null));
  const choose = (next: CommandKind): void => {
    setKind(next);
    setTyped({});
    setWrong(null);
  };

  return (
    <Modal
      open
      className="order"
      width={560}
      title={t('more.title')}
      onCancel={leave}
      closable={!busy}
      keyboard={!busy}
      afterOpenChange={focusField}
      mask={{ closable: false }}
      footer={
        <div className="order-footer">
          <b className="order-whose">{headOf(lock)}</b>
          <Button disabled={busy} onClick={leave}>
            {t('password.cancel')}
          </Button>
          <Button type="primary" disabled={kind === null || second.frozen !== null} loading={busy} onClick={submit}>
            {t(second.needed && !second.present ? 'second.request' : 'more.send')}
          </Button>
        </div>
      }
    >
      <p>
        <strong>{headOf(lock)}</strong> {nameBelow(lock) && `${nameBelow(lock)} · `}
        <Serial value={lock.sn} /> <DictTag code="out_of_use" value={lock.out_of_use} />
      </p>
      <dl className="order-rows">
        <ReachRow lock={lock} connection={connection} kind={kind ?? 'query_info'} />
      </dl>
      <Radio.Group
        className="more-orders"
        value={kind}
        aria-label={t('more.which')}
        onChange={(e) => choose(e.target.value as CommandKind)}
      >
        {offered.map(({ one, why }) => {
          const line = why ?? (abilities[lock.family][one] === 'unverified' ? t('more.unverified') : null);
          return (
            <div key={one} className="more-order">
              <Radio
                value={one}
                disabled={fixed || why !== null}
                data-testid={`order-${one}`}
                {...(line !== null && { 'aria-describedby': `${id}-why-${one}` })}
              >
                {orderKinds[one].title[lang]}
              </Radio>
              {line !== null && <small id={`${id}-why-${one}`}>{line}</small>}
              {kind === one && isGrave(one) && (
                <Alert className="more-grave" type="warning" showIcon title={t(`more.grave.${one}`)} />
              )}
              {kind === one && isOfArea(one) && (
                <AreaFields
                  id={id}
                  kind={one}
                  lock={lock}
                  connection={connection}
                  typed={typed}
                  wrong={wrong}
                  disabled={fixed}
                  onChange={(area) => setTyped({ ...area })}
                />
              )}
              {kind === one &&
                fieldsOf(one).map(({ name, type }) => {
                  const isWrong = wrong?.field === name;
                  const props = {
                    id: `${id}-${name}`,
                    value: typed[name] ?? '',
                    onChange: (e: { target: { value: string } }) => setTyped({ ...typed, [name]: e.target.value }),
                    status: isWrong ? ('error' as const) : ('' as const),
                    'aria-invalid': isWrong,
                    'aria-describedby': `${id}-limits-${name} ${id}-wrong-${name}`,
                    disabled: fixed,
                  };
                  return (
                    <div key={name} className="order-field">
                      <label htmlFor={`${id}-${name}`}>
                        {t(`more.fields.${name}`)}
                        {isDoubtful(lock.family, one, name) && <small>{t('more.unverified')}</small>}
                      </label>
                      {type === 'lines' ? (
                        <Input.TextArea {...props} autoSize={{ minRows: 2, maxRows: 6 }} />
                      ) : (
                        <Input
                          {...props}
                          {...(type === 'number' ? { inputMode: 'numeric' as const } : { maxLength: 200 })}
                          autoComplete="off"
                        />
                      )}
                      {limits && isInterval(name) && (
                        <IntervalLimits id={`${id}-limits-${name}`} name={name} types={[limits]} />
                      )}
                      <p className="order-error" id={`${id}-wrong-${name}`} role="alert">
                        {isWrong && wrong.why[lang]}
                      </p>
                    </div>
                  );
                })}
            </div>
          );
        })}
      </Radio.Group>
      {second.frozen && <Alert type="warning" showIcon title={second.frozen} />}
      {second.block}
      <OrderFailure failure={order.failure} />
    </Modal>
  );
};
