import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { labels as of } from '@plomb/contract/seals/labels';
import { runningNumbers } from '@plomb/contract/seals/number';
import { perSheet, type Sheet, type SheetWarning } from '@plomb/contract/seals/sheet';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useSettings } from '../../../platform/settings.ts';
import { later } from '../../../ui/later.tsx';
import { save } from '../../../ui/saveFile.ts';
import { OneLabel } from './OneLabel.tsx';
import { PrintRuns } from './PrintRuns.tsx';
import { type Readable, ReadBack } from './ReadBack.tsx';
import { blankRanges, type Label, neverPrinted, noteOf, type Range, type Series, usedUpTo } from './ranges.ts';
import { fileOf, readBack, readPaper } from './run.ts';
import { SheetPicture } from './SheetPicture.tsx';

const Camera = later(async () => (await import('../Camera.tsx')).Camera, { ahead: false });

/** What is printed: its sheets, one of its labels, whether each can be read, and the printing. */
export const LabelRun = (props: {
  asked: { series_id: number; first: number; last: number };
  series: Series;
  sheet: Sheet;
  change: (sheet: Sheet) => void;
  labels: readonly Label[];
  warnings: readonly SheetWarning[];
  mayPrint: boolean;
  /** the first number beyond these that is blank */
  next: number | null;
  take: (range: Range) => void;
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
  const fresh = again > 0 ? neverPrinted(asked.first, labels, series) : null;
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
    await Promise.all(
      [of.series.path, of.list.path, of.runs.path].map((path) => queries.invalidateQueries({ queryKey: [path] })),
    );
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
        <OneLabel {...{ sheet, change, label, note, warnings, at, count: labels.length, turn: choose }} />
        {mayPrint && (
          <section className="label-block label-print" aria-label={t('labels.print')}>
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
            {fresh && (
              <Button onClick={() => take(fresh)}>
                {t('labels.onlyFresh', { first: numberOf(fresh.first), last: numberOf(fresh.last) })}
              </Button>
            )}
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
        <section className="label-block label-read" aria-label={t('labels.readBack')}>
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
        <PrintRuns series={series.id} />
      </div>
    </>
  );
};
