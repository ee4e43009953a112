import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { jobCalls } from '@plomb/contract/jobs/domain';
import type { Call } from '@plomb/contract/kit/call';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { RecordPanel } from '../../ui/list/RecordPanel.tsx';
import { ownTimeZone } from '../../ui/saveFile.ts';
import type { Column } from '../../ui/table/column.ts';
import { exportRequest, type FileWords } from '../../ui/table/exportRequest.ts';
import { useTable } from '../../ui/table/useTable.ts';
import { type Keyed, type Shown, useRecordList } from './recordList.ts';
import { WindowChip } from './WindowChip.tsx';
import './records.css';
import type { z } from 'zod';

const EVERY = 30_000;
/** A choice is gone to, and not kept in the field. */
const nothing: dayjs.Dayjs | null = null as dayjs.Dayjs | null;

type ExportCall = Call<z.ZodObject, z.ZodType<{ id: number; mailed: boolean }>>;
interface Calls {
  list: Call;
  detail: Call;
  export: ExportCall;
}
interface Props<R, D> {
  of: Calls;
  columns: readonly Column<Shown<R>>[];
  /** by which it is ordered */
  timeOf: (row: R) => string;
  name: (row: R) => string;
  filters: (rows: readonly Shown<R>[] | undefined) => ReactNode;
  words: FileWords;
  detail: (record: D) => ReactNode;
  footer: (record: D) => ReactNode;
  card: (row: Shown<R>) => ReactNode;
}

/** The screen of records of a time that is always bounded: stepped through page by page, each with all of it beside it. */
export const RecordList = <R extends Keyed, D extends Keyed>(props: Props<R, D>) => {
  const { of, timeOf, name } = props;
  const { t } = useTranslation('records');
  const lang = useSettings((s) => s.lang);
  const found = useRecordList<R>(of.list, EVERY);
  const { rows, key, list } = found;
  const table = useTable(of.list, props.columns);
  const opened = useQuery({
    queryKey: [of.detail.path, key, lang],
    queryFn: async () => (await send(of.detail, { key } as never, { quiet: true })) as D,
    enabled: key !== null,
    retry: false,
  });
  const record = opened.data;
  const row = rows?.find((one) => one.key === key);
  const titled = row ?? (record as unknown as R | undefined);
  return (
    <ListPage<Shown<R>>
      list={list}
      table={table}
      count={t('newestFirst')}
      search={t('search')}
      filters={
        <>
          <WindowChip window={found.window} />
          {props.filters(rows)}
        </>
      }
      actions={<ExportJob of={of.export} filter={found.filter} columns={table.shown} words={props.words} />}
      freshness={found.freshness}
      rows={rows}
      isOther={found.isOther}
      error={found.error}
      nameOf={name}
      card={props.card}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      footer={
        rows && (
          <footer className="pager records-pager">
            <span>
              {rows.length > 0 && `${clockTime(timeOf(rows[0]!))} – ${clockTime(timeOf(rows.at(-1)!))}`}
              {found.lookedTo && <em>{t('lookedTo', { time: clockTime(found.lookedTo) })}</em>}
            </span>
            <span className="records-steps">
              <Button icon={<LeftOutlined />} disabled={!found.newer} onClick={() => found.newer?.()}>
                {t('newer')}
              </Button>
              <Button
                icon={<RightOutlined />}
                iconPlacement="end"
                disabled={!found.older}
                onClick={() => found.older?.()}
              >
                {t(found.lookedTo ? 'lookOn' : 'older')}
              </Button>
              <span className="records-goto">
                <span>{t('goTo')}</span>
                <DatePicker
                  size="middle"
                  aria-label={t('goTo')}
                  placeholder={t('goToTime')}
                  showTime={{ format: 'HH:mm' }}
                  format="MM-DD HH:mm"
                  value={nothing}
                  {...(found.window.from ? { minDate: dayjs(found.window.from) } : {})}
                  {...(found.window.to ? { maxDate: dayjs(found.window.to) } : {})}
                  onChange={(time) => time && found.goTo(time.toISOString())}
                />
              </span>
            </span>
          </footer>
        )
      }
      panel={
        key !== null && (
          <RecordPanel
            title={titled ? name(titled) : t('record')}
            ids={rows?.map(({ id }) => id) ?? []}
            loading={!record}
            failure={opened.error}
            footer={record && props.footer(record)}
          >
            {record && <div key={record.key}>{props.detail(record)}</div>}
          </RecordPanel>
        )
      }
    />
  );
};

/** The file is written by a job: what is asked for may be a million rows. */
const ExportJob = <Row,>(props: {
  of: ExportCall;
  filter: Record<string, unknown>;
  columns: readonly Column<Row>[];
  words: FileWords;
}) => {
  const { t } = useTranslation('records');
  const may = useMay();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  if (!may(props.of)) return null;
  const begin = async (): Promise<void> => {
    setBusy(true);
    try {
      const { format: _, ...asked } = exportRequest({
        ...{ query: props.filter, columns: props.columns, words: props.words },
        ...{ format: 'csv', timeZone: ownTimeZone() },
      });
      const { mailed } = await send(props.of, asked as never);
      said(t(mailed ? 'exportBegunMailed' : 'exportBegun'));
      await queries.invalidateQueries({ queryKey: [jobCalls.jobs.list.path] });
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined />} loading={busy} title={t('exportWhat')} onClick={() => void begin()}>
      {t('export')}
    </Button>
  );
};
