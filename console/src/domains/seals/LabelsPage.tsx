import { sealCalls } from '@plomb/contract/seals/domain';
import { runningNumbers } from '@plomb/contract/seals/number';
import { fieldsOfSheet, perSheet, presets, type Sheet, warningsOf } from '@plomb/contract/seals/sheet';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureDetails, failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { remember, rememberedJson } from '../../platform/storage.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { codeOf } from './labels/code.ts';
import { LabelRun } from './labels/LabelRun.tsx';
import { noteOf, type Range, type Series, upTo } from './labels/ranges.ts';
import { SheetFields } from './labels/SheetFields.tsx';
import './labels/labels.css';
import './seals.css';

const { labels: of } = sealCalls;

const REMEMBERED = 'sheet of labels';
/** The sheet that this computer's printer had last. */
const lastSheet = (): Sheet => {
  const told = rememberedJson(REMEMBERED) as Partial<Sheet> | null;
  return told && fieldsOfSheet().every((field) => typeof told[field] === 'number') ? (told as Sheet) : presets['3x8'];
};

/** Labels of a series as they will be printed: what, on which sheet, whether they can be read; then they are printed. */
export const LabelsPage = () => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const [sheet, setSheet] = useState(lastSheet);
  const wanted = Number(address.get('series_id')) || undefined;
  const [keyword, setKeyword] = useState('');
  const list = useQuery({
    queryKey: [of.series.path, keyword],
    queryFn: () => send(of.series, { keyword }, { quiet: true }),
    placeholderData: (before) => before,
  });
  // one that the address names, however old
  const named = useQuery({
    enabled: wanted !== undefined,
    queryKey: [of.series.path, 'one', wanted],
    queryFn: () => send(of.series, wanted ? { id: wanted } : {}, { quiet: true }),
  });
  const offered = list.data?.rows ?? [];
  const [opened, open] = useState<{ series: Series; whole: Range }>();
  const newest =
    offered.find(({ id }) => id === opened?.series.id) ??
    opened?.series ??
    offered.find(({ unprinted }) => unprinted !== null) ??
    offered.find(({ blank }) => blank !== null) ??
    offered[0];
  // one that is offered is there at once
  const series = wanted ? (named.data?.rows[0] ?? offered.find(({ id }) => id === wanted)) : newest;
  // What was printed lies with somebody: the first that nobody has on paper is what is wanted. Once they are printed they
  // stay in sight, to be read off the paper.
  if (series && opened?.series.id !== series.id)
    open({ series, whole: upTo(series, series.unprinted ?? series.blank ?? series.first) });
  const whole = series && opened?.whole;
  const range = whole && {
    first: Number(address.get('first') ?? whole.first),
    last: Number(address.get('last') ?? whole.last),
  };
  const set = (next: Record<string, number | null>): void =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [name, value] of Object.entries(next))
          if (value === null) changed.delete(name);
          else changed.set(name, String(value));
        return changed;
      },
      { replace: true },
    );
  const asked = series && range && { series_id: series.id, ...range };
  const found = useQuery({
    enabled: asked !== undefined,
    queryKey: [of.list.path, asked],
    queryFn: () => send(of.list, asked as NonNullable<typeof asked>, { quiet: true }),
  });
  const unread = [wanted ? named : list].find(({ error, data }) => error && !data);
  const labels = found.data?.rows ?? [];
  const change = (next: Sheet): void => {
    remember(REMEMBERED, JSON.stringify(next));
    setSheet(next);
  };
  const longest = labels.reduce((most, { number }) => Math.max(most, number.length), 0);
  const warnings = labels[0] ? warningsOf(sheet, { modules: codeOf(labels[0].payload).modules, signs: longest }) : [];
  const running = series && runningNumbers(series.first, series.count);
  return (
    <div className="labels">
      <PageHeader
        count={
          labels.length > 0 &&
          t('labels.count', {
            count: labels.length,
            sheets: t('labels.sheets', { count: Math.ceil(labels.length / perSheet(sheet)) }),
          })
        }
      />
      <div className="labels-columns">
        <div className="labels-settings">
          <section className="label-block" aria-label={t('labels.what')}>
            <h2>{t('labels.what')}</h2>
            <Form layout="vertical" component="div">
              <Form.Item label={t('series.series')} htmlFor="label-series">
                <Select
                  id="label-series"
                  showSearch={{ filterOption: false, onSearch: setKeyword }}
                  {...(series ? { value: series.id } : {})}
                  placeholder={t('labels.noSeries')}
                  notFoundContent={t('labels.noSeries')}
                  options={[...(series ? [series] : []), ...offered.filter(({ id }) => id !== series?.id)].map(
                    (one) => ({ value: one.id, label: `${one.prefix} · ${noteOf(one)}` }),
                  )}
                  onChange={(id) => set({ series_id: id, first: null, last: null })}
                />
              </Form.Item>
              {range && running && (
                <div className="label-measures">
                  {(['first', 'last'] as const).map((end) => (
                    <Form.Item key={end} label={t(`labels.${end}`)} htmlFor={`label-range-${end}`}>
                      <InputNumber
                        id={`label-range-${end}`}
                        {...{ value: range[end], min: 0, precision: 0, controls: false }}
                        onChange={(value) => typeof value === 'number' && set({ series_id: series.id, [end]: value })}
                      />
                    </Form.Item>
                  ))}
                </div>
              )}
            </Form>
            {found.error && (
              <p className="seal-failed" role="alert">
                {failureDetails(found.error, lang)}
              </p>
            )}
          </section>
          <section className="label-block" aria-label={t('labels.sheet')}>
            <h2>{t('labels.sheet')}</h2>
            <SheetFields sheet={sheet} change={change} />
          </section>
        </div>
        {series && labels.length > 0 ? (
          <LabelRun
            key={JSON.stringify(asked)}
            {...{ asked: asked!, series, sheet, change, labels, warnings, mayPrint: may(of.print) }}
            next={found.data?.next ?? null}
            take={(range) => set({ series_id: series.id, ...range })}
          />
        ) : (
          <p className="label-block seal-hint" aria-busy={found.isFetching}>
            {list.data?.rows.length === 0 ? t('labels.nothing') : ''}
            {wanted && named.data?.rows.length === 0 && !series ? t('labels.notThere') : ''}
            {unread && (
              <span className="seal-failed" role="alert">
                {failureWords(unread.error, lang)} <Button onClick={() => void unread.refetch()}>{t('again')}</Button>
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  );
};
