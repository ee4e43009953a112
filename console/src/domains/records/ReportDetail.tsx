import type { OutputOf } from '@plomb/contract/kit/call';
import type { locationRecords, ReportRecord } from '@plomb/contract/records/reports';
import { useTranslation } from 'react-i18next';
import { faultWord, sourceWord } from '../../lock/codes.ts';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { Battery } from '../../lock/sign/Battery.tsx';
import { Signal } from '../../lock/sign/Signal.tsx';
import { TrackButton } from '../../lock/TrackButton.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { grouped, withDecimals } from '../../platform/numbers.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { Doubt, FrameButton, MapButton, PlaceMap, placeText, StateThen, Told, useDelay } from './signs.tsx';

export type WholeReport = OutputOf<typeof locationRecords.detail>;

/** A report beside those before and after it, and where it was. */
export const ReportDetail = ({ report }: { report: WholeReport }) => {
  const { t } = useTranslation('records');
  const lang = useSettings((s) => s.lang);
  const delay = useDelay();
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const kinds = useDictionary('alarm_kind');
  const { lat, lon } = report;
  return (
    <>
      <PlaceMap at={report} last={report.last_place} />
      <p className="records-head">
        <StateThen state={report.lock_state} /> <Told told={report.told} />
      </p>
      {report.told !== 'live' && (
        <p className="records-late">{t(`told.${report.told}`, { delay: delay(report.delay) })}</p>
      )}
      {!report.authenticated && <p className="records-late">{t('unproved')}</p>}
      <Facts>
        <Fact name={t('col.deviceTime')}>{clockTime(report.device_time)}</Fact>
        <Fact name={t('col.receiveTime')}>{clockTime(report.receive_time)}</Fact>
        <Fact name={t('col.place')}>
          <PlaceWords lon={lon} lat={lat} />
          {lat !== null && lon !== null && placeText(lat, lon)}
        </Fact>
        <Fact name={t('col.fix')}>
          <DictTag code="position_status" value={report.position_status} />{' '}
          {report.satellites !== null && t('satellites', { figure: report.satellites })}
        </Fact>
        <Fact name={t('col.speed')} ifAny>
          {report.velocity !== null && `${report.velocity.toFixed(1)} km/h`}
        </Fact>
        <Fact name={t('col.altitude')} ifAny>
          {report.altitude !== null && `${grouped(Math.round(report.altitude), lang)} m`}
        </Fact>
        <Fact name={t('col.type')}>
          <DictTag code="msg_type" value={report.msg_type} />
        </Fact>
        <Fact name={t('col.online')}>
          <DictTag code="communicate_status" value={report.communicate_status} />
        </Fact>
        <Fact name={t('col.action')} ifAny>
          {report.lst !== null && <DictTag code="msg_lst" value={report.lst} />}
        </Fact>
        <Fact name={t('col.source')} ifAny>
          {sourceWord(sources, report.lso)}
        </Fact>
        <Fact name={t('col.fault')} ifAny>
          {faultWord(faults, report.fault)}
        </Fact>
        <Fact name={t('col.alarms')} ifAny>
          {listed(
            report.rang.map((kind) => kinds.word(kind)),
            lang,
          )}
        </Fact>
        <Fact name={t('col.battery')}>
          <Battery percent={report.electric} lang={lang} />
        </Fact>
        <Fact name={t('col.voltage')} ifAny>
          {report.voltage !== null && `${report.voltage.toFixed(2)} V`}
        </Fact>
        <Fact name={t('col.temperature')} ifAny>
          {report.temperature !== null && `${report.temperature.toFixed(1)} °C`}
        </Fact>
        <Fact name={t('col.mileage')} ifAny>
          {report.mileage !== null && `${withDecimals(report.mileage, 1, lang)} km`}
        </Fact>
        <Fact name={t('col.signal')} ifAny>
          {report.signal !== null && <Signal csq={report.signal} lang={lang} />}
        </Fact>
        <Fact name={t('col.cell')} ifAny>
          {report.cid !== null &&
            [report.mcc, report.mnc, report.lac, report.cid].filter((n) => n !== null).join(' · ')}
        </Fact>
        <Fact name={t('col.device')}>
          {report.device_name && <DeviceLink id={report.device_id}>{report.device_name}</DeviceLink>}
        </Fact>
        <Fact name={t('col.serial')}>{report.sn && <Serial value={report.sn} copy />}</Fact>
        <Fact name={t('col.plate')} ifAny>
          {report.subject}
        </Fact>
        <Fact name={t('col.organisation')}>{report.org_name}</Fact>
        <Fact name={t('col.reason')} mono>
          {report.report_reson}
        </Fact>
      </Facts>
      <h3 className="records-beside">{t('beside')}</h3>
      <ol className="records-line">
        <Beside report={report.after} what={t('after')} />
        <Beside report={report} what={t('this')} isThis />
        <Beside report={report.before} what={t('before')} />
      </ol>
    </>
  );
};

const Beside = ({ report, what, isThis = false }: { report: ReportRecord | null; what: string; isThis?: boolean }) => {
  const { t } = useTranslation('records');
  return (
    <li aria-current={isThis ? 'true' : undefined}>
      <small>{what}</small>
      {report ? (
        <>
          <time dateTime={report.device_time}>{clockTime(report.device_time)}</time>
          <StateThen state={report.lock_state} />
          <Doubt authenticated={report.authenticated} />
        </>
      ) : (
        <span className="records-none">{t('noneInADay')}</span>
      )}
    </li>
  );
};

export const ReportFooter = ({ report }: { report: WholeReport }) => (
  <>
    <MapButton device={report.device_id} />
    <TrackButton device={report.device_id} at={report.device_time} />
    <FrameButton device={report.device_id} frame={report.frame} />
  </>
);

export const ReportCard = ({ report }: { report: ReportRecord }) => {
  const { t } = useTranslation('records');
  return (
    <div className="records-card">
      <p>
        <b>{report.subject || report.device_name || report.sn}</b> <StateThen state={report.lock_state} />
        <Doubt authenticated={report.authenticated} />
      </p>
      <p>
        <PlaceWords lon={report.lon} lat={report.lat} />
        {report.lat !== null && report.lon !== null ? placeText(report.lat, report.lon) : t('noFix')}
      </p>
      <p>
        {clockTime(report.device_time)} <Told told={report.told} />
      </p>
    </div>
  );
};
