import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plomb/contract/kit/call';
import { sealCalls } from '@plomb/contract/seals/domain';
import { MOST_LABELS } from '@plomb/contract/seals/labels';
import { runningNumbers } from '@plomb/contract/seals/number';
import {
  fieldsOfSheet,
  perSheet,
  presets,
  type Sheet,
  type SheetWarning,
  warningsOf,
} from '@plomb/contract/seals/sheet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, InputNumber, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { remember, rememberedJson } from '../../platform/storage.ts';
import { clockTime } from '../../platform/time.ts';
import { later } from '../../ui/later.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { save } from '../../ui/saveFile.ts';
import { codeOf } from './labels/code.ts';
import { type Readable, ReadBack } from './labels/ReadBack.tsx';
import { fileOf, readBack, readPaper } from './labels/run.ts';
import { SheetFields } from './labels/SheetFields.tsx';
import { LabelPicture, SheetPicture } from './labels/SheetPicture.tsx';
import './labels/labels.css';

const { labels: of } = sealCalls;
const Camera = later(async () => (await import('./Camera.tsx')).Camera, { ahead: false });
type Series = OutputOf<typeof of.series>['rows'][number];
type Label = OutputOf<typeof of.list>['rows'][number];

const REMEMBERED = 'sheet of labels';
/** The sheet that this computer's printer had last. */
const lastSheet = (): Sheet => {
  const told = rememberedJson(REMEMBERED) as Partial<Sheet> | null;
  return told && fieldsOfSheet().every((field) => typeof told[field] === 'number') ? (told as Sheet) : presets['3x8'];
};
const noteOf = ({ kind_name, iso_class }: Series): string =>
  [kind_name, iso_class !== 'none' && `ISO 17712 ${iso_class}`].filter(Boolean).join(' · ');

/** As many numbers of a series as are printed at once, from one on. */
const upTo = ({ first, count }: Series, from: number): { first: number; last: number } => ({
  first: from,
  last: Math.min(from + MOST_LABELS, first + count) - 1,
});

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
  const newest = list.data?.rows.find(({ left }) => left) ?? list.data?.rows[0];
  const series = wanted ? named.data?.rows[0] : newest;
  const whole = series && upTo(series, series.blank ?? series.first);
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
          t('labels.count', { count: labels.length, sheets: Math.ceil(labels.length / perSheet(sheet)) })
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
                  options={[
                    ...(series ? [series] : []),
                    ...(list.data?.rows ?? []).filter(({ id }) => id !== series?.id),
                  ].map((one) => ({ value: one.id, label: `${one.prefix} · ${noteOf(one)}` }))}
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
                {failureWords(found.error, lang)}
              </p>
            )}
          </section>
          <section className="label-block" aria-label={t('labels.sheet')}>
            <h2>{t('labels.sheet')}</h2>
            <SheetFields sheet={sheet} change={change} />
          </section>
        </div>
        {series && labels.length > 0 ? (
          <Run
            key={JSON.stringify(asked)}
            {...{ asked: asked!, series, sheet, change, labels, warnings, mayPrint: may(of.print) }}
            next={found.data?.next ?? null}
            take={(range) => set({ series_id: series.id, ...range })}
          />
        ) : (
          <p className="label-block seal-hint" aria-busy={found.isFetching}>
            {list.data?.rows.length === 0 ? t('labels.nothing') : ''}
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

/** How many of them stand no further than the last that was used. */
const usedUpTo = (labels: readonly Label[]): number => labels.findLastIndex(({ state }) => state !== 'blank') + 1;
/**
 * Where blank numbers are, of a range in which some were used: the first of them up to one that was used, and those
 * behind all that were, which may lie beyond the range.
 */
const blankRanges = (
  begins: number,
  labels: readonly Label[],
  series: Series,
  next: number | null,
): { first: number; last: number }[] => {
  const from = labels.findIndex(({ state }) => state === 'blank');
  const to = labels.findIndex(({ state }, at) => at > from && state !== 'blank');
  const rest = usedUpTo(labels);
  const beyond = next ?? (from < 0 ? series.blank : null);
  return [
    ...(from >= 0 && to >= 0 ? [{ first: begins + from, last: begins + to - 1 }] : []),
    ...(rest < labels.length ? [{ first: begins + rest, last: begins + labels.length - 1 }] : []),
    ...(rest === labels.length && beyond !== null ? [upTo(series, beyond)] : []),
  ];
};

const Run = (props: {
  asked: { series_id: number; first: number; last: number };
  series: Series;
  sheet: Sheet;
  change: (sheet: Sheet) => void;
  labels: readonly Label[];
  warnings: readonly SheetWarning[];
  mayPrint: boolean;
  /** the first number beyond these that is blank */
  next: number | null;
  take: (range: { first: number; last: number }) => void;
}) => {
  const { asked, series, sheet, change, labels, warnings, mayPrint, next, take } = props;
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const queries = useQueryClient();
  const [chosen, choose] = useState(0);
  const [read, setRead] = useState<readonly Readable[]>([]);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, fail] = useState('');
  const [looking, film] = useState(false);
  const photos = useRef<HTMLInputElement>(null);
  const each = perSheet(sheet);
  const at = Math.min(chosen, labels.length - 1);
  const nth = Math.floor(at / each);
  const note = noteOf(series);
  const here = labels.slice(nth * each, (nth + 1) * each);
  const label = labels[at]!;
  const used = labels.filter(({ state }) => state !== 'blank').length;
  const ways = used > 0 ? blankRanges(asked.first, labels, series, next) : [];
  const between = labels.slice(0, usedUpTo(labels)).filter(({ state }) => state === 'blank').length;
  const running = runningNumbers(series.first, series.count);
  const numberOf = (one: number): string => `${series.prefix} ${running.at(one - series.first)}`;
  const again = labels.filter(({ printed }) => printed > 0).length;
  const missing = used > 0 ? t('labels.used', { count: used }) : again > 0 && !reason.trim() ? t('labels.sayWhy') : '';

  const attempt = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true);
    fail('');
    try {
      await run();
    } catch (error) {
      fail(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  /** Whether every label can be read as it is drawn. */
  const check = async (): Promise<boolean> => {
    const seen: Readable[] = labels.map(() => null);
    await readBack(sheet, labels, (from, readable) => {
      for (const [offset, good] of readable.entries()) seen[from + offset] = good ? 'drawn' : 'failed';
      setRead([...seen]);
    });
    return !seen.includes('failed');
  };
  /** What cannot be read is not printed. */
  const print = async (): Promise<void> => {
    if (!(await check())) return;
    const file = await fileOf(sheet, labels, note, `${label.number} – ${labels.at(-1)!.number}`);
    await send(of.print, { ...asked, reason: reason.trim() });
    save(file, `${labels[0]!.number} – ${labels.at(-1)!.number}.pdf`);
    setReason('');
    await Promise.all([of.list.path, of.runs.path].map((path) => queries.invalidateQueries({ queryKey: [path] })));
  };
  const look = async (files: readonly File[]): Promise<void> => {
    const found = await readPaper(files);
    setRead(labels.map(({ payload }, one) => (found.has(payload) ? 'paper' : (read[one] ?? null))));
    if (!labels.some(({ payload }) => found.has(payload))) fail(t('labels.noneFound'));
  };
  return (
    <>
      <section className="label-stage" aria-label={t('labels.sheetNth', { nth: nth + 1 })}>
        <header>
          <b>{t('labels.sheetNumber', { nth: nth + 1, of: Math.ceil(labels.length / each) })}</b>{' '}
          <span className="mono">
            {here[0]?.number} – {here.at(-1)?.number}
          </span>
          <span className="label-turn">
            <Button
              {...{ icon: <LeftOutlined />, disabled: nth === 0, 'aria-label': t('labels.sheetBefore') }}
              onClick={() => choose((nth - 1) * each)}
            />
            <Button
              {...{ icon: <RightOutlined />, disabled: (nth + 1) * each >= labels.length }}
              aria-label={t('labels.sheetAfter')}
              onClick={() => choose((nth + 1) * each)}
            />
          </span>
          <span className="label-legend">
            <i /> {t('labels.reach')}
          </span>
        </header>
        <SheetPicture
          {...{ sheet, labels: here, note, chosen: at - nth * each }}
          choose={(cell) => choose(nth * each + cell)}
        />
      </section>
      <div className="labels-side">
        <section className="label-block" aria-label={t('labels.one')}>
          <h2>
            {t('labels.one')} <span className="mono">{label.number}</span>
            <span className="label-turn">
              <Button
                {...{ size: 'small', icon: <LeftOutlined />, disabled: at === 0, 'aria-label': t('labels.before') }}
                onClick={() => choose(at - 1)}
              />
              <Button
                {...{ size: 'small', icon: <RightOutlined />, disabled: at >= labels.length - 1 }}
                aria-label={t('labels.after')}
                onClick={() => choose(at + 1)}
              />
            </span>
          </h2>
          <LabelPicture sheet={sheet} label={label} note={note} />
          {label.printed > 0 && <p className="seal-hint">{t('labels.printedBefore', { count: label.printed })}</p>}
          {warnings.map(({ fault, is, needs, repair }) => (
            <Alert
              key={fault}
              type="warning"
              showIcon
              title={t(`labels.fault.${fault}`)}
              description={
                <>
                  <p className="label-why">{t(`labels.why.${fault}`, { is, needs })}</p>
                  {repair && (
                    <Button type="link" size="small" onClick={() => change({ ...sheet, ...repair })}>
                      {Object.entries(repair)
                        .filter(([field, value]) => sheet[field as keyof Sheet] !== value)
                        .map(([field, value]) =>
                          t('labels.repair', { what: t(`labels.measure.${field as keyof Sheet}`), value }),
                        )
                        .join(lang === 'zh' ? '，' : ', ')}
                    </Button>
                  )}
                </>
              }
            />
          ))}
        </section>
        <section className="label-block" aria-label={t('labels.readBack')}>
          <h2>{t('labels.readBack')}</h2>
          <ReadBack labels={labels} read={read} />
          <div className="label-acts">
            <Button disabled={busy} onClick={() => void attempt(async () => void (await check()))}>
              {t('labels.check')}
            </Button>
            <Button disabled={busy} onClick={() => photos.current?.click()}>
              {t('labels.paperPhotos')}
            </Button>
            <Button disabled={looking} onClick={() => film(true)}>
              {t('labels.camera')}
            </Button>
            <input
              ref={photos}
              {...{
                type: 'file',
                accept: 'image/*',
                multiple: true,
                hidden: true,
                'aria-label': t('labels.paperPhotos'),
              }}
              onChange={({ target }) => {
                const files = [...(target.files ?? [])];
                target.value = '';
                if (files.length > 0) void attempt(() => look(files));
              }}
            />
          </div>
          {looking && (
            <Camera
              found={(text) =>
                setRead((now) => labels.map(({ payload }, one) => (payload === text ? 'paper' : (now[one] ?? null))))
              }
              close={() => film(false)}
            />
          )}
        </section>
        {mayPrint && (
          <section className="label-block" aria-label={t('labels.print')}>
            <h2>{t('labels.print')}</h2>
            <p className="seal-hint">{t('labels.hundred')}</p>
            {again > 0 && (
              <>
                <label htmlFor="label-reason">{t('labels.again', { count: again })}</label>
                <Input
                  {...{ id: 'label-reason', value: reason, maxLength: 200, placeholder: t('labels.reason') }}
                  onChange={({ target }) => setReason(target.value)}
                />
              </>
            )}
            {missing && <p className="seal-hint">{missing}</p>}
            {between > 0 && <p className="seal-hint">{t('labels.between', { count: between })}</p>}
            {used > 0 && ways.length === 0 && <p className="seal-hint">{t('labels.noneBlank')}</p>}
            {ways.map((range) => (
              <Button key={range.first} onClick={() => take(range)}>
                {t('labels.onlyBlank', { first: numberOf(range.first), last: numberOf(range.last) })}
              </Button>
            ))}
            {failure && (
              <p className="seal-failed" role="alert">
                {failure}
              </p>
            )}
            <Button
              {...{ type: 'primary', icon: <PrinterOutlined />, loading: busy, disabled: missing !== '' }}
              onClick={() => void attempt(print)}
            >
              {t('labels.print')}
            </Button>
          </section>
        )}
        <Runs series={series.id} />
      </div>
    </>
  );
};

const Runs = ({ series }: { series: number }) => {
  const { t } = useTranslation('seals');
  const { data } = useQuery({
    queryKey: [of.runs.path, series],
    queryFn: () => send(of.runs, { series_id: series }, { quiet: true }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="label-block" aria-label={t('labels.runs')}>
      <h2>{t('labels.runs')}</h2>
      <ol className="label-runs">
        {data.rows.map((run) => (
          <li key={run.id} data-again={run.again > 0}>
            <p>
              <span className="mono">
                {run.first_number}
                {run.last_number !== run.first_number && ` – ${run.last_number}`}
              </span>{' '}
              {run.again > 0 && <b>{t('labels.runAgain', { count: run.again })}</b>}
            </p>
            <p className="seal-hint">
              {[clockTime(run.create_time), run.oper_name, run.reason].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {data.more && <p className="seal-hint">{t('labels.runsMore', { count: data.rows.length })}</p>}
    </section>
  );
};
