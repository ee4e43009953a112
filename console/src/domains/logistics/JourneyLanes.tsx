import {
  type Batch,
  isBad,
  type Journey,
  lockStands,
  type Moment,
  photosOf,
  standsOf,
} from '@plomb/contract/logistics/moments';
import dayjs from 'dayjs';
import { Fragment, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { useSize } from '../../ui/useSize.ts';

const MINUTE = 60_000;
const MARKS = 5;
/** pixels: an hour, a day with its hour, the present with some room around it, and a number of photos */
const wide = { hour: 34, day: 76, now: 88, photos: 22 };

/** Position, lock, seals and photos on one axis; the moment that is looked at is put anywhere on it, by hand or by keys. */
export const JourneyLanes = ({
  batch,
  journey,
  moments,
  span,
  cursor,
  seek,
}: {
  batch: Batch;
  journey: Journey;
  moments: readonly Moment[];
  span: { from: number; to: number };
  cursor: number;
  seek: (at: number) => void;
}) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const length = Math.max(span.to - span.from, MINUTE);
  const share = (at: number): number => Math.min(100, Math.max(0, ((at - span.from) / length) * 100));
  const bar = (from: number, to: number) => ({ left: `${share(from)}%`, width: `${share(to) - share(from)}%` });
  const way = journey.ways.find(({ drawn }) => drawn);
  const left = Date.parse(journey.from);
  const ended = Date.parse(journey.to);
  // whatever is not of one of the locks stands in the lane of the first
  const ways = useMemo(
    () =>
      journey.ways.map((one) => ({
        ...{ id: one.id, sn: one.sn },
        stands: standsOf(one, { from: Date.parse(journey.from), to: Date.parse(journey.to) }),
      })),
    [journey],
  );
  const lanes = ways.length > 0 ? ways : [undefined];
  const stands = lockStands.filter((stand) => ways.some((one) => one.stands.some((span) => span.stand === stand)));
  const isOf = (moment: Moment, lock: number | undefined): boolean => {
    if (moment.what === 'alarm' || moment.what === 'event') return moment.way !== null && moment.way.id === lock;
    if (moment.what === 'order') return moment.order.device_id === lock;
    return moment.kinds.includes('lock') && (moment.what !== 'step' || (moment.step.device_id ?? lock) === lock);
  };
  const clock = (at: number): string => dayjs(at).format('HH:mm:ss');
  const isLonger = length > 24 * 60 * MINUTE;
  const isNow = batch.state === 'in_transit';
  const axis = useRef<HTMLDivElement>(null);
  const { width } = useSize(axis);
  const mark = isLonger ? wide.day : wide.hour;
  const marks = Array.from({ length: MARKS }, (_, nth) => ({
    at: span.from + (length * nth) / (MARKS - 1),
    /** the first begins where the axis does, the last ends with it */
    middle: mark / 2 + ((width - mark) * nth) / (MARKS - 1),
  }));
  /** what is told of the present begins and ends where the axis does, as its hours do */
  const present = wide.now / 2 + ((width - wide.now) * share(ended)) / 100;
  // the present lies over it, and tells its own hour
  const isUnder = (middle: number): boolean => isNow && Math.abs(middle - present) < (mark + wide.now) / 2;
  const dots = (of: (moment: Moment) => boolean) =>
    moments
      .filter(of)
      .map((moment) => (
        <i
          key={moment.key}
          className="journey-dot"
          data-bad={isBad(moment)}
          data-planned={moment.what === 'planned'}
          data-gap={moment.what === 'planned' || moment.what === 'gap'}
          style={{ left: `${share(moment.at)}%` }}
        />
      ));
  // numbers that would lie over one another are one
  const near = width === 0 ? 0 : (wide.photos / width) * 100;
  const photos: { key: string; at: number; count: number }[] = [];
  for (const one of moments.toSorted((a, b) => a.at - b.at)) {
    const count = photosOf(one).length;
    const last = photos.at(-1);
    if (last && share(one.at) - share(last.at) <= near) last.count += count;
    else if (count > 0) photos.push({ key: one.key, at: one.at, count });
  }
  return (
    <section className="journey-pane journey-lanes" aria-label={t('journey.lanes')}>
      <div ref={axis} className="journey-axis" aria-hidden="true">
        {marks.map(({ at, middle }) => (
          <span key={at} data-under={isUnder(middle)}>
            {dayjs(at).format(isLonger ? 'MM-DD HH:mm' : 'HH:mm')}
          </span>
        ))}
      </div>
      <div className="journey-tracks">
        <span>{t('journey.lane.track')}</span>
        <div className="journey-lane" data-planned={batch.end_time === null}>
          {way?.runs.map((run) => {
            const [first, last] = [run[0], run.at(-1)];
            return first && last && <i key={first[0]} className="journey-run" style={bar(first[0], last[0])} />;
          })}
          {way?.gaps.map((gap) => (
            <i
              key={gap.from}
              className={gap.kind === 'asleep' ? 'journey-asleep' : 'journey-blind'}
              style={bar(gap.from, gap.to)}
            />
          ))}
          {!way && <i className="journey-unknown" style={bar(left, ended)} />}
        </div>
        {lanes.map((lane) => (
          <Fragment key={lane?.id ?? 0}>
            <span title={lane?.sn}>
              {lanes.length > 1 ? `${t('journey.lane.lock')} ${lane!.sn.slice(-4)}` : t('journey.lane.lock')}
            </span>
            <div className="journey-lane">
              {lane?.stands.map(({ from, to, stand }) => (
                <i
                  key={from}
                  className="journey-stand"
                  data-stand={stand}
                  title={`${t(`journey.stands.${stand}`)} ${clock(from)} – ${clock(to)}`}
                  style={bar(from, to)}
                />
              ))}
              {dots(
                (one) =>
                  isOf(one, lane?.id) &&
                  (one.what === 'alarm' || one.what === 'order' || isBad(one)) &&
                  one.what !== 'gap',
              )}
            </div>
          </Fragment>
        ))}
        <span>{t('journey.lane.seals')}</span>
        <div className="journey-lane">
          {dots((one) => (one.kinds.includes('seal') || one.what === 'planned') && one.at <= span.to)}
        </div>
        <span>{t('journey.lane.photos')}</span>
        <div className="journey-lane">
          {photos.map(({ key, at, count }) => (
            <b key={key} className="journey-count" style={{ left: `${share(at)}%` }}>
              {count}
            </b>
          ))}
        </div>
        <div className="journey-head-line" aria-hidden="true">
          {isNow && (
            <i data-now style={{ left: `${share(ended)}%` }}>
              <b style={{ transform: `translateX(${-share(ended)}%)` }}>
                {t('journey.nowAt', { time: dayjs(ended).format('HH:mm') })}
              </b>
            </i>
          )}
          <i style={{ left: `${share(cursor)}%` }} />
        </div>
      </div>
      {stands.length > 0 && (
        <ul className="journey-stands">
          {stands.map((stand) => (
            <li key={stand}>
              <i data-stand={stand} aria-hidden /> {t(`journey.stands.${stand}`)}
            </li>
          ))}
        </ul>
      )}
      <label className="journey-scrub">
        <output lang={lang}>{clockTime(new Date(cursor).toISOString())}</output>
        <input
          type="range"
          aria-label={t('journey.scrubber')}
          aria-valuetext={clockTime(new Date(cursor).toISOString())}
          min={span.from}
          max={span.to}
          step={MINUTE / 6}
          value={cursor}
          onChange={({ target }) => seek(Number(target.value))}
        />
      </label>
    </section>
  );
};
