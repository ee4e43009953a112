import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { assignedOrders } from '@plomb/contract/batches/assignments';
import type { Authorisation, AuthorisedDevice } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import type { LockStatus } from '@plomb/contract/lock/codes';
import { orders as orderCalls } from '@plomb/contract/orders/orders';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { AreasMap } from '../../lock/holds/AreasMap.tsx';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useStageWord } from '../../lock/sign/useStageWord.ts';
import { useCauseWord } from '../../lock/useCauseWord.ts';
import { useConnectionWord } from '../../lock/useConnectionWord.ts';
import { useTrust } from '../../lock/useTrust.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { AuthorisationState } from './AuthorisationState.tsx';
import { AuthorisedOrderDialog } from './AuthorisedOrderDialog.tsx';
import { useDo } from './useDo.ts';
import { useUses } from './useUses.ts';
import '../../ui/list/entries.css';
import './friends.css';
import { listed } from '../../platform/listed.ts';

const of = friendCalls.authorisations;

const isPendingOf = ({ state }: Authorisation): boolean => state === 'pending_first' || state === 'pending_second';

export const AuthorisationDetail = ({ one }: { one: Authorisation }) => {
  const { t } = useTranslation('friends');
  const lang = useSettings((s) => s.lang);
  const isPending = isPendingOf(one);
  // of one that time ended, the end is when it was to last until
  const isCutShort = one.end_time !== null && one.state !== 'expired';
  const usesOf = useUses();
  return (
    <>
      <Facts>
        <Fact name={t('auth.holder')}>{personNamed(one.holder_name, one.holder_login)}</Fact>
        <Fact name={t('auth.holderOrg')}>{one.holder_org}</Fact>
        <Fact name={t('auth.owner')}>{one.org_name}</Fact>
        <Fact name={t('auth.may')}>
          <DictTag code="assigned_orders" value={one.orders} />
        </Fact>
        <Fact name={t('auth.value')}>
          <DictTag code="authorisation_value" value={one.value} />
        </Fact>
        <Fact name={t('state')}>
          <AuthorisationState one={one} /> {one.why}
        </Fact>
        <Fact name={t('auth.from')}>{clockTime(one.from_time)}</Fact>
        <Fact name={t(isCutShort ? 'auth.planned' : 'auth.until')}>
          {one.until_time === null ? t('auth.permanent') : clockTime(one.until_time)}
        </Fact>
        {isCutShort && one.end_time && <Fact name={t('auth.ended')}>{clockTime(one.end_time)}</Fact>}
        {one.orders === 'unseal' && <Fact name={t('auth.uses')}>{usesOf(one)}</Fact>}
        {one.orders === 'unseal' && (
          <Fact name={t('auth.inside')}>
            {one.area_list.length > 0
              ? listed(
                  one.area_list.map(({ name }) => name),
                  lang,
                )
              : t('auth.anywhere')}
          </Fact>
        )}
        <Fact name={t('auth.reason')}>{one.reason}</Fact>
        {one.due_time && (
          <Fact name={t(isPending ? 'auth.decideBy' : 'auth.confirmBy')}>{clockTime(one.due_time)}</Fact>
        )}
      </Facts>
      {one.area_list.length > 0 && <AreasMap areas={one.area_list} label={t('auth.areas')} />}
      <Agreement one={one} />
      <section aria-label={t('auth.locks')}>
        <h3>{t('auth.locks')}</h3>
        {one.locks.length > 0 && (
          <ul className="entries auth-locks">
            {one.locks.map((lock) => (
              <Lock key={lock.device_id} of={one} lock={lock} />
            ))}
          </ul>
        )}
        <NotShown one={one} />
      </section>
    </>
  );
};

/** Who has agreed, and who is to: the asker and both authorisers are three people. */
const Agreement = ({ one }: { one: Authorisation }) => {
  const { t } = useTranslation('friends');
  const isOpen = isPendingOf(one);
  const step = (title: string, name: string, time: string | null, isNeeded = true): ReactNode => (
    <li key={title}>
      <span className="entry-icon" aria-hidden="true">
        {time ? <CheckCircleOutlined /> : isNeeded && isOpen ? <ClockCircleOutlined /> : <MinusCircleOutlined />}
      </span>
      <div className="entry-text">
        <strong>{title}</strong>
        <small>
          {time
            ? [name, clockTime(time)].filter(Boolean).join(' · ')
            : t(!isNeeded ? 'auth.notNeeded' : isOpen ? 'auth.notYet' : 'auth.noLonger')}
        </small>
      </div>
    </li>
  );
  return (
    <section aria-label={t('auth.who')}>
      <h3>{t('auth.who')}</h3>
      <ol className="entries">
        {step(t(one.direct ? 'auth.granted' : 'auth.asked'), one.direct ? '' : one.holder_name, one.create_time)}
        {step(t('auth.first'), one.first_name, one.first_time)}
        {step(t('auth.second'), one.second_name, one.second_time, one.needs_second)}
      </ol>
    </section>
  );
};

/** To whoever applied what it typed, and to the others what of it is none of their devices. */
const NotShown = ({ one }: { one: Authorisation }) => {
  const { t } = useTranslation('friends');
  const known = new Set(one.locks.map(({ sn }) => sn));
  const rest = one.asked.filter((sn) => !known.has(sn));
  if (rest.length === 0) return null;
  return (
    <>
      <p>{t(one.own ? 'auth.notOurs' : one.locks.length > 0 ? 'auth.notTheirs' : 'auth.typedOnly')}</p>
      <ul className="auth-numbers">
        {rest.map((sn) => (
          <li key={sn}>
            <Serial value={sn} />
          </li>
        ))}
      </ul>
    </>
  );
};

const Lock = ({ of: one, lock }: { of: Authorisation; lock: AuthorisedDevice }) => {
  const { t } = useTranslation('friends');
  const lang = useSettings((s) => s.lang);
  const connectionWord = useConnectionWord();
  const kinds = useDictionary('command_kind');
  const stageWord = useStageWord();
  const causeWord = useCauseWord();
  const may = useMay();
  const run = useDo();
  const [ordering, order] = useState<'seal' | 'unseal' | null>(null);
  const { order: last, lock_status: status } = lock;
  const orders = one.mine && one.value !== 'unauthorised' && lock.end_time === null && may(of.order);
  const sign = { status: status as LockStatus, trust: useTrust(lock), lang };
  return (
    <li>
      <div className="entry-text">
        <strong>
          {lock.seen ? (
            <DeviceLink id={lock.device_id}>
              <Serial value={lock.sn} />
            </DeviceLink>
          ) : (
            <Serial value={lock.sn} />
          )}
        </strong>{' '}
        {[lock.subject, lock.device_name].filter(Boolean).join(' · ')}
        <small>
          {lock.end_time && <span>{t('auth.lockEnded', { time: clockTime(lock.end_time) })}</span>}
          {status !== null && (
            <span className="auth-state">
              <StateSign {...sign} {...(lock.connection && { connection: lock.connection })} size={18} decorative />{' '}
              <StateWord {...sign} />
            </span>
          )}
          {lock.connection && <span>{connectionWord(lock.connection)}</span>}
          {lock.lock_time && <span>{t('auth.asOf', { time: clockTime(lock.lock_time) })}</span>}
          {lock.electric !== null && <span>{t('auth.battery', { percent: lock.electric })}</span>}
          {last && (
            <span>
              {[
                `${kinds.word(last.kind)}: ${stageWord(last.stage)}`,
                causeWord({ cause: last.cause, replaced_by: null }),
                clockTime(last.create_time),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          )}
        </small>
      </div>
      {orders && (
        <span className="auth-buttons">
          {assignedOrders
            .filter((kind) => (kind === 'seal' || one.orders === 'unseal') && may(orderCalls[kind]))
            .map((kind) => (
              <Button key={kind} aria-label={t(`auth.order.${kind}Named`, { sn: lock.sn })} onClick={() => order(kind)}>
                {t(`auth.order.${kind}`)}
              </Button>
            ))}
          {last?.stage === 'queued' && may(of.cancel) && (
            <Button
              onClick={() =>
                void run(
                  send(of.cancel, { id: one.id, device_id: lock.device_id, order_id: last.id }),
                  t('auth.order.cancelled'),
                )
              }
            >
              {t('auth.order.cancel')}
            </Button>
          )}
        </span>
      )}
      {ordering && <AuthorisedOrderDialog of={one} lock={lock} kind={ordering} close={() => order(null)} />}
    </li>
  );
};
