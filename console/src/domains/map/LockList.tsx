import { DownOutlined, LeftOutlined } from '@ant-design/icons';
import { devices } from '@plomb/contract/devices/devices';
import type { Counts } from '@plomb/contract/map/fleetFilter';
import { MOST_FOUND } from '@plomb/contract/map/map';
import { Button, Dropdown, type InputRef, Skeleton, Switch } from 'antd';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { reloadLocks, useLiveLocks } from '../../lock/liveLocks.ts';
import { failureWords } from '../../platform/answer.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import '../../ui/list/list.css';
import { OutOfService } from '../../lock/OutOfService.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { AreaHead, type AreaProps } from './AreaHead.tsx';
import { FoundPlaces } from './FoundPlaces.tsx';
import { LockFilters } from './LockFilters.tsx';
import { LockRow } from './LockRow.tsx';
import { isFiltering, type LockFilter, noFilter, type Sort, sorts } from './lockFilter.ts';
import type { Shown } from './shown.ts';
import type { Seen } from './useFleetView.ts';
import type { Found, FoundPlace } from './useFound.ts';
import { VirtualList } from './VirtualList.tsx';
import './list.css';

export interface LockListProps {
  /** every lock there is, filters or not */
  total: number;
  rows: readonly Shown[];
  /** the text that `rows` were searched by; null: they answer none yet */
  searched: string | null;
  counts: Counts;
  inView: number | null;
  /** rows can be ticked: those that are */
  ticks: { has: (id: number) => boolean; toggle: (id: number) => void } | null;
  /** it shows one part of the map */
  area: AreaProps | null;
  /** of a fleet that is not held here: how many pass the filter, of which `rows` are the first */
  cut: Pick<Seen, 'passed' | 'cut' | 'pending' | 'now'> | null;
  filter: LockFilter;
  change: (part: Partial<LockFilter>) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  viewOnly: boolean;
  onViewOnly: (on: boolean) => void;
  selected: number | null;
  onChoose: (shown: Shown) => void;
  /** what the search finds beside locks */
  places: Found;
  onPlace: (place: FoundPlace) => void;
  /** it was searched for and opened with Enter */
  onFound: (shown: Shown) => void;
  phone: boolean;
  search: Ref<InputRef>;
  onCollapse?: () => void;
}

/** The locks beside the map: what needs somebody first, found by name, state and connection. */
export const LockList = (props: LockListProps) => {
  const { t } = useTranslation('map');
  const number = useNumber();
  const { total, rows, filter, change, sort, viewOnly, phone, ticks } = props;
  const loading = useLiveLocks((s) => !s.loaded && s.failure === null) && total === 0;
  const old = useLiveLocks((s) => s.loaded && s.failure !== null);
  const coming = useLiveLocks((s) => s.coming);
  const known = useLiveLocks((s) => s.loaded) || total > 0;
  const list = useRef<HTMLElement>(null);
  const found = useRef<HTMLElement>(null);
  const hasRows = rows.length > 0;
  const toList = (): void => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  // what stands here may still answer another search: Enter must not open a lock that was not looked for
  const [sought, seek] = useState<string | null>(null);
  const answered = useEffectEvent((): void => {
    seek(null);
    const [first] = rows;
    const [place] = props.places.places;
    if (first) props.onFound(first);
    else if (place) props.onPlace(place);
  });
  useEffect(() => {
    if (sought !== null && sought === props.searched && (hasRows || sought === props.places.of)) answered();
  }, [sought, props.searched, hasRows, props.places.of]);
  return (
    <section
      ref={list}
      className="lock-list"
      aria-label={t('title')}
      aria-busy={loading || props.cut?.pending === true}
    >
      {props.area ? (
        <AreaHead {...props.area} />
      ) : (
        <header className="lock-list-head">
          <h2>{t('title')}</h2>
          <span>
            {!loading &&
              (coming !== null
                ? t('countSoFar', { count: total, of: number(coming) })
                : known
                  ? t('count', { count: total })
                  : '–')}
            {props.inView !== null && total > 0 && ` · ${t('inView', { count: props.inView })}`}
          </span>
          {props.onCollapse && (
            <Button type="text" icon={<LeftOutlined />} aria-label={t('collapse')} onClick={props.onCollapse} />
          )}
        </header>
      )}
      <LockFilters
        filter={filter}
        counts={known ? props.counts : null}
        viewOnly={viewOnly && !props.area}
        coming={coming !== null}
        change={change}
        search={props.search}
        onEnter={seek}
        onType={() => seek(null)}
        onDown={() => {
          const first = found.current?.querySelector('button');
          if (first) first.focus();
          else toList();
        }}
        found={
          <FoundPlaces
            box={found}
            of={props.places.places}
            pick={props.onPlace}
            up={() => list.current?.querySelector<HTMLElement>('input')?.focus()}
            down={toList}
          />
        }
      />
      {props.cut && (
        <p className="lock-list-old">
          {props.cut.cut && t('tooManyFound', { count: MOST_FOUND })}
          {props.cut.passed > rows.length && t('firstOfMany', { count: rows.length })}
          {t('countsAsOf', { time: clockTime(new Date(props.cut.now).toISOString()).slice(11) })}
        </p>
      )}
      {old && (
        <p className="lock-list-old" role="status">
          {t('notRenewed')}
          <Button type="link" size="small" onClick={() => void reloadLocks()}>
            {t('retry')}
          </Button>
        </p>
      )}
      <div className="lock-list-order">
        <Dropdown
          trigger={['click']}
          menu={{
            selectedKeys: [sort],
            items: sorts.filter((s) => s !== 'name' || !props.cut).map((s) => ({ key: s, label: t(`sorts.${s}`) })),
            onClick: ({ key }) => props.onSort(sorts.find((s) => s === key) ?? 'severity'),
          }}
        >
          <button type="button" aria-label={`${t('sort')}: ${t(`sorts.${sort}`)}`}>
            {t(`sorts.${sort}`)}
            <DownOutlined />
          </button>
        </Dropdown>
        {!props.area && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
          <label>
            <Switch size="small" checked={viewOnly} onChange={props.onViewOnly} />
            {t('inViewOnly')}
          </label>
        )}
      </div>
      {rows.length > 0 ? (
        <VirtualList
          count={rows.length}
          rowHeight={(phone ? 64 : 60) + (props.area ? 18 : 0)}
          label={t('list', { count: rows.length })}
          selected={rows.findIndex((r) => r.lock.id === props.selected)}
          keyOf={(index) => rows[index]?.lock.id ?? -index}
          indexOf={(id) => rows.findIndex((r) => r.lock.id === id)}
          row={(index) => {
            const shown = rows[index];
            return shown ? (
              <LockRow
                shown={shown}
                place={props.area !== null}
                {...(props.ticks && { ticked: props.ticks.has(shown.lock.id) })}
              />
            ) : null;
          }}
          {...(ticks && {
            ticks: {
              has: (index) => ticks.has(rows[index]?.lock.id ?? 0),
              toggle: (index) => ticks.toggle(rows[index]?.lock.id ?? 0),
            },
          })}
          onChoose={(index) => {
            const shown = rows[index];
            if (shown) props.onChoose(shown);
          }}
        />
      ) : loading ? (
        <RowSkeletons />
      ) : (
        <NoRows
          total={total}
          filter={filter}
          clear={() => change(noFilter)}
          showAll={() => (props.area ? props.area.close() : props.onViewOnly(false))}
        />
      )}
    </section>
  );
};

const RowSkeletons = () => (
  <div className="lock-skeletons" aria-hidden="true">
    {[1, 2, 3, 4, 5, 6, 7].map((n) => (
      <Skeleton key={n} active avatar={{ size: 26 }} title={false} paragraph={{ rows: 2, width: ['60%', '85%'] }} />
    ))}
  </div>
);

const NoRows = (props: { total: number; filter: LockFilter; clear: () => void; showAll: () => void }) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const failure = useLiveLocks((s) => s.failure);
  const navigate = useNavigate();
  const may = useMay();
  if (failure !== null && props.total === 0)
    return (
      <Blank
        kind="failed"
        title={t('failedTitle')}
        text={t('failedText', { why: failureWords(failure, lang).replace(/[.。]$/, '') })}
      >
        <Button type="primary" onClick={() => void reloadLocks()}>
          {t('retry')}
        </Button>
      </Blank>
    );
  if (props.total === 0)
    return (
      <Blank kind="empty" title={t('emptyTitle')} text={t(may(devices.add) ? 'emptyText' : 'emptyAsk')}>
        {may(devices.add) && (
          <Button type="primary" onClick={() => void navigate('/device?edit=new')}>
            {t('emptyStep')}
          </Button>
        )}
      </Blank>
    );
  const filtering = isFiltering(props.filter);
  return (
    <Blank kind="filtered" title={t('nothingTitle')} text={t(filtering ? 'nothingText' : 'nothingHere')}>
      <OutOfService keyword={props.filter.text.trim()} disabled />
      <Button onClick={filtering ? props.clear : props.showAll}>{t(filtering ? 'clearFilters' : 'showAll')}</Button>
    </Blank>
  );
};
