import { WarningOutlined } from '@ant-design/icons';
import { personNamed } from '@plomb/contract/kit/personNamed';
import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import { orderedBy } from '@plomb/contract/lock/orderedBy';
import { type PhysicalKind, sayOrder } from '@plomb/contract/lock/orderKinds';
import { trustOf } from '@plomb/contract/lock/trust';
import type { MapLock } from '@plomb/contract/map/map';
import { Alert, Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../platform/clock.ts';
import { useDeafSince } from '../platform/network.ts';
import { useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { useRelative } from '../platform/time.ts';
import { DictTag } from '../ui/DictTag.tsx';
import { focusField } from '../ui/focusField.ts';
import { Serial } from '../ui/Serial.tsx';
import { useUnsavedGuard } from '../ui/useUnsavedGuard.ts';
import { consequenceOf } from './consequence.ts';
import { isMoving } from './heading.ts';
import { KindIcon } from './KindIcon.tsx';
import { headOf, nameBelow } from './names.ts';
import { OrderRow } from './OrderRow.tsx';
import { isPlaceOld, wasMoving } from './place.ts';
import { usePlaceWords } from './placeWords.ts';
import { ReachRow } from './ReachRow.tsx';
import { shortTime } from './shortTime.ts';
import { StateSign, StateWord } from './sign/StateSign.tsx';
import { useFresh } from './useFresh.ts';
import './order.css';

export interface OrderProps {
  lock: MapLock;
  connection: Connection;
  onClose: () => void;
  /** an order before it, of which nobody knows whether it moved the lock */
  uncertain?: Command | null;
}

const placeOf = ({ lat, lon }: MapLock): string | null =>
  lat === null || lon === null ? null : `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

interface Content {
  kind: PhysicalKind;
  footer: ReactNode;
  children: ReactNode;
  /** the order is on its way: nothing that closes the dialog would take it back, so nothing closes it */
  busy: boolean;
  /** something is typed that would be lost */
  dirty: boolean;
}

/** Before metal moves: which device, where, in whose name and what comes of it. The buttons are the caller's. */
export const OrderDialog = (props: OrderProps & Content) => {
  const { kind, lock, connection, uncertain, onClose, footer, children, busy, dirty } = props;
  useUnsavedGuard(dirty, useRef(false));
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const oper = useSession((s) => s.oper);
  const relative = useRelative();
  // nothing is heard: what was told last is no present, and its age would seem to be kept current
  const deaf = useDeafSince() !== null;
  const moving = !deaf && isMoving(lock, connection);
  const speed = Math.round(lock.velocity ?? 0);
  const place = placeOf(lock);
  const words = usePlaceWords(lock.lon, lock.lat);
  const trust = trustOf(lock, useFresh(lock, connection));
  const consequence = consequenceOf(kind, lock, trust);
  const old = connection === 'late' || connection === 'offline' || isPlaceOld(lock);
  const warning =
    place === null ? 'placeUnknown' : old ? 'placeOld' : moving ? 'moving' : wasMoving(lock) ? 'wasMoving' : null;
  const subtitle = kind === 'seal' ? 'sealText' : moving ? 'unsealMoving' : 'unsealStill';
  return (
    <Modal
      open
      width={560}
      className="order"
      onCancel={onClose}
      closable={!busy}
      keyboard={!busy}
      afterOpenChange={focusField}
      footer={footer}
      mask={{ closable: false }}
      title={
        <div className="order-title">
          <KindIcon kind={kind} />
          <div>
            {t(kind === 'unseal' ? 'dialog.unsealTitle' : 'dialog.sealTitle')}
            <small>{t(`dialog.${subtitle}`)}</small>
          </div>
        </div>
      }
    >
      {uncertain && (
        <Alert
          type="warning"
          showIcon
          title={t('dialog.uncertain', {
            order: sayOrder(uncertain.kind, uncertain.args)[lang],
            name: orderedBy(uncertain),
            age: relative(uncertain.create_time),
          })}
        />
      )}
      <dl className="order-rows">
        <OrderRow
          name={t('dialog.device')}
          title={headOf(lock)}
          text={
            <>
              {nameBelow(lock) && `${nameBelow(lock)} · `}
              <Serial value={lock.sn} /> <DictTag code="out_of_use" value={lock.out_of_use} />
            </>
          }
          aside={
            <>
              <StateSign status={lock.lock_status} connection={connection} trust={trust} lang={lang} decorative />
              <StateWord status={lock.lock_status} trust={trust} lang={lang} />
            </>
          }
        />
        <OrderRow
          name={t('dialog.place')}
          title={words ?? place ?? t('dialog.placeUnknown')}
          text={[
            ...(words === null || place === null ? [] : [place]),
            lock.place_time
              ? t('dialog.placeAge', {
                  age: deaf ? shortTime(lock.place_time, serverNow()) : relative(lock.place_time),
                })
              : t(lock.report_time ? 'placeOfUnknownTime' : 'notHeard'),
            ...(wasMoving(lock) ? [moving ? `${speed} km/h` : t('lastSpeed', { speed })] : []),
          ].join(' · ')}
          aside={
            warning && (
              <span className="order-warning">
                <WarningOutlined /> {t(`dialog.${warning}`)}
              </span>
            )
          }
        />
        <ReachRow lock={lock} connection={connection} kind={consequence === 'hold' ? null : kind} />
        <OrderRow
          name={t('dialog.person')}
          title={oper ? `${personNamed(oper.oper_name, oper.login_name)} · ${oper.organization.org_name}` : '–'}
          text={t('dialog.recorded')}
        />
        <OrderRow
          name={t('dialog.consequence')}
          title={t(`dialog.consequences.${consequence}`)}
          text={t(`dialog.${kind === 'unseal' ? 'unsealMore' : consequence === 'hold' ? 'holdMore' : 'sealMore'}`)}
        />
      </dl>
      {children}
    </Modal>
  );
};
