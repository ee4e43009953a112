import { AimOutlined, EllipsisOutlined, EnvironmentOutlined } from '@ant-design/icons';
import { alarms } from '@plomb/contract/alarms/alarms';
import { devices } from '@plomb/contract/devices/devices';
import { errors } from '@plomb/contract/errors';
import type { Command } from '@plomb/contract/lock/command';
import { refusalByUse } from '@plomb/contract/lock/operable';
import type { PhysicalKind } from '@plomb/contract/lock/orderKinds';
import { fences } from '@plomb/contract/map/fences';
import { orders } from '@plomb/contract/orders/orders';
import { tracks } from '@plomb/contract/tracks/tracks';
import { Button, Dropdown, Tooltip } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../platform/may.ts';
import { useSettings } from '../platform/settings.ts';
import { later } from '../ui/later.tsx';
import { MoreOrdersDialog } from './MoreOrdersDialog.tsx';
import type { OrderProps } from './OrderDialog.tsx';
import { refusalOf } from './operable.ts';
import { listedKinds } from './orderFields.ts';
import { SealDialog } from './SealDialog.tsx';
import { trackAddress, trackingAddress } from './trackAddress.ts';
import { UnlockPasswordDialog } from './UnlockPasswordDialog.tsx';
import { UnsealDialog } from './UnsealDialog.tsx';
import { useFresh } from './useFresh.ts';

/** Seldom asked for: it comes when it is. */
const SendCodeForm = later(async () => (await import('./SendCodeForm.tsx')).SendCodeForm, { ahead: false });

interface Props extends Omit<OrderProps, 'onClose'> {
  underWay: Command | null;
  /** absent on the lock's own page, where there is no map that could follow it */
  follow?: { on: boolean; turn: (on: boolean) => void };
}

/** What may be done with the lock. A button that would be refused says why instead. */
export const LockActions = ({ lock, connection, uncertain = null, underWay, follow }: Props) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const fresh = useFresh(lock, connection);
  const navigate = useNavigate();
  const [asking, setAsking] = useState<PhysicalKind | 'password' | 'code' | 'more' | null>(null);
  const id = useId();
  const close = (): void => setAsking(null);
  const row = useRef<HTMLElement>(null);
  /** what the dialog was opened by */
  const opener = useRef<HTMLButtonElement | null>(null);
  const ask = (what: typeof asking): void => {
    opener.current = row.current?.querySelector<HTMLButtonElement>(`[data-opens~="${what}"]`) ?? null;
    setAsking(what);
  };
  // back to where the keyboard was; an order that was given turns its button off, a moment later
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the order under way the button changes
  useEffect(() => {
    const at = opener.current;
    if (asking !== null || at === null) return;
    const here = document.activeElement;
    if (here !== at && here !== document.body && here !== null) opener.current = null;
    else (at.disabled ? row.current : at)?.focus();
  }, [asking, underWay?.id]);

  const whyNot = (kind: PhysicalKind): string | null => {
    if (!may(orders[kind])) return t(kind === 'unseal' ? 'actions.notAllowedUnseal' : 'actions.notAllowedSeal');
    const refusal = refusalOf(kind, { ...lock, fresh }, underWay);
    return refusal === null ? null : errors[refusal][lang];
  };
  const order = (kind: PhysicalKind) => (
    <Button
      className={kind === 'unseal' ? 'order-request' : ''}
      disabled={whyNot(kind) !== null}
      onClick={() => ask(kind)}
      data-opens={kind}
      data-testid={kind}
      {...(whyNot(kind) !== null && { 'aria-describedby': `${id}-${kind}` })}
    >
      {t(`actions.${kind}${underWay?.kind === kind ? 'ing' : ''}`)}
    </Button>
  );
  /** as lines, not as tips: a tip of a button that is off is out of the keyboard's reach. The same reason stands once. */
  const reasons = (() => {
    const [unseal, seal] = [whyNot('unseal'), whyNot('seal')];
    if (unseal === null && seal === null) return null;
    return (
      <div className="lock-actions-why">
        {unseal !== null && (
          <p id={`${id}-unseal`}>
            {unseal === seal ? unseal : t('actions.why', { name: t('command.unseal'), why: unseal })}
          </p>
        )}
        {seal !== null && (
          <p id={`${id}-seal`} className={unseal === seal ? 'unseen' : ''}>
            {t('actions.why', { name: t('command.seal'), why: seal })}
          </p>
        )}
      </div>
    );
  })();
  const out = refusalByUse(lock.out_of_use, { moves: false, opens: true });
  const place = (key: 'password' | 'code') => ({
    key,
    disabled: out !== null,
    label: out === null ? t(`${key}.ask`) : t('actions.why', { name: t(`${key}.ask`), why: errors[out][lang] }),
  });
  const places = [
    ...(may(tracks.read) ? [{ key: trackAddress(lock.id), label: t('actions.track') }] : []),
    ...(may(fences.add)
      ? [
          {
            key: trackingAddress(lock),
            disabled: lock.lon === null,
            label:
              lock.lon === null
                ? t('actions.why', { name: t('actions.tracking'), why: t('actions.noPlace') })
                : t('actions.tracking'),
          },
        ]
      : []),
    ...(may(alarms.list) ? [{ key: `/alarm?device_id=${lock.id}`, label: t('actions.alarms') }] : []),
    ...(follow && may(devices.detail) ? [{ key: `/device/${lock.id}`, label: t('actions.record') }] : []),
    ...(listedKinds.some((kind) => may(orders[kind])) ? [{ key: 'more', label: t('more.ask') }] : []),
    ...(may(orders.unlockPassword) ? [place('password'), place('code')] : []),
  ];
  return (
    <footer className="lock-actions" ref={row} tabIndex={-1}>
      {reasons}
      {order('unseal')}
      {order('seal')}
      {follow ? (
        <Tooltip title={lock.lon === null ? t('actions.noPlaceToFollow') : null}>
          <Button
            icon={<AimOutlined />}
            disabled={lock.lon === null}
            aria-pressed={follow.on}
            className={follow.on ? 'is-on' : ''}
            onClick={() => follow.turn(!follow.on)}
          >
            {t(follow.on ? 'actions.following' : 'actions.follow')}
          </Button>
        </Tooltip>
      ) : (
        lock.lon !== null && (
          <Button icon={<EnvironmentOutlined />} onClick={() => void navigate(`/map?lock=${lock.id}`)}>
            {t('actions.onMap')}
          </Button>
        )
      )}
      {places.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: places,
            onClick: ({ key }) =>
              key === 'password' || key === 'code' || key === 'more' ? ask(key) : void navigate(key),
          }}
        >
          <Button
            type="text"
            icon={<EllipsisOutlined />}
            aria-label={t('actions.more')}
            data-opens="more password code"
          />
        </Dropdown>
      )}
      {asking === 'unseal' && (
        <UnsealDialog lock={lock} connection={connection} uncertain={uncertain} onClose={close} />
      )}
      {asking === 'seal' && <SealDialog lock={lock} connection={connection} uncertain={uncertain} onClose={close} />}
      {asking === 'more' && <MoreOrdersDialog lock={lock} connection={connection} onClose={close} />}
      {asking === 'code' && <SendCodeForm lock={lock} onClose={close} />}
      {asking === 'password' && <UnlockPasswordDialog lock={lock} connection={connection} onClose={close} />}
    </footer>
  );
};
