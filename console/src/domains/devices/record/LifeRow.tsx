import {
  DisconnectOutlined,
  EditOutlined,
  InboxOutlined,
  PlusCircleOutlined,
  SwapOutlined,
  WifiOutlined,
} from '@ant-design/icons';
import type { LifeEntry } from '@plomb/contract/devices/life';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { orderedBy } from '@plomb/contract/lock/orderedBy';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { stageOf } from '@plomb/contract/lock/signs';
import { orderCalls } from '@plomb/contract/orders/domain';
import { reasonIn } from '@plomb/contract/orders/reason';
import { tracks } from '@plomb/contract/tracks/tracks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EntryRow } from '../../../lock/EntryRow.tsx';
import { secondTime, shortTime } from '../../../lock/shortTime.ts';
import { CommandSign } from '../../../lock/sign/CommandSign.tsx';
import { useStageWord } from '../../../lock/sign/useStageWord.ts';
import { stepsOf } from '../../../lock/stepper.ts';
import { trackAddress } from '../../../lock/trackAddress.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime, duration, useNow } from '../../../platform/time.ts';
import { Signed } from '../SignatureSheet.tsx';
import type { Silence } from './silence.ts';

interface RowProps {
  time: string;
  until?: string;
  kind: string;
  sign: ReactNode;
  title: ReactNode;
  said?: readonly (string | null | false)[];
  children?: ReactNode;
}

/** One line of a life: when, sign, what, and what more is known. */
const Row = ({ time, until, kind, sign, title, said = [], children }: RowProps) => {
  const now = useNow();
  const more = said.filter((one) => one !== null && one !== false && one !== '').join(' · ');
  return (
    <li className="entry" data-kind={kind}>
      <time dateTime={time} title={until ? `${clockTime(until)} – ${clockTime(time)}` : clockTime(time)}>
        {shortTime(time, now)}
      </time>
      <span className="entry-sign">{sign}</span>
      <div className="life-text">
        <b>{title}</b>
        {more !== '' && <small>{more}</small>}
        {children}
      </div>
    </li>
  );
};

const value = (of: unknown): string =>
  of === null || of === undefined || of === '' ? '–' : typeof of === 'string' ? of : JSON.stringify(of);

/** One entry of the life of a device. What the map's time line tells too, stands here as there. */
export const LifeRow = ({
  entry,
  family,
  device,
}: {
  entry: LifeEntry | Silence;
  family: LockFamily;
  /** where its track is played */
  device?: number;
}) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const steps = useDictionary('stock_step');
  const statuses = useDictionary('stock_status');
  const reasons = useDictionary('quarantine_reason');
  const stageWord = useStageWord();
  const { t: lock } = useTranslation('lock');
  const may = useMay();
  const { time, kind } = entry;
  switch (kind) {
    case 'event':
      return <EntryRow entry={{ kind, key: `e${entry.id}`, time, event: entry.event, alarms: [] }} family={family} />;
    case 'alarm':
      return <EntryRow entry={{ kind, key: `a${entry.id}`, time, alarm: entry.alarm }} family={family} />;
    case 'order': {
      const { command } = entry;
      const stage = stageOf(command);
      return (
        <Row
          time={time}
          kind={kind}
          sign={<CommandSign stage={stage} lang={lang} size={18} decorative />}
          title={sayOrder(command.kind, command.args)[lang]}
          said={[orderedBy(command), reasonIn(lang, command)]}
        >
          <ol className="life-steps">
            {stepsOf(command)
              .filter((step) => step.look !== 'next' && step.look !== 'void')
              .map((step) => (
                <li key={step.key} data-look={step.look}>
                  <CommandSign stage={step.sign} lang={lang} size={14} decorative /> {stageWord(step.word)}
                  {step.time && ` ${secondTime(step.time)}`}
                </li>
              ))}
          </ol>
          {may(orderCalls.evidence.card) && (
            <Link to={`/evidence?order=${command.id}`}>
              {lock(stage === 'proved' ? 'command.card' : 'command.report')}
            </Link>
          )}
        </Row>
      );
    }
    case 'report': {
      const { run } = entry;
      const [slow, fast] = [run.slowest, run.fastest].map((speed) => (speed === null ? null : Math.round(speed)));
      return (
        <Row
          time={time}
          until={run.from_time}
          kind={kind}
          sign={<WifiOutlined />}
          title={t('life.reports', { count: run.count })}
          said={[
            run.count > 1 && `${secondTime(run.from_time)} – ${secondTime(run.to_time)}`,
            fast !== null && fast !== undefined && (slow === fast ? `${fast} km/h` : `${slow}–${fast} km/h`),
            run.electric_first !== null &&
              (run.electric_first === run.electric_last
                ? t('life.battery', { percent: run.electric_first })
                : t('life.batteryFell', { from: run.electric_first, to: run.electric_last ?? '–' })),
            run.late > 0 && t('life.late', { count: run.late }),
            run.unproved > 0 && t('life.unproved', { count: run.unproved }),
          ]}
        >
          {device !== undefined && may(tracks.read) && (
            <Link to={trackAddress(device, run.to_time)}>{lock('trackThen')}</Link>
          )}
        </Row>
      );
    }
    case 'silence':
      return (
        <Row
          time={time}
          kind={kind}
          sign={<DisconnectOutlined />}
          title={t('life.silence', { time: duration(entry.since, Date.parse(time), lang) })}
          said={[`${clockTime(entry.since)} – ${clockTime(time)}`, t('life.heartbeats')]}
        />
      );
    case 'custody': {
      const { custody } = entry;
      const [before, after] = [statuses.word(custody.from_status), statuses.word(custody.to_status)];
      return (
        <Row
          time={time}
          kind={kind}
          sign={<SwapOutlined />}
          title={steps.word(custody.step)}
          said={[
            before === after ? after : `${before} → ${after}`,
            custody.source === 'device' ? t('stock.byLock', { name: custody.oper_name }) : custody.oper_name,
            custody.receiver && `${t('stock.receiver')}: ${custody.receiver}`,
            custody.reason,
          ]}
        >
          {custody.signature && (
            <>
              <Signed signature={custody.signature} name={custody.receiver} />
              <Link to={`/stock?receipt=${entry.id}`}>{t('receipt.open')}</Link>
            </>
          )}
        </Row>
      );
    }
    case 'edit': {
      const { edit } = entry;
      return (
        <Row
          time={time}
          kind={kind}
          sign={<EditOutlined />}
          title={edit.success ? edit.title : t('life.refused', { title: edit.title })}
          said={[edit.operate_name, edit.instruct]}
        >
          {edit.changes.length > 0 && (
            <ul className="life-changes">
              {edit.changes.map(({ field, before, after }) => (
                <li key={field}>
                  <code>{field}</code> {value(before)} → {value(after)}
                </li>
              ))}
            </ul>
          )}
        </Row>
      );
    }
    case 'aside':
      return (
        <Row
          time={time}
          kind={kind}
          sign={<InboxOutlined />}
          title={t('life.aside')}
          said={[
            reasons.word(entry.aside.reason),
            entry.aside.device_time && t('life.clockSaid', { time: clockTime(entry.aside.device_time) }),
            !entry.aside.authenticated && t('quarantine.unproved'),
          ]}
        />
      );
    case 'registered':
      return <Row time={time} kind={kind} sign={<PlusCircleOutlined />} title={t('life.registered')} />;
  }
};
