import { cardCalls } from '@plomb/contract/cards/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { clockTime } from '../../../platform/time.ts';
import { ListContext, useList } from '../../../ui/list/useList.ts';
import type { Device } from '../device.ts';
import { Openers } from '../openers/Openers.tsx';
import { Failed } from './Failed.tsx';
import '../../../lock/deviceLink.css';
import '../../../ui/list/list.css';

const { detail } = deviceCalls.deviceRights;

/** Who can open it, by the same answer as everywhere, and beside it the cards and passwords that are in it. */
export const Rights = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const list = useList(deviceCalls.openers.list);
  return (
    <ListContext value={list}>
      <div className="who-can-open">
        <Openers
          deviceId={device.id}
          device={device}
          isNamed
          beside={
            <>
              <InIt device={device} />
              <Link className="device-link" to={`/whoCanOpen?device_id=${device.id}`}>
                {t('rights.toWho')}
              </Link>
            </>
          }
        />
      </div>
    </ListContext>
  );
};

/** Cards by the lock's own word, and its passwords. */
const InIt = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const passwords = useDictionary('unseal_password');
  const mayHolds = useMay()(cardCalls.cardMatrix.lock);
  const { data, error, refetch } = useQuery({
    queryKey: [detail.path, device.id],
    queryFn: () => send(detail, { id: device.id }, { quiet: true }),
  });
  if (error) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { cards, unlisted, password, before } = data;
  return (
    <section className="device-pane openers-side">
      <h2>{t('rights.cards')}</h2>
      {cards.length === 0 ? (
        before.cards === 0 && !unlisted && <p className="device-note">{t('rights.noCards')}</p>
      ) : (
        <ul className="rights-cards">
          {cards.map(({ number, time, known }) => (
            <li key={number}>
              <span className="mono">{number}</span>{' '}
              <small>{t(`rights.known.${known}`, { time: clockTime(time) })}</small>
            </li>
          ))}
        </ul>
      )}
      {mayHolds && (
        <Link className="device-link" to={`/device/${device.id}?tab=cards`}>
          {t('rights.toCards')}
        </Link>
      )}
      {unlisted && (
        <Alert
          type="warning"
          showIcon
          title={t('rights.unlisted', { count: unlisted.count, time: clockTime(unlisted.time) })}
        />
      )}
      {before.cards > 0 && <Alert type="warning" showIcon title={t('rights.cardsBefore', { count: before.cards })} />}
      <h2>{t('rights.password')}</h2>
      <p>
        {password
          ? t(password.stale ? 'rights.stale' : 'rights.kept', { time: clockTime(password.told_time) })
          : t('rights.noPassword')}
      </p>
      {password?.exposed && <Alert type="warning" showIcon title={t('rights.exposed')} />}
      <p className="device-note">{t('rights.carries', { password: passwords.word(data.unseal_password) })}</p>
      {before.password && <Alert type="warning" showIcon title={t('rights.passwordBefore')} />}
    </section>
  );
};
