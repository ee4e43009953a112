import {
  AlertOutlined,
  AuditOutlined,
  CloseCircleOutlined,
  DisconnectOutlined,
  EyeOutlined,
  FlagOutlined,
  SafetyOutlined,
  SendOutlined,
  UnlockOutlined,
  WarningFilled,
} from '@ant-design/icons';
import { errors } from '@plomb/contract/errors';
import { BatchStep } from '@plomb/contract/logistics/batchSteps';
import {
  type Batch,
  isBad,
  type Journey,
  type Moment,
  type MomentKind,
  momentKinds,
  photosOf,
  plannedAt,
} from '@plomb/contract/logistics/moments';
import dayjs from 'dayjs';
import { Fragment, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, duration } from '../../platform/time.ts';
import { BatchPicture } from './BatchPicture.tsx';
import { besides } from './besides.ts';
import { MoreSteps } from './MoreSteps.tsx';
import { StepSign } from './signs.tsx';

/** All that happened, newest first: narrowed by kind, and led to by reasons and by the scrubber. */
export const JourneyLine = ({
  ref,
  batch,
  moments,
  lit,
  cursor,
  now,
  cut,
  show,
}: {
  ref: RefObject<HTMLElement | null>;
  batch: Batch;
  moments: readonly Moment[];
  lit: readonly string[];
  cursor: number | null;
  /** of one on the road: as of when all of it is; null: it is over */
  now: number | null;
  /** there are more of these than are told */
  cut: Journey['cut'];
  show: (keys: readonly string[], at: number | null) => void;
}) => {
  const { t } = useTranslation('logistics');
  const parts = useDictionary('pack_part');
  const [kind, choose] = useState<MomentKind | null>(null);
  // what a reason leads to is never hidden by what was chosen before
  const shown = moments.filter(({ key, kinds }) => kind === null || kinds.includes(kind) || lit.includes(key));
  const days = [...new Set(shown.map(({ at }) => dayjs(at).format('YYYY-MM-DD')))];
  const passed = cursor === null ? undefined : shown.find(({ at }) => at <= cursor)?.key;
  // what is planned stands above the present
  const present = now === null ? undefined : shown.find(({ at }) => at <= now)?.key;
  return (
    <section ref={ref} className="journey-pane journey-line" aria-labelledby="journey-line">
      <header>
        <h2 id="journey-line">{t('journey.line')}</h2>
        <div className="journey-kinds">
          {([null, ...momentKinds] as const).map((one) => {
            const those = moments.filter(({ kinds }) => one === null || kinds.includes(one));
            // the lane of photos beside it counts photos, too
            const count = one === 'photo' ? those.flatMap(photosOf).length : those.length;
            if (one !== null && count === 0) return null;
            return (
              <button key={one ?? 'all'} type="button" aria-pressed={kind === one} onClick={() => choose(one)}>
                {one === null ? t('journey.all') : t(`journey.kinds.${one}`)} {count}
              </button>
            );
          })}
        </div>
      </header>
      <MoreSteps of={batch} />
      {cut.length > 0 && <p>{t('journey.cut', { what: cut.map((one) => parts.word(one)).join(', ') })}</p>}
      {shown.length === 0 && <p>{t('journey.empty')}</p>}
      {days.map((day) => (
        <div key={day}>
          <h3>{day}</h3>
          <ol>
            {shown
              .filter(({ at }) => dayjs(at).format('YYYY-MM-DD') === day)
              .map((moment) => (
                <Fragment key={moment.key}>
                  {moment.key === present && (
                    <li className="journey-now">
                      <b>{t('journey.nowAt', { time: dayjs(now).format('HH:mm:ss') })}</b>
                    </li>
                  )}
                  <li
                    id={`moment ${moment.key}`}
                    data-lit={lit.includes(moment.key)}
                    data-passed={moment.key === passed}
                    data-bad={isBad(moment)}
                    data-gap={moment.what === 'gap' || moment.what === 'planned'}
                    data-planned={moment.what === 'planned' && now !== null && moment.at > now}
                  >
                    <button type="button" onClick={() => show([moment.key], moment.at)}>
                      <time dateTime={new Date(moment.at).toISOString()}>{dayjs(moment.at).format('HH:mm:ss')}</time>
                      <Sign of={moment} />
                      <Told of={moment} batch={batch} />
                    </button>
                    <Photos of={moment} batch={batch.id} />
                  </li>
                </Fragment>
              ))}
          </ol>
        </div>
      ))}
    </section>
  );
};

const ofStep = {
  [BatchStep.seal]: SafetyOutlined,
  [BatchStep.inspect]: EyeOutlined,
  [BatchStep.unseal]: UnlockOutlined,
  [BatchStep.scrap]: CloseCircleOutlined,
  [BatchStep.force]: WarningFilled,
  [BatchStep.abnormal]: WarningFilled,
} as const;
const ofOther = {
  ...{
    refused: CloseCircleOutlined,
    failed: CloseCircleOutlined,
    reading: WarningFilled,
    alarm: AlertOutlined,
    order: SendOutlined,
    gap: DisconnectOutlined,
  },
  ...{ amended: AuditOutlined, planned: FlagOutlined },
} as const;
const Sign = ({ of }: { of: Moment }) => {
  const lang = useSettings((s) => s.lang);
  if (of.what === 'event') return <StateSign status={of.event.ls_after as never} lang={lang} decorative />;
  const Mark = of.what === 'step' ? ofStep[of.step.step] : ofOther[of.what];
  return <Mark aria-hidden />;
};

const clock = (time: string): string => dayjs(time).format('HH:mm:ss');
/** Where it was: by the names of the plan, else by those of the map. */
const Where = ({ of: { what, place }, batch }: { of: Moment; batch: Batch }) => {
  if (!place || what === 'planned') return null;
  const planned = plannedAt(batch, place);
  return <small>{planned ?? <PlaceWords lon={place.lon} lat={place.lat} />}</small>;
};

const Told = ({ of, batch }: { of: Moment; batch: Batch }) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const ways = useDictionary('msg_lso');
  const alarms = useDictionary('alarm_kind');
  const orders = useDictionary('command_kind');
  const lasted = (ms: number): string => duration(new Date(0).toISOString(), ms, lang);
  const orderStates = useDictionary('command_state');
  const operations = useDictionary('seal_operation');
  const records = useDictionary('rfid_record');
  const line = (title: unknown, ...rest: (string | false | null)[]) => (
    <span className="journey-told">
      <b>{title as never}</b>
      <small>{rest.filter(Boolean).join(' · ')}</small>
      <Where {...{ of, batch }} />
    </span>
  );
  switch (of.what) {
    case 'step': {
      const { step } = of;
      const clockOff =
        step.device_time !== null && Math.abs(Date.parse(step.device_time) - Date.parse(step.at)) > 5 * 60_000;
      return line(
        <StepSign of={step} />,
        ...[step.position, step.number, step.oper_name, besides(step, t)],
        ...[
          step.reason,
          step.late && t('step.late'),
          step.source === 'operation' && step.lat === null && t('step.noPlace'),
        ],
        clockOff && t('step.clockOff', { time: clockTime(step.device_time) }),
      );
    }
    case 'refused':
      return line(
        t('journey.refused', { what: errors[of.refused.refusal][lang] }),
        ...[
          operations.word(String(of.refused.operation)),
          of.refused.position,
          of.refused.number,
          of.refused.oper_name,
        ],
      );
    case 'event':
      return line(
        states.word(String(of.event.ls_after)),
        ...[of.event.lso !== null && ways.word(String(of.event.lso)), of.event.actor, of.way.sn],
      );
    case 'alarm':
      return line(alarms.word(of.alarm.kind), of.position, of.number);
    case 'failed':
      return line(
        t('journey.failed', { what: records.word(String(of.failed.result)) }),
        ...[of.failed.position, of.failed.number, of.failed.oper_name, of.failed.reason],
      );
    case 'reading':
      return line(t('journey.untold'), records.word(String(of.reading.result)), of.reading.position, of.reading.number);
    case 'order': {
      const { order } = of;
      return line(
        orders.word(order.kind),
        ...[order.oper_name, order.approved_by && t('journey.approved', { name: order.approved_by })],
        ...[
          orderStates.word(order.state),
          order.answer_time && t('journey.answered', { time: clock(order.answer_time) }),
        ],
        order.evidence === 'confirmed' && order.evidence_time
          ? t('journey.proved', { time: clock(order.evidence_time) })
          : t('journey.unproved'),
      );
    }
    case 'gap':
      return line(
        t('journey.gap', { count: Math.round((of.to - of.at) / 60_000) }),
        `${dayjs(of.at).format('HH:mm:ss')} – ${dayjs(of.to).format('HH:mm:ss')}`,
      );
    case 'amended':
      return line(t('journey.amended'), ...[of.amendment.oper_name, besides(of.amendment, t)], of.amendment.reason);
    case 'planned':
      return line(
        t(`journey.${of.kind}`, { place: of.address }),
        of.missed && t('journey.missed'),
        of.kind === 'patrol' && batch.positions.every(({ medium }) => medium === 'lock') && t('journey.noSeals'),
        of.late > 0 && t(batch.end_time === null ? 'journey.lateBy' : 'journey.lateWas', { time: lasted(of.late) }),
      );
  }
};

const Photos = ({ of, batch }: { of: Moment; batch: number }) => {
  const { t } = useTranslation('logistics');
  const photos = photosOf(of);
  if (photos.length === 0) return null;
  return (
    <div className="batch-shots">
      {photos.map((photo, nth) => (
        <BatchPicture key={photo} batch={batch} id={photo} alt={t('step.photo', { count: nth + 1 })} />
      ))}
    </div>
  );
};
