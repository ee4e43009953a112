import { deviceCalls } from '@plomb/contract/devices/domain';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { faultWord } from '../../lock/codes.ts';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import type { Device } from './device.ts';
import { ForgetTerminal } from './ForgetTerminal.tsx';
import { Retire } from './Retire.tsx';

/** What is registered of a device and what it last told, and what is seldom done with it. */
export const DeviceFacts = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const stock = useDictionary('stock_status');
  const mayStock = useMay()(deviceCalls.stock.list);
  const faults = useDictionary('fault');
  const number = useNumber();
  return (
    <>
      <Facts>
        <Fact ifAny name={t('serial')}>
          <Serial value={d.sn} copy />
        </Fact>
        <Fact ifAny name={t('name')}>
          {d.device_name}
        </Fact>
        <Fact ifAny name={t('subject')}>
          {d.subject}
        </Fact>
        <Fact ifAny name={t('organisation')}>
          {d.org_name}
        </Fact>
        <Fact ifAny name={t('type')}>
          {d.device_type}
        </Fact>
        <Fact ifAny name={t('manufacturer')}>
          {d.factory}
        </Fact>
        <Fact ifAny name={t('status')}>
          <DictTag code="enable_status" value={d.status} />
        </Fact>
        <Fact ifAny name={stock.title}>
          <DictTag code="stock_status" value={d.stock_status} />
          {d.device_state !== 'in_use' && <DictTag code="device_state" value={d.device_state} />}
          {d.lost && <span className="device-lost">{t('stock.apart.lost')}</span>}
          {mayStock && <Link to={`/stock?device_id=${d.id}`}>{t('stock.ofDevice')}</Link>}
        </Fact>
        <Fact ifAny name={t('fault')}>
          {faultWord(faults, d.fault)}
        </Fact>
        <Fact ifAny name={t('position')}>
          {d.lon === null || d.lat === null ? null : (
            <>
              <PlaceWords lon={d.lon} lat={d.lat} />
              {`${d.lat.toFixed(5)}, ${d.lon.toFixed(5)}`}
            </>
          )}
        </Fact>
        <Fact ifAny name={t('placeTime')}>
          {d.place_time && clockTime(d.place_time)}
        </Fact>
        <Fact ifAny name={t('voltage')}>
          {d.voltage === null ? null : `${d.voltage} V`}
        </Fact>
        <Fact ifAny name={t('mileage')}>
          {d.mileage === null ? null : `${number(d.mileage)} km`}
        </Fact>
        <Fact ifAny name={t('firmware')}>
          {d.ver}
        </Fact>
        <Fact ifAny name={t('deviceNo')}>
          {d.device_no}
        </Fact>
        <Fact ifAny name={t('simCard')}>
          {d.sim_card}
        </Fact>
        <Fact ifAny name={t('mobileID')}>
          {d.mobileID}
        </Fact>
        <Fact ifAny name={t('iccid')}>
          {d.icc_card_no}
        </Fact>
        <Fact ifAny name={t('cell')}>
          {d.mcc === null ? null : [d.mcc, d.mnc, d.lac, d.cid].map((n) => n ?? '–').join(' / ')}
        </Fact>
        <Fact ifAny name={t('network')}>
          {d.network === '' || d.network_time === null
            ? null
            : [
                d.network,
                t('networkSince', { time: clockTime(d.network_time) }),
                ...(d.network_before === '' ? [] : [t('networkBefore', { network: d.network_before })]),
              ].join(' · ')}
        </Fact>
        <Fact ifAny name={t('address')}>
          {d.device_address}
        </Fact>
        <Fact ifAny name={t('created')}>
          {clockTime(d.create_time)}
        </Fact>
      </Facts>
      <p className="device-rare">
        {d.identity_rule === 'code' && d.retired_time === null && <ForgetTerminal device={d} />}
        <Retire device={d} />
      </p>
    </>
  );
};
