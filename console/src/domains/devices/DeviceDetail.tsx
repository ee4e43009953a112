import { EnvironmentOutlined } from '@ant-design/icons';
import { calls } from '@plomb/contract/calls';
import { stateSigns } from '@plomb/contract/lock/signs';
import { trustOf } from '@plomb/contract/lock/trust';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ClockDoubt } from '../../lock/ClockDoubt.tsx';
import { faultWord } from '../../lock/codes.ts';
import { PutAside } from '../../lock/PutAside.tsx';
import { Battery } from '../../lock/sign/Battery.tsx';
import { Signal } from '../../lock/sign/Signal.tsx';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, duration, useNow } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { type Device, isOut } from './device.ts';
import { ForgetTerminal } from './ForgetTerminal.tsx';
import { IdentityWarning } from './Identity.tsx';
import { Retire, RetiredNote } from './Retire.tsx';
import { AsOf } from './signs.tsx';

/** Everything known about one lock: its state first, then four figures, then the rest. */
export const DeviceDetail = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const stock = useDictionary('stock_status');
  const mayStock = useMay()(calls.stock.list);
  const faults = useDictionary('fault');
  const navigate = useNavigate();
  const out = isOut(d);
  const trust = trustOf(d, useDeafSince() === null && d.fresh && !out);
  return (
    <div className="device-detail">
      <RetiredNote device={d} />
      <section className="device-state" data-shape={out ? 'initial' : stateSigns[d.lock_status].shape} data-out={out}>
        <StateSign
          status={d.lock_status}
          connection={out ? 'online' : d.connection}
          trust={trust}
          lang={lang}
          size={44}
          decorative
        />
        <div>
          <h2>
            <StateWord status={d.lock_status} trust={trust} lang={lang} />
          </h2>
          {d.lock_since && (
            <p>{t('since', { time: clockTime(d.lock_since).slice(5, 16), age: duration(d.lock_since, now, lang) })}</p>
          )}
          {d.clock_doubt && <ClockDoubt />}
          {d.aside_since && !out && <PutAside id={d.id} since={d.aside_since} />}
        </div>
      </section>
      {d.seen_time === null && (
        <Alert
          type="info"
          showIcon
          className="device-connect"
          title={t('connect.title')}
          description={t('connect.text', { host: location.hostname, sn: d.sn })}
        />
      )}
      <dl className="device-figures">
        <div>
          <dt>{t('connection')}</dt>
          <dd>
            <AsOf device={d} out={out} />
          </dd>
        </div>
        <div>
          <dt>{t('battery')}</dt>
          <dd>
            <Battery percent={d.electric} lang={lang} />
          </dd>
        </div>
        <div>
          <dt>{t('signal')}</dt>
          <dd>
            <Signal csq={d.signal} lang={lang} />
          </dd>
        </div>
        <div>
          <dt>{t('temperature')}</dt>
          <dd>{d.temperature === null ? '–' : `${d.temperature} °C`}</dd>
        </div>
      </dl>
      <IdentityWarning type={d} />
      <p className="device-place">
        {d.lon === null || d.lat === null ? (
          t('noPosition')
        ) : (
          <Button icon={<EnvironmentOutlined />} onClick={() => void navigate(`/map?id=${d.id}`)}>
            {t('onMap')}
          </Button>
        )}
      </p>
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
          {d.lon === null || d.lat === null ? null : `${d.lat.toFixed(5)}, ${d.lon.toFixed(5)}`}
        </Fact>
        <Fact ifAny name={t('placeTime')}>
          {d.place_time && clockTime(d.place_time)}
        </Fact>
        <Fact ifAny name={t('voltage')}>
          {d.voltage === null ? null : `${d.voltage} V`}
        </Fact>
        <Fact ifAny name={t('mileage')}>
          {d.mileage === null ? null : `${d.mileage} km`}
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
    </div>
  );
};
