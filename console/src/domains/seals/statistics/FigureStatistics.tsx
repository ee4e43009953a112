import { DownloadOutlined } from '@ant-design/icons';
import { type ReasonCode, reasonCodes } from '@plomb/contract/logistics/verdict';
import { sealCalls } from '@plomb/contract/seals/domain';
import {
  type FigureGroup,
  type FigureView,
  type FigureWay,
  figureSeries,
  figureSpans,
  waysOf,
} from '@plomb/contract/seals/figures';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceWords } from '../../../lock/PlaceWords.tsx';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import { useSettings } from '../../../platform/settings.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ownTimeZone, saveFile } from '../../../ui/saveFile.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import { lastDays } from '../period.ts';
import { ZoneHint } from '../ZoneHint.tsx';
import { Breakdown } from './Breakdown.tsx';
import { FiguresBehind } from './FiguresBehind.tsx';
import { periods, StatisticsBar } from './StatisticsBar.tsx';
import { TimesPanel } from './TimesPanel.tsx';
import { timeName, zoneNamed } from './times.ts';
import { useNarrowing } from './useNarrowing.ts';
import { useNumbers } from './useNumbers.ts';
import '../seals.css';
import './statistics.css';

const { sealFigures } = sealCalls;
/** In the address. */
const names = { place: 'place', org: 'org_id', person: 'operator_id', reason: 'reason', carrier: 'carrier' } as const;

/** Patrols that were due, or openings without right: each number narrows the rest, and its rows stand below. */
export const FigureStatistics = ({ view }: { view: FigureView }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const number = useNumber();
  const words = useDictionary('figure_series');
  const reasons = useDictionary('journey_reason');
  const { address, set, toggle } = useNarrowing();
  const span = figureSpans.find((one) => one === address.get('span')) ?? 'day';
  const days = periods.find((one) => String(one) === address.get('days')) ?? 14;
  const time = lastDays(address, days);
  const series = figureSeries[view].find((one) => one === address.get('series'));
  const idOf = (name: string) => address.has(name) && { [name]: Number(address.get(name)) };
  const filter = {
    view,
    ...(series && { series }),
    ...(address.has('place') && { place: address.get('place')! }),
    ...(address.has('carrier') && { carrier: address.get('carrier')! }),
    ...(reasonCodes.some((one) => one === address.get('reason')) && { reason: address.get('reason') as ReasonCode }),
    ...idOf('org_id'),
    ...idOf('operator_id'),
  };
  const { whole, part, chosen, data, shown, error, refetch } = useNumbers(
    { path: sealFigures.list.path, time, filter, span, at: address.get('at') },
    (asked) => send(sealFigures.list, asked, { quiet: true }),
  );
  const nameOf = (way: FigureWay, { key, name, lat, lon }: FigureGroup): ReactNode => {
    if (way === 'place' && lat !== null && lon !== null && !name) return <PlaceWords lon={lon} lat={lat} />;
    if (way === 'place') return name || t('stats.nowhere');
    if (way === 'reason') return reasons.word(key);
    return name || (key === '0' ? t(`stats.nobody.${view}`) : `#${key}`);
  };
  const zone = zoneNamed(span, data?.time_zone);
  const chips = [
    chosen >= 0 && { name: 'at', words: timeName(data!.times[chosen]!.start, span, lang, zone) },
    series && { name: 'series', words: words.word(series) },
    ...waysOf[view].map((way: FigureWay) => {
      const key = address.get(names[way]);
      const group = shown?.[way].rows.find((one) => one.key === key);
      return (
        key !== null && {
          name: names[way],
          words: group ? nameOf(way, group) : way === 'org' || way === 'person' ? `#${key}` : key,
        }
      );
    }),
  ].filter((one) => one !== false && one !== undefined);
  const file = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const columns = [
      { field: 'start', title: t(`stats.spans.${span}`) },
      ...figureSeries[view].map((field) => ({ field, title: words.word(field) })),
    ];
    try {
      said(await saveFile(sealFigures.export, { ...whole, format, columns, timeZone: zone ?? ownTimeZone() }));
    } catch {
      // said by the client
    }
  };
  const count = data && t(`stats.figures.${view}`, { count: data.total, n: number(data.total) });
  return (
    <div className="stats">
      <PageHeader
        count={count}
        actions={
          may(sealFigures.export) &&
          (['xlsx', 'csv'] as const).map((format) => (
            <Button key={format} icon={<DownloadOutlined />} onClick={() => void file(format)}>
              {format.toUpperCase()}
            </Button>
          ))
        }
      />
      <StatisticsBar {...{ time, days, chips }} drop={(name) => set({ [name]: null })} />
      {!data && !error && <Skeleton active className="stats-panel stats-waits" paragraph={{ rows: 8 }} />}
      {error && !data && (
        <p className="seal-failed" role="alert">
          {failureWords(error, lang)} <Button onClick={() => void refetch()}>{t('again')}</Button>
        </p>
      )}
      {data && data.judging > 0 && (
        <p className="seal-hint" role="status">
          {t('stats.judging', { count: data.judging, n: number(data.judging) })}
        </p>
      )}
      <ZoneHint zone={zone} />
      {data && (
        <TimesPanel
          times={data.times}
          series={figureSeries[view].map((key) => ({ key, name: words.word(key), short: t(`stats.short.${key}`) }))}
          {...{ span, zone, spans: figureSpans, chosen: address.get('at') }}
          {...(view !== 'openings' && { share: view === 'patrols' ? 'missed' : 'breached' })}
          spanned={(next) => set({ span: next, at: null })}
          choose={(start, of) =>
            set({ at: start === address.get('at') && !of ? null : start, ...(of && { series: of }) })
          }
        />
      )}
      {shown && (
        <div className="stats-breakdowns">
          {waysOf[view].map((way: FigureWay) => (
            <Breakdown
              key={way}
              title={t(`stats.by.${view}.${way}` as 'stats.by.patrols.org')}
              rest={shown[way]}
              rows={shown[way].rows.map((one) => ({
                ...{ key: one.key, name: nameOf(way, one), count: one.count },
                isChosen: address.get(names[way]) === one.key,
                choose: () => toggle(names[way], one.key),
              }))}
            />
          ))}
          <Breakdown
            title={t(`stats.by.${view}.series`)}
            rows={figureSeries[view]
              .map((key) => ({
                ...{ key, name: words.word(key), count: shown.series[key] ?? 0, isChosen: key === series },
                choose: () => toggle('series', key),
              }))
              .filter((one) => one.count > 0)}
          />
        </div>
      )}
      {data && <FiguresBehind asked={part} total={shown?.total} />}
    </div>
  );
};
