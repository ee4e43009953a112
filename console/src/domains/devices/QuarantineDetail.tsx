import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Quarantined } from '@plomb/contract/devices/putAside';
import type { OutputOf } from '@plomb/contract/kit/call';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { apart } from './apart.ts';
import { HexBlock } from './HexBlock.tsx';
import { utcOffset } from './utcOffset.ts';

/** What the lock's clock said, and how far that is from when it came. */
export const AheadBy = ({ of }: { of: Pick<Quarantined, 'device_time' | 'receive_time'> }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  if (of.device_time === null) return t('quarantine.noTime');
  const [said, came] = [Date.parse(of.device_time), Date.parse(of.receive_time)];
  const by = apart(said, came, lang);
  return (
    <span className="ahead">
      {clockTime(of.device_time)}{' '}
      <small className="ahead-by">{t(said > came ? 'quarantine.ahead' : 'quarantine.behind', { by })}</small>
    </span>
  );
};

/** Whether whoever sent it had proved to be the lock. */
export const SenderTag = ({ proved }: { proved: boolean }) => {
  const { t } = useTranslation('devices');
  return <WordTag colour={proved ? 'grey' : 'gold'}>{t(proved ? 'quarantine.proved' : 'quarantine.unproved')}</WordTag>;
};

const offset = (minutes: number | null): string => (minutes === null ? '–' : utcOffset(minutes));

/** One report put aside: what is wrong with it, what can be done, and the frame as it came. */
export const QuarantineDetail = ({ of }: { of: OutputOf<typeof deviceCalls.quarantine.detail> }) => {
  const { t } = useTranslation('devices');
  const may = useMay();
  const mended = of.offset_then !== of.offset_now;
  return (
    <>
      <p className="quarantine-why">
        {of.again_time ? t('quarantine.whyTaken') : t(`quarantine.why.${of.reason}`)}
        {of.again && ` ${t(mended ? 'quarantine.mended' : 'quarantine.mend')}`}
      </p>
      {of.again && !mended && may(deviceCalls.deviceTypes.update) && (
        <p>
          <Link to="/deviceType">
            <Button>{t('quarantine.toTypes')}</Button>
          </Link>
        </p>
      )}
      <Facts>
        <Fact name={t('quarantine.reason')}>
          <DictTag code="quarantine_reason" value={of.reason} />
        </Fact>
        <Fact name={t('quarantine.sender')}>
          <SenderTag proved={of.authenticated} />
          {!of.authenticated && <small className="quarantine-sender">{t('quarantine.unprovedWhy')}</small>}
        </Fact>
        {of.sn && (
          <>
            <Fact name={t('serial')}>
              <DeviceLink id={of.device_id}>
                <Serial value={of.sn} />
              </DeviceLink>
            </Fact>
            <Fact name={t('name')}>{of.device_name}</Fact>
          </>
        )}
        <Fact name={t('organisation')}>{of.org_name}</Fact>
        <Fact name={t('quarantine.deviceTime')}>
          <AheadBy of={of} />
        </Fact>
        <Fact name={t('quarantine.received')}>{clockTime(of.receive_time)}</Fact>
        <Fact name={t('quarantine.offset')}>
          {mended
            ? t('quarantine.offsets', { before: offset(of.offset_then), now: offset(of.offset_now) })
            : offset(of.offset_now)}
        </Fact>
        {of.again_time && <Fact name={t('quarantine.takenIn')}>{clockTime(of.again_time)}</Fact>}
      </Facts>
      <HexBlock name={t('quarantine.frame', { count: of.length })} hex={of.raw} />
    </>
  );
};
