import { type TallyTime, tallySources, tallySpans } from '@plomb/contract/seals/statistics';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import { roundUp, timeName, timeTick } from './times.ts';
import { useWhat } from './useWhat.ts';

type Span = (typeof tallySpans)[number];
interface Props {
  /** the newest first */
  times: readonly TallyTime[];
  span: Span;
  chosen: string | null;
  spanned: (span: Span) => void;
  /** `wrong`: of it only what was refused or failed */
  choose: (start: string, wrong?: boolean) => void;
}
const all = (one: TallyTime): number => tallySources.reduce((n, source) => n + one[source], 0);
/** Names that have room below a chart. */
const NAMED = 14;

/** The same numbers as a chart and as a table; each opens the rows behind it. */
export const TimesPanel = (props: Props) => (
  <div className="stats-times">
    <Chart {...props} />
    <Table {...props} />
  </div>
);

const Chart = ({ times, span, chosen, spanned, choose }: Props) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const what = useWhat();
  const bars = times.toReversed();
  const top = roundUp(Math.max(1, ...bars.map(all)));
  const wrongTop = roundUp(Math.max(1, ...bars.map(({ wrong }) => wrong)));
  const sum = (of: (one: TallyTime) => number): number => times.reduce((n, one) => n + of(one), 0);
  const sources = tallySources.filter((source) => sum((one) => one[source]) > 0);
  const words = (one: TallyTime): string =>
    [
      `${timeName(one.start, span, lang)}: ${number(all(one))}`,
      ...sources.map((source) => `${what(source)} ${number(one[source])}`),
      `${t('stats.wrong')} ${number(one.wrong)}`,
    ].join(', ');
  const every = Math.ceil(bars.length / NAMED);
  const x = (at: number): number => ((at + 0.5) / bars.length) * 100;
  return (
    <section className="stats-panel" aria-label={t('stats.overTime')}>
      <header>
        <h2>{t('stats.overTime')}</h2>
        <ul className="stats-legend">
          {sources.map((source) => (
            <li key={source}>
              <i data-source={source} /> {what(source)} {number(sum((one) => one[source]))}
            </li>
          ))}
          <li>
            <i data-source="wrong" /> {t('stats.wrong')} {number(sum(({ wrong }) => wrong))}, {t('stats.rightAxis')}
          </li>
        </ul>
        <Segmented
          size="small"
          value={span}
          aria-label={t('stats.span')}
          options={tallySpans.map((value) => ({ value, label: t(`stats.spans.${value}`) }))}
          onChange={spanned}
        />
      </header>
      <div className="stats-chart">
        <ol className="stats-axis" aria-hidden>
          <li>{number(top)}</li>
          <li>{number(top / 2)}</li>
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
                  {tallySources
                    .toReversed()
                    .map(
                      (source) =>
                        one[source] > 0 && (
                          <span
                            key={source}
                            data-source={source}
                            style={{ blockSize: `${(one[source] / top) * 100}%` }}
                          />
                        ),
                    )}
                </button>
                <small aria-hidden>{at % every === 0 ? timeTick(one.start, span) : ''}</small>
              </li>
            ))}
          </ol>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <polyline points={bars.map(({ wrong }, at) => `${x(at)},${100 - (wrong / wrongTop) * 100}`).join(' ')} />
          </svg>
        </div>
        <ol className="stats-axis stats-axis-wrong" aria-hidden>
          <li>{number(wrongTop)}</li>
          <li>{wrongTop > 1 ? number(wrongTop / 2) : ''}</li>
          <li>0</li>
        </ol>
      </div>
    </section>
  );
};

const Table = ({ times, span, chosen, choose }: Props) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const what = useWhat();
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
              <th scope="col">{t(`stats.spans.${span}`)}</th>
              {tallySources.map((source) => (
                <th key={source} scope="col" title={what(source)}>
                  {t(`stats.short.${source}`)}
                </th>
              ))}
              <th scope="col">{t('stats.failed')}</th>
              <th scope="col">{t('stats.share')}</th>
            </tr>
          </thead>
          <tbody>
            {times.map((one) => (
              <tr key={one.start} data-chosen={one.start === chosen}>
                <th scope="row">
                  <button type="button" className="seal-link" onClick={() => choose(one.start)}>
                    {timeName(one.start, span, lang)}
                  </button>
                </th>
                {tallySources.map((source) => (
                  <td key={source}>{number(one[source])}</td>
                ))}
                <td>
                  {one.wrong > 0 ? (
                    <button type="button" className="seal-link seal-wrong" onClick={() => choose(one.start, true)}>
                      {number(one.wrong)}
                    </button>
                  ) : (
                    0
                  )}
                </td>
                <td>{all(one) === 0 ? '–' : `${((one.wrong / all(one)) * 100).toFixed(1)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
