import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import { roundUp, type Span, timeName, timeTick } from './times.ts';

export interface Bar {
  start: string;
  counts: Readonly<Record<string, number | undefined>>;
  /** of all of them: drawn as a line of its own */
  wrong?: number;
}
export interface Series {
  key: string;
  name: string;
  short: string;
}
interface Props<S extends Span> {
  /** the newest first */
  times: readonly Bar[];
  /** of what a bar is made up, from below */
  series: readonly Series[];
  span: S;
  /** by which they are called */
  zone: string | undefined;
  spans: readonly S[];
  chosen: string | null;
  spanned: (span: S) => void;
  /** a series, or `wrong`, of which share of all of it is told */
  share?: 'wrong' | 'missed' | 'breached';
  /** a time, or only a series of it; `wrong`: what was refused or failed */
  choose: (start: string, series?: string) => void;
}
const of = ({ counts, wrong = 0 }: Bar, series: string): number => (series === 'wrong' ? wrong : (counts[series] ?? 0));
const all = ({ counts }: Bar): number => Object.values(counts).reduce<number>((n, count = 0) => n + count, 0);
/** Names that have room below a chart. */
const NAMED = 14;

/** The same numbers as a chart and as a table; each opens the rows behind it. */
export const TimesPanel = <S extends Span>(props: Props<S>) => (
  <div className="stats-times">
    <Chart {...props} />
    <Table {...props} />
  </div>
);

const Chart = <S extends Span>({ times, series, span, zone, spans, chosen, spanned, choose }: Props<S>) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const bars = times.toReversed();
  const hasLine = bars.some(({ wrong }) => wrong !== undefined);
  const top = roundUp(Math.max(1, ...bars.map(all)));
  const wrongTop = roundUp(Math.max(1, ...bars.map(({ wrong = 0 }) => wrong)));
  const sum = (key: string): number => times.reduce((n, one) => n + of(one, key), 0);
  const shown = series.filter(({ key }) => sum(key) > 0);
  const words = (one: Bar): string =>
    [
      `${timeName(one.start, span, lang, zone)}: ${number(all(one))}`,
      ...shown.map(({ key, name }) => `${name} ${number(of(one, key))}`),
      ...(hasLine ? [`${t('stats.wrong')} ${number(of(one, 'wrong'))}`] : []),
    ].join(', ');
  const every = Math.ceil(bars.length / NAMED);
  const x = (at: number): number => ((at + 0.5) / bars.length) * 100;
  return (
    <section className="stats-panel" aria-label={t('stats.overTime')}>
      <header>
        <h2>{t('stats.overTime')}</h2>
        <ul className="stats-legend">
          {shown.map(({ key, name }) => (
            <li key={key}>
              <i data-source={key} /> {name} {number(sum(key))}
            </li>
          ))}
          {hasLine && (
            <li>
              <i data-source="wrong" /> {t('stats.wrong')} {t('stats.rightAxis', { n: number(sum('wrong')) })}
            </li>
          )}
        </ul>
        <Segmented<S>
          size="small"
          value={span}
          aria-label={t('stats.span')}
          options={spans.map((value) => ({ value, label: t(`stats.spans.${value as Span}`) }))}
          onChange={spanned}
        />
      </header>
      <div className="stats-chart">
        <ol className="stats-axis" aria-hidden>
          <li>{number(top)}</li>
          <li>{top > 1 ? number(top / 2) : ''}</li>
          <li>0</li>
        </ol>
        <div className="stats-plot">
          <ol>
            {bars.map((one, at) => (
              <li key={one.start} data-chosen={one.start === chosen}>
                <button
                  {...{ type: 'button', title: words(one), 'aria-label': words(one) }}
                  aria-pressed={one.start === chosen}
                  onClick={() => choose(one.start)}
                >
                  {series
                    .toReversed()
                    .map(
                      ({ key }) =>
                        of(one, key) > 0 && (
                          <span key={key} data-source={key} style={{ blockSize: `${(of(one, key) / top) * 100}%` }} />
                        ),
                    )}
                </button>
                <small aria-hidden data-second={at % (2 * every) !== 0}>
                  {at % every === 0 ? timeTick(one.start, span, zone) : ''}
                </small>
              </li>
            ))}
          </ol>
          {hasLine && (
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <polyline
                points={bars.map(({ wrong = 0 }, at) => `${x(at)},${100 - (wrong / wrongTop) * 100}`).join(' ')}
              />
            </svg>
          )}
        </div>
        {hasLine && (
          <ol className="stats-axis stats-axis-wrong" aria-hidden>
            <li>{number(wrongTop)}</li>
            <li>{wrongTop > 1 ? number(wrongTop / 2) : ''}</li>
            <li>0</li>
          </ol>
        )}
      </div>
    </section>
  );
};

const Table = <S extends Span>({ times, series, span, zone, share, chosen, choose }: Props<S>) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const columns = times.some(({ wrong }) => wrong !== undefined)
    ? [...series, { key: 'wrong', name: t('stats.wrong'), short: t('stats.failed') }]
    : series;
  return (
    <section className="stats-panel" aria-label={t('stats.same')}>
      <header>
        <h2>{t('stats.same')}</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div className="stats-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col" title={zone}>
                {t(`stats.spans.${span as Span}`)}
              </th>
              {columns.map(({ key, name, short }) => (
                <th key={key} scope="col" title={name}>
                  {short}
                </th>
              ))}
              {share && <th scope="col">{t(`stats.share.${share}`)}</th>}
            </tr>
          </thead>
          <tbody>
            {times.map((one) => (
              <tr key={one.start} data-chosen={one.start === chosen}>
                <th scope="row">
                  <button type="button" className="seal-link" onClick={() => choose(one.start)}>
                    {timeName(one.start, span, lang, zone)}
                  </button>
                </th>
                {columns.map(({ key }) => (
                  <td key={key}>
                    {of(one, key) > 0 ? (
                      <button
                        type="button"
                        className={key === share ? 'seal-link seal-wrong' : 'seal-link'}
                        onClick={() => choose(one.start, key)}
                      >
                        {number(of(one, key))}
                      </button>
                    ) : (
                      0
                    )}
                  </td>
                ))}
                {share && <td>{all(one) === 0 ? '–' : `${((of(one, share) / all(one)) * 100).toFixed(1)} %`}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
