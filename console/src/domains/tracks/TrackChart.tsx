import type { Fix, Gap } from '@plomb/contract/tracks/trip';
import dayjs from 'dayjs';
import { memo, type PointerEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSize } from '../../ui/useSize.ts';
import { type Moment, type Played, saidAt } from './moments.ts';
import { spanIn } from './span.ts';
import { useComparedLine } from './TrackKey.tsx';
import { useMomentWords } from './useMomentWords.tsx';
import { widthOf, withRoom } from './withRoom.ts';

const LEFT = 84;
const LEFT_NARROW = 52;
const RIGHT = 16;
/** Lines of the drawing: signs above, then a row for each figure, then the times. */
const rows = {
  velocity: { top: 30, height: 62 },
  electric: { top: 98, height: 28 },
  temperature: { top: 132, height: 28 },
} as const;
type Row = keyof typeof rows;
const names = { velocity: 'velocity', electric: 'battery', temperature: 'temperature' } as const;
const units = { velocity: 'km/h', electric: '%', temperature: '°C' } as const;
const BOTTOM = 164;
const HEIGHT = 186;
const MINUTE = 60_000;

/** The range a row is drawn in: round figures around what there is. */
const rangeOf = (row: Row, played: readonly Played[]): [number, number] => {
  const all = played.flatMap(({ trip }) => trip.fixes.flatMap((fix) => fix[row] ?? []));
  if (row === 'velocity') return [0, Math.max(20, Math.ceil(Math.max(0, ...all) / 20) * 20)];
  if (row === 'electric') return [0, 100];
  return all.length === 0 ? [0, 1] : [Math.floor(Math.min(...all)) - 1, Math.ceil(Math.max(...all)) + 1];
};

interface Drawing {
  played: readonly Played[];
  moments: readonly Moment[];
  from: number;
  to: number;
  width: number;
}

const left = (width: number): number => (width < 560 ? LEFT_NARROW : LEFT);
const scale = ({ from, to, width }: Pick<Drawing, 'from' | 'to' | 'width'>) => {
  const [begin, end] = [left(width), Math.max(width - RIGHT, left(width) + 1)];
  return {
    begin,
    end,
    x: (at: number) => begin + ((at - from) / (to - from)) * (end - begin),
    at: (x: number) => from + ((x - begin) / (end - begin)) * (to - from),
  };
};
const heightIn = (row: Row, [lowest, highest]: [number, number], value: number): number =>
  rows[row].top + rows[row].height * (1 - (value - lowest) / (highest - lowest || 1));

const lineOf = (run: readonly Fix[], row: Row, range: [number, number], x: (at: number) => number): string => {
  const told = run.filter((fix) => fix[row] !== null);
  return told
    .map((fix, i) => `${i ? 'L' : 'M'}${x(fix.at).toFixed(1)} ${heightIn(row, range, fix[row] ?? 0).toFixed(1)}`)
    .join('');
};

/** How a time is drawn behind the lines, if it is. */
const lookOf = (m: Moment): 'track-stop' | 'track-late' | 'track-gap' | null => {
  if (m.kind === 'stop' || (m.kind === 'gap' && m.gap.kind === 'asleep')) return 'track-stop';
  return m.kind === 'late' ? 'track-late' : m.kind === 'gap' ? 'track-gap' : null;
};
const isSigned = ({ kind }: Moment): boolean => kind === 'event' || kind === 'alarm' || kind === 'stop';

/** All that stands still while the cursor moves. */
const Still = memo(({ drawing }: { drawing: Drawing }) => {
  const { t } = useTranslation('tracks');
  const wordsOf = useMomentWords();
  const comparedLine = useComparedLine();
  const hatch = useId();
  const { played, moments, from, to } = drawing;
  const { x, begin, end } = scale(drawing);
  const main = played[0];
  const ranges = {
    velocity: rangeOf('velocity', played),
    electric: rangeOf('electric', played),
    temperature: rangeOf('temperature', played),
  };
  const wide = (a: number, b: number): number => Math.max(x(b) - x(a), 1);
  const band = ({ at, to: end }: { at: number; to: number | null }, className: string, fill?: string): ReactNode => (
    <rect
      key={`${className}${at}`}
      {...{ className, x: x(at), y: rows.velocity.top, width: wide(at, end ?? at), height: BOTTOM - rows.velocity.top }}
      {...(fill && { fill })}
    />
  );
  const mine = moments.filter((m) => m.id === main?.track.id);
  const gapWord = ({ kind, from: a, to: b }: Gap): string => t(`gap.${kind}`, { time: spanIn(t, b - a) });
  const worded = (['gap', 'late', 'stop'] as const)
    .flatMap((kind) => mine.filter((m) => m.kind === kind))
    .flatMap((m) => {
      const look = lookOf(m);
      if (!look || m.to === null) return [];
      const text =
        m.kind === 'gap'
          ? gapWord(m.gap)
          : m.kind === 'late'
            ? t('lateBand', { count: m.fixes.length })
            : t('stop', { time: spanIn(t, m.to - m.at) });
      return [{ key: m.key, look, text, from: x(m.at), to: x(m.to), wide: widthOf(text) }];
    });
  const signed = mine.filter(isSigned);
  const words = withRoom(
    worded,
    signed.map(({ at }) => [x(at) - 9, x(at) + 9]),
  );
  const step = end - begin < 420 ? 10 : 5;
  const ticks = Array.from(
    { length: Math.floor((to - from) / (step * MINUTE)) + 1 },
    (_, i) => from + i * step * MINUTE,
  );
  return (
    <>
      <defs>
        <pattern id={hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" className="track-hatch-paper" />
          <path d="M0 0v7" className="track-hatch-line" />
        </pattern>
      </defs>
      {mine.map((m) => {
        const look = lookOf(m);
        return look && band(m, look, look === 'track-gap' ? `url(#${hatch})` : undefined);
      })}
      {words.map(({ key, look, text, middle }) => (
        <text key={key} className={`${look}-word`} x={middle} y="20" textAnchor="middle">
          {text}
        </text>
      ))}
      {ticks.map((at) => (
        <g key={at}>
          <path className="track-grid" d={`M${x(at)} ${rows.velocity.top}V${BOTTOM}`} />
          <text
            x={x(at)}
            y={HEIGHT - 6}
            textAnchor={at === from ? 'start' : x(at) > end - 16 ? 'end' : 'middle'}
            className="track-axis"
          >
            {dayjs(at).format('HH:mm')}
          </text>
        </g>
      ))}
      {(Object.keys(rows) as Row[]).map((row) => (
        <g key={row}>
          <path className="track-grid" d={`M${begin} ${rows[row].top + rows[row].height + 3}H${end}`} />
          <text className="track-name" x="0" y={rows[row].top + 15}>
            {t(names[row])}
          </text>
          <text className="track-axis" x={begin - 8} y={rows[row].top + 15} textAnchor="end">
            {begin === LEFT_NARROW ? '' : row === 'velocity' ? ranges.velocity[1] : units[row]}
          </text>
          {row === 'velocity' && (
            <text className="track-axis" x="0" y={rows[row].top + 31}>
              {units[row]}
            </text>
          )}
          {main?.trip.runs.map((run) => {
            const line = lineOf(run, row, ranges[row], x);
            const floor = heightIn(row, ranges[row], ranges[row][0]);
            return (
              <g key={run[0]?.at}>
                {row === 'velocity' && line !== '' && (
                  <path
                    className="track-area"
                    d={`${line}L${x(run.at(-1)?.at ?? from)} ${floor}L${x(run[0]?.at ?? from)} ${floor}Z`}
                  />
                )}
                <path className={`track-line track-line-${row}`} d={line} />
                {row === 'velocity' &&
                  run.map(
                    (fix) =>
                      fix.late &&
                      fix.velocity !== null && (
                        <circle
                          key={fix.at}
                          className="track-late-point"
                          cx={x(fix.at)}
                          cy={heightIn(row, ranges[row], fix.velocity)}
                          r="3"
                        />
                      ),
                  )}
              </g>
            );
          })}
          {row === 'velocity' &&
            played
              .slice(1)
              .flatMap(({ track, trip }, i) =>
                trip.runs.map((run) => (
                  <path
                    key={`${track.id}-${run[0]?.at}`}
                    className="track-line"
                    style={comparedLine(i + 1, 2)}
                    d={lineOf(run, row, ranges[row], x)}
                  />
                )),
              )}
        </g>
      ))}
      {signed.map((m) => (
        <g key={m.key} className="track-sign" transform={`translate(${x(m.at) - 9} 5)`}>
          <title>{wordsOf(m).title}</title>
          <foreignObject width="18" height="18">
            <span className="track-sign-box">{wordsOf(m).sign}</span>
          </foreignObject>
        </g>
      ))}
    </>
  );
});

interface Props extends Omit<Drawing, 'width'> {
  cursor: number;
  seek: (at: number) => void;
}

/** Speed, battery and temperature over the window, with one cursor that the map has, too. */
export const TrackChart = ({ played, moments, from, to, cursor, seek }: Props) => {
  const { t } = useTranslation('tracks');
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const drawing = useMemo<Drawing>(() => ({ played, moments, from, to, width }), [played, moments, from, to, width]);
  const { x, at, begin, end } = scale(drawing);
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const shift = event.clientX - event.currentTarget.getBoundingClientRect().left;
    seek(at(Math.min(Math.max(shift, begin), end)));
  };
  const here = x(cursor);
  const main = played[0];
  const said = main ? saidAt(main.trip, cursor) : null;
  const isRight = here > end - 90;
  const time = dayjs(cursor).format('HH:mm:ss');
  const figures = (Object.keys(rows) as Row[]).flatMap((row) => {
    const value = said?.[row] ?? null;
    if (value === null) return [];
    const text = `${row === 'temperature' ? value.toFixed(1) : Math.round(value)}${row === 'electric' ? '' : ' '}${units[row]}`;
    return [{ row, text, y: heightIn(row, rangeOf(row, played), value) }];
  });
  return (
    <div className="track-chart" ref={box}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('cursor')}
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={Math.round(cursor)}
        aria-valuetext={[time, ...figures.map(({ text }) => text)].join(', ')}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && move(event)}
      >
        <svg width={width} height={HEIGHT} role="img" aria-label={t('chart')}>
          {width > 0 && <Still drawing={drawing} />}
          {width > 0 && (
            <g className="track-cursor" transform={`translate(${here.toFixed(1)} 0)`}>
              <path d={`M0 6V${BOTTOM + 4}`} />
              {figures.map(({ row, text, y }) => (
                <g key={row}>
                  <circle cy={y} r="3.4" />
                  <text
                    x={isRight ? -8 : 8}
                    y={rows[row].top + rows[row].height - 4}
                    textAnchor={isRight ? 'end' : 'start'}
                  >
                    {text}
                  </text>
                </g>
              ))}
              <g transform={`translate(${Math.min(Math.max(here, 30), width - 30) - here} ${BOTTOM + 4})`}>
                <rect x="-30" width="60" height="18" rx="4" />
                <text className="track-time" y="13" textAnchor="middle">
                  {time}
                </text>
              </g>
            </g>
          )}
        </svg>
      </div>
    </div>
  );
};
