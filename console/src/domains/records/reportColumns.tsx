import { stateCodeWords } from '@plomb/contract/lock/trust';
import type { ReportRecord } from '@plomb/contract/records/reports';
import { useTranslation } from 'react-i18next';
import { faultWord, sourceWord } from '../../lock/codes.ts';
import { HeadingArrow } from '../../lock/HeadingArrow.tsx';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { Battery } from '../../lock/sign/Battery.tsx';
import { Signal, signalFigures } from '../../lock/sign/Signal.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { withDecimals } from '../../platform/numbers.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { FileWords } from '../../ui/table/exportRequest.ts';
import type { Shown } from './recordList.ts';
import { After, Doubt, Moment, StateThen, Told } from './signs.tsx';
import { useWhereColumns } from './whereColumns.tsx';

export type Report = Shown<ReportRecord>;

const STANDING = 3;

/** Every column a report can have; a page shows some of them and has the others ready. */
export const useReportColumns = () => {
  const { t } = useTranslation('records');
  const lang = useSettings((s) => s.lang);
  const figure = (value: number | null, decimals: number, unit: string): string =>
    value === null ? '–' : `${withDecimals(value, decimals, lang)} ${unit}`;
  const faults = useDictionary('fault');
  const sources = useDictionary('msg_lso');
  const kinds = useDictionary('alarm_kind');
  const where = useWhereColumns(<span className="records-late">{t('noFix')}</span>);
  const columns = {
    device_time: {
      title: t('col.deviceTime'),
      dataIndex: 'device_time',
      width: 128,
      render: (at: string) => <Moment at={at} />,
    },
    receive_time: {
      title: t('col.receiveTime'),
      dataIndex: 'receive_time',
      width: 128,
      render: (at: string) => <Moment at={at} />,
    },
    delay: {
      title: t('col.after'),
      dataIndex: 'delay',
      width: 84,
      render: (seconds: number) => <After seconds={seconds} />,
    },
    sn: {
      title: t('col.serial'),
      dataIndex: 'sn',
      identity: true,
      width: 150,
      render: (sn: string) => sn && <Serial value={sn} />,
    },
    subject: {
      title: t('col.plate'),
      dataIndex: 'subject',
      identity: true,
      width: 120,
      render: (subject: string) =>
        subject ? (
          <NameAndPlate name="" plate={subject} outOfUse={null} />
        ) : (
          <span className="records-none">{t('noPlate')}</span>
        ),
    },
    lock_status: {
      title: t('col.state'),
      dataIndex: 'lock_status',
      width: 160,
      file: [
        { field: 'lock_state', title: t('col.state') },
        { field: 'authenticated', title: t('col.proved') },
      ],
      render: (_, row) => (
        <>
          <StateThen state={row.lock_state} />
          <Doubt authenticated={row.authenticated} />
        </>
      ),
    },
    ...where,
    velocity: {
      title: t('col.speed'),
      dataIndex: 'velocity',
      width: 106,
      align: 'right',
      file: [
        { field: 'velocity', title: t('col.speedFile') },
        { field: 'heading', title: t('col.heading') },
      ],
      render: (speed: number | null, row) =>
        speed === null ? (
          '–'
        ) : speed < STANDING ? (
          <span className="records-none">{t('still')}</span>
        ) : (
          <span className="records-speed">
            {Math.round(speed)} km/h {row.heading !== null && <HeadingArrow degrees={row.heading} />}
          </span>
        ),
    },
    position_status: {
      title: t('col.fix'),
      dataIndex: 'position_status',
      width: 130,
      file: [
        { field: 'position_status', title: t('col.fix') },
        { field: 'satellites', title: t('col.satellites') },
      ],
      render: (status: string, row) => (
        <span className="records-fix">
          <DictTag code="position_status" value={status} />
          {row.satellites !== null && <small>{t('satellites', { figure: row.satellites })}</small>}
        </span>
      ),
    },
    told: {
      title: t('col.told'),
      dataIndex: 'told',
      width: 110,
      render: (told: Report['told']) => <Told told={told} />,
    },
    communicate_status: {
      title: t('col.online'),
      dataIndex: 'communicate_status',
      width: 90,
      render: (status: string) => <DictTag code="communicate_status" value={status} />,
    },
    electric: {
      title: t('col.battery'),
      dataIndex: 'electric',
      width: 92,
      render: (percent: number | null) => <Battery percent={percent} lang={lang} />,
    },
    msg_type: {
      title: t('col.type'),
      dataIndex: 'msg_type',
      width: 120,
      render: (type: number) => <DictTag code="msg_type" value={type} />,
    },
    lst: {
      title: t('col.action'),
      dataIndex: 'lst',
      width: 130,
      render: (action: number | null) => <DictTag code="msg_lst" value={action} />,
    },
    lso: {
      title: t('col.source'),
      dataIndex: 'lso',
      width: 130,
      render: (source: number | null) => sourceWord(sources, source),
    },
    fault: {
      title: t('col.fault'),
      dataIndex: 'fault',
      width: 170,
      render: (fault: number) => faultWord(faults, fault),
    },
    rang: {
      title: t('col.alarms'),
      dataIndex: 'rang',
      width: 170,
      render: (rang: Report['rang']) =>
        listed(
          rang.map((kind) => kinds.word(kind)),
          lang,
        ),
    },
    voltage: {
      title: t('col.voltage'),
      dataIndex: 'voltage',
      width: 90,
      align: 'right',
      render: (volts: number | null) => figure(volts, 2, 'V'),
    },
    temperature: {
      title: t('col.temperature'),
      dataIndex: 'temperature',
      width: 110,
      align: 'right',
      render: (degrees: number | null) => figure(degrees, 1, '°C'),
    },
    signal: {
      title: t('col.signal'),
      dataIndex: 'signal',
      width: 108,
      file: [{ field: 'signal', title: `${t('col.signal')} (dBm)` }],
      render: (csq: number | null) => <Signal csq={csq} lang={lang} />,
    },
    mileage: {
      title: t('col.mileage'),
      dataIndex: 'mileage',
      width: 120,
      align: 'right',
      render: (kilometres: number | null) => figure(kilometres, 1, 'km'),
    },
    device_name: { title: t('col.device'), dataIndex: 'device_name', width: 150, ellipsis: true },
    org_name: { title: t('col.organisation'), dataIndex: 'org_name', width: 160, ellipsis: true },
    report_reson: { title: t('col.reason'), dataIndex: 'report_reson', width: 130, className: 'mono' },
  } satisfies Record<string, Column<Report>>;
  type Name = keyof typeof columns;
  return (shown: readonly Name[], ready: readonly Name[]): Column<Report>[] => [
    ...shown.map((name) => columns[name]),
    ...ready.map((name) => ({ ...columns[name], optional: true as const })),
  ];
};

/** Words of what has codes, for the file. */
export const useReportWords = (): FileWords => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const told = useDictionary('record_told');
  const fixes = useDictionary('position_status');
  const online = useDictionary('communicate_status');
  const types = useDictionary('msg_type');
  const actions = useDictionary('msg_lst');
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  return {
    ...{
      lock_state: stateCodeWords(states.word, lang),
      told: told.words,
      position_status: fixes.words,
      communicate_status: online.words,
      signal: signalFigures,
    },
    authenticated: { true: t('yes'), false: t('no') },
    ...{ msg_type: types.words, lst: actions.words, lso: sources.words, fault: faults.words },
  };
};
