import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import type { LedgerDetail as Detail } from '@plomb/contract/custody/ledger';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { orderCalls } from '@plomb/contract/orders/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { type SealMedium, sealMedia } from '@plomb/contract/seals/number';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { Rights, Who } from './signs.tsx';
import { useTold } from './told.ts';

/** Whether what stands here is what was written. */
const Holds = ({ holds }: { holds: boolean }) => {
  const { t } = useTranslation('custody');
  return (
    <p className="ledger-holds" data-holds={holds} role={holds ? 'status' : 'alert'}>
      {holds ? <CheckCircleOutlined aria-hidden /> : <WarningOutlined aria-hidden />} {t(holds ? 'holds' : 'broken')}
    </p>
  );
};

/** What it rests on, each with its SHA-256, and whether it is kept still. */
const RestsOn = ({ record }: { record: Detail }) => {
  const { t } = useTranslation('custody');
  const may = useMay();
  const navigate = useNavigate();
  const { device_id: device } = record;
  const seesFrames = may(deviceCalls.deviceFrames.detail) && may(deviceCalls.devices.detail);
  return (
    <ul className="ledger-rests">
      {record.kept.map(({ sha256, frame, file }) => (
        <li key={sha256}>
          {file && <FilePicture id={file} alt={t('photo')} />}
          <span>{frame ? t('frameKept') : file ? t('photoKept') : t('keptNoMore')}</span>
          {frame && device !== null && seesFrames && (
            <Button
              size="small"
              onClick={() => void navigate(`/device/${device}?tab=frames&frame=${encodeURIComponent(frame)}`)}
            >
              {t('seeFrame')}
            </Button>
          )}
          <code>{sha256}</code>
        </li>
      ))}
    </ul>
  );
};

export const LedgerDetail = ({ record }: { record: Detail }) => {
  const { t } = useTranslation('custody');
  const told = useTold()(record);
  const { code } = record.details;
  return (
    <>
      <Holds holds={record.holds} />
      <Facts>
        <Fact name={t('fact')}>
          <DictTag code="ledger_fact" value={record.fact} />
        </Fact>
        <Fact name={t('details')} ifAny>
          {told.length > 0 && (
            <ul className="ledger-told">
              {told.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={t('who')}>
          <Who row={record} />
        </Fact>
        <Fact name={t('right')} ifAny>
          {record.by_right && <Rights byRight={record.by_right} />}
        </Fact>
        <Fact name={t('name')} ifAny>
          {record.device_id !== null && record.device_name && (
            <DeviceLink id={record.device_id}>{record.device_name}</DeviceLink>
          )}
        </Fact>
        <Fact name={t('serial')} ifAny>
          {record.sn && <Serial value={record.sn} copy />}
        </Fact>
        <Fact name={t('plate')} ifAny>
          {record.subject}
        </Fact>
        <Fact name={t('organisation')}>{record.org_name}</Fact>
        <Fact name={t('place')} ifAny>
          {record.lat !== null && record.lon !== null && (
            <>
              <PlaceWords lon={record.lon} lat={record.lat} />
              {record.lat.toFixed(5)}, {record.lon.toFixed(5)}
              {record.accuracy !== null && ` ± ${Math.round(record.accuracy)} m`}
            </>
          )}
        </Fact>
        <Fact name={t('at')}>{clockTime(record.at)}</Fact>
        <Fact name={t('deviceTime')} ifAny>
          {record.device_time && clockTime(record.device_time)}
        </Fact>
        <Fact name={t('written')}>{clockTime(record.create_time)}</Fact>
        <Fact name={t('code')} mono ifAny>
          {typeof code === 'string' && code}
        </Fact>
        <Fact name={t('restsOn')} ifAny>
          {record.kept.length > 0 && <RestsOn record={record} />}
        </Fact>
        <Fact name={t('digest')} title={t('digestWhat')} mono>
          <code className="ledger-digest">{record.digest}</code>
        </Fact>
        <Fact name={t('number')} mono>
          {String(record.id)}
        </Fact>
      </Facts>
    </>
  );
};

const sealPages = {
  qr: { page: 'qrOperation', call: sealCalls.qrOperations.list },
  nfc: { page: 'nfcUse', call: sealCalls.nfcOperations.list },
  rfid: { page: 'rfidUse', call: sealCalls.rfidOperations.list },
} as const satisfies Record<SealMedium, unknown>;

/** To what tells the whole: those that are kept, and that the reader may see. */
export const LedgerFooter = ({ record }: { record: Detail }) => {
  const { t } = useTranslation('custody');
  const may = useMay();
  const navigate = useNavigate();
  const targets = [
    { id: record.links.order, page: 'order', call: orderCalls.orderQueue.list },
    { id: record.links.opening, page: 'opening', call: orderCalls.openings.list },
    { id: record.links.alarm, page: 'alarm', call: alarmCalls.alarms.list },
    { id: record.links.stock, page: 'stock', call: deviceCalls.stock.list },
    { id: record.links.approval, page: 'approval', call: approvalCalls.approvals.list },
    { id: record.links.seal, ...sealPages[sealMedia.find((medium) => medium === record.details.medium) ?? 'qr'] },
  ] as const;
  return targets.map(
    ({ id, page, call }) =>
      id !== null &&
      may(call) && (
        <Button key={page} onClick={() => void navigate(`/${page}?id=${id}`)}>
          {t(`see.${page}`)}
        </Button>
      ),
  );
};
