import { ClockCircleOutlined, RightOutlined } from '@ant-design/icons';
import { map as mapCalls } from '@plomb/contract/map/map';
import { useQuery } from '@tanstack/react-query';
import { Button, type InputRef } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveLocks } from '../../lock/liveLocks.ts';
import { shortTime } from '../../lock/shortTime.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import type { LngLat, MapViewState } from '../../map/marks.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDeafSince } from '../../platform/network.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useScreenPreference } from '../../platform/screenPreferences.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { usePage } from '../../ui/page.ts';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { useRoomBelowBar } from '../../ui/useRoomBelowBar.ts';
import { useSize } from '../../ui/useSize.ts';
import { type Area, areaText, around, boundsOf, boxed, cornersOf, hasPlace } from './area.ts';
import { BaseMapNotice } from './BaseMapNotice.tsx';
import { ChosenLock } from './ChosenLock.tsx';
import { FollowedPanel } from './FollowedPanel.tsx';
import { fenceMarks } from './fenceMarks.ts';
import { LockList } from './LockList.tsx';
import type { Sort } from './lockFilter.ts';
import { MapLegend } from './MapLegend.tsx';
import { MapTools } from './MapTools.tsx';
import { SelectionBar, useMayOrderMany } from './SelectionBar.tsx';
import { Sheet } from './Sheet.tsx';
import { type Height, share } from './sheetHeights.ts';
import type { Shown } from './shown.ts';
import { board, filterBoard, keepBoard, sortBoard } from './theBoard.ts';
import { useArea } from './useArea.ts';
import { useChosen } from './useChosen.ts';
import { useFleetView } from './useFleetView.ts';
import { useFollowed } from './useFollowed.ts';
import { placeOf, useJourney } from './useJourney.ts';
import { useListed } from './useListed.ts';
import { useMapFilter } from './useMapFilter.ts';
import { useMapKeys } from './useMapKeys.ts';
import { useMarks } from './useMarks.ts';
import { useNoticesBetween } from './useNoticesBetween.ts';
import { useSelection } from './useSelection.ts';
import { freeBounds } from './view.ts';
import './map.css';

/** What somebody is drawing now lights nothing yet. */
const drawnLit = (ring: readonly LngLat[] | null) => ring && { has: () => false, ring };

/** Panels as the style sheet draws them, with the gap to the edge. */
const LIST = 332;
const PANEL = 372;
/** A marker's label reaches this far to its sides and below it: a chosen lock whose label is covered is not in sight. */
const withLabel = (insets: { top: number; right: number; bottom: number; left: number }) => ({
  top: insets.top + 40,
  right: insets.right + 110,
  bottom: insets.bottom + 60,
  left: insets.left + 110,
});
/** What lies on the map beside the locks is shown until somebody hides it, for good. */
const readShown = (stored: unknown): boolean => stored !== false;
/** Below this the legend and the line that names the map's sources do not fit beside each other. */
const LEGEND_BESIDE_SOURCES = 680;
/** Two panels leave too little map below this. */
const narrowQuery = '(max-width: 1099.98px)';
const wideQuery = '(min-width: 1280px)';

/** The workspace: every lock on the map and beside it, and the chosen one at the right. */
export const MapPage = () => {
  // all words the workspace ever shows, at once: waiting for some of them later would hide the map again
  const { t } = useTranslation(['map', 'lock', 'alarms', 'devices']);
  const { lang, colour } = useSettings();
  const { title } = usePage();
  const mode = useDark() ? 'dark' : 'light';
  const phone = useMedia(phoneQuery);
  const narrow = useMedia(narrowQuery);
  const wide = useMedia(wideQuery);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);

  const [filter, change] = useMapFilter();
  const [sort, setSort] = useState<Sort>('severity');
  // before the board is read: what it lists is what the filter says
  // what the server has searched for is not searched again: it knows more names of a lock
  const isLarge = useLiveLocks((s) => s.large > 0);
  useLayoutEffect(() => filterBoard(isLarge ? { ...filter, text: '' } : filter), [filter, isLarge]);
  useLayoutEffect(() => sortBoard(sort), [sort]);
  useEffect(keepBoard, []);
  const { loaded, coming, asOf } = useLiveLocks();
  const deaf = useDeafSince() !== null;
  const [chosenId, choose] = useChosen();
  const [area, setArea] = useArea();
  const chosen = chosenId === null ? null : (board.all.get(chosenId) ?? null);
  const search = useRef<InputRef>(null);

  const [viewOnly, setViewOnly] = useState(false);
  const [listOpen, setListOpen] = useState(true);
  const [legend, setLegend] = useState<boolean | null>(null);
  const [fencesShown, setFencesShown] = useScreenPreference('map.fences', readShown);
  const [placesShown, setPlacesShown] = useScreenPreference('map.places', readShown);
  const [height, setHeight] = useState<Height>('half');
  /** opened from the search: the keyboard goes on in it */
  const [found, setFound] = useState<number | null>(null);

  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [view, setView] = useState<MapViewState | null>(null);
  const own = usePreferences();
  const opening = own && own.lat !== null && own.lon !== null ? own : null;
  const initial =
    view ?? (opening && { centre: [opening.lon ?? 0, opening.lat ?? 0] as const, zoom: opening.map_level });

  const showList = listOpen && !(narrow && chosenId !== null);
  // what is gone to must not lie under the alarm that led there
  const toastRoom = useRoomBelowBar(box, phone);
  const insets = useMemo(
    () =>
      phone
        ? { top: toastRoom, right: 0, bottom: Math.min(share[height], share.half) * size.height, left: 0 }
        : { top: 0, right: chosenId === null ? 0 : PANEL, bottom: 0, left: showList ? LIST : 0 },
    [phone, toastRoom, height, size.height, chosenId, showList],
  );
  useNoticesBetween(box, size, insets, phone, asOf !== null);
  const edges = Object.fromEntries(Object.entries(insets).map(([side, px]) => [`--${side}`, `${px}px`]));
  const free = useMemo(() => view && freeBounds(view, size, insets), [view, size, insets]);

  // a server that is asked looks at the area instead of at what the view leaves free
  const seen = useFleetView({
    view,
    free: area ? boundsOf(area) : free,
    filter,
    sort,
    viewOnly: viewOnly || area !== null,
    chosen: chosenId,
  });
  const { passed, rows, counts, inView, total, inArea } = useListed(seen, { free, area, viewOnly });
  const mayOrderMany = useMayOrderMany();
  const selection = useSelection(handle, { rows, settled: seen === null || !seen.pending, area, setArea });
  const { picked, drawn } = selection;
  const lit = useMemo(
    () => drawnLit(drawn) ?? (area && { has: hasPlace(area), ring: area.kind === 'ring' ? area.ring : null }),
    [area, drawn],
  );
  const points = (of: Iterable<Shown>): LngLat[] => {
    if (!seen) return [...of].map(placeOf).filter((p) => p !== null);
    const [west, south, east, north] = seen.extent ?? [];
    return west === undefined
      ? []
      : [
          [west, south ?? 0],
          [east ?? 0, north ?? 0],
        ];
  };

  const { data: fences } = useQuery({
    queryKey: [mapCalls.fences.path],
    queryFn: ({ signal }) => send(mapCalls.fences, {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const drawnFences = useMemo(() => (fencesShown ? fenceMarks(fences?.fences ?? []) : []), [fences, fencesShown]);

  const { data: interests } = useQuery({
    queryKey: [mapCalls.interests.path],
    queryFn: ({ signal }) => send(mapCalls.interests, {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const drawnPlaces = useMemo(
    () =>
      (placesShown ? (interests?.interests ?? []) : []).map(({ id, interest_name, lng, lat }) => ({
        id,
        name: interest_name,
        at: [lng, lat] as const,
      })),
    [interests, placesShown],
  );

  useMarks(handle, chosenId, seen);
  const clear = () => handle && freeBounds(handle.view(), size, withLabel(insets));
  const followed = useFollowed(handle, () => (selection.drawing || picked ? null : clear()));
  useJourney({
    handle,
    points: () => points(board.all.values()),
    loaded: loaded && total > 0 && (seen !== null || !isLarge),
    chosen,
    free: clear,
    ownView: opening !== null,
  });

  const locate = (): void => {
    if (chosen && chosen.lock.lon !== null && chosen.lock.lat !== null)
      handle?.fly([chosen.lock.lon, chosen.lock.lat], Math.max(handle.view().zoom, 12));
    else handle?.fit(points(passed));
  };
  const choosing = (id: number | null, foundId: number | null = null): void => {
    choose(id);
    setFound(foundId);
    if (height !== 'half') setHeight('half');
  };
  const zoomTo = (to: Area): void => handle?.fit(cornersOf(to), 18);
  const openArea = (next: Area): void => {
    setArea(next);
    setListOpen(true);
    if (phone || narrow) choosing(null);
  };
  useMapKeys({
    search: () => {
      setListOpen(true);
      if (phone) setHeight('whole');
      search.current?.focus({ cursor: 'all' });
    },
    lasso: mayOrderMany && handle ? () => selection.draw(!selection.drawing) : null,
    close: selection.drawing
      ? () => selection.draw(false)
      : picked && chosenId === null
        ? selection.end
        : chosenId !== null
          ? () => choosing(null)
          : area
            ? () => setArea(null)
            : null,
    onMap: handle !== null,
  });
  const list = (
    <LockList
      total={total}
      rows={rows}
      searched={seen ? (seen.pending ? null : filter.text) : isLarge ? null : board.searched}
      counts={counts}
      inView={inView}
      area={
        area && {
          area,
          count: inArea,
          total,
          zoom: () => zoomTo(area),
          close: () => setArea(null),
          ...(mayOrderMany && { select: selection.all }),
        }
      }
      ticks={picked ? selection : null}
      cut={seen}
      filter={filter}
      change={change}
      sort={sort}
      onSort={setSort}
      viewOnly={viewOnly}
      onViewOnly={setViewOnly}
      selected={chosenId}
      onChoose={({ lock }) => choosing(lock.id)}
      onFound={({ lock }) => {
        choosing(lock.id, lock.id);
        if (lock.id === chosenId) box.current?.querySelector<HTMLElement>('.chosen-lock')?.focus();
      }}
      phone={phone}
      search={search}
      {...(!phone && { onCollapse: () => setListOpen(false) })}
    />
  );
  const panel = chosenId !== null && (
    <ChosenLock
      key={chosenId}
      id={chosenId}
      shown={chosen}
      found={found === chosenId}
      following={followed.ids.includes(chosenId)}
      onFollow={(on) => followed.follow(chosenId, on)}
      onClose={() => choosing(null)}
    />
  );

  return (
    <div className="map-page" ref={box} style={edges}>
      <h1 className="unseen">{title[lang]}</h1>
      <MapView
        mode={mode}
        colour={colour}
        lang={lang}
        label={t('mapLabel')}
        {...(initial && { initial: { centre: initial.centre, zoom: initial.zoom } })}
        selected={chosenId}
        deaf={deaf}
        lit={lit}
        tracks={followed.trails}
        fences={drawnFences}
        places={drawnPlaces}
        padding={insets}
        onHandle={(next) => {
          setHandle(next);
          if (next) setView(next.view());
        }}
        onSelect={(id) => choosing(id)}
        onSeveral={(ids) => {
          const here = around(ids.map((id) => placeOf(board.all.get(id) ?? null)).filter((at) => at !== null));
          // members that only the server knows are those in sight
          if (here) openArea(here);
          else setViewOnly(true);
        }}
        onCluster={(box) => {
          const here = boxed(box);
          // a second press on it goes there
          if (areaText(here) === areaText(area)) zoomTo(here);
          else openArea(here);
        }}
        onView={setView}
      />
      {handle && <BaseMapNotice />}
      <FollowedPanel of={followed} phone={phone} choose={(id) => choosing(id)} />
      {asOf !== null && (
        <p className="map-stale" role="status">
          <ClockCircleOutlined /> {t('staleSince', { time: shortTime(new Date(asOf).toISOString(), serverNow()) })}
        </p>
      )}
      {handle && (
        <MapTools
          zoom={handle.zoomBy}
          locate={locate}
          chosen={chosen !== null}
          fences={fencesShown}
          onFences={setFencesShown}
          places={placesShown}
          onPlaces={setPlacesShown}
          lasso={mayOrderMany ? { on: selection.drawing, turn: selection.draw } : null}
          legend={legend ?? wide}
          onLegend={setLegend}
        />
      )}
      {handle && !picked && (legend ?? (wide && !phone)) && (
        <MapLegend raised={size.width - insets.left - insets.right < LEGEND_BESIDE_SOURCES} />
      )}
      {selection.drawing && (
        <p className="lasso-hint" role="status">
          {t('selection.hint')}
          <Button
            size="small"
            disabled={!free}
            onClick={() => {
              selection.draw(false);
              selection.all();
              if (free) setArea({ kind: 'box', box: free });
            }}
          >
            {t('selection.view')}
          </Button>
        </p>
      )}
      {picked && <SelectionBar picked={picked} gone={selection.gone} close={selection.end} />}
      {!phone && (
        <>
          {showList && <aside className="map-panel map-panel-list">{list}</aside>}
          {!listOpen && (
            <Button
              className="map-panel-open"
              icon={<RightOutlined />}
              aria-label={t('expand')}
              onClick={() => setListOpen(true)}
            >
              {t('title')} {loaded || total > 0 ? total : '–'}
              {coming !== null && '…'}
            </Button>
          )}
        </>
      )}
      {(phone || panel) && (
        <Sheet height={height} onHeight={setHeight} docked={!phone}>
          {panel || list}
        </Sheet>
      )}
    </div>
  );
};
