import { DownloadOutlined } from '@ant-design/icons';
import { sealCalls } from '@plomb/contract/seals/domain';
import { MOST_HOURLY_DAYS, tallyOutcomes, tallySources, tallySpans } from '@plomb/contract/seals/statistics';
import { Button, Skeleton } from 'antd';
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
import { RowsBehind } from './RowsBehind.tsx';
import { periods, StatisticsBar } from './StatisticsBar.tsx';
import { TimesPanel } from './TimesPanel.tsx';
import { timeName, zoneNamed } from './times.ts';
import { useNarrowing } from './useNarrowing.ts';
import { useNumbers } from './useNumbers.ts';
import { useWhat } from './useWhat.ts';
import '../seals.css';
import './statistics.css';

const { sealStatistics } = sealCalls;

/** How much was done with seals: by time, place, person, type and result. Every number narrows the rest, and its rows stand below. */
export const OperationStatistics = () => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const number = useNumber();
  const what = useWhat();
  const outcomes = useDictionary('tally_outcome');
  const { address, set, toggle } = useNarrowing();
  const span = tallySpans.find((one) => one === address.get('span')) ?? 'day';
  const days = periods.find((one) => String(one) === address.get('days')) ?? 14;
  const time = lastDays(address, days, span === 'hour' ? MOST_HOURLY_DAYS : undefined);
  const source = tallySources.find((one) => one === address.get('source'));
  const outcome = tallyOutcomes.find((one) => one === address.get('outcome'));
  const filter = {
    ...(source && { source }),
    ...(source && address.has('what') && { what: Number(address.get('what')) }),
    ...(outcome && { outcome }),
    ...(address.get('wrong') === 'true' && { wrong: true }),
    ...(address.has('operator_id') && { operator_id: Number(address.get('operator_id')) }),
    ...(address.has('place') && { place: address.get('place')! }),
  };
  const { whole, part, chosen, data, shown, error, refetch } = useNumbers(
    { path: sealStatistics.list.path, time, filter, span, at: address.get('at') },
    (asked) => send(sealStatistics.list, asked, { quiet: true }),
  );
  const person = shown?.persons.find(({ operator_id }) => operator_id === filter.operator_id);
  const place = shown?.places.find((one) => one.place === filter.place);
  const zone = zoneNamed(span, data?.time_zone);
  const chips = [
    chosen >= 0 && { name: 'at', words: timeName(data!.times[chosen]!.start, span, lang, zone) },
    source && { name: 'source', words: what(source, filter.what) },
    outcome && { name: 'outcome', words: outcomes.word(outcome) },
    filter.wrong && { name: 'wrong', words: t('stats.wrong') },
    filter.operator_id && { name: 'operator_id', words: person?.oper_name ?? `#${filter.operator_id}` },
    filter.place && {
      name: 'place',
      words:
        place?.lat != null && place.lon != null ? <PlaceWords lon={place.lon} lat={place.lat} /> : t('stats.nowhere'),
    },
  ].filter((one) => one !== false && one !== undefined && one !== 0 && one !== '');
  const file = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const columns = [
      { field: 'start', title: t(`stats.spans.${span}`) },
      ...tallySources.map((field) => ({ field, title: what(field) })),
      { field: 'wrong', title: t('stats.wrong') },
    ];
    try {
      said(await saveFile(sealStatistics.export, { ...whole, format, columns, timeZone: zone ?? ownTimeZone() }));
    } catch {
      // said by the client
    }
  };
  return (
    <div className="stats">
      <PageHeader
        count={data && t('stats.count', { count: data.total, n: number(data.total) })}
        actions={
          may(sealStatistics.export) &&
          (['xlsx', 'csv'] as const).map((format) => (
            <Button key={format} icon={<DownloadOutlined />} onClick={() => void file(format)}>
              {format.toUpperCase()}
            </Button>
          ))
        }
      />
      <StatisticsBar
        {...{ time, days, chips }}
        drop={(name) => set({ [name]: null, ...(name === 'source' && { what: null }) })}
      />
      {!data && !error && <Skeleton active className="stats-panel stats-waits" paragraph={{ rows: 8 }} />}
      {error && !data && (
        <p className="seal-failed" role="alert">
          {failureWords(error, lang)} <Button onClick={() => void refetch()}>{t('again')}</Button>
        </p>
      )}
      <ZoneHint zone={zone} />
      {data && (
        <TimesPanel
          times={data.times.map(({ start, wrong, ...counts }) => ({ start, wrong, counts }))}
          series={tallySources.map((key) => ({ key, name: what(key), short: t(`stats.short.${key}`) }))}
          {...{ span, zone, spans: tallySpans, share: 'wrong', chosen: address.get('at') }}
          spanned={(next) => set({ span: next, at: null })}
          choose={(start, series) =>
            set({
              at: start === address.get('at') && !series ? null : start,
              ...(series === 'wrong' ? { wrong: 'true' } : series && { source: series, what: null }),
            })
          }
        />
      )}
      {shown && (
        <div className="stats-breakdowns">
          <Breakdown
            title={t('stats.byPlace')}
            rest={shown.morePlaces}
            rows={shown.places.map((one) => ({
              ...{ key: one.place, count: one.count, isChosen: one.place === filter.place },
              name:
                one.lat === null || one.lon === null ? t('stats.nowhere') : <PlaceWords lon={one.lon} lat={one.lat} />,
              choose: () => toggle('place', one.place),
            }))}
          />
          <Breakdown
            title={t('stats.byPerson')}
            rest={shown.morePersons}
            rows={shown.persons.map((one) => ({
              ...{ key: String(one.operator_id), name: one.oper_name, count: one.count },
              isChosen: one.operator_id === filter.operator_id,
              choose: () => toggle('operator_id', String(one.operator_id)),
            }))}
          />
          <Breakdown
            title={t('stats.byType')}
            rows={shown.types.map((one) => {
              const isChosen = one.source === source && one.what === filter.what;
              return {
                ...{ key: `${one.source} ${one.what}`, name: what(one.source, one.what), count: one.count, isChosen },
                choose: () => set({ source: isChosen ? null : one.source, what: isChosen ? null : String(one.what) }),
              };
            })}
          />
          <Breakdown
            title={t('stats.byResult')}
            rows={shown.outcomes.map((one) => ({
              ...{ key: one.outcome, name: outcomes.word(one.outcome), count: one.count },
              isChosen: one.outcome === outcome,
              choose: () => toggle('outcome', one.outcome),
            }))}
          />
        </div>
      )}
      {data && <RowsBehind asked={part} total={shown?.total} />}
    </div>
  );
};
