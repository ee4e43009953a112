import { deviceCalls } from '@plomb/contract/devices/domain';
import { cursorOf, type LifeKind, lifeKinds, lifePermits } from '@plomb/contract/devices/life';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../../ui/list/TimeRange.tsx';
import { ListContext, useList } from '../../../ui/list/useList.ts';
import { usePage } from '../../../ui/page.ts';
import type { Column } from '../../../ui/table/column.ts';
import type { Device } from '../device.ts';
import { Failed } from './Failed.tsx';
import { LifeRow } from './LifeRow.tsx';
import { withSilence } from './silence.ts';

const { list: call, export: file } = deviceCalls.deviceLife;
const start: string | undefined = undefined;

/** Everything that ever happened to a device, newest first, narrowed by kind and time. */
export const Life = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const { active } = usePage();
  const list = useList(call.input);
  const query = { ...list.query, id: device.id };
  const found = useInfiniteQuery({
    queryKey: [call.path, query, lang],
    queryFn: ({ pageParam, signal }) =>
      send(call, { ...query, ...(pageParam && { before: pageParam }) }, { quiet: true, signal }),
    initialPageParam: start as string | undefined,
    getNextPageParam: ({ rows, more }) => {
      const last = rows.at(-1);
      return more && last ? cursorOf(last) : undefined;
    },
    // read further, it is not read anew by itself: every look would fetch all of it
    refetchInterval: ({ state }) => (active && (state.data?.pages.length ?? 0) <= 1 ? 30_000 : false),
  });
  const entries = found.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const shown = withSilence(entries);
  const word = (kind: LifeKind): string => t(`life.kind.${kind}`);
  // several kinds of one button's list: a kind whose button one does not hold is not offered
  const kinds = lifeKinds.filter((kind) => may({ permit: lifePermits[kind] }));
  const columns: Column<object>[] = (['time', 'kind', 'what', 'who', 'more'] as const).map((field) => ({
    title: t(`life.column.${field}`),
    dataIndex: field,
  }));
  const day = (time: string): string => dayjs(time).format('YYYY-MM-DD');
  return (
    <ListContext value={{ ...list, query }}>
      <section className="device-pane life" aria-label={t('record.tab.life')}>
        <div className="life-filters">
          <FilterChip
            several
            name="kind"
            label={t('life.what')}
            options={kinds.map((kind) => ({ value: kind, label: word(kind) }))}
          />
          <TimeRange label={t('life.column.time')} />
          <ExportButton
            of={file}
            columns={columns}
            words={{ kind: Object.fromEntries(kinds.map((kind) => [kind, word(kind)])) }}
          />
        </div>
        {kinds.includes('edit') && <p className="device-note">{t('life.above')}</p>}
        {found.isPending && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
        {found.isError && <Failed error={found.error} again={() => void found.refetch()} />}
        {found.isSuccess && entries.length === 0 && <p className="lock-quiet">{t('life.none')}</p>}
        <ol>
          {shown.map((entry, at) => {
            const before = shown[at - 1];
            return (
              <Fragment key={entry.kind === 'silence' ? `silence ${entry.time}` : cursorOf(entry)}>
                {(!before || day(before.time) !== day(entry.time)) && <li className="life-day">{day(entry.time)}</li>}
                <LifeRow entry={entry} family={device.family} device={device.id} />
              </Fragment>
            );
          })}
        </ol>
        {found.hasNextPage && (
          <Button block loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('life.more')}
          </Button>
        )}
      </section>
    </ListContext>
  );
};
