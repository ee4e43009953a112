import { deviceCalls } from '@plomb/contract/devices/domain';
import { orderCalls } from '@plomb/contract/orders/domain';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { headOf } from '../../lock/names.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListContext, useList } from '../../ui/list/useList.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabTitle } from '../../ui/page.ts';
import { useOwnAddress } from '../../ui/useOwnAddress.ts';
import { DeviceChoice } from './openers/DeviceChoice.tsx';
import { OfWhom } from './openers/OfWhom.tsx';
import { Openers } from './openers/Openers.tsx';
import { useOpeners } from './openers/useOpeners.ts';
import { useOpenersFile } from './openers/useOpenersFile.ts';
import '../../lock/deviceLink.css';
import '../../ui/list/list.css';
import './devices.css';
import './record/record.css';

const { detail } = deviceCalls.devices;

/** Who can open a lock, or what somebody can open: two sides of one question, and the address says which is asked. */
export const WhoCanOpenPage = () => {
  const { t } = useTranslation('devices/openers');
  const [address, setAddress] = useOwnAddress();
  const isOfWhom = address.has('of');
  const turn = (
    <Segmented
      aria-label={t('askedOf')}
      value={isOfWhom ? 'whom' : 'lock'}
      onChange={(side) => setAddress(new URLSearchParams(side === 'whom' ? { of: 'operator' } : {}))}
      options={[
        { value: 'lock', label: t('ofLock') },
        { value: 'whom', label: t('ofWhom') },
      ]}
    />
  );
  return isOfWhom ? <OfWhom turn={turn} /> : <OfLock turn={turn} />;
};

/** Who can open a lock now, or at a moment of the days ahead, and by which rule; asks for the lock first. */
const OfLock = ({ turn }: { turn: ReactNode }) => {
  const { t } = useTranslation('devices/openers');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const list = useList(deviceCalls.openers.list);
  const id = typeof list.query.device_id === 'number' ? list.query.device_id : null;
  const { data } = useQuery({
    queryKey: [detail.path, id, lang],
    queryFn: () => send(detail, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null && may(detail),
  });
  const device = data?.id === id ? data : undefined;
  const judged = useOpeners(list, id).data?.judge_time;
  const file = useOpenersFile();
  const name = device ? headOf(device) : null;
  useTabTitle(name === null ? null : { zh: `谁能开锁 ${name}`, en: `Who can open ${name}` });
  return (
    <ListContext value={list}>
      <div className="device-page who-can-open">
        <PageHeader
          title={t('title')}
          {...(judged && { count: t('sameRules', { time: clockTime(judged).slice(11) }) })}
          actions={
            <>
              {turn}
              <DeviceChoice
                known={device}
                onChange={(chosen) =>
                  list.change({ device_id: chosen, page: undefined, answer: undefined, keyword: undefined })
                }
              />
              {id !== null && (
                <ExportButton of={deviceCalls.openers.export} columns={file.columns} words={file.words} />
              )}
            </>
          }
        />
        {id === null ? (
          <Blank kind="empty" title={t('chooseTitle')} text={t('chooseText')} />
        ) : (
          <>
            <Openers key={id} deviceId={id} device={device ?? null} />
            {may(orderCalls.openings.list) && (
              <p className="device-note">
                {t('past')}{' '}
                <Link className="device-link" to={`/opening?device_id=${id}`}>
                  {t('toOpenings')}
                </Link>
              </p>
            )}
          </>
        )}
      </div>
    </ListContext>
  );
};
